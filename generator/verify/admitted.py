"""Checks of a rendered file before its program reads it, as a tree is not trusted.

Programs include other files, load libraries, fetch addresses and write logs if configured to. Rendered files use none of that; each function returns
what else a file uses, as text to put after its name, and empty text if there is nothing.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, key_of

_KEA = frozenset({
    "Dhcp4", "always-send", "boot-file-name", "client-classes", "code", "data", "host-reservation-identifiers", "hostname", "hw-address", "id",
    "interfaces", "interfaces-config", "ip-address", "lease-database", "match-client-id", "name", "next-server", "option-data", "option-def",
    "reservations", "reservations-in-subnet", "reservations-out-of-pool", "subnet", "subnet4", "test", "type", "valid-lifetime",
})  # fmt: skip
"""Keys of our Kea configurations; others load libraries, open sockets or write logs."""
_ZONE = re.compile(r"\$(?:TTL [0-9]+|ORIGIN [A-Za-z0-9._-]+)\s*(?:;.*)?")
_FRR = frozenset({"clear", "copy", "debug", "do", "find", "list", "output", "show", "terminal", "write"})
"""Commands that vtysh carries out even where it only checks a file."""
_KUSTOMIZATION = frozenset({"apiVersion", "configMapGenerator", "generatorOptions", "kind", "resources"})
_GENERATOR = frozenset({"files", "name", "namespace"})
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_RESOURCE = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.yaml")
"""No folder has a dot: kustomize takes `github.com/...` for an address, even if a folder of that name exists."""
_FOLDER = re.compile(r"(?:\.\./)*[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
_OTHER_NAMES = ("Kustomization", "kustomization.yml")
_BELOW = re.compile(r"(?:\.\./)?[a-z0-9*_-]+(?:/[a-z0-9*_-]+)*\.(?:yml|json)")
OF_TLS = frozenset({AUTHORITY, CERTIFICATE, key_of("prometheus")})
"""Files of a host that configurations name where services answer over TLS; a judge is not to open them."""
_SECRET = re.compile(r"/etc/prometheus/secrets/[a-z0-9_]+")
"""Where a playbook places the secrets of receivers; amtool does not open them."""
_OF_FILES = re.compile(r"(?:.*_)?files?|templates")
_HIDES = re.compile(r'"[^"]*"|#[^\n]*')
"""Texts and comments of nft, which read as neither the other: a `#` in quotes begins no comment."""
_DECLARES = ("<!", "<?", "\0")
"""What begins declarations, and what other encodings than UTF-8 have in a declaration."""


def kea(text: str) -> tuple[str, str]:
    """Return a configuration of Kea without interfaces, which this machine does not have, and what it uses beyond rendered ones.

    Kea's own JSON has comments and includes; rendered files are plain JSON, and Kea reads a rewritten copy.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return "", "is not valid JSON"
    if unknown := sorted(set(_keys(whole)) - _KEA):
        return "", f"has keys that clustergen does not write: {', '.join(unknown)[:200]}"
    try:
        whole["Dhcp4"]["interfaces-config"] = {"interfaces": []}
    except (KeyError, TypeError):
        return "", "has no Dhcp4"
    return json.dumps(whole), ""


def zone(text: str) -> str:
    """Return whether a zone has other directives than ours, however they are quoted: they include files and generate records."""
    odd = (line for line in text.splitlines() if "$" in line and not _ZONE.fullmatch(line.strip()))
    return (
        f"has the line {line.strip()[:60]!r}, which clustergen does not write into zones"
        if (line := next(odd, None))
        else ""
    )


def frr(text: str) -> str:
    """Return whether vtysh would carry something out while it checks a file."""
    words = {line.split()[0] for line in text.splitlines() if line.strip()}
    return f"has the command {min(words & _FRR)!r}, which is not a configuration command" if words & _FRR else ""


def firewall(text: str) -> str:
    """Return whether a file for nft includes another one."""
    return "includes another file" if re.search(r"\binclude\b", _HIDES.sub('""', text)) else ""


def markup(content: bytes) -> str:
    """Return whether XML declares anything: a document type names other files and expands without limit, and another encoding would hide one."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return "is not UTF-8"
    return "has a declaration, which clustergen does not write" if any(each in text for each in _DECLARES) else ""


def monitoring(text: str) -> str:
    """Return whether a file of Prometheus or Alertmanager names files elsewhere than in its folder."""
    try:
        named = list(_named(yaml.safe_load(text)))
    except (yaml.YAMLError, RecursionError):
        return "is not YAML"
    odd = [each for each in named if not isinstance(each, str) or not _is_known(each)]
    return f"names the file {str(odd[0])[:80]!r}, which is not in its folder" if odd else ""


def _is_known(file: str) -> bool:
    return bool(_BELOW.fullmatch(file) or _SECRET.fullmatch(file)) or file in OF_TLS


def kustomizations(home: Path) -> list[str]:
    """Report what any kustomization below a folder takes from elsewhere: an address would be fetched, a plugin started."""
    found = sorted(home.rglob("kustomization.yaml"))
    faults = [
        f"{path.relative_to(home)}: is read instead of kustomization.yaml"
        for name in _OTHER_NAMES
        for path in home.rglob(name)
    ]
    return faults + [f"{file.relative_to(home)}: {fault}" for file in found for fault in _foreign(file, home)]


def _is_beside(name: str, folder: Path) -> bool:
    """Return whether an entry of a map's `files` names a plain file of its folder, perhaps under another key (`nccl.conf=nccl-gpu.conf`)."""
    key, equals, path = name.rpartition("=")
    return bool(_FILE.fullmatch(path) and (not equals or _FILE.fullmatch(key))) and _plain(folder / path)


def _foreign(file: Path, home: Path) -> Iterator[str]:
    try:
        wanted = yaml.safe_load(file.read_text("utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError, RecursionError):
        wanted = None
    if not isinstance(wanted, dict) or not {str(key) for key in wanted} <= _KUSTOMIZATION:
        yield "has a structure or keys that clustergen does not write"
        return
    for each in _list(wanted.get("resources")):
        if not _is_resource(each, file.parent, home):
            yield f"names {str(each)[:80]!r}, which is neither a file beside it nor a folder with a kustomization"
    for each in _list(wanted.get("configMapGenerator")):
        files = _list(each.get("files")) if isinstance(each, dict) and each.keys() <= _GENERATOR else [None]
        if not all(isinstance(name, str) and _is_beside(name, file.parent) for name in files):
            yield "builds a ConfigMap from something other than files beside it"


def _is_resource(each: Any, folder: Path, home: Path) -> bool:
    if not isinstance(each, str):
        return False
    if _RESOURCE.fullmatch(each):
        return _plain(folder / each)
    place = folder / each
    inside = place.resolve().is_relative_to(home.resolve())
    return bool(_FOLDER.fullmatch(each)) and inside and _plain(place / "kustomization.yaml")


def _plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _keys(value: Any) -> Iterator[str]:
    inner: Iterable[Any] = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from value if isinstance(value, dict) else ()
    for each in inner:
        yield from _keys(each)


def _named(value: Any, depth: int = 0) -> Iterator[Any]:
    """Return every file that a value names, by the keys that name some."""
    if depth > 30:
        yield None
        return
    if isinstance(value, dict):
        for key, each in value.items():
            if _OF_FILES.fullmatch(str(key)):
                yield from _list(each)
            else:
                yield from _named(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from _named(each, depth + 1)
