"""Kata packages: a folder of plain files, parsed strictly into frozen values.

Nothing of a kata's Python is imported here; its sources are bytes for the sandbox.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

import app
from app.judge.cases import CaseTemplate
from app.judge.checkpoint import CHECKPOINT_FILE, Checkpoint, read_checkpoint
from app.judge.consistency import checkpoint_cases, find_issues
from app.judge.errors import Issue, PackageInvalid, PackageNotFound
from app.judge.manifest import CaseTable, KataManifest, ReviewManifest
from app.judge.review import Criterion, FollowUp, Review, WrongAnswer
from sandbox.spec import Limits

REQUIRED_FILES = ("kata.toml", "review.toml", "statement.md", "starter.py", "reference.py")
_IGNORED = ("__pycache__",)
_Form = TypeVar("_Form", KataManifest, ReviewManifest)


@dataclass(frozen=True, slots=True, eq=False)
class KataPackage:
    """One immutable version of a kata. `digest` is the SHA-256 (hex) of its slug and files.

    Two packages are equal if they are one object, so that work on a package can be remembered by it.
    """

    slug: str
    digest: str
    title: str
    summary: str
    level: str
    minutes: int
    kinds: tuple[str, ...]
    roles: tuple[str, ...]
    tags: tuple[str, ...]
    statement: str
    starter: str
    review: Review
    limits: Limits
    manifest: KataManifest
    templates: tuple[CaseTemplate, ...]
    checkpoint: Checkpoint | None
    files: Mapping[str, bytes]

    @property
    def axes(self) -> dict[str, str | None]:
        """Give the axes in the order of the manifest, with the expressions of derived ones."""
        return {name: axis.derived for name, axis in self.manifest.axes.items()}


def builtin_katas_dir() -> Path:
    """Give the folder of the katas that come with the program."""
    return Path(app.__file__).resolve().parent.parent / "katas"


def package_folders(katas_dir: Path) -> list[Path]:
    """List the package folders below `katas_dir` by slug."""
    return sorted(path.parent for path in katas_dir.glob("*/kata.toml"))


def digest_of(slug: str, files: Mapping[str, bytes]) -> str:
    """Digest a package by its slug and its files' names and content, whatever their order and times."""
    digest = hashlib.sha256(f"{slug}:".encode())
    for name in sorted(files):
        digest.update(f"{len(name)}:{name}:{len(files[name])}:".encode())
        digest.update(files[name])
    return digest.hexdigest()


def load_folder(folder: Path) -> KataPackage:
    """Read and parse a package folder; its name is the slug.

    Raises:
        PackageNotFound: there is no such folder, or it has no kata.toml.
        PackageInvalid: with every issue found.
    """
    if not (folder / "kata.toml").is_file():
        raise PackageNotFound(f"no kata at {folder}: it has no kata.toml")
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") or part in _IGNORED for part in path.parts)
    }
    return parse_package(folder.resolve().name, files)


def parse_package(slug: str, files: Mapping[str, bytes]) -> KataPackage:
    """Parse a package from its files (relative POSIX path -> content).

    Raises:
        PackageInvalid: with every issue found.
    """
    missing = [Issue(name, "", "this file is missing") for name in REQUIRED_FILES if name not in files]
    if missing:
        raise PackageInvalid(slug, tuple(missing))
    issues: list[Issue] = []
    manifest = _read(KataManifest, "kata.toml", files["kata.toml"], issues)
    review = _read(ReviewManifest, "review.toml", files["review.toml"], issues)
    texts = {name: _text(name, files[name], issues) for name in ("statement.md", "starter.py")}
    if manifest is not None:
        issues.extend(find_issues(manifest, frozenset(files)))
    checkpoint = _checkpoint(manifest, files, issues)
    if issues or manifest is None or review is None:
        raise PackageInvalid(slug, tuple(issues))
    return KataPackage(
        slug=slug,
        digest=digest_of(slug, files),
        title=manifest.title,
        summary=manifest.summary,
        level=manifest.level,
        minutes=manifest.minutes,
        kinds=tuple(manifest.kinds),
        roles=tuple(manifest.roles),
        tags=tuple(manifest.tags),
        statement=texts["statement.md"],
        starter=texts["starter.py"],
        review=_review(review),
        limits=_limits(manifest),
        manifest=manifest,
        templates=tuple(_template(case) for case in manifest.cases),
        checkpoint=checkpoint,
        files=dict(files),
    )


def _checkpoint(
    manifest: KataManifest | None, files: Mapping[str, bytes], issues: list[Issue]
) -> Checkpoint | None:
    if CHECKPOINT_FILE not in files:
        return None
    checkpoint, faults = read_checkpoint(files[CHECKPOINT_FILE])
    issues.extend(faults)
    if manifest is not None and checkpoint is not None:
        issues.extend(checkpoint_cases(manifest, checkpoint.inputs.shape))
    return checkpoint


def _read(form: type[_Form], name: str, content: bytes, issues: list[Issue]) -> _Form | None:
    try:
        return form.model_validate(tomllib.loads(content.decode()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        issues.append(Issue(name, "", f"not readable as TOML: {error}"))
    except ValidationError as error:
        issues.extend(
            Issue(name, ".".join(str(part) for part in fault["loc"]), fault["msg"])
            for fault in error.errors()
        )
    return None


def _text(name: str, content: bytes, issues: list[Issue]) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        issues.append(Issue(name, "", f"not UTF-8: {error}"))
        return ""


def _review(table: ReviewManifest) -> Review:
    return Review(
        short_answer=table.short_answer,
        full_answer=table.full_answer,
        follow_ups=tuple(FollowUp(item.level, item.question, item.answer) for item in table.follow_ups),
        wrong_answers=tuple(WrongAnswer(item.claim, item.why) for item in table.wrong_answers),
        rubric=tuple(Criterion(item.name, item.text) for item in table.rubric),
    )


def _limits(manifest: KataManifest) -> Limits:
    table = manifest.limits
    return Limits(table.wall_s, table.cpu_s, table.memory_mib << 20, table.stdout_kib << 10)


def _template(case: CaseTable) -> CaseTemplate:
    return CaseTemplate(
        id=case.id,
        kind=case.kind,
        public=case.visibility == "public",
        sizes={
            name: (size, size) if isinstance(size, int) else (size[0], size[1])
            for name, size in case.sizes.items()
        },
        equal=tuple(case.equal),
        odd=tuple(case.odd),
        same_as=case.same_as,
        reuses_array=case.reuses_array,
        fits=(case.fits[0], case.fits[1]) if case.fits else None,
        degenerate=case.degenerate,
        dtype=case.dtype,
        fill=case.fill,
        layout=case.layout,
        inverse_layout=case.inverse_layout,
    )
