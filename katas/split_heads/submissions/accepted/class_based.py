"""Functions that are methods of one object."""


class Heads:
    def __init__(self, order):
        self.order = order

    def split(self, x, n_heads):
        B, T, D = x.shape
        if D % n_heads:
            raise ValueError("cannot share the features out evenly")
        return x.reshape(B, T, n_heads, D // n_heads).transpose(self.order)

    def merge(self, x):
        B, H, T, d = x.shape
        return x.transpose(self.order).reshape(B, T, H * d)


_heads = Heads((0, 2, 1, 3))
split_heads = _heads.split
merge_heads = _heads.merge
