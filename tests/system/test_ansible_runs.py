"""A run of several stages: what it asks for before it begins, whom it leaves alone, and that hosts which fail do not end it for the others."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.twin.cores import OLDEST, core
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

PLAY = "ansible/playbooks/site.yml"
HOSTS = ("gpu01", "gpu02", "control1")
SWITCHES = ("compute-leaf1", "compute-leaf2")
"""They are in the inventory, and no cable leads to them: every question to them goes unanswered."""
LENIENT = ("-e", "verify_enforce=false", "-e", "verify_pings=false")


@pytest.fixture(scope="module")
def hosts(rendered: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two hosts that have GPUs in the plan and none in fact, and a control host."""
    require(program)
    with SshHosts(rendered("roce-16"), HOSTS, core=core(OLDEST)) as bed:
        yield bed


def _asked(said: Play) -> set[str]:
    """Name whoever had a result of a task that a host or switch has to answer."""
    told = ("Count the hosts", "Require every secret", "Report what failed", "Queue the", "Show the waves")
    return {result.host for result in said.results if not result.task.rpartition(" : ")[2].startswith(told)}


def test_verify_touches_no_switch(hosts: SshHosts) -> None:
    """Although switches are in the limit, and their playbook can hold them against the tree."""
    said = hosts.playbook(PLAY, "--tags", "verify", "--limit", ",".join((*HOSTS, *SWITCHES)), *LENIENT).must()
    assert _asked(said) == {*HOSTS}


def test_a_limit_without_localhost_is_announced(hosts: SshHosts) -> None:
    """The plays of the controller run under any limit."""
    said = hosts.playbook(PLAY, "--tags", "none", "--limit", "gpu01").must()
    assert "1 hosts, 0 switches; limit: gpu01" in said.stdout


def test_switches_that_are_not_reached_end_nothing_for_others(hosts: SshHosts) -> None:
    """They are named, the run ends with an error, and all hosts were verified."""
    limit = ",".join((*HOSTS, *SWITCHES))
    said = hosts.playbook(PLAY, "--tags", "switches,verify", "--limit", limit, *LENIENT)
    assert said.returncode == 2
    assert said.failed.keys() == {*SWITCHES}
    assert "not reached" in said.failed[SWITCHES[0]]
    assert "Compare the state of hosts with the plan" in said.stdout
    assert {host for host, task in said.of("ok") if "verify : " in task} == {*HOSTS}


def test_a_group_whose_hosts_all_fail_ends_nothing_for_others(hosts: SshHosts) -> None:
    """No GPU host has its GPUs: the control host is verified, and those that failed go no further."""
    said = hosts.playbook(PLAY, "--tags", "gpu,verify", *LENIENT)
    assert said.returncode == 2
    assert said.failed.keys() == {"gpu01", "gpu02"}, said.stdout
    assert {host for host, task in said.of("ok") if "verify : " in task} == {"control1"}


def test_a_control_host_that_is_not_reached_ends_nothing_for_others(hosts: SshHosts) -> None:
    """The only one of its stage: it is named, and all others are verified."""
    hosts["control1"].cut()
    try:
        said = hosts.playbook(PLAY, "--tags", "dns,verify", *LENIENT)
    finally:
        hosts["control1"].join()
    assert said.returncode == 2
    assert said.failed.keys() == {"control1"}
    assert said.failed["control1"].endswith("not reached")
    assert {host for host, task in said.of("ok") if "verify : " in task} == {"gpu01", "gpu02"}


def test_missing_secrets_of_all_stages_are_named_before_the_first_task(hosts: SshHosts) -> None:
    """In one message, before any host is asked; those that are given are not in it, nor those of stages that were not chosen."""
    said = hosts.playbook(PLAY, "--tags", "slurm,gpu", CLUSTERGEN_BMC_PASSWORD="x")
    assert "CLUSTERGEN_MUNGE_KEY, CLUSTERGEN_SLURMDBD_PASSWORD" in said.stdout.replace("\n", " ")
    assert _asked(said) == set()
    said = hosts.playbook(PLAY, "--tags", "slurm", "--limit", "gpu01", "--check", CLUSTERGEN_MUNGE_KEY="eA==")
    assert "secrets are missing" not in said.stdout
    assert _asked(said) == {"gpu01"}
