"""Attach the system call filter; `sandbox.jail.policy` says what is in it."""

from sandbox.jail import syscalls


def install(program: bytes) -> None:
    """Attach `program` to this process and forbid looking into it from outside."""
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 0)
    syscalls.install_filter(program)
