"""`provision` over real SSH on a control host with systemd: BIND answers, Kea gives a lease through a relay, and what a run was to change is what it changed."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.plan.provisioning.relays import relay_agent
from generator.render.backends import ansible, dhcp, dns
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOST = "control1"
PLAYBOOK = "ansible/playbooks/provision.yml"
MAC = "3c:6d:66:00:00:02"
KEA = "provisioning/kea/kea-dhcp4.conf"
PLACED = "clustergen.cluster.dhcp : Place its configuration, once Kea has read it"
AFTERWARDS = {
    "clustergen.cluster.dhcp : Record its roles, so that an interrupted run can be resumed",
    "clustergen.cluster.dns : Place them",
}
"""What a real run does with what it has brought: files that a prediction has shown before."""
_LEAF = """
set -e
printf '#!/bin/sh\\n[ "$1" != bound ] || echo "lease=$ip"\\n' >/run/tell; chmod 755 /run/tell
for each in leaf bmc; do ip netns add $each; done
ip link add dev up netns leaf type veth peer name mgmt0 netns "$1"
ip link add dev vlan netns leaf type veth peer name eth0 netns bmc
ip link add dev inband netns leaf type veth peer name bond0 netns "$1"
ip -n "$1" addr add "$2" dev mgmt0; ip -n "$1" addr add "$3" dev bond0
for each in mgmt0 bond0; do ip -n "$1" link set dev $each up; done
ip -n "$1" route add 10.192.0.0/11 via "${4%/*}"
ip -n leaf addr add "$4" dev up; ip -n leaf addr add "$5" dev vlan
for each in up vlan inband; do ip -n leaf link set dev $each up; done
ip -n bmc link set dev eth0 address "$6" up
shift 6
nsenter --net=/run/netns/leaf dhcrelay -4 -d -id vlan -iu up "$@" >/run/relay.log 2>&1 &
"""
_ASK = "nsenter --net=/run/netns/bmc udhcpc -i eth0 -f -n -q -t 4 -T 1 -s /run/tell"


@dataclass(frozen=True, slots=True)
class Site:
    """A control host of a cluster, and a leaf that relays for a BMC whose MAC address is known."""

    plan: Draft
    tree: Path
    hosts: SshHosts

    def provision(self, *arguments: str) -> Play:
        return self.hosts.playbook(PLAYBOOK, "--diff", *arguments)

    def lease(self) -> str:
        """Ask for one as the BMC; empty where nobody answers."""
        return self.hosts.run(*_ASK.split()).stdout.partition("lease=")[2].strip()

    def query(self, *words: str) -> str:
        address = self.hosts[HOST].address
        return self.hosts.run("dig", f"@{address}", "+short", "+time=2", *words).stdout.strip()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Site]:
    require(program)
    for name in ("kea-dhcp4", "named", "named-checkzone", "dig", "dhcrelay", "udhcpc", "sshd"):
        program(name)
    spec = cluster() | {"assets": {"gpu01": {"macs": {"bmc": MAC}}}}
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    tree = tmp_path_factory.mktemp("provision") / "tree"
    templates = TEMPLATES
    write_tree([each for backend in (ansible, dhcp, dns) for each in backend.render(close(plan), templates)], tree)
    ports = {port.kind: port for port in plan.interfaces_of[HOST]}
    agent = relay_agent(plan, next(switch for switch in plan.switches if switch.name == "oob-leaf1"))
    assert agent is not None
    bmc = next(each.gateway for each in agent.relays if each.segment == "bmc")
    mgmt, bond = ports["access"], ports["bond"]
    with SshHosts(tree, [HOST]) as hosts:
        addresses = (f"{mgmt.address}/{mgmt.length}", f"{bond.address}/{bond.length}", f"{mgmt.gateway}/{mgmt.length}")
        done = hosts.run("sh", "-c", _LEAF, "leaf", HOST, *addresses, f"{bmc}/24", MAC, *agent.servers)
        assert done.returncode == 0, done.stderr
        yield Site(plan, tree, hosts)


def test_a_control_host_serves_names_and_leases(site: Site, proven: Callable[[str, str], None]) -> None:
    """Predicted, done, and nothing left for a second run."""
    predicted = site.provision("--check").must()
    assert not site.hosts[HOST].exists("/var/cache/bind/clustergen/named.conf")
    assert site.lease() == ""
    done = site.provision().must()
    assert set(done.changed[HOST]) - AFTERWARDS == set(predicted.changed[HOST])
    gpu = next(host for host in site.plan.hosts if host.name == "gpu01")
    assert site.lease() == gpu.bmc
    assert site.query("gpu01.atlas.example.net", "A") == gpu.inband
    assert site.query("-x", gpu.bmc) == "gpu01-bmc.atlas.example.net."
    for unit in ("kea-dhcp4-server", "named"):
        found = site.hosts[HOST].unit(unit)
        assert (found["ActiveState"], found["UnitFileState"]) == ("active", "enabled"), unit
    second = site.provision().must()
    assert second.changed == {}
    assert second.counts[HOST].changed == 0
    proven(
        "ansible-playbook over SSH", "provision: named answers, kea-dhcp4 leases through dhcrelay; second run changed=0"
    )


def test_a_run_that_was_killed_is_taken_up_again(site: Site) -> None:
    """Both files are placed, and neither server has read them. The zone's serial number is lower than the one that is served."""
    zone, kea = site.tree / "provisioning/dns/atlas.example.net.zone", site.tree / KEA
    text = zone.read_text(encoding="utf-8")
    zone.write_text(re.sub(r"\d+ ; serial", "7 ; serial", text) + "newcomer IN A 10.160.32.9\n", encoding="utf-8")
    conf = json.loads(kea.read_text(encoding="utf-8"))
    conf["Dhcp4"]["valid-lifetime"] = 43200
    kea.write_text(json.dumps(conf), encoding="utf-8")
    run = site.hosts.start("ansible-playbook", str(site.tree / PLAYBOOK))
    run.wait_for(PLACED)
    run.kill()
    site.hosts[HOST].write("/var/cache/bind/clustergen/atlas.example.net.zone", zone.read_text(encoding="utf-8"))
    assert site.query("newcomer.atlas.example.net", "A") == ""
    done = site.provision().must()
    assert {
        "clustergen.cluster.dhcp : Restart Kea",
        "clustergen.cluster.dns : Reload the zones",
    } <= set(done.changed[HOST])
    assert site.query("newcomer.atlas.example.net", "A") == "10.160.32.9"
    assert site.query("atlas.example.net", "SOA").split()[2] == "7"
    assert site.lease()
    assert site.provision().must().changed == {}


def test_a_zone_that_is_gone_is_taken_away(site: Site) -> None:
    folder = site.tree / "provisioning/dns"
    conf = folder / "named.conf"
    name = "224.10.in-addr.arpa"
    (folder / f"{name}.zone").unlink()
    lines = conf.read_text(encoding="utf-8").splitlines(keepends=True)
    conf.write_text("".join(line for line in lines if name not in line), encoding="utf-8")
    site.provision("--tags", "dns").must()
    assert not site.hosts[HOST].exists(f"/var/cache/bind/clustergen/{name}.zone")
    assert site.query(name, "SOA") == ""


def test_what_a_server_refuses_is_not_placed(site: Site) -> None:
    """Kea's own words are the message, and it goes on with what it has; so does BIND."""
    kea, kept = site.tree / KEA, site.tree / "kept.conf"
    shutil.copy(kea, kept)
    conf = json.loads(kea.read_text(encoding="utf-8"))
    conf["Dhcp4"]["subnet4"][0]["reservations"] = [{"hw-address": MAC, "ip-address": "192.0.2.9"}]
    kea.write_text(json.dumps(conf), encoding="utf-8")
    failed = site.provision("--tags", "dhcp")
    assert failed.returncode == 2
    assert "192.0.2.9" in failed.stdout
    assert site.lease()
    kept.replace(kea)
    zone = site.tree / "provisioning/dns/atlas.example.net.zone"
    zone.write_text(zone.read_text(encoding="utf-8") + "bad IN A 10.0.0.300\n", encoding="utf-8")
    failed = site.provision("--tags", "dns")
    assert failed.returncode == 2
    assert "bad IN" in failed.stdout or "10.0.0.300" in failed.stdout
    assert site.query("newcomer.atlas.example.net", "A") == "10.160.32.9"
