"""Nautobot, the real one: an export is loaded, loaded again and loaded grown, and four planted differences are read back, and no other."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from generator.cli.output import write_tree
from generator.exports.nautobot.kind import Kind
from generator.exports.nautobot.kinds import kinds
from generator.exports.tree import plan_of
from generator.render.tree import render_tree
from tests.adopt.test_round_trip import run
from tests.conftest import example
from tests.conftest import plan_of as planned
from tests.exports.nautobot_server import Nautobot, nautobot
from tests.ours import TEMPLATES

pytestmark = [pytest.mark.proof, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def server() -> Iterator[Nautobot]:
    with nautobot() as started:
        yield started


def tree(folder: Path, gpus: int) -> Path:
    """Render the smallest example with fewer and smaller hosts, as Nautobot takes half a second for a cable, and with circuits, managed PDUs and IPv6 addresses."""
    spec = yaml.safe_load(example("small-4-hosts").read_text())
    spec["hosts"]["gpu"] |= {"model": "l40s-4gpu", "count": gpus, "max": 3}
    spec["hosts"]["storage"]["count"] = spec["hosts"]["control"]["count"] = 1
    spec["fabrics"]["oob"]["reserve_ports"] = 16
    power = {"circuit": {"volts": 415, "amps": 60, "phases": 3}, "pdu_management": {"maker": "raritan"}}
    spec |= {"power": power, "addressing": {"ipv6": "2001:db8:10::/48"}}
    path = folder / f"{gpus}.yaml"
    path.write_text(yaml.safe_dump(spec))
    target = folder / str(gpus)
    write_tree(render_tree(planned(path), TEMPLATES), target)
    return target


def counts(said: str) -> dict[str, tuple[int, ...]]:
    """Return what a load did with each kind: created, existing, changed."""
    lines = re.findall(r"^([a-z ]+): (\d+) created, (\d+) existing, (\d+) of them changed$", said, re.MULTILINE)
    return {name: tuple(map(int, numbers)) for name, *numbers in lines}


def sizes(folder: Path) -> dict[str, int]:
    return {each.name: len(each.objects) for each in made(folder)}


def made(folder: Path) -> list[Kind]:
    return list(kinds(plan_of(folder)))


def test_loaded_twice_grown_and_compared(
    server: Nautobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proven: Callable[[str, str], None]
) -> None:
    """One server, one database: each step continues after the one before it."""
    monkeypatch.setenv("NAUTOBOT_TOKEN", server.token)
    few, many = tree(tmp_path, 1), tree(tmp_path, 2)

    code, said = run("export", few, "nautobot", "--load", server.url)
    assert code == 0, said
    first, objects = counts(said), sizes(few)
    assert {name: created + existing for name, (created, existing, _) in first.items()} == objects
    assert first["devices"] == (objects["devices"], 0, 0)
    assert first["power feeds"][0] == 10
    assert lists(server, few) == {name: objects[name] for name in COUNTED}

    code, said = run("export", few, "nautobot", "--load", server.url)
    assert code == 0, said
    assert counts(said) == {name: (0, count, 0) for name, count in objects.items()}

    old = texts(server)
    code, said = run("export", many, "nautobot", "--load", server.url)
    assert code == 0, said
    grown, more = counts(said), sizes(many)
    assert grown["devices"] == (1, objects["devices"], 0)
    assert {name: created for name, (created, _, _) in grown.items() if created} == {
        name: more[name] - objects[name] for name in more if more[name] > objects[name] and name != "primary addresses"
    }
    assert {name for name, (_, _, changed) in grown.items() if changed} == {"primary addresses"}
    assert grown["primary addresses"][2] == 1
    assert lists(server, many) == {name: more[name] for name in COUNTED}
    assert {key: value for key, value in texts(server).items() if key in old} == old

    code, said = run("export", many, "nautobot", "--compare", server.url)
    assert code == 0, said
    compared = int(said.split()[3].replace(",", ""))
    assert said == f"no difference in {compared} facts of nautobot\n"

    plant(server)
    code, said = run("export", many, "nautobot", "--compare", server.url, "--format", "json")
    assert code == 1
    found = json.loads(said)["differences"]
    assert all(each["place"].startswith(server.url) for each in found), found
    assert sorted((each["about"], each["nautobot"], each["plan"]) for each in found) == PLANTED
    proven(f"Nautobot {server.release}", f"{sum(more.values())} objects loaded three times, {compared} facts compared")


COUNTED = ("racks", "devices", "interfaces", "cables", "power feeds", "power ports", "vlans", "prefixes", "addresses")


def lists(server: Nautobot, folder: Path) -> dict[str, int]:
    """Count what Nautobot has; its database had nothing of these kinds before."""
    paths = {each.name: each.path for each in made(folder)}
    return {name: server.ask("GET", f"{paths[name]}/?limit=1")["count"] for name in COUNTED}


def texts(server: Nautobot) -> dict[str, str]:
    """Return when each device, cable and address was last changed."""
    found = {}
    for path in ("dcim/devices", "dcim/cables", "ipam/ip-addresses", "ipam/prefixes", "ipam/vlans"):
        for each in server.ask("GET", f"{path}/?limit=500")["results"]:
            found[each["id"]] = each["last_updated"]
    return found


PLANTED = [
    ("VLAN inband", "201", "200"),
    ("gpu2 rail0", "a cable to compute-leaf1 Ethernet8", "a cable to compute-leaf1 Ethernet4"),
    ("gpu2 rail1 address", "2001:db8:10:1::99", "2001:db8:10:1::40:2"),
    ("storage1 unit", "20", "3"),
]


def plant(server: Nautobot) -> None:
    """Change a VLAN, an end of a cable, an IPv6 address and a rack unit, as people do in Nautobot."""
    vlan = server.one("ipam/vlans/?name=inband")
    server.ask("PATCH", f"ipam/vlans/{vlan['id']}/", {"vid": 201})
    device = server.one("dcim/devices/?name=storage1")
    server.ask("PATCH", f"dcim/devices/{device['id']}/", {"position": 20})
    # Nautobot changes no address: another one takes its place on the interface
    address = server.one("ipam/ip-addresses/?address=2001:db8:10:1::40:2")
    pair = server.one(f"ipam/ip-address-to-interface/?ip_address={address['id']}")
    other = {"address": "2001:DB8:10:1:0:0:0:99/127", "status": address["status"]["id"]}
    other = server.ask("POST", "ipam/ip-addresses/", {**other, "parent": address["parent"]["id"]})
    server.ask("DELETE", f"ipam/ip-address-to-interface/{pair['id']}/")
    new = {"ip_address": other["id"], "interface": pair["interface"]["id"]}
    server.ask("POST", "ipam/ip-address-to-interface/", new)
    port = server.one("dcim/interfaces/?device=gpu2&name=rail0")
    cable = server.ask("GET", f"dcim/cables/{port['cable']['id']}/")
    free = server.one("dcim/interfaces/?device=compute-leaf1&name=Ethernet8")
    server.ask("DELETE", f"dcim/cables/{cable['id']}/")
    ends = {"termination_a_type": "dcim.interface", "termination_b_type": "dcim.interface"}
    ends |= {"termination_a_id": port["id"], "termination_b_id": free["id"]}
    server.ask("POST", "dcim/cables/", {**ends, "status": cable["status"]["id"], "label": cable["label"]})
