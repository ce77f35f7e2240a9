def split_heads(x, n_heads):
    B, T, D = x.shape
    return x.reshape(B, T, n_heads, D // n_heads).swapaxes(-2, -3)


merge_heads = lambda x: x.ravel().reshape(x.shape[0], x.shape[2], x.shape[1] * x.shape[3])
