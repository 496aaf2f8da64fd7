"""Addresses that move between gateways of an object store: turns, files that growth leaves, flows, names and certificates."""

from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.hosts.balancers import BALANCER_PACKAGES, balancers
from generator.plan.hosts.certificates import certificate_of
from generator.render.backends import host_balancer, host_firewall
from generator.render.inventory_hosts import system_facts
from generator.render.tree import render_tree
from tests.balancer_specs import ADDRESSES, balanced
from tests.ceph_specs import stored
from tests.ours import TEMPLATES
from tests.specs import plan_data

HAPROXY, KEEPALIVED = "etc/haproxy/haproxy.cfg", "etc/keepalived/keepalived.conf"


def texts(plan: Draft) -> dict[str, str]:
    return {each.path: each.content for each in host_balancer.render(close(plan), TEMPLATES)}


@pytest.mark.parametrize("addresses", [1, 2, 3])
def test_each_gateway_prefers_an_address_of_its_own(tmp_path: Path, addresses: int) -> None:
    """Turns rotate, and no two gateways have the same priority for an address. A gateway that cannot serve is below all that can."""
    found = [*ADDRESSES, "10.160.95.252"][:addresses]
    balancer = balancers(plan_data(balanced(4, found, gateways=3), tmp_path))["objects"]
    priorities = [[host.turns[index].priority for host in balancer.hosts] for index in range(addresses)]
    assert priorities == [[200, 199, 198], [198, 200, 199], [199, 198, 200]][:addresses]
    assert max(max(each) for each in priorities) - balancer.less < min(min(each) for each in priorities)
    assert [turn.number for turn in balancer.hosts[0].turns] == list(range(1, addresses + 1))


def test_growth_changes_no_file_of_a_gateway(tmp_path: Path) -> None:
    """Neither do files of hosts without a gateway exist."""
    before, after = (texts(plan_data(balanced(count), tmp_path)) for count in (3, 6))
    assert before == after
    assert {path.split("/")[1] for path in before} == {"storage1", "storage2"}


def test_gateways_hear_each_other_alone(tmp_path: Path) -> None:
    plan = plan_data(balanced(), tmp_path)
    file = texts(plan)[f"hosts/storage2/{KEEPALIVED}"].split()
    assert (file[file.index("unicast_src_ip") + 1], file[file.index("unicast_peer") + 2]) == (
        "10.160.64.2",
        "10.160.64.1",
    )
    flows = {(each.source, each.to) for each in plan.access.flows if each.service.name == "vrrp"}
    assert flows == {("inband/storage", "inband/storage")}
    rules = [each.content for each in host_firewall.render(close(plan), TEMPLATES) if "storage" in each.path]
    assert ["ip saddr { 10.160.64.0/19 } meta l4proto 112 accept" in each for each in rules] == [True]


@pytest.mark.parametrize(
    ("system", "line"), [("sonic", '"IP_PROTOCOL": "112"'), ("eos", "permit vrrp 10.160.0.0/16 10.160.64.0/19")]
)
def test_leaves_let_it_pass(tmp_path: Path, system: str, line: str) -> None:
    spec = balanced()
    if system == "eos":
        spec["fabrics"]["frontend"]["leaf"] = {"model": "7050cx4-24d8", "os": "eos"}
    tree = {each.path: each.made().content for each in render_tree(plan_data(spec, tmp_path), TEMPLATES)}
    leaves = [text for path, text in tree.items() if path.startswith("switches/frontend-leaf")]
    assert any(line in text for text in leaves)


def test_the_name_of_the_store_has_these_addresses(tmp_path: Path) -> None:
    plan = plan_data(balanced(), tmp_path)
    forward, *reverse = close(plan).provisioning.zones
    assert [each.value for each in forward.records if (each.owner, each.kind) == ("s3-objects", "A")] == ADDRESSES
    named = {each.value for zone in reverse for each in zone.records if each.value.startswith("s3-")}
    assert named == {"s3-1-objects.atlas.example.net.", "s3-2-objects.atlas.example.net."}
    hosts = {host.name: host for host in plan.hosts}
    assert [{*ADDRESSES} <= {*certificate_of(plan, hosts[f"storage{each}"]).addresses} for each in (1, 2, 3)] == [
        True,
        True,
        False,
    ]


def test_packages_are_those_of_gateways(tmp_path: Path) -> None:
    facts = system_facts(plan_data(balanced(), tmp_path))[1]
    found = [{*BALANCER_PACKAGES} <= {*facts[f"storage{each}"]["storage_ceph"]["packages"]} for each in (1, 2, 3)]
    assert found == [True, True, False]
    assert facts["storage1"]["storage_ceph"]["balances"] == {
        "authority": "/etc/clustergen/tls/authority.crt",
        "reports": True,
    }


def test_without_tls_gateways_are_asked_in_plain_text(tmp_path: Path) -> None:
    spec = balanced()
    del spec["services"]
    text = texts(plan_data(spec, tmp_path))[f"hosts/storage1/{HAPROXY}"]
    assert "ssl" not in text
    assert "fall 3 rise 2 on-marked-down shutdown-sessions\n" in text


def test_without_addresses_nothing_changes(tmp_path: Path) -> None:
    plan = plan_data(stored(), tmp_path)
    assert texts(plan) == {}
    assert not [each for each in plan.access.flows if each.service.name == "vrrp"]
    assert "balances" not in system_facts(plan)[1]["storage1"]["storage_ceph"]
