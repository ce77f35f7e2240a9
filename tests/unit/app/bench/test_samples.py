from hypothesis import given
from hypothesis import strategies as st

from app.bench.samples import Samples, median, percentile, rounded


class TestPercentile:
    def test_is_one_of_the_values(self) -> None:
        assert percentile(list(range(1, 101)), 99) == 99
        assert percentile([3.0, 1.0, 2.0], 99) == 3.0
        assert percentile([5.0], 99) == 5.0

    @given(st.lists(st.integers(), min_size=1), st.integers(1, 100))
    def test_so_many_do_not_exceed_it(self, values: list[int], percent: int) -> None:
        found = percentile(values, percent)
        assert found in values
        assert sum(value <= found for value in values) * 100 >= percent * len(values)


class TestSamples:
    def test_are_told_in_milliseconds(self) -> None:
        samples = Samples()
        for duration_s in (0.001, 0.002, 0.009):
            samples.add(duration_s)
        assert samples.median_s == 0.002
        assert samples.told("fork") == {"fork_ms_median": 2.0, "fork_ms_p99": 9.0, "fork_runs": 3}


def test_median_of_an_even_count_lies_between() -> None:
    assert median([1.0, 4.0]) == 2.5


def test_four_digits_are_kept() -> None:
    assert (rounded(0.123456), rounded(12345.6), rounded(0)) == (0.1235, 12350.0, 0.0)
