"""The report's risks: the loss of a feed first, as the catalog's facts about supplies have it, then single points, and none left out."""

from collections.abc import Callable

from msgspec.structs import replace

from generator.analysis.analyse import analyse
from generator.analysis.close import close
from generator.analysis.findings import findings
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.render.report.risks import Risk, risks
from tests.conftest import tree_of


def with_power(plan: Plan, **changed: object) -> Plan:
    """Return the plan in a room with other feeds."""
    power = plan.site.power.model_copy(update=changed)
    return replace(plan, site=replace(plan.site, power=power))


def of(plan: Plan) -> list[Risk]:
    return risks(plan, analyse(plan))


def test_a_lost_feed_comes_first(plans: Callable[[str], Draft]) -> None:
    """A DGX H100 has six supplies and needs four: one of two feeds leaves three, one of three leaves four."""
    plan = close(plans("roce-256"))
    first = of(plan)[0]
    assert (first.rank, first.about) == (1, "power")
    assert first.text == "the loss of one feed leaves 3 of 6 supplies; full load needs 4: 32 devices of model dgx-h100"
    assert all(each.rank > 1 for each in of(with_power(plan, feeds=3)))
    assert [each.text for each in of(with_power(plan, feeds=4, redundancy="2n")) if each.rank == 1] == []


def test_one_feed_switches_all_off(plans: Callable[[str], Draft]) -> None:
    """With one feed, every device whose supplies are known is a risk of the first rank, whatever the site plans for."""
    plan = with_power(close(plans("roce-256")), feeds=1, redundancy="n")
    named = [each.text for each in of(plan) if each.rank == 1]
    assert any("switches it off: 32 devices of model dgx-h100" in text for text in named)
    assert any("model sn5600" in text for text in named)


def test_risks_are_ranked_and_whole(plans: Callable[[str], Draft]) -> None:
    """Ranks only rise, every finding and warning is one of them, and the page has them in that order, before all else."""
    plan = close(plans("small-4-hosts"))
    found = of(plan)
    assert [each.rank for each in found] == sorted(each.rank for each in found)
    texts = {each.text for each in found}
    assert texts >= {each.text for each in findings(analyse(plan))}
    assert texts >= {each.message for each in plan.warnings}
    page = tree_of(plans("small-4-hosts"))["docs/report.html"]
    places = [
        page.index(f"<strong>{each.about}</strong>: {each.text}")
        for each in found
        if "'" not in each.text and ">" not in each.text
    ]
    assert places == sorted(places)
    assert places[-1] < page.index('<section id="shape">')
