"""BGP with the site: limits of prefixes, the retry of a session above its limit, passwords, and BFD."""

from collections.abc import Iterator

from generator.plan.edge import Family, SiteUplink
from generator.plan.read_back import read_uplinks
from generator.plan.routing import RESTART_MINUTES
from generator.source.span import Loc
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Rule, SwitchRows, Wanted

_DEFAULT = "default"
_MANY = "the plan has another limit for routes of this router of the site"
_OPEN = "the plan has a secret for both ends; without it, any device with the router's address can open the session"
_SLOW = "the plan has BFD on this session; without it, the routes of a dead router remain until the hold time ends"
_NO_BFD = "the plan has no BFD on this session, and the router may not answer it"
_STAYS = f"a session over its limit is to be tried again after {RESTART_MINUTES} minutes"


def _sessions(switch: SwitchRows) -> Iterator[tuple[SiteUplink, Family]]:
    """Yield every session of a border leaf with the site, by its uplink and IP version."""
    for uplink in read_uplinks(switch.plan):
        if uplink.switch == switch.row["name"] and uplink.asn is not None:
            yield from ((uplink, each) for each in uplink.families)


def _watched(uplink: SiteUplink, said: Loc, on: str, file: str = "") -> Wanted:
    """Require BFD where the uplink has it, and none elsewhere."""
    return Wanted(said, on, _SLOW, file) if uplink.bfd else Wanted(said, None, _NO_BFD, file)


def _guard(switch: SwitchRows, uplink: SiteUplink, said: Loc, file: str = "") -> Iterator[Wanted]:
    """Require a password where the uplink has one. Its value is not read, as references may have been replaced."""
    places = switch.files.get(file or switch.os)
    if uplink.password and places and places.value(said) is None:
        yield Wanted(said, "a password", _OPEN, file)


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    for uplink, each in _sessions(switch):
        row = ("BGP_NEIGHBOR_AF", f"{uplink.vrf or _DEFAULT}|{each.peer}|{each.afi}_unicast")
        yield Wanted((*row, "max_prefix_limit"), str(each.limit), _MANY)
        yield Wanted((*row, "max_prefix_restart_interval"), str(RESTART_MINUTES), _STAYS)
        neighbor: Loc = ("BGP_NEIGHBOR", f"{uplink.vrf or _DEFAULT}|{each.peer}")
        yield _watched(uplink, (*neighbor, "bfd"), "true")
        yield from _guard(switch, uplink, (*neighbor, "auth_password"))
        bgp = " ".join(("router bgp", str(switch.row["asn"]), *(("vrf", uplink.vrf) if uplink.vrf else ())))
        line = (bgp, f"address-family {each.afi} unicast", f"neighbor {each.peer} maximum-prefix")
        yield Wanted(line, f"{each.limit} restart {RESTART_MINUTES}", f"{_MANY}, or none; {_STAYS}", FRR)
        yield _watched(uplink, (bgp, f"neighbor {each.peer} bfd"), "", FRR)
        yield from _guard(switch, uplink, (bgp, f"neighbor {each.peer} password"), FRR)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    for uplink, each in _sessions(switch):
        peer: Loc = ("vrf", uplink.vrf or _DEFAULT, "router", "bgp", "neighbor", each.peer)
        yield from _guard(switch, uplink, (*peer, "password"))
        if uplink.bfd != bool(switch.main.below((*peer, "bfd"))):
            yield _watched(uplink, (*peer, "bfd"), "a profile")
        taken = (*peer, "address-family", f"{each.afi}-unicast", "prefix-limits", "inbound")
        yield Wanted((*taken, "maximum"), str(each.limit), _MANY)
        yield Wanted((*taken, "reestablish-wait"), str(60 * RESTART_MINUTES), _STAYS)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    for uplink, each in _sessions(switch):
        bgp = (switch.bgp, *((f"vrf {uplink.vrf}",) if uplink.vrf else ()))
        yield _watched(uplink, (*bgp, f"neighbor {each.peer} bfd"), "")
        yield from _guard(switch, uplink, (*bgp, f"neighbor {each.peer} password"))
        yield Wanted((*bgp, f"neighbor {each.peer} maximum-accepted-routes"), str(each.limit), _MANY)
        yield Wanted((*bgp, f"neighbor {each.peer} idle-restart-timer"), str(60 * RESTART_MINUTES), _STAYS)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
