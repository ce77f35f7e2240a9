"""`kata doctor`: prove every layer of the sandbox on this host, and say what to do about a missing one."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from app.cli.exits import ExitCode
from app.cli.images import images_dir
from sandbox import doctor
from sandbox.doctor import Examination, Layer, LayerState, Place

_MARKS = {
    LayerState.OK: ("✓", "green"),
    LayerState.DEGRADED: ("~", "yellow"),
    LayerState.MISSING: ("✗", "red"),
    LayerState.UNKNOWN: ("·", "dim"),
}
_HEADINGS = {
    Place.HOST: "This host",
    Place.FRESH: "A child with an interpreter of its own",
    Place.WARM: "A child forked by a zygote",
}


def examine(
    as_json: Annotated[bool, typer.Option("--json", help="Print one object.")] = False,
) -> None:
    """Prove every layer of the sandbox on this host.

    Exit code: 0 every required layer holds, 1 one is missing and nothing may be judged here.
    """
    examination = asyncio.run(doctor.examine(images_dir()))
    if as_json:
        layers = [asdict(layer) for layer in examination.layers]
        print(json.dumps({"ok": examination.ok, "layers": layers}, indent=2))
    else:
        _print(Console(highlight=False, soft_wrap=True), examination)
    raise typer.Exit(ExitCode.ACCEPTED if examination.ok else ExitCode.NOT_ACCEPTED)


def _print(console: Console, examination: Examination) -> None:
    for place, heading in _HEADINGS.items():
        console.print(heading)
        for layer in examination.layers:
            if layer.place is place:
                mark, style = _MARKS[layer.state]
                told = escape(layer.evidence)
                console.print(f"[{style}]{mark}[/] {layer.name:<17} {layer.state:<8} {told}")
    lacking = [layer for layer in examination.layers if not layer.suffices]
    for label, layers in (("To do", lacking), ("To be safer still", examination.degraded)):
        for remedy in _remedies(layers):
            console.print(f"{label}: {escape(remedy)}")
    console.print(_conclusion(examination))


def _remedies(layers: Iterable[Layer]) -> list[str]:
    return list(dict.fromkeys(layer.remedy for layer in layers if layer.remedy))


def _conclusion(examination: Examination) -> str:
    if not examination.ok:
        return "A layer is missing: nothing is judged on this host."
    if examination.degraded:
        names = dict.fromkeys(layer.name for layer in examination.degraded)
        return f"Every required layer holds. Weaker than could be: {', '.join(names)}."
    return "All layers hold."
