"""Both ends of a cable between switches: each fault that is planted into the file of one end is found, on every system."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.render.backends import cumulus, eos, plan_json, sonic
from generator.verify.ends import ends
from generator.verify.settings.judge import settings
from generator.verify.switch_ends import unlike_cages, unlike_ports
from generator.verify.systems.records import PortEnd
from tests.cli.planted import planted
from tests.eos_specs import eos_cluster
from tests.ours import TEMPLATES
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

Trees = Callable[[str, str], Path]
FILES = {"sonic": "config_db.json", "cumulus": "startup.yaml", "eos": "running.cfg"}
MADE: dict[str, Callable[..., Spec]] = {"sonic": cluster, "cumulus": lambda **keys: on_cumulus(cluster(**keys)), "eos": eos_cluster}  # fmt: skip
_LEAF, _SPINE = "compute-leaf1", "compute-spine1"


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    """Return the plan with a leaf and a spine of compute, of a system and an underlay."""

    @cache
    def of(os: str, underlay: str) -> Path:
        folder = tmp_path_factory.mktemp(os)
        spec = MADE[os](gpu=2, most=4, underlay=underlay, spines=2)
        plan = close(plan_data(spec, folder))
        backend = {"sonic": sonic, "cumulus": cumulus, "eos": eos}[os]
        for artifact in (*backend.render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
            if artifact.path == "plan.json" or f"/{_LEAF}/" in artifact.path or f"/{_SPINE}/" in artifact.path:
                file = folder / "tree" / artifact.path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(artifact.content, encoding="utf-8")
        return folder / "tree"

    return of


# A system and its underlay, a switch, its file (else its system's first), what is planted there, and what is said.
Fault = tuple[str, str, str, str, str, str, str]
_DB, _EOS = r'("Ethernet0": \{[^}]*?"', r"(interface Ethernet1/1\n(?:   .*\n)*?   "
_NVUE = r"(swp1s0:\n(?: {8,}.*\n)*? +"
_NEW, _OLD = "numbered", "unnumbered"
FAULTS: list[Fault] = [
    ("sonic", _OLD, _SPINE, "", _DB + r'speed": )"400000"', r'\1"200000"', "speed 400 Gb/s and 200 Gb/s"),
    ("sonic", _OLD, _SPINE, "", _DB + r'admin_status": )"up"', r'\1"down"', "compute-spine1 has its port shut down"),
    ("sonic", _OLD, _SPINE, "", r'("Ethernet0": \{"ipv6_use_link_local_only": )"enable"', r'\1"disable"', "compute-leaf1 has a session with the other end of the cable, and compute-spine1 has no link-local address there"),
    ("sonic", _OLD, _SPINE, "frr.conf", " neighbor Ethernet0 interface peer-group LEAVES\n", "", "compute-leaf1 has a session with the other end of the cable, and compute-spine1 has none"),
    ("sonic", _NEW, _SPINE, "", r'"Ethernet0\|10.240.0.1/31"', '"Ethernet0|10.240.9.1/31"', "compute-leaf1 has a session with 10.240.0.1, and compute-spine1 has 10.240.9.1"),
    ("sonic", _NEW, _SPINE, "", r'("Ethernet0": \{)\}', r'\1"vrf_name": "Vrf-x"}', "compute-leaf1 has a session with 10.240.0.1, and compute-spine1 has no address in that network"),
    ("sonic", _NEW, _SPINE, "frr.conf", r"(neighbor 10.240.0.0 remote-as) \d+", r"\1 65000", "compute-spine1 has a session with 10.240.0.0 in AS 65000, and compute-leaf1 is in AS 42"),
    ("cumulus", _OLD, _SPINE, "", _NVUE + "speed: )400G", r"\g<1>200G", "speed 400 Gb/s and 200 Gb/s"),
    ("cumulus", _OLD, _SPINE, "", _NVUE + "state:\n +)up:", r"\1down:", "compute-spine1 has its port shut down"),
    ("cumulus", _OLD, _SPINE, "", r"(swp1s0:\n)", r"\1        bridge:\n          domain:\n            br_default: {}\n", "compute-spine1 has no link-local address there"),
    ("cumulus", _OLD, _SPINE, "", r" {14}swp1s0:\n {16}peer-group: LEAVES\n {16}type: unnumbered\n", "", "compute-leaf1 has a session with the other end of the cable, and compute-spine1 has none"),
    ("cumulus", _NEW, _SPINE, "", "10.240.0.1/31", "10.240.9.1/31", "compute-leaf1 has a session with 10.240.0.1, and compute-spine1 has 10.240.9.1"),
    ("cumulus", _NEW, _SPINE, "", r"remote-as: 42\d+", "remote-as: 65000", "compute-spine1 has a session with 10.240.0.0 in AS 65000, and compute-leaf1 is in AS 42"),
    ("eos", _OLD, _SPINE, "", _EOS + "speed )400g-4", r"\g<1>200g-2", "speed 400 Gb/s and 200 Gb/s"),
    ("eos", _OLD, _SPINE, "", _EOS + ")no shutdown", r"\1shutdown", "compute-spine1 has its port shut down"),
    ("eos", _OLD, _SPINE, "", _EOS + ")ipv6 enable\n", r"\1!\n", "compute-spine1 has no link-local address there"),
    ("eos", _OLD, _SPINE, "", r"(neighbor interface Ethernet1/1 peer-group LEAVES remote-as) \d+", r"\1 65000", "compute-spine1 has a session with the other end of the cable in AS 65000, and compute-leaf1 is in AS 42"),
    ("eos", _NEW, _SPINE, "", "ip address 10.240.0.1/31", "ip address 10.240.9.1/31", "compute-leaf1 has a session with 10.240.0.1, and compute-spine1 has 10.240.9.1"),
    ("eos", _NEW, _SPINE, "", _EOS + ")no switchport", r"\1switchport", "compute-leaf1 has a session with 10.240.0.1, and compute-spine1 has no address in that network"),
    ("eos", _NEW, _SPINE, "", r"( +neighbor 10.240.0.0 .*\n)+", "", "compute-leaf1 has a session with 10.240.0.1, and compute-spine1 has none"),
]  # fmt: skip


def told(tree: Path) -> tuple[list[str], list[str]]:
    """Return what both judges report of a tree, and what is reported by cables where the plan does not state settings."""
    faults = [*ends(tree).faults, *settings(tree).faults]
    with planted(tree / "plan.json", r'"limits": \[', '"limits_": ['):
        return faults, ends(tree).faults


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]} {fault[6][-40:]}")
def test_a_fault_of_one_switch_is_found_at_its_cable(fault: Fault, trees: Trees) -> None:
    """It is said once: with both ports of its cable, or by the line of the wrong end where the plan states it; and nothing was said before."""
    os, underlay, switch, name, pattern, instead, said = fault
    tree = trees(os, underlay)
    assert ends(tree).faults == []
    with planted(tree / "switches" / switch / (name or FILES[os]), pattern, instead):
        faults, unstated = told(tree)
    assert len(faults) == 1, faults
    assert faults == unstated or faults[0].startswith(f"switches/{switch}/{name or FILES[os]}:")
    assert len(unstated) == 1, unstated
    assert unstated[0].startswith("compute-leaf1 ")
    assert "and compute-spine1 " in unstated[0].partition(": ")[0]
    assert said in unstated[0]


CAGES: list[Fault] = [
    ("sonic", _OLD, _SPINE, "", _DB + r'lanes": )"0,1,2,3"', r'\1"0,1"', "4 and 2 lanes"),
    ("sonic", _OLD, _SPINE, "", _DB + r'fec": )"rs"', r'\1"none"', "FEC rs and none"),
    ("cumulus", _OLD, _SPINE, "", _NVUE + "fec: )rs", r"\1off", "FEC rs and none"),
    ("cumulus", _OLD, _SPINE, "", _NVUE + ")fec: rs\n", r"\1pause: {}\n", "FEC rs and not stated"),
    ("eos", _OLD, _SPINE, "", _EOS + "speed )400g-4", r"\g<1>400g-8", "4 and 8 lanes"),
    ("eos", _OLD, _SPINE, "", _EOS + "error-correction encoding )reed-solomon", r"\1fire-code", "FEC rs and fc"),
    ("eos", _OLD, _SPINE, "", _EOS + "speed )400g-4", r"\g<1>200g-2", "speed 400 Gb/s and 200 Gb/s"),
]  # fmt: skip


@pytest.mark.parametrize("fault", CAGES, ids=lambda fault: f"{fault[0]} {fault[6][-40:]}")
def test_lanes_and_fec_of_a_cable_are_reported_once(fault: Fault, trees: Trees) -> None:
    """By the file of the wrong end where the plan states them; by both ports where it does not."""
    os, underlay, switch, _, pattern, instead, said = fault
    tree = trees(os, underlay)
    with planted(tree / "switches" / switch / FILES[os], pattern, instead):
        faults, unstated = told(tree)
    assert len(faults) == 1, faults
    assert said.startswith("speed") or faults[0].startswith(f"switches/{switch}/{FILES[os]}:")
    assert [each.partition(": ")[2] for each in unstated] == [said]


@pytest.mark.parametrize(
    ("os", "underlay", "pattern", "instead", "said"),
    [
        ("sonic", _NEW, r"router bgp \d+", "router bgp 65000", "is in AS 65000"),
        ("sonic", _OLD, "neighbor LEAVES remote-as external", "neighbor LEAVES remote-as internal", "in its own AS, and compute-leaf1 is in AS 42"),
        ("sonic", _OLD, " neighbor LEAVES remote-as external\n", "", "in no AS, and compute-leaf1 is in AS 42"),
        ("eos", _NEW, r"router bgp \d+", "router bgp 65000", "is in AS 65000"),
    ],
)  # fmt: skip
def test_what_is_said_for_all_sessions_is_reported_once(os: str, underlay: str, pattern: str, instead: str, said: str, trees: Trees) -> None:  # fmt: skip
    """The AS number of a switch, or of a group: numbered neighbours have stated numbers, others any other one. Where the plan does not state it, at each cable."""
    tree, file = trees(os, underlay), "frr.conf" if os == "sonic" else FILES[os]
    with planted(tree / "switches" / _SPINE / file, pattern, instead):
        faults, unstated = told(tree)
    assert len(faults) == 1, faults
    assert faults[0].startswith(f"switches/{_SPINE}/{file}:")
    cables = {fault.partition(": ")[0] for fault in unstated}
    assert len(cables) == len(unstated) > 1
    assert all(said in fault for fault in unstated)


def _said(link: dict[str, Any], lower: PortEnd, upper: PortEnd, **keys: bool) -> list[str]:
    return [*unlike_ports(link, lower, upper, **{"one_model": True, **keys}), *unlike_cages(link, lower, upper)]


def test_what_may_differ_between_two_ends() -> None:
    """Lanes of two models of transceivers, the marks of two models of switches, and a speed that is left to negotiation."""
    eight, four = (PortEnd(mtu_bytes=9216, classes={}, paused=frozenset(), marked=frozenset(), lanes=n, speed_mbps=400000) for n in (8, 4))  # fmt: skip
    link: dict[str, Any] = {"medium": "fibre", "a": {"device": "a", "optic": "sr8"}, "b": {"device": "b", "optic": "dr4"}}  # fmt: skip
    assert _said(link, eight, four) == []
    assert _said({**link, "b": {"device": "b", "optic": "sr8"}}, eight, four) == ["8 and 4 lanes"]
    assert _said({**link, "medium": "dac"}, eight, four) == ["8 and 4 lanes"]
    marks, auto = (PortEnd(mtu_bytes=9216, classes={}, paused=frozenset(), marked=frozenset(n), speed_mbps=400000 if n else 0, negotiates=True) for n in ({3}, set[int]()))  # fmt: skip
    assert _said(link, marks, auto, one_model=False) == []
    assert _said(link, marks, auto) == ["marked classes: [3] and []"]
