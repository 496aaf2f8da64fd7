"""VLANs of ports, and the LACP groups of hosts, exactly: one VLAN too many is a way into another segment, and a member of another host's group takes both hosts' frames."""

import re
from collections.abc import Iterator

from generator.verify.reach.packet import numbers
from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Row, Rule, SwitchRows, Wanted

_LIST = re.compile(r"\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*")
_IN = "the plan has the port in this VLAN"
_OUT = "the plan does not have the port in this VLAN"
_CARRIED = "the plan has the port in these VLANs, and in no other"
_ROUTED = "the plan has the port in no VLAN"
_GROUP = "the plan has the port in this host's group"
_NO_GROUP = "the plan has the port in no such group"


def _carried(port: Row) -> list[int]:
    """Return the VLANs of a port that tags, with the one that it does not tag; empty where it tags none."""
    own = [] if port["vlan"] is None else [port["vlan"]]
    return sorted({*port["tagged"], *own}) if port["tagged"] else []


def _listed(text: str) -> set[int]:
    """Return the VLANs of a list; none of one that is written otherwise."""
    return {*numbers(text)} if _LIST.fullmatch(text) else set()


def _groups(switch: SwitchRows) -> dict[str, int]:
    """Return the numbers of groups by their members."""
    return {member: lag["number"] for lag in switch.lags for member in lag["members"]}


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    table, wanted = "VLAN_MEMBER", {}
    for port in switch.ports:
        if port["vlan"] is not None:
            wanted[f"Vlan{port['vlan']}|{port['interface']}"] = "untagged"
        wanted |= {f"Vlan{vlan}|{port['interface']}": "tagged" for vlan in port["tagged"]}
    for key, mode in wanted.items():
        yield Wanted((table, key, "tagging_mode"), mode, _IN)
    for key in switch.main.below((table,)):
        if key not in wanted:
            yield Wanted((table, key), None, _OUT)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    main, groups = switch.main, _groups(switch)
    interfaces = main.below(("interface",))
    for name in interfaces:
        for member in main.below(("interface", name, "bond", "member")):
            if name != f"bond{groups.get(member)}":
                yield Wanted(("interface", name, "bond", "member", member), None, _NO_GROUP)
    for member, number in groups.items():
        yield Wanted(("interface", f"bond{number}", "bond", "member", member), "", _GROUP)
    bridged = {}
    for port in switch.ports:
        if port["vlan"] is not None or port["tagged"]:
            name = port["interface"]
            bridged[f"bond{groups[name]}" if name in groups else name] = port
    domain = next(iter(main.below(("bridge", "domain"))), "br_default")
    for name, port in bridged.items():
        place = ("interface", name, "bridge", "domain", domain)
        carried, own = _carried(port), None if port["vlan"] is None else str(port["vlan"])
        yield Wanted((*place, "access"), None if carried else own, _CARRIED if carried else _IN)
        yield Wanted((*place, "untagged"), own if carried else None, _IN if carried and own else _OUT)
        has = {vlan for key in main.below((*place, "vlan")) for vlan in _listed(key)}
        if has != {*carried}:
            yield Wanted((*place, "vlan", ",".join(map(str, carried))), "", _CARRIED) if carried else Wanted((*place, "vlan"), None, _OUT)  # fmt: skip
    for name in interfaces:
        if name not in bridged:
            yield Wanted(("interface", name, "bridge"), None, _ROUTED)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    groups = _groups(switch)
    for port in switch.ports:
        name = port["interface"]
        head, number = f"interface {name}", groups.get(name)
        mode = None if number is None else f"{number} mode active"
        yield Wanted((head, "channel-group"), mode, _NO_GROUP if mode is None else _GROUP)
        yield from _switchport(switch, head, port)
        if number is not None:
            yield from _switchport(switch, f"interface Port-Channel{number}", port)


def _switchport(switch: SwitchRows, head: str, port: Row) -> Iterator[Wanted]:
    """Ask for the VLANs of an interface. A list may be written in several ways; a port in no VLAN is routed."""
    carried, own = _carried(port), None if port["vlan"] is None else str(port["vlan"])
    if not carried and own is None:
        yield Wanted((head, "switchport"), None, _ROUTED)
        return
    yield Wanted((head, "switchport mode"), "trunk" if carried else "access", _CARRIED)
    if not carried:
        yield Wanted((head, "switchport access vlan"), own, _IN)
        return
    allowed = (head, "switchport trunk allowed vlan")
    if _listed(switch.main.value(allowed) or "") != {*carried}:
        yield Wanted(allowed, ",".join(map(str, carried)), _CARRIED)
    yield Wanted((head, "switchport trunk native vlan"), own, _OUT if own is None else _IN)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
