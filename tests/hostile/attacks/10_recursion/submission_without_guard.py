import sys

sys.setrecursionlimit(10**9)


def deep(levels):
    return levels and deep(levels - 1)


deep(1_500_000)
print("attack: deep: done")
