"""Errors of the benchmarks."""


class BenchFailed(Exception):
    """Nothing could be measured; the text says why."""
