"""Headroom, its lower bound, the watchdog, session limits and secrets, held against published numbers."""

import re
from itertools import product
from pathlib import Path

import pytest

from generator.catalog.model import Switch, SwitchSystem
from generator.plan.draft import Draft
from generator.plan.qos.headroom import PortHeadroom, headroom, lower_bound
from generator.plan.qos.watchdog import lossless_ports, watchdog
from generator.plan.secrets import OF_SWITCHES, SECRETS, reference, stages, used, variable
from tests.ours import CATALOG
from tests.render.sonic_specs import sonic_spec
from tests.specs import plan_data

MTU = 9216
KILO = 1000


def of(model: str, speed: float, length: float) -> PortHeadroom | None:
    platform = CATALOG.get(Switch, model).os.sonic
    assert platform is not None
    return headroom(platform, speed, length, MTU)


@pytest.mark.parametrize(
    ("speed", "kilobytes"),
    [(100, (44, 48, 49, 56, 81)), (200, (49, 55, 58, 73, 123)), (400, (79, 92, 96, 127, 227)), (800, (82, 107, 117, 177, 377))],
)  # fmt: skip
def test_the_lower_bound_is_that_of_the_standard(speed: int, kilobytes: tuple[int, ...]) -> None:
    """The components of IEEE 802.3, added up elsewhere for 5, 30, 40, 100 and 300 m, in whole kilobytes."""
    found = [lower_bound(speed, length, MTU) for length in (5, 30, 40, 100, 300)]
    assert [(each or 0) / KILO for each in found] == pytest.approx(kilobytes, abs=0.6)


def test_a_table_is_read_at_the_next_length() -> None:
    """NVIDIA's own rows of ACS-SN5600 and Dell's of Z9864f."""
    assert [(each.length_m, each.xoff, each.origin) for length in (0.5, 5, 5.1, 40, 299) if (each := of("sn5600", 400, length))] == [
        (5, 231424, "table"), (5, 231424, "table"), (40, 283648, "table"), (40, 283648, "table"), (300, 677888, "table"),
    ]  # fmt: skip
    row = of("z9864f", 800, 17)
    assert row
    assert (row.xoff, row.size, row.xon, row.xon_offset, row.threshold) == (835406, 18796, 0, 3556, 0)
    assert row.profile == "pg_lossless_800000_40m_profile"


def test_a_table_that_is_too_short_is_carried_on_as_its_siblings_go() -> None:
    """The same box under another SKU (P32O64) has 833,536 bytes for 40 m and 1,621,536 for 300 m, and the same row for 5 m."""
    near, far = of("7060x6-64pe", 800, 40), of("7060x6-64pe", 800, 300)
    assert near
    assert far
    assert near.origin == far.origin == "formula"
    assert near.xoff == pytest.approx(833536, rel=0.01)
    assert far.xoff == pytest.approx(1621536, rel=0.01)
    assert near.profile == "pg_lossless_800000_40m_profile"


def test_a_speed_without_a_row_is_computed_and_one_without_constants_is_not() -> None:
    computed = of("7060x6-64pe", 400, 40)
    assert computed
    # 9,216 + 3 x (9,216 + 2 x 40 m x 5 ns x 400 Gb/s / 8 + 905 x 64 bytes), in whole KiB
    assert computed.xoff == 265 * 1024
    assert computed.origin == "formula"
    assert of("7060x6-64pe", 50, 5) is None
    assert of("7060dx5-64s", 400, 5) is None


def test_what_is_computed_is_never_below_the_bound() -> None:
    models = [
        switch for switch in CATALOG.every(Switch) if switch.os.sonic and switch.os.sonic.buffer_model == "traditional"
    ]
    computed = 0
    for switch, speed, length in product(models, (100, 200, 400, 800), (1, 5, 17, 40, 300, 301, 2000)):
        found, bound = of(switch.model, speed, length), lower_bound(speed, length, MTU)
        if found and found.origin == "formula":
            computed += 1
            assert bound
            assert found.xoff >= bound
    assert computed > len(models)


def test_pools_hold_their_headroom() -> None:
    """What lossless ports share is a part of the pool, and every profile draws from a pool that is there."""
    seen = 0
    for switch in CATALOG.every(Switch):
        buffers = switch.os.sonic.buffers if switch.os.sonic else None
        if buffers is None:
            continue
        seen += 1
        assert all((pool.xoff or 0) <= (pool.size or 0) for pool in buffers.pools.values() if pool.size or pool.xoff)
        assert {profile.pool for profile in buffers.profiles.values()} <= set(buffers.pools)
        named = {
            *buffers.ingress_list,
            *buffers.egress_list,
            buffers.lossy_group,
            buffers.lossless_queue,
            buffers.lossy_queue,
        }
        assert named <= set(buffers.profiles)
        assert all((each.dynamic_th is None) != (each.static_th is None) for each in buffers.profiles.values())
    assert seen >= 8


def test_the_watchdog_grows_with_the_ports(tmp_path: Path) -> None:
    """SONiC's own default: 200 ms for every 32 ports begun, polling no slower than every second."""
    plan = plan_data(sonic_spec(), tmp_path)
    fact = CATALOG.get(SwitchSystem, "sonic").watchdog
    assert fact
    for switch in plan.switches:
        ports = len(lossless_ports(plan, switch))
        found = watchdog(plan, switch)
        assert (found is None) == (ports == 0)
        if found:
            assert found.detection_ms == found.restoration_ms == 200 * -(-ports // 32)
            assert found.poll_ms == min(1000, found.detection_ms)
    lossy = plan_data(sonic_spec(lossless=False), tmp_path)
    assert {s.fabric for s in lossy.switches if watchdog(lossy, s)} == {"storage"}


@pytest.mark.parametrize("tenants", [False, True])
def test_no_installed_fabric_comes_near_a_limit(tmp_path: Path, tenants: bool) -> None:
    """Limits hold for the envelope: all leaves together announce no more than the fabric's, each no more than a leaf's."""
    plan = plan_data(sonic_spec(tenants=tenants), tmp_path)
    for fabric in plan.filters:
        limits = plan.limits[fabric]
        own = [1 + len(switch.networks) for switch in plan.switches if switch.fabric == fabric]
        assert max(own) <= limits.leaf
        assert sum(own) <= limits.fabric
        assert limits.of("LEAVES") == limits.of("PEERS") >= 2 * limits.leaf
        assert limits.of("SPINES") == limits.of("CORES") >= 2 * limits.fabric


def test_limits_do_not_change_when_hosts_arrive(tmp_path: Path) -> None:
    small, large = sonic_spec(), sonic_spec()
    for spec, count in ((small, 1), (large, 128)):
        spec["hosts"]["gpu"] |= {"count": count, "max": 128}
    before, after = plan_data(small, tmp_path), plan_data(large, tmp_path)
    assert len(after.switches) > len(before.switches)
    assert {f: before.limits[f] for f in before.filters} == {f: after.limits[f] for f in after.filters}


def test_secrets_are_names_alone(tmp_path: Path) -> None:
    assert reference("tacacs_key") == "{{clustergen_tacacs_key}}"
    assert variable("tacacs_key") == "clustergen_tacacs_key"
    with pytest.raises(KeyError):
        reference("root_password")
    assert OF_SWITCHES[0] not in {stages(name)[0] for name in used(plan_data(sonic_spec(), tmp_path))}
    asked: Draft = plan_data(sonic_spec(services=True), tmp_path)
    assert {"tacacs_key", "snmp_auth_passphrase", "snmp_priv_passphrase"} <= set(used(asked)) <= set(SECRETS)
    assert any(re.search(r"clustergen_tacacs_key.*clustergen_snmp_priv", line) for line in asked.waiting_for)
