"""Attach the system call filter; `sandbox.jail.policy` says what is in it."""

from sandbox.jail import syscalls


def forbid_new_privileges() -> None:
    """Let no exec give what this process has not; filters and Landlock ask for that first."""
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)


def forbid_looking_in() -> None:
    """Let nobody look into this process from outside, and the kernel write no core of it."""
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)


def install(program: bytes) -> None:
    """Attach `program` to this process."""
    syscalls.make("seccomp", prepared_install(program))


def prepared_install(program: bytes) -> syscalls.Call:
    """Prepare the call of `install`."""
    return syscalls.prepared_filter(program)
