"""A host of a running cluster is replaced, rebooted and tested, and returned, under real Slurm: `replace.yml`, `drain.yml` and `return.yml`, each to its end.

One bed, and its tests in order. What it adds to the concessions of day one is in tests/twin/repair.py.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.plan.draft import Draft
from tests.twin import fabric, repair
from tests.twin.concessions import concede_host
from tests.twin.day_one import SECRETS, SITE, STAGES, Bed, as_user, day_one_hosts, until, use_tree
from tests.twin.debian import planned_tree
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

BED = Bed(os="debian-12", release="22.05")
NAME, OLD, NEW = "gpu02", 2, 9
"""The host, and which of the maker's machines it is before and after."""
RAIL3 = "0000:5e:00.0"
BOOK = "ansible/playbooks/{}.yml"
LIMIT = ("--limit", NAME)
SURE = (*LIMIT, "-e", f"ladder_sure={NAME}")
MADE_UP = ("-e", json.dumps({"preflight_root": repair.HARDWARE, "verify_speeds": False}))

_REBOOTS = "systemctl reboot; sleep 600"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The bed, its plan, and its trees with the old machine and with the new one."""

    hosts: SshHosts
    plan: Draft
    before: Path
    after: Path
    whole: tuple[Path, Path]
    """Both trees as they are rendered, which `clustergen plan` compares."""

    def play(self, book: str, *more: str) -> Play:
        """Run a playbook on the host, which is named a second time."""
        return self.hosts.playbook(BOOK.format(book), *SURE, *MADE_UP, *more, **SECRETS)

    def give_back(self) -> Play:
        """Run return.yml, without that, once the clock is synchronised: after a boot, this takes chrony some seconds."""
        self.hosts[NAME].must("chronyc", "waitsync", "120", "0.1", "0", "1")
        return self.hosts.playbook(BOOK.format("return"), *LIMIT, *MADE_UP, **SECRETS)

    def state(self) -> str:
        """What Slurm says of the host: its state, and why."""
        return as_user(self.hosts, f"sinfo --noheader --nodes={NAME} --format '%T %E'").strip()

    def runs_a_job(self) -> None:
        """A user's job starts on the host."""
        until(self.hosts, f"sinfo --noheader --nodes={NAME} --format %T", "^idle$")
        assert as_user(self.hosts, f"srun --nodelist={NAME} hostname").split() == [NAME]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Site]:
    """Two hosts that compute, from the first day on; assets.yaml has one of the two machines in the host's place."""
    require(program)
    trees, whole = {}, []
    for number in (OLD, NEW):
        folder = tmp_path_factory.mktemp(f"machine{number}")
        plan = planned_tree(BED.spec, folder)[0]
        assets = repair.assets_of(plan, {"gpu01": 1, NAME: number})
        (folder / "assets.yaml").write_text(json.dumps(assets), encoding="utf-8")
        whole.append(shutil.copytree(planned_tree(BED.spec, folder)[1], folder / "whole"))
        plan, trees[number] = repair.bed_tree(BED.spec, folder)
    with day_one_hosts(trees[OLD], BED.names) as hosts:
        for number, name in enumerate(BED.gpus, start=1):
            repair.deliver(hosts, hosts[name], plan, tmp_path_factory.mktemp(name), number)
        running = Site(hosts=hosts, plan=plan, before=trees[OLD], after=trees[NEW], whole=(whole[0], whole[1]))
        # with the units of the driver, which a return compares: each test begins with a host as the plan has it
        hosts.playbook(SITE, STAGES[0], f"{STAGES[1]},gpu", **SECRETS).must()
        until(hosts, "sinfo --noheader --format '%D %T'", "^2 idle$")
        yield running


@pytest.fixture(scope="module")
def exchanged(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The host is drained and powers itself off; then another machine is in its place."""
    site.play("replace", "-e", "replace_part=out").must()
    site.hosts[NAME].wait_off()
    assert "clustergen: replacement; next: hold" in site.state()
    site.hosts.exchange(NAME)
    host = site.hosts[NAME]
    fabric.cable_host(site.hosts, host)
    concede_host(site.hosts, host)
    repair.deliver(site.hosts, host, site.plan, tmp_path_factory.mktemp("new"), NEW)
    return site


def kept_out(site: Site, *more: str) -> str:
    """Run the part `in`, which does not return the host; gives why."""
    said = site.play("replace", "-e", "replace_part=in", *more)
    assert said.returncode != 0
    assert site.state().startswith("d")
    assert "clustergen: replacement; next: hold" in site.state()
    return said.failed[NAME]


def test_a_machine_with_another_host_key_is_not_configured(exchanged: Site) -> None:
    """Until somebody has removed the old one's key from the controller."""
    assert "host key" in kept_out(exchanged).lower()
    assert not exchanged.hosts[NAME].exists("/etc/clustergen")
    exchanged.hosts.trust(NAME)


def test_a_machine_that_assets_yaml_does_not_have_is_not_configured(exchanged: Site) -> None:
    """The tree still has the serial number and the MAC addresses of the machine before."""
    why = kept_out(exchanged)
    assert "differs from the plan in" in why
    assert "serial number" in why
    assert not exchanged.hosts[NAME].exists("/etc/clustergen")


def test_only_the_machine_differs_between_the_trees(exchanged: Site) -> None:
    """`clustergen plan` has one step: the host is replaced, with its cables in the same ports. From here on, the new tree counts."""
    said = json.loads(CliRunner().invoke(main, ["plan", *map(str, exchanged.whole), "--format", "json"]).stdout)
    assert [(step["devices"], step["replaced"]) for step in said["steps"]] == [([NAME], [NAME])]
    assert said["cables"] == said["reloads"] == []
    use_tree(exchanged.hosts, exchanged.after)


def test_a_machine_that_is_not_healthy_is_configured_and_kept(exchanged: Site) -> None:
    """All stages have run; a NIC has too few lanes, which the health check alone sees."""
    host = exchanged.hosts[NAME]
    repair.set_lanes(host, RAIL3, 4)
    why = kept_out(exchanged)
    assert "stays out of service: health.sh finds rail-pcie-400" in why
    assert "rail3 has 4 PCIe lanes at 32 GT/s for 400 Gb/s" in why
    assert (host.boots, host.must("hostname").strip()) == (2, NAME)


def test_the_machine_is_returned_and_takes_a_job(exchanged: Site, proven: Callable[[str, str], None]) -> None:
    """The same command again after the repair; the host has what day one gave the one before it."""
    repair.set_lanes(exchanged.hosts[NAME], RAIL3, 16)
    said = exchanged.play("replace", "-e", "replace_part=in").must()
    exchanged.runs_a_job()
    assert said.changed.keys() == {NAME}
    proven(
        "a replaced host",
        f"replace.yml out and in, {said.seconds:.0f} s: drained, off, exchanged, configured, returned, a job; kept out by host key, serial number and health",
    )
    for each in repair.REPAIRS:
        proven("repairs concede", f"{each.missing}: {each.instead}")


def test_a_rebooted_host_returns_and_takes_a_job(site: Site, proven: Callable[[str, str], None]) -> None:
    """Drained first; after the boot it is kept out while a NIC has too few lanes."""
    host = site.hosts[NAME]
    booted = host.boots, host.read("/proc/sys/kernel/random/boot_id")
    repair.set_lanes(host, RAIL3, 4)
    site.play("drain", "-e", "ladder_step=reboot").must()
    assert host.boots == booted[0] + 1
    assert host.read("/proc/sys/kernel/random/boot_id") != booted[1]
    assert "clustergen: maintenance; next: reboot" in site.state()
    assert "stays out of service: health.sh finds rail-pcie-400" in site.give_back().failed[NAME]
    assert site.state().startswith("d")
    repair.set_lanes(host, RAIL3, 16)
    site.give_back().must()
    site.runs_a_job()
    proven(
        "ladder, reboot",
        "drain.yml reboots the drained host; return.yml keeps it out with a fault and returns it without",
    )


def test_a_host_that_does_not_come_back_from_a_reboot_stays_drained(site: Site) -> None:
    """It boots, and its sshd does not start."""
    host = site.hosts[NAME]
    boots = host.boots
    host.must("systemctl", "disable", "ssh")
    said = site.play("drain", "-e", "ladder_step=reboot ladder_boot_wait_s=20")
    assert "Timed out" in said.failed[NAME]
    assert "clustergen: maintenance; next: reboot" in site.state()
    host.wait(boots + 1)
    host.must("systemctl", "enable", "--now", "ssh")
    site.give_back().must()
    site.runs_a_job()


def test_a_deep_test_decides_whether_a_host_returns(site: Site, proven: Callable[[str, str], None]) -> None:
    """What fails it: a GPU, no end, a host that goes down during it. Then a test that passes clears the failure. None runs twice."""
    host = site.hosts[NAME]
    step = ("-e", "ladder_step=deep_test ladder_why=xid")
    for turn, (script, more, why) in enumerate(
        (
            ("echo 'GPU 3: Memory: Fail'; exit 226", (), "dcgmi diag -r 3 ended with 226"),
            (
                "echo '| GPU Memory                | Skip - All                                     |'",
                (),
                "(a GPU fails, or none passes)",
            ),
            ("sleep 600", ("-e", "ladder_test_wait_s=5"), "no answer within ladder_test_wait_s"),
            (_REBOOTS, (), ""),
        ),
        start=1,
    ):
        repair.diagnose(host, script)
        boots = host.boots
        said = site.play("drain", *step, *more)
        assert why in said.failed[NAME]
        assert script.endswith("226") is ("GPU 3: Memory: Fail" in said.failed[NAME])
        if script == _REBOOTS:
            host.wait(boots + 1)
        assert (host.calls("dcgmi"), host.boots) == (["dcgmi diag -r 3"] * turn, boots + (script == _REBOOTS))
        assert site.state().endswith("clustergen: deep test failed; xid; next: deep test")
        kept = site.give_back().failed[NAME]
        assert (
            "stays out of service: its drain in Slurm says clustergen: deep test failed; xid; next: deep test" in kept
        )
        assert "-e ladder_sure=gpu02" in kept
    repair.diagnose(host, "echo '| memory                    | Pass                                           |'")
    site.play("drain", *step).must()
    assert site.state().endswith("clustergen: xid; next: deep test")
    assert host.calls("dcgmi") == ["dcgmi diag -r 3"] * 5
    site.give_back().must()
    site.runs_a_job()
    proven(
        "ladder, deep test",
        "dcgmi as a stand-in: fails, does not end, takes the host down: kept out; passes: returned, a job",
    )
