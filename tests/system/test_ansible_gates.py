"""Playbooks that take something away ask first: nothing is drained, stopped or switched off before the gate, which is the first task of the first play; and so do those that may interrupt work."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.twin import ssh_schedulers
from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/decommission.yml"
TAKES = {"drain", "decommission", "redfish", "ladder", "restore", "poweroff"}
"""Roles that take a host out of service, stop what it runs or replace its state, or switch it."""
NAMED = {
    "boot": ("boot_for",),
    "storage": (
        "storage_make_local",
        "storage_local_disks",
        "storage_format_lustre",
        "storage_create_scale",
        "storage_create_beegfs",
    ),
    "upgrade": ("upgrade_firmware",),
}
"""Roles that erase drives or change firmware where a variable names what; by default it names nothing."""
ASKS = {"decommission": 0, "provision": 2, "drain": 0, "return": 0, "replace": 0, "restore": 0, "poweroff": 0}
"""Which play of each playbook has the gate. `upgrade.yml` gives back what it drains, and waits for jobs; `resume.yml` gives back, and takes nothing."""


_BOOTS = "ansible.builtin.reboot:"


@pytest.fixture(scope="module")
def hosts(rendered: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two hosts, and a control host that has both schedulers."""
    require(program)
    with SshHosts(rendered("roce-16"), ["gpu01", "gpu02", "control1"]) as bed:
        ssh_schedulers.schedule(bed["control1"])
        yield bed


@pytest.mark.parametrize("sure", ["", "gpu02", "gpu01", "gpu01,gpu02,gpu03"])
def test_no_host_is_drained_before_all_are_confirmed(hosts: SshHosts, sure: str) -> None:
    """Neither host, although one of them is named, and although a host is named that the limit does not have."""
    said = hosts.playbook(PLAY, "--limit", "gpu01,gpu02", *(("-e", f"decommission_sure={sure}") if sure else ()))
    assert said.returncode != 0
    assert "nothing was changed" in said.stdout
    calls = hosts["control1"].calls()
    assert [call for call in calls if "DRAIN" in call or "drain" in call or "annotate" in call] == []


def test_hosts_may_be_confirmed_with_blanks_between_them(hosts: SshHosts) -> None:
    """As the gate lets them in, so does the role, which comes after the drain."""
    sure = json.dumps({"decommission_sure": "gpu01, gpu02"})
    hosts.playbook(PLAY, "--check", "--limit", "gpu01,gpu02", "-e", sure).must()


@pytest.mark.parametrize(
    ("book", "given"),
    [
        ("drain", ("--limit", "gpu01,gpu02", "-e", "ladder_sure=gpu01")),
        ("drain", ("--limit", "gpu01", "-e", "ladder_sure=gpu01 ladder_step=mend")),
        ("return", ("--limit", "gpu01,gpu02")),
        ("replace", ("--limit", "gpu01", "-e", "ladder_sure=gpu02 replace_part=out")),
        ("replace", ("--limit", "compute-leaf1", "-e", "ladder_sure=compute-leaf1 replace_part=out")),
    ],
)
def test_one_host_is_drained_replaced_and_returned(hosts: SshHosts, book: str, given: tuple[str, ...]) -> None:
    said = hosts.playbook(f"ansible/playbooks/{book}.yml", *given)
    assert said.returncode != 0
    assert "nothing was changed" in said.stdout
    assert ssh_schedulers.drains(hosts["control1"]) == []


def test_gpus_are_reset_while_nothing_holds_them_and_a_host_returns_when_it_is_well(hosts: SshHosts) -> None:
    """The drain has the words of the step in both schedulers. Real: processes with an open device, systemd; the driver and the schedulers stand in."""
    gpu, control = hosts["gpu01"], hosts["control1"]
    gpu.must("touch", "/dev/nvidia0")
    gpu.must("systemd-run", "--unit=training", "sh", "-c", "exec sleep 600 </dev/nvidia0")
    run = ("ansible/playbooks/drain.yml", "--limit", "gpu01", "-e", "ladder_sure=gpu01 ladder_step=reset")
    said = hosts.playbook(*run)
    assert "were not reset: processes use them (sleep)" in said.failed["gpu01"]
    assert [call for call in gpu.calls("nvidia-smi") if "--gpu-reset" in call] == []
    gpu.must("systemctl", "stop", "training")
    ssh_schedulers.operate(control, "gpu01")
    hosts.playbook(*run).must()
    words = [call.rpartition("=")[2] for call in control.calls("kubectl") if ssh_schedulers.PLUGIN in call]
    assert words == ["paused-for-gpu-reset", "true"], "its pod is off the GPUs for the reset alone"
    assert [call for call in gpu.calls("nvidia-smi") if "--gpu-reset" in call] == ["nvidia-smi --gpu-reset"]
    assert ssh_schedulers.in_service(control, "gpu01") == (False, False)
    assert any("clustergen-drained=maintenance; next: reset" in call for call in control.calls("kubectl"))
    back = ("ansible/playbooks/return.yml", "--limit", "gpu01")
    assert "differs from the plan" in hosts.playbook(*back).failed["gpu01"]
    ssh_schedulers.condition(control, "gpu01", "Ready=True GpuFault=True ")
    said = hosts.playbook(*back, "-e", "verify_enforce=false")
    assert "stays out of service: its conditions in Kubernetes are Ready=True GpuFault=True" in said.failed["gpu01"]
    assert ssh_schedulers.in_service(control, "gpu01") == (False, False)
    ssh_schedulers.condition(control, "gpu01", "Ready=True GpuFault=False HostFault=False ")
    hosts.playbook(*back, "-e", "verify_enforce=false").must()
    assert ssh_schedulers.in_service(control, "gpu01") == (True, True)


def test_an_adopted_host_is_not_rebooted_by_a_step_of_the_ladder(hosts: SshHosts) -> None:
    """It carried work before stage `hosts` first came: a reboot would bring the planned network. It is drained, and boots by the word."""
    gpu, run = (
        hosts["gpu02"],
        ("ansible/playbooks/drain.yml", "--limit", "gpu02", "-e", "ladder_sure=gpu02 ladder_step=reboot"),
    )
    ssh_schedulers.run_jobs(gpu)
    said = hosts.playbook(*run)
    assert "gpu02 is drained and was not rebooted" in said.failed["gpu02"]
    assert gpu.boots == 1
    assert ssh_schedulers.in_service(hosts["control1"], "gpu02") == (False, False)
    hosts.playbook(*run, "-e", "allow=boot").must()
    assert gpu.boots == 2


def test_a_wrong_word_of_allow_ends_a_run_before_any_host_is_asked(hosts: SshHosts) -> None:
    """With what was meant; right words with blanks between them are taken."""
    book, limit = "ansible/playbooks/hosts.yml", ("--limit", "gpu01,gpu02", "--tags", "none of them")
    said = hosts.playbook(book, *limit, "-e", json.dumps({"allow": "network, swithces"}))
    assert "allow has 'swithces' (did you mean switches?)" in said.failed["gpu01"]
    assert said.of("changed") == []
    hosts.playbook(book, *limit, "-e", json.dumps({"allow": "network, switches"})).must()


def _roles(tasks: Any) -> Iterator[str]:
    """Walk the roles that plays or tasks name."""
    for each in tasks if isinstance(tasks, list) else [tasks]:
        for key, value in each.items() if isinstance(each, dict) else ():
            if key in {"role", "name"} and isinstance(value, str) and value.startswith("clustergen.cluster."):
                yield value.rpartition(".")[2]
            yield from _roles(value) if isinstance(value, list | dict) else ()


@pytest.mark.parametrize(("role", "variables"), NAMED.items())
def test_what_is_erased_is_named(role: str, variables: tuple[str, ...]) -> None:
    """A run that names nothing erases nothing; the tasks of the role read the name."""
    folder = ROOT / "playbooks" / "roles" / role
    defaults = yaml.safe_load((folder / "defaults" / "main.yml").read_text(encoding="utf-8"))
    tasks = "".join(path.read_text(encoding="utf-8") for path in sorted((folder / "tasks").rglob("*.yml")))
    for variable in variables:
        assert not defaults[variable], variable
        assert variable in tasks, variable


def test_roles_that_boot_hosts_ask_who_was_there_before() -> None:
    """An adopted host boots by its word alone: whatever role reboots a host asks, by the waves of its stage or by itself."""
    roles = {
        path.parents[1]
        for path in (ROOT / "playbooks" / "roles").glob("*/tasks/*.yml")
        if _BOOTS in path.read_text(encoding="utf-8")
    }
    assert {role.name for role in roles} == {"hosts", "gpu", "upgrade", "ladder"}
    for role in roles:
        text = "".join(path.read_text(encoding="utf-8") for path in role.rglob("*.yml"))
        assert "waves_seen" in text or "waves_adopted" in text, role.name
        assert re.search(r"'boot' (not )?in ", text), role.name


def test_every_destructive_playbook_has_its_gate_first() -> None:
    """Of all playbooks that name such a role."""
    books = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (ROOT / "playbooks").glob("*.yml")}
    destructive = {name for name, plays in books.items() if TAKES & {*_roles(plays)}}
    assert destructive == {*ASKS, "upgrade", "resume"}
    for name, place in ASKS.items():
        play = books[name][place]
        first = [*play.get("pre_tasks", []), *play.get("tasks", [])][0]
        assert "ansible.builtin.assert" in first, name
        assert play["gather_facts"] is False, name
        assert not [role for before in books[name][:place] for role in _roles(before) if role in TAKES], name
