"""The RoCE contract on Arista EOS: what each switch of it turns on and off, and how ports say their speed."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.catalog.model import Switch as SwitchModel
from generator.catalog.model import SwitchSystem
from generator.model.faceplate import banks
from generator.plan.draft import Draft
from generator.render.eos.avd import running_config
from generator.render.eos.ports import port_speed
from generator.render.eos.structured import structured_config
from tests.eos_specs import COMPUTE, OTHER, eos_cluster
from tests.judges.facts_eos import Block, Running, facts
from tests.ours import CATALOG
from tests.specs import Spec, plan_data


def text_of(plan: Draft, name: str) -> str:
    switch = next(switch for switch in plan.switches if switch.name == name)
    return running_config(name, structured_config(plan, switch))


def rails(tmp_path: Path, **compute: Any) -> str:
    """Print the first compute leaf of a small cluster."""
    return text_of(plan_data(eos_cluster(gpu=2, most=8, **compute), tmp_path), "compute-leaf1")


def queue(text: str, number: int) -> Block:
    """Find a queue of the one profile that there is."""
    (profile,) = Running(text).root.find("qos profile")
    (found,) = profile.find(f"uc-tx-queue {number}")
    return found


def lines(block: Block) -> list[str]:
    return [each.line for each in block.below]


def test_lossless_and_marked(tmp_path: Path) -> None:
    """The default: paused, watched, marked; RoCE and the rest share what notifications leave."""
    text = rails(tmp_path)
    assert lines(queue(text, 0)) == ["no priority", "bandwidth percent 50"]
    assert lines(queue(text, 3))[:2] == ["no priority", "bandwidth percent 50"]
    assert "random-detect ecn minimum-threshold 131072 bytes" in lines(queue(text, 3))[2]
    assert lines(queue(text, 6)) == ["priority strict", "shape rate 10 percent"]
    (profile,) = Running(text).root.find("qos profile")
    assert "priority-flow-control pause watchdog" in lines(profile)
    assert "qos trust dscp" in lines(profile)


def test_paused_and_not_marked(tmp_path: Path) -> None:
    """`marking: false`: no thresholds anywhere."""
    text = rails(tmp_path, roce={"marking": False})
    assert "random-detect" not in text
    assert facts(text).lossless == {3}


def test_marked_and_not_paused(tmp_path: Path) -> None:
    """`lossless: false`: no PFC, no watchdog, and the queues as before."""
    text = rails(tmp_path, roce={"lossless": False})
    assert "priority-flow-control" not in text
    assert set(facts(text).marking.values()) == {(131072, 262144, 5)}


def test_classes_that_the_spec_states(tmp_path: Path) -> None:
    """Other values of the contract reach every place that has them."""
    roce = {"dscp": 24, "priority": 4, "cnp_dscp": 40, "cnp_priority": 5, "ecn": {"kmin_bytes": 1000, "kmax_bytes": 9000, "pmax_percent": 7}}  # fmt: skip
    text = rails(tmp_path, roce=roce)
    found = facts(text, priority=4)
    assert found.lossless == {4}
    assert set(found.marking.values()) == {(1000, 9000, 7)}
    assert {d: c for d, c in found.dscp_to_class.items() if c} == {24: 4, 40: 5}
    assert len(found.dscp_to_class) == 64
    assert lines(queue(text, 5)) == ["priority strict", "shape rate 10 percent"]


def test_the_watchdog_s_times_are_the_catalog_s(tmp_path: Path) -> None:
    """Seconds on EOS, milliseconds in the catalog; it looks at least twice before it acts, as EOS demands."""
    fact = CATALOG.get(SwitchSystem, "eos").watchdog
    assert fact is not None
    root = Running(rails(tmp_path)).root
    (timeout,) = root.rest("priority-flow-control pause watchdog default timeout")
    (recovery,) = root.rest("priority-flow-control pause watchdog default recovery-time")
    (poll,) = root.rest("priority-flow-control pause watchdog default polling-interval")
    assert [round(float(each) * 1000) for each in (timeout, recovery, poll)] == [fact.detection_ms, fact.restoration_ms, fact.poll_ms]  # fmt: skip
    assert float(poll) <= min(float(timeout), float(recovery)) / 2
    assert root.rest("priority-flow-control pause watchdog action") == ["drop"]


THROUGH = {
    "vxlan qos ecn propagation",
    "vxlan qos dscp propagation encapsulation",
    "vxlan qos map dscp to traffic-class decapsulation",
}


def tunnel(text: str) -> set[str]:
    """Return what the tunnel's end says of classes; it is an error where there is none."""
    return {line for line in lines(Running(text).interfaces["Vxlan1"]) if line.startswith("vxlan qos")}


@pytest.mark.parametrize(
    ("added", "name", "there"),
    [
        ({"tenants": {"blue": {"hosts": ["gpu1"]}}}, "compute-leaf1", True),
        ({"tenants": {"blue": {"hosts": ["gpu1"]}}}, "frontend-leaf1", False),
        ({}, "frontend-leaf1", False),
    ],
)
def test_the_class_goes_through_the_tunnel(tmp_path: Path, added: Spec, name: str, there: bool) -> None:
    """Where RoCE is in the tunnel, its DSCP and its marks are on the outer header and come back; nowhere else."""
    plan = plan_data(eos_cluster(gpu=2, most=8) | added, tmp_path)
    assert tunnel(text_of(plan, name)) == (THROUGH if there else set())


def test_the_class_of_a_converged_pair_goes_through_its_tunnel(tmp_path: Path) -> None:
    """The tunnel is the frontend's, and so the switch that ends it may carry RoCE for another fabric."""
    spec = eos_cluster(gpu=2, most=4)
    spec["fabrics"] = {name: fabric for name, fabric in spec["fabrics"].items() if name in {"compute", "oob"}}
    spec["fabrics"]["compute"] |= {"carries": ["storage", "frontend"]}
    assert tunnel(text_of(plan_data(spec, tmp_path), "compute-leaf1")) == THROUGH


@pytest.mark.parametrize("lost", sorted(THROUGH))
def test_a_class_that_is_lost_in_the_tunnel_is_seen(tmp_path: Path, lost: str) -> None:
    """Each of the three lines, planted away, is missed."""
    text = text_of(plan_data(eos_cluster(gpu=2, most=8) | {"tenants": {"blue": {"hosts": ["gpu1"]}}}, tmp_path), "compute-leaf1")  # fmt: skip
    planted = text.replace(f"   {lost}\n", "", 1)
    assert planted != text
    assert tunnel(planted) == THROUGH - {lost}


@pytest.mark.parametrize(("asked", "there"), [(None, True), ("adaptive", True), ("hash", False)])
def test_load_balancing(tmp_path: Path, asked: str | None, there: bool) -> None:
    """By the load of ports for RoCE where the model can and the adapters have their half, unless the spec says hash."""
    line = "ip hardware fib load-balance distribution dynamic"
    spec = eos_cluster(gpu=2, most=8, planes=1, **({"load_balancing": asked} if asked else {}))
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    assert (line in text_of(plan_data(spec, tmp_path), "compute-leaf1").splitlines()) == there
    assert line not in rails(tmp_path), "ConnectX-7 has none"


def test_load_balancing_where_the_model_cannot(tmp_path: Path) -> None:
    """A model that is not in the feature's list hashes."""
    assert "load-balance" not in text_of(plan_data(eos_cluster(gpu=2, most=8), tmp_path), "storage-leaf1")


def test_no_classes_where_nothing_is_roce(tmp_path: Path) -> None:
    """A frontend switch keeps EOS's own queues."""
    text = text_of(plan_data(eos_cluster(gpu=2, most=8), tmp_path), "frontend-leaf1")
    assert "qos" not in text
    assert "service-profile" not in text


@pytest.mark.parametrize(
    ("model", "ports", "speed_gbps", "said"),
    [
        (COMPUTE, 1, 800, "800g-8"),
        (COMPUTE, 2, 400, "400g-4"),
        (COMPUTE, 4, 200, "200g-2"),
        (COMPUTE, 8, 100, "100g-1"),
        (COMPUTE, 1, 400, "400g"),
        (OTHER, 1, 400, "400g-8"),
        (OTHER, 2, 200, "200g-4"),
        (OTHER, 4, 100, "100g-2"),
        (OTHER, 2, 100, "100g"),
    ],
)
def test_speeds_say_their_lanes(tmp_path: Path, model: str, ports: int, speed_gbps: float, said: str) -> None:
    """Lanes are said where the ASIC's rate makes them certain."""
    plan = plan_data(eos_cluster(gpu=2, most=8), tmp_path)
    (bank,) = banks(CATALOG.get(SwitchModel, model), "eos")
    port = plan.ports_of["compute-leaf1"][0]
    changed = replace(port, ports=ports, speed_gbps=speed_gbps)
    assert port_speed(bank, changed) == said


def test_what_no_document_states_is_waited_for(tmp_path: Path) -> None:
    """Watchdog, headroom, thresholds and tunnels of EOS and of Tomahawk, each in the tree that has it and in no other."""
    words = {
        "PFC watchdog": "lossless",
        "headroom pool": "lossless",
        "ECN thresholds: they": "marked",
        "VXLAN routing": "tunnels",
    }
    everything = {"tenants": {"blue": {"hosts": ["gpu1"]}}}
    for roce, there in (({}, set(words.values())), ({"lossless": False, "marking": False}, {"tunnels"})):
        spec = eos_cluster(gpu=2, most=8, roce=roce) | everything
        spec["fabrics"]["storage"]["roce"] = roce
        waits = plan_data(spec, tmp_path).waiting_for
        for word, where in words.items():
            assert any(line.startswith(word) for line in waits) == (where in there), word
    spec = eos_cluster(gpu=2, most=8, carries=[])
    spec["fabrics"]["frontend"]["leaf"] = {"model": "sn5600", "os": "cumulus"}
    assert not any(line.startswith("VXLAN routing") for line in plan_data(spec, tmp_path).waiting_for)
    unmarked = [
        line
        for line in plan_data(eos_cluster(gpu=2, most=8), tmp_path).waiting_for
        if line.startswith("ECN thresholds of storage")
    ]
    assert len(unmarked) == 1
    assert "7060dx5-64s at 400 Gb/s" in unmarked[0]


def test_sonic_on_tomahawk_waits_for_tunnels_alone(tmp_path: Path) -> None:
    """The same silicon under SONiC has published buffers, and the same open question of tunnels."""
    waits = plan_data(eos_cluster(gpu=2, most=8, os="sonic"), tmp_path).waiting_for
    assert any(line.startswith("VXLAN routing") for line in waits)
    assert not any(line.startswith("PFC watchdog") for line in waits)
