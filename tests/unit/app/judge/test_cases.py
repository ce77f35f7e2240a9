import zlib

import numpy as np
import pytest

from app.judge.cases import Case, CaseKind, CaseTemplate, Fill, draw_cases, fill_values, public_seed
from app.judge.errors import JudgingFailed

AXES = {"B": None, "T": None, "D": "H*d", "H": None, "d": None}


def draw(*templates: CaseTemplate, seed: int = 1) -> tuple[Case, ...]:
    return draw_cases(templates, axes=AXES, slug="kata", seed=seed)


def layout(**changes: object) -> CaseTemplate:
    sizes = {"B": (2, 3), "T": (4, 8), "H": (2, 4), "d": (3, 7)}
    return CaseTemplate(**{"id": "c", "kind": CaseKind.LAYOUT, "public": False, "sizes": sizes} | changes)  # type: ignore[arg-type]


class TestDrawCases:
    def test_all_sizes_differ(self) -> None:
        for seed in range(200):
            (case,) = draw(layout(), seed=seed)
            assert len(set(case.sizes.values())) == 5

    def test_derived_axis_works_out(self) -> None:
        (case,) = draw(layout())
        assert case.sizes["D"] == case.sizes["H"] * case.sizes["d"]

    def test_odd_axes_are_odd(self) -> None:
        assert all(draw(layout(odd=("d",)), seed=seed)[0].sizes["d"] % 2 for seed in range(50))

    def test_equal_axes_are_equal(self) -> None:
        for seed in range(50):
            (case,) = draw(layout(equal=("T", "H")), seed=seed)
            assert case.sizes["T"] == case.sizes["H"]

    def test_same_as_takes_sizes_and_not_values(self) -> None:
        first, again = draw(layout(), layout(id="again", sizes={}, same_as="c"))
        assert first.sizes == again.sizes
        shape = (first.sizes["B"], first.sizes["D"])
        assert not np.array_equal(fill_values(first, shape, "x"), fill_values(again, shape, "x"))

    def test_public_cases_do_not_depend_on_the_seed(self) -> None:
        one, other = (draw(layout(public=True), seed=seed)[0] for seed in (1, 2))
        assert one == other
        assert one.seed == public_seed("kata")

    def test_hidden_cases_depend_on_the_seed_alone(self) -> None:
        assert draw(layout(), seed=7) == draw(layout(), seed=7)
        assert len({str(draw(layout(), seed=seed)[0].sizes) for seed in range(20)}) > 1

    def test_a_further_case_leaves_the_others_alone(self) -> None:
        assert draw(layout())[0] == draw(layout(id="before"), layout())[1]

    def test_conditions_that_cannot_be_met(self) -> None:
        with pytest.raises(JudgingFailed, match="case 'c': no sizes"):
            draw(layout(sizes={"B": (2, 2), "T": (2, 2), "H": (3, 3), "d": (4, 4)}))


class TestFillValues:
    @pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "complex128"])
    def test_tags_are_unique_and_unsorted(self, dtype: str) -> None:
        (case,) = draw(layout(dtype=dtype))
        values = fill_values(case, (6, 40), "x").ravel()
        assert values.dtype == dtype
        assert len(np.unique(values)) == values.size
        assert not np.array_equal(values, np.sort(values))

    def test_some_tags_have_fractions(self) -> None:
        (case,) = draw(layout())
        assert np.any(fill_values(case, (10, 10), "x") % 1)

    def test_streams_differ(self) -> None:
        (case,) = draw(layout())
        assert not np.array_equal(fill_values(case, (9, 9), "x"), fill_values(case, (9, 9), "y"))

    def test_bool_has_both(self) -> None:
        (case,) = draw(layout(dtype="bool"))
        assert set(fill_values(case, (10, 10), "x").ravel().tolist()) == {True, False}

    def test_specials_are_all_there(self) -> None:
        (case,) = draw(layout(fill=Fill.SPECIALS))
        values = fill_values(case, (5, 8), "x").astype(np.float64).ravel()
        assert np.isnan(values).sum() == 2
        assert np.isposinf(values).any()
        assert np.isneginf(values).any()
        assert (np.signbit(values) & (values == 0)).any()
        assert len(set(values[np.isnan(values)].view(np.uint64).tolist())) == 2


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**32 + 7, 2**63 - 1])
def test_a_stream_is_seeded_with_the_seed_and_its_name(seed: int) -> None:
    (case,) = draw(layout(sizes={"B": (2, 2), "T": (4, 4), "H": (3, 3), "d": (5, 5)}), seed=seed)
    own = np.random.default_rng([seed, zlib.crc32(b"c/x")])
    assert case.generator("x").integers(2**63) == own.integers(2**63)
