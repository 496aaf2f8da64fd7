"""What a lost link does to the others: the arithmetic by hand, and what is told of it."""

import re
from pathlib import Path

import pytest

from generator.analysis.analyse import analyse_fabric
from generator.analysis.close import close
from generator.analysis.explain import explain
from generator.analysis.lost_link import LostLink, hundredths
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data


def _lost(whole: int, every: int) -> LostLink:
    return LostLink(name="a and b", whole=whole, all=every, paths=every, through=whole)


def test_weights_are_hundredths_of_all_cut_off() -> None:
    """Three links of 15 are 20 %, four 26; a part below one still counts one."""
    assert hundredths([3, 4, 4, 4]) == [20, 26, 26, 26]
    assert hundredths([1] * 300) == [1] * 300


@pytest.mark.parametrize(
    ("whole", "every", "plain", "weighted", "rounded"),
    [
        (4, 16, 4 / 3, 16 / 15, 4 * 5 / (4 * 5 + 12 * 6) / 3 * 16),  # 5 and 6 of 100 where 4.5 and 6 are asked for
        (32, 64, 32 / 31, 64 / 63, 32 / 31),  # 1 and 1: hundredths cannot tell 31 from 32
        (1, 64, 64 / 63, 64 / 63, 64 / 63),  # the way is withdrawn
        (8, 8, 8 / 7, 8 / 7, 8 / 7),  # one switch above: nothing to weigh
    ],
)
def test_the_load_of_the_fullest_link(whole: int, every: int, plain: float, weighted: float, rounded: float) -> None:
    found = _lost(whole, every)
    assert (found.plain, found.weighted) == pytest.approx((plain, weighted))
    assert found.rounded == pytest.approx(rounded)


def test_a_plan_tells_of_its_own_links_and_systems(tmp_path: Path) -> None:
    """Sixteen uplinks to four spines; and what the system does as planned, and could."""
    for weighted, said in ((False, "gives all paths the same weight; SONiC has weights since 202405"), (True, "uses weights (fabrics.compute.weighted)")):  # fmt: skip
        plan = plan_data(cluster(4, 4, su_hosts=2, spines=4, weighted=weighted), tmp_path)
        (found,) = analyse_fabric(close(plan), "compute").lost
        assert (found.whole, found.all, found.paths, found.through) == (4, 16, 16, 4)
        lines = explain(plan, "compute.lost").lines
        assert (
            "the other 3 carry 1.333 times their load before (4/3), with weights all 15 carry 1.067 times (16/15)"
            in lines[0]
        )
        assert said in lines[1]
        page = {each.path: each.content for each in render_tree(plan, TEMPLATES, ("report",))}["docs/report.html"]
        table = page.partition("Effect of one lost link between switches on the others")[2].partition("</figure>")[0]
        assert re.findall(r">(\d\.\d{3})<", table)[:3] == ["1.333", "1.067", "1.159"]
        assert said.partition(";")[0].partition(" (")[0] in table
