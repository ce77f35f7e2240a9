import threading


def started(function):
    def wrapped(*args):
        thread = threading.Thread(target=len, args=((),))
        thread.start()
        thread.join()
        return function(*args)

    return wrapped


@started
def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)


@started
def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
