"""One switch's FRR: the daemons that SONiC's bgp container runs, and vtysh with the file as it was rendered."""

import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.twin.answer import TwinError
from generator.twin.bottle import Bottle

LIBRARY = "/usr/lib/frr"

# -P 0: no TCP port for the vty. -s: the netlink buffer of zebra in SONiC.
_OPTIONS = {"zebra": "-s 90000000"}

DAEMONS = ("zebra", "staticd", "bfdd", "bgpd")
"""Programs of the library that a switch runs."""

_MANAGER = "mgmtd"
"""From FRR 9.1 on, vtysh sends static routes to this daemon, and the daemons that it configures accept no file (`-f`)."""
_MANAGED = (_MANAGER, "staticd")

# On a switch nothing keeps BFD from its 300 ms. Without root this is a warning, in the log.
_AT_ONCE = "nice -n -15 "

# vtysh reports a route-map that stands further down in the same file, which is taken once it is defined; graceful restart, for sessions that are up, and none
# is; and that there is no vtysh.conf. From FRR 9 on it applies a file by a process per daemon, each of which reports its begin and end.
_HARMLESS = re.compile(
    r"vtysh\.conf|does not exist|Graceful restart configuration changed, reset this peer"
    r"|^Configuration file\[.*\] processing failure: 11$|^\[\d+\|\w+\] (?:sending configuration|done)$|^Waiting for children to finish applying config"
)


class FrrError(Exception):
    """A daemon did not start, or it refused a line of its frr.conf."""


def release() -> tuple[int, int]:
    """Return the installed release of FRR, as bgpd states it. Raises TwinError: bgpd states none."""
    command = (f"{LIBRARY}/bgpd", "--version")
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout  # noqa: S603
    found = re.search(r"version (\d+)\.(\d+)", said)
    if found is None:
        raise TwinError(f"bgpd --version reports no release: {said.strip()[:80]!r}")
    return int(found[1]), int(found[2])


def check_syntax(config_dir: Path) -> list[str]:
    """Complaints of FRR's check mode (vtysh -C) about the frr.conf of a directory; it needs no daemon."""
    done = subprocess.run(  # noqa: S603
        ("vtysh", "-C", "--config_dir", str(config_dir)),  # noqa: S607
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    problems = _complaints(done.stdout + done.stderr)
    return problems if problems or done.returncode == 0 else [f"vtysh -C gave {done.returncode}"]


def start(bottle: Bottle, switch: str, config_dir: Path, vrfs: Mapping[str, str] = MappingProxyType({})) -> None:
    """Start the daemons in the switch's namespace and load the unmodified frr.conf into them.

    `vrfs` are its further routing instances, each with its namespace: zebra uses the name of a file in /run/netns as that of the instance, so the
    switch's daemons have a separate directory there.
    """
    sockets = f"/run/frr/{switch}"
    lines = ["set -e", f"mkdir -p {sockets}", f"chown frr:frr {sockets}"]
    if vrfs:
        lines.append(f"mkdir -p {sockets}.netns")
        for vrf, namespace in vrfs.items():
            seen = f"{sockets}.netns/{vrf}"
            lines.append(f"touch {seen}; mount --bind /run/netns/{namespace} {seen}")
        lines.append(f"mount --rbind {sockets}.netns /run/netns")
    lines += [_line(switch, name, "-n" if vrfs and name == "zebra" else "") for name in _daemons()]
    shell = ("unshare", "--mount", "sh", "-s") if vrfs else ("sh", "-s")
    bottle.must(*shell, netns=switch, stdin="\n".join(lines) + "\n")
    done = bottle.run("vtysh", "--vty_socket", sockets, "--config_dir", str(config_dir), "-b", netns=switch)
    problems = _complaints(done.stdout + done.stderr)
    if done.returncode != 0 or problems:
        raise FrrError(f"{switch}: " + ("; ".join(problems) or f"vtysh -b gave {done.returncode}"))


def _daemons() -> tuple[str, ...]:
    return (_MANAGER, *DAEMONS) if Path(LIBRARY, _MANAGER).is_file() else DAEMONS


def _line(switch: str, name: str, more: str) -> str:
    """Return the shell's line that starts a daemon, with its log on standard error if it does not start. -N: all its sockets are in a folder of the switch."""
    file = "" if name in _MANAGED and _MANAGER in _daemons() else "-f /dev/null"
    log = f"/run/frr/{switch}/log"
    words = (
        f"{LIBRARY}/{name} -d -N {switch} -P 0",
        _OPTIONS.get(name, ""),
        more,
        file,
        f">>{log} 2>&1 || {{ cat {log} >&2; exit 1; }}",
    )
    return (_AT_ONCE if name == "bfdd" else "") + " ".join(word for word in words if word)


def signal(bottle: Bottle, switch: str, name: str) -> None:
    """Send a signal (KILL, STOP, CONT) to all of the switch's daemons and to no others."""
    bottle.must("sh", "-c", f"cat /run/frr/{switch}/*.pid | xargs kill -{name}")


def clear(bottle: Bottle, switch: str, places: Iterable[str]) -> None:
    """Take away what killed daemons leave behind: their sockets, and their routes in the switch's namespaces, which a reboot would drop too."""
    bottle.must("sh", "-c", f"rm -rf /run/frr/{switch}")
    for place in places:
        for family in ("-4", "-6"):
            for protocol in ("bgp", "static"):
                bottle.must("ip", family, "route", "flush", "proto", protocol, netns=place)


def show(bottle: Bottle, switch: str, command: str) -> str:
    """Return what vtysh prints for a command of its view mode."""
    return bottle.must("vtysh", "--vty_socket", f"/run/frr/{switch}", "-c", command)


def sessions(bottle: Bottle, switch: str) -> dict[str, dict[str, Any]]:
    """Return the switch's BGP sessions, by its port."""
    peers: dict[str, dict[str, Any]] = json.loads(show(bottle, switch, "show bgp ipv4 unicast summary json"))["peers"]
    return peers


def tell(bottle: Bottle, switch: str, commands: Iterable[str]) -> None:
    """Run commands of the configuration mode on a running switch."""
    words = [word for command in ("configure terminal", *commands) for word in ("-c", command)]
    done = bottle.run("vtysh", "--vty_socket", f"/run/frr/{switch}", *words)
    if done.returncode != 0 or done.stdout + done.stderr:
        raise FrrError(f"{switch}: {done.stdout}{done.stderr}")


def _complaints(text: str) -> list[str]:
    said = [line.strip() for line in text.splitlines()]
    return [line for line in said if line and not _HARMLESS.search(line)]
