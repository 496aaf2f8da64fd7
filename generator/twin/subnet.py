"""One InfiniBand subnet of a tree: ibsim plays its cables, and the real OpenSM routes it with the rendered files."""

from __future__ import annotations

import csv
import re
import shlex
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.plan.infiniband.discovered import find_faults
from generator.plan.infiniband.spread import uneven
from generator.twin.answer import TwinError
from generator.verify.discovered import read_subnet
from generator.verify.programs import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from generator.plan.infiniband.subnet import SubnetLink
    from generator.twin.bottle import Bottle

_PACKAGES = {"ibsim": "ibsim-utils", "opensm": "opensm", "ibnetdiscover": "infiniband-diags"}
_PRELOAD = "umad2sim/libumad2sim.so"
_LIBRARIES = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
_HOST = "host"
_PORTS = 64
"""Of a switch, for ibsim."""
_STARTS_S = 30.0
_ROUTES_S = 240
_HARMLESS = "Failed to setup routing engine 'no_fallback'"
"""OpenSM 3.3 takes `no_fallback` for an engine as well as for an option, and reports it."""
_STARTS_CODE = re.compile(r"^\s*(event_plugin_name|console)\s+(?!\(null\)|off)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Routed:
    """The routing of a subnet by OpenSM: engine, seconds, and differences from the design."""

    engine: str
    seconds: float
    links: int
    faults: list[str]


def subnets(root: Path) -> dict[str, Path]:
    """Return the folders of the subnets that OpenSM manages, by fabric."""
    found = sorted(root.glob("infiniband/*/opensm.conf"))
    return {file.parent.name: file.parent for file in found if (file.parent / "links.csv").is_file()}


def preload() -> str:
    """Find the library by which programs talk to ibsim. Raises TwinError: it, or a program, is missing; the message has the packages."""
    places = [f"{folder}/{_PRELOAD}" for folder in _LIBRARIES]
    library = next((place for place in places if Path(place).is_file()), "")
    gone = [program for program in _PACKAGES if find(program) is None]
    if gone or not library:
        packages = " ".join(sorted({_PACKAGES[program] for program in gone} | {"ibsim-utils"}))
        raise TwinError(f"{', '.join(gone) or _PRELOAD} is missing: apt-get install {packages}")
    return library


class Subnet:
    """A subnet in a bottle. `gone`: devices and cables that have failed."""

    def __init__(self, bottle: Bottle, folder: Path, gone: Iterable[str]) -> None:
        """Read the links."""
        self._bottle, self._folder, self._library = bottle, folder, preload()
        lost = set(gone)
        self.whole = not lost
        self.links = [x for x in read_subnet(folder / "links.csv") if not {x.cable, x.a.device, x.b.device} & lost]
        cables = read_cables(folder.parent.parent, folder.name)
        self.cables = [x for x in cables if not {x.name, x.a[0], x.b[0]} & lost]
        self._place = f"/run/infiniband/{folder.name}"

    def route(self) -> Routed:
        """Play the cables, route them once, and compare with the plan. Raises TwinError: ibsim or OpenSM does not come up."""
        self._write()
        begin = time.monotonic()
        self._simulate()
        try:
            return self._routed(begin)
        finally:
            self._sh("kill $(cat ibsim.pid)")

    def _write(self) -> None:
        self._bottle.must("mkdir", "-p", self._place)
        files = {file.name: file.read_text(encoding="utf-8") for file in self._folder.iterdir()}
        if odd := _STARTS_CODE.search(files["opensm.conf"]):
            raise TwinError(f"infiniband/{self._folder.name}/opensm.conf: `{odd[1]}` would start more than OpenSM")
        for name, text in (*files.items(), ("net", netlist(self.cables, self.links))):
            here = text.replace(f"/etc/opensm/{self._folder.name}", self._place).replace(
                "/var/log/", f"{self._place}/log-"
            )
            self._bottle.must("tee", f"{self._place}/{name}", stdin=here)

    def _simulate(self) -> None:
        nodes = len({(device, "" if port.isdigit() else port) for x in self.cables for device, port in (x.a, x.b)})
        sizes = f"-N {nodes + 16} -S {nodes + 16} -P {(_PORTS + 6) * nodes}"
        self._sh(f"ibsim -s -n {sizes} net </dev/null >ibsim.log 2>&1 & echo $! >ibsim.pid", plain=True)
        end = time.monotonic() + _STARTS_S
        while "MaxMcastCap" not in (said := self._sh("cat ibsim.log")):
            if time.monotonic() > end:
                raise TwinError(f"ibsim does not start: {said[-300:].strip()}")
            time.sleep(0.05)

    def _routed(self, begin: float) -> Routed:
        manager = next((end for x in self.links for end in (x.a, x.b) if end.tier == _HOST), None)
        host = f"SIM_HOST={shlex.quote(manager.node)} " if manager else ""
        self._sh(
            f"rm -f log; {host}OSM_CACHE_DIR=./ OSM_TMP_DIR=./ timeout {_ROUTES_S} opensm -F opensm.conf -f log -D 0x43 -o"
        )
        log = self._sh("cat log")
        if "SUBNET UP" not in log:
            raise TwinError(f"OpenSM does not bring {self._folder.name} up: {log[-300:].strip()}")
        seconds = time.monotonic() - begin
        found, tables = self._sh(f"{host}ibnetdiscover"), self._sh("cat opensm-lfts.dump")
        lines = (line for line in log.splitlines() if " ERR " in line or " 0x01 -> " in line)
        faults = [f"OpenSM reports: {line}" for line in lines if _HARMLESS not in line]
        faults += [fault.text for fault in find_faults(self.links, found)]
        paths = uneven(self.links, found, tables.splitlines())
        faults += [fault.text for fault in paths if self.whole or fault.kind == "unreachable"]
        engines = re.findall(r"(\w+) tables configured on all switches", log)
        return Routed(engine=engines[-1] if engines else "no", seconds=seconds, links=len(self.cables), faults=faults)

    def _sh(self, script: str, *, plain: bool = False) -> str:
        settings = f"export IBSIM_SOCKNAME=twin-{self._folder.name}; "
        settings += "" if plain else f"export LD_PRELOAD={self._library}; "
        # `cat` and `kill` need no library of InfiniBand, and it does no harm there
        return self._bottle.run("sh", "-c", f"cd {self._place}; {settings}{script}").stdout


def netlist(cables: Sequence[Cable], links: Sequence[SubnetLink]) -> str:
    """Write ibsim's netlist: cables by cables.csv, and how the devices are called by links.csv.

    A device without a GUID in the tree gets one that no hardware has; a host's port has the GUID after its node's.
    """
    ends = [end for link in links for end in (link.a, link.b)]
    nodes = {(end.device, end.port): end.node for end in ends if end.tier == _HOST}
    guids = {end.node: int(end.guid, 16) for end in ends if end.guid}
    hosts, switches = [], dict[str, list[str]]()
    for cable in cables:
        for (device, port), (peer, there) in ((cable.a, cable.b), (cable.b, cable.a)):
            far = f'"{nodes.get((peer, there), peer)}"[{there if there.isdigit() else 1}]'
            if port.isdigit():
                switches.setdefault(device, []).append(f"[{port}] {far}")
            else:
                node = nodes.get((device, port), f"{device} {port}")
                hosts.append(f'caguid=0x{_guid(node, guids) - 1:016x}\nHca 1 "{node}"\n[1] {far}\n')
    text = ["\n".join([f"switchguid=0x{_guid(name, guids):016x}", f'Switch {_PORTS} "{name}"', *rows, ""]) for name, rows in switches.items()]  # fmt: skip
    return "\n".join([*hosts, *text])


def _guid(node: str, guids: dict[str, int]) -> int:
    """Return the GUID of a node by its name; placeholders are of the range for local use."""
    return guids.setdefault(node, 0x0200_0000_0000_0000 + 16 * (len(guids) + 1))


@dataclass(frozen=True, slots=True)
class Cable:
    """A row of cables.csv: each end a device with its interface (host) or its InfiniBand port number (switch)."""

    name: str
    a: tuple[str, str]
    b: tuple[str, str]


def read_cables(root: Path, fabric: str) -> list[Cable]:
    """Read the links of a fabric from cables.csv. A switch counts its ports cage by cage."""
    with (root / "cabling" / "cables.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["fabric"] == fabric]
    width = max((int(row[f"{end}_port"]) for row in rows for end in _switches(row)), default=1)

    def end(row: dict[str, str], side: str) -> tuple[str, str]:
        if side not in _switches(row):
            return row[f"{side}_device"], row[f"{side}_interface"]
        return row[f"{side}_device"], str((int(row[f"{side}_cage"]) - 1) * width + int(row[f"{side}_port"]))

    return [Cable(row["cable_id"], end(row, "a"), end(row, "b")) for row in rows]


def _switches(row: dict[str, str]) -> str:
    return "b" if row["kind"] == "host_leaf" else "ab"
