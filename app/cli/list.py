"""`kata list`: the katas at hand."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from app.cli.katas import load
from app.judge.package import builtin_katas_dir, package_folders
from app.practice.schemas import view_summary


def list_katas(
    as_json: Annotated[bool, typer.Option("--json", help="Print one list of objects.")] = False,
) -> None:
    """List the katas with level, minutes and title."""
    packages = [load(folder) for folder in package_folders(builtin_katas_dir())]
    if as_json:
        print(json.dumps([view_summary(package).model_dump() for package in packages], indent=2))
        return
    table = Table("kata", "level", "minutes", "title", box=None, pad_edge=False)
    for package in packages:
        table.add_row(package.slug, package.level, str(package.minutes), package.title)
    Console(highlight=False).print(table)
