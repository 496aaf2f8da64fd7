"""Pushing switch configurations over real SSH and over JSON-RPC, against stand-ins that keep the state of a switch: what is sent, confirmed, rolled back.

SONiC and Cumulus Linux stand-ins are hosts of the SSH test bed with systemd, users and timers of their own; `config`, `sonic-cfggen`, `vtysh` and `nv` are
scripts with state. EOS is an HTTPS server. No vendor's software runs here: what its commands do is as its documents say.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from generator.cli.output import write_tree
from generator.pipeline.read import read_plan
from generator.render.tree import render_tree
from tests.depth import sample
from tests.eos_specs import OTHER, SERVICES, eos_cluster
from tests.ours import CATALOG, TEMPLATES
from tests.specs import with_site_services
from tests.twin.ssh_hosts import SshHosts
from tests.twin.ssh_play import Play
from tests.twin.switch_stand_ins import (
    LSB_RELEASE,
    OLD_FRR,
    OLD_HOSTNAME,
    SHIPPED,
    SONIC_VERSION,
    EapiSwitches,
    dress_cumulus,
    dress_sonic,
    fill,
    nvue,
    planned_release,
)

SONIC, CUMULUS, EOS = (
    ("compute-spine1", "compute-spine2"),
    ("storage-leaf1", "storage-leaf2"),
    ("frontend-leaf1", "frontend-leaf2"),
)
SECRETS = {
    "clustergen_tacacs_key": "tac-1-key",
    "clustergen_snmp_auth_passphrase": "auth-pass-1",
    "clustergen_snmp_priv_passphrase": "priv-pass-1",
    "clustergen_eos_admin_sha512": "$6$salt$hash",
    "clustergen_eos_admin_password": "admin-pass-1",
}
OWN_PASSWORD = "of-this-site"
PLAYBOOK = "ansible/playbooks/switches.yml"


@dataclass(frozen=True)
class Bed:
    """The tree, its switches, and the ways to push."""

    tree: Path
    hosts: SshHosts
    eos: EapiSwitches

    def push(self, *arguments: str, limit: tuple[str, ...] = (*SONIC, *CUMULUS, *EOS), patience_s: int = 600) -> Play:
        """Run switches.yml on some switches; who is not confirmed goes back after `patience_s`."""
        quick = {"rollback": patience_s, "settle": patience_s // 2, "delay": 1, "retry": 1}
        options = " ".join(f"switch_push_{name}_seconds={seconds}" for name, seconds in quick.items())
        values = {name.upper(): value for name, value in SECRETS.items()}
        return self.hosts.playbook(
            PLAYBOOK, "--limit", ",".join(limit), "-e", options, "-e", "allow=switches", *arguments, **values
        )

    def file(self, switch: str, name: str) -> Path:
        return self.tree / "switches" / switch / name

    def database(self, switch: str) -> dict[str, Any]:
        return dict(json.loads(self.hosts[switch].read("/var/lib/switch/db.json")))


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Bed]:
    """One cluster whose spines run SONiC, whose storage pair Cumulus Linux and whose frontend pair EOS, none of them configured yet."""
    for name in ("sshd", "ssh", "openssl", "ansible-playbook", "unshare", "nsenter", "systemctl", "sudo"):
        program(name)
    folder = tmp_path_factory.mktemp("switches")
    sonic = {"model": "sn5600", "os": "sonic"}
    spec = with_site_services(eos_cluster(gpu=2, most=8), SERVICES)
    spec["fabrics"] = {
        "compute": {"technology": "roce", "topology": "rail-optimized", "leaf": sonic, "spine": sonic, "spines": 2},
        "storage": {"technology": "roce", "leaf": {"model": "sn5600", "os": "cumulus"}},
        "frontend": {"technology": "ethernet", "leaf": {"model": OTHER, "os": "eos"}},
        "oob": {"technology": "ethernet", "leaf": {"model": "sn2201", "os": "sonic"}},
    }
    (folder / "cluster.yaml").write_text(json.dumps(spec), encoding="utf-8")
    plan = read_plan(folder / "cluster.yaml", CATALOG, "cluster.yaml")[0]
    write_tree(render_tree(plan, TEMPLATES), folder / "tree")
    with SshHosts(folder / "tree", (*SONIC, *CUMULUS)) as hosts:
        for name in SONIC:
            dress_sonic(hosts[name], folder / "tree")
        for name in CUMULUS:
            dress_cumulus(hosts[name], folder / "tree")
        hosts[SONIC[1]].must("sh", "-c", f"echo admin:{OWN_PASSWORD} | chpasswd")
        (folder / "eos").mkdir()
        login = ("admin", SECRETS["clustergen_eos_admin_password"])
        control = plan.access.zone["management/control"].prefixes[0].partition("/")[0]
        yield Bed(folder / "tree", hosts, EapiSwitches(hosts, folder / "eos", list(EOS), login, control))


@pytest.fixture(scope="module")
def first(bed: Bed) -> dict[str, Play]:
    """A look without sending, then the push, then another one."""
    look = bed.push("--check", "--diff").must()
    untouched = {name: bed.hosts[name].calls() for name in (*SONIC, *CUMULUS)}
    assert all(
        call.split()[:2] not in (["config", "reload"], ["config", "save"])
        for calls in untouched.values()
        for call in calls
    )
    assert all(call.startswith(("nv config show", "nv show")) for name in CUMULUS for call in untouched[name])
    for name in SONIC:
        assert bed.database(name)["DEVICE_METADATA"]["localhost"]["hostname"] == OLD_HOSTNAME
        assert bed.hosts[name].read("/etc/sonic/frr/frr.conf") == OLD_FRR
        assert not bed.hosts[name].exists("/etc/sonic/clustergen")
    for name in CUMULUS:
        assert not bed.hosts[name].exists("/home/cumulus/clustergen")
    for name in EOS:
        assert f"hostname {OLD_HOSTNAME}" in bed.eos.read(name, "running")
        assert not [commands for commands in bed.eos.sent(name) if any(each.startswith("commit") for each in commands)]
    return {"look": look, "push": bed.push().must(), "again": bed.push().must()}


def test_a_check_shows_the_difference_and_no_secret(first: dict[str, Play]) -> None:
    said = first["look"].stdout
    assert "DEVICE_METADATA|localhost|hostname: factory -> compute-spine1" in said
    assert "system/hostname: factory -> storage-leaf1" in said
    assert "+hostname frontend-leaf1" in said
    assert "- VLAN|Vlan4000" not in said, "no VLANs are rendered for a spine: its tables are not compared"
    assert {name: tasks for name, tasks in first["look"].changed.items() if name != "localhost"}.keys() == {
        *SONIC,
        *CUMULUS,
        *EOS,
    }
    for play in first.values():
        assert not [value for value in SECRETS.values() if value in play.stdout + play.stderr]


def test_the_password_that_every_image_has_is_gone_after_the_first_push(bed: Bed, first: dict[str, Play]) -> None:
    """The user has its key and no password; one that the site has set stays."""
    assert first["push"].returncode == 0
    kept = {
        name: bed.hosts[name].must("getent", "shadow", user).split(":")[1]
        for names, user in ((SONIC, "admin"), (CUMULUS, "cumulus"))
        for name in names
    }
    assert {name for name, word in kept.items() if word != "*"} == {SONIC[1]}
    assert kept[SONIC[1]].startswith("$")


def test_sonic_runs_and_keeps_what_was_rendered(bed: Bed, first: dict[str, Play]) -> None:
    assert first["push"].returncode == 0
    for name in SONIC:
        host, running = bed.hosts[name], bed.database(name)
        wanted = json.loads(fill(bed.file(name, "config_db.json").read_text("utf-8"), SECRETS))
        for table, rows in wanted.items():
            for row, fields in rows.items():
                assert running[table][row].items() >= fields.items(), (table, row)
        assert "Vlan4000" not in running.get("VLAN", {}), "a reload of the whole takes what is not in the file"
        assert json.loads(host.read("/etc/sonic/config_db.json")) == running, "saved for the next boot"
        rendered = fill(bed.file(name, "frr.conf").read_text("utf-8"), SECRETS)
        assert host.read("/etc/sonic/frr/frr.conf") == f"{rendered}no fpm use-next-hop-groups\nfpm address 127.0.0.1\n"
        assert "community" not in host.read("/etc/sonic/snmp.yml")
        assert host.unit("clustergen-rollback.timer")["ActiveState"] == "inactive"
        assert host.must("ls", "/etc/sonic/clustergen").split() == ["pushed.sha256", "rollback"]
        calls = [call for call in host.calls("config") if "now.json" not in call]
        place = "/etc/sonic/clustergen"
        assert calls == [
            f"config save -y {place}/kept.json",
            f"config reload -y {place}/candidate.json",
            "config save -y",
        ]


def test_cumulus_applies_what_was_rendered_and_keeps_its_users(bed: Bed, first: dict[str, Play]) -> None:
    assert first["push"].returncode == 0
    for name in CUMULUS:
        host = bed.hosts[name]
        applied = json.loads(host.read("/var/lib/switch/applied"))
        wanted = json.loads(fill(json.dumps(nvue(bed.tree, name)), SECRETS))
        assert list(missing(wanted, applied)) == []
        assert "cumulus" in applied["system"]["aaa"]["user"], "a patch keeps the switch's users"
        assert applied["acl"].keys() == {*wanted["acl"], *SHIPPED}, "lists of the image stay, others go"
        assert applied["interface"].keys() == wanted["interface"].keys()
        assert applied["vrf"].keys() == wanted["vrf"].keys()
        assert "bridge" not in applied
        neighbours = applied["vrf"]["default"]["router"]["bgp"]["neighbor"]
        assert neighbours.keys() == wanted["vrf"]["default"]["router"]["bgp"]["neighbor"].keys()
        assert json.loads(host.read("/var/lib/switch/saved")) == applied
        changing = [call for call in host.calls("nv") if not call.startswith(("nv config show", "nv show"))]
        gone = ("acl OLD", "bridge", "interface bond9", "vrf default router bgp neighbor 192.0.2.9", "vrf red")
        assert changing == [
            "nv config detach",
            *(f"nv unset {path}" for path in gone),
            *("nv config patch clustergen/candidate.yaml", "nv config diff"),
            *("nv config apply --assume-yes --confirm 10m", "nv config apply --confirm-yes", "nv config save"),
        ]


def missing(wanted: Any, there: Any) -> Iterator[str]:
    """Walk what is wanted through what is there."""
    if isinstance(wanted, dict) and isinstance(there, dict):
        for key, value in wanted.items():
            yield from missing(value, there[str(key)]) if str(key) in there else [str(key)]
    elif str({True: "on", False: "off"}.get(wanted, wanted) if isinstance(wanted, bool) else wanted) != str(there):
        yield f"{wanted} {there}"


def test_eos_commits_what_was_rendered(bed: Bed, first: dict[str, Play]) -> None:
    assert first["push"].returncode == 0
    for name in EOS:
        rendered = fill(bed.file(name, "running.cfg").read_text("utf-8"), SECRETS)
        lines = [line for line in rendered.splitlines() if line.strip() and line.strip()[0] != "!" and line != "end"]
        assert bed.eos.read(name, "session").splitlines() == lines
        assert bed.eos.read(name, "startup") == bed.eos.read(name, "running")
        ends = [commands[1:] for commands in bed.eos.sent(name) if commands[-1].startswith(("commit", "write"))]
        assert ends == [
            ["configure session clustergen", "commit timer 00:10:00"],
            ["configure session clustergen commit", "write memory"],
        ]


def test_one_side_goes_before_the_other(first: dict[str, Play]) -> None:
    order = [host for host, task in first["push"].of("ok", "changed") if task.startswith("clustergen.cluster.switch_")]
    for one, other in (SONIC, CUMULUS, EOS):
        last_of_one = max(place for place, host in enumerate(order) if host == one)
        assert last_of_one < order.index(other), f"{other} began before {one} was done"


def test_a_second_push_changes_nothing(first: dict[str, Play]) -> None:
    assert first["again"].changed == {}


def test_what_it_had_is_kept_on_the_controller(bed: Bed, first: dict[str, Play]) -> None:
    assert first["push"].returncode == 0
    kept = bed.hosts.scratch / ".local/state/clustergen/atlas/switches"
    assert json.loads((kept / SONIC[0] / "config_db.json").read_text("utf-8"))["VLAN"] == {
        "Vlan4000": {"vlanid": "4000"}
    }
    assert OLD_FRR.strip() in (kept / SONIC[0] / "frr.conf").read_text("utf-8")
    assert OLD_HOSTNAME in (kept / CUMULUS[0] / "startup.yaml").read_text("utf-8")
    assert OLD_HOSTNAME in (kept / EOS[0] / "running.cfg").read_text("utf-8")
    assert (kept / SONIC[0] / "config_db.json").stat().st_mode & 0o777 == 0o600


@pytest.fixture
def planted(bed: Bed, first: dict[str, Play]) -> Iterator[Callable[[str, str, str, str], None]]:
    """Replace a text in a rendered file until the test is over."""
    assert first["again"].returncode == 0
    originals: dict[Path, Path] = {}

    def plant(switch: str, name: str, old: str, new: str) -> None:
        path = bed.file(switch, name)
        originals[path] = path.with_suffix(".right")
        shutil.copy(path, originals[path])
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    yield plant
    for path, original in originals.items():
        original.replace(path)


def test_nothing_is_pushed_without_its_word(bed: Bed, planted: Callable[[str, str, str, str], None]) -> None:
    """Each switch that differs is named; a check says which would be pushed to."""
    planted(SONIC[0], "config_db.json", '"9216"', '"9100"')
    before = bed.database(SONIC[0])
    said = bed.push("--check", "-e", "allow=", limit=SONIC).must()
    assert f"{SONIC[0]} differs from the tree and would not be changed: -e allow=switches" in said.stdout
    said = bed.push("-e", "allow=network", limit=SONIC)
    assert said.failed.keys() == {SONIC[0]}
    assert "differs from the tree and was not changed" in said.failed[SONIC[0]]
    assert {host for host, task in said.of("ok") if task.endswith("Read the running configuration")} == {*SONIC}
    assert bed.database(SONIC[0]) == before


def test_limit_takes_one_switch_of_each_and_diff_sends_nothing(
    bed: Bed, planted: Callable[[str, str, str, str], None]
) -> None:
    for name in SONIC:
        planted(name, "config_db.json", '"9216"', '"9100"')
    for name in EOS:
        planted(name, "running.cfg", f"hostname {name}", f"hostname {name}-new")
    before = {name: bed.database(name) for name in SONIC}
    lines = {name: bed.eos.read(name, "running") for name in EOS}
    play = bed.push("--tags", "diff", limit=(SONIC[1], EOS[0])).must()
    assert set(play.changed) == {SONIC[1], EOS[0]}
    assert "|mtu: 9216 -> 9100" in play.stdout
    assert f"+hostname {EOS[0]}-new" in play.stdout
    assert {name: bed.database(name) for name in SONIC} == before
    assert {name: bed.eos.read(name, "running") for name in EOS} == lines
    assert bed.eos.sent(EOS[0])[-1][-1] == "configure session clustergen abort"


@pytest.mark.parametrize("system", sample(["sonic", "cumulus", "eos"], "sonic"))
def test_a_switch_out_of_reach_goes_back_by_itself_and_the_rest_is_not_begun(
    bed: Bed, planted: Callable[[str, str, str, str], None], system: str
) -> None:
    pair, name = {
        "sonic": (SONIC, "config_db.json"),
        "cumulus": (CUMULUS, "startup.yaml"),
        "eos": (EOS, "running.cfg"),
    }[system]
    mine = {switch: bed.tree / "ansible/inventory/host_vars" / f"{switch}.yml" for switch in pair}
    addresses = {
        switch: path.read_text("utf-8").split('ansible_host: "')[1].split('"')[0] for switch, path in mine.items()
    }
    before = {switch: state(bed, system, switch) for switch in pair}
    planted(pair[0], name, f"{addresses[pair[0]]}/", "198.51.100.7/")
    planted(pair[1], name, pair[1], f"{pair[1]}-new")
    play = bed.push(limit=pair, patience_s=24)
    assert play.returncode != 0
    assert state(bed, system, pair[0]) != before[pair[0]] or play.failed, "the change was made"
    assert pair[0] in play.failed
    asked = {
        host
        for host, task in play.of("ok", "changed", "failed", "unreachable")
        if task.startswith("clustergen.cluster.switch_")
    }
    assert pair[1] not in asked, "the next wave was begun"
    assert "not started" in play.failed[pair[1]]
    deadline = time.monotonic() + 120
    while state(bed, system, pair[0]) != before[pair[0]]:
        assert time.monotonic() < deadline, "it has not gone back"
        time.sleep(0.5)
    assert state(bed, system, pair[1]) == before[pair[1]]


def state(bed: Bed, system: str, switch: str) -> Any:
    """What a stand-in runs."""
    if system == "eos":
        return bed.eos.read(switch, "running")
    place = {"sonic": "/var/lib/switch/db.json", "cumulus": "/var/lib/switch/applied"}[system]
    return json.loads(bed.hosts[switch].read(place))


def test_switches_that_went_back_are_pushed_to_again(bed: Bed, first: dict[str, Play]) -> None:
    """A push after a failed one finds them as they were: SONiC's is made again, as what was confirmed is not noted any more."""
    assert first["again"].returncode == 0
    play = bed.push(limit=SONIC).must()
    assert set(play.changed) == {SONIC[0]}
    assert bed.push(limit=SONIC).must().changed == {}


def test_a_refused_line_is_named_and_the_session_thrown_away(
    bed: Bed, planted: Callable[[str, str, str, str], None]
) -> None:
    planted(EOS[0], "running.cfg", "clock timezone UTC", "bogus timezone UTC")
    play = bed.push(limit=EOS)
    assert "bogus" in play.failed[EOS[0]]
    assert bed.eos.sent(EOS[0])[-1][-1] == "configure session clustergen abort"
    assert "not started" in play.failed[EOS[1]]


def test_another_model_is_left_alone(bed: Bed, planted: Callable[[str, str, str, str], None]) -> None:
    """Known by its platform; its SKU is another than the plan's on every switch of this bed before the first push."""
    planted(SONIC[0], "config_db.json", "x86_64-nvidia_sn5600-r0", "x86_64-another_box-r0")
    play = bed.push(limit=SONIC)
    assert "but the plan has x86_64-another_box-r0" in play.failed[SONIC[0]]
    assert "Compare its serial number" in play.failed[SONIC[0]]


@pytest.mark.parametrize("system", sample(["sonic", "cumulus", "eos"], "eos"))
def test_a_session_that_a_push_costs_is_seen_and_the_switch_goes_back(
    bed: Bed, planted: Callable[[str, str, str, str], None], system: str
) -> None:
    """The port of one neighbour is shut down by the file: all of it is taken, the switch answers, and the session is missed."""
    switch, name, old, new, peer = {
        "sonic": (SONIC[0], "config_db.json", '"admin_status": "up", "fec": "rs", "description": "compute-leaf1 Ethernet256"', '"admin_status": "down", "description": "compute-leaf1 Ethernet256"', "Ethernet0"),
        "cumulus": (CUMULUS[0], "startup.yaml", _LINK, _LINK.replace("up:", "down:"), "swp64s1"),
        "eos": (EOS[0], "running.cfg", "description frontend-leaf2 Ethernet64/1\n   no shutdown", "description frontend-leaf2 Ethernet64/1\n   shutdown", "Et64/1"),
    }[system]  # fmt: skip
    before = state(bed, system, switch)
    planted(switch, name, old, new)
    play = bed.push("-e", "switch_push_settle_seconds=6", limit=(switch,), patience_s=45)
    assert "BGP sessions went down" in play.failed[switch]
    assert peer in play.failed[switch]
    assert state(bed, system, switch) != before, "the change was made"
    deadline = time.monotonic() + 60
    while state(bed, system, switch) != before:
        assert time.monotonic() < deadline, "it has not gone back"
        time.sleep(0.5)


_LINK = """        description: storage-leaf2 swp64s1
        link:
          fec: rs
          mtu: 9216
          speed: 400G
          state:
            up: {}
"""


def test_a_restart_before_the_confirmation_boots_what_was_there(
    bed: Bed, planted: Callable[[str, str, str, str], None]
) -> None:
    """SONiC's timer is gone after it, and frr.conf is in place already: both files are put back before anything reads them."""
    switch = SONIC[0]
    host = bed.hosts[switch]
    files = ("/etc/sonic/frr/frr.conf", "/etc/sonic/config_db.json", "/etc/sonic/snmp.yml")
    before = {path: host.read(path) for path in files}
    planted(switch, "config_db.json", '"admin_status": "up", "fec": "rs", "description": "compute-leaf1 Ethernet256"', '"admin_status": "down", "description": "compute-leaf1 Ethernet256"')  # fmt: skip
    planted(
        switch, "frr.conf", " neighbor Ethernet4 description compute-leaf1", " neighbor Ethernet4 description another"
    )
    play = bed.push("-e", "switch_push_settle_seconds=8", limit=(switch,))
    assert "BGP sessions went down" in play.failed[switch]
    assert "description another" in host.read(files[0])
    assert host.unit("clustergen-rollback.timer")["ActiveState"] == "active"
    boots = host.boots
    host.run("systemctl", "reboot")
    host.wait(boots + 1)
    assert {path: host.read(path) for path in files} == before
    assert bed.database(switch)["PORT"]["Ethernet0"]["admin_status"] == "up"
    assert not host.exists("/etc/sonic/clustergen/before.json")
    assert not host.exists("/etc/sonic/clustergen/pushed.sha256"), (
        "a push is made again: nobody says that this was confirmed"
    )
    assert host.unit("clustergen-rollback.timer")["ActiveState"] == "inactive"
    host.run("systemctl", "reboot")
    host.wait(boots + 2)
    assert {path: host.read(path) for path in files} == before, "a boot without a change that waits changes nothing"


def test_eapi_answers_control_hosts_alone(bed: Bed, first: dict[str, Play]) -> None:
    """By the switch's own configuration, which is ours: the list of control hosts stands before the door."""
    assert first["push"].returncode == 0
    for name in EOS:
        own = bed.eos.address(name)
        assert bed.eos.answers(name, bed.eos.source)
        assert not bed.eos.answers(name, own)


def test_another_certificate_is_not_spoken_to(bed: Bed, first: dict[str, Play]) -> None:
    """Seen once, a switch is known by it; who shows another gets neither password nor configuration. Signed ones are judged by their authority."""
    assert first["push"].returncode == 0
    assert "this is the first connection to the switch" in first["push"].stdout
    assert "this is the first connection to the switch" not in first["again"].stdout
    pin = bed.hosts.scratch / ".local/state/clustergen/atlas/switches" / EOS[0] / "certificate.sha256"
    right = pin.read_text("ascii")
    assert pin.stat().st_mode & 0o777 == 0o600
    before = len(bed.eos.sent(EOS[0]))
    try:
        pin.write_text(f"{'0' * 64}\n", "ascii")
        play = bed.push("--tags", "diff", limit=(EOS[0],))
        assert "a different certificate" in play.failed[EOS[0]]
        assert len(bed.eos.sent(EOS[0])) == before
        signed = json.dumps({"switch_eos_authority": str(bed.eos.authority)})
        assert bed.push("--tags", "diff", "-e", signed, limit=(EOS[0],)).must().changed == {}
    finally:
        pin.write_text(right, "ascii")


def test_a_push_that_would_shut_its_own_door_is_refused(
    bed: Bed, planted: Callable[[str, str, str, str], None]
) -> None:
    planted(EOS[0], "running.cfg", "management api http-commands", "management api other")
    before = len(bed.eos.sent(EOS[0]))
    play = bed.push(limit=EOS)
    assert "eAPI" in play.failed[EOS[0]]
    assert len(bed.eos.sent(EOS[0])) == before


@pytest.fixture
def earlier(bed: Bed) -> Iterator[tuple[str, str, str]]:
    """The first switch of each system runs an earlier release, or one that it does not name, until the test is over."""
    places = {SONIC[0]: "/etc/sonic/sonic_version.yml", CUMULUS[0]: "/etc/lsb-release"}
    before = {name: bed.hosts[name].read(path) for name, path in places.items()}
    image = bed.eos.folder / EOS[0] / "version"
    said = image.read_text("utf-8")
    bed.hosts[SONIC[0]].write(places[SONIC[0]], SONIC_VERSION.format(release="202411"))
    bed.hosts[CUMULUS[0]].write(places[CUMULUS[0]], LSB_RELEASE.format(release="5.13"))
    image.write_text("Arista vEOS-lab\n", "utf-8")
    yield SONIC[0], CUMULUS[0], EOS[0]
    for name, path in places.items():
        bed.hosts[name].write(path, before[name])
    image.write_text(said, "utf-8")


def test_a_switch_of_another_release_stays_as_it_is_and_no_other_waits(
    bed: Bed, planted: Callable[[str, str, str, str], None], earlier: tuple[str, str, str]
) -> None:
    """Each is named with both releases, its step and its page; the second switches, of later waves, are pushed to."""
    for name, file, old, new in (
        *((name, "config_db.json", '"9216"', '"9100"') for name in SONIC),
        *((name, "startup.yaml", f"hostname: {name}", f"hostname: {name}-new") for name in CUMULUS),
        *((name, "running.cfg", f"hostname {name}", f"hostname {name}-new") for name in EOS),
    ):
        planted(name, file, old, new)
    systems = dict(zip(earlier, ("sonic", "cumulus", "eos"), strict=True))
    before = {name: state(bed, system, name) for name, system in systems.items()}
    told = {
        name: (planned_release(bed.tree, name), f'docs/{system}.md, "Another release"')
        for name, system in systems.items()
    }
    asked = len(bed.eos.sent(EOS[0]))
    look = bed.push("--check").must()
    for name, words in told.items():
        (line,) = (line for line in look.stdout.splitlines() if f"{name} would not be changed: it " in line)
        assert all(word in line.replace('\\"', '"') for word in words)
    assert f"{SONIC[1]} would be changed" in look.stdout

    play = bed.push()
    assert play.failed.keys() == {*earlier}
    assert f"it runs SONiC 202411, and its files are for {told[SONIC[0]][0]}" in play.failed[SONIC[0]]
    assert f"it runs Cumulus Linux 5.13.1, and its files are for {told[CUMULUS[0]][0]}" in play.failed[CUMULUS[0]]
    assert "it does not say which release of EOS it runs (show version)" in play.failed[EOS[0]]
    for name, words in told.items():
        assert all(word in play.failed[name] for word in words)
        assert "-e allow=switches,switch_release" in play.failed[name]
    assert "in its step of clustergen plan" in play.failed[SONIC[0]]
    assert {name: state(bed, system, name) for name, system in systems.items()} == before
    assert {*play.changed} == {SONIC[1], CUMULUS[1], EOS[1]}
    assert not [each for each in bed.eos.sent(EOS[0])[asked:] if each[1].startswith("configure")]


def test_what_a_switch_of_another_release_is_asked_by_tags_and_with_the_word(
    bed: Bed, planted: Callable[[str, str, str, str], None], earlier: tuple[str, str, str]
) -> None:
    """Its differences are shown and its configuration is kept; a comparison says first that the release is another; the word pushes to it."""
    name = earlier[0]
    planted(name, "config_db.json", '"9216"', '"9000"')
    before = bed.database(name)
    look = bed.push("--tags", "diff,backup", limit=(name,)).must()
    assert f"{name} is compared as it is: it runs SONiC 202411" in look.stdout
    assert " -> 9000" in look.stdout
    assert bed.database(name) == before
    assert "it runs SONiC 202411" in bed.push("--tags", "switches_verify", limit=(name,)).failed[name]
    play = bed.push("-e", "allow=switches,switch_release", limit=(name,)).must()
    assert f"{name} goes on, by allow=switch_release: it runs SONiC 202411" in play.stdout
    assert bed.database(name)["PORT"]["Ethernet0"]["mtu"] == "9000"


def _watch(bed: Bed, *arguments: str, limit: tuple[str, ...]) -> tuple[Play, dict[str, str], Path]:
    """Read switches as the timer does; returns what the exporter would add, and where the configurations are."""
    kept, series = bed.hosts.scratch / "kept", bed.hosts.scratch / "switches.prom"
    values = {name.upper(): value for name, value in SECRETS.items()}
    options = ("-e", f"switch_push_backups={kept}", "-e", f"drift_metrics={series}")
    play = bed.hosts.playbook(
        "ansible/playbooks/switch_drift.yml", "--limit", ",".join(limit), *options, *arguments, **values
    )
    rows = [line.rpartition(" ") for line in series.read_text("utf-8").splitlines() if not line.startswith("#")]
    return play, {name.removeprefix("clustergen_switch_config_"): value for name, _, value in rows}, kept


def test_what_switches_run_is_kept_and_drift_is_reported(bed: Bed, first: dict[str, Play]) -> None:
    """Of each system; a switch that is not reached and one that refuses the login are reported, and nothing is changed on any."""
    assert first["again"].returncode == 0
    limit = (SONIC[0], CUMULUS[0], EOS[0])
    bed.push(limit=limit).must()
    play, rows, kept = _watch(bed, limit=limit)
    play.must()
    assert rows == {
        f'{what}{{switch="{name}"}}': value for name in limit for what, value in (("read", "1"), ("drift", "0"))
    }
    assert json.loads((kept / SONIC[0] / "config_db.json").read_text("utf-8")) == bed.database(SONIC[0])
    assert (kept / SONIC[0] / "config_db.json").stat().st_mode & 0o777 == 0o600
    assert f"hostname {EOS[0]}" in (kept / EOS[0] / "running.cfg").read_text("utf-8")
    # Somebody changes two of them by hand; a third one is not reached, and EOS has another password
    running = bed.database(SONIC[0])
    changed = json.loads(json.dumps(running))
    changed["PORT"][min(changed["PORT"])]["mtu"] = "1500"
    host, other = bed.hosts[SONIC[0]], bed.hosts[CUMULUS[0]]
    applied = other.read("/var/lib/switch/applied")
    host.write("/var/lib/switch/db.json", json.dumps(changed))
    other.write("/var/lib/switch/applied", json.dumps(json.loads(applied) | {"bridge": {"domain": {"br_old": {}}}}))
    calls = len(host.calls("config"))
    bed.hosts[CUMULUS[1]].stop_ssh()
    play, rows, _ = _watch(bed, "-e", "clustergen_eos_admin_password=wrong", limit=(*limit, CUMULUS[1]))
    bed.hosts[CUMULUS[1]].start_ssh()
    host.write("/var/lib/switch/db.json", json.dumps(running))
    other.write("/var/lib/switch/applied", applied)
    assert play.returncode == 0, play.stdout + play.stderr
    assert rows[f'drift{{switch="{SONIC[0]}"}}'] == rows[f'drift{{switch="{CUMULUS[0]}"}}'] == "1"
    for name in (CUMULUS[1], EOS[0]):
        assert rows[f'read{{switch="{name}"}}'] == "0"
        assert f'drift{{switch="{name}"}}' not in rows
    assert len(host.calls("config")) == calls, "nothing is changed on a switch"
    assert json.loads((kept / SONIC[0] / "config_db.json").read_text("utf-8")) == changed
    assert sorted(path.name for path in (kept / SONIC[0]).iterdir()) == ["config_db.json", "frr.conf"]
    assert not [value for value in SECRETS.values() if value in play.stdout + play.stderr]
