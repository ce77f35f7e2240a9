"""`kata doctor`: prove every layer of the sandbox on this host, and say what to do about a missing one."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from app.cli.exits import ExitCode
from app.cli.images import images_dir
from sandbox import doctor
from sandbox.doctor import Examination, LayerState

_MARKS = {
    LayerState.OK: ("✓", "green"),
    LayerState.MISSING: ("✗", "red"),
    LayerState.UNKNOWN: ("·", "dim"),
}


def examine(
    as_json: Annotated[bool, typer.Option("--json", help="Print one object.")] = False,
) -> None:
    """Prove every layer of the sandbox on this host.

    Exit code: 0 all layers hold, 1 a layer is missing and nothing may be judged here.
    """
    examination = asyncio.run(doctor.examine(images_dir()))
    if as_json:
        layers = [asdict(layer) for layer in examination.layers]
        print(json.dumps({"ok": examination.ok, "layers": layers}, indent=2))
    else:
        _print(Console(highlight=False, soft_wrap=True), examination)
    raise typer.Exit(ExitCode.ACCEPTED if examination.ok else ExitCode.NOT_ACCEPTED)


def _print(console: Console, examination: Examination) -> None:
    for layer in examination.layers:
        mark, style = _MARKS[layer.state]
        console.print(f"[{style}]{mark}[/] {layer.name:<17} {layer.state:<8} {escape(layer.evidence)}")
    for remedy in dict.fromkeys(layer.remedy for layer in examination.layers if layer.remedy):
        console.print(f"To do: {escape(remedy)}")
    console.print(
        "All layers hold." if examination.ok else "A layer is missing: nothing is judged on this host."
    )
