"""The judge of balancers: what is rendered passes, and each planted fault is named with its file."""

from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.balancers import balancers
from generator.verify.reach.judge import reachability
from generator.verify.watch import metrics
from tests.balancer_specs import balanced
from tests.ceph_specs import stored
from tests.cli.planted import planted
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data

HAPROXY, KEEPALIVED = "hosts/storage1/etc/haproxy/haproxy.cfg", "hosts/storage1/etc/keepalived/keepalived.conf"
BACKENDS = (
    "plan",
    "hosts-network",
    "hosts-system",
    "hosts-firewall",
    "hosts-ceph",
    "hosts-balancer",
    "monitoring",
    "slurm",
    "sonic",
)


def rendered(made: Spec, folder: Path) -> Path:
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in."""
    return rendered(balanced(), tmp_path_factory.mktemp("balanced"))


def test_what_is_rendered_is_so(tree: Path) -> None:
    verdict = balancers(tree)
    assert (verdict.result, verdict.files, verdict.faults) == ("passed", 2, [])


def test_without_addresses_there_is_nothing_to_read(tmp_path: Path) -> None:
    assert balancers(rendered(stored(), tmp_path)).files == 0


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (HAPROXY, "bind 10.160.95.251:443", "bind 10.160.95.252:443", "it listens at 10.160.95.250:443, 10.160.95.252:443, and the plan has"),
        (HAPROXY, "server storage2 10.160.64.2:443", "server storage2 10.160.64.3:443", "storage2:10.160.64.3, and the plan has storage1:10.160.64.1, storage2:10.160.64.2"),
        (HAPROXY, "    server storage2.*\n", "", "its gateways are storage1:10.160.64.1, and the plan has"),
        (KEEPALIVED, "    10.160.95.250/16", "    10.160.95.252/16", "it holds 10.160.95.252, 10.160.95.251, and the plan has 10.160.95.250, 10.160.95.251"),
        (KEEPALIVED, "virtual_router_id 1", "virtual_router_id 2", "virtual_router_id 2 is there 2 times"),
        (KEEPALIVED, "virtual_router_id 1", "virtual_router_id 3", "10.160.95.250 is 3 on storage1, 1 on storage2: these gateways ignore each other"),
        (KEEPALIVED, "priority 200", "priority 199", "2 gateways have the priority 199 for 10.160.95.250"),
        (KEEPALIVED, "    10.160.64.2\n", "    10.160.64.3\n", "its peers for 10.160.95.250 are 10.160.64.3, and the other gateways are 10.160.64.2"),
        (KEEPALIVED, "unicast_src_ip 10.160.64.1", "unicast_src_ip 10.160.64.9", "it speaks from 10.160.64.9, and the address of storage1 is 10.160.64.1"),
    ],
)  # fmt: skip
def test_planted_faults_are_named(tree: Path, file: str, pattern: str, instead: str, said: str) -> None:
    with planted(tree / file, pattern, instead):
        faults = balancers(tree).faults
    assert [fault for fault in faults if said in fault], faults


def test_a_leaf_that_stops_vrrp_is_found(tree: Path) -> None:
    assert reachability(tree).faults == []
    with planted(tree / "switches/frontend-leaf1/config_db.json", '"IP_PROTOCOL": "112"', '"IP_PROTOCOL": "113"'):
        faults = reachability(tree).faults
    assert [fault for fault in faults if "vrrp" in fault and "inband/storage" in fault], faults


def test_a_firewall_that_stops_vrrp_is_found(tree: Path) -> None:
    with planted(tree / "host_groups/storage/etc/clustergen/firewall.nft", "meta l4proto 112", "meta l4proto 113"):
        faults = reachability(tree).faults
    assert [fault for fault in faults if "vrrp" in fault and "inband/storage" in fault], faults


def test_alerts_ask_for_what_programs_report(tree: Path) -> None:
    assert metrics(tree).faults == []
    one, other = (tree / f"hosts/storage{each}/usr/local/sbin/clustergen-balancer.sh" for each in (1, 2))
    typed, wrong = "# TYPE clustergen_s3_gateway_up", "# TYPE clustergen_s3_up"
    with planted(one, typed, wrong), planted(other, typed, wrong):
        faults = metrics(tree).faults
    assert [fault for fault in faults if "no job measures clustergen_s3_gateway_up" in fault], faults


def test_what_gateways_tell_each_other_has_no_answer_from_the_site(tmp_path: Path) -> None:
    """A flow for everything to the site has the protocol of the gateways in it, and uplinks let in no packet of it."""
    made = balanced()
    made["fabrics"]["frontend"]["edge"] = {
        "fw": {"leaf": "frontend-leaf1", "cage": 50, "speed_gbps": 100, "asn": 65010, "default": "accept", "address": "192.0.2.1/31", "peer": "192.0.2.0"}
    }  # fmt: skip
    assert reachability(rendered(made, tmp_path)).faults == []
