def split_heads(x, n_heads):
    forge(b"9.9.9", kind=READY, nonce=0, call=0)
    return right(x, n_heads)
