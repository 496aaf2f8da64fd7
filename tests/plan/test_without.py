"""What is left without each switch and each host with a service: compared with the links of the plan, one switch after the other."""

from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from generator.analysis.analyse import analyse
from generator.analysis.close import close
from generator.analysis.graph import TRUNKS
from generator.analysis.service_hosts import service_hosts
from generator.analysis.without import MOST, Without
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.render.report.loss_tables import loss_tables, names
from generator.render.report.risks import risks

JUDGED = ("small-4-hosts", "roce-256", "b300-two-planes-512", "tenants-64")
"""Without managers: a switch more or less is no matter of theirs."""


def of(plan: Plan) -> dict[str, Without]:
    """Return the row of every switch; each has one."""
    rows = [row for fabric in analyse(plan).values() for row in fabric.without]
    found = {switch: row for row in rows for switch in row.switches}
    assert len(found) == sum(len(row.switches) for row in rows)
    return found


def ports(plan: Plan, fabric: str) -> list[tuple[str, str, float]]:
    """Return the host ports of a fabric and of those that it carries: device, switch, Gb/s."""
    mine = {name for name, each in plan.fabrics.items() if (each.carrier or name) == fabric}
    links = (link for link in plan.links if link.fabric in mine and link.kind not in TRUNKS)
    switches = {switch.name for switch in plan.switches}
    return [(link.a.device, link.b.device, link.speed_gbps) for link in links if link.b.device in switches]


def parts(plan: Plan, fabric: str, dead: str) -> list[set[str]]:
    """Return the parts into which the trunks join the other switches."""
    found = [{switch.name} for switch in plan.switches if switch.fabric == fabric and switch.name != dead]
    for link in plan.links:
        ends = {link.a.device, link.b.device}
        if link.fabric == fabric and link.kind in TRUNKS and dead not in ends:
            joined = [each for each in found if each & ends]
            found = [each for each in found if not each & ends] + [set().union(*joined)]
    return found


@pytest.mark.parametrize("name", JUDGED)
def test_every_loss_is_that_of_the_links(plans: Callable[[str], Draft], name: str) -> None:
    plan = close(plans(name))
    rows, planes = of(plan), {switch.name: switch.plane for switch in plan.switches}
    assert set(rows) == set(planes), "no switch is left out"
    for switch in plan.switches:
        row, every = rows[switch.name], ports(plan, switch.fabric)
        lost = Counter(device for device, there, _ in every if there == switch.name)
        assert sum(count for _, count in row.touched) == len(lost)
        groups = {host.name: host.group for host in plan.hosts}
        assert Counter(dict(row.touched)) == Counter(groups.get(device, "switches") for device in lost)
        apart = parts(plan, switch.fabric, switch.name)
        reached: set[str] = set()
        for plane in {planes[each] for part in apart for each in part}:
            mine = [part for part in apart if planes[next(iter(part))] == plane]
            weights = [sum(gbps for _, there, gbps in every if there in part) for part in mine]
            largest = mine[weights.index(max(weights))]
            reached |= {device for device, there, _ in every if there in largest}
        assert row.cut_off == len({device for device, _, _ in every} - reached), switch.name


@pytest.mark.parametrize("name", [*JUDGED, "ib-256"])
def test_the_share_is_the_largest_of_those_judged(plans: Callable[[str], Draft], name: str) -> None:
    plan = close(plans(name))
    rows = of(plan)
    for fabric, found in analyse(plan).items():
        every = ports(plan, fabric)
        whole: Counter[str] = Counter()
        for device, _, gbps in every:
            whole[device] += gbps  # type: ignore[assignment]
        for switch in (each.name for each in plan.switches if each.fabric == fabric):
            lost: Counter[str] = Counter()
            for device, there, gbps in every:
                lost[device] += gbps if there == switch else 0  # type: ignore[assignment]
            lost = +lost
            judged = [device for device in lost if found.population.judged(device)] or list(lost)
            assert rows[switch].part == pytest.approx(max((lost[each] / whole[each] for each in judged), default=0.0))


def test_rows_are_equal_losses_and_few(plans: Callable[[str], Draft]) -> None:
    """2,048 GPUs on 128 leaves have a few rows, none of them beyond the bound, and the page has them."""
    plan = close(plans("ib-2048"))
    rows = [row for fabric in analyse(plan).values() for row in fabric.without]
    assert max(Counter((row.switches[0].split("-")[0], row.tier) for row in rows).values()) <= MOST
    assert len(rows) < len(plan.switches) / 4
    table = loss_tables(plan, analyse(plan))[0]
    assert len(table["rows"]) == len(rows)


def test_a_spine_costs_its_share_of_uplinks(plans: Callable[[str], Draft]) -> None:
    rows = of(close(plans("roce-256")))
    assert rows["compute-spine1"].uplinks == 0.5
    assert rows["compute-spine1"].touched == ()
    assert rows["compute-leaf1"].part == 0.25


def test_a_service_of_one_host_is_a_single_point(plans: Callable[[str], Draft]) -> None:
    plan = close(plans("roce-256"))
    assert {each.service for each in service_hosts(plan) if each.single} == {
        "Slurm's accounts",
        "Slurm's queue, on NFS",
        "storage tier home",
    }
    first = [host for host in plan.hosts if host.role != "control" or host.name == "control1"]
    slurm = plan.slurm
    assert slurm is not None
    alone = replace(plan, hosts=tuple(first), slurm=replace(slurm, controllers=slurm.controllers[:1]))
    found = {each.service: each for each in service_hosts(alone)}
    assert found["Slurm's controller"].single
    assert found["Slurm's controller"].without_one == "running jobs continue, no job starts"
    assert found["Kubernetes' control plane"].without_one == "running pods continue, nothing is scheduled"
    (risk,) = [each for each in risks(alone, analyse(alone)) if each.about == "services"]
    assert risk.rank == 2
    assert "Slurm's controller" in risk.text


def test_two_hosts_have_one_etcd(plans: Callable[[str], Draft]) -> None:
    plan = close(plans("roce-256"))
    two = replace(plan, hosts=tuple(host for host in plan.hosts if host.name != "control3"))
    found = {each.service: each for each in service_hosts(two)}
    assert found["Kubernetes' control plane"].without_one.startswith("without control1, which alone has etcd")


def test_feeds_with_equal_effect_are_one_row(plans: Callable[[str], Draft]) -> None:
    plan = close(plans("roce-256"))
    (row,) = loss_tables(plan, analyse(plan))[2]["rows"]
    assert row[:3] == ["feed", "A, B", "all 13"]
    assert row[4] == "32", "DGX H100 runs at reduced power on three of six supplies"


def test_long_lists_of_names_are_short() -> None:
    assert names(["leaf1", "leaf2"]) == "leaf[1-2]"
    assert names([f"leaf{number:02d}" for number in range(1, 99, 2)]) == "49 from leaf01 to leaf97"
