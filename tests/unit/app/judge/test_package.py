from pathlib import Path

import pytest

from app.judge.errors import PackageInvalid, PackageNotFound
from app.judge.package import KataPackage, builtin_katas_dir, digest_of, load_folder, parse_package
from tests.support.fake_judge import SPLIT_HEADS

TOML = SPLIT_HEADS.files["kata.toml"].decode()


def parse(**changes: bytes | None) -> KataPackage:
    files = dict(SPLIT_HEADS.files)
    for name, content in changes.items():
        path = name.replace("__", ".")
        if content is None:
            del files[path]
        else:
            files[path] = content
    return parse_package("split_heads", files)


def issues_of(old: str, new: str) -> str:
    assert old in TOML
    with pytest.raises(PackageInvalid) as caught:
        parse(kata__toml=TOML.replace(old, new, 1).encode())
    return "\n".join(str(issue) for issue in caught.value.issues)


class TestLoadFolder:
    def test_the_slug_is_the_folder(self) -> None:
        assert SPLIT_HEADS.slug == "split_heads"
        assert SPLIT_HEADS.title == "Split heads: right shape, wrong numbers"

    def test_hidden_files_and_caches_do_not_count(self, tmp_path: Path) -> None:
        folder = tmp_path / "split_heads"
        for name, content in SPLIT_HEADS.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        (folder / ".notes").write_text("not mine")
        (folder / "__pycache__").mkdir()
        (folder / "__pycache__" / "reference.pyc").write_bytes(b"x")
        assert load_folder(folder).digest == SPLIT_HEADS.digest

    def test_no_such_folder(self, tmp_path: Path) -> None:
        with pytest.raises(PackageNotFound, match=r"it has no kata\.toml"):
            load_folder(tmp_path)

    def test_builtin_katas_are_there(self) -> None:
        assert (builtin_katas_dir() / "split_heads" / "kata.toml").is_file()


class TestDigest:
    def test_depends_on_names_and_content(self) -> None:
        digests = {
            digest_of("k", files) for files in ({"a": b"b"}, {"ab": b""}, {"a": b"", "b": b""}, {"a": b"c"})
        }
        assert len(digests) == 4

    def test_depends_on_the_slug(self) -> None:
        assert digest_of("k", {"a": b"b"}) != digest_of("l", {"a": b"b"})

    def test_does_not_depend_on_order(self) -> None:
        assert digest_of("k", {"a": b"1", "b": b"2"}) == digest_of("k", {"b": b"2", "a": b"1"})


class TestIssues:
    def test_missing_files_all_at_once(self) -> None:
        with pytest.raises(PackageInvalid) as caught:
            parse(statement__md=None, review__toml=None)
        assert [issue.file for issue in caught.value.issues] == ["review.toml", "statement.md"]

    def test_broken_toml(self) -> None:
        with pytest.raises(PackageInvalid, match="not readable as TOML"):
            parse(kata__toml=b"format = ")

    def test_text_that_is_no_utf_8(self) -> None:
        with pytest.raises(PackageInvalid, match=r"statement\.md: not UTF-8"):
            parse(statement__md=b"\xff")

    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            ("minutes = 8", 'minutes = "8"', "minutes: Input should be a valid integer"),
            ("minutes = 8", "minutes = 8\nminuets = 9", "minuets: Extra inputs are not permitted"),
            ('rule = "exact"', 'rule = "exakt"', "rule: Input should be 'defined'"),
            ('array = "B T D"', 'array = "B T Q"', "functions.split_heads.array: unknown name 'Q'"),
            ('derived = "H*d"', 'derived = "H+d"', "axes.D.derived: 'H+d' is no product"),
            ('numbers = ["H"]', 'numbers = ["h"]', "unknown name 'h'"),
            ('inverse = "merge_heads"', 'inverse = "merge_head"', "did you mean 'merge_heads'?"),
            ('gates = ["runs"]', 'gates = ["ruins"]', "checks.shape.gates: unknown name 'ruins'"),
            ("weight = 0.20", "weight = 0.30", "the weights must sum to 1, and sum to 1.1"),
            ("d = [3, 7]", "d = [7, 3]", "cases.odd-width.sizes.d: [7, 3] is no range"),
            ('id = "narrow"', 'id = "small"', "cases.small: this id is taken"),
            ('dtype = "float32"', 'dtype = "float23"', "did you mean 'float32'?"),
            (
                'same_as = "odd-width"',
                'same_as = "wide"',
                "cases.odd-width-again.same_as: unknown name 'wide'",
            ),
            (
                "sizes = { B = 1, T = 3, H = 2, d = 4 }",
                "sizes = { B = 1, T = 3, H = 2 }",
                "axis 'd' has no size",
            ),
            (
                "B = 2, T = 4, D = 10, H = 4",
                "B = 2, T = 4, H = 4",
                "cases.uneven.sizes: axis 'D' has no size",
            ),
            (
                'submission = "wrong_answer/plain_reshape.py"',
                'submission = "wrong_answer/plan.py"',
                "there is no submissions/wrong_answer/plan.py",
            ),
            ('diagnosis = "batch_mixed"', 'diagnosis = "batch_mixd"', "did you mean 'batch_mixed'?"),
            (
                '[submissions."wrong_answer/nan_cleaned.py"]',
                '[submissions."no.py"]',
                "there is no submissions/no.py",
            ),
            (
                'covers = ["merge_heads"]',
                'covers = ["merge"]',
                "diagnoses.own_inverse_pair: unknown name 'merge'",
            ),
            (
                'failed = ["dtype"]',
                'failed = ["dtypes"]',
                "diagnoses.dtype_changed.when: unknown name 'dtypes'",
            ),
        ],
    )
    def test_each_names_place_and_remedy(self, old: str, new: str, words: str) -> None:
        assert words in issues_of(old, new)

    def test_several_at_once(self) -> None:
        text = issues_of('array = "B T D"', 'array = "B T Q"\nfoo = 1')
        assert "foo" in text
