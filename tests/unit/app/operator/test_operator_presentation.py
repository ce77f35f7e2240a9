from datetime import UTC, datetime

from app.core.readiness import Readiness
from app.core.sandbox_state import Examined, PoolState
from app.jobs.lane import QueueLoad
from app.operator.presentation import Figure, figures, layer_groups, summarise
from sandbox.doctor import Examination, Layer, LayerState, Place

AT = datetime(2026, 11, 30, tzinfo=UTC)


def _examined(*layers: Layer) -> Examined:
    return Examined(Examination(layers), AT)


def test_each_state_of_judging_is_told() -> None:
    readiness = Readiness()
    assert summarise(readiness, None).tone == "waiting"
    readiness.close("no namespaces; run: sudo sysctl")
    closed = summarise(readiness, None)
    assert (closed.tone, closed.text) == ("bad", "no namespaces; run: sudo sysctl")
    readiness.open()
    assert summarise(readiness, None).headline == "The worker has stopped"
    readiness.worker_runs = True
    whole = summarise(readiness, _examined(Layer("seccomp", LayerState.OK, "")))
    assert (whole.tone, whole.headline, whole.text) == ("good", "Judging is open", "All layers hold.")


def test_what_is_weaker_is_told_once() -> None:
    readiness = Readiness(worker_runs=True)
    readiness.open()
    ring = [Layer("outer ring", LayerState.DEGRADED, "1 ring", place=place) for place in Place]
    summary = summarise(readiness, _examined(*ring, Layer("seccomp", LayerState.OK, "")))
    assert summary.tone == "ours"
    assert summary.text == "Every required layer holds. Weaker than could be: outer ring."


def test_each_state_of_a_layer_has_a_mark_and_a_word() -> None:
    layers = [Layer(state.value, state, "evidence", "remedy") for state in LayerState]
    (group,) = layer_groups(_examined(*layers))
    assert {row.name: (row.tone, row.mark, row.word) for row in group.rows} == {
        "ok": ("passed", "✓", "holds"),
        "degraded": ("weaker", "~", "weaker"),
        "missing": ("failed", "✕", "missing"),
        "unknown": ("not_evaluated", "–", "not tried"),
    }
    assert group.counts == "1 holds, 1 weaker, 1 missing, 1 not tried"


def test_groups_are_open_where_there_is_something_to_see() -> None:
    host, fresh = Layer("image", LayerState.OK, ""), Layer("seccomp", LayerState.OK, "", place=Place.FRESH)
    warm = Layer("zygote", LayerState.MISSING, "", place=Place.WARM)
    untried = Layer("zygote", LayerState.UNKNOWN, "", place=Place.WARM)
    groups = layer_groups(_examined(fresh, warm, host))
    assert [(group.title, group.is_open) for group in groups] == [
        ("This host", True),
        ("A child with an interpreter of its own", False),
        ("A child forked by a zygote", True),
    ]
    assert [group.is_open for group in layer_groups(_examined(host, untried))] == [True, False]


def test_before_the_examination_there_are_no_layers() -> None:
    assert layer_groups(None) == ()


def test_figures_of_the_queue_and_the_pool() -> None:
    load = QueueLoad(waiting=7, owners=2, running=1)
    pool = PoolState(slots=4, busy=3, waiting=5, children_run=600, zygotes_replaced=1)
    shown = figures(load, pool)
    assert Figure("submissions wait, of 2 senders", 7) in shown
    assert Figure("of 4 slots are taken", 3) in shown
    assert [figure.value for figure in shown] == [7, 1, 3, 5, 600, 1]
    assert figures(None, None) == figures(None, PoolState(0, 0, 0, 0, 0)) == ()
    one, none = QueueLoad(waiting=1, owners=1, running=0), QueueLoad(waiting=0, owners=0, running=0)
    assert figures(one, None)[0].name == "submissions wait, of one sender"
    assert figures(none, None)[0].name == "submissions wait"
