"""Whatever a submission prints or raises is shown as text: in the report, and by the command line."""

import unicodedata
from typing import Final

import pytest
from rich.console import Console

import sandbox.log
from app.cli.report_table import print_report
from app.judge.report import Report, Verdict
from tests.support.hostile.arena import Arena

SOURCE: Final = rb"""
import os, sys

NASTY = (
    b"\x1b[31mred\x1b]0;title\x07\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\ \x1b[2J\x1b[6n"
    b"\x00\x08\x7f\xc2\x9b31m \xff\xfe \xe2\x80\xae turned \xe2\x81\xa9 \r\r [bold]markup[/bold]\n"
)
os.write(1, NASTY)
os.write(2, NASTY)
TEXT = NASTY.decode("utf-8", "surrogateescape")
sys.stdout.write("\u0301" * 10**6 + "\n")

def split_heads(x, n_heads):
    raise type("\x1b[31mError\n\u202e", (Exception,), {})(TEXT)

def merge_heads(x):
    return type("\x1b[1mThing", (), {})()
"""
MAY_STAND: Final = {"\n", "\t"}
DANGEROUS: Final = {"Cc", "Cs", "Co"}
TURNING: Final = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def acting(text: str) -> set[str]:
    """Pick the characters that do something instead of being shown."""
    return {
        char
        for char in text
        if char in TURNING or (unicodedata.category(char) in DANGEROUS and char not in MAY_STAND)
    }


async def report_of(arena: Arena) -> Report:
    return (await arena.judged(SOURCE)).interviewer


async def run(arena: Arena) -> None:
    report = await report_of(arena)
    assert report.verdict is Verdict.RUN_TIME_ERROR
    texts = [report.stdout, report.summary, *(line.message for line in report.checks)]
    assert set.union(*map(acting, texts)) == set()
    assert "\\x1b[31mred" in report.stdout
    assert len(report.stdout) < 1 << 20
    console = Console(force_terminal=False, width=100, record=True, quiet=True)
    print_report(console, report)
    assert acting(console.export_text()) == set()
    assert "\\x1b[31mError" in console.export_text(clear=False) or "\\x1b[31mError" in report.summary


async def control(arena: Arena) -> None:
    """Decoded and no more, the same output does act."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox.log, "shown", lambda data: data.decode("utf-8", "replace"))
        report = await report_of(arena)
    assert {"\x1b", "\x00", "\u202e"} <= acting(report.stdout)
