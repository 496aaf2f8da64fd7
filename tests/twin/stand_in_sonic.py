#!/usr/bin/python3
"""SONiC as a push meets it: `config`, `sonic-cfggen` and `vtysh`, on a CONFIG_DB that is a file. Runs on the stand-in with the system's own Python.

What is honest: a reload clears all and loads the image's own configuration under the file, cuts connections, restarts routing, and moves the management
address; tables come by themselves (VERSIONS, a headroom profile); nothing is kept for a boot that was not saved, and a boot loads what was saved; without
-y it asks, and nobody answers; a session over a port that is shut down is not up.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

STATE = Path(os.environ.get("STAND_IN", "/var/lib/switch"))
DB, INIT, SAVED = STATE / "db.json", Path("/etc/sonic/init_cfg.json"), Path("/etc/sonic/config_db.json")
FRR, STARTED, FACE = Path("/etc/sonic/frr/frr.conf"), STATE / "bgp", "ansible0"
ESTABLISHED_S = 2.0
LOG = Path("/var/log/stand-ins")


def main() -> int:
    """Be the command by whose name this was called."""
    name, *words = Path(sys.argv[0]).name, *sys.argv[1:]
    with LOG.open("a", encoding="utf-8") as log:
        log.write(" ".join([name, *words]) + "\n")
    if name == "sonic-cfggen" and words == ["-d", "--print-data"]:
        print(json.dumps(read(DB), indent=4, sort_keys=True))
        return 0
    if name == "vtysh" and words == ["-c", "show bgp summary json"]:
        print(json.dumps(summary()))
        return 0
    if name == "config" and words[:1] == ["reload"]:
        return reload(words[1:])
    if name == "config" and words[:1] == ["save"]:
        return save(words[1:])
    if name == "bgp-start":
        return start_bgp()
    if name == "config-boot":
        DB.write_text(json.dumps(loaded(read(SAVED))), encoding="utf-8")
        return 0
    print(f"Error: No such command {words}", file=sys.stderr)
    return 2


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def reload(words: list[str]) -> int:
    files = [word for word in words if not word.startswith("-")]
    if "-y" not in words:
        print("Clear current config and reload config? [y/N]: Aborted!", file=sys.stderr)
        return 1
    try:
        wanted = read(Path(files[0]) if files else SAVED)
    except (OSError, ValueError) as error:
        print(f"Invalid config file: {error}", file=sys.stderr)
        return 1
    db = loaded(wanted)
    DB.write_text(json.dumps(db), encoding="utf-8")
    start_bgp()
    for row in db.get("MGMT_INTERFACE", {}):
        move(row.split("|")[1].split("/")[0])
    subprocess.run(["pkill", "-f", "sshd: admin"], check=False)
    return 0


def loaded(wanted: dict[str, Any]) -> dict[str, Any]:
    """What runs when a file is loaded: the image's own under it, and what daemons add."""
    db = read(INIT)
    for table, rows in wanted.items():
        for row, fields in rows.items():
            db.setdefault(table, {}).setdefault(row, {}).update(fields)
    db["VERSIONS"] = {"DATABASE": {"VERSION": "version_202505_01"}}
    db.setdefault("BUFFER_PROFILE", {})["pg_lossless_400000_5m_profile"] = {
        "pool": "ingress_lossless_pool",
        "size": "1",
    }
    return db


def move(address: str) -> None:
    """Set the management port's address, if it has another one."""
    there = subprocess.run(["ip", "-o", "-4", "addr", "show", "dev", FACE], capture_output=True, text=True, check=True)
    if f" {address}/" not in there.stdout:
        subprocess.run(["ip", "addr", "flush", "dev", FACE], check=True)
        subprocess.run(["ip", "addr", "add", f"{address}/32", "dev", FACE], check=True)
        subprocess.run(["ip", "route", "add", "default", "dev", FACE], check=True)


def save(words: list[str]) -> int:
    files = [word for word in words if not word.startswith("-")]
    if "-y" not in words:
        return 1
    (Path(files[0]) if files else SAVED).write_text(json.dumps(read(DB), indent=4, sort_keys=True), encoding="utf-8")
    return 0


def start_bgp() -> int:
    """The bgp container's docker_init.sh: two lines more, unless they are there."""
    text = FRR.read_text(encoding="utf-8") if FRR.exists() else ""
    if "\nno fpm use-next-hop-groups" not in text:
        FRR.write_text(f"{text}no fpm use-next-hop-groups\nfpm address 127.0.0.1\n", encoding="utf-8")
    STARTED.write_text(str(time.time()), encoding="ascii")
    return 0


def summary() -> dict[str, Any]:
    up = time.time() - float(STARTED.read_text("ascii")) > ESTABLISHED_S if STARTED.exists() else False
    db = read(DB)
    ports = db.get("PORT", {})
    names = [row.split("|")[-1] for row in db.get("BGP_NEIGHBOR", {})]
    down = {name for name in names if ports.get(name, {}).get("admin_status") == "down"}
    peers = {name: {"state": "Established" if up and name not in down else "Active"} for name in names}
    return {"ipv4Unicast": {"routerId": "192.0.2.1", "peers": peers}}


if __name__ == "__main__":
    sys.exit(main())
