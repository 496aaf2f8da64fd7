"""Devices that come with racks: a catalog that learns of them adds to a cluster that stands, and moves nothing of it."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.data import data_dir
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from tests.conftest import example
from tests.depth import tries
from tests.growth.forms import plan_of
from tests.growth.past import moves, plan_on
from tests.growth.records import assert_records_stand
from tests.specs import Spec, cluster

MODEL = "gb200-nvl72-tray"
OOB = {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}, "spines": 2}
LARGER = ("layouts", "switches")
"""What tells how much of a pool is in use; and an out-of-band switch without a neighbour gets one, and by it an address."""


@pytest.fixture(scope="module")
def unaware(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return our catalog as it was before it had NVLink switch trays: they are furniture of the rack."""
    folder = tmp_path_factory.mktemp("catalog")
    facts = yaml.safe_load((data_dir("generator") / "catalog" / "hosts" / f"{MODEL}.yaml").read_text(encoding="utf-8"))
    for fixture in facts["rack_fixtures"]:
        fixture.pop("model", None)
    (folder / "hosts").mkdir()
    (folder / "hosts" / f"{MODEL}.yaml").write_text(yaml.safe_dump(facts), encoding="utf-8")
    return Catalog((folder,))


def earlier(spec: Spec, catalog: Catalog) -> Draft:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cluster.yaml"
        path.write_text(json.dumps(spec), encoding="utf-8")
        return read_plan(path, catalog, path.name)[0]


def assert_added(before: Draft, after: Draft, racks: int) -> None:
    assert_records_stand(before, after, but=LARGER)
    now = {switch.name: switch for switch in after.switches}
    for switch in before.switches:
        alone = switch.fabric == "oob" and not switch.management
        there = now[switch.name]
        assert there == switch or (alone and replace(there, management="", management_gateway="") == switch)
    came = {host.name for host in after.hosts} - {host.name for host in before.hosts}
    assert len(came) == 9 * racks
    assert {host.role for host in after.hosts if host.name in came} == {"nvsw"}


def test_trays_come_to_the_example_as_additions(unaware: Catalog) -> None:
    spec: dict[str, Any] = yaml.safe_load(example("nvl72-8-racks").read_text(encoding="utf-8"))
    before = earlier(spec, unaware)
    assert not any(host.role == "nvsw" for host in before.hosts)
    after = plan_of(spec)
    assert_added(before, after, 8)
    on_baseline = plan_on(spec, before)
    assert not moves(on_baseline, before)
    assert_added(before, on_baseline, 8)
    assert set(on_baseline.cables) == set(after.cables), "with and without the earlier plan"
    assert set(on_baseline.addresses) == set(after.addresses)


@tries(10)
@given(racks=st.integers(1, 6), more=st.integers(0, 17), storage=st.integers(1, 8), spines=st.booleans())
def test_trays_come_to_any_cluster_as_additions(
    unaware: Catalog, racks: int, more: int, storage: int, *, spines: bool
) -> None:
    spec = cluster(2, 2, storage)
    spec["hosts"]["gpu"] = {"model": MODEL, "count": 18 * racks - more, "max": 18 * racks}
    if spines:
        spec["fabrics"]["oob"] = OOB
    before = earlier(spec, unaware)
    leaves = len({switch.name for switch in before.switches if switch.fabric == "oob" and switch.tier == "leaf"})
    if leaves > 1 and not spines:
        spec["fabrics"]["oob"] = OOB  # a pair that gets a third leaf gets spines, and its cables move
        before = earlier(spec, unaware)
    assert_added(before, plan_of(spec), racks)
    on_baseline = plan_on(spec, before)
    assert not moves(on_baseline, before)
    assert_added(before, on_baseline, racks)


@tries(6)
@given(counts=st.tuples(st.integers(1, 90), st.integers(1, 90)))
def test_trays_arrive_with_their_racks(counts: tuple[int, int]) -> None:
    few, many = sorted(counts)
    plans = []
    for count in (few, many):
        spec = cluster(2, 2)
        spec["hosts"]["gpu"] = {"model": MODEL, "count": count, "max": 90}
        spec["fabrics"]["oob"] = OOB
        plans.append(plan_of(spec))
    assert_records_stand(*plans)
    for count, plan in zip((few, many), plans, strict=True):
        trays = [host for host in plan.hosts if host.role == "nvsw"]
        racks = {host.rack for host in plan.hosts if host.role == "compute"}
        assert len(trays) == 9 * -(-count // 18)
        assert {tray.rack for tray in trays} == racks


def test_growth_past_the_envelope_adds_trays() -> None:
    """A rack more than the envelope had: its trays follow on those that stand."""
    spec = cluster(2, 2)
    spec["hosts"]["gpu"] = {"model": MODEL, "count": 18}
    spec["fabrics"]["oob"] = OOB
    before = plan_of(spec)
    spec["hosts"]["gpu"]["count"] = 36
    after = plan_on(spec, before, disruptive=True)
    assert not [fabric for fabric, _ in moves(after, before) if fabric == "oob"]
    trays = [host for host in after.hosts if host.role == "nvsw"]
    assert [tray.name for tray in trays] == [f"gpu-nvsw{n}" for n in range(1, 19)]
    stood = {host.name: host for host in before.hosts}
    assert [tray for tray in trays if tray.name in stood] == [host for host in before.hosts if host.role == "nvsw"]
