"""The root image: one directory with an interpreter, its standard library and NumPy, and no more.

Built once by copying and never changed: `<images>/<digest>/root` holds `/python`, `/packages`,
`/lib`, the dynamic loader at its own path, and `/runner` with the child's code. Half-built images
are left under another name and cleared by the next build.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path
from typing import Final

from sandbox.errors import ImageFailed

FORMAT: Final = "1"
KEPT_S: Final = 24 * 3600.0
"""How long an image is kept after it was last asked for."""
_PACKAGE: Final = Path(__file__).resolve().parent
_RUNNER_FILES: Final = (
    "__init__.py", "wire.py", "payload.py", "marker.py", "orders.py", "request.py", "spec.py",
    "enclosure.py", "launcher.py", "child/*.py", "zygote/*.py",
    "jail/__init__.py", "jail/capabilities.py", "jail/landlock.py", "jail/limits.py",
    "jail/namespaces.py", "jail/root.py", "jail/seccomp.py", "jail/syscalls.py", "jail/walls.py",
)  # fmt: skip
_LEFT_OUT: Final = ("site-packages", "dist-packages", "test", "config-*", "*.opt-?.pyc", "*.a")
_LOADER_HINT: Final = "ld-linux"


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the pieces of an image lie on this host."""

    python: Path
    libraries: tuple[Path, ...]
    """The standard library's folders, in the order in which they are laid over each other."""
    numpy: Path
    numpy_version: str


def default_images_dir() -> Path:
    """Give the user's cache folder for images."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "rightshape" / "images"


def find_parts() -> Parts:
    """Find this interpreter, its standard library and NumPy.

    Raises:
        ImageFailed: one of them is missing.
    """
    spec = util.find_spec("numpy")
    if spec is None or spec.origin is None:
        raise ImageFailed("NumPy is not installed beside this interpreter; install it and start again")
    paths = sysconfig.get_paths()
    places = [Path(paths["stdlib"]), Path(paths["platstdlib"])]
    # A virtual environment names its own folder for platform modules, which holds none.
    libraries = tuple(dict.fromkeys(place.resolve() for place in places if (place / "os.py").exists()))
    executable = getattr(sys, "_base_executable", sys.executable)
    return Parts(
        Path(os.path.realpath(executable)),
        libraries,
        Path(spec.origin).resolve().parent,
        metadata.version("numpy"),
    )


def digest(parts: Parts) -> str:
    """Name an image by everything that it is made of."""
    told = hashlib.sha256(f"{FORMAT}\n{sys.version}\n{parts.numpy_version}\n".encode())
    for path in (parts.python, *parts.libraries, parts.numpy, parts.numpy / "__init__.py"):
        stat = path.stat()
        told.update(f"{path}\n{stat.st_mtime_ns}\n{stat.st_size}\n".encode())
    for name, path in _runner_files():
        told.update(name.encode() + b"\n" + path.read_bytes())
    return told.hexdigest()[:24]


def ensure(images_dir: Path) -> Path:
    """Give the folder of the image for this interpreter, building it where there is none.

    Raises:
        ImageFailed: something needed is missing or cannot be copied.
    """
    parts = find_parts()
    target = images_dir.resolve() / digest(parts)
    try:
        images_dir.mkdir(parents=True, exist_ok=True)
        with _only_builder(images_dir):
            if not target.is_dir():
                _build(parts, target)
            _clear(images_dir, keep=target)
    except (OSError, subprocess.SubprocessError) as error:
        raise ImageFailed(f"the sandbox image cannot be built in {images_dir}: {error}") from error
    return target


def hold(home: Path) -> int:
    """Keep an image from being cleared; give the descriptor whose closing lets go of it."""
    fd = os.open(home, os.O_RDONLY | os.O_CLOEXEC)
    fcntl.flock(fd, fcntl.LOCK_SH)
    return fd


@contextlib.contextmanager
def _only_builder(images_dir: Path) -> Iterator[None]:
    """Let one process build at a time; the lock goes with the process that holds it."""
    with (images_dir / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _clear(images_dir: Path, *, keep: Path) -> None:
    """Remove what killed builds left, and images that nobody holds and nobody asked for lately."""
    keep.touch()
    for leftover in images_dir.glob(".building-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    for image in images_dir.glob("[0-9a-f]*"):
        if image != keep and time.time() - image.stat().st_mtime > KEPT_S and not _is_held(image):
            shutil.rmtree(image, ignore_errors=True)


def _is_held(image: Path) -> bool:
    fd = os.open(image, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(fd)


def _build(parts: Parts, target: Path) -> None:
    draft = Path(tempfile.mkdtemp(prefix=".building-", dir=target.parent))
    root = draft / "root"
    _copy_python(parts, root)
    _copy_tree(parts.numpy, root / "packages" / "numpy")
    bundled = parts.numpy.parent / "numpy.libs"
    if bundled.is_dir():
        _copy_tree(bundled, root / "packages" / "numpy.libs")
    for name, path in _runner_files():
        copy = root / "runner" / "sandbox" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    _copy_libraries(parts, root)
    _compile(parts, root)
    _open_to_all(draft)
    draft.rename(target)


def _runner_files() -> list[tuple[str, Path]]:
    found = [path for pattern in _RUNNER_FILES for path in sorted(_PACKAGE.glob(pattern))]
    return [(str(path.relative_to(_PACKAGE)), path) for path in found]


def _copy_python(parts: Parts, root: Path) -> None:
    binary = root / "python" / "bin" / "python3"
    binary.parent.mkdir(parents=True)
    shutil.copy2(parts.python, binary)
    library = root / "python" / sys.platlibdir / f"python{sys.version_info.major}.{sys.version_info.minor}"
    for place in parts.libraries:
        _copy_tree(place, library)
    for config in library.glob("_sysconfigdata*.py"):
        _make_neutral(config)


def _copy_tree(source: Path, target: Path) -> None:
    ignore: Callable[[str, list[str]], set[str]] = shutil.ignore_patterns(*_LEFT_OUT)
    if source.name == "numpy":
        ignore = shutil.ignore_patterns("*.opt-?.pyc", "*.a")
    shutil.copytree(source, target, ignore=ignore, dirs_exist_ok=True, ignore_dangling_symlinks=True)


def _make_neutral(config: Path) -> None:
    """Take this host's folders out of the build's record."""
    if sys.base_prefix not in ("/usr", "/usr/local"):
        text = config.read_text(encoding="utf-8")
        config.unlink()
        config.write_text(text.replace(sys.base_prefix, "/python"), encoding="utf-8")


def _copy_libraries(parts: Parts, root: Path) -> None:
    objects = [parts.python]
    for place in (*parts.libraries, parts.numpy):
        objects += [path for path in place.rglob("*.so") if "-packages/" not in str(path.relative_to(place))]
    bundled = parts.numpy.parent / "numpy.libs"
    target = root / "lib"
    target.mkdir(exist_ok=True)
    for library in sorted(_needed(objects)):
        if bundled in library.resolve().parents:
            continue
        if library.name.startswith(_LOADER_HINT):
            copy = root / library.relative_to("/")
        else:
            copy = target / library.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists():
            shutil.copy2(library, copy)


def _needed(objects: Iterable[Path]) -> set[Path]:
    """Ask the dynamic loader which shared libraries these objects come with."""
    ldd = shutil.which("ldd")
    if ldd is None:
        raise ImageFailed("the command ldd is missing; install it (Debian, Ubuntu: apt install libc-bin)")
    names = [str(path) for path in objects]
    told = subprocess.run([ldd, *names], capture_output=True, text=True, check=False)
    found = set()
    for line in told.stdout.splitlines():
        words = line.split()
        # "name => /path (0x...)" for a library, "/path (0x...)" for the loader itself.
        if "=>" in words:
            words = words[words.index("=>") + 1 :]
        if len(words) == 2 and words[0].startswith("/") and words[1].startswith("("):
            found.add(Path(words[0]))
    return found


def _compile(parts: Parts, root: Path) -> None:
    """Compile what has no bytecode yet, since nothing inside can write any."""
    command = [str(parts.python), "-I", "-S", "-m", "compileall", "-qq", "-s", str(root), str(root)]
    subprocess.run(command, check=False, capture_output=True)


def _open_to_all(draft: Path) -> None:
    """Let any user read the image and nobody write it."""
    for folder, _, files in os.walk(draft):
        Path(folder).chmod(0o755)
        for name in files:
            path = Path(folder) / name
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
