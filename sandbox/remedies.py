"""What to do about a missing layer, by what this host says about itself.

Imports the standard library only; reads a few files of the kernel.
"""

from pathlib import Path
from typing import Final

from sandbox import interpreter

_APPARMOR: Final = "kernel/apparmor_restrict_unprivileged_userns"
_CLONE: Final = "kernel/unprivileged_userns_clone"
_COUNT: Final = "user/max_user_namespaces"
_CONTAINER_MARKS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))

REPORT: Final = "this is a fault of the sandbox itself, not of the host; report it with this evidence"
IMAGE: Final = "make sure that the folder is writable, has 400 MB free and is not mounted noexec"
RING: Final = (
    "for a second ring install bubblewrap 0.8 or later "
    "(Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap)"
)
LANDLOCK: Final = "for this second belt use Linux 6.12 or later with landlock in its list of security modules"
PROFILE_PATH: Final = "/etc/apparmor.d/rightshape"


def for_namespaces(sysctl: Path = Path("/proc/sys"), marks: tuple[Path, ...] = _CONTAINER_MARKS) -> str:
    """Say how to let this host give user namespaces, and what comes with them."""
    if _read(sysctl / _APPARMOR) == "1":
        return _for_apparmor()
    if _read(sysctl / _CLONE) == "0":
        return _permanently("kernel.unprivileged_userns_clone=1")
    if _read(sysctl / _COUNT) == "0":
        return _permanently("user.max_user_namespaces=10000")
    if any(mark.exists() for mark in marks):
        return (
            "this is a container whose seccomp profile forbids namespaces: start it with a profile that "
            "allows unshare, setns, mount, umount2, pivot_root and sethostname "
            "(docker run --security-opt seccomp=PROFILE)"
        )
    return "use a kernel with user, pid, net, mount, ipc, uts and cgroup namespaces switched on"


def for_groups(marks: tuple[Path, ...] = _CONTAINER_MARKS) -> str:
    """Say how to let the server make control groups, where it can be let."""
    if any(mark.exists() for mark in marks):
        return "a container shows control groups read-only; its own memory limit bounds all that runs in it"
    return (
        "for a second bound give the server a control group of its own "
        "(systemd: Delegate=yes in its unit, or systemd-run --user --scope -p Delegate=yes kata serve)"
    )


def apparmor_profile(python: str) -> str:
    """Write the profile that lets one interpreter, and what it starts, have user namespaces."""
    return (
        "abi <abi/4.0>,\n"
        "include <tunables/global>\n"
        f'profile rightshape "{python}" flags=(unconfined) {{\n'
        "  userns,\n"
        "  include if exists <local/rightshape>\n"
        "}"
    )


def _for_apparmor() -> str:
    profile = apparmor_profile(interpreter.command("")[0])
    return (
        "AppArmor keeps user namespaces from programs without a profile, as on Ubuntu since 23.10 "
        "(kernel.apparmor_restrict_unprivileged_userns is 1).\n"
        f"Save this profile as {PROFILE_PATH}:\n{profile}\n"
        f"and run: sudo apparmor_parser -r {PROFILE_PATH}\n"
        f"Or lift the restriction for every program; {_permanently(_APPARMOR.replace('/', '.') + '=0')}"
    )


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
