"""Clusters of every form that the planner knows, small enough to be planned often; each takes counts within its envelope."""

import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from hypothesis import strategies as st

from generator.plan.draft import Draft
from tests.conftest import example
from tests.eos_specs import without_services
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data
from tests.vlan_specs import sharing

_SN4700 = {"model": "sn4700"}


def plan_of(spec: Spec) -> Draft:
    """Plan a spec that is data, in a folder of its own."""
    with TemporaryDirectory() as folder:
        return plan_data(spec, Path(folder))


@dataclass(frozen=True, eq=False)
class Form:
    """A spec at the size of its envelope."""

    name: str
    spec: Spec

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def most(self) -> dict[str, int]:
        """The envelope of every group that may grow; control hosts are there from the first day."""
        groups = self.spec["hosts"].items()
        return {name: group.get("max", group["count"]) for name, group in groups if group.get("role") != "control"}

    @property
    def compute(self) -> str:
        """The first group of compute hosts."""
        names: list[str] = list(self.spec["hosts"])
        return names[0]

    def at(self, counts: dict[str, int], **more: Any) -> Spec:
        """Return the spec with so many hosts of each group; `more` adds top-level keys."""
        spec = copy.deepcopy(self.spec) | more
        for name, count in counts.items():
            spec["hosts"][name] |= {"count": count, "max": self.most[name]}
        return spec

    def with_places(self, places: set[int], **more: Any) -> Spec:
        """Return the spec with compute hosts in these places, and half of all others."""
        spec = self.at({name: -(-most // 2) for name, most in self.most.items()}, **more)
        spec["hosts"][self.compute] |= {"count": len(places), "positions": sorted(places)}
        return spec

    def host(self, place: int) -> str:
        """Name a compute host by its place, from 1."""
        return f"{self.compute}{place:0{len(str(self.most[self.compute]))}d}"


def example_spec(name: str) -> Spec:
    """Return an example without its `assets`: they name devices, and a path of growth may begin before these are installed."""
    spec: Spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    spec.pop("assets", None)
    return spec


def _pods() -> Spec:
    """Three tiers: pods with spines of their own, joined by cores."""
    spec = cluster(40, 560, 2, 1, oversubscription=1, leaf=_SN4700, spine=_SN4700)
    for name in ("frontend", "storage"):
        del spec["fabrics"][name]
    del spec["storage"]
    return spec


def _infiniband() -> Spec:
    spec = cluster(8, 32)
    fabric = {"technology": "infiniband", "manager": "ufm", "leaf": {"model": "qm9700"}}
    spec["fabrics"] |= {"compute": fabric, "storage": fabric}
    del spec["storage"], spec["scheduler"]
    # The first tenant makes everybody else a limited member of Default; here it is there from the first day.
    return spec | {"tenants": {"first": {"hosts": ["gpu[01-08]"]}}}


def _trays() -> Spec:
    """Two racks of trays that share an NVLink domain each."""
    spec = example_spec("nvl72-8-racks")
    spec["hosts"]["tray"]["count"] = 36
    del spec["power"], spec["cooling"]  # for the racks of the example: growth past them needs a larger room
    return spec


ETHERNET = [
    Form("rails", cluster(16, 32)),
    Form("units", cluster(32, 80)),
    Form("fat tree", cluster(16, 40, topology="fat-tree")),
    Form("numbered", cluster(16, 32, underlay="numbered")),
    Form("vlans", sharing(16, 32)),
    Form("ipv6", cluster(16, 32) | {"addressing": {"ipv6": "fd42:c1::/32"}}),
    Form("eos", without_services(gpu=8, most=32)),
    Form("cumulus", on_cumulus(cluster(8, 32))),
    Form(
        "shared", example_spec("tenants-64") | {"services": {}, "addressing": {}}
    ),  # its uplinks are on leaves that fewer hosts do not have
]
FORMS = [
    *ETHERNET,
    Form("infiniband", _infiniband()),
    Form("pair", example_spec("small-4-hosts")),
    Form("trays", _trays()),
    Form("mixed", example_spec("a100-h100-mixed")),
]
PODS = Form("pods", _pods())
PLACED = [form for form in ETHERNET if form.compute == "gpu"]


@cache
def base_of(form: Form) -> Draft:
    """Plan a form as it is, once."""
    return plan_of(form.spec)


@st.composite
def walks(draw: st.DrawFn, forms: list[Form], steps: int) -> tuple[Form, list[dict[str, int]]]:
    """Draw a form and a path through its envelope: at every step one group or several grow, by any number."""
    form = draw(st.sampled_from(forms))
    sizes = {
        name: sorted(draw(st.lists(st.integers(0, most), min_size=steps, max_size=steps)))
        for name, most in form.most.items()
    }
    return form, [{name: counts[step] for name, counts in sizes.items()} for step in range(steps)]


def exchanged(spec: Spec, one: str, other: str) -> Spec:
    """Return the spec with two switches in each other's places."""
    at = {switch.name: {"rack": switch.rack, "unit": switch.unit} for switch in plan_of(spec).switches}
    return spec | {"pins": {"devices": {one: at[other], other: at[one]}}}
