"""Object stores with Ceph: networks and identities from the plan, what growth leaves, the flows that are opened, and certificates of gateways."""

from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.change.file_effects import FileEffect, rule_of
from generator.plan.draft import Draft
from generator.plan.hosts.ceph import ceph_clusters
from generator.plan.hosts.certificates import certificate_of
from generator.plan.hosts.missing import missing
from generator.render.backends import host_ceph
from generator.render.inventory_hosts import system_facts
from tests.ceph_specs import DEVICE, stored
from tests.ours import TEMPLATES
from tests.specs import plan_data

CONF = "etc/ceph/ceph.conf"


def texts(plan: Draft) -> dict[str, str]:
    return {each.path: each.content for each in host_ceph.render(close(plan), TEMPLATES)}


def test_daemons_use_both_ports(tmp_path: Path) -> None:
    """The first port of every host is in the public network, the second one in that of copies, and in no other."""
    plan = plan_data(stored(), tmp_path)
    found = ceph_clusters(plan)["objects"]
    lines = texts(plan)["hosts/storage2/etc/ceph/ceph.conf"].splitlines()
    assert {f"public network = {found.public}", f"cluster network = {found.private}"} <= set(lines)
    first, second = (
        each.address for each in plan.interfaces_of["storage2"] if each.fabric == "storage" and each.address
    )
    assert (found.hosts[1].address, f"public addr = {first}" in lines) == (first, True)
    public, private = ip_network(found.public), ip_network(found.private)
    assert [ip_address(first) in each for each in (public, private)] == [True, False]
    assert [ip_address(second) in each for each in (public, private)] == [False, True]


def test_growth_changes_no_file_of_a_host(tmp_path: Path) -> None:
    """Neither do identities of drives, which follow from names; another cluster has others."""
    before, after = (texts(plan_data(stored(count), tmp_path)) for count in (3, 5))
    assert {path: text for path, text in after.items() if path in before and path != "storage/objects.md"} == {
        path: text for path, text in before.items() if path != "storage/objects.md"
    }
    other = plan_data({**stored(), "name": "boreas"}, tmp_path)
    drives = "hosts/storage1/etc/clustergen/ceph/drives"
    assert texts(other)[drives] != before[drives]


def test_what_runs_where(tmp_path: Path) -> None:
    plan = plan_data(stored(4, monitors=1, gateways=3), tmp_path)
    hosts = ceph_clusters(plan)["objects"].hosts
    assert [(each.monitor, each.gateway) for each in hosts] == [
        (True, True),
        (False, True),
        (False, True),
        (False, False),
    ]
    assert "[client.rgw.storage4]" not in texts(plan)[f"hosts/storage4/{CONF}"]
    facts = system_facts(plan)[1]
    assert "radosgw" in facts["storage3"]["storage_ceph"]["packages"]
    assert facts["storage4"]["storage_ceph"]["packages"] == ["ceph-base", "ceph-common", "ceph-osd"]
    assert not [line for line in missing(plan) if "storage.objects" in line]


@pytest.mark.parametrize(("port", "service"), [(443, "https"), (8080, "tcp/8080")])
def test_clients_reach_gateways_alone(tmp_path: Path, port: int, service: str) -> None:
    """Not monitors and OSDs, and hosts of the store reach no client."""
    flows = [
        each for each in plan_data(stored(port=port), tmp_path).access.flows if each.why.startswith("storage.objects")
    ]
    assert {(each.source, each.to, each.service.name) for each in flows} == {
        ("storage/compute", "storage/storage", service),
        *(("storage/storage", "storage/storage", each) for each in ("ceph", "ceph-mon", service)),
    }


def test_certificates_name_gateways(tmp_path: Path) -> None:
    plan = plan_data(stored() | {"services": {"tls": {}}}, tmp_path)
    hosts = {host.name: host for host in plan.hosts}
    address = ceph_clusters(plan)["objects"].hosts[1].address
    assert address in certificate_of(plan, hosts["storage2"]).addresses
    assert (
        len(certificate_of(plan, hosts["storage3"]).addresses)
        == len(certificate_of(plan, hosts["storage2"]).addresses) - 1
    )
    shared = {"s3-objects.atlas.example.net", "s3-objects"}
    assert [shared <= {*certificate_of(plan, hosts[f"storage{each}"]).names} for each in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert not shared & {*certificate_of(plan, hosts["control1"]).names}
    zone = close(plan).provisioning.zones[0]
    found = [each.value for each in zone.records if (each.owner, each.kind) == ("s3-objects", "A")]
    assert found == [each.address for each in ceph_clusters(plan)["objects"].gateways]
    assert f"ssl_endpoint={address}:443" in texts(plan)[f"hosts/storage2/{CONF}"]
    assert DEVICE in texts(plan)["hosts/storage2/etc/clustergen/ceph/drives"]


def test_copies_where_no_protection_is_stated(tmp_path: Path) -> None:
    spec = stored()
    del spec["storage"]["objects"]["protection"]
    table = texts(plan_data(spec, tmp_path))["host_groups/storage/etc/clustergen/ceph/cluster"].splitlines()
    assert {"copies 3", "pool objects.rgw.buckets.data"} <= set(table)
    assert not [line for line in table if line.startswith("erasure")]


def test_objects_expire_in_named_buckets_alone(tmp_path: Path) -> None:
    found = texts(plan_data(stored(expire_days={"red-data": 30}), tmp_path))
    table = found["host_groups/storage/etc/clustergen/ceph/cluster"]
    assert [line for line in table.splitlines() if line.startswith("expire")] == ["expire red-data 30"]
    assert "| red-data | 30 |" in found["storage/objects.md"]
    before = texts(plan_data(stored(), tmp_path))
    assert "expire" not in before["host_groups/storage/etc/clustergen/ceph/cluster"]
    assert "Objects that are deleted" not in before["storage/objects.md"]


@pytest.mark.parametrize(
    ("data", "parity", "copies", "least", "parts"), [(2, 1, 3, 2, 3), (4, 2, 3, 2, 5), (1, 1, 2, 2, 0), (8, 4, 5, 2, 9)]
)
def test_what_is_written_last_survives_a_loss(
    tmp_path: Path, data: int, parity: int, copies: int, least: int, parts: int
) -> None:
    """Nothing is written with the data alone: one part more, or two copies."""
    spec = stored(max(3, data + parity))
    spec["hosts"]["storage"]["max"] = 16
    spec["storage"]["objects"]["protection"] = {"data": data, "parity": parity}
    table = texts(plan_data(spec, tmp_path))["host_groups/storage/etc/clustergen/ceph/cluster"].splitlines()
    assert {f"copies {copies}", f"least {least}"} <= set(table)
    assert [line.split()[-1] for line in table if line.startswith("erasure")] == ([str(parts)] if parts else [])


def test_a_store_keeps_its_identity_under_another_name(tmp_path: Path) -> None:
    identity = ceph_clusters(plan_data(stored(), tmp_path))["objects"].identity
    other = ceph_clusters(plan_data({**stored(fsid=identity), "name": "boreas"}, tmp_path))["objects"]
    assert other.identity == identity
    assert ceph_clusters(plan_data({**stored(), "name": "boreas"}, tmp_path))["objects"].identity != identity


def test_another_identity_interrupts() -> None:
    """A comparison with the earlier plan reports it; a line that is added does not."""
    before = b"[global]\nfsid = 0d2b1ee1-2f5b-5a0c-8c5b-3d1c1f3f0a11\nms bind port max = 7568\n"
    for after, effect in (
        (before.replace(b"0d2b", b"1d2b"), FileEffect.TRAFFIC),
        (before + b"osd pool default size = 3\n", FileEffect.NOTHING),
    ):
        assert rule_of("hosts/storage1/etc/ceph/ceph.conf").between(before, after, frozenset()) == effect
