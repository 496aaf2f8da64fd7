"""What the leaves of compute carry where the spec does not say: by the envelope, by what hosts need, and never against the spec."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.analysis.explain import explain
from generator.model.build import build
from generator.model.carrying import decide_carrying
from generator.model.cluster import Cluster
from generator.model.joins import joins
from generator.pipeline.read import read_plan
from generator.source.diagnostic import Severity, SpecError
from generator.spec.cluster import ClusterSpec
from generator.spec.load import load_spec
from generator.spec.resolved import resolved_text
from tests.depth import tries
from tests.ours import CATALOG

BOTH = ("storage", "frontend")
SERVING = {
    "storage": {"model": "storage-2u-400g", "count": 2},
    "control": {"model": "server-1u-400g", "role": "control", "count": 3},
    "login": {"model": "server-1u-400g", "role": "login", "count": 1},
}
TEXT = """clustergen: 1
name: x
domain: x.example
hosts:
  gpu:     {model: dgx-h100, count: 2, max: 8}
  storage: {model: storage-2u-400g, count: 2}
  control: {model: server-1u-400g, role: control, count: 3}
fabrics:
  compute: {technology: roce, leaf: {model: sn5600}}
  oob:     {technology: ethernet, leaf: {model: sn2201}}
storage:
  fast: {kind: parallel, mount: /fast, hosts: storage}
"""
OWN = {
    "storage": {"technology": "roce", "leaf": {"model": "sn5600"}},
    "frontend": {"technology": "ethernet", "leaf": {"model": "sn5600"}},
}


def spec(hosts: int, serving: dict[str, Any], own: dict[str, Any], count: int = 1, **fabric: Any) -> ClusterSpec:
    """Make a spec of DGX H100 on SN5600; `serving` are the other groups, `own` the fabrics with leaves of their own."""
    return ClusterSpec.model_validate(
        {
            "clustergen": 1,
            "name": "x",
            "domain": "x.example",
            "hosts": {"gpu": {"model": "dgx-h100", "count": count, "max": hosts}, **serving},
            "fabrics": {"compute": {"technology": "roce", "leaf": {"model": "sn5600"}, **fabric}, **own},
        }
    )


def made(*args: Any, **fabric: Any) -> Cluster:
    """Build it."""
    return build(spec(*args, **fabric), CATALOG)


def carried(cluster: Cluster) -> tuple[str, ...]:
    """What the decision is."""
    assert cluster.spec.fabrics.compute is not None
    return cluster.spec.fabrics.compute.carries


def dark(cluster: Cluster) -> set[str]:
    """Fabrics of which the plan says, group by group, that their ports stay uncabled; the out-of-band one aside."""
    said = [warning.message for warning in cluster.warnings if warning.code == "unused-ports"]
    return {name for name in BOTH for message in said if message.endswith(f"the spec has no {name} fabric")}


@pytest.mark.parametrize(
    ("hosts", "own", "topology", "leaves", "spines", "carries", "why"),
    [
        # what is left out is carried, while one pair has the ports: 8 rails, 4 more ports and 4 links between the leaves a host
        (2, {}, "rail-optimized", 2, 0, BOTH, "56 of the 256"),
        (4, {}, "rail-optimized", 2, 0, BOTH, "96 of the 256"),
        (8, {}, "rail-optimized", 2, 0, BOTH, "176 of the 256"),
        (11, {}, "rail-optimized", 2, 0, BOTH, "236 of the 256"),
        (12, {}, "rail-optimized", 2, 0, (), "256 ports on a pair of sn5600, which has 256"),
        (16, {}, "rail-optimized", 2, 0, (), "80 too few"),
        (32, {}, "rail-optimized", 4, 2, (), "400 too few"),
        (64, {}, "rail-optimized", 8, 4, (), "1040 too few"),
        # with leaves of their own for storage and frontend: one switch, a pair joined directly, spines
        (2, OWN, "single-switch", 1, 0, (), "leaves of their own"),
        (4, OWN, "single-switch", 1, 0, (), "leaves of their own"),
        (8, OWN, "single-switch", 1, 0, (), "leaves of their own"),
        (12, OWN, "rail-optimized", 2, 0, (), "leaves of their own"),
        (16, OWN, "rail-optimized", 2, 0, (), "leaves of their own"),
        (32, OWN, "rail-optimized", 4, 2, (), "leaves of their own"),
        (64, OWN, "rail-optimized", 8, 4, (), "leaves of their own"),
    ],
)
def test_the_shape_that_a_cluster_deserves(
    hosts: int, own: dict[str, Any], topology: str, leaves: int, spines: int, carries: tuple[str, ...], why: str
) -> None:
    cluster = made(hosts, SERVING, own)
    shape = cluster.shapes["compute"]
    assert (shape.topology.name, shape.leaves, shape.spines, carried(cluster)) == (topology, leaves, spines, carries)
    assert why in cluster.carrying.why
    assert cluster.shapes.keys() == {"compute", *carries, *own}
    warned = {warning.code for warning in cluster.warnings}
    assert ("fabric-needed" in warned) is not bool(carries or own)
    assert not dark(cluster)


@tries(30)
@given(most=st.integers(1, 20), count=st.integers(1, 20))
def test_the_envelope_decides_and_not_what_is_installed(most: int, count: int) -> None:
    one, more = (made(most, SERVING, {}, installed) for installed in (1, min(count, most)))
    assert carried(one) == carried(more)
    assert {name: (s.leaves, s.peer_links, s.seating) for name, s in one.shapes.items()} == {
        name: (s.leaves, s.peer_links, s.seating) for name, s in more.shapes.items()
    }


def test_what_is_derived_is_what_would_have_been_stated() -> None:
    """Links, seats, addresses' members: nothing but the reason differs."""
    derived, stated = made(4, SERVING, {}), made(4, SERVING, {}, carries=list(BOTH))
    assert derived.links == stated.links
    assert derived.reserved == stated.reserved
    assert derived.switches == stated.switches
    assert "carries" in derived.shapes["compute"].reasons
    assert stated.carrying.why == "stated"


@pytest.mark.parametrize(
    ("serving", "own", "carries"),
    [
        ({}, {}, ()),  # nobody but hosts that compute
        ({"storage": SERVING["storage"]}, {}, BOTH),  # they are served, and their servers are managed in band
        ({"control": SERVING["control"]}, {}, ("frontend",)),  # nothing serves storage
        (SERVING, {"storage": OWN["storage"]}, ("frontend",)),
        (SERVING, {"frontend": OWN["frontend"]}, ("storage",)),
    ],
)
def test_only_what_hosts_need_and_the_spec_leaves_out(
    serving: dict[str, Any], own: dict[str, Any], carries: tuple[str, ...]
) -> None:
    assert carried(made(4, serving, own)) == carries


@pytest.mark.parametrize(
    ("fabric", "why"),
    [
        ({"spines": 2}, "states spines: 2"),
        ({"topology": "fat-tree"}, "states topology: fat-tree"),
        ({"su_hosts": 4}, "states su_hosts: 4"),
        ({"planes": 2}, "states planes: 2"),
    ],
)
def test_a_stated_shape_is_kept(fabric: dict[str, Any], why: str) -> None:
    decision = decide_carrying(spec(4, SERVING, {}, **fabric), CATALOG)
    assert not decision.derived
    assert why in decision.why
    assert decision.warning is not None


def test_rails_that_are_split_over_planes_stay_split() -> None:
    """A pair has one plane, and half of a DGX B300's ports would go dark; stated, it is planned all the same."""
    split = spec(4, SERVING, {})
    hosts = {**split.hosts, "gpu": split.hosts["gpu"].model_copy(update={"model": "dgx-b300"})}
    decision = decide_carrying(split.model_copy(update={"hosts": hosts}), CATALOG)
    assert (decision.derived, decision.lacking) == (False, BOTH)
    assert "split over 2 planes" in decision.why


def test_never_is_never() -> None:
    cluster = made(4, SERVING, {}, carries=[])
    assert cluster.shapes.keys() == {"compute"}
    assert dark(cluster) == set(BOTH)
    assert {w.code for w in cluster.warnings} == {"unused-ports"}


def test_a_spine_that_is_named_asks_for_none() -> None:
    """`spine` says what would stand there; the envelope says whether anything does."""
    assert carried(made(4, SERVING, {}, spine={"model": "sn5600"})) == BOTH


def test_the_advice_of_unused_ports_works() -> None:
    bare = made(4, {}, {})
    (first, *_) = [w for w in bare.warnings if w.code == "unused-ports"]
    assert "carries: [storage, frontend]" in first.help
    assert dark(bare) == set(BOTH)
    assert not dark(made(4, {}, {}, carries=list(BOTH)))
    assert "carries" not in next(w for w in made(16, {}, {}).warnings if w.code == "unused-ports").help


def test_the_most_hosts_that_a_warning_names_do_fit() -> None:
    warning = made(32, SERVING, {}).carrying.warning
    assert warning is not None
    assert "plan at most 11 hosts of gpu" in warning.help
    assert carried(made(11, SERVING, {})) == BOTH


def test_ports_that_nothing_joins_to_the_leaves_are_not_carried() -> None:
    """The warning names a model whose ports do, and with it a pair is planned."""
    slow = {"control": {"model": "server-1u", "role": "control", "count": 3}}
    warning = made(4, slow, {}).carrying.warning
    assert warning is not None
    assert "100 Gb/s in qsfp28" in warning.message
    assert "such as server-1u-400g" in warning.help


def test_a_cage_of_other_parts_is_not_joined() -> None:
    """Both cages have as many ports as the ends of a cable have links."""
    (port, *_) = made(4, SERVING, {}).shapes["storage"].demand.members[0].ports
    assert joins(port, "osfp", "ethernet", CATALOG)
    assert not joins(replace(port, cage_ports=8), "osfp", "ethernet", CATALOG)
    assert not joins(replace(port, speed_gbps=300), "osfp", "ethernet", CATALOG)


@pytest.mark.parametrize(("control", "medium"), [("server-1u-400g", True), ("server-1u", False)])
def test_a_port_joins_a_cage_where_the_plan_finds_a_medium(tmp_path: Path, control: str, *, medium: bool) -> None:
    """The model's short reading of the catalog and the plan's full one agree."""
    text = TEXT.replace("server-1u-400g", control).replace("roce, leaf", "roce, carries: [frontend], leaf")
    path = tmp_path / "cluster.yaml"
    path.write_text(text.partition("storage:\n  fast")[0], encoding="utf-8")
    shape = build(load_spec(path).spec, CATALOG).shapes["frontend"]
    (port, _) = next(member for member in shape.demand.members if member.name == "control").ports
    assert joins(port, shape.demand.host_bank.form_factor, "ethernet", CATALOG) is medium
    try:
        read_plan(path, CATALOG)
    except SpecError as error:
        wrong = {problem.code for problem in error.problems if problem.severity is Severity.ERROR}
        assert wrong == {"no-medium"}
        assert not medium
    else:
        assert medium


def test_it_is_planned_explained_and_shown(tmp_path: Path) -> None:
    """A tier needs no fabric of its own key, `explain` has the rule, and `show --resolved` reads back to the same plan."""
    path = tmp_path / "cluster.yaml"
    path.write_text(TEXT, encoding="utf-8")
    plan, _ = read_plan(path, CATALOG)
    assert [switch.carries for switch in plan.switches if switch.fabric == "compute"] == [("compute", *BOTH)] * 2
    assert {tier.fabric for tier in plan.tiers} == {"storage"}
    for name in ("compute.carries", "compute.topology"):
        assert "compute.carries is storage and frontend: derived: " in "\n".join(explain(plan, name).lines)
    assert "where compute is Ethernet and the whole envelope fits" in explain(plan, "compute.carries").rule
    text = resolved_text(plan.spec, load_spec(path).spec)
    (line,) = [line for line in text.splitlines() if "carries: [storage, frontend]" in line]
    assert line.endswith("# derived")
    again = tmp_path / "resolved.yaml"
    again.write_text(text, encoding="utf-8")
    back, _ = read_plan(again, CATALOG)
    assert (back.links, back.addresses) == (plan.links, plan.addresses)
