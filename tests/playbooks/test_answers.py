"""What hosts answer is held to a shape: every payload in every place of an answer is left out, an honest answer goes through whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.playbooks import dgx
from tests.playbooks.roles import filters, module
from tests.twin.rogue import LONG, careful, filled, payloads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.plan.draft import Draft


READER = module("hardware_facts")
ANSWERS = filters("answers")
HELD, LEFT, TOLD = (ANSWERS[name] for name in ("held_to", "left_out", "told"))
PORTS = filters("preflight_ports")
HARDWARE = filters("preflight_hardware")
ASSETS = filters("preflight_assets")
HEARD = filters("report_neighbours")["heard_ports"]
TEXTS = payloads(Path("/tmp/canary")) | {"long": "A" * LONG}
PLACES = ("hardware", "state", "collection")


def shape(name: str) -> Any:
    """Return the shape of hardware_facts, of host_state or of a BMC's collection."""
    role = {"hardware": "preflight", "state": "verify", "collection": "redfish"}[name]
    text = (ROOT / f"playbooks/roles/{role}/vars/main.yml").read_text(encoding="utf-8")
    return yaml.safe_load(text)[f"{role}_collection" if role == "redfish" else f"{role}_shape"]


def texts(value: Any) -> Iterator[str]:
    """Return every text in a value, names included, but for documents."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            if key != "lldp":
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


@pytest.fixture(scope="module")
def plan(plans: Callable[[str], Draft]) -> Draft:
    return plans("roce-16")


@pytest.fixture
def honest(plan: Draft, tmp_path: Path) -> Any:
    dgx.deliver(tmp_path, dgx.planned(plan))
    return READER.read_hardware(READER.Machine(str(tmp_path)))


def test_an_honest_answer_goes_through_whole(honest: Any) -> None:
    assert HELD(honest, shape("hardware")) == honest
    assert LEFT(honest, shape("hardware")) == []


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("payload", TEXTS)
def test_no_payload_goes_through_in_any_place(name: str, payload: str) -> None:
    """Nor is it in what is told of it."""
    text = TEXTS[payload]
    said = filled(shape(name), text)
    held, left = HELD(said, shape(name)), LEFT(said, shape(name))
    assert not [each for each in texts(held) if text in each]
    assert left
    assert text not in "".join(left)
    assert max(map(len, left)) < 100
    assert HELD(held, shape(name)) == held


@pytest.mark.parametrize("payload", TEXTS)
def test_a_careful_host_gets_nothing_into_the_assets(payload: str, honest: Any, plan: Draft) -> None:
    """All else of its answer is as it should be, so that its ports are found; the rest of the file is what others said."""
    text = TEXTS[payload]
    held = HELD(careful(honest, text), shape("hardware"))
    hardware, ports = dgx.planned(plan), dgx.ports_of(plan, "gpu01")
    rows = HARDWARE["hardware_differences"](held, hardware, "gpu01")
    rows += PORTS["port_differences"](held, hardware, ports, "gpu01", "1660000001")
    found = PORTS["found_assets"](held, hardware, ports, "gpu01", HEARD(json.dumps({"lldp": text})))
    merged = ASSETS["merged_assets"]("gpu02: {serial: S2}\n", {"gpu01": {"assets": found}})
    assert yaml.safe_load(merged["text"]) == {"gpu02": {"serial": "S2"}}
    assert not [each for row in rows for each in row.values() if text in str(each)]


@pytest.mark.parametrize("wrong", [None, True, 7, 1.5, "text", [], [[]], {}, {"nics": {"a": 1}}, {"memory": [1]}])
def test_an_answer_of_other_types_is_an_empty_one(wrong: Any, plan: Draft) -> None:
    held = HELD(wrong, shape("hardware"))
    assert held["nics"] == []
    assert held["memory"] == {"bytes": 0, "modules": []}
    assert HARDWARE["hardware_differences"](held, dgx.planned(plan), "gpu01")
    state = HELD(wrong, shape("state"))
    assert (state["interfaces"], state["pings"]) == ({}, [])


def test_long_lists_and_mappings_are_cut() -> None:
    numbers = HELD({"bytes": 1, "modules": [1] * 5000}, {"bytes": "count", "modules": ["count"]})
    assert len(numbers["modules"]) == 1024
    assert len(HELD({f"n{each}": "x" for each in range(9000)}, {"<name>": "name"})) == 4096
    assert LEFT([1] * 5000, ["count"]) == [": all beyond 1024 entries"]


@pytest.mark.parametrize("payload", TEXTS)
def test_what_is_told_is_one_line_that_only_prints(payload: str) -> None:
    line = TOLD(TEXTS[payload])
    assert line.isprintable()
    assert len(line) <= 200
    assert "::error" not in line
    assert "##[" not in line


@pytest.mark.parametrize(
    "text",
    [
        "@evil.example/redfish/v1/Systems/1",
        "/redfish/v1/../../x",
        "/redfish/v1/./x",
        "//evil.example/redfish/v1",
        "/redfish/v1x",
        "/redfish/v1/a\r\nHost: b",
        "/redfish/v1/a?b=c",
        "/redfish/v1/a#b",
        "/redfish/v1//x",
    ],
)
def test_a_bmc_names_only_what_is_its_own(text: str) -> None:
    """A password goes with each question."""
    assert HELD(text, "resource") == ""


def test_a_bmc_names_its_own() -> None:
    names = ["/redfish/v1/Systems/System.Embedded.1", "/redfish/v1/Systems/DGX/Actions/ComputerSystem.Reset"]
    said = {"Members": [{"@odata.id": each} for each in names] * 50}
    assert ANSWERS["resources"](HELD(said, shape("collection")), 64) == (names * 50)[:64]


DEEP = "[" * 100000


@pytest.mark.parametrize(
    "said", [DEEP, "[]", "{}", '{"lldp": 5}', '{"lldp": []}', '{"lldp": [{"interface": {"a": 1}}]}', "null"]
)
def test_neighbours_that_are_told_in_another_form_are_not_heard(said: str) -> None:
    assert HEARD(said) == {}


def test_tables_are_taken_as_text_by_who_opens_them() -> None:
    table = filters("report_table")
    row = {
        "host": "gpu01",
        "what": "x",
        "planned": "+0.100 s",
        "found": "=cmd|' /C calc'!A0",
        "hint": "<b>[x](y)",
        "fault": True,
    }
    assert table["report_csv"]([row]).splitlines()[1] == "gpu01,x,+0.100 s,'=cmd|' /C calc'!A0,<b>[x](y),yes"
    assert "\\<b>\\[x\\](y)" in table["report_markdown"]([row], "t")


def test_values_of_the_completed_file_are_one_text_each() -> None:
    """What the operator wrote may have anything in it; the text that comes back is the same."""
    odd = 'a"b\\c\x1b\x85\u2028\u202e\n- x: {{ y }}'
    text = ASSETS["merged_assets"](json.dumps({"gpu01": {"serial": odd}}), {})["text"]
    assert yaml.safe_load(text) == {"gpu01": {"serial": odd}}
    assert all(line.isprintable() for line in text.splitlines())
