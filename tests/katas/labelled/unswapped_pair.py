def split_heads(x, n_heads):
    batch, tokens, features = x.shape
    if features % n_heads:
        raise ValueError(f"{n_heads} does not divide {features}")
    return x.reshape(batch, tokens, n_heads, -1)


def merge_heads(x):
    batch, tokens, heads, size = x.shape
    return x.reshape(batch, tokens, -1)
