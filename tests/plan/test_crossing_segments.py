"""Segments of tenants on the frontend, joined by `access` with others: which networks cross between instances, on each system, and what `check` finds."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.plan.leaks import plan_leaks
from generator.render.backends import cumulus, eos, plan_json, sonic
from generator.render.cumulus.reading import faults_of
from generator.render.tree import render_tree
from generator.spec.load import DocumentError
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from generator.verify.reach.leaks import leaks
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data
from tests.tenancy_specs import owned

FILES = {"sonic": "frr.conf", "cumulus": "startup.yaml", "eos": "running.cfg"}
BACKENDS = {"sonic": sonic, "cumulus": cumulus, "eos": eos}
LEAF = "frontend-leaf1"


def crossing(os: str = "sonic", *, inband: bool = False) -> Spec:
    """Return a cluster in which red's segment may ask blue's, and, where that is asked for, login hosts may ask blue's as well."""
    spec = owned(os)
    spec["segments"]["lake"] = {"vlan": 320, "prefix": "10.180.0.0/20", "roles": ["compute"], "tenant": "red"}
    spec["access"]["pull"] = _rule("lake/compute", "data/compute") | {"across_tenants": True}
    if inband:
        spec["access"]["notebooks"] = _rule("inband/login", "data/compute")
    return spec


def _rule(source: str, to: str) -> dict[str, Any]:
    return {"source": [source], "to": [to], "services": ["tcp/8888"], "why": "a service"}


@pytest.fixture(scope="module", params=FILES)
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A leaf of such a cluster on each system, with the plan; the folder is called after it. On Cumulus Linux the default instance takes no part."""
    return a_leaf(str(request.param), tmp_path_factory.mktemp(str(request.param)))


def a_leaf(name: str, folder: Path) -> Path:
    """Write the files of one leaf, and the plan."""
    plan = close(plan_data(crossing(name, inband=name != "cumulus"), folder))
    for artifact in (*BACKENDS[name].render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
        if artifact.path == "plan.json" or artifact.path.startswith(f"switches/{LEAF}/"):
            file = folder / name / artifact.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(artifact.content, encoding="utf-8")
    return folder / name


def test_whole_networks_cross_where_a_flow_is(tmp_path: Path) -> None:
    """Both ways; nothing of red's is in the default instance, and nothing crosses without a rule."""
    found = {(leak.into, leak.source): leak.prefixes for leak in plan_leaks(plan_data(crossing(inband=True), tmp_path))}
    assert found == {
        ("Vrf-blue", "Vrf-red"): ("10.180.0.0/20",),
        ("Vrf-red", "Vrf-blue"): ("10.170.0.0/20",),
        ("Vrf-blue", ""): ("10.160.0.0/16",),
        ("", "Vrf-blue"): ("10.170.0.0/20",),
    }
    assert plan_leaks(plan_data(owned(), tmp_path)) == ()


def test_hosts_go_to_it_by_their_own_segment(tmp_path: Path) -> None:
    """By the gateway of their tenant's instance; the in-band segment, in which they are, they reach there."""
    plan = plan_data(crossing(inband=True), tmp_path)
    ways = {each.vlan: each.routes for name in ("gpu01", "gpu05") for each in plan.interfaces_of[name] if each.vlan}
    assert ways == {310: ("198.51.100.0/24", "10.180.0.0/20"), 320: ("10.170.0.0/20",)}


def test_what_is_rendered_is_what_is_meant(tree: Path) -> None:
    """Each system hands on these networks and no more, and no route of theirs is taken for one to the site."""
    verdict = leaks(tree)
    assert (verdict.faults, edge(tree).faults) == ([], [])
    assert not verdict.note.startswith("0 ")


def test_nvue_takes_the_commands(tmp_path: Path) -> None:
    """The grammar has the words, and what is exported stays what the leaf announces."""
    files = {each.path: each for each in cumulus.render(close(plan_data(crossing("cumulus"), tmp_path)), TEMPLATES)}
    startup = files[f"switches/{LEAF}/startup.yaml"].content
    assert startup.count("route-import:") == 2
    assert re.findall(r"to-evpn:\n +route-map: (\S+)", startup) == ["ANNOUNCE", "ANNOUNCE"]
    assert faults_of(startup, files[f"switches/{LEAF}/nv-set.sh"].content) == []


def _gone(text: str) -> str:
    return text.replace(" ip route 10.180.0.0/20 Vlan320 nexthop-vrf Vrf-red\n", "", 1)


def _static(text: str) -> str:
    return text.replace(
        "nexthop-vrf Vrf-red\n", "nexthop-vrf Vrf-red\n ip route 10.190.0.0/20 Vlan320 nexthop-vrf Vrf-red\n", 1
    )


def _default_gone(text: str) -> str:
    return text.replace("\nip route 10.170.0.0/20 Vlan310 nexthop-vrf Vrf-blue\n", "\n", 1)


def _unlisted(text: str) -> str:
    return text.replace("10.180.0.0/20: {}", "10.180.0.0/28: {}", 1)


def _no_map(text: str) -> str:
    return re.sub(r"route-map: LEAK-Vrf-blue\b", "route-map: NONE", text, count=1)


def _policy_gone(text: str) -> str:
    return text.replace(" subscribe-policy LEAK-Vrf-red-Vrf-blue", "", 1)


def _agent_gone(text: str) -> str:
    return text.replace("      leak routes source-vrf Vrf-red subscribe-policy LEAK-Vrf-red-Vrf-blue\n", "", 1)


FAULTS: dict[str, list[tuple[Callable[[str], str], str]]] = {
    "sonic": [
        (_gone, "Vrf-blue has no routes of Vrf-red to 10.180.0.0 to 10.180.15.255"),
        (_static, "Vrf-blue has routes of Vrf-red to 10.190.0.0 to 10.190.15.255"),
        (_default_gone, "the default instance has no routes of Vrf-blue to 10.170.0.0 to 10.170.15.255"),
    ],
    "cumulus": [
        (_unlisted, "Vrf-blue has no routes of Vrf-red to 10.180.0.16 to 10.180.15.255"),
        (_no_map, "Vrf-blue has routes of Vrf-red to 0.0.0.0"),
    ],
    "eos": [
        (_agent_gone, "Vrf-blue has no routes of Vrf-red to 10.180.0.0 to 10.180.15.255"),
        (_policy_gone, "Vrf-blue has routes of Vrf-red to 0.0.0.0"),
    ],
}


def test_check_finds_each_planted_leak_and_each_gap(tree: Path) -> None:
    """What is handed on beyond the matrix, and what is not handed on although a flow needs it."""
    file = tree / "switches" / LEAF / FILES[tree.name]
    good = file.read_text(encoding="utf-8")
    for plant, said in FAULTS[tree.name]:
        try:
            assert plant(good) != good, plant
            file.write_text(plant(good), encoding="utf-8")
            found = leaks(tree).faults
        finally:
            file.write_text(good, encoding="utf-8")
        assert any(said in fault and LEAF in fault for fault in found), (plant, found)


def _refusals() -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a system, rules, and what is said of them."""
    yield (
        "sonic",
        {"pull": _rule("lake/compute", "data/compute")},
        "access-opens-nothing: access.pull is between a segment of tenant red",
    )
    yield (
        "cumulus",
        {"notebooks": _rule("inband/login", "data/compute")},
        "access-default-instance: access.notebooks connects data/compute",
    )
    yield "sonic", {"out": _rule("lake/compute", "site")}, "access-no-route: access.out connects site"


@pytest.mark.parametrize(("os", "rules", "said"), list(_refusals()))
def test_what_no_route_can_join_is_refused(os: str, rules: dict[str, Any], said: str, tmp_path: Path) -> None:
    """Tenants without a word of it, the default instance of a system whose document asks for another way, the site without a way of the tenant."""
    spec = crossing(os)
    del spec["access"]["pull"]
    spec["access"] |= rules
    with pytest.raises(DocumentError, match=said):
        plan_data(spec, tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["sonic", "eos"])
def test_the_matrix_holds(name: str, tmp_path: Path) -> None:
    """Those who may ask come through and are answered, and nobody else, by the files of hosts and leaves alone; without the route the answer stays out."""
    write_tree(render_tree(plan_data(crossing(name, inband=True), tmp_path), TEMPLATES), tmp_path / name)
    assert reachability(tmp_path / name).faults == []
    file = tmp_path / name / "switches" / LEAF / FILES[name]
    text = file.read_text(encoding="utf-8")
    file.write_text(_gone(text) if name == "sonic" else _agent_gone(text), encoding="utf-8")
    assert any("lake/compute@red" in fault for fault in reachability(tmp_path / name).faults)
