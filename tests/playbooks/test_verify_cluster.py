"""Cables and schedulers of all hosts together: the right ones give no row, two that are swapped are named together."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.playbooks.roles import filters

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CLUSTER = filters("verify_cluster")
HEARD = filters("report_neighbours")["heard_ports"]
TABLE = filters("report_table")
Ports = dict[str, list[dict[str, Any]]]
Heard = dict[str, dict[str, dict[str, str]]]


@pytest.fixture(scope="module")
def planned(rendered: Callable[[str], Path]) -> Ports:
    folder = rendered("roce-16") / "ansible" / "inventory" / "host_vars"
    return {
        path.stem: yaml.safe_load(path.read_text("utf-8"))["cluster_ports"] for path in sorted(folder.glob("gpu*.yml"))
    }


def right(planned: Ports) -> Heard:
    """What lldpd hears where every cable is right: interfaces of a switch by their name."""
    return {
        host: {
            p["name"]: {"device": p["switch"], "port": p["switch_port"], "description": ""}
            for p in ports
            if p["name"] != "bmc"
        }
        for host, ports in planned.items()
    }


def as_sonic(planned: Ports, heard: Heard) -> Heard:
    """SONiC tells an alias, and the description, which has the planned host and port."""
    owner = {(p["switch"], p["switch_port"]): f"{host} {p['name']}" for host, ports in planned.items() for p in ports}
    return {
        host: {
            name: {**end, "port": "etp1a", "description": owner[end["device"], end["port"]]}
            for name, end in each.items()
        }
        for host, each in heard.items()
    }


@pytest.mark.parametrize("sonic", [False, True])
def test_right_cables_give_no_row(planned: Ports, sonic: bool) -> None:
    heard = right(planned)
    assert CLUSTER["cabling_differences"](planned, as_sonic(planned, heard) if sonic else heard) == []


@pytest.mark.parametrize("sonic", [False, True])
@pytest.mark.parametrize(
    ("one", "two"), [(("gpu01", "rail0"), ("gpu01", "rail1")), (("gpu01", "rail2"), ("gpu02", "rail2"))]
)
def test_two_swapped_cables_are_named_together(
    planned: Ports, one: tuple[str, str], two: tuple[str, str], sonic: bool
) -> None:
    heard = right(planned)
    heard[one[0]][one[1]], heard[two[0]][two[1]] = heard[two[0]][two[1]], heard[one[0]][one[1]]
    rows = CLUSTER["cabling_differences"](planned, as_sonic(planned, heard) if sonic else heard)
    cables = {(host, p["name"]): p["cable"] for host, ports in planned.items() for p in ports}
    assert [(row["host"], row["what"]) for row in rows] == [(one[0], f"{one[1]} cable"), (two[0], f"{two[1]} cable")]
    assert rows[0]["found"].endswith(f"planned for {' '.join(two)}")
    assert f"the two cables are swapped: swap {cables[one]} and {cables[two]}" in rows[0]["hint"]
    assert all(row["fault"] for row in rows)


def test_a_ring_of_three_and_a_stranger(planned: Ports) -> None:
    heard = right(planned)
    mine = heard["gpu01"]
    mine["rail0"], mine["rail1"], mine["rail2"] = mine["rail1"], mine["rail2"], mine["rail0"]
    mine["rail7"] = {"device": "office-switch", "port": "Gi1/0/7", "description": ""}
    rows = CLUSTER["cabling_differences"](planned, heard)
    assert [row["what"] for row in rows] == ["rail0 cable", "rail1 cable", "rail2 cable", "rail7 cable"]
    assert rows[0]["hint"] == "move CH001 to compute-leaf1 Ethernet0; gpu01 rail1 belongs here"
    assert rows[3]["found"] == "office-switch Gi1/0/7"


def test_silence_is_told_and_fails_nobody(planned: Ports) -> None:
    heard: dict[str, Any] = right(planned)
    del heard["gpu01"]["rail4"]
    heard["gpu02"] = {}
    rows = CLUSTER["cabling_differences"](planned, heard)
    assert [(row["host"], row["what"], row["fault"]) for row in rows] == [
        ("gpu01", "rail4 cable", False),
        ("gpu02", "LLDP", False),
    ]
    assert CLUSTER["cabling_differences"](planned, {"gpu01": right(planned)["gpu01"], "gpu02": False}) == []


def test_lldpcli_is_read() -> None:
    one = {
        "name": "rail0",
        "chassis": [{"name": [{"value": "compute-leaf1.atlas.example.net"}]}],
        "port": [{"id": [{"type": "local", "value": "etp1a"}], "descr": [{"value": "gpu01 rail0"}]}],
    }
    nameless = {"name": "rail1", "chassis": [{"id": [{"type": "mac", "value": "00:00:00:00:00:01"}]}], "port": [{}]}
    said = json.dumps({"lldp": [{"interface": [one, nameless]}]})
    assert HEARD(said) == {"rail0": {"device": "compute-leaf1", "port": "etp1a", "description": "gpu01 rail0"}}
    assert HEARD("") == HEARD("lldpcli: not running") == HEARD('{"lldp": [{}]}') == {}


def test_schedulers_are_asked_once_and_judged_by_host() -> None:
    differences = CLUSTER["scheduler_differences"]
    workers = ["gpu01", "gpu02", "gpu03", "gpu04"]
    slurm = {"gpu01": "idle", "gpu02": "drained", "gpu03": "mixed*"}
    ready = {"gpu01": "True", "gpu02": "True", "gpu03": "False"}
    rows = differences([{}, {"slurm": None, "kubernetes": None}, {"slurm": slurm, "kubernetes": ready}], workers)
    assert [(row["host"], row["what"], row["found"]) for row in rows] == [
        ("gpu02", "Slurm state", "drained"),
        ("gpu03", "Slurm state", "mixed*"),
        ("gpu04", "Slurm state", "not known"),
        ("gpu03", "Kubernetes", "not ready"),
        ("gpu04", "Kubernetes", "not a member"),
    ]
    assert differences([{}], workers) == []


def test_the_table_is_one_for_all_hosts() -> None:
    rows = [
        {"host": "gpu01", "what": "GPUs", "planned": "8", "found": "7, of | 8", "hint": "reseat", "fault": True},
        {"host": "gpu02", "what": "CPU model", "planned": "a", "found": "b\nc", "hint": "-", "fault": False},
    ]
    lines = TABLE["report_lines"](rows)
    assert [line[:10] for line in lines] == ["   host   ", "*  gpu01  ", "   gpu02  "]
    assert len({line.index(word) for line, word in zip(lines, ("found", "7, of", "b c"), strict=True)}) == 1
    assert TABLE["report_csv"](rows).splitlines()[1] == 'gpu01,GPUs,8,"7, of | 8",reseat,yes'
    page = TABLE["report_markdown"](rows, "Title", ["firmware"])
    assert "7, of \\| 8" in page
    assert "- firmware" in page
    assert "No difference." in TABLE["report_markdown"]([], "Title")
