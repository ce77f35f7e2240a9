"""Run a command under a container engine's seccomp profile, the way the engine would, without an engine.

Usage: python under_profile.py PROFILE LEFT_OUT COMMAND...; LEFT_OUT are calls to strike from the profile,
with commas between, or an empty text. Sets no_new_privs too, as `deploy/` asks of the engine.
"""

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import NoReturn, NotRequired, TypedDict

_ACTIONS = {"SCMP_ACT_ALLOW": 0x7FFF_0000, "SCMP_ACT_ERRNO": 0x0005_0000}
_OPERATORS = {"SCMP_CMP_NE": 1, "SCMP_CMP_EQ": 4, "SCMP_CMP_MASKED_EQ": 7}


class Comparison(TypedDict):
    """One test on one argument of a call."""

    index: int
    value: int
    op: str


class Rule(TypedDict):
    """What is done about some calls."""

    comment: str
    names: list[str]
    action: str
    args: NotRequired[list[Comparison]]
    errnoRet: NotRequired[int]


class Profile(TypedDict):
    """A profile as engines read it."""

    defaultAction: str
    defaultErrnoRet: int
    syscalls: list[Rule]


class _Compare(ctypes.Structure):
    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("datum_a", ctypes.c_uint64),
        ("datum_b", ctypes.c_uint64),
    ]


def read(path: Path) -> Profile:
    """Read a profile."""
    profile: Profile = json.loads(path.read_text(encoding="utf-8"))
    return profile


def apply(profile: Profile, left_out: set[str]) -> None:
    """Put the profile on this process, for good."""
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    default = _ACTIONS[profile["defaultAction"]] | profile["defaultErrnoRet"]
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(default)))
    for rule in profile["syscalls"]:
        action = _ACTIONS[rule["action"]] | rule.get("errnoRet", 0)
        if action == default:
            continue  # libseccomp takes no rule that says what holds anyway; engines leave it out too
        tests = [
            _Compare(arg["index"], _OPERATORS[arg["op"]], arg["value"], 0) for arg in rule.get("args", [])
        ]
        compares = (_Compare * len(tests))(*tests)
        for name in set(rule["names"]) - left_out:
            number = library.seccomp_syscall_resolve_name(name.encode())
            if library.seccomp_rule_add_array(context, ctypes.c_uint32(action), number, len(tests), compares):
                sys.exit(f"libseccomp refused the rule for {name}")
    if library.seccomp_load(context):
        sys.exit("the kernel refused the profile")


def main() -> NoReturn:
    """Become the command, under the profile."""
    path, left_out, *command = sys.argv[1:]
    apply(read(Path(path)), set(left_out.split(",")))
    os.execv(command[0], command)  # noqa: S606  # no shell is wanted


if __name__ == "__main__":
    main()
