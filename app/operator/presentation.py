"""The state of the server in the words and marks of the operator's page."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.readiness import JudgingState, Readiness
from app.core.sandbox_state import Examined, PoolState
from app.jobs.lane import QueueLoad
from sandbox.doctor import Examination, Layer, LayerState, Place

_MARKS = {
    LayerState.OK: ("passed", "✓", "holds"),
    LayerState.DEGRADED: ("weaker", "~", "weaker"),
    LayerState.MISSING: ("failed", "✕", "missing"),
    LayerState.UNKNOWN: ("not_evaluated", "–", "not tried"),
}
_PLACES = {
    Place.HOST: "This host",
    Place.FRESH: "A child with an interpreter of its own",
    Place.WARM: "A child forked by a zygote",
}


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One layer of the sandbox: `tone` is the class of its row, beside the mark and the word."""

    name: str
    tone: str
    mark: str
    word: str
    evidence: str
    remedy: str


@dataclass(frozen=True, slots=True)
class LayerGroup:
    """The layers that were tried in one place; open where there is something to see."""

    title: str
    counts: str
    is_open: bool
    rows: tuple[LayerRow, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of the page, with the words that follow it."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of judging in one line and a few words; `tone` is one of good, bad, ours and waiting."""

    tone: str
    headline: str
    text: str


def summarise(readiness: Readiness, examined: Examined | None) -> Summary:
    """Say whether this server judges, and why not."""
    match readiness.judging:
        case JudgingState.STARTING:
            return Summary("waiting", "The sandbox proves itself", "Judging opens when every layer holds.")
        case JudgingState.CLOSED:
            return Summary("bad", "Judging is closed", readiness.reason)
        case JudgingState.OPEN if not readiness.worker_runs:
            return Summary("bad", "The worker has stopped", "What is sent in is stored and waits.")
        case JudgingState.OPEN:
            weaker = dict.fromkeys(layer.name for layer in examined.examination.degraded) if examined else {}
            if weaker:
                text = f"Every required layer holds. Weaker than could be: {', '.join(weaker)}."
                return Summary("ours", "Judging is open", text)
            return Summary("good", "Judging is open", "All layers hold.")


def layer_groups(examined: Examined | None) -> tuple[LayerGroup, ...]:
    """Show every layer with what was tried and what the kernel said, by the place where it was tried."""
    return () if examined is None else tuple(_groups(examined.examination))


def _groups(examination: Examination) -> Iterator[LayerGroup]:
    for place, title in _PLACES.items():
        layers = [layer for layer in examination.layers if layer.place is place]
        if layers:
            lacks = any(layer.state in (LayerState.DEGRADED, LayerState.MISSING) for layer in layers)
            yield LayerGroup(
                title, _counts(layers), is_open=lacks or place is Place.HOST, rows=tuple(map(_row, layers))
            )


def _counts(layers: list[Layer]) -> str:
    told = []
    for state, (_tone, _mark, word) in _MARKS.items():
        number = sum(layer.state is state for layer in layers)
        if number:
            told.append(f"{number} {'hold' if state is LayerState.OK and number > 1 else word}")
    return ", ".join(told)


def _row(layer: Layer) -> LayerRow:
    tone, mark, word = _MARKS[layer.state]
    return LayerRow(layer.name, tone, mark, word, layer.evidence, layer.remedy)


def figures(load: QueueLoad | None, pool: PoolState | None) -> tuple[Figure, ...]:
    """Show the queue and, where there is one, the pool of children."""
    return (*_of_queue(load), *_of_pool(pool))


def _of_queue(load: QueueLoad | None) -> Iterator[Figure]:
    if load is not None:
        senders = {0: "", 1: ", of one sender"}.get(load.owners, f", of {load.owners} senders")
        yield Figure(f"submissions wait{senders}", load.waiting)
        yield Figure("are judged now", load.running)


def _of_pool(pool: PoolState | None) -> Iterator[Figure]:
    # Without a slot the pool was never opened.
    if pool is not None and pool.slots:
        yield Figure(f"of {pool.slots} slots are taken", pool.busy)
        yield Figure("runs wait for a slot", pool.waiting)
        yield Figure("children since the start", pool.children_run)
        yield Figure("zygotes replaced since then", pool.zygotes_replaced)
