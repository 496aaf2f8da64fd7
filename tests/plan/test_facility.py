"""UPS systems, generators, coolant loops, the PUE of parts, and what single failures leave running."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.explain import explain
from generator.catalog.model import Host
from generator.pipeline.reference import load_rules
from generator.plan.draft import Draft
from generator.plan.power.loops import loop_heats
from generator.plan.power.outages import Outage, outages
from generator.plan.power.pue import pue_of
from generator.plan.power.ups import unprotected, ups_loads
from generator.render.backends import room
from generator.source.diagnostic import Severity, SpecError
from generator.spec.checks.rule import Check
from generator.spec.load import DocumentError
from generator.spec.rack_ranges import rack_names
from tests.conftest import ROOT
from tests.ours import CATALOG, TEMPLATES
from tests.specs import Spec, cluster, plan_data

PAIR = {"a": {"feeds": ["A"], "modules": 4, "module_kw": 50}, "b": {"feeds": ["B"], "modules": 4, "module_kw": 50}}


def trays(count: int = 36, model: str = "gb200-nvl72-tray", **cooling: Any) -> Spec:
    """Return a cluster of liquid-cooled racks."""
    spec = cluster(2)
    spec["hosts"]["gpu"] = {"model": model, "count": count}
    return spec | ({"cooling": cooling} if cooling else {})


def codes(spec: Spec, folder: Path, *, envelope: bool = False) -> list[str]:
    """Return the slugs of a spec's errors and warnings about its facility; what only the envelope asks for where that is wanted."""
    ours = {"loop", "ups", "generators", "pue", "feed-on", "rack-on", "liquid", "facility", "battery", "redundancy"}
    try:
        found = plan_data(spec, folder).warnings
    except (DocumentError, SpecError) as error:
        found = tuple(error.problems)
    slugs = [each.code for each in found if any(each.code.startswith(name) for name in ours)]
    return slugs if envelope else [slug for slug in slugs if slug != "facility-outgrown"]


def advice(spec: Spec, folder: Path) -> str:
    """Return the way out of the first error."""
    with pytest.raises((DocumentError, SpecError)) as caught:
        plan_data(spec, folder)
    return next(str(each.help) for each in caught.value.problems if each.severity is Severity.ERROR)


def failing(plan: Draft, kind: str, name: str) -> Outage:
    return next(each for each in outages(plan) if (each.kind, each.name) == (kind, name))


def test_a_pair_carries_half_of_the_load_each_and_all_of_it_alone(tmp_path: Path) -> None:
    spec = cluster(4) | {"power": {"ups": PAIR | {"a": PAIR["a"] | {"other_kw": 3}}}}
    plan = plan_data(spec, tmp_path)
    it_kw = plan_power(plan)
    first, second = ups_loads(plan)
    assert first.normal_kw + second.normal_kw == pytest.approx(it_kw + 3)
    assert first.worst_kw == pytest.approx(it_kw + 3)
    assert second.worst_kw == pytest.approx(it_kw)
    assert first.racks == tuple(rack.name for rack in plan.racks)
    assert unprotected(plan) == ""


def plan_power(plan: Draft) -> float:
    return sum(float(row.split(",")[18]) for row in files(plan)["docs/racks.csv"].splitlines()[1:])


def files(plan: Draft) -> dict[str, str]:
    return {artifact.path: artifact.content for artifact in room.render(plan, TEMPLATES)}


def test_a_system_for_some_racks_leaves_the_others_without(tmp_path: Path) -> None:
    spec = cluster(4) | {"power": {"ups": {"a": {"feeds": ["A"], "racks": ["A01"], "modules": 4, "module_kw": 50}}}}
    plan = plan_data(spec, tmp_path)
    assert [ups.racks for ups in ups_loads(plan)] == [("A01",)]
    others = len(plan.racks) - 1
    assert unprotected(plan) == f"feed A of {others} racks, feed B of {others + 1} racks"


@pytest.mark.parametrize(
    ("feeds", "expected"),
    [(2, {"reduced": 4}), (3, {"full": 4})],
)
def test_a_lost_feed_leaves_hosts_with_the_supplies_on_the_others(
    tmp_path: Path, feeds: int, expected: dict[str, int]
) -> None:
    """A DGX H100 has six supplies and needs four of them: three are left of two feeds, four of three."""
    plan = plan_data(cluster(4) | {"power": {"feeds": feeds}}, tmp_path)
    found = failing(plan, "feed", "A")
    assert found.counts == Counter(expected)
    assert not found.others["off"]


def test_a_lost_ups_takes_its_feeds_and_only_its_racks(tmp_path: Path) -> None:
    """One that carries both feeds of a rack takes the rack; the load that is left is that of the others."""
    racks = {host.rack for host in plan_data(cluster(4), tmp_path).hosts if host.role == "compute"}
    spec = cluster(4) | {"power": {"ups": {"both": {"racks": sorted(racks), "modules": 4, "module_kw": 50}}}}
    plan = plan_data(spec, tmp_path)
    found = failing(plan, "UPS", "both")
    assert found.counts == Counter({"off": 4})
    inside = sum(device.rack in racks for device in plan.devices) - 4
    assert found.others["off"] == inside
    assert found.kw == pytest.approx(plan_power(plan) - ups_loads(plan)[0].normal_kw)


def test_one_feed_is_all_there_is(tmp_path: Path) -> None:
    plan = plan_data(cluster(4) | {"power": {"feeds": 1}}, tmp_path)
    assert failing(plan, "feed", "A").kw == 0
    assert failing(plan, "feed", "A").counts == Counter({"off": 4})


def test_a_rack_of_a_product_runs_on_half_of_its_shelves(tmp_path: Path) -> None:
    """Eight shelves of which four carry the rack (N+N); no document says so of a GB300 rack."""
    assert failing(plan_data(trays(), tmp_path), "feed", "B").counts == Counter({"full": 36})
    other = plan_data(trays(18, "gb300-nvl72-tray") | slim(), tmp_path)
    assert failing(other, "feed", "B").counts == Counter({"unknown": 18})


def slim() -> Spec:
    """Return fabrics that trays with ports of 400 and 800 Gb/s fit."""
    sonic = {"model": "sn5600", "os": "sonic"}
    oob = {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}}
    return {
        "hosts": {
            "gpu": {"model": "gb300-nvl72-tray", "count": 18},
            "control": {"model": "server-1u-400g", "role": "control", "count": 3},
        },
        "fabrics": {
            "compute": {"technology": "roce", "leaf": sonic, "spine": sonic},
            "frontend": {"technology": "ethernet", "leaf": sonic},
            "oob": oob,
        },
        "storage": {},
    }  # fmt: skip


def test_heat_and_flow_of_a_loop(tmp_path: Path) -> None:
    """Two racks of 120 kW, 87.1 % of it in liquid: kW x 60 / (kJ/(l K) x K) = l/min."""
    loops = {"west": {"cdus": 3, "cdu_kw": 150, "cdu_lpm": 200, "rise_k": 10}}
    loop = loop_heats(plan_data(trays(loops=loops), tmp_path))[0]
    assert loop.heat_kw == pytest.approx(2 * 120 * 0.871)
    assert loop.spec.capacity_kw == 300
    assert loop.needed_lpm == pytest.approx(209.04 * 60 / 41.5)
    assert loop.rise_k == pytest.approx(209.04 * 60 / (4.15 * 400))
    assert loop.hosts_lpm is None


def test_what_the_makers_table_asks_for(tmp_path: Path) -> None:
    """The row of the next warmer inlet, once a rack; beyond the last row there is none."""
    for supply, flow in ((25.0, 59), (25.1, 71), (45.0, 177), (45.1, None)):
        loops = {"west": {"cdus": 2, "cdu_kw": 250, "supply_c": supply}}
        spec = trays(18, "gb300-nvl72-tray", loops=loops) | slim()
        refused = flow is None
        assert codes(spec, tmp_path) == (["loop-too-warm"] if refused else [])
        if not refused:
            assert loop_heats(plan_data(spec, tmp_path))[0].hosts_lpm == flow


def test_a_failed_cdu_stops_as_many_racks_as_must_be(tmp_path: Path) -> None:
    """Without a spare one, one of two CDUs of 110 kW is left for two racks of 104.52 kW."""
    loops = {"west": {"cdus": 2, "cdu_kw": 110, "redundancy": "n"}}
    plan = plan_data(trays(loops=loops), tmp_path)
    found = failing(plan, "CDU of loop", "west")
    assert (len(found.racks), found.counts) == (1, Counter({"full": 18, "off": 18}))
    assert "shut down 1 of 2 racks" in found.note
    assert {host.rack for host in plan.hosts if host.name in found.compute["off"]} == {*found.racks}
    assert failing(plan, "loop", "west").counts == Counter({"off": 36})
    assert failing(plan, "loop", "west").others["off"] == 18, "the NVLink switch trays of both racks"
    spare = {"west": {"cdus": 3, "cdu_kw": 110}}
    assert failing(plan_data(trays(loops=spare), tmp_path), "CDU of loop", "west").counts == Counter({"full": 36})


def test_a_failed_generator_leaves_a_part_of_the_load(tmp_path: Path) -> None:
    spec = cluster(4) | {"power": {"pue": 1.5, "generators": {"count": 2, "kw": 60, "redundancy": "n"}}}
    plan = plan_data(spec, tmp_path)
    load = 1.5 * plan_power(plan)
    found = failing(plan, "generator", "1 of 2")
    assert found.kw == pytest.approx(plan_power(plan) * 60 / load)
    assert found.counts == Counter({"unknown": 4})
    assert f"shut down {100 * (1 - 60 / load):.3g} %" in found.note


def test_the_pue_of_parts_is_their_sum(tmp_path: Path) -> None:
    ups = {name: each | {"efficiency": 0.95} for name, each in PAIR.items()}
    power = {"ups": ups, "losses": {"transformers": 0.01}, "other_kw": {"lighting": 2}, "pue": 1.35}
    plan = plan_data(cluster(4) | {"power": power, "cooling": {"air_kw_per_kw": 0.25}}, tmp_path)
    found, it_kw = pue_of(plan), plan_power(plan)
    assert found
    assert found.computed == pytest.approx((it_kw * (1 / 0.95 + 0.01 + 0.25) + 2) / it_kw)
    text = files(plan)["docs/power.md"]
    parts = re.search(r"## PUE from its parts(.*?)## One failure", text, re.DOTALL)
    assert parts
    rows = [float(row.split("|")[2].replace(",", "")) for row in parts[1].splitlines() if re.search(r"\d \|", row)]
    result = re.search(r"([\d,.]+) kW / ([\d,.]+) kW = \*\*([\d.]+)\*\*", parts[1])
    assert result
    total, base, ratio = (float(each.replace(",", "")) for each in result.groups())
    assert sum(rows) == pytest.approx(total, abs=0.05 * len(rows))
    assert total / base == pytest.approx(ratio, abs=0.002)


def test_what_is_missing_makes_no_pue(tmp_path: Path) -> None:
    plan = plan_data(cluster(4) | {"power": {"ups": PAIR, "losses": {"busways": 0.01}}}, tmp_path)
    found = pue_of(plan)
    assert found
    assert found.computed is None
    assert found.missing == ("power.ups.a.efficiency", "power.ups.b.efficiency", "cooling.air_kw_per_kw")
    assert pue_of(plan_data(cluster(4), tmp_path)) is None


def test_rules_hold_at_the_limit_and_their_advice_works(tmp_path: Path) -> None:
    """What carries exactly the load is enough; a tenth less is not, until the number of the advice is set."""
    plain = plan_data(cluster(4), tmp_path)
    it_kw = plan_power(plain)
    for redundancy, spare in (("n", 0), ("n+1", 1), ("n+2", 2)):
        ups = {"modules": 2 + spare, "module_kw": it_kw / 2, "redundancy": redundancy}
        spec = cluster(4) | {"power": {"ups": {"a": ups}}}
        assert codes(spec, tmp_path) == []
        ups["module_kw"] = it_kw / 2 - 0.1
        assert codes(spec, tmp_path) == ["ups-overloaded"]
        modules, kw = re.findall(r"modules to (\d+), or use modules of at least ([\d.]+) kW", advice(spec, tmp_path))[0]
        assert codes(spec | {"power": {"ups": {"a": ups | {"modules": int(modules)}}}}, tmp_path) == []
        assert codes(spec | {"power": {"ups": {"a": ups | {"module_kw": float(kw)}}}}, tmp_path) == []
    for count, wrong in ((3, []), (2, ["generators-overloaded"])):
        generators = {"count": count, "kw": it_kw * 1.3 / 2}
        assert codes(cluster(4) | {"power": {"generators": generators}}, tmp_path) == wrong
    heat_kw = 2 * 120 * 0.871
    for loop, wrong in (
        ({"cdus": 2, "cdu_kw": heat_kw}, []),
        ({"cdus": 2, "cdu_kw": heat_kw - 0.1}, ["loop-overloaded"]),
        ({"cdus": 2, "cdu_kw": 300, "cdu_lpm": heat_kw * 60 / 41.5, "rise_k": 10}, []),
        ({"cdus": 2, "cdu_kw": 300, "cdu_lpm": heat_kw * 60 / 41.5 - 0.1, "rise_k": 10}, ["loop-flow-low"]),
        (
            {"cdus": 2, "cdu_kw": 300, "cdu_lpm": heat_kw * 60 / 41.5, "rise_k": 10, "coolant": "pg25"},
            ["loop-flow-low"],
        ),
    ):
        spec = trays(loops={"west": loop})
        assert codes(spec, tmp_path) == wrong
        if wrong:
            key, value = re.findall(r"set (cdus|cdu_lpm) to (\d+)", advice(spec, tmp_path))[0]
            assert codes(trays(loops={"west": loop | {key: int(value)}}), tmp_path) == []


def test_racks_are_on_one_loop_and_feeds_on_one_ups(tmp_path: Path) -> None:
    one, two = sorted({host.rack for host in plan_data(trays(), tmp_path).hosts if host.role == "compute"})
    cdus = {"cdus": 2, "cdu_kw": 250}
    both = {"east": cdus | {"racks": [one]}, "west": cdus | {"racks": [two]}}
    assert codes(trays(loops=both), tmp_path) == []
    assert codes(trays(loops={"east": both["east"]}), tmp_path) == ["liquid-without-loop"]
    assert codes(trays(loops=both | {"west": cdus | {"racks": [one, two]}}), tmp_path) == ["rack-on-two-loops"]
    # a rack of switches and air-cooled hosts needs no loop, and may be named by two
    assert codes(trays(loops=both | {"east": cdus | {"racks": [one, "A01"]}}), tmp_path) == []
    assert codes(cluster(4) | {"power": {"ups": PAIR}}, tmp_path) == []
    assert codes(cluster(4) | {"power": {"ups": PAIR | {"b": PAIR["a"]}}}, tmp_path) == ["feed-on-two-ups"]
    assert codes(trays(loops={"west": cdus | {"racks": ["Z01"]}}), tmp_path) == [
        "facility-rack-unknown",
        "liquid-without-loop",
    ]


def test_batteries_feeds_and_spare_units(tmp_path: Path) -> None:
    ups, start = {"a": {"modules": 2, "module_kw": 200, "minutes": 0.5}}, {"count": 2, "kw": 500, "start_s": 30}
    assert codes(cluster(4) | {"power": {"ups": ups, "generators": start}}, tmp_path) == []
    assert codes(cluster(4) | {"power": {"ups": ups, "generators": start | {"start_s": 30.1}}}, tmp_path) == [
        "battery-too-short"
    ]
    third = {"c": {"feeds": ["C"], "modules": 2, "module_kw": 200}}
    assert codes(cluster(4) | {"power": {"feeds": 3, "ups": third}}, tmp_path) == []
    assert codes(cluster(4) | {"power": {"ups": third}}, tmp_path) == ["ups-feed-unknown"]
    assert codes(trays(loops={"west": {"cdus": 1, "cdu_kw": 900}}), tmp_path) == []
    assert "redundancy-without-units" in codes(
        trays(loops={"west": {"cdus": 1, "cdu_kw": 900, "redundancy": "n+1"}}), tmp_path
    )


def test_the_pue_of_parts_may_differ_a_little(tmp_path: Path) -> None:
    spec = cluster(4) | {"cooling": {"air_kw_per_kw": 0.3}, "power": {"losses": {"busways": 0.015}}}
    assert codes(spec, tmp_path) == []
    spec["power"]["losses"]["busways"] = 0.025
    assert codes(spec, tmp_path) == ["pue-unlike-parts"]


def test_the_envelope_is_told_before_its_hosts_come(tmp_path: Path) -> None:
    """With fewer devices the envelope is that of all of them, less the transceivers of those to come; a warning has the units that it takes."""
    ups = {"power": {"ups": {"a": {"modules": 9, "module_kw": 50}}}}
    few, all_of_them = (ups_loads(plan_data(cluster(n, 24, 8, 2) | ups, tmp_path))[0] for n in (4, 24))
    assert few.worst_kw < 0.5 * few.envelope_kw
    assert 0.93 * all_of_them.worst_kw < few.envelope_kw <= all_of_them.worst_kw
    assert all_of_them.envelope_kw == pytest.approx(all_of_them.worst_kw)
    spec = cluster(4, 24, 8, 2) | {"power": {"ups": {"a": {"modules": 3, "module_kw": few.envelope_kw / 2}}}}
    assert codes(spec, tmp_path, envelope=True) == []
    spec["power"]["ups"]["a"]["module_kw"] -= 0.1
    assert codes(spec, tmp_path, envelope=True) == ["facility-outgrown"]
    loops = {"west": {"cdus": 3, "cdu_kw": 4 * 120 * 0.871 / 2}}
    spec = trays(loops=loops)
    spec["hosts"]["gpu"]["max"] = 72
    assert codes(spec, tmp_path, envelope=True) == []
    loops["west"]["cdu_kw"] -= 0.1
    assert codes(spec, tmp_path, envelope=True) == ["facility-outgrown"]


def test_the_page_states_what_can_be_planned_and_what_the_catalog_has(tmp_path: Path) -> None:
    """Its example is one of the racks that it is about; its rules are all of ours; its table has the catalog's figures."""
    page = (ROOT / "docs" / "facility.md").read_text(encoding="utf-8")
    block = re.search(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert block
    stated = yaml.safe_load(block[1])
    basalt = yaml.safe_load((ROOT / "examples" / "nvl72-8-racks" / "cluster.yaml").read_text(encoding="utf-8"))
    assert codes(basalt | stated, tmp_path) == []
    load_rules()
    modules = (
        "generator.rules.ups",
        "generator.rules.loops",
        "generator.rules.facility",
        "generator.spec.checks.facility",
    )
    ours = {
        each.rule.slug for name in modules for each in vars(import_module(name)).values() if isinstance(each, Check)
    }
    unnamed = {
        "ups-feed-unknown",
        "feed-on-two-ups",
        "redundancy-without-units",
        "facility-rack-unknown",
    }  # slips of the spec, not comparisons
    assert ours - unnamed == {code for code in re.findall(r"`([a-z-]+)`", page) if code in ours}
    gb200, gb300 = (CATALOG.get(Host, f"{name}-nvl72-tray") for name in ("gb200", "gb300"))
    rows = {row.split("|")[1].strip(): row for row in page.splitlines() if row.startswith("| GB")}
    assert f"{gb200.liquid_percent:g} %" in rows["GB200 NVL72"]
    assert f"{gb300.liquid_percent:g} %" in rows["GB300 NVL72"]
    assert gb300.liquid
    assert f"{gb300.liquid.supply_c_max:g} °C" in rows["GB300 NVL72"]
    numbers = [
        (float(at), float(flow)) for flow, at in re.findall(r"(\d+)(?: l/min a rack)? at (\d+)", rows["GB300 NVL72"])
    ]
    assert numbers == [(flow.supply_c, flow.lpm) for flow in gb300.liquid.flows]


def test_order_means_nothing(tmp_path: Path) -> None:
    power: dict[str, dict[str, Any]] = {
        "ups": PAIR,
        "losses": {"busways": 0.01, "transformers": 0.02},
        "other_kw": {"fans": 1, "light": 2},
    }
    turned = {key: dict(reversed(value.items())) for key, value in power.items()}
    one, other = (files(plan_data(cluster(4) | {"power": each}, tmp_path)) for each in (power, turned))
    assert one == other


def test_ranges_of_racks() -> None:
    assert list(rack_names(["B01", "C[08-10]"])) == [(0, "B01"), (1, "C08"), (1, "C09"), (1, "C10")]


@pytest.mark.parametrize("name", ["power.ups", "power.generators", "power.pue", "power.failures", "cooling.loops"])
def test_explain_has_the_figures_of_the_document(tmp_path: Path, name: str) -> None:
    """Whether something is stated or not, there is an answer; every figure of a failure is in the table, too."""
    assert explain(plan_data(cluster(2), tmp_path), name).lines
    loops = {"west": {"cdus": 3, "cdu_kw": 150, "cdu_lpm": 200, "rise_k": 15}}
    power = {"ups": {"a": {"modules": 5, "module_kw": 100}}, "generators": {"count": 3, "kw": 500}}
    plan = plan_data(trays(loops=loops) | {"power": power}, tmp_path)
    told, text = explain(plan, name), files(plan)["docs/power.md"]
    assert told.rule
    for line in told.lines:
        for kw in re.findall(r"([\d,.]+) kW are left", line):
            assert f"| {kw} |" in text
