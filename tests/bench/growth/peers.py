"""pyavd and netlab, each in its own environment, each driven as its documentation says; more than one way where the way decides."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.growth.changes import CHANGES, Listing, changed, listing
from tests.bench.growth.compare import Allocation, Moved, Row, allocation, compare
from tests.bench.growth.environments import environment

PYAVD = "6.4.0"
NETLAB = "26.10"
MOST_SPINES = 8
"""What is left room for where a tool is told to leave room."""
Design = Callable[[list[Listing]], list[Allocation]]


def pyavd(folder: Path, *, keep: bool = True, most: int | None = None) -> Design:
    """Return pyavd. `keep`: with the state file of its pool manager; `most`: with `max_uplink_switches` set from the first day."""
    python = environment(folder, "pyavd", PYAVD) / "python"

    def design(listings: list[Listing]) -> list[Allocation]:
        task = {"listings": [asdict(each) for each in listings], "keep": keep, "most": most}
        answers = json.loads(_output([str(python), "-I", str(_SCRIPT)], json.dumps(task)))
        return [allocation(*([_row(row) for row in each[kind]] for kind in _KINDS)) for each in answers]

    return design


_SCRIPT = Path(__file__).with_name("avd_design.py")
_KINDS = ("addresses", "ports", "asns")


def netlab(folder: Path, *, ids: bool = False, by_spine: bool = False) -> Design:
    """Return netlab. `ids`: every node's `id` is stated; `by_spine`: links are written spine by spine, not leaf by leaf."""
    program = environment(folder, "networklab", NETLAB) / "netlab"

    def design(listings: list[Listing]) -> list[Allocation]:
        return [_created(program, topology(each, ids=ids, by_spine=by_spine)) for each in listings]

    return design


def topology(switches: Listing, *, ids: bool, by_spine: bool) -> dict[str, Any]:
    """Return netlab's topology file, as data: JSON is YAML. AS numbers are the user's there, so nothing of theirs is measured."""
    nodes: dict[str, dict[str, Any]] = {}
    for names, asn, first in ((switches.spines, 65200, 0), (switches.leaves, 65100, 20)):
        for name in names:
            number = int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
            nodes[name] = {"bgp.as": asn + number, **({"id": first + number} if ids else {})}
    links = [f"{leaf}-{spine}" for leaf in switches.leaves for spine in switches.spines]
    if by_spine:
        links = [f"{leaf}-{spine}" for spine in switches.spines for leaf in switches.leaves]
    return {"provider": "clab", "defaults.device": "eos", "module": ["bgp"], "nodes": nodes, "links": links}


def _created(program: Path, content: dict[str, Any]) -> Allocation:
    with TemporaryDirectory() as name:
        (Path(name) / "topology.yml").write_text(json.dumps(content), encoding="utf-8")
        _output([str(program), "create", "-q", "-o", "json:nodes=nodes.json"], folder=name)
        nodes = json.loads((Path(name) / "nodes.json").read_text(encoding="utf-8"))
    addresses: list[Row] = []
    ports: list[Row] = []
    for device, each in nodes.items():
        addresses += [(device, each[own]["ifname"], each[own]["ipv4"]) for own in ("loopback", "mgmt")]
        for port in each["interfaces"]:
            peer = port["neighbors"][0]["node"]
            addresses.append((device, peer, port["ipv4"]))
            ports.append((device, peer, port["ifname"]))
    return allocation(addresses, ports, ())


def measured(design: Design, leaves: int, spines: int) -> Iterator[tuple[str, Moved]]:
    """Make the four changes with a tool."""
    old = listing(leaves, spines)
    new = changed(old)
    before, *after = design([old, *(new[change] for change in CHANGES)])
    for change, each in zip(CHANGES, after, strict=True):
        yield change, compare(before, each)


def _row(row: list[str]) -> Row:
    device, towards, given = row
    return device, towards, given


def _output(command: list[str], given: str = "", folder: str | None = None) -> str:
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, cwd=folder, check=False, env={**os.environ, "PATH": path}
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout
