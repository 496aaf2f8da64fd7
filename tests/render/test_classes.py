"""The RoCE contract where a switch or a system sets a limit to it: notifications, marking, the watchdog, in every system's own words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.model import SwitchSystem
from generator.plan.hosts.roce import roce_ports
from tests.conftest import tree_of
from tests.eos_specs import eos_cluster
from tests.ours import CATALOG
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

LEAF = "switches/compute-leaf1/"
SYSTEMS: dict[str, Callable[[], Spec]] = {
    "sonic": cluster,
    "cumulus": lambda: on_cumulus(cluster()),
    "eos": eos_cluster,
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_strict_queue_of_notifications_takes_a_tenth_of_a_port(system: str, tmp_path: Path) -> None:
    """Whoever sends DSCP 48 cannot starve the others: 40 of 400 Gb/s."""
    tree = tree_of(plan_data(SYSTEMS[system](), tmp_path))
    if system == "sonic":
        db = json.loads(tree[f"{LEAF}config_db.json"])
        cap = {"type": "STRICT", "meter_type": "bytes", "cir": "5000000000", "pir": "5000000000"}
        assert db["SCHEDULER"][db["QUEUE"]["Ethernet0|6"]["scheduler"]] == cap
        strict = {name for name, row in db["SCHEDULER"].items() if row["type"] == "STRICT"}
        assert all("pir" in db["SCHEDULER"][name] for name in strict)
    elif system == "cumulus":
        script = tree[f"{LEAF}nv-set.sh"]
        assert "nv set qos egress-shaper cnp-400G port-max-rate 400000000\n" in script
        assert "nv set qos egress-shaper cnp-400G traffic-class 6 max-rate 40000000\n" in script
        assert "nv set interface swp1s0 qos egress-shaper profile cnp-400G\n" in script
    else:
        text = tree[f"{LEAF}running.cfg"]
        profile = text[text.index("qos profile ROCE-COMPUTE-400G") :].split("\n!\nqos profile ")[0]
        assert "shape rate 10 percent" in profile


def test_hosts_do_not_mark_where_their_leaf_cannot(tmp_path: Path) -> None:
    """Without published thresholds neither end marks: a queue with RED drops what cannot be marked, and hosts would slow down on nothing."""
    spec = cluster()
    spec["fabrics"]["storage"] |= {tier: {"model": "z9864f"} for tier in ("leaf", "spine")}
    plan = plan_data(spec, tmp_path)
    ports = [port for host in plan.hosts for port in roce_ports(plan, host)]
    assert {(port.fabric, port.roce.marks, port.roce.traffic_class & 3) for port in ports} == {
        ("compute", True, 2),
        ("storage", False, 0),
    }
    assert plan.roce["storage"].marking == ()
    assert [warning.code for warning in plan.warnings].count("ecn-unknown") == 1
    db = json.loads(tree_of(plan)["switches/storage-leaf1/config_db.json"])
    assert "WRED_PROFILE" not in db


def test_all_systems_give_up_a_paused_queue_at_one_time(tmp_path: Path) -> None:
    """200 ms where a process looks at few ports: SONiC's grows with them, which its catalog entry gives the reason of."""
    times: dict[str, Any] = {}
    for name in ("cumulus", "eos", "sonic"):
        fact = CATALOG.get(SwitchSystem, name).watchdog
        assert fact is not None
        times[name] = fact.detection_ms
    assert set(times.values()) == {200}
    assert CATALOG.get(SwitchSystem, "sonic").sources["watchdog"]
    script = tree_of(plan_data(on_cumulus(cluster()), tmp_path))[f"{LEAF}nv-set.sh"]
    assert "nv set qos pfc-watchdog polling-interval 100\n" in script
    assert "nv set qos pfc-watchdog robustness 2\n" in script
