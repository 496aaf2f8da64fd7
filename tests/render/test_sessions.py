"""What BGP is told beside its peers, in every system's own words: when to announce, how much to take and when to try again, and from how far away."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from generator.plan.routing import ESTABLISH_S, RESTART_MINUTES, START_HOLD_S
from generator.plan.sonic import platform_of
from generator.render.sonic.system import system_tables
from tests.conftest import tree_of
from tests.eos_specs import eos_cluster
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

Made = tuple[str, dict[str, str]]
SYSTEMS: dict[str, Callable[..., Spec]] = {
    "sonic": cluster,
    "cumulus 5.14": lambda **keys: on_cumulus(cluster(**keys), "5.14"),
    "cumulus 5.16": lambda **keys: on_cumulus(cluster(**keys)),
    "eos": eos_cluster,
}


def _files(system: str, folder: Path, **keys: object) -> dict[str, str]:
    """Return the files of the first compute leaf, by their names."""
    home = "switches/compute-leaf1/"
    tree = tree_of(plan_data(SYSTEMS[system](**keys), folder))
    return {path.removeprefix(home): text for path, text in tree.items() if path.startswith(home)}


@pytest.fixture(params=SYSTEMS)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Made]:
    return lambda **keys: (request.param, partial(_files, request.param, tmp_path)(**keys))


def _all_in(text: str, *lines: str) -> None:
    for line in lines:
        assert f" {line}\n" in text, line


def on_release(version: str, folder: Path) -> dict[str, str]:
    """Return the files of a SONiC leaf of a release, without what that release lacks."""
    spec = cluster(leaf={"model": "sn5600", "version": version})
    spec["fabrics"].pop("frontend")
    home = "switches/compute-leaf1/"
    tree = tree_of(plan_data(spec | {"scheduler": {"slurm": {}}}, folder))
    return {path.removeprefix(home): text for path, text in tree.items() if path.startswith(home)}


def test_a_spine_that_passes_evpn_on_waits_for_no_installation(tmp_path: Path) -> None:
    """Nothing installs its EVPN routes: FRR without commit 4d616f022fdd would never pass them on."""
    spec = cluster(8, 12, spines=2) | {"tenants": {"blue": {"hosts": ["gpu01"]}}}
    tree = tree_of(plan_data(spec, tmp_path))
    text = tree["switches/compute-spine1/frr.conf"]
    assert "address-family l2vpn evpn" in text
    assert "suppress-fib-pending" not in text + tree["switches/compute-spine1/config_db.json"]


def test_nor_does_one_of_cumulus_linux(tmp_path: Path) -> None:
    """All files of a switch agree, and a spine without EVPN waits."""
    for tenants, waits in (({"tenants": {"blue": {"hosts": ["gpu01"]}}}, False), ({}, True)):
        tree = tree_of(plan_data(on_cumulus(cluster(8, 12, spines=2)) | tenants, tmp_path))
        home = "switches/compute-spine1/"
        assert ("evpn" in tree[f"{home}frr.conf"]) is not waits
        assert ("suppress-fib-pending" in tree[f"{home}frr.conf"]) is waits
        assert ("wait-for-install" in tree[f"{home}startup.yaml"]) is waits
        assert ("wait-for-install" in tree[f"{home}nv-set.sh"]) is waits


def test_nothing_is_announced_before_it_is_forwarded_nor_before_peers_have_told_all(
    made: Callable[..., Made], tmp_path: Path
) -> None:
    """A switch that starts draws no traffic until its tables are in the hardware, and no session that was over its limit stays down for good."""
    system, files = made()
    if system == "eos":
        text = files["running.cfg"]
        _all_in(text, "update wait-install", "update wait-for-convergence")
        limited = {line.split()[1] for line in text.splitlines() if "maximum-routes" in line}
        assert limited
        _all_in(text, *(f"neighbor {group} idle-restart-timer {60 * RESTART_MINUTES}" for group in limited))
        return
    text = files["frr.conf"]
    _all_in(text, "bgp suppress-fib-pending", f"update-delay {START_HOLD_S} {ESTABLISH_S}")
    limits = [line.split() for line in text.splitlines() if "maximum-prefix" in line]
    assert limits
    assert {tuple(words[-2:]) for words in limits} == {("restart", str(RESTART_MINUTES))}
    if system == "sonic":
        older = on_release("202405", tmp_path)
        assert "suppress-fib-pending" not in older["frr.conf"] + older["config_db.json"]
        tables = json.loads(files["config_db.json"])
        localhost, bgp = tables["DEVICE_METADATA"]["localhost"], tables["BGP_GLOBALS"]["default"]
        assert (localhost["suppress-fib-pending"], localhost["synchronous_mode"]) == ("enabled", "enable")
        assert (bgp["max_delay"], bgp["establish_wait"]) == (str(START_HOLD_S), str(ESTABLISH_S))
        assert {row.get("max_prefix_restart_interval") for name, row in tables["BGP_PEER_GROUP_AF"].items() if "unicast" in name} == {str(RESTART_MINUTES)}  # fmt: skip
        return
    word = "on" if system.endswith("5.14") else "enabled"
    script = files["nv-set.sh"]
    for command in (
        f"wait-for-install {word}",
        f"convergence-wait time {START_HOLD_S}",
        f"convergence-wait establish-wait-time {ESTABLISH_S}",
    ):
        assert f"nv set router bgp {command}\n" in script
    assert f"prefix-limits inbound reestablish-wait {60 * RESTART_MINUTES}\n" in script


@pytest.mark.parametrize("underlay", ["unnumbered", "numbered"])
def test_ttl_security_is_asked_of_every_session_between_switches(made: Callable[..., Made], underlay: str) -> None:
    """Both ends have it or neither: it is the fabric's key, and off where nothing is said."""
    system, files = made(ttl_security=True, underlay=underlay)
    _, plain = made(underlay=underlay)
    main = files["running.cfg" if system == "eos" else "frr.conf"]
    guarded = [line.split()[1] for line in main.splitlines() if " ttl " in line or " ttl-security " in line]
    groups = [line.split()[1] for line in main.splitlines() if line.endswith(" peer-group")]
    if system == "eos":
        groups = [line.split()[1] for line in main.splitlines() if line.endswith(" peer group")]
    assert groups
    assert sorted(guarded) == sorted(groups)
    assert not [name for name, text in plain.items() if "ttl-security" in text or "ttl maximum-hops" in text or "ttl_security" in text]  # fmt: skip
    if system == "sonic":
        rows = json.loads(files["config_db.json"])["BGP_PEER_GROUP"].values()
        assert {row.get("ttl_security_hops") for row in rows} == {"1"}
    elif system != "eos":
        assert "ttl-security hops 1\n" in files["nv-set.sh"]


def test_three_tiers_have_three_hash_seeds(tmp_path: Path) -> None:
    """SONiC's image makes the seed of the type, and takes every name with SpineRouter in it for one (docker-orchagent, switch.json.j2)."""
    seeds = {"ToRRouter": 0, "LeafRouter": 10, "SpineRouter": 25}
    for most, tiers in ((32, {"leaf": 10, "spine": 25}), (2048, {"leaf": 0, "spine": 10, "core": 25})):
        plan = plan_data(cluster(gpu=1200 if most > 1200 else 8, most=most), tmp_path)
        firsts = {switch.tier: switch for switch in reversed(plan.switches) if switch.fabric == "compute"}
        platforms = {tier: platform_of(plan, switch) for tier, switch in firsts.items()}
        found = {}
        for tier, switch in firsts.items():
            platform = platforms[tier]
            assert platform is not None
            row = system_tables(plan, switch, platform)["DEVICE_METADATA"]["localhost"]
            assert isinstance(row, dict)
            found[tier] = next(seed for name, seed in seeds.items() if name in row["type"])
        assert found == tiers


def test_a_switch_hashes_by_what_a_document_says_its_silicon_takes(tmp_path: Path) -> None:
    spec = cluster()
    spec["fabrics"]["storage"] |= {tier: {"model": "z9664f"} for tier in ("leaf", "spine")}
    plan = plan_data(spec, tmp_path)
    fields = {}
    for switch in plan.switches:
        platform = platform_of(plan, switch)
        assert platform is not None
        fields[switch.model] = "SWITCH_HASH" in system_tables(plan, switch, platform)
    assert fields == {"sn5600": True, "sn4600c": True, "sn2201": True, "z9664f": False}
    assert [line for line in plan.waiting_for if line.startswith("hash fields of z9664f: ")]
