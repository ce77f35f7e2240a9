"""Finding the katas that come with the program."""

import difflib
from pathlib import Path

from app.cli.exits import ExitCode, fail
from app.judge.errors import KataError, PackageInvalid
from app.judge.package import KataPackage, builtin_katas_dir, load_folder, package_folders


def find_kata(slug: str) -> KataPackage:
    """Load a kata by its slug, or exit with what is wrong and the nearest name."""
    folders = {folder.name: folder for folder in package_folders(builtin_katas_dir())}
    if slug not in folders:
        near = difflib.get_close_matches(slug, folders, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(folders) or 'none'}"
        fail(f"there is no kata {slug!r}; {hint}", ExitCode.USAGE)
    return load(folders[slug])


def load(folder: Path) -> KataPackage:
    """Load a package folder, or exit with every issue it has."""
    try:
        return load_folder(folder)
    except PackageInvalid as error:
        issues = "".join(f"\n  {issue}" for issue in error.issues)
        fail(f"kata {error.slug!r} is not well formed:{issues}", ExitCode.USAGE)
    except KataError as error:
        fail(str(error), ExitCode.USAGE)
