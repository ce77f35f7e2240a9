"""Each host that lacks namespaces is told its own remedy."""

from pathlib import Path

import pytest

from sandbox import interpreter, probes, remedies


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

    def test_the_profile_that_ubuntu_asks_for(self, sysctl: Path) -> None:
        (sysctl / "kernel/apparmor_restrict_unprivileged_userns").write_text("1\n")
        told = remedies.for_namespaces(sysctl, ())
        profile = remedies.apparmor_profile(interpreter.command("")[0])
        assert f"Save this profile as /etc/apparmor.d/rightshape:\n{profile}\n" in told
        assert "sudo apparmor_parser -r /etc/apparmor.d/rightshape" in told

    def test_the_profile_names_the_interpreter_and_gives_namespaces_alone(self) -> None:
        lines = remedies.apparmor_profile("/opt/one python/bin/python3").splitlines()
        assert lines[2] == 'profile rightshape "/opt/one python/bin/python3" flags=(unconfined) {'
        assert lines[3:] == ["  userns,", "  include if exists <local/rightshape>", "}"]

    def test_a_container(self, sysctl: Path) -> None:
        assert "--security-opt seccomp" in remedies.for_namespaces(sysctl, (sysctl / "kernel",))

    def test_an_old_kernel(self, sysctl: Path) -> None:
        (sysctl / "user/max_user_namespaces").write_text("100")
        assert "kernel with user" in remedies.for_namespaces(sysctl, (sysctl / "nothing",))


class TestForGroups:
    def test_a_host_can_hand_one_over(self, tmp_path: Path) -> None:
        assert "Delegate=yes" in remedies.for_groups((tmp_path / "nothing",))

    def test_a_container_has_a_limit_of_its_own(self, tmp_path: Path) -> None:
        assert "its own memory limit" in remedies.for_groups((tmp_path,))


class TestProbes:
    def test_kernel_facts_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "status"
        path.write_text("Seccomp:\t2\nMax open files            64                   64   files\n")
        assert probes.kernel_facts(path) == {"Seccomp": "2", "Max open files": "64 64 files"}

    def test_attempts_succeed_without_walls(self) -> None:
        outside = probes.outside()
        names = ("read_host_file", "write", "socket", "fork", "unshare")
        assert {outside[name] for name in names} == {"done"}

    def test_a_filter_that_allows_all_is_one_instruction(self) -> None:
        assert len(probes.ALLOW_ALL) == 8

    def test_this_process_has_the_namespaces_of_this_process(self) -> None:
        told = probes.namespaces_of("self")
        assert told["net"] == str(Path("/proc/self/ns/net").readlink())
        assert told["mount"] == str(Path("/proc/self/ns/mnt").readlink())

    def test_a_process_that_is_gone(self) -> None:
        told = probes.namespaces_of(0)
        assert told
        assert all(probes.is_unreadable(name) for name in told.values())
