"""Boxes of switches in the fabric drawing that are narrow: shorter words, and never a range without its end."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.plan.records import Switch
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.palette import FABRICS
from generator.render.drawing.panel import Panel
from generator.render.drawing.text import fitting, text_width
from generator.render.drawing.tiers import draw_switch, draw_tier
from tests.render.svg import texts


def panel_of(plan: Draft) -> Panel:
    """Return an empty panel of the compute fabric, as one of three tiers."""
    fabric = replace(plan.fabrics["compute"], core_group=2)
    return Panel(Canvas(), plan, fabric, Bundles(), FABRICS["compute"], 20)


def drawn(panel: Panel) -> list[str]:
    return [words for *_, words in texts(panel.canvas.svg("t", "d"))]


def spines(plan: Draft, first: int, model: str) -> list[Switch]:
    """Return 64 spines of one pod."""
    leaf = next(switch for switch in plan.switches if switch.fabric == "compute")
    return [
        replace(leaf, name=f"compute-p0-spine{n:03d}", tier="spine", pod=0, model=model)
        for n in range(first, first + 64)
    ]


@pytest.mark.parametrize("model", ["sn5600", "a-model-with-a-long-name"])
@pytest.mark.parametrize("width", [87, 120, 190, 420, 1150])
def test_a_box_of_many_has_the_first_and_the_last(plans: Callable[[str], Draft], width: int, model: str) -> None:
    """Whatever else is left out: no row is cut, three rows fit, and the text ends with the last switch."""
    panel = panel_of(plans("roce-16"))
    draw_tier(panel, spines(plans("roce-16"), 65, model), (20, 40, width), single=False)
    found = drawn(panel)
    assert len(found) <= 3
    assert not any("…" in row for row in found)
    assert max(map(text_width, found)) <= width - 12
    assert "spine065" in " ".join(found)
    assert found[-1].endswith("spine128")
    assert ("pod 1" in " ".join(found)) == (width > 190 or (width > 120 and model == "sn5600"))


@pytest.mark.parametrize(("width", "name"), [(46, "leaf07"), (80, "p0-leaf07"), (120, "compute-p0-leaf07")])
def test_a_box_of_one_has_a_name_that_fits(plans: Callable[[str], Draft], width: int, name: str) -> None:
    panel = panel_of(plans("roce-16"))
    (leaf, *_) = spines(plans("roce-16"), 7, "sn5600")
    draw_switch(panel, replace(leaf, name="compute-p0-leaf07"), (20, 40, width), ())
    assert drawn(panel) == [name]


def test_the_last_text_is_shortened() -> None:
    """Where none fits."""
    assert fitting((["one two three four"], ["one two"]), text_width("three"), 1) == ["one"]
