"""Imports go one way, and the sandbox stands on the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.support.checkout import ROOT, own_files, relative


def imported_packages(path: Path) -> set[str]:
    packages: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            packages.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            packages.add(node.module.partition(".")[0])
    return packages


def in_child(path: Path) -> set[str]:
    return {"numpy"} if relative(path).startswith(("sandbox/child/", "sandbox/zygote/")) else set()


def test_import_contracts_hold() -> None:
    told = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_sandbox_imports_the_standard_library_only() -> None:
    foreign = {
        relative(path): packages - sys.stdlib_module_names - {"sandbox"} - in_child(path)
        for path in own_files(".py")
        if relative(path).startswith("sandbox/") and (packages := imported_packages(path))
    }
    assert {name: packages for name, packages in foreign.items() if packages} == {}
