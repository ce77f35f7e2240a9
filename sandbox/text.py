"""Hostile bytes made fit to be shown: decoded with replacement, control characters visible.

Imports the standard library only.
"""

import re
from typing import Final

# C0 and C1 controls but newline and tab, and everything that reorders or hides text.
_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)
_BREAKS: Final = re.compile("[\t\n]")


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def shown(data: bytes) -> str:
    """Decode output for display; newline and tab stay, other controls are escaped."""
    return _CONTROLS.sub(_visible, data.decode("utf-8", "replace"))


def shown_name(data: bytes) -> str:
    """Decode a name for display on one line."""
    return _BREAKS.sub(_visible, shown(data))
