#!/usr/bin/python3
"""EOS as a push meets it: eAPI, JSON-RPC over HTTPS, with configuration sessions and their commit timer. One process a switch.

    stand_in_eapi.py ADDRESS FOLDER CERTIFICATE USER PASSWORD

What is honest: requests without the password get 401; a line that EOS does not know refuses the whole request; nothing runs before it is committed;
a session under a timer cannot be entered, blocks other commits, and goes back when its time is over; secrets are stored as codes, which
are others each time; a switch whose configuration has no eAPI in the instance of its management port, or another management address, answers nobody, and one with an
access list answers whom this permits; a session over a port that is shut down is not up. `log` in the folder has each
request, `running` and `startup` the configurations, `version` the image, `session` what was last staged, with its secrets as sent.
"""

import base64
import difflib
import json
import re
import secrets
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

CLEAN = ["hostname localhost"]
SHOWN = re.compile(r"(.*\b(?:key 0|sha512|auth sha|priv aes) )(\S+)(.*)")


class Refused(Exception):
    """What the CLI says instead of an answer."""


class Switch:
    """The configurations, and the commands on them."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.running = (folder / "running").read_text("utf-8").splitlines()
        self.sessions: dict[str, list[str]] = {}
        self.waiting: tuple[str, list[str], threading.Timer] | None = None
        self.lock = threading.RLock()

    def answers(self, who: str) -> bool:
        """Whether its door is open at this address, in the instance that the address is in, to whoever asks."""
        text = "\n".join(self.running) + "\n"
        mine = re.search(r"^interface Management1\n((?:   .*\n)*)", text, re.MULTILINE)
        door = re.search(r"^management api http-commands\n((?:   .*\n)*)", text, re.MULTILINE)
        if mine is None or door is None or f"   ip address {self.address}/" not in mine[1]:
            return False
        vrf = re.search(r"^   vrf (\S+)$", mine[1], re.MULTILINE)
        opened = f"   vrf {vrf[1]}\n      no shutdown\n" if vrf else "   no shutdown\n"
        if opened not in door[1] or ("   vrf " in door[1]) != (vrf is not None):
            return False
        guard = re.search(r"^      ip access-group (\S+)$", door[1], re.MULTILINE)
        return guard is None or self.lets_in(text, guard[1], who)

    def lets_in(self, text: str, name: str, who: str) -> bool:
        """Whether the first line of a standard list that is about an address permits it."""
        block = re.search(rf"^ip access-list standard {name}\n((?:   .*\n)+)", text, re.MULTILINE)
        for words in (line.split()[1:] for line in (block[1] if block else "").splitlines()):
            prefix = {"any": "0.0.0.0/0", "host": words[-1]}.get(words[1], words[1])
            if ip_address(who) in ip_network(prefix):
                return words[0] == "permit"
        return False

    def run(self, commands: list[str]) -> list[str]:
        """Return what each command prints."""
        place: str | None = None
        answers = []
        for number, command in enumerate(commands, 1):
            try:
                place, said = self.one(command, place)
            except Refused as refused:
                raise Refused(f"CLI command {number} of {len(commands)} '{command}' failed: {refused}") from None
            answers.append(said)
        return answers

    def one(self, command: str, place: str | None) -> tuple[str | None, str]:
        words = command.split()
        if place is not None and words[0] not in {"show", "commit", "abort"}:
            return place, self.configure(place, command)
        if place is not None and words[:2] == ["commit", "timer"]:
            self.commit(place, words[2])
            return None, ""
        if words[:2] == ["configure", "session"]:
            name = words[2]
            if len(words) == 3:
                if self.waiting and self.waiting[0] == name:
                    raise Refused("session is in state pendingCommitTimer")
                self.sessions.setdefault(name, list(self.running))
                return name, ""
            self.end(name, words[3])
            return None, ""
        return place, self.show(command)

    def configure(self, session: str, command: str) -> str:
        if command == "rollback clean-config":
            self.sessions[session] = list(CLEAN)
            (self.folder / "session").write_text("", encoding="utf-8")
            return ""
        if "bogus" in command:
            raise Refused("invalid command (at token 0: 'bogus')")
        with (self.folder / "session").open("a", encoding="utf-8") as sent:
            sent.write(f"{command}\n")
        lines = self.sessions[session]
        if command.startswith("hostname "):
            lines[:] = [line for line in lines if not line.startswith("hostname ")]
        found = SHOWN.match(command)
        lines.append(command if not found else f"{found[1].replace('key 0', 'key 7')}{secrets.token_hex(8)}{found[3]}")
        return ""

    def commit(self, session: str, after: str) -> None:
        if self.waiting:
            raise Refused(f"another session {self.waiting[0]} is pending commit timer")
        hours, minutes, seconds = map(int, after.split(":"))
        timer = threading.Timer(hours * 3600 + minutes * 60 + seconds, self.back, [session])
        self.waiting = (session, self.running, timer)
        self.adopt(self.sessions[session])
        timer.start()

    def end(self, name: str, word: str) -> None:
        if self.waiting and self.waiting[0] == name:
            self.waiting[2].cancel()
            if word == "abort":
                self.adopt(self.waiting[1])
            self.waiting = None
        elif word == "commit":
            self.adopt(self.sessions[name])
        elif name not in self.sessions:
            raise Refused(f"Cannot find session {name}")
        self.sessions.pop(name, None)

    def back(self, name: str) -> None:
        with self.lock:
            if self.waiting and self.waiting[0] == name:
                self.adopt(self.waiting[1])
                self.waiting = None
                self.sessions.pop(name, None)

    def adopt(self, lines: list[str]) -> None:
        self.running = list(lines)
        (self.folder / "running").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def show(self, command: str) -> str:
        if command == "enable":
            return ""
        if command == "show running-config":
            return "\n".join(self.running)
        if command == "show version":
            return (self.folder / "version").read_text("utf-8")
        if command == "write memory":
            (self.folder / "startup").write_text("\n".join(self.running) + "\n", encoding="utf-8")
            return ""
        if command == "show configuration sessions":
            held = self.waiting[0] if self.waiting else ""
            return "\n".join(
                f"  {name} {'pendingCommitTimer' if name == held else 'pending'} admin" for name in self.sessions
            )
        if named := re.fullmatch(r"show session-config named (\S+) diffs", command):
            return "\n".join(
                difflib.unified_diff(
                    self.running, self.sessions[named[1]], "system:/running-config", "session", lineterm=""
                )
            )
        raise Refused("invalid command")

    def summary(self) -> dict[str, Any]:
        text = "\n".join(self.running) + "\n"
        peers = {}
        for port in re.findall(r"(?m)^   neighbor interface (\S+) peer-group", text):
            block = re.search(rf"^interface {port}\n((?:   .*\n)*)", text, re.MULTILINE)
            up = block is not None and "   shutdown\n" not in block[1]
            peers[f"fe80::1%{port.replace('Ethernet', 'Et')}"] = {"peerState": "Established" if up else "Active"}
        return {"vrfs": {"default": {"peers": peers}}}


def handler(switch: Switch, password: str) -> type[BaseHTTPRequestHandler]:
    """Make the class that answers for a switch."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with switch.lock:
                if self.path != "/command-api" or self.headers.get("Authorization") != f"Basic {password}":
                    self.send_response(401)
                    self.end_headers()
                    return
                commands = asked["params"]["cmds"]
                with (switch.folder / "log").open("a", encoding="utf-8") as log:
                    log.write(json.dumps(commands) + "\n")
                if not switch.answers(self.client_address[0]):
                    self.close_connection = True
                    return
                said = self.answer(asked, commands)
                if not switch.answers(self.client_address[0]):
                    self.close_connection = True
                    return
            body = json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def answer(self, asked: dict[str, Any], commands: list[str]) -> dict[str, Any]:
            if asked["method"] != "runCmds" or asked["params"]["version"] != 1:
                return {"error": {"code": -32601, "message": "no such method"}}
            if asked["params"]["format"] == "json":
                return {"result": [{}, switch.summary()]}
            try:
                return {"result": [{"output": said} for said in switch.run(commands)]}
            except Refused as refused:
                return {"error": {"code": 1002, "message": str(refused)}}

        def log_message(self, *_: object) -> None:
            return

    return Answer


def main() -> None:
    """Serve until killed."""
    address, folder, certificate, user, password = sys.argv[1:]
    encoded = base64.b64encode(f"{user}:{password}".encode()).decode()
    server = ThreadingHTTPServer((address, 443), handler(Switch(address, Path(folder)), encoded))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
