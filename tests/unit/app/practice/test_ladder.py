"""The ladder of answers: strict, and each step holds only its own."""

from app.judge.review import FollowUp, Review, WrongAnswer
from app.practice.ladder import climb, steps_of

REVIEW = Review(
    short_answer="short text",
    full_answer="full text",
    follow_ups=(FollowUp("L2", "why", "because"), FollowUp("L3", "how", "thus")),
    wrong_answers=(WrongAnswer("it is fine", "it is not"),),
    rubric=(),
)
NAMES = ["short", "full", "follow-up-1", "follow-up-2", "wrong-1"]


def test_the_order_of_the_steps() -> None:
    assert [step.name for step in steps_of(REVIEW)] == NAMES


def test_a_locked_ladder_shows_nothing() -> None:
    ladder = climb(REVIEW, frozenset(NAMES), unlocked=False)
    assert ladder.revealed == ()
    assert ladder.next_step is None


def test_each_step_makes_the_one_after_it_next() -> None:
    for height, name in enumerate(NAMES):
        ladder = climb(REVIEW, frozenset(NAMES[:height]), unlocked=True)
        assert len(ladder.revealed) == height
        assert ladder.next_step is not None
        assert ladder.next_step.name == name


def test_at_the_top_nothing_is_next() -> None:
    ladder = climb(REVIEW, frozenset(NAMES), unlocked=True)
    assert (len(ladder.revealed), ladder.next_step) == (5, None)


def test_a_gap_hides_what_is_above_it() -> None:
    ladder = climb(REVIEW, frozenset({"short", "follow-up-1"}), unlocked=True)
    assert [step.name for step in ladder.revealed] == ["short"]


def test_a_question_has_its_level_and_a_claim_is_no_prompt() -> None:
    steps = {step.name: step for step in steps_of(REVIEW)}
    assert (steps["follow-up-2"].level, steps["follow-up-2"].prompt) == ("L3", "how")
    assert (steps["wrong-1"].prompt, steps["wrong-1"].claim) == ("", "it is fine")
