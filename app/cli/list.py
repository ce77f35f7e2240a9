"""`kata list`: the katas at hand."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from app.cli.katas import kata_folders, load
from app.judge.package import KataPackage


def list_katas(
    as_json: Annotated[bool, typer.Option("--json", help="Print one list of objects.")] = False,
) -> None:
    """List the katas with level, minutes and title."""
    packages = [load(folder) for folder in kata_folders()]
    if as_json:
        print(json.dumps([_entry(package) for package in packages], indent=2))
        return
    table = Table("kata", "level", "minutes", "title", box=None, pad_edge=False)
    for package in packages:
        table.add_row(package.slug, package.level, str(package.minutes), package.title)
    Console(highlight=False).print(table)


def _entry(package: KataPackage) -> dict[str, str | int | list[str]]:
    return {
        "slug": package.slug,
        "digest": package.digest,
        "title": package.title,
        "summary": package.summary,
        "level": package.level,
        "minutes": package.minutes,
        "kinds": list(package.kinds),
        "roles": list(package.roles),
        "tags": list(package.tags),
    }
