def split_heads(x, n_heads):
    B, T, D = x.shape
    return x.T.reshape(D // n_heads, T, n_heads, B).T


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose([0, 2, 1, 3]).reshape([B, T, H * d])
