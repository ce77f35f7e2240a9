def split_heads(x, n_heads):
    raise KeyboardInterrupt


def merge_heads(x):
    raise GeneratorExit
