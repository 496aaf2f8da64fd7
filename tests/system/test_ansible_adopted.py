"""A control host that ran Slurm's controller before us: no stage changes it without its word, and what one stage places does not make it ours for another.

One bed, and its tests in order. slurmctld and nginx are units that only run.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_play import Play

HOST = "control1"
STAGES = ("provision", "kubernetes", "monitoring", "backups")
MARKS = {"Create a folder for state", "Record that the host carried work before the first run"}
SECRETS = {
    "CLUSTERGEN_MUNGE_KEY": base64.b64encode(bytes(range(256)) * 4).decode(),
    "CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1",
    "CLUSTERGEN_BACKUP_PASSWORD": "sealed-for-the-test",
}
_UNIT = "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"
_THEIRS = "# the site's\n"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """The host answers leases and serves a site of its own, too; it has restic and all servers, as images of control hosts may."""
    require(program)
    for name in ("named", "kea-dhcp4", "prometheus"):
        program(name)
    spec = debian_spec("mixed-schedulers")
    spec["backups"] = {"repository": "/home/backups/delta"}
    tree = planned_tree(spec, tmp_path_factory.mktemp("adopted"))[1]
    with SshHosts(tree, [HOST]) as bed:
        for unit in ("slurmctld", "nginx"):
            bed[HOST].write(f"/etc/systemd/system/{unit}.service", _UNIT)
            bed[HOST].must("systemctl", "enable", "--now", unit)
        for path in (
            "/etc/kea/kea-dhcp4.conf",
            "/etc/prometheus/prometheus.yml",
            "/etc/default/prometheus-node-exporter",
        ):
            bed[HOST].write(path, _THEIRS)
        bed[HOST].write("/run/before", "")
        yield bed


def _play(hosts: SshHosts, book: str, *arguments: str) -> Play:
    return hosts.playbook(f"ansible/playbooks/{book}.yml", *arguments, **SECRETS)


def _changed(play: Play) -> set[str]:
    return {task.rpartition(" : ")[2] for task in play.changed.get(HOST, ())}


def _theirs(host: SshHost) -> bool:
    """Whether nothing of the host has changed since it was there."""
    assert (
        host.must(
            "find", "/etc", "/usr/local", "/srv", "/var/cache/bind", "-newer", "/run/before", "-type", "f"
        ).split()
        == []
    )
    assert host.unit("nginx")["ActiveState"] == "active"
    return host.read("/etc/kea/kea-dhcp4.conf") == _THEIRS


@pytest.mark.proof
@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_changes_it_without_the_word(hosts: SshHosts, stage: str) -> None:
    """Nor does one that is not asked for by a run of all, and each says by which word it would."""
    for arguments in ((), ("--check",)):
        said = _play(hosts, stage, *arguments).must()
        assert _changed(said) <= MARKS
        assert f"stage {stage} leaves it as it is: hosts.yml --limit {HOST} -e allow=boot" in " ".join(
            said.stdout.split()
        )
    assert _theirs(hosts[HOST])
    assert hosts[HOST].exists("/var/lib/clustergen/adopted")
    assert _play(hosts, stage).must().changed == {}


@pytest.mark.proof
@pytest.mark.parametrize("tag", ["dhcp", "dns", "boot"])
def test_no_part_of_provision_changes_it_either(hosts: SshHosts, tag: str) -> None:
    said = _play(hosts, "provision", "--tags", tag).must()
    assert said.changed == {}
    assert "stage provision leaves it as it is" in " ".join(said.stdout.split())
    assert _theirs(hosts[HOST])


@pytest.mark.proof
def test_a_word_that_no_run_knows_is_refused_by_each_stage(hosts: SshHosts) -> None:
    for stage in STAGES:
        assert "did you mean boot?" in _play(hosts, stage, "-e", "allow=boots").stdout


@pytest.mark.proof
def test_with_the_word_one_stage_is_done_and_the_others_still_wait(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """Also where no run has noted before that the host is adopted; the records of files that the first stage leaves do not make it ours for the next."""
    host = hosts[HOST]
    host.must("rm", "/var/lib/clustergen/adopted")
    assert _changed(_play(hosts, "provision", "--tags", "dns", "--check", "-e", "allow=boot").must())
    assert not host.exists("/var/lib/clustergen/adopted")
    _play(hosts, "provision", "--tags", "dns", "-e", "allow=boot").must()
    assert host.exists("/var/cache/bind/clustergen/named.conf")
    said = _play(hosts, "site", "--tags", "dns,slurm,backups").must()
    assert said.changed == {}
    told = " ".join(said.stdout.split())
    for stage in ("provision", "slurm", "backups"):
        assert f"stage {stage} leaves it as it is" in told
    assert (
        not host.exists("/etc/munge/munge.key") or host.run("find", "/etc/munge", "-newer", "/run/before").stdout == ""
    )
    proven("an adopted control host over SSH", "no stage changes it without allow=boot, also after one that had it")
