import pytest

from app.judge.report import CheckResult, CheckStatus, Evidence, Scope, Verdict
from app.judge.summary import JUDGE_FAILED, Diagnosed, summarise


def line(
    title: str, message: str, *, status: CheckStatus = CheckStatus.FAILED, at: list[int] | None = None
) -> CheckResult:
    evidence = None
    if at is not None:
        origin = "x[0]" if title == "Index law" else None
        evidence = Evidence(
            case="small",
            index=at or None,
            expected=1,
            actual=2,
            expected_from=origin,
            actual_from=origin,
            holds_when=None,
        )
    return CheckResult(
        id=title.lower(), title=title, status=status, message=message, evidence=evidence, weight=0.5
    )


DIAGNOSED = Diagnosed("Plain reshape")


class TestSummarise:
    def test_leads_with_the_diagnosis_and_the_element_that_was_traced(self) -> None:
        checks = [
            line("Round trip", "merge(split(x))[0] is 2", at=[0]),
            line("Index law", "split[0] is 2", at=[0]),
        ]
        told = summarise(Verdict.WRONG_ANSWER, checks, diagnosed=DIAGNOSED, scope=Scope.ALL)
        assert told == "Plain reshape. split[0] is 2."

    def test_a_wrong_shape_goes_before_wrong_numbers(self) -> None:
        checks = [line("Shape", "split_heads returned None"), line("Index law", "split[0] is 2", at=[0])]
        told = summarise(Verdict.WRONG_ANSWER, checks, diagnosed=None, scope=Scope.ALL)
        assert told == "Shape fails. split_heads returned None."

    def test_what_the_diagnosed_function_did_goes_before_what_another_check_found(self) -> None:
        checks = [
            line("Type", "split_heads made float64 out of float32", at=[]),
            line("Index law", "split[0] is 2"),
        ]
        diagnosed = Diagnosed("Plain reshape", frozenset({"index law"}))
        told = summarise(Verdict.WRONG_ANSWER, checks, diagnosed=diagnosed, scope=Scope.ALL)
        assert told == "Plain reshape. split[0] is 2."

    def test_a_hidden_failure_has_a_subject(self) -> None:
        checks = [line("Index law", "Index law holds on the public cases and fails on a hidden one")]
        told = summarise(Verdict.WRONG_ANSWER, checks, diagnosed=DIAGNOSED, scope=Scope.ALL)
        assert told == "Plain reshape. Index law holds on the public cases and fails on a hidden one."

    @pytest.mark.parametrize(
        ("verdict", "prefix"),
        [
            (Verdict.RUN_TIME_ERROR, "Run-time error: "),
            (Verdict.TIME_LIMIT_EXCEEDED, "Time limit exceeded: "),
            (Verdict.MEMORY_LIMIT_EXCEEDED, "Memory limit exceeded: "),
            (Verdict.OUTPUT_LIMIT_EXCEEDED, "Output limit exceeded: "),
            (Verdict.COMPILE_ERROR, "Compile error: "),
        ],
    )
    def test_a_broken_run_says_how(self, verdict: Verdict, prefix: str) -> None:
        told = summarise(verdict, [line("Runs", "split_heads stopped")], diagnosed=None, scope=Scope.ALL)
        assert told == f"{prefix}split_heads stopped."

    def test_our_fault(self) -> None:
        assert summarise(Verdict.JUDGE_ERROR, [], diagnosed=None, scope=Scope.ALL) == JUDGE_FAILED

    def test_nothing_red_and_still_not_accepted(self) -> None:
        checks = [line("Attention", "…", status=CheckStatus.NOT_EVALUATED)]
        told = summarise(Verdict.WRONG_ANSWER, checks, diagnosed=None, scope=Scope.ALL)
        assert told == "Not every check could be evaluated, so the submission is not accepted."
