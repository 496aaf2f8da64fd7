#!/usr/bin/python3
"""Stands for the programs of BeeGFS 7.4, each by the name that it is called: setup programs, services, beegfs-ctl and the client's mount.

What they refuse, print and keep is that of ThinkParQ/beegfs 7.4.6 (build/dist/sbin, ctl/source/modes, mgmtd/source): folders that are not empty or were never
set up, a secret that is not that of the management service, a group of targets that are not registered, a group whose second member has the root, copies
of metadata while a client is registered. They store no file: the management service keeps servers, groups and clients, and answers over TCP.
"""

import hashlib
import json
import os
import re
import socket
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

CONF, PORT = "/etc/beegfs/beegfs-%s.conf", 8008
ME = Path(sys.argv[0]).name.removeprefix("beegfs-")
_STORE = {"mgmtd": "storeMgmtdDirectory", "meta": "storeMetaDirectory", "storage": "storeStorageDirectory"}


def end(message: str) -> NoReturn:
    sys.exit(message)


def keys(service: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w+) *= *(.*?) *$", Path(CONF % service).read_text("ascii"), re.MULTILINE))


def secret_of(path: str) -> str:
    if not path:
        end("No connAuthFile configured, and connDisableAuthentication is false")
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def ask(host: str, path: str, **question: Any) -> dict[str, Any]:
    with socket.create_connection((host, PORT), timeout=3) as line:
        line.sendall(json.dumps({"secret": secret_of(path), **question}).encode() + b"\n")
        return dict(json.loads(line.makefile().readline()))


def set_up() -> None:
    given = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    service, place = ME.removeprefix("setup-"), Path(given["-p"])
    place.mkdir(parents=True, exist_ok=True)
    if {each.name for each in place.iterdir()} - {"lost+found"}:
        end(" * ERROR: Storage directory is not empty.")
    for name, value in (("format.conf", "version=3"), ("nodeNumID", given.get("-s")), ("targetNumID", given.get("-i"))):
        if value:
            (place / name).write_text(f"{value}\n", encoding="ascii")
    file = Path(CONF % service)
    text = file.read_text("ascii")
    more = r"\g<0> ," if service == "storage" else r"\1 "
    text = re.sub(rf"^({_STORE[service]}.*=).*", lambda found: f"{found.expand(more)}{place}", text, flags=re.MULTILINE)
    text = re.sub(r"^(storeAllowFirstRunInit.*=).*", r"\1 false", text, flags=re.MULTILINE)
    if "-m" in given:
        text = re.sub(r"^(sysMgmtdHost.*=).*", rf"\1 {given['-m']}", text, flags=re.MULTILINE)
    file.write_text(text, encoding="ascii")


def serve() -> None:
    mine = keys(ME)
    places = [each.strip() for each in mine[_STORE[ME]].split(",") if each.strip()]
    for place in places:
        if not Path(place, "format.conf").exists():
            end(f"{place} was not initialized, and storeAllowFirstRunInit is false")
    if ME == "mgmtd":
        manage(places[0], secret_of(mine["connAuthFile"]))
    name = {"meta": "nodeNumID", "storage": "targetNumID"}[ME]
    for place in places:
        question = {"do": "register", "kind": ME, "number": int(Path(place, name).read_text("ascii"))}
        while "error" in (answer := register(mine, question)):
            print(answer["error"], flush=True)
            time.sleep(0.5)
    rest()


def register(mine: dict[str, str], question: dict[str, Any]) -> dict[str, Any]:
    try:
        return ask(mine["sysMgmtdHost"], mine["connAuthFile"], **question)
    except OSError as error:
        return {"error": f"waiting for beegfs-mgmtd: {error}"}


def rest() -> NoReturn:
    while True:
        time.sleep(3600)


def manage(place: str, secret: str) -> NoReturn:
    path = Path(place, "state.json")
    state: dict[str, Any] = {
        "meta": [],
        "storage": [],
        "client": [],
        "groups": [],
        "root": 0,
        "mirrored": False,
        "fresh": [],
    }
    if path.exists():
        state = json.loads(path.read_text("ascii"))
    with socket.create_server(("", PORT)) as door:
        while True:
            line, _ = door.accept()
            with line:
                line.settimeout(3)
                question = json.loads(line.makefile().readline())
                known = question.pop("secret") == secret
                answer = (
                    answered(state, **question) if known else {"error": "Rejecting message from unauthenticated peer"}
                )
                line.sendall(json.dumps(answer).encode() + b"\n")
            path.write_text(json.dumps(state), encoding="ascii")


def answered(
    state: dict[str, Any], do: str, kind: str = "", number: Any = 0, members: tuple[int, ...] = ()
) -> dict[str, Any]:
    if do == "register":
        if number not in state[kind]:
            state[kind].append(number)
        if kind == "meta":
            state["root"] = state["root"] or number
            state["fresh"] += [number] if state["mirrored"] and number not in state["fresh"] else []
    elif do == "group":
        if set(members) - set(state[kind]):
            return {"error": "Could not add buddy group: Unknown target"}
        if kind == "meta" and members[1] == state["root"]:
            return {"error": "Could not add buddy group: new group would own the root inode"}
        state["groups"].append([kind, number, *members])
    elif do == "mirror":
        if state["mirrored"]:
            return {"error": "Meta mirroring is already enabled"}
        if state["client"]:
            return {"error": f"Error: There are still {len(state['client'])} clients activce."}
        state["mirrored"] = True
    return {"state": state}


def control() -> None:
    words = [each for each in sys.argv[1:] if each[:2] == "--"]
    given = dict(each[2:].partition("=")[::2] for each in words)
    kind = given.get("nodetype", "storage")
    if "addmirrorgroup" in given:
        question = {
            "do": "group",
            "kind": kind,
            "number": int(given["groupid"]),
            "members": [int(given["primary"]), int(given["secondary"])],
        }
    else:
        question = {"do": "mirror" if "mirrormd" in given else "tell"}
    try:
        answer = ask(given["sysMgmtdHost"], given["connAuthFile"], **question)
    except OSError as error:
        end(f"Unable to reach the management node: {error}")
    if "error" in answer:
        end(answer["error"])
    if "listtargets" in given:
        print("TargetID   NodeID\n========   ======")
        for each in answer["state"][kind]:
            print(f"{each:8} {each:8} ")
    elif "listmirrorgroups" in given:
        print(f"{'BuddyGroupID':>17} {'Primary':>17} {'Secondary':>17}")
        for _, *each in (each for each in answer["state"]["groups"] if each[0] == kind):
            print(" ".join(f"{each:17}" for each in each))
    elif "mirrormd" in given:
        print("Operation succeeded.")


def mount() -> None:
    mine = keys("client")
    answer = ask(mine["sysMgmtdHost"], mine["connAuthFile"], do="register", kind="client", number=socket.gethostname())
    if "error" in answer:
        end(answer["error"])
    os.execvp("mount", ["mount", "-i", "-t", "tmpfs", "beegfs_nodev", sys.argv[2]])


if __name__ == "__main__":
    {"ctl": control, "mount.beegfs": mount}.get(ME, set_up if ME.startswith("setup-") else serve)()
