"""Who reaches pods that leaves route to, computed from rendered files: equal to the intent, and every planted fault is found at its place."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from generator.verify.reach.judge import reachability
from tests.render.cumulus_specs import on_cumulus
from tests.render.pod_specs import routed_pods
from tests.specs import cluster
from tests.system.test_reach_matrix import tenanted, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.specs import Spec

pytestmark = pytest.mark.proof

PODS = "100.64.0.0/11"
NOTEBOOKS = {"notebooks": {"source": ["inband/login", "site"], "to": ["pods"], "services": ["tcp/8889"]}}
LEAF = "frontend-leaf2"


def _spec(gpu: int = 8, most: int = 16, **more: Any) -> Spec:
    return routed_pods(cluster(gpu, most)) | {"access": NOTEBOOKS} | more


def _spined() -> Spec:
    """A frontend with spines, and leaves of which some have no host that runs pods."""
    spec = _spec(72, 96)
    spec["hosts"] = {**spec["hosts"], "login": {"model": "server-1u", "role": "login", "count": 40, "max": 120}}
    return spec


@pytest.mark.parametrize("system", ["sonic", "cumulus"])
def test_pods_are_a_zone_that_leaves_route_to(
    system: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Pods of both leaves, by what leaves take from hosts; a segment's hosts and a notebook's door among the rest."""
    program("nft")
    spec = routed_pods(tenanted(system))
    spec["access"] |= NOTEBOOKS
    without = reachability(write(tenanted(system), tmp_path / "without"))
    verdict = reachability(write(spec, tmp_path / "with"))
    assert verdict.faults == []
    assert "not checked" not in verdict.note
    assert verdict.files > without.files + 1000
    proven("nft", f"reachability with pods that leaves of {system} route to: {verdict.note}")


@pytest.mark.parametrize("underlay", ["unnumbered", "numbered"])
@pytest.mark.parametrize("system", ["sonic", "cumulus"])
def test_pods_beside_ipv6(system: str, underlay: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    """Sessions of IPv6 have maps of their own, which say nothing of pods."""
    program("nft")
    spec = routed_pods(cluster(8, 16), underlay=underlay) | {"addressing": {"ipv6": "fd10::/32"}}
    verdict = reachability(write(on_cumulus(spec) if system == "cumulus" else spec, tmp_path))
    assert (verdict.ran, verdict.faults) == (True, [])


@pytest.fixture(scope="module", params=["sonic", "cumulus"])
def spined(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A frontend with spines."""
    spec = _spined()
    return write(on_cumulus(spec) if request.param == "cumulus" else spec, tmp_path_factory.mktemp("spined"))


def _spoilt(tree: Path, folder: Path, *changes: tuple[str, str, str]) -> list[str]:
    """Return the faults of a copy in which (switch, old, new) are replaced in the file that says how it routes."""
    copy = folder / "tree"
    shutil.copytree(tree, copy)
    for switch, old, new in changes:
        routing = ("startup.yaml", "frr.conf")
        file = next(path for name in routing if (path := copy / "switches" / switch / name).is_file())
        text = file.read_text(encoding="utf-8")
        assert old in text, (switch, old)
        file.write_text(text.replace(old, new), encoding="utf-8")
    verdict = reachability(copy)
    assert verdict.ran
    return verdict.faults


def _named(faults: list[str], *words: str) -> bool:
    return any(all(word in fault for word in words) for fault in faults)


def test_spines_and_leaves_without_pods(spined: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """Nothing is wrong as rendered; a leaf in the middle that takes nothing is found, and so is a spine that passes nothing on."""
    program("nft")
    switches = sorted(path.name for path in (spined / "switches").glob("frontend-*"))
    assert {"frontend-leaf03", "frontend-spine2"} <= set(switches)
    listen = {name: "bgp listen range" in (spined / "switches" / name / "frr.conf").read_text() for name in switches}
    assert listen["frontend-leaf03"]
    assert not all(heard for name, heard in listen.items() if "leaf" in name)
    assert reachability(spined).faults == []
    sonic = (spined / "switches" / "frontend-leaf03" / "config_db.json").is_file()
    number = ("neighbor PODS remote-as 64512", "neighbor PODS remote-as 64999") if sonic else ("remote-as: 64512", "remote-as: 64999")  # fmt: skip
    assert _named(_spoilt(spined, tmp_path / "a", ("frontend-leaf03", *number)), "frontend-leaf03/", NOT_TAKEN)
    spine = (f"{PODS} ge 24 le 24", f"{PODS} ge 26 le 26") if sonic else (f"{PODS}:\n                    max-prefix-len: 24", f"{PODS}:\n                    max-prefix-len: 23")  # fmt: skip
    assert _named(_spoilt(spined, tmp_path / "b", ("frontend-spine2", *spine)), "frontend-spine2/", "are not passed on")


@pytest.fixture(scope="module")
def routed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two SONiC leaves that route to pods."""
    return write(_spec(), tmp_path_factory.mktemp("pods"))


@pytest.fixture(scope="module")
def nvue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same on Cumulus Linux."""
    return write(on_cumulus(_spec()), tmp_path_factory.mktemp("nvue"))


NOT_TOLD = "routes to pods are not announced to other switches"
NOT_TAKEN = "pod routes that gpu"
NOT_HEARD = "pod routes that other switches announce are not accepted"
UNKNOWN = "effect is not known to clustergen"
IN = "  neighbor PODS route-map PODS in\n"

FRR: dict[str, tuple[str, str, str]] = {
    "a list of AS paths that nobody has": (" match as-path PODS", " match as-path OTHERS", NOT_TOLD),
    "another length": (f"PODS seq 5 permit {PODS} ge 24 le 24", f"PODS seq 5 permit {PODS} ge 26 le 26", NOT_TAKEN),
    "another AS number": ("remote-as 64512", "remote-as 64999", NOT_TAKEN),
    "nobody may call": (" bgp listen range", " bgp no listen range", NOT_TAKEN),
    "switches are not heard": (f"FABRIC seq 10 permit {PODS} ge 24 le 24", f"FABRIC seq 10 permit {PODS} le 16", NOT_HEARD),
    "hosts are not activated": ("  neighbor PODS activate\n", "", NOT_TAKEN),
    "no group": (" neighbor PODS peer-group\n", "", UNKNOWN),
    "a number that is prepended": (" no-prepend replace-as", "", UNKNOWN),
    "a session that is shut": (" neighbor PODS passive\n", " neighbor PODS passive\n neighbor PODS shutdown\n", UNKNOWN),
    "a list beside the map": (IN, f"{IN}  neighbor PODS prefix-list NONE in\n", UNKNOWN),
    "a map that is taken back": (IN, f"{IN}  no neighbor PODS route-map PODS in\n", UNKNOWN),
    "a map that calls another": ("route-map PODS permit 10\n", "route-map PODS permit 10\n call NOTHING\n", UNKNOWN),
    "a match of another kind": (" match as-path PODS", " match as-path PODS\n match metric 5", UNKNOWN),
    "a list that denies": ("ip prefix-list PODS seq 5", f"ip prefix-list PODS seq 2 deny {PODS}\nip prefix-list PODS seq 5", UNKNOWN),
    "a pattern that is none": ("permit ^64512$", "permit ^(64512$", "cannot be read"),
}  # fmt: skip
HARMLESS = {
    "a comment": (" neighbor PODS passive\n", "! of the site\n neighbor PODS passive\n"),
    "no numbers of lines": (f"ip prefix-list PODS seq 5 permit {PODS}", f"ip prefix-list PODS permit {PODS}"),
    "ends of numbers": ("permit ^64512$", "permit _64512_"),
    "a list that denies, and nobody uses": ("ip prefix-list PODS", "ip prefix-list OTHERS seq 5 deny 10.0.0.0/8\nip prefix-list PODS"),
    "all may pass": ("  neighbor PEERS route-map ANNOUNCE out\n", ""),
    "maps of another family": (" address-family l2vpn evpn\n", " address-family l2vpn evpn\n  neighbor PEERS route-map NOTHING out\n"),
}  # fmt: skip
NVUE: dict[str, tuple[str, str, str]] = {
    "a list of AS paths that nobody has": ("as-path-list: PODS", "as-path-list: OTHERS", NOT_TOLD),
    "another AS number": ("remote-as: 64512", "remote-as: 64999", NOT_TAKEN),
    "a number that is prepended": ("prepend: disabled", "prepend: enabled", UNKNOWN),
    "a key that is not known": ("passive-mode: enabled", "shutdown: enabled", UNKNOWN),
    "a map for IPv6": ("as-path-list: PODS\n                  ip-prefix-list: PODS\n                  type: ipv4", "as-path-list: PODS\n                  ip-prefix-list: PODS\n                  type: ipv6", UNKNOWN),
    "a pattern that is none": ("^64512$", "^(64512$", "cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("case", FRR)
def test_a_leaf_that_does_not_route_to_pods(
    case: str, routed: Path, tmp_path: Path, program: Callable[[str], str]
) -> None:
    """One leaf of two: what it does not take or pass on is named, and only there; of what is not known the judge says so."""
    program("nft")
    old, new, said = FRR[case]
    faults = _spoilt(routed, tmp_path, (LEAF, old, new))
    assert _named(faults, f"{LEAF}/frr.conf", said)
    assert not _named(faults, "frontend-leaf1/")
    if said in {NOT_TOLD, NOT_TAKEN, NOT_HEARD}:
        assert _named(faults, "inband/login to pods, tcp/8889", "allowed by the plan, but", f"{LEAF}/frr.conf: ", said)


@pytest.mark.parametrize("case", HARMLESS)
def test_what_changes_nothing_is_no_fault(
    case: str, routed: Path, tmp_path: Path, program: Callable[[str], str]
) -> None:
    program("nft")
    assert _spoilt(routed, tmp_path, (LEAF, *HARMLESS[case])) == []


@pytest.mark.parametrize("case", NVUE)
def test_a_leaf_of_cumulus(case: str, nvue: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    program("nft")
    old, new, said = NVUE[case]
    assert _named(_spoilt(nvue, tmp_path, (LEAF, old, new)), f"{LEAF}/startup.yaml", said)


def _filters(
    tree: Path, folder: Path, change: Callable[[dict[str, Any]], None], *more: tuple[str, str, str]
) -> list[str]:
    """Return the faults of a copy in which the filters of both leaves are changed."""
    copy = folder / "filtered"
    shutil.copytree(tree, copy)
    for leaf in ("frontend-leaf1", LEAF):
        file = copy / "switches" / leaf / "config_db.json"
        tables = json.loads(file.read_text(encoding="utf-8"))
        change(tables["ACL_RULE"])
        file.write_text(json.dumps(tables), encoding="utf-8")
    return _spoilt(copy, folder, *more)


def _open(rules: dict[str, Any]) -> None:
    """Allow login hosts to open every connection to pods."""
    rules["FRONTEND-LOGIN|PLANTED"] = {"PRIORITY": "9999", "PACKET_ACTION": "FORWARD", "ETHER_TYPE": "0x0800", "DST_IP": PODS}  # fmt: skip


@pytest.mark.parametrize("more", [(), ((LEAF, " bgp listen range", " bgp no listen range"),)])
def test_a_filter_that_lets_everybody_ask_pods(
    more: tuple[tuple[str, str, str], ...], tmp_path: Path, program: Callable[[str], str]
) -> None:
    """What a leaf lets through to pods, nothing behind it stops: the line is named, also where the other leaf knows no way. Hosts ask what they like."""
    program("nft")
    faults = _filters(write(_spec(egress={"outside": "open"}), tmp_path / "open"), tmp_path, _open, *more)
    assert _named(
        faults, "inband/login to pods,", "tcp/22", "denied by the plan, but allowed by", "FRONTEND-LOGIN PLANTED"
    )


def test_what_pods_answer_the_site(routed: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """The door that is open to the site is shut for the answer; then all doors are open for answers."""

    def shut(rules: dict[str, Any]) -> None:
        for key in [key for key, row in rules.items() if row.get("L4_SRC_PORT") == "8889"]:
            del rules[key]

    def gape(rules: dict[str, Any]) -> None:
        row = {"PRIORITY": "9999", "PACKET_ACTION": "FORWARD", "ETHER_TYPE": "0x0800", "SRC_IP": PODS}
        rules["FRONTEND-COMPUTE|PLANTED"] = row

    program("nft")
    stopped = "allowed by the plan, but its reply is blocked by"
    assert _named(_filters(routed, tmp_path / "shut", shut), "site to pods, tcp/8889", stopped, "frontend-leaf")
    faults = _filters(routed, tmp_path / "gape", gape)
    assert _named(
        faults, "site to pods", "tcp/22", "denied by the plan, but its reply is allowed by", "FRONTEND-COMPUTE PLANTED"
    )
