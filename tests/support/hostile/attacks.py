"""Attacks as folders: what is submitted, what must come of it, and how it is shown to be a real attack."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, field_validator

from app.judge.report import Scope, Verdict
from sandbox.jail.walls import Wall
from sandbox.spec import Limits, RunStatus

ATTACKS_DIR: Final = Path(__file__).resolve().parents[2] / "hostile" / "attacks"
_PARTS_DIR: Final = ATTACKS_DIR.parent / "parts"
_DEFAULT_LIMITS: Final = Limits(wall_s=5.0, cpu_s=5.0)

OTHER_STOPS: Final = {
    "clock": "the deadline outside, and the kill through a pidfd",
    "budget": "the bounds on what is read of a child",
    "frame reader": "the reader of the result channel, which takes only whole frames of the closed form",
    "outside check": "checks that compare answer bytes outside the child",
    "fresh inputs": "inputs drawn outside, anew for every submission",
    "clean process": "no secret is ever in a process that a child comes from",
    "report": "the candidate's view, which is built from public cases alone",
    "pool": "the slots and the queue before them",
    "zygote guard": "the zygote's own checks, and its replacement",
    "interpreter": "Python's own guards: MemoryError, RecursionError, the compiler's depth",
    "kernel": "a rule of the kernel that needs no wall of ours",
    "text guard": "hostile text made fit to be shown",
    "request check": "bounds on a submission before any child",
}
"""What may stop an attack besides a wall."""


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class LimitsForm(_Form):
    """Limits other than the usual ones."""

    wall_s: float = _DEFAULT_LIMITS.wall_s
    cpu_s: float = _DEFAULT_LIMITS.cpu_s
    memory_mib: int = _DEFAULT_LIMITS.memory_bytes >> 20
    stdout_kib: int = _DEFAULT_LIMITS.stdout_bytes >> 10

    def limits(self) -> Limits:
        return Limits(self.wall_s, self.cpu_s, self.memory_mib << 20, self.stdout_kib << 10)


Tried = dict[str, tuple[str, ...]]


def _tried(value: object) -> object:
    """Let one word stand for a choice of one."""
    if not isinstance(value, dict):
        return value
    return {name: (said,) if isinstance(said, str) else said for name, said in value.items()}


class Control(_Form):
    """How the attack is shown to succeed where nothing stops it: exactly one way, or why there is none."""

    without: frozenset[Wall] = frozenset()
    tried: Tried = Field(default_factory=dict)
    status: RunStatus | None = None
    says: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    limits: LimitsForm | None = None
    outlives: bool = False
    naive: str = ""
    scenario: bool = False
    none: str = ""
    paths: tuple[str, ...] = ("fresh", "warm")

    read_tried = field_validator("tried", mode="before")(_tried)

    @property
    def ways(self) -> int:
        leaves_out = bool(self.without) and not self.outlives
        return sum((leaves_out, self.outlives, bool(self.naive), self.scenario, bool(self.none)))


class _Attempt(_Form):
    """One submission's keys; those that stand for all submissions of a folder are of the same form."""

    file: str = "submission.py"
    expect: tuple[Verdict, ...] = ()
    stopped_by: tuple[str, ...] = ()
    parts: tuple[str, ...] = Field(default=(), alias="with")
    needs: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    scope: Scope = Scope.PUBLIC
    limits: LimitsForm = LimitsForm()
    tried: Tried = Field(default_factory=dict)
    control: Control | None = None
    further: tuple[Control, ...] = ()
    """Controls besides: another wall behind the first, or what is different on one path."""

    read_tried = field_validator("tried", mode="before")(_tried)

    @property
    def controls(self) -> tuple[Control, ...]:
        return (self.control, *self.further) if self.control else self.further

    @field_validator("expect", "stopped_by", mode="before")
    @classmethod
    def read_one(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value


class _Folder(_Attempt):
    title: str
    submissions: tuple[_Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class Attack:
    """One submission of an attack's folder, with everything that is expected of it."""

    folder: Path
    title: str
    form: _Attempt

    @property
    def id(self) -> str:
        stem = self.form.file.rsplit(".", 1)[0].removeprefix("submission").strip("_")
        return f"{self.folder.name}-{stem}" if stem else self.folder.name

    @property
    def source(self) -> bytes:
        """What is submitted: the file, between the parts that it asks for."""
        own = (self.folder / self.form.file).read_bytes()
        pieces = {name: (_PARTS_DIR / f"{name}.py").read_bytes() for name in self.form.parts}
        before = pieces.pop("report", b"")
        return b"\n".join(piece for piece in (before, own, *pieces.values()) if piece)


@dataclass(frozen=True, slots=True)
class Scenario:
    """An attack that takes several submissions, or more than a submission."""

    folder: Path
    script: Path
    form: _Attempt

    @property
    def id(self) -> str:
        return self.folder.name


def folders() -> list[Path]:
    """List the attacks' folders in their order."""
    return sorted(ATTACKS_DIR.glob("[0-9][0-9]_*/"))


def number_of(folder: Path) -> int:
    """Give the number of an attack in the threat model."""
    return int(folder.name.split("_")[0])


def load(folder: Path) -> tuple[list[Attack], list[Scenario]]:
    """Read one folder: its submissions and its scenario."""
    table = tomllib.loads((folder / "attack.toml").read_text(encoding="utf-8"))
    common = {key: value for key, value in table.items() if key not in {"title", "submissions"}}
    form = _Folder.model_validate(table)
    merged = [_Attempt.model_validate({**common, **one}) for one in table.get("submissions", [])]
    if not merged and (folder / form.file).is_file():
        merged = [_Attempt.model_validate(common)]
    attacks = [Attack(folder, form.title, attempt) for attempt in merged]
    scenarios = [
        Scenario(folder, script, _Attempt.model_validate(common))
        for script in sorted(folder.glob("scenario*.py"))
    ]
    return attacks, scenarios


def all_attacks() -> list[Attack]:
    """Read every submission of every folder."""
    return [attack for folder in folders() for attack in load(folder)[0]]


def all_scenarios() -> list[Scenario]:
    """Read every scenario."""
    return [scenario for folder in folders() for scenario in load(folder)[1]]
