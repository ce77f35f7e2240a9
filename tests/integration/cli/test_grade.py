"""`kata grade` and `kata list` as a person or a script calls them."""

import json
import os
from pathlib import Path

import pytest

from app.judge.report import Report
from tests.support.checkout import ROOT
from tests.support.cli import kata

KATA = ROOT / "katas" / "split_heads"
RIGHT = str(KATA / "reference.py")
WRONG = str(KATA / "submissions" / "wrong_answer" / "plain_reshape.py")


class TestGrade:
    def test_accepted(self) -> None:
        done = kata("grade", "split_heads", RIGHT, "--json", "--seed", "3")
        report = Report.model_validate_json(done.stdout)
        assert done.returncode == 0
        assert (report.verdict, report.score, report.seed, report.file) == ("accepted", 1.0, 3, RIGHT)
        assert done.stderr == b""

    def test_one_object_a_line_in_the_order_given(self) -> None:
        done = kata("grade", "split_heads", WRONG, RIGHT, "--json")
        reports = [Report.model_validate_json(line) for line in done.stdout.splitlines()]
        assert [report.verdict for report in reports] == ["wrong_answer", "accepted"]
        assert done.returncode == 1

    def test_the_keys_of_the_contract(self) -> None:
        report = json.loads(kata("grade", "split_heads", WRONG, "--json", "--seed", "3").stdout)
        assert list(report) == [
            "version",
            "kata",
            "kata_digest",
            "judge_version",
            "numpy_version",
            "memory_bound",
            "file",
            "seed",
            "verdict",
            "summary",
            "score",
            "feedback",
            "checks",
            "diagnosis",
            "advice",
            "stdout",
            "times_ms",
        ]
        evidence = next(check["evidence"] for check in report["checks"] if check["id"] == "index")
        assert evidence == {
            "case": "small",
            "index": [0, 0, 1, 0],
            "expected": evidence["expected"],
            "actual": evidence["actual"],
            "expected_from": "x[0, 1, 0]",
            "actual_from": "x[0, 0, 4]",
            "holds_when": "T == 1 or H == 1",
            "fails_when": "T > 1 and H > 1",
        }

    @pytest.mark.parametrize(("level", "checks"), [("verdict", 0), ("checks", 13), ("diagnosis", 13)])
    def test_what_a_candidate_is_shown(self, level: str, checks: int) -> None:
        done = kata("grade", "split_heads", WRONG, "--json", "--feedback", level)
        report = Report.model_validate_json(done.stdout)
        assert (report.feedback, report.seed, len(report.checks)) == (level, None, checks)
        assert (report.diagnosis is not None) is (level == "diagnosis")
        assert done.returncode == 1
        printed = kata("grade", "split_heads", WRONG, "--feedback", level).stdout.decode()
        assert "wrong answer" in printed
        assert ("Index law" in printed) is bool(checks)
        assert "For the interviewer" not in printed

    def test_a_name_does_not_steer_the_terminal(self, tmp_path: Path) -> None:
        path = tmp_path / "evil\x1b[2J\u202e.py"
        path.write_bytes(Path(RIGHT).read_bytes())
        done = kata("grade", "split_heads", str(path))
        assert done.returncode == 0
        assert b"\x1b" not in done.stdout
        assert b"evil\\x1b[2J" in done.stdout.replace(b"\n", b"")

    def test_a_level_that_is_none_is_told(self) -> None:
        done = kata("grade", "split_heads", WRONG, "--feedback", "everything")
        assert done.returncode == 2
        assert b"'verdict', 'checks'" in done.stderr

    def test_a_seed_makes_it_the_same_again(self) -> None:
        first, again = (
            json.loads(kata("grade", "split_heads", WRONG, "--json", "--seed", "9").stdout) for _ in "12"
        )
        del first["times_ms"], again["times_ms"]
        assert first == again

    def test_readable_and_without_colour_in_a_pipe(self) -> None:
        done = kata("grade", "split_heads", WRONG)
        text = done.stdout.decode()
        assert "\x1b" not in text
        assert "wrong answer" in text
        assert "✗  Index law" in text
        assert "Plain reshape: the head axis cuts across tokens" in text
        assert done.returncode == 1

    def test_standard_input(self) -> None:
        done = kata("grade", "split_heads", "-", "--json", stdin=Path(RIGHT).read_bytes())
        assert done.returncode == 0
        assert Report.model_validate_json(done.stdout).file == "-"

    def test_terminal_control_is_shown_not_sent(self) -> None:
        source = b"print('\x1b]0;title\x07[bold]')\n" + Path(RIGHT).read_bytes()
        text = kata("grade", "split_heads", "-", stdin=source).stdout.decode()
        assert "\x1b" not in text
        assert "[bold]" in text

    def test_runs_anywhere(self, tmp_path: Path) -> None:
        done = kata("grade", "split_heads", RIGHT, "--json", cwd=tmp_path)
        assert done.returncode == 0
        assert list(tmp_path.iterdir()) == []


class TestOutput:
    def test_a_file_name_that_is_no_text(self, tmp_path: Path) -> None:
        name = os.fsencode(tmp_path) + b"/\xff.py"
        Path(os.fsdecode(name)).write_bytes(Path(RIGHT).read_bytes())
        done = kata("grade", "split_heads", os.fsdecode(name), "--json")
        assert Report.model_validate_json(done.stdout).file.endswith("/\\xff.py")
        assert done.returncode == 0

    @pytest.mark.parametrize("arguments", [["list"], ["list", "--json"], ["grade", "split_heads", RIGHT]])
    def test_a_full_disk_is_told_in_one_line(self, arguments: list[str]) -> None:
        with Path("/dev/full").open("wb") as full:
            done = kata(*arguments, stdout=full)
        assert done.returncode == 3
        assert done.stderr == b"kata: cannot write the output: No space left on device\n"

    def test_a_terminal_without_unicode(self) -> None:
        done = kata("grade", "split_heads", WRONG, PYTHONIOENCODING="ascii")
        assert done.returncode == 1
        assert b"\\u2717  Index law" in done.stdout


class TestBadUsage:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["grade", "split_head", RIGHT], "there is no kata 'split_head'; did you mean split_heads?"),
            (["grade", "zzz", RIGHT], "there is no kata 'zzz'; there are split_heads"),
            (["grade", "../split_heads", RIGHT], "there is no kata '../split_heads'"),
            (
                ["grade", "split_heads", "/nowhere/x.py"],
                "cannot read /nowhere/x.py: No such file or directory",
            ),
            (["grade", "split_heads", str(KATA)], "Is a directory"),
            (["grade", "split_heads", "a\\0b"], "cannot read"),
            (["grade", "split_heads", "/dev/zero"], "/dev/zero is larger than the 64 KiB"),
            (["grade", "split_heads"], "Missing argument"),
            (["grade"], "Missing argument"),
            (["grade", "split_heads", RIGHT, "--seed", "-1"], "Invalid value"),
            (["grade", "split_heads", RIGHT, "--seed", "x"], "Invalid value"),
            (["grade", "split_heads", RIGHT, "--nosuch"], "No such option"),
            (["frobnicate"], "No such command"),
        ],
    )
    def test_exit_2_and_one_clear_message(self, arguments: list[str], words: str) -> None:
        done = kata(*arguments)
        error = done.stderr.decode()
        assert done.returncode == 2
        assert words in error.replace("│", "").replace("\n", " ")
        assert "Traceback" not in error
        assert done.stdout == b""


class TestList:
    def test_json_is_one_list(self) -> None:
        done = kata("list", "--json")
        (entry,) = json.loads(done.stdout)
        assert entry["slug"] == "split_heads"
        assert set(entry) == {
            "slug",
            "digest",
            "title",
            "summary",
            "level",
            "minutes",
            "kinds",
            "roles",
            "tags",
        }
        assert done.returncode == 0

    def test_table(self) -> None:
        text = kata("list").stdout.decode()
        assert "split_heads" in text
        assert "right shape, wrong numbers" in text
