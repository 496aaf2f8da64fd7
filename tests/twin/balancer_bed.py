"""Gateways of an object store that share addresses, each in a network namespace with its rendered files in /etc, its firewall loaded, HAProxy and keepalived.

A stand-in answers for radosgw (`s3_gateway.py`), with a certificate of the names that the plan has. `bond0` is a port of one bridge, as EVPN is one segment for hosts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from generator.plan.hosts.certificates import certificate_of
from generator.twin.bottle import Bottle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import TracebackType
    from typing import Self

    from generator.plan.draft import Draft

NAME = "s3-objects.atlas.example.net"
CLIENT = "10.160.32.1"
"""An address of the compute hosts' part of the in-band segment."""
LENGTH = 16
REPORT = "/run/balancer.prom"
_GATEWAY = Path(__file__).parent / "s3_gateway.py"
_WITH_FILES = """
set -e
mount -t overlay -o lowerdir="$0/etc:/etc" none /etc
mount --bind "$0/run" /run
exec "$@"
"""
_NAMED = {"gateway": "s3_gateway.py", "haproxy": "haproxy -W", "keepalived": "keepalived --dont-fork"}
_KILLED = """
for each in $(ip netns pids "$0"); do
  tr '\\0' ' ' <"/proc/$each/cmdline" | grep -q -e "$1" && kill -KILL "$each"
done
true
"""
_SIGNED = """
set -e
cd "$1"
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$2" -keyout host.key -out host.csr 2>/dev/null
printf 'subjectAltName=%s\\n' "$3" >names
openssl x509 -req -in host.csr -CA "$0/authority.crt" -CAkey "$0/authority.key" -CAcreateserial -days 2 -extfile names -out host.crt 2>/dev/null
cp "$0/authority.crt" .
"""
_AUTHORITY = """
cd "$0" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority -keyout authority.key -out authority.crt 2>/dev/null
"""


class BalancerBed:
    """The gateways of a plan, and a client on the same segment."""

    def __init__(self, plan: Draft, files: Mapping[str, Mapping[str, str]], folder: Path) -> None:
        """Write the files of each gateway below a folder, and sign its certificate."""
        folder.mkdir()
        self.folder, self.bottle, self.names = folder, Bottle(), sorted(files)
        self.hosts = {host.name: host for host in plan.hosts if host.name in files}
        self._running: dict[tuple[str, str], subprocess.Popen[str]] = {}
        subprocess.run(["sh", "-c", _AUTHORITY, str(folder)], check=True)
        for name, host in self.hosts.items():
            for path, text in files[name].items():
                place = folder / name / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8")
            (folder / name / "run").mkdir()
            own = certificate_of(plan, host)
            self.sign(name, *(f"DNS:{each}" for each in own.names), *(f"IP:{each}" for each in own.addresses))

    def sign(self, host: str, *names: str) -> None:
        """Give a host a certificate for these names."""
        place = self.folder / host / "etc/clustergen/tls"
        place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["sh", "-c", _SIGNED, str(self.folder), str(place), host, ",".join(names)], check=True)

    def __enter__(self) -> Self:
        self.bottle.__enter__()
        self.bottle.must("ip", "link", "add", "segment", "type", "bridge")
        self.bottle.must("ip", "addr", "add", f"{CLIENT}/{LENGTH}", "dev", "segment")
        self.bottle.must("ip", "link", "set", "segment", "up")
        for name, host in self.hosts.items():
            self.bottle.must("ip", "netns", "add", name)
            self.bottle.must("ip", "link", "add", name, "type", "veth", "peer", "name", "bond0", "netns", name)
            self.bottle.must("ip", "link", "set", name, "master", "segment", "up")
            self.bottle.must("ip", "addr", "add", f"{host.inband}/{LENGTH}", "dev", "bond0", netns=name)
            for link in ("lo", "bond0"):
                self.bottle.must("ip", "link", "set", link, "up", netns=name)
            self.must(name, "nft", "-f", "/etc/clustergen/firewall.nft")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bottle.__exit__(kind, error, trace)
        for each in self._running.values():
            each.communicate()

    def inside(self, host: str, *command: str) -> tuple[str, ...]:
        """Return a command as a host runs it, with its own files."""
        return ("unshare", "--mount", "sh", "-c", _WITH_FILES, str(self.folder / host), *command)

    def run(self, host: str, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command on a host."""
        return self.bottle.run(*self.inside(host, *command), netns=host)

    def must(self, host: str, *command: str) -> str:
        """Run a command on a host that has to succeed."""
        done = self.run(host, *command)
        assert done.returncode == 0, f"{host}: {' '.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    def start(self, host: str, what: str) -> None:
        """Start a gateway, HAProxy or keepalived, as the units of their packages do."""
        command = {
            "gateway": (
                sys.executable,
                str(_GATEWAY),
                host,
                str(self.hosts[host].inband),
                "443",
                "/etc/clustergen/tls",
            ),
            "haproxy": ("haproxy", "-W", "-f", "/etc/haproxy/haproxy.cfg", "-p", "/run/haproxy.pid"),
            "keepalived": ("keepalived", "--dont-fork", "--log-console"),
        }[what]
        self._running[host, what] = self.bottle.start(*self.inside(host, *command), netns=host)

    def stop(self, host: str, what: str) -> None:
        """End a program of a host at once, and its children."""
        self.bottle.must("sh", "-c", _KILLED, host, _NAMED[what])
        self._running.pop((host, what)).communicate()

    def held(self, address: str) -> list[str]:
        """The hosts that have an address."""
        return [
            name for name in self.names if self.bottle.run("ip", "-o", "addr", "show", "to", address, netns=name).stdout
        ]

    def ask(self, address: str, most: float = 2.0) -> str:
        """Request an object by the name of the store at one of its addresses; the name of the gateway that answers, or nothing."""
        done = self.bottle.run(
            "curl", "--silent", "--show-error", "--fail", "--noproxy", "*", "--max-time", str(most), "--cacert", str(self.folder / "authority.crt"),
            "--resolve", f"{NAME}:443:{address}", f"https://{NAME}/red-data/object",
        )  # fmt: skip
        return done.stdout if done.returncode == 0 else ""

    def until(self, seconds: float, holds: Callable[[], bool], why: str) -> float:
        """Wait until something holds; the seconds that it took."""
        begun = time.monotonic()
        while not holds():
            assert time.monotonic() - begun < seconds, f"not within {seconds} s: {why}"
            time.sleep(0.1)
        return time.monotonic() - begun

    def silence(self, address: str, seconds: float, most: float = 1.0) -> float:
        """Ask over and over for a time; the longest time between two answers."""
        answers, begun = [time.monotonic()], time.monotonic()
        while time.monotonic() - begun < seconds:
            if self.ask(address, most):
                answers.append(time.monotonic())
            time.sleep(0.05)
        answers.append(time.monotonic())
        return max(later - earlier for earlier, later in pairwise(answers))

    def report(self, host: str) -> dict[str, int]:
        """What the report of a host has, by series."""
        self.must(host, "sh", str(self.folder / host / "usr/local/sbin/clustergen-balancer.sh"), REPORT)
        lines = (self.folder / host / REPORT[1:]).read_text(encoding="utf-8").splitlines()
        return dict(_series(lines))


def _series(lines: list[str]) -> Iterator[tuple[str, int]]:
    for line in (each for each in lines if not each.startswith("#")):
        name, _, value = line.rpartition(" ")
        yield name, int(value)
