"""Drawings of names as long as a spec may have them: what is cut is the beginning, as the end tells a device from its neighbours."""

from pathlib import Path

import pytest

from generator.plan.draft import Draft
from generator.render.backends import docs, drawings
from tests.ours import TEMPLATES
from tests.render.svg import outside, overlaps, texts
from tests.specs import cluster, plan_data

_RACKS = {name: f"ROOM-2-HALL-OF-THE-WEST-WING-{name}" for name in ("A1", "B1", "B2")}
_GROUP, _RACK = 32, 31
"""Letters of the longest names."""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A cluster whose groups and racks have long names."""
    spec = cluster(9, 16)
    names = {name: f"{name}-hosts-in-the-western-wing-of-two"[:_GROUP].rstrip("-") for name in spec["hosts"]}
    spec["hosts"] = {
        names[name]: {"role": {"gpu": "compute"}.get(name, name), **group} for name, group in spec["hosts"].items()
    }
    for tier in spec["storage"].values():
        tier["hosts"] = names["storage"]
    pinned = {f"{name[0]}0{name[1:]}": text for name, text in _RACKS.items()}
    assert max(map(len, pinned.values())) == _RACK
    return plan_data(spec | {"pins": {"racks": pinned}}, tmp_path_factory.mktemp("plan"))


@pytest.fixture(scope="module")
def made(plan: Draft) -> dict[str, str]:
    """Its drawings."""
    return {
        each.path: each.content
        for backend in (drawings, docs)
        for each in backend.render(plan, TEMPLATES)
        if each.path.endswith(".svg")
    }


def test_no_text_lies_on_another(made: dict[str, str]) -> None:
    assert {path: found for path, svg in made.items() if (found := [*overlaps(svg), *outside(svg)])} == {}


def test_every_device_of_a_rack_can_be_told_from_the_others(plan: Draft, made: dict[str, str]) -> None:
    """The drawing of the racks has the end of every name, at its device."""
    words = {text for *_, text in texts(made["docs/racks.svg"])}
    ends = {text.removeprefix("…") for text in words}
    missing = [host.name for host in plan.hosts if not any(len(end) > 5 and host.name.endswith(end) for end in ends)]
    assert missing == []
    assert any(text.startswith("…") for text in words)
    assert {each.name for each in plan.racks if each.name in _RACKS.values()} <= words


def test_every_rack_of_the_floor_has_a_name_and_a_load(plan: Draft, made: dict[str, str]) -> None:
    found = [text for *_, text in texts(made["docs/floor.svg"])]
    assert [each.name for each in plan.racks if not any(text.endswith(each.name[-3:]) for text in found)] == []
    loads = [text for text in found if text.rstrip("+").replace(".", "").isdigit() and "." in text]
    assert len(loads) == len(plan.racks)


def test_loads_of_a_large_room_are_rounded_up(tmp_path: Path) -> None:
    """Where racks are too narrow for a tenth, each has its load nevertheless."""
    plan = plan_data(cluster(200, 200) | {"racks": {"row_pitch_m": 4}}, tmp_path)
    (svg,) = [each.content for each in drawings.render(plan, TEMPLATES) if each.path == "docs/floor.svg"]
    assert "kW at most, rounded up where a tenth does not fit" in svg
    found = [text for *_, text in texts(svg)]
    assert found.count("41") == sum(host.group == "gpu" for host in plan.hosts) // 4
    assert overlaps(svg) == []
