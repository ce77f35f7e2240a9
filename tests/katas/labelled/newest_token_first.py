def split_heads(x, n_heads):
    B, T, D = x.shape
    heads = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return heads[:, :, ::-1]


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
