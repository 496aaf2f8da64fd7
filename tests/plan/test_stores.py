"""Storage tiers in the plan: records, report, summary, explanations, rules, and what growth leaves alone."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.analysis.explain import explain
from generator.analysis.summary import summarise
from generator.cli.main import main
from generator.plan.draft import Draft
from generator.plan.sections import sections
from generator.plan.store_uplinks import crossing
from generator.plan.stores import hosts_wanted, served_tiers
from generator.render.report.store_tables import store_sections
from generator.source.diagnostic import SpecError
from tests.specs import Spec, cluster, plan_data

TIER: Spec = {"capacity_tb": 300, "read_gbs": 150, "product": "Lustre", "protection": {"data": 8, "parity": 2}}


def spec_of(tier: Spec = TIER, gpu: int = 2, **group: Any) -> Spec:
    """Return a cluster whose tier `fast` has these keys, and whose storage hosts have no other keys than these beside their model."""
    data = deepcopy(cluster(gpu))
    data["hosts"]["storage"] = {"model": "storage-2u", **group}
    data["storage"]["fast"] |= tier
    return data


@pytest.fixture(scope="module")
def derived(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    return plan_data(spec_of(), tmp_path_factory.mktemp("derived"))


def problems(spec: Spec, folder: Path) -> list[str]:
    """Return the codes of errors, or else of warnings that are about tiers."""
    try:
        found = plan_data(spec, folder).warnings
    except SpecError as error:
        found = tuple(error.problems)
    return [each.code for each in found if each.code.startswith(("tier-", "hosts-", "unknown"))]


def test_the_plan_has_what_each_tier_does(derived: Draft) -> None:
    """150 / 57.27 are three hosts and one more; four hold 4 x 368.64 x 0.64 TB and carry 4 x 63 GB/s; three carry 189."""
    (store,) = derived.stores
    assert (store.name, store.group, store.fabric, store.hosts, store.hosts_max) == ("fast", "storage", "storage", 4, 4)
    assert store.beside == ("home",)
    capacity, read, write = store.rows
    assert [capacity.wanted, capacity.now] == pytest.approx([300, 4 * 24 * 15.36 * 0.64])
    assert (read.wanted, read.basis, read.now, read.reserve, read.envelope) == (150, "stated", 252, 189, 252)
    assert write.wanted == pytest.approx(1.28)
    assert write.basis == "guidance"
    assert [host.name for host in derived.hosts if host.group == "storage"] == ["storage1", "storage2", "storage3", "storage4"]  # fmt: skip


def test_plan_json_has_tiers_that_are_designed_alone(derived: Draft, tmp_path: Path) -> None:
    assert sections(derived)["stores"] == derived.stores
    assert "stores" not in sections(plan_data(cluster(), tmp_path))


def test_the_report_sets_what_is_wanted_beside_what_there_is(derived: Draft) -> None:
    (section,) = store_sections(derived)
    assert section["line"] == "Lustre: 4 of 4 hosts of storage, over storage; the same hosts serve home"
    rows = section["tables"][0]["rows"]
    assert rows[0] == ["hold, TB", "300", "stated", "943.7", "707.8", "943.7"]
    assert rows[1] == ["read, GB/s", "150", "stated", "252", "189", "252"]
    assert rows[2][2] == "recommended for this number of GPUs"
    assert ["raw capacity", "1,474.56 TB"] not in section["tables"][1]["rows"], "four digits"
    assert ["raw capacity", "1,475 TB"] in section["tables"][1]["rows"]


def test_the_summary_has_the_same(derived: Draft, tmp_path: Path) -> None:
    found = summarise(derived, 0)["storage"]["fast"]
    assert found["hosts"] == {"count": 4, "max": 4}
    assert found["read_gbs"] == {"wanted": 150.0, "basis": "stated", "installed": 252.0, "reserve": 189.0, "envelope": 252.0}  # fmt: skip
    assert "storage" not in summarise(plan_data(cluster(), tmp_path), 0)


def test_without_a_protection_capacity_is_unknown(tmp_path: Path) -> None:
    plan = plan_data(spec_of({"capacity_tb": 300}, count=3, max=8), tmp_path)
    row = plan.stores[0].rows[0]
    assert (row.now, row.reserve, row.envelope) == (None, None, None)
    assert store_sections(plan)[0]["tables"][0]["rows"][0][3:] == ["unknown"] * 3


def test_the_commands_print_it(tmp_path: Path) -> None:
    path = tmp_path / "cluster.yaml"
    path.write_text(json.dumps(spec_of()), encoding="utf-8")
    told = CliRunner().invoke(main, ["summary", str(path)])
    assert told.exit_code == 0
    assert "fast  4/4 storage  read_gbs" in " ".join(told.output.split("\n")).replace("   ", "  ")
    shown = CliRunner().invoke(main, ["show", str(path), "--resolved"])
    assert "count: 4" in shown.output


def test_explain_gives_count_formula_and_source(derived: Draft) -> None:
    lines = explain(derived, "storage.fast").lines
    assert "for the GPUs that are installed, storage needs 4 hosts, decided by read" in lines
    assert "all hosts read: 252 GB/s" in lines
    assert "to write: 1.28 GB/s" in lines
    assert any("DGX SuperPOD Reference Architecture" in line for line in lines)
    assert explain(derived, "storage.fats").near[0] == "storage.fast"


def test_four_hosts_of_eight_grow_without_a_new_number(tmp_path: Path) -> None:
    """A tier that must do more gets hosts; what the others have stays."""
    before, after = (plan_data(spec_of({"read_gbs": read}, max=8), tmp_path) for read in (150, 300))
    assert [len([h for h in plan.hosts if h.group == "storage"]) for plan in (before, after)] == [4, 7]
    there = {host.name for host in before.hosts}
    for what in ("hosts", "addresses", "links", "cables"):
        old, new = (set(map(repr, getattr(plan, what))) for plan in (before, after))
        assert old - new == set(), what
    assert there < {host.name for host in after.hosts}


def test_rules_of_a_stated_group(tmp_path: Path) -> None:
    """Two hosts carry 126 GB/s, one 63."""
    assert problems(spec_of({"read_gbs": 63}, count=2), tmp_path) == []
    assert problems(spec_of({"read_gbs": 64}, count=2), tmp_path) == ["tier-without-reserve"]
    assert problems(spec_of({"read_gbs": 126}, count=2), tmp_path) == ["tier-without-reserve"]
    assert problems(spec_of({"read_gbs": 127}, count=2), tmp_path) == ["tier-too-slow"]
    assert problems(spec_of({"read_gbs": 127}, count=0, max=2), tmp_path) == [], "none is installed yet"


def test_nfs_of_one_host_is_a_single_point(tmp_path: Path) -> None:
    """The first host alone exports it, by one port of 100 Gb/s of its bond."""
    spec = spec_of({}, count=2)
    spec["storage"]["home"]["read_gbs"] = 12.5
    assert problems(spec, tmp_path) == ["tier-without-reserve"]
    spec["storage"]["home"]["read_gbs"] = 12.6
    assert problems(spec, tmp_path) == ["tier-too-slow"]
    spec["storage"]["home"]["source"] = "filer.example.net:/home"
    assert problems(spec, tmp_path) == ["tier-without-reserve"]


def test_one_host_leaves_nothing_behind(tmp_path: Path) -> None:
    """Nothing is a figure, and not unknown."""
    rows = plan_data(spec_of({"read_gbs": 60}, count=1), tmp_path).stores[0].rows
    assert [(row.now, row.reserve) for row in rows if row.what == "read"] == [(63, 0)]


def test_what_a_rule_asks_for_suffices(tmp_path: Path) -> None:
    (tier,) = (each for each in served_tiers(plan_data(spec_of({"read_gbs": 100}, count=2), tmp_path)) if each.need.name == "fast")  # fmt: skip
    wanted = hosts_wanted(tier)
    assert wanted == 3
    assert problems(spec_of({"read_gbs": 100}, count=wanted), tmp_path) == []


def test_an_unknown_model_is_not_taken_for_a_missing_count(tmp_path: Path) -> None:
    spec = spec_of()
    spec["hosts"]["gpu"]["model"] = "dgx-h1000"
    assert problems(spec, tmp_path) == ["unknown-model"]


def test_clients_of_the_same_leaves_cross_no_uplink(derived: Draft) -> None:
    """One pair of leaves has no spines: nothing crosses."""
    assert all(crossing(derived, tier.need) is None for tier in served_tiers(derived))


def test_a_protection_within_hosts_needs_no_more_of_them(tmp_path: Path) -> None:
    """Ten parts on drives of one host, or each on another of ten hosts; nine hold two of a set on one, four hold three."""
    tier = {"capacity_tb": 100, "protection": {"data": 8, "parity": 2}, "product": ""}
    found = {hosts: problems(spec_of(tier, count=hosts, max=16), tmp_path) for hosts in (4, 5, 10, 11)}
    assert found == {4: ["tier-protection-unheld"], 5: ["tier-rebuild-nowhere"], 10: ["tier-rebuild-nowhere"], 11: []}
    inside = {**tier, "protection": {"data": 8, "parity": 2, "spread": "drives"}}
    assert problems(spec_of(inside, count=4, max=16), tmp_path) == []
    assert problems(spec_of(tier, count=0, max=4), tmp_path) == [], "none is installed yet"


def test_a_recommendation_alone_is_no_warning(tmp_path: Path) -> None:
    """512 GPUs: 82 GB/s are recommended and a restart needs 980 GB in 300 s; two hosts carry 126, one 63."""
    spec = spec_of({}, 64, count=1)
    spec["hosts"]["gpu"]["max"] = 64
    spec["workloads"] = {"llm": {"params": "70B", "tokens": "1T"}}
    assert problems(spec, tmp_path) == []
    (store,) = plan_data(spec, tmp_path).stores
    read = next(row for row in store.rows if row.what == "read")
    assert (read.wanted, read.now) == pytest.approx((81.92, 63)), "the report has it"
    assert ("to read, by the workloads alone", "3.267 GB/s") in store.figures


def test_metadata_that_no_document_gives_is_unknown(tmp_path: Path) -> None:
    plan = plan_data(spec_of({"capacity_tb": 100, "files": 1000, "product": "WEKA"}, count=2), tmp_path)
    assert ("room for metadata", "unknown") in plan.stores[0].figures
    assert any("unknown, as no document states it for WEKA" in line for line in explain(plan, "storage.fast").lines)
