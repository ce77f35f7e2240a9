"""The checkout as a set of files, for tests about the repository itself."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_BUILT = {".git", ".venv", "node_modules", "dist", "data", "__pycache__", "htmlcov", "test-results"}
_CACHES = {".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache", ".coverage"}


def own_files(*suffixes: str) -> list[Path]:
    """List the files that are, or are about to be, under version control; of these suffixes, if any."""
    git = shutil.which("git") or "git-is-missing"
    names = subprocess.run(
        ["/usr/bin/env", git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if names.returncode == 0:
        paths = [ROOT / name for name in names.stdout.split("\0") if name]
    else:  # an unpacked source archive
        made = _BUILT | _CACHES
        paths = [path for path in ROOT.rglob("*") if made.isdisjoint(path.relative_to(ROOT).parts)]
    return sorted(path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes))


def python_files() -> list[Path]:
    """List our Python files; kata submissions are content in other people's style and not among them."""
    scripts = [ROOT / "dev"]
    return scripts + [path for path in own_files(".py") if path.relative_to(ROOT).parts[0] != "katas"]


def relative(path: Path) -> str:
    """Name a file as seen from the top of the checkout."""
    return path.relative_to(ROOT).as_posix()
