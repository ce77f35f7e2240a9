"""Errors of the sandbox: always our fault or the host's, never the submission's.

    SandboxError
    ├── Unavailable   the host lacks a layer without which nothing may be judged
    ├── ImageFailed   the root image cannot be built
    └── LaunchFailed  a child could not be made; `step` names the layer

What a submission does wrong is a `RunStatus`, never one of these.
"""


class SandboxError(Exception):
    """The sandbox cannot do its duty."""


class Unavailable(SandboxError):
    """A required layer is missing on this host; the text says which and what to do."""


class ImageFailed(SandboxError):
    """The root image cannot be built; the text says what is missing."""


class LaunchFailed(SandboxError):
    """A child could not be made."""

    def __init__(self, step: str, reason: str) -> None:
        """Keep the layer that failed and what the kernel said."""
        self.step = step
        self.reason = reason
        super().__init__(f"{step}: {reason}")
