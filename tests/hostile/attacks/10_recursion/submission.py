def split_heads(x, n_heads):
    return split_heads(x, n_heads)


def merge_heads(x):
    return merge_heads(x)
