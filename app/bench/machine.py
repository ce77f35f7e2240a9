"""Facts about the machine that measured."""

import os
import platform
from importlib import metadata
from pathlib import Path

from sandbox import processors

_CPUINFO = Path("/proc/cpuinfo")


def facts() -> dict[str, str | int]:
    """Tell what a reader needs to compare figures."""
    return {
        "processor": _processor(),
        "cores": processors.count(),
        "memory_mib": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20,
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "numpy": metadata.version("numpy"),
        "user": "root" if os.geteuid() == 0 else "ordinary",
    }


def _processor() -> str:
    for line in _CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()
