"""What to do about a missing layer, by what this host says about itself.

Imports the standard library only; reads a few files of the kernel.
"""

from pathlib import Path
from typing import Final

_APPARMOR: Final = "kernel/apparmor_restrict_unprivileged_userns"
_CLONE: Final = "kernel/unprivileged_userns_clone"
_COUNT: Final = "user/max_user_namespaces"
_CONTAINER_MARKS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))

REPORT: Final = "this is a fault of the sandbox itself, not of the host; report it with this evidence"
IMAGE: Final = "make sure that the folder is writable, has 400 MB free and is not mounted noexec"


def for_namespaces(sysctl: Path = Path("/proc/sys"), marks: tuple[Path, ...] = _CONTAINER_MARKS) -> str:
    """Say how to let this host give user namespaces, and what comes with them."""
    if _read(sysctl / _APPARMOR) == "1":
        return _permanently("kernel.apparmor_restrict_unprivileged_userns=0")
    if _read(sysctl / _CLONE) == "0":
        return _permanently("kernel.unprivileged_userns_clone=1")
    if _read(sysctl / _COUNT) == "0":
        return _permanently("user.max_user_namespaces=10000")
    if any(mark.exists() for mark in marks):
        return (
            "this is a container whose seccomp profile forbids namespaces: start it with a profile that "
            "allows unshare, mount, umount2, pivot_root and sethostname "
            "(docker run --security-opt seccomp=PROFILE)"
        )
    return "use a kernel with user, pid, net, mount, ipc, uts and cgroup namespaces switched on"


def _permanently(setting: str) -> str:
    return (
        f"run: sudo sysctl -w {setting} (and to keep it: "
        f"echo {setting} | sudo tee /etc/sysctl.d/60-rightshape.conf)"
    )


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return None
