"""The files that put the service into a container are valid, whole, and as strict as they say."""

import ctypes
import json
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # published without types

from sandbox.jail import policy
from tests.support.checkout import ROOT, own_files, relative
from tests.support.under_profile import Rule, read

PROFILE = ROOT / "deploy" / "seccomp.json"
LAUNCHER = set(
    "clone unshare setns mount umount2 pivot_root sethostname prctl seccomp capset pidfd_open "
    "pidfd_send_signal landlock_create_ruleset landlock_add_rule landlock_restrict_self setgroups setresuid "
    "setresgid prlimit64 execve wait4 socketpair sendmsg recvmsg memfd_create flock".split()
)
WALLS = {"mount", "umount2", "pivot_root", "unshare", "setns"}
"""Tools of escape that the sandbox itself is built with; its own filter takes them away from submissions."""


@pytest.fixture(scope="module")
def rules() -> list[Rule]:
    return read(PROFILE)["syscalls"]


@pytest.fixture(scope="module")
def allowed(rules: list[Rule]) -> set[str]:
    return {name for rule in rules if rule["action"] == "SCMP_ACT_ALLOW" for name in rule["names"]}


@pytest.fixture(scope="module")
def service() -> dict[str, Any]:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    (service,) = compose["services"].values()
    assert isinstance(service, dict)
    return service


class TestSeccompProfile:
    def test_refuses_whatever_it_does_not_name(self) -> None:
        profile = read(PROFILE)
        assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
        assert set(profile) == {"defaultAction", "defaultErrnoRet", "syscalls"}

    def test_every_rule_gives_its_reason(self, rules: list[Rule]) -> None:
        assert [rule["names"] for rule in rules if not rule["comment"].endswith(".")] == []

    def test_every_name_is_a_call_that_libseccomp_knows(self, rules: list[Rule]) -> None:
        library = ctypes.CDLL("libseccomp.so.2")
        names = [name for rule in rules for name in rule["names"]]
        assert [name for name in names if library.seccomp_syscall_resolve_name(name.encode()) == -1] == []

    def test_names_are_sorted_and_stand_once(self, rules: list[Rule]) -> None:
        assert [rule["comment"] for rule in rules if rule["names"] != sorted(set(rule["names"]))] == []
        plain = [name for rule in rules if "args" not in rule for name in rule["names"]]
        conditional = {name for rule in rules if "args" in rule for name in rule["names"]}
        assert len(plain) == len(set(plain))
        assert conditional.isdisjoint(plain)

    def test_holds_what_the_launcher_needs(self, allowed: set[str]) -> None:
        assert LAUNCHER - allowed == set()

    def test_holds_what_submissions_may_do(self, allowed: set[str]) -> None:
        conditional = {rule.name for rule in policy.CONDITIONAL}
        assert (policy.ALLOWED | conditional) - allowed == set()

    def test_no_tool_of_escape_but_those_that_the_walls_are_made_with(self, allowed: set[str]) -> None:
        assert policy.KILLED & allowed == WALLS


class TestComposeFile:
    def test_is_one_service_without_privileges(self, service: dict[str, Any]) -> None:
        assert service["cap_drop"] == ["ALL"]
        assert service["read_only"] is True
        assert {"privileged", "cap_add", "devices", "pid", "ipc", "network_mode", "userns_mode"}.isdisjoint(
            service
        )

    def test_security_options_name_files_that_are_there(self, service: dict[str, Any]) -> None:
        options = dict(option.replace("=", ":", 1).split(":", 1) for option in service["security_opt"])
        assert options == {
            "no-new-privileges": "true",
            "seccomp": relative(PROFILE),
            "apparmor": "rightshape",
        }
        profile = (ROOT / "deploy" / "apparmor.profile").read_text(encoding="utf-8")
        assert "\nprofile rightshape " in profile

    def test_the_whole_service_is_bounded_without_swap(self, service: dict[str, Any]) -> None:
        assert service["mem_limit"] == service["memswap_limit"]
        assert service["pids_limit"] >= 256

    def test_is_reached_from_this_machine_alone(self, service: dict[str, Any]) -> None:
        assert [port for port in service["ports"] if not port.startswith("127.0.0.1:")] == []


def test_nothing_is_switched_off() -> None:
    paths = [ROOT / "docker-compose.yml", *own_files(".profile", ".json")]
    texts = {relative(path): path.read_text(encoding="utf-8") for path in paths if is_deployed(path)}
    assert len(texts) == 3
    assert [name for name, text in texts.items() if "unconfined" in text.replace("peer=unconfined", "")] == []
    assert "privileged: true" not in texts["docker-compose.yml"]


def is_deployed(path: Path) -> bool:
    return path.parent in {ROOT, ROOT / "deploy"}


def test_image_is_left_by_root_and_holds_the_outer_ring() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    last_stage = dockerfile[dockerfile.rindex("\nFROM ") :]
    assert "\nUSER rightshape\n" in last_stage
    assert "bubblewrap libseccomp2" in last_stage
    assert "/readyz" in last_stage
    assert "RIGHTSHAPE_ASSETS=require" in dockerfile


def test_profile_is_json_without_double_keys() -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    json.loads(PROFILE.read_text(encoding="utf-8"), object_pairs_hook=once)
