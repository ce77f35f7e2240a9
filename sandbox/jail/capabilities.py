"""Capabilities: all of them given up, and every way back closed."""

from typing import Final

from sandbox.jail import syscalls

SYS_ADMIN: Final = 21
"""What a zygote keeps, in its own user namespace, to make a pid namespace for each child."""
# NOROOT, NO_SETUID_FIXUP, NO_CAP_AMBIENT_RAISE and their locks, and the lock of KEEP_CAPS.
_SECUREBITS: Final = 0b1110_1111
_LAST_POSSIBLE: Final = 63


def drop_all() -> None:
    """Empty the bounding set, lock securebits and clear all sets.

    A new user namespace fills the sets again, so this comes after entering it.
    """
    _shrink_bounding_set(keep=None)
    give_up()


def give_up() -> None:
    """Lock securebits and clear all sets but the bounding one.

    The bounding set says what an exec may give. Where no new privileges are to be had and exec is
    refused it says nothing, and leaving it spares some forty calls for each child.
    """
    for call in prepared_give_up():
        syscalls.make("capabilities", call)


def prepared_give_up() -> tuple[syscalls.Call, ...]:
    """Prepare the calls of `give_up`."""
    return (
        syscalls.prepared_prctl(syscalls.PR_SET_SECUREBITS, _SECUREBITS),
        syscalls.prepared_clear_capabilities(),
    )


def keep_only(capability: int) -> None:
    """Keep one capability over an exec, lock securebits and give up all others for good."""
    mask = 1 << capability
    _shrink_bounding_set(keep=capability)
    syscalls.set_capabilities(effective=mask | 1 << _SETPCAP, inheritable=mask)
    syscalls.raise_ambient(capability)
    syscalls.prctl(syscalls.PR_SET_SECUREBITS, _SECUREBITS)
    syscalls.set_capabilities(effective=mask, inheritable=mask)


_SETPCAP: Final = 8
"""What changing securebits and the bounding set takes."""


def _shrink_bounding_set(*, keep: int | None) -> None:
    for capability in range(_LAST_POSSIBLE + 1):
        if capability == keep:
            continue
        try:
            syscalls.prctl(syscalls.PR_CAPBSET_DROP, capability)
        except OSError:
            if capability == 0:
                raise
            break  # past the last one that this kernel knows
