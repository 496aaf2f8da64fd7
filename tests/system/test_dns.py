"""BIND serves every rendered zone, and answers what the rendered files of hosts and the address plan say; planted faults are refused."""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.plan.hosts.ceph import ceph_clusters
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from generator.verify.judges import leases, names
from tests.ceph_specs import stored
from tests.conftest import EXAMPLES, HALLS
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require
from tests.twin.provisioning import dig, start_named, stop_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def bottle(program: Callable[[str], str]) -> Bottle:
    """A place of their own for the servers."""
    require(program)
    for name in ("named", "dig", "named-checkzone"):
        program(name)
    return Bottle()


def _known(tree: Path) -> dict[str, str]:
    """What installed hosts call themselves and each other in their own files, by whole name."""
    with (tree / "ip" / "addresses.csv").open(encoding="utf-8") as file:
        installed = {row["address"] for row in csv.DictReader(file)}
    lines = [line.split() for path in tree.glob("hosts/*/etc/hosts") for line in path.read_text("utf-8").splitlines()]
    return {words[1]: words[0] for words in lines if words and words[0] in installed}


def _planned(tree: Path, domain: str) -> dict[str, str]:
    """What the address plan has of BMCs, and of switches' ports in management, by whole name."""
    with (tree / "ip" / "addresses.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["use"] in {"bmc", "management"}]
    tails = {"bmc": "-bmc", "eth0": ""}
    return {f"{r['device']}{tails[r['interface']]}.{domain}": r["address"] for r in rows if r["interface"] in tails}


@pytest.mark.parametrize("name", EXAMPLES)
def test_names_are_answered_as_the_files_of_hosts_have_them(
    name: str, bottle: Bottle, rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """Forward and back: every name of every host's /etc/hosts that is installed, every BMC, every switch."""
    tree = rendered(name)
    judged = names(tree)
    assert judged.ran
    assert judged.faults == []
    zones = sorted(path.name.removesuffix(".zone") for path in tree.glob("provisioning/dns/*.zone"))
    domain = next(zone for zone in zones if not zone.endswith(".arpa"))
    known = _known(tree) | _planned(tree, domain)
    assert len(known) > 20
    with bottle:
        start_named(bottle, tree)
        serials = dig(bottle, [f"{zone} SOA" for zone in zones])
        forward = dig(bottle, [f"{each} A" for each in known])
        back = dig(bottle, [f"-x {address}" for address in known.values()])
        slurm = dig(bottle, [f"_slurmctld._tcp.{domain} SRV", f"nobody.{domain} A", f"ntp.{domain} A"])
    control = tuple(
        host["name"] for host in json.loads((tree / "plan.json").read_text())["hosts"] if host["role"] == "control"
    )
    assert all(serial.startswith(control) for serial in serials), dict(zip(zones, serials, strict=True))
    assert dict(zip(known, forward, strict=True)) == known
    assert dict(zip(known.values(), back, strict=True)) == {address: f"{each}." for each, address in known.items()}
    controllers = [
        line.split("=")[1] for line in _lines(tree / "slurm" / "slurm.conf") if line.startswith("SlurmctldHost=")
    ]
    assert (
        slurm[0].split(", ") == [f"{n} 0 6817 {each}.{domain}." for n, each in enumerate(controllers)]
        or not controllers
    )
    assert slurm[1] == "NXDOMAIN"
    assert slurm[2].split(", ") == sorted(known[f"{each}.{domain}"] for each in controllers) or not controllers
    proven("named 9.18 (BIND)", f"{name}: {len(zones)} zones served, {len(known)} names asked for forward and back")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.mark.parametrize("name", HALLS)
def test_the_zones_and_subnets_of_a_hall_are_accepted(
    name: str,
    plans: Callable[[str], Draft],
    program: Callable[[str], str],
    tmp_path: Path,
    proven: Callable[[str, str], None],
) -> None:
    """2,048 hosts, by the check modes of both servers."""
    for each in ("named-checkzone", "kea-dhcp4"):
        program(each)
    tree = tmp_path / "tree"
    write_tree(render_tree(plans(name), TEMPLATES, ["dns", "dhcp"]), tree)
    judged = (names(tree), leases(tree))
    assert [(verdict.ran, verdict.faults) for verdict in judged] == [(True, []), (True, [])]
    proven("named-checkzone, kea-dhcp4 -t", f"{name}: {judged[0].files} zones, and the leases")


def test_ipv6_and_a_zone_below_the_octet(bottle: Bottle, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """AAAA records and ip6.arpa; a segment of /25 in a zone of its own, as RFC 2317 has it."""
    spec = cluster(2, 4) | {"segments": {"backup": {"vlan": 300, "prefix": "10.170.0.128/25", "roles": ["storage"]}}}
    plan = plan_data(spec | {"addressing": {"ipv6": "fd42:c1::/32"}}, tmp_path)
    tree = tmp_path / "tree"
    write_tree(render_tree(plan, TEMPLATES), tree)
    assert names(tree).faults == []
    rail = next(link for link in plan.links if link.a.device == "gpu1" and link.rail == 0).a
    backup = next(a.address for a in plan.addresses if a.use == "segment" and a.device == "storage1")
    name, owner = "gpu1-rail0.atlas.example.net", f"{backup.rpartition('.')[2]}.128-25.0.170.10.in-addr.arpa"
    with bottle:
        start_named(bottle, tree)
        said = dig(bottle, [f"{name} AAAA", f"-x {rail.ipv6}", f"{owner} PTR"])
    assert said == [rail.ipv6, f"{name}.", "storage1-backup.atlas.example.net."]
    proven("named 9.18 (BIND)", "AAAA and PTR of IPv6; a /25 as RFC 2317 has it")


def test_gateways_of_buckets_share_a_name(bottle: Bottle, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Both are answered, and the other host of the store is not."""
    plan = plan_data(stored() | {"services": {"tls": {}}}, tmp_path)
    tree = tmp_path / "tree"
    write_tree(render_tree(plan, TEMPLATES), tree)
    assert names(tree).faults == []
    addresses = [gateway.address for gateway in ceph_clusters(plan)["objects"].gateways]
    with bottle:
        start_named(bottle, tree)
        said = dig(bottle, ["s3-objects.atlas.example.net A", f"-x {addresses[0]}"])
    assert said[0].split(", ") == sorted(addresses)
    assert said[1].startswith("storage1")
    proven("named 9.18 (BIND)", "gateways of an object store by one name")


FAULTS = {
    "a target without its last dot": ("6817 control1.atlas.example.net.", "6817 control1.atlas.example.net"),
    "a name of another zone": ("gpu01-rail0 IN A", "gpu01-rail0.example.com. IN A"),
    "an underscore in a host's name": ("gpu01-rail0 IN A", "gpu01_rail0 IN A"),
    "an address that is none": ("IN A 10.160.32.1\n", "IN A 10.160.32.256\n"),
    "no name server": ("@ IN NS", "other IN NS"),
    "a name server without an address": ("@ IN NS control1.", "@ IN NS control9."),
    "a name that is also another's alias": (
        "gpu01-rail1 IN A 10.16.0.0\n",
        "gpu01-rail0 IN CNAME gpu02.atlas.example.net.\n",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(
    fault: str, rendered: Callable[[str], Path], tmp_path: Path, program: Callable[[str], str]
) -> None:
    """named-checkzone, as `clustergen check` runs it."""
    program("named-checkzone")
    tree = tmp_path / "tree"
    shutil.copytree(rendered("roce-16") / "provisioning", tree / "provisioning")
    assert names(tree).faults == []
    zone = tree / "provisioning" / "dns" / "atlas.example.net.zone"
    good, bad = FAULTS[fault]
    text = zone.read_text(encoding="utf-8")
    assert good in text
    zone.write_text(text.replace(good, bad), encoding="utf-8")
    (said,) = names(tree).faults
    assert said.startswith("dns/atlas.example.net.zone: ")


def test_a_zone_that_changed_has_another_serial_number(
    bottle: Bottle, rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """From 16 GPUs to 64 and to 256 it goes up each time, as servers that copy zones need it."""
    found = []
    with bottle:
        for name in ("roce-16", "roce-64", "roce-256"):
            start_named(bottle, rendered(name))
            (soa,) = dig(bottle, ["atlas.example.net SOA"])
            found.append(int(soa.split()[2]))
            stop_named(bottle)
    assert found == sorted(set(found))
    proven("named 9.18 (BIND)", f"serial numbers at 16, 64 and 256 GPUs: {', '.join(map(str, found))}")
