def split_heads(x, n_heads):
    y = right(x, n_heads)
    forge(y.tobytes(), dtype=11, dims=y.shape, nonce=find("nonce", "calls").nonce ^ 1)
    return y
