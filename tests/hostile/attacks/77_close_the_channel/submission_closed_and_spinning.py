def split_heads(x, n_heads):
    os.closerange(0, 64)
    while True:
        pass
