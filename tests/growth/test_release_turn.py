"""Another release of a scheduler in the same change as other work: no host has it before the controllers do."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from generator.change.difference import Difference, difference
from generator.change.step import Step
from generator.plan.sections import with_hardware
from generator.render.change.steps import step_text
from generator.render.encode import plain
from tests.growth.forms import plan_of
from tests.growth.past import plan_on
from tests.growth.renamed import called
from tests.specs import Spec, cluster

CONTROL = ("control1", "control2", "control3")
GPU = ("gpu01", "gpu02", "gpu03", "gpu04")
ALONE = "from a tree in which only the release is new (render it first, with the rest of the spec as it was), "
SERIALS = ({"serial": "A1"}, {"serial": "B2"})


def _slurm(version: str) -> Spec:
    return cluster(4, 16) | {"scheduler": {"slurm": {"version": version}}}


def _renamed(spec: Spec) -> Spec:
    return called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}


def _grown(spec: Spec) -> Spec:
    spec["hosts"]["gpu"]["count"] = 5
    return spec


def _named(spec: Spec) -> Spec:
    return spec | {"name": "borea"}


def _with_the_release(edit: Callable[[Spec], Spec], before: str = "25.05", after: str = "25.11") -> Difference:
    earlier = plan_of(_slurm(before))
    spec = edit(_slurm(after))
    later = plan_on(spec, earlier) if "rename" in spec else plan_of(spec)
    return difference(plain(with_hardware(earlier)), plain(with_hardware(later)))


def _first(found: Difference) -> tuple[Step, list[str]]:
    step, *others = found.steps
    return step, [each.kind for each in others]


@pytest.mark.parametrize(("edit", "then"), [(_renamed, ["rename"]), (_grown, []), (_named, ["name"])])
def test_what_the_earlier_controllers_would_refuse_comes_after_a_tree_of_the_release_alone(
    edit: Callable[[Spec], Spec], then: list[str]
) -> None:
    """Renamed and new hosts install the release; controllers do not start on the state of another name. New hosts have no step where nothing existing changes."""
    step, others = _first(_with_the_release(edit))
    assert (step.kind, step.apart, step.join) == ("upgrade", True, ("slurm",))
    assert (step.was or step.devices) == (*CONTROL, *GPU, "login1"), "under the names that they still have"
    assert list(dict.fromkeys(others)) == then
    assert step_text(step).startswith(f"{ALONE}install the new release of slurm on control[1-3], gpu[01-04], login1 ")


def test_files_for_an_earlier_release_wait_for_nothing() -> None:
    """A slurmd may be older than its controllers."""
    found = _with_the_release(_renamed, "25.11", "25.05")
    assert [step.kind for step in found.steps] == ["rename", "upgrade"]
    assert not any(step.apart for step in found.steps)


def _replaced(names: tuple[str, ...], *, spec: Spec | None = None) -> Difference:
    """Return another release in the same change as other hardware."""
    rows = []
    for version, asset in zip(("25.05", "25.11"), SERIALS, strict=True):
        more = copy.deepcopy(spec or {}) if version == "25.11" else {}
        rows.append(plain(with_hardware(plan_of(_slurm(version) | {"assets": dict.fromkeys(names, asset)} | more))))
    return difference(*rows)


@pytest.mark.parametrize(
    ("names", "devices", "systems"),
    [
        (("gpu02",), (*CONTROL, "gpu01", "gpu03", "gpu04", "login1"), ("gpu02",)),
        (("login1",), (*CONTROL, *GPU), ("login1",)),
        (("control2",), (*CONTROL, *GPU, "login1"), ()),
    ],
)
def test_hardware_is_replaced_after_the_release(
    names: tuple[str, ...], devices: tuple[str, ...], systems: tuple[str, ...]
) -> None:
    """It gets the release with its installation; the run before leaves it out, unless it is a controller."""
    found = _replaced(names)
    step, others = _first(found)
    assert (step.kind, step.devices, step.systems, step.apart) == ("upgrade", devices, systems, False)
    assert others == ["host"]
    words = f" with `--limit`, without {', '.join(systems)}, which later steps install with it"
    assert (words in step_text(step)) is bool(systems)


def test_hardware_without_the_scheduler_waits_for_nothing() -> None:
    assert [step.kind for step in _replaced(("storage1",)).steps] == ["host", "upgrade"]


def test_replaced_hosts_at_other_addresses_come_after_a_tree_of_the_release_alone() -> None:
    """The new tree reaches no host at the address that it still has."""
    step, others = _first(_replaced(("gpu02",), spec={"addressing": {"frontend": "10.176.0.0/14"}}))
    assert (step.kind, step.apart, step.systems) == ("upgrade", True, ("gpu02",))
    assert "upgrade" not in others


def test_workers_join_kubernetes_after_its_controllers_have_the_release() -> None:
    """A kubelet must not be newer than the API server."""
    spec: dict[str, Any] = cluster(4, 16) | {"scheduler": {"kubernetes": {}}}
    rows = plain(with_hardware(plan_of(copy.deepcopy(spec)))), plain(with_hardware(plan_of(_grown(spec))))
    newer = [row | {"version": "9.99.0"} for row in rows[1]["kubernetes"]]
    found = difference(rows[0], rows[1] | {"kubernetes": newer})
    assert {(step.kind, step.apart) for step in found.steps} == {("upgrade", True)}
    assert [step.devices for step in found.steps] == [CONTROL, GPU]
    assert step_text(found.steps[1]).startswith(f"drain gpu[01-04]; {ALONE}install the new release of kubernetes; ")
