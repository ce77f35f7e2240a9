def split_heads(x, n_heads):
    return right(x, n_heads).copy().view("V8")
