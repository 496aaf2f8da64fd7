"""BGP with the site: how many prefixes a router of it may announce, when a session over its limit is tried again, who may speak, and how soon silence is noticed."""

from collections.abc import Iterator

from generator.plan.edge import Family, Way
from generator.plan.read_back import read_ways
from generator.plan.routing import RESTART_MINUTES
from generator.source.span import Loc
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Rule, SwitchRows, Wanted

_DEFAULT = "default"
_MANY = "the plan has another limit for routes of this router of the site"
_OPEN = "the plan has a secret for both ends; without it, any device with the router's address can open the session"
_SLOW = "the plan has BFD on this session; without it, the routes of a dead router remain until the hold time ends"
_NO_BFD = "the plan has no BFD on this session, and the router may not answer it"
_STAYS = f"a session over its limit is to be tried again after {RESTART_MINUTES} minutes"


def _sessions(switch: SwitchRows) -> Iterator[tuple[Way, Family]]:
    """Yield every session of a border leaf with the site, by its way and IP version."""
    for way in read_ways(switch.plan):
        if way.switch == switch.row["name"] and way.asn is not None:
            yield from ((way, each) for each in way.families)


def _watched(way: Way, said: Loc, on: str, file: str = "") -> Wanted:
    """Ask for BFD where the way has it, and for none elsewhere."""
    return Wanted(said, on, _SLOW, file) if way.bfd else Wanted(said, None, _NO_BFD, file)


def _guard(switch: SwitchRows, way: Way, said: Loc, file: str = "") -> Iterator[Wanted]:
    """Ask for a password where the way has one. What it is stays unread: a file may have been filled in."""
    places = switch.files.get(file or switch.os)
    if way.password and places and places.value(said) is None:
        yield Wanted(said, "a password", _OPEN, file)


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    for way, each in _sessions(switch):
        row = ("BGP_NEIGHBOR_AF", f"{way.vrf or _DEFAULT}|{each.peer}|{each.afi}_unicast")
        yield Wanted((*row, "max_prefix_limit"), str(each.limit), _MANY)
        yield Wanted((*row, "max_prefix_restart_interval"), str(RESTART_MINUTES), _STAYS)
        neighbor: Loc = ("BGP_NEIGHBOR", f"{way.vrf or _DEFAULT}|{each.peer}")
        yield _watched(way, (*neighbor, "bfd"), "true")
        yield from _guard(switch, way, (*neighbor, "auth_password"))
        bgp = " ".join(("router bgp", str(switch.row["asn"]), *(("vrf", way.vrf) if way.vrf else ())))
        line = (bgp, f"address-family {each.afi} unicast", f"neighbor {each.peer} maximum-prefix")
        yield Wanted(line, f"{each.limit} restart {RESTART_MINUTES}", f"{_MANY}, or none; {_STAYS}", FRR)
        yield _watched(way, (bgp, f"neighbor {each.peer} bfd"), "", FRR)
        yield from _guard(switch, way, (bgp, f"neighbor {each.peer} password"), FRR)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    for way, each in _sessions(switch):
        peer: Loc = ("vrf", way.vrf or _DEFAULT, "router", "bgp", "neighbor", each.peer)
        yield from _guard(switch, way, (*peer, "password"))
        if way.bfd != bool(switch.main.below((*peer, "bfd"))):
            yield _watched(way, (*peer, "bfd"), "a profile")
        taken = (*peer, "address-family", f"{each.afi}-unicast", "prefix-limits", "inbound")
        yield Wanted((*taken, "maximum"), str(each.limit), _MANY)
        yield Wanted((*taken, "reestablish-wait"), str(60 * RESTART_MINUTES), _STAYS)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    for way, each in _sessions(switch):
        bgp = (f"router bgp {switch.row['asn']}", *((f"vrf {way.vrf}",) if way.vrf else ()))
        yield _watched(way, (*bgp, f"neighbor {each.peer} bfd"), "")
        yield from _guard(switch, way, (*bgp, f"neighbor {each.peer} password"))
        yield Wanted((*bgp, f"neighbor {each.peer} maximum-accepted-routes"), str(each.limit), _MANY)
        yield Wanted((*bgp, f"neighbor {each.peer} idle-restart-timer"), str(60 * RESTART_MINUTES), _STAYS)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
