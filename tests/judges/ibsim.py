"""A simulated InfiniBand fabric: ibsim plays the cables of a rendered tree, and the real OpenSM and tools run on it.

The netlist is written from `cabling/cables.csv` and the GUIDs of the spec's assets, never from the plan. Everything happens in one private folder, over
sockets with a name of its own; programs are ended by their process ids.
"""

import csv
import os
import re
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PRELOAD = "/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so"
HARMLESS = "Failed to setup routing engine 'no_fallback'"
"""OpenSM 3.3 takes `no_fallback` for an engine as well as for an option, and says so."""
Cable = tuple[tuple[str, str], tuple[str, str]]
"""Two ports, each a device and either its interface (host) or its InfiniBand port number (switch)."""


def cables_of(table: str, fabric: str) -> list[Cable]:
    """Read the cables of a fabric from cables.csv. A switch counts its ports cage by cage."""
    rows = [row for row in csv.DictReader(table.splitlines()) if row["fabric"] == fabric]
    ends = [(row[f"{side}_device"], int(row[f"{side}_port"])) for row in rows for side in "ab" if _switch(row, side)]
    width = max(port for _, port in ends)
    return [(_end(row, "a", width), _end(row, "b", width)) for row in rows]


def _switch(row: Mapping[str, str], side: str) -> bool:
    return side == "b" or row["kind"] != "host_leaf"


def _end(row: Mapping[str, str], side: str, width: int) -> tuple[str, str]:
    if not _switch(row, side):
        return row[f"{side}_device"], row[f"{side}_interface"]
    return row[f"{side}_device"], str((int(row[f"{side}_cage"]) - 1) * width + int(row[f"{side}_port"]))


def netlist(cables: list[Cable], assets: Mapping[str, Any]) -> str:
    """Write ibsim's netlist. It gives a host's port the GUID after its node's, so the node has the one before."""
    hosts, switches = [], dict[str, list[str]]()
    for ends in cables:
        for (device, port), (peer, there) in (ends, ends[::-1]):
            far = f'"{peer}"[{there}]' if there.isdigit() else f'"{peer} {there}"[1]'
            if port.isdigit():
                switches.setdefault(device, []).append(f"[{port}] {far}")
            else:
                node = int(assets[device]["guids"][port], 16) - 1
                hosts.append(f'caguid=0x{node:016x}\nHca 1 "{device} {port}"\n[1] {far}\n')
    text = [
        "\n".join([f"switchguid={assets[name]['guid']}", f'Switch 64 "{name}"', *links, ""])
        for name, links in switches.items()
    ]
    return "\n".join([*hosts, *text])


class Simulator:
    """ibsim with a netlist, and the programs that talk to it; use it as a context."""

    def __init__(self, folder: Path, net: str, nodes: int, program: Callable[[str], str]) -> None:
        """Prepare a fabric of `nodes` devices in `folder`."""
        self.folder, self._program, self._nodes = folder, program, nodes
        folder.mkdir(parents=True)
        (folder / "net").write_text(net)
        self._environment = {
            **os.environ,
            "LD_PRELOAD": PRELOAD,
            "IBSIM_SOCKNAME": f"t{uuid.uuid4().hex[:12]}",
            "OSM_CACHE_DIR": f"{folder}/",
            "OSM_TMP_DIR": f"{folder}/",
        }
        self._running: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        """Start ibsim and wait until it listens."""
        plain = {key: value for key, value in self._environment.items() if key != "LD_PRELOAD"}
        sizes = ["-N", str(self._nodes + 16), "-S", str(self._nodes + 16), "-P", str(70 * self._nodes)]
        command = [self._program("ibsim"), "-s", *sizes, "net"]
        self._console = self._start(command, plain, "ibsim.log", subprocess.PIPE)
        _wait(lambda: "MaxMcastCap" in self._text("ibsim.log"), "ibsim does not start", lambda: self._text("ibsim.log"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End what was started, last first."""
        for process in reversed(self._running):
            process.terminate()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._console.stdin is not None:
            self._console.stdin.close()

    def route(self, files: Mapping[str, str], at: str, *options: str, host: str = "") -> str:
        """Run OpenSM once with the rendered files, and return its log.

        What differs from the rendered files: where they are, and where the log is.
        """
        for name, text in files.items():
            (self.folder / name).write_text(
                text.replace(at, str(self.folder)).replace("/var/log/", f"{self.folder}/log-")
            )
        log = self.folder / "opensm.log"
        log.unlink(missing_ok=True)
        command = [self._program("opensm"), "-F", "opensm.conf", "-f", str(log), "-D", "0x43", "-o", *options]
        process = self._start(command, self._environment | ({"SIM_HOST": host} if host else {}), "opensm.out")
        process.wait(timeout=40)
        self._running.remove(process)
        assert "SUBNET UP" in self._text("opensm.log"), self._text("opensm.log")[-2000:]
        return self._text("opensm.log")

    def manage(self, files: Mapping[str, str], at: str, host: str) -> subprocess.Popen[bytes]:
        """Run OpenSM with the rendered files on a host's port; yield its process once the subnet is up."""
        for name, text in files.items():
            (self.folder / name).write_text(
                text.replace(at, str(self.folder)).replace("/var/log/", f"{self.folder}/log-")
            )
        command = [self._program("opensm"), "-F", "opensm.conf", "-f", str(self.folder / "opensm.log")]
        process = self._start(command, self._environment | {"SIM_HOST": host}, "opensm.out")
        # its log is written when it ends; ports become active last
        _wait(lambda: "State: Active" in self.ask("ibstat", host=host), "no subnet", lambda: self._text("opensm.out"))
        return process

    def count(self, switch: str, port: str, counter: str, value: int) -> None:
        """Set a counter of a switch's port, by the console of ibsim."""
        assert self._console.stdin is not None
        self._console.stdin.write(f'PerformanceSet "{switch}"[{port}] PortCounters.{counter}={value}\n'.encode())
        self._console.stdin.flush()

    def inside(self, host: str) -> dict[str, str]:
        """Return the environment of programs that see the fabric from a host's port."""
        return self._environment | {"SIM_HOST": host}

    def ask(self, *command: str, host: str = "") -> str:
        """Run a tool of infiniband-diags, on a host's port if one is named, and give what it prints."""
        environment = self._environment | ({"SIM_HOST": host} if host else {})
        done = subprocess.run(
            [self._program(command[0]), *command[1:]],
            cwd=self.folder, env=environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def keys(self, host: str, port: str) -> set[int]:
        """Return the partition keys in a port's table."""
        said = self.ask("smpquery", "-D", "pkeys", "0", "1", host=f"{host} {port}")
        return (
            dict.fromkeys(key for word in re.findall(r"0x[0-9a-f]{4}", said) if (key := int(word, 16))).keys() | set()
        )

    def first_key(self, host: str, port: str) -> int:
        """Return the key that programs use unless told otherwise."""
        said = self.ask("smpquery", "-D", "pkeys", "0", "1", host=f"{host} {port}")
        return int(re.findall(r"0x[0-9a-f]{4}", said)[0], 16)

    def tables(self) -> str:
        """Return the forwarding tables that OpenSM wrote."""
        return self._text("opensm-lfts.dump")

    def _start(
        self, command: list[str], environment: dict[str, str], out: str, stdin: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        with (self.folder / out).open("wb") as file:
            process = subprocess.Popen(command, cwd=self.folder, env=environment, stdin=stdin, stdout=file, stderr=file)
        self._running.append(process)
        return process

    def _text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text(errors="replace") if path.exists() else ""


def _wait(done: Callable[[], bool], what: str, more: Callable[[], str], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"{what}: {more()[-2000:]}"
        time.sleep(0.02)


def errors(log: str) -> list[str]:
    """Return what OpenSM complains of."""
    found = (line for line in log.splitlines() if " ERR " in line or " 0x01 -> " in line)
    return [line for line in found if HARMLESS not in line]


def walk(tables: str, cables: list[Cable]) -> tuple[int, int, list[str]]:
    """Follow the tables from every host port to every other: pairs that arrive, switches on the longest path, and who does not."""
    peers = {end: other for a, b in cables for end, other in ((a, b), (b, a))}
    routes: dict[str, dict[int, str]] = {}
    hosts: dict[int, str] = {}
    here: dict[int, str] = {}
    for line in tables.splitlines():
        if line.startswith("Unicast"):
            here = routes.setdefault(line.split("'")[1], {})
        elif line.startswith("0x") and "Channel Adapter" in line:
            lid, port, rest = line.split(maxsplit=2)
            here[int(lid, 16)] = str(int(port))
            hosts[int(lid, 16)] = rest.split("'")[1]
    starts: dict[str, int] = {}
    for device, port in peers:
        if not port.isdigit():
            starts[peers[device, port][0]] = starts.get(peers[device, port][0], 0) + 1
    arrived, longest, lost = 0, 0, []
    for goal, host in hosts.items():
        for leaf, ports in starts.items():
            steps = _steps(routes, peers, leaf, goal, tuple(host.split(" ")))
            if steps is None:
                lost.append(f"{leaf} to {host}")
            else:
                arrived += ports
                longest = max(longest, steps)
    return arrived - len(hosts), longest, lost


def _steps(
    routes: dict[str, dict[int, str]],
    peers: dict[tuple[str, str], tuple[str, str]],
    switch: str,
    lid: int,
    goal: tuple[str, ...],
) -> int | None:
    """Count the switches from one to a host's port; nothing where the way ends or turns in a ring."""
    for steps in range(1, 8):
        there = peers.get((switch, routes.get(switch, {}).get(lid, "")))
        if there is None:
            return None
        if there == goal:
            return steps
        switch = there[0]
    return None


def definitions(topology: str) -> Iterator[tuple[str, str]]:
    """Write the system definitions (IBNL) that a topology file needs: every kind with all the ports that it uses."""
    switches: dict[str, None] = {}
    hosts: dict[str, dict[str, None]] = {}
    for line in topology.splitlines():
        words = line.split()
        if "->" in words:
            _, _, kind, _, port = words
            if "/" in port:
                hosts.setdefault(kind, {}).setdefault(port)
        elif words and not line.startswith("#"):
            switches.setdefault(words[0])
    for kind in switches:
        ports = "\n".join(f"    {n} -> P{n}" for n in range(1, 65))
        yield f"{kind}.ibnl", f"TOPSYSTEM {kind}\n\nNODE SW 64 SILICON U1\n{ports}\n\n"
    for kind, names in hosts.items():
        nodes = "\n\n".join(f"NODE CA 1 ADAPTER U{n}\n    1 -> {name}" for n, name in enumerate(names, 1))
        yield f"{kind}.ibnl", f"TOPSYSTEM {kind}\n\n{nodes}\n\n"
