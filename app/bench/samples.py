"""Medians and tails of what was measured."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Samples:
    """Durations of one variant, in seconds."""

    durations_s: list[float] = field(default_factory=list)

    def add(self, duration_s: float) -> None:
        """Keep one more duration."""
        self.durations_s.append(duration_s)

    @property
    def median_s(self) -> float:
        """Give the middle duration."""
        return statistics.median(self.durations_s)

    def told(self, name: str) -> dict[str, float]:
        """Write median, 99th percentile and count out as baselines, in milliseconds."""
        return {
            f"{name}_ms_median": rounded(self.median_s * 1000),
            f"{name}_ms_p99": rounded(percentile(self.durations_s, 99) * 1000),
            f"{name}_runs": len(self.durations_s),
        }


def percentile(values: Sequence[float], percent: float) -> float:
    """Give the smallest value that at least `percent` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def median(values: Iterable[float]) -> float:
    """Give the middle value."""
    return statistics.median(values)


def rounded(value: float) -> float:
    """Keep four significant digits, which is more than any measurement here is worth."""
    return float(f"{value:.4g}")
