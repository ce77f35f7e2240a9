def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("uneven")
    return x


def merge_heads(x):
    return x
