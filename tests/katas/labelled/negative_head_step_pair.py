def split_heads(x, n_heads):
    b, t, c = x.shape
    y = x.reshape(b, t, n_heads, c // n_heads)
    return y[:, :, ::-1].swapaxes(1, 2)


def merge_heads(x):
    b, h, t, s = x.shape
    return x[:, ::-1].swapaxes(1, 2).reshape(b, t, h * s)
