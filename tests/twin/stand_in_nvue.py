#!/usr/bin/python3
"""NVUE as a push meets it: `nv` on trees that are files. Runs on the stand-in with the system's own Python.

What is honest: a patch leaves what it does not name; there is nothing to apply without something pending, nothing to confirm that waits for no
confirmation, and no second change while one waits; what is not confirmed goes back when its time is over; secrets are printed as stars, and equal
neighbours as one range; a change of eth0 moves the address by which the switch is reached; a session over a port that is shut down is not up.
"""

import difflib
import json
import subprocess
import sys
import time
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

STATE, LOG, FACE = Path("/var/lib/switch"), Path("/var/log/stand-ins"), "ansible0"
APPLIED, PENDING, BEFORE, SAVED, STARTED = (STATE / name for name in ("applied", "pending", "before", "saved", "bgp"))
SECRETS = {"secret", "auth-sha", "encrypt-aes", "password"}
ESTABLISHED_S = 2.0


def main() -> int:
    """Do as told, or say why not."""
    words = sys.argv[1:]
    with LOG.open("a", encoding="utf-8") as log:
        log.write(" ".join(["nv", *words]) + "\n")
    try:
        return act(words)
    except (OSError, ValueError, KeyError, yaml.YAMLError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1


def act(words: list[str]) -> int:
    if words[:2] == ["config", "show"]:
        print(yaml.safe_dump([{"header": {"version": "Cumulus Linux 5.15.0"}}, {"set": shown(read(APPLIED))}]))
    elif words[:2] == ["config", "detach"]:
        PENDING.unlink(missing_ok=True)
    elif words[:2] == ["config", "patch"]:
        tree = pending()
        for part in yaml.safe_load(Path(words[2]).read_text("utf-8")):
            merge(tree, part["set"])
        write(PENDING, tree)
    elif words[:1] == ["unset"]:
        tree = pending()
        here = tree
        for word in words[1:-1]:
            here = here.get(word, {})
        here.pop(words[-1], None)
        write(PENDING, tree)
    elif words[:2] == ["config", "diff"]:
        before, after = (yaml.safe_dump(shown(each)).splitlines() for each in (read(APPLIED), pending()))
        sys.stdout.writelines(f"{line}\n" for line in difflib.unified_diff(before, after, lineterm=""))
    elif words[:2] == ["config", "apply"]:
        return apply(words[2:])
    elif words == ["config", "save"]:
        write(SAVED, read(APPLIED))
    elif words == ["show", "vrf", "default", "router", "bgp", "neighbor", "-o", "json"]:
        print(json.dumps(neighbours()))
    else:
        raise ValueError(f"invalid command {words}")
    return 0


def apply(words: list[str]) -> int:
    if words == ["--confirm-yes"]:
        if not BEFORE.exists():
            raise ValueError("nothing waits for a confirmation")
        BEFORE.unlink()
        subprocess.run(["systemctl", "stop", "nvue-confirm.timer"], check=True)
        return 0
    if words == ["--time-is-over"]:
        if BEFORE.exists():
            write(APPLIED, read(BEFORE))
            BEFORE.unlink()
            settle()
        return 0
    if "--assume-yes" not in words:
        raise ValueError("Are you sure? [y/N] nobody answered")
    if BEFORE.exists():
        raise ValueError("a change waits for its confirmation")
    if not PENDING.exists():
        raise ValueError("nothing is pending")
    after = words[words.index("--confirm") + 1]
    write(BEFORE, read(APPLIED))
    timer = [
        "systemd-run",
        "--unit=nvue-confirm",
        f"--on-active={after}",
        "--timer-property=AccuracySec=100ms",
        "/usr/lib/nv",
        "config",
        "apply",
        "--time-is-over",
    ]
    subprocess.run(timer, check=True, capture_output=True)
    write(APPLIED, read(PENDING))
    PENDING.unlink()
    settle()
    return 0


def settle() -> None:
    """Sessions begin anew, and the management port takes its address."""
    STARTED.write_text(str(time.time()), encoding="ascii")
    eth0 = read(APPLIED).get("interface", {}).get("eth0", {})
    (address,) = (eth0.get("ipv4") or eth0["ip"])["address"]
    mine = address.split("/")[0]
    there = subprocess.run(["ip", "-o", "-4", "addr", "show", "dev", FACE], capture_output=True, text=True, check=True)
    if f" {mine}/" not in there.stdout:
        subprocess.run(["ip", "addr", "flush", "dev", FACE], check=True)
        subprocess.run(["ip", "addr", "add", f"{mine}/32", "dev", FACE], check=True)
        subprocess.run(["ip", "route", "add", "default", "dev", FACE], check=True)


def neighbours() -> dict[str, Any]:
    up = STARTED.exists() and time.time() - float(STARTED.read_text("ascii")) > ESTABLISHED_S
    tree = read(APPLIED)
    rows = tree.get("vrf", {}).get("default", {}).get("router", {}).get("bgp", {}).get("neighbor", {})
    links = {name: tree.get("interface", {}).get(name, {}).get("link", {}).get("state", {}) for name in rows}
    return {name: {"state": "established" if up and "down" not in links[name] else "active"} for name in rows}


def shown(tree: dict[str, Any]) -> dict[str, Any]:
    """As NVUE prints it: secrets as stars, equal ports that follow one another as a range."""
    found = {}
    for key, value in tree.items():
        if key in SECRETS:
            found[key] = {"*": shown(next(iter(value.values())))} if isinstance(value, dict) else "*"
        else:
            found[key] = shown(value) if isinstance(value, dict) else value
    if "interface" in found and isinstance(found["interface"], dict):
        found["interface"] = folded(found["interface"])
    return found


def folded(ports: dict[str, Any]) -> dict[str, Any]:
    numbers = {int(name[3:]): value for name, value in ports.items() if name[:3] == "swp" and name[3:].isdigit()}
    found = {name: value for name, value in ports.items() if name[:3] != "swp" or not name[3:].isdigit()}
    for _, run in groupby(
        enumerate(sorted(numbers)), key=lambda pair: (pair[1] - pair[0], json.dumps(numbers[pair[1]], sort_keys=True))
    ):
        names = [number for _, number in run]
        found[f"swp{names[0]}" + (f"-{names[-1]}" if len(names) > 1 else "")] = numbers[names[0]]
    return found


def pending() -> dict[str, Any]:
    return read(PENDING if PENDING.exists() else APPLIED)


def merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(str(key)), dict):
            merge(into[str(key)], value)
        elif isinstance(value, dict):
            into[str(key)] = {}
            merge(into[str(key)], value)
        else:
            into[str(key)] = {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8")))


def write(path: Path, tree: dict[str, Any]) -> None:
    path.write_text(json.dumps(tree), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
