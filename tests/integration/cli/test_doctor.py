"""`kata doctor` on this host, and on one that gives no namespaces."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import typer

from app.cli.doctor import examine
from sandbox import doctor
from sandbox.doctor import Examination, Layer, LayerState, Place
from tests.support.cli import kata

CLOSED = ("unshare", "-Ur", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh")


@pytest.fixture
def closed_host() -> tuple[str, ...]:
    """Start programs where no further user namespace is given."""
    tried = subprocess.run([*CLOSED, "true"], capture_output=True, check=False)
    if shutil.which("unshare") is None or tried.returncode:
        pytest.skip("this host cannot take namespaces away from a program (unshare -Ur)")
    return CLOSED


class TestThisHost:
    def test_every_layer_with_its_evidence(self) -> None:
        done = kata("doctor")
        text = done.stdout.decode()
        assert done.returncode == 0, text
        assert "✓ seccomp" in text
        assert "reading /etc/passwd gave ENOENT" in text
        last = text.splitlines()[-1]
        assert last == "All layers hold." or last.startswith("Every required layer holds.")

    def test_each_path_has_its_own_table(self) -> None:
        text = kata("doctor").stdout.decode()
        assert text.count("✓ seccomp") == 2
        assert text.index("This host") < text.index("A child with an interpreter of its own")
        assert text.index("A child with an interpreter of its own") < text.index("A child forked by a zygote")

    def test_json(self) -> None:
        done = kata("doctor", "--json")
        told = json.loads(done.stdout)
        assert told["ok"] is True
        assert {layer["state"] for layer in told["layers"]} <= {"ok", "degraded"}
        assert {layer["place"] for layer in told["layers"]} == {"host", "fresh child", "warm child"}
        keys = {"name", "place", "state", "evidence", "remedy"}
        assert all(set(layer) == keys for layer in told["layers"])


class TestAHostThatGivesLess:
    def test_what_is_weaker_is_told_and_judging_goes_on(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def examined(images_dir: Path) -> Examination:
            held = Layer("seccomp", LayerState.OK, "fork gave EPERM", place=Place.WARM)
            return Examination((held, Layer("outer ring", LayerState.DEGRADED, "1 ring", "install [it]")))

        monkeypatch.setattr(doctor, "examine", examined)
        with pytest.raises(typer.Exit) as ended:
            examine(as_json=False)
        assert ended.value.exit_code == 0
        lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
        assert "~ outer ring        degraded 1 ring" in lines
        assert "To be safer still: install [it]" in lines
        assert lines[-1] == "Every required layer holds. Weaker than could be: outer ring."


class TestAHostWithoutNamespaces:
    def test_the_doctor_says_which_and_what_to_do(self, closed_host: tuple[str, ...]) -> None:
        done = kata("doctor", inside=closed_host)
        text = done.stdout.decode()
        assert done.returncode == 1
        assert "✗ user namespace" in text
        assert text.count("To do: run: sudo sysctl -w user.max_user_namespaces=10000") == 1
        assert "Traceback" not in text + done.stderr.decode()

    def test_json_is_not_ok(self, closed_host: tuple[str, ...]) -> None:
        told = json.loads(kata("doctor", "--json", inside=closed_host).stdout)
        assert told["ok"] is False
        assert "missing" in {layer["state"] for layer in told["layers"]}

    def test_nothing_is_graded(self, closed_host: tuple[str, ...]) -> None:
        done = kata("grade", "split_heads", "katas/split_heads/reference.py", "--json", inside=closed_host)
        error = done.stderr.decode()
        assert (done.returncode, done.stdout) == (3, b"")
        assert "nothing is judged here" in error
        assert "sysctl -w user.max_user_namespaces=10000" in error
        assert "Traceback" not in error
