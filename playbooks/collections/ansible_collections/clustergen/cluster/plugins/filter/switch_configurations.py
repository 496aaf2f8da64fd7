"""What a switch has, held against what the tree says of it: trees and texts compared, secrets filled in and never shown."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from typing import Any

import yaml
from ansible.errors import AnsibleFilterError

SECRET = re.compile(r"\{\{ ?(clustergen_\w+) ?\}\}")
_HIDDEN = "(a secret, not shown)"
_RANGED = {"interface", "vlan", "member", "vni", "neighbor"}
"""Keys of NVUE below which names may stand for several: `swp1-4,7`."""
_SECTIONS = {"acl", "bridge", "evpn", "interface", "mlag", "nve", "qos", "router", "vrf"}
"""Sections of NVUE that are the tree's as a whole. `system` and `service` are not: users, the API and what else the image has are there."""
_NAMED = {
    *(
        "acl",
        "rule",
        "interface",
        "vrf",
        "domain",
        "vlan",
        "vni",
        "member",
        "neighbor",
        "peer-group",
        "network",
        "address",
    ),
    *("prefix-list", "route-map", "static", "via", "server", "username", "listening-address", "collector"),
}
"""Keys of NVUE below which every key is a thing's own name or address."""
_RANGE = re.compile(r"(.*?[a-z])?(\d+)-(\d+)")
_EOS_SECRET = re.compile(
    r"\b(secret|password|sha512|key (0|7|8a)|passphrase|localized|auth (md5|sha)|priv (aes|des))\b"
)
_LISTED, _LINE = 200, 300
_NODES = 1_000_000
"""Values that a configuration of NVUE may have, its ranges unfolded: some ten times a large switch's."""
_LONGEST = 1 << 25
"""Characters that a switch may answer to one question; the largest config_db.json of a plan has a tenth."""
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/@%+,*-]{0,127}")


def switch_secrets(text: str) -> list[str]:
    """Name the secrets that a rendered file refers to, each once, in their order."""
    return list(dict.fromkeys(SECRET.findall(text)))


def switch_filled(text: str, values: Mapping[str, str], style: str) -> str:
    """Fill secrets in; `style` is json, yaml (inside single quotes) or word, where no blank can be."""
    return SECRET.sub(lambda found: _escaped(found[1], str(values[found[1]]), style), text)


def _escaped(name: str, value: str, style: str) -> str:
    if not value or "\n" in value or (style == "word" and not re.fullmatch(r"\S+", value)):
        raise AnsibleFilterError(f"{name} must be a single {'word' if style == 'word' else 'line'}: change its value")
    return {"json": json.dumps(value)[1:-1], "yaml": value.replace("'", "''"), "word": value}[style]


def sonic_compared(rendered: str, running: str, values: Mapping[str, str]) -> dict[str, Any]:
    """Hold a running configuration against the rendered one: what is missing, what stands beside it, whether a secret is another, both platforms.

    The platform is the box, which an image knows from its EEPROM; the SKU is how its cages are divided, and part of what a push sets.
    Texts go in and little comes out: Ansible carries every value of a task along, and a configuration has tens of thousands.
    """
    wanted, there = json.loads(rendered), _tables(running)
    missing = list(_missing(wanted, there, "|", ""))
    filled = list(_missing(json.loads(switch_filled(rendered, values, "json")), there, "|", ""))
    return {
        "missing": missing,
        "beside": _beside(wanted, there),
        "secrets": len(filled) > len(missing),
        "wanted_platform": wanted["DEVICE_METADATA"]["localhost"]["platform"],
        "platform": _line(str(there.get("DEVICE_METADATA", {}).get("localhost", {}).get("platform", ""))[:64]),
    }


def sonic_missing(rendered: str, running: str) -> list[str]:
    """List what the rendered configuration says, and the running one has not, or has otherwise."""
    return list(_missing(json.loads(rendered), _tables(running), "|", ""))


def _tables(text: str) -> dict[str, Any]:
    """Read what a switch says in JSON: a mapping, if it is not too long."""
    said = json.loads(_bounded(text))
    if not isinstance(said, dict):
        raise AnsibleFilterError("the switch answers with JSON that does not map tables to rows")
    return said


def _bounded(text: str) -> str:
    if len(text) > _LONGEST:
        raise AnsibleFilterError(f"the switch answers with {len(text)} characters; the limit is {_LONGEST}")
    return text


def nvue_compared(rendered: str, applied: str, earlier: str, kept: list[str]) -> dict[str, Any]:
    """Hold an applied configuration against the rendered one; `unset` has the paths that a patch would leave: of an earlier push, and of anybody else."""
    wanted, there = _nvue(rendered), _nvue(applied)
    unset = [*_unset(_nvue(earlier), wanted, there, []), *_strange(wanted, there, [], kept)]
    named = [path for path in unset if all(map(_KEY.fullmatch, path))]
    odd = [f"? {len(unset) - len(named)} paths of the switch are not names of NVUE"] if len(named) < len(unset) else []
    return {
        "missing": [*_missing(wanted, there, "/", ""), *odd],
        "unset": [list(path) for path in dict.fromkeys(map(tuple, named))],
    }


def _missing(wanted: Any, there: Any, mark: str, path: str) -> Iterator[str]:
    """Return what a tree has and another lacks or has differently; references to secrets are passed over where there is something in their place."""
    if isinstance(wanted, Mapping) and isinstance(there, Mapping):
        for key, value in wanted.items():
            name = f"{path}{mark}{key}" if path else str(key)
            if SECRET.search(str(key)):
                continue
            if key in there:
                yield from _missing(value, there[key], mark, name)
            else:
                yield f"+ {name}{_shown(value)}"
    elif isinstance(wanted, str) and SECRET.search(wanted):
        return
    elif _plain(wanted) != _plain(there):
        yield f"! {path}: {_plain(there)} -> {_plain(wanted)}"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return f": {len(value)} entries" if value else ""
    return f": {_HIDDEN if SECRET.search(str(value)) else _plain(value)}"


def _plain(value: Any) -> Any:
    return [str(each) for each in value] if isinstance(value, list) else str(value)


def _beside(wanted: Mapping[str, Any], there: Mapping[str, Any]) -> list[str]:
    """List rows that the switch has in tables of the file, and the file has not: a reload of the whole takes them away."""
    tables = (table for table in wanted if isinstance(there.get(table), Mapping))
    return [f"- {table}|{row}" for table in tables for row in there[table] if row not in wanted[table]]


def switch_text_diff(wanted: str, there: str, added_by_switch: list[str]) -> list[str]:
    """Compare two texts by lines; lines that the switch adds by itself do not count."""
    mine = [line.rstrip() for line in wanted.splitlines()]
    theirs = [line.rstrip() for line in _bounded(there).splitlines() if line.strip() not in added_by_switch]
    lines = difflib.unified_diff(theirs, mine, "switch", "tree", lineterm="", n=2)
    return [line if not _EOS_SECRET.search(line) else f"{line[0]}{_HIDDEN}" for line in lines]


def switch_listed(lines: list[str]) -> list[str]:
    """Cut a list to what one screen may show, and say so; each is a line that only prints."""
    shown = [_line(line) for line in lines[:_LISTED]]
    return shown if len(lines) <= _LISTED else [*shown, f"... and {len(lines) - _LISTED} more"]


def _line(text: str) -> str:
    plain = "".join(each if each.isprintable() else f"\\x{ord(each):02x}" for each in text[:_LINE])
    return plain if len(text) <= _LINE else f"{plain}..."


def _nvue(text: str) -> dict[str, Any]:
    """Read NVUE's YAML: all that is set, ranges of names unfolded, words as NVUE prints them."""
    found: dict[str, Any] = {}
    left = iter(range(_NODES))
    for part in yaml.safe_load(_bounded(text)) or []:
        if isinstance(part, Mapping) and isinstance(part.get("set"), Mapping):
            _merge(found, _unfolded(part["set"], "", left))
    return found


def _unfolded(value: Any, parent: str, left: Iterator[int]) -> Any:
    """Return a value with its ranges of names unfolded; `left` counts down what may come of all of it: aliases and ranges are short to write."""
    if next(left, None) is None:
        raise AnsibleFilterError(f"a configuration of NVUE has more than {_NODES} values")
    if isinstance(value, Mapping):
        found: dict[str, Any] = {}
        for key, each in value.items():
            for name in _names(str(key)) if parent in _RANGED else [str(key)]:
                _merge(found, {name: _unfolded(each, str(key), left)})
        return found
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def _names(key: str) -> Iterator[str]:
    for part in key.split(","):
        whole = _RANGE.fullmatch(part)
        yield from (f"{whole[1] or ''}{n}" for n in range(int(whole[2]), int(whole[3]) + 1)) if whole else (part,)


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def _unset(earlier: Any, wanted: Any, applied: Any, path: list[str]) -> Iterator[list[str]]:
    """Yield the paths that an earlier push has set, the switch still has, and the tree no longer says."""
    if not all(isinstance(each, Mapping) for each in (earlier, wanted, applied)):
        return
    for key, value in earlier.items():
        if key in applied and not SECRET.search(key):
            if key in wanted:
                yield from _unset(value, wanted[key], applied[key], [*path, key])
            else:
                yield [*path, key]


def _strange(wanted: Any, applied: Any, path: list[str], kept: list[str]) -> Iterator[list[str]]:
    """Yield what an applied configuration has beside the tree's: sections, and things with names of their own. Settings are left: NVUE adds some by itself."""
    if not all(isinstance(each, Mapping) for each in (wanted, applied)):
        return
    for key, value in applied.items():
        here = "/".join([*path, key])
        if key in wanted:
            yield from _strange(wanted[key], value, [*path, key], kept)
        elif any(fnmatch(here, pattern) for pattern in kept) or SECRET.search("".join(wanted)):
            continue
        elif any(pattern.startswith(f"{here}/") for pattern in kept):
            yield from _strange({}, value, [*path, key], kept)
        elif (path[-1] in _NAMED) if path else (key in _SECTIONS):
            yield [*path, key]


def eos_commands(text: str) -> list[str]:
    """Return the commands of a configuration: its lines, without comments and its end."""
    lines = (line.rstrip() for line in text.splitlines())
    return [line for line in lines if line.strip() and not line.lstrip().startswith("!") and line != "end"]


def eos_differences(diff: str) -> list[str]:
    """Return the lines in which a session differs from what runs, secrets hidden."""
    lines = [line for line in _bounded(diff).splitlines() if line[:1] in {"+", "-"} and line[:3] not in {"+++", "---"}]
    return [f"{line[0]}{_HIDDEN}" if _EOS_SECRET.search(line) else line for line in lines]


def eos_shown(differences: list[str]) -> list[str]:
    """Return those of a session's differences that are no secrets: of these EOS prints codes, which may be new ones for the same secret."""
    return [line for line in differences if not line.endswith(_HIDDEN)]


def switch_sessions(text: str) -> dict[str, bool]:
    """Return for each BGP peer whether its session is up, from the JSON of FRR, NVUE or EOS; of none where it says something else."""
    try:
        return dict(_sessions(json.loads(_bounded(text))))
    except (ValueError, RecursionError):
        return {}


def _sessions(value: Any) -> Iterator[tuple[str, bool]]:
    for key, each in value.items() if isinstance(value, Mapping) else ():
        state = (each.get("peerState") or each.get("state")) if isinstance(each, Mapping) else None
        if isinstance(state, str):
            yield key, state.lower() == "established"
        else:
            yield from _sessions(each)


def switch_lost(before: Mapping[str, bool], after: Mapping[str, bool], meant: list[str]) -> list[str]:
    """Name the peers whose sessions were up, are still meant to be by the tree, and are not: down, or not even spoken of.

    No tree names those who call by themselves: a host that runs pods may have gone to its other leaf meanwhile, and stays there.
    """
    wanted = set(meant)
    return [peer for peer, up in before.items() if up and peer in wanted and not after.get(peer, False)]


def frr_peers(text: str) -> list[str]:
    """Name the peers of a frr.conf as its summary does."""
    return list(dict.fromkeys(re.findall(r"(?m)^ +neighbor (\S+) ", text)))


def eos_peers(text: str, before: Iterable[str]) -> list[str]:
    """Name those of a switch's peers that a configuration has: by their addresses, or by their interfaces (`fe80::1%Et1/1`)."""
    named = set(re.findall(r"(?m)^ +neighbor (?:interface )?(\S+) ", text))
    return [each for each in before if each in named or each.partition("%")[2].replace("Et", "Ethernet", 1) in named]


def nvue_peers(text: str) -> list[str]:
    """Name the peers of NVUE's default instance."""
    found: Any = _nvue(text)
    for key in ("vrf", "default", "router", "bgp", "neighbor"):
        found = found.get(key, {})
    return list(found)


def switch_hidden(text: str, values: Mapping[str, str]) -> str:
    """Take secrets out of what a switch has said."""
    for value in sorted(map(str, values.values()), key=len, reverse=True):
        text = text.replace(value, _HIDDEN)
    return text


class FilterModule:
    """The filters by their names."""

    def filters(self) -> dict[str, Any]:
        """Return the filters by name."""
        mine = (
            *(
                switch_secrets,
                switch_filled,
                switch_hidden,
                switch_text_diff,
                switch_listed,
                switch_sessions,
                switch_lost,
            ),
            *(sonic_compared, sonic_missing, nvue_compared, eos_commands, eos_differences, eos_shown),
            *(frr_peers, nvue_peers, eos_peers),
        )
        return {each.__name__: each for each in mine}
