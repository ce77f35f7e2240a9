"""Nothing in the repository leads to one machine, one registry or one secret."""

import re
from pathlib import Path

from tests.support.checkout import own_files, relative

# Put together here, so that this file does not hold what it looks for.
FOREIGN = {
    "a path of one machine": re.compile("/wo" + r"rk/|/home" + r"/[a-z]+/|\.\./sha" + "red"),
    "a package registry's host": re.compile(
        r"py" + r"pi\.org|pythonhost" + r"ed\.org|npm" + r"js\.(?:org|com)"
    ),
    "a private key": re.compile("BEGIN [A-Z ]*PRIV" + "ATE KEY"),
}
PICTURES = {".png", ".ico", ".woff2"}
PICTURE_BYTES_MAX = 1 << 20


def foreign_in(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8", errors="replace")
    hits = {what: pattern.search(text) for what, pattern in FOREIGN.items()}
    return [f"{relative(path)}: {what}: {hit.group()}" for what, hit in hits.items() if hit]


def test_files_name_nothing_foreign() -> None:
    texts = [path for path in own_files() if path.suffix not in PICTURES]
    assert [hit for path in texts for hit in foreign_in(path)] == []


def test_pictures_are_small() -> None:
    sizes = {relative(path): path.stat().st_size for path in own_files(*PICTURES)}
    assert {name: size for name, size in sizes.items() if size > PICTURE_BYTES_MAX} == {}


def test_lock_pins_every_package_by_hash() -> None:
    lock = next(path for path in own_files(".lock") if path.name == "requirements.lock").read_text()
    assert "://" not in lock
    entries = re.findall(r"^[a-z0-9][^\n]*(?:\n +[^\n]*)*", lock, flags=re.MULTILINE)
    assert len(entries) > 50
    assert [entry for entry in entries if "--hash=sha256:" not in entry or "==" not in entry] == []
