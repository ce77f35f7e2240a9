"""Where the sandbox images of the command line are kept."""

from pathlib import Path

from app.cli.exits import ExitCode, fail
from app.core.errors import SettingsError
from app.core.settings import load_settings
from sandbox.image import default_images_dir


def images_dir() -> Path:
    """Give the folder that the settings name, or the user's cache; exits where a setting is wrong."""
    try:
        return load_settings().cache_dir or default_images_dir()
    except SettingsError as error:
        fail(str(error), ExitCode.USAGE)
