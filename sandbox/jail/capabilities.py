"""Capabilities: all of them given up, and every way back closed."""

from typing import Final

from sandbox.jail import syscalls

# NOROOT, NO_SETUID_FIXUP, NO_CAP_AMBIENT_RAISE and their locks, and the lock of KEEP_CAPS.
_SECUREBITS: Final = 0b1110_1111
_LAST_POSSIBLE: Final = 63


def drop_all() -> None:
    """Empty the bounding set, lock securebits, forbid new privileges and clear all sets.

    A new user namespace fills the sets again, so this comes after entering it.
    """
    for capability in range(_LAST_POSSIBLE + 1):
        try:
            syscalls.prctl(syscalls.PR_CAPBSET_DROP, capability)
        except OSError:
            if capability == 0:
                raise
            break  # past the last one that this kernel knows
    syscalls.prctl(syscalls.PR_SET_SECUREBITS, _SECUREBITS)
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    syscalls.clear_capabilities()
