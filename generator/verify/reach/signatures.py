"""Signatures of hosts: their files with their own addresses and their neighbours' taken out. Hosts of one signature that are cabled alike are treated alike."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generator.verify.host_files import HostFiles
from generator.verify.reach.read_hosts import FIREWALL, network_files

_ADDRESS = re.compile(r"\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f:]*:[0-9a-f]*")
_UUID = re.compile(r"^uuid=.*$", re.MULTILINE)
"""NetworkManager's names of connections, different on every host."""


class Signatures:
    """Digests of hosts' files. Reads each file once, on first use."""

    def __init__(self, files: HostFiles, plan: Mapping[str, Any]) -> None:
        """Take the addresses at both ends of every host's cables, and those that hosts have in VLANs."""
        self._files = files
        self._own: dict[str, dict[str, str]] = {}
        self._firewalls: dict[str, Path] = {}
        for link in plan["links"]:
            near, far = link["a"], link["b"]
            for key in ("address", "ipv6"):
                self._note(near["device"], near[key], f"<{near['interface']}>")
                self._note(near["device"], far[key], f"<beyond {near['interface']}>")
        for row in plan["addresses"]:
            self._note(row["device"], row["address"], f"<{row['interface']}>")
        self.network = cache(self._network)
        self.firewall = cache(self._firewall)

    def _note(self, device: str, address: str, name: str) -> None:
        if address:
            self._own.setdefault(device, {})[address] = name

    def of(self, host: str) -> tuple[str, str]:
        """Return the digests of a host's firewall and of its network."""
        return self.firewall(host), self.network(host)

    def _network(self, host: str) -> str:
        own = self._own.get(host, {})
        found = hashlib.sha256()
        for file in network_files(self._files, host):
            text = _UUID.sub("", file.read_text(encoding="utf-8"))
            found.update(_ADDRESS.sub(lambda match: own.get(match[0], match[0]), text).encode())
        return found.hexdigest()

    def _firewall(self, host: str) -> str:
        file = self._files.file(host, FIREWALL)
        if file is None:
            return ""
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        self._firewalls.setdefault(digest, file)
        return digest

    def file(self, digest: str) -> Path:
        """Return one of the equal firewall files that have a digest."""
        return self._firewalls[digest]
