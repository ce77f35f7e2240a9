"""Each host that lacks namespaces is told its own remedy."""

from pathlib import Path

import pytest

from sandbox import probes, remedies


@pytest.fixture
def sysctl(tmp_path: Path) -> Path:
    for folder in ("kernel", "user"):
        (tmp_path / folder).mkdir()
    return tmp_path


class TestForNamespaces:
    @pytest.mark.parametrize(
        ("name", "value", "setting"),
        [
            (
                "kernel/apparmor_restrict_unprivileged_userns",
                "1\n",
                "kernel.apparmor_restrict_unprivileged_userns=0",
            ),
            ("kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
            ("user/max_user_namespaces", "0", "user.max_user_namespaces=10000"),
        ],
    )
    def test_a_setting(self, sysctl: Path, name: str, value: str, setting: str) -> None:
        (sysctl / name).write_text(value)
        told = remedies.for_namespaces(sysctl, ())
        assert f"sudo sysctl -w {setting}" in told
        assert "/etc/sysctl.d/" in told

    def test_a_container(self, sysctl: Path) -> None:
        assert "--security-opt seccomp" in remedies.for_namespaces(sysctl, (sysctl / "kernel",))

    def test_an_old_kernel(self, sysctl: Path) -> None:
        (sysctl / "user/max_user_namespaces").write_text("100")
        assert "kernel with user" in remedies.for_namespaces(sysctl, (sysctl / "nothing",))


class TestProbes:
    def test_kernel_facts_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "status"
        path.write_text("Seccomp:\t2\nMax open files            64                   64   files\n")
        assert probes.kernel_facts(path) == {"Seccomp": "2", "Max open files": "64 64 files"}

    def test_attempts_succeed_without_walls(self) -> None:
        outside = probes.outside()
        names = ("read_host_file", "write", "socket", "fork", "unshare")
        assert {outside[name] for name in names} == {"done"}
