"""A submission that looks everywhere finds neither katas nor judge; where the host shows, it does."""

import shutil
import tempfile
from pathlib import Path

from app.judge.report import Verdict
from sandbox.jail.walls import Wall
from sandbox.spec import Limits, RunSpec
from tests.support.hostile import telling
from tests.support.hostile.arena import KATA, PAIR, Arena
from tests.support.hostile.attacks import Tried

PATIENT = Limits(wall_s=20.0, cpu_s=20.0)
PARTS = Path(__file__).resolve().parents[2] / "parts"
LOOK = """
import importlib
import os
import sys
import zipimport

TOPS = ["/", *{places!r}]
WANTED = ("kata.toml", "review.toml", "split_heads", "hidden")
MODULES = ("app", "app.judge.judge", "katas", "katas.split_heads.reference", "tests", "sandbox.fresh")


def walked():
    for top in TOPS:
        for folder, folders, files in os.walk(top):
            for name in (*folders, *files):
                if any(wanted in name for wanted in WANTED):
                    return
    raise LookupError("nothing of a kata is there")


def imported():
    sys.path[:0] = ["/", "/runner", "/katas", "/app"]
    for name in MODULES:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        return
    raise LookupError("nothing of the judge can be imported")


report("walk", walked)
report("import", imported)
report("zip", lambda: zipimport.zipimporter("/runner/app.zip"))
"""


def source(*places: str) -> bytes:
    before = (PARTS / "report.py").read_bytes()
    return before + LOOK.format(places=places).encode() + (PARTS / "answers.py").read_bytes()


async def run(arena: Arena) -> None:
    judgement = await arena.judged(source("/tmp", "/home", "/proc/self/cwd"), limits=PATIENT)
    assert judgement.candidate.verdict is Verdict.ACCEPTED, judgement.interviewer.summary
    found: Tried = {"walk": ("LookupError",), "import": ("LookupError",), "zip": ("ZipImportError",)}
    telling.check(judgement.interviewer.stdout, found)


async def control(arena: Arena) -> None:
    """Plant a kata in a folder of the host that all may read, and take the root away."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-kata-"))
    try:
        folder.chmod(0o755)
        (folder / "kata.toml").write_bytes(KATA.files["kata.toml"])
        async with arena.weakened({Wall.ROOT, Wall.LANDLOCK}, slots=1) as runner:
            # The planted folder alone: the host's own files are many.
            text = source(str(folder)).replace(b'["/", *', b"[*")
            result = await runner.run(RunSpec(text, PAIR, PATIENT))
    finally:
        shutil.rmtree(folder)
    assert telling.told(telling.printed(result))["walk"] == {"done"}
