"""A watched cluster in a bottle: real Prometheus, Alertmanager, prober and node exporters with rendered files and options, where hosts have them.

GPUs are a stand-in: a program that answers as dcgm-exporter does, with the fields of the rendered list.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from generator.twin.bottle import Bottle

Answer = TypeVar("Answer")
_SECONDS = 60
_URL = "http://127.0.0.1:9090"
_ALERTMANAGER = "--alertmanager.url=http://127.0.0.1:9093"
_GPUS = """
import http.server, sys
text = open(sys.argv[2], "rb").read()
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(text)
    def log_message(self, *_): pass
http.server.HTTPServer((sys.argv[1], 9400), Answer).serve_forever()
"""


class NotReadyError(Exception):
    """Something did not come about in time; the message is what there was instead."""


class Tower:
    """The control host that watches: the bottle's own network, with the in-band segment as a bridge."""

    def __init__(self, bottle: Bottle, tree: Path, work: Path, address: str) -> None:
        self.bottle, self.work = bottle, work
        self._monitoring = tree / "monitoring"
        self._options = self._monitoring / "options"
        etc = work / "etc"
        shutil.copytree(self._monitoring / "prometheus", etc)
        shutil.copy(self._monitoring / "alertmanager" / "alertmanager.yml", etc)
        shutil.copy(self._monitoring / "blackbox" / "blackbox.yml", etc)
        for command in (
            f"mount --bind {etc} /etc/prometheus",
            "mount -t tmpfs state /var/lib/prometheus",
            "ip link add lan type bridge",
            f"ip address add {address} dev lan",
            "ip link set lan up",
        ):
            bottle.must(*command.split())

    def run(self, program: str, options: str, netns: str = "") -> None:
        """Run a program with its rendered options, as its unit does; its log is in the folder of work."""
        inside = f"ip netns exec {netns} " if netns else ""
        log = self.work / f"{program}-{netns or 'tower'}.log"
        line = f". {self._options / options}; exec {inside}{program} $ARGS >{log} 2>&1"
        # the file is an EnvironmentFile of systemd's, which splits $ARGS at blanks and takes nothing else of it for special
        self.bottle.must("sh", "-c", f"set -f; ({line}) &")

    def host(self, name: str, address: str, ports: Mapping[str, tuple[str, int]], *, told: bool = True) -> None:
        """Make a host in-band with its exporter; `ports` are (up or down, MTU). `told`: it knows what it has to have."""
        must = self.bottle.must
        must("ip", "netns", "add", name)
        must(*f"ip link add {name} type veth peer name bond0 netns {name}".split())
        must(*f"ip link set {name} master lan up".split())
        inside = [f"address add {address} dev bond0", "link set bond0 up", "link set lo up"]
        for port, (state, mtu) in ports.items():
            inside += [f"link add {port} mtu {mtu} type veth peer name {port}-far"]
            inside += [f"link set {port} up", f"link set {port}-far {state}"]
        for line in inside:
            must(*f"ip netns exec {name} ip {line}".split())
        folder = self.work / "textfiles" / name
        folder.mkdir(parents=True)
        if told:
            shutil.copy(self._monitoring / "expected" / f"{name}.prom", folder / "clustergen.prom")
        # the exporter's own place for such files is one for all hosts of this bottle, so each host has it mounted
        wrapper = self.work / f"exporter-{name}"
        place = "/var/lib/prometheus/node-exporter"
        wrapper.write_text(
            f'#!/bin/sh\nmkdir -p {place}\nmount --bind {folder} {place}\nexec prometheus-node-exporter "$@"\n', "utf-8"
        )
        wrapper.chmod(0o755)
        log = self.work / f"node-exporter-{name}.log"
        line = (
            f"set -f; . {self._options}/prometheus-node-exporter; exec ip netns exec {name} {wrapper} $ARGS >{log} 2>&1"
        )
        must("sh", "-c", f"({line}) &")

    def gpus(self, host: str, address: str, lines: Iterable[str]) -> None:
        """Start a stand-in for the exporter of the GPUs of a host."""
        text = self.work / f"gpus-{host}.txt"
        text.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        script = self.work / "gpus.py"
        script.write_text(_GPUS, "utf-8")
        command = f"exec ip netns exec {host} {sys.executable} {script} {address} {text}"
        self.bottle.must("sh", "-c", f"({command}) >/dev/null 2>&1 &")

    def ask(self, expression: str) -> list[dict[str, Any]]:
        """Ask Prometheus: the labels of every series of the answer, with its value under an empty name."""
        done = self.bottle.run("promtool", "query", "instant", "--format", "json", _URL, expression)
        if done.returncode:
            return []
        return [{**row["metric"], "": row["value"][1]} for row in json.loads(done.stdout)]

    def until(self, expression: str, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """Ask until the answer is enough.

        Raises:
            NotReadyError: it is not within a minute.
        """
        return self.until_it_is(expression, lambda: self.ask(expression), enough)

    def told(self, text: str) -> str:
        """Wait until Alertmanager knows of an alert that says a text; gives all that it knows.

        Raises:
            NotReadyError: it does not within a minute.
        """
        command = ("amtool", _ALERTMANAGER, "alert", "query", "-o", "extended")
        return self.until_it_is(text, lambda: self.bottle.run(*command).stdout, lambda said: text in said)

    def fire(self, alerts: Iterable[Mapping[str, str]]) -> None:
        """Send alerts to Alertmanager, as Prometheus does.

        Raises:
            NotReadyError: it takes none within a minute.
        """
        add = ("amtool", _ALERTMANAGER, "alert", "add")
        self.until_it_is("alertmanager", lambda: self.bottle.run(*add[:2], "alert").returncode, lambda code: code == 0)
        for labels in alerts:
            self.bottle.must(*add, *(f"{name}={value}" for name, value in labels.items()))

    def said(self, count: int) -> str:
        """Wait until Alertmanager has so many alerts and has judged each; gives them as JSON, suppressed ones too.

        Raises:
            NotReadyError: it has not within a minute.
        """
        command = ("amtool", _ALERTMANAGER, "alert", "query", "--active", "--inhibited", "--unprocessed", "-o", "json")
        judged = '"state":"(active|suppressed)"'
        return self.until_it_is(
            "alerts",
            lambda: self.bottle.run(*command).stdout,
            lambda text: len(re.findall(judged, text.replace(" ", ""))) == count,
        )

    def agreed(self, address: str, peers: int) -> list[str]:
        """Wait until an Alertmanager knows of so many, itself among them; gives the address of each.

        Raises:
            NotReadyError: it does not within a minute.
        """
        command = ("amtool", f"--alertmanager.url=http://{address}:9093", "cluster", "show", "-o", "json")
        return self.until_it_is(
            "peers", lambda: _peers(self.bottle.run(*command).stdout), lambda found: len(found) == peers
        )

    def until_it_is(self, what: str, ask: Callable[[], Answer], enough: Callable[[Answer], bool]) -> Answer:
        """Ask until the answer is enough; `what` names it.

        Raises:
            NotReadyError: it is not within a minute.
        """
        end = time.monotonic() + _SECONDS
        while not enough(found := ask()):
            if time.monotonic() > end:
                logs = "\n".join(log.read_text("utf-8")[-600:] for log in sorted(self.work.glob("*.log")))
                message = f"{what}: {found}\n{logs}"
                raise NotReadyError(message)
            time.sleep(0.5)
        return found


def _peers(said: str) -> list[str]:
    """Read what amtool says of a cluster: the address of each member."""
    return [peer["address"] for peer in json.loads(said)["peers"]] if said.startswith("{") else []
