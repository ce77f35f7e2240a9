def split_heads(x, n_heads):
    forge(kind=5, call=0)
    return right(x, n_heads)
