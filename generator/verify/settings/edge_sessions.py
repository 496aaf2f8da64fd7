"""BGP with the site: how many prefixes a router of it may announce, and when a session over its limit is tried again."""

from collections.abc import Iterator

from generator.plan.edge import Family, Way
from generator.plan.read_back import read_ways
from generator.plan.routing import RESTART_MINUTES
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Rule, SwitchRows, Wanted

_DEFAULT = "default"
_MANY = "the plan has another limit for what this router of the site announces"
_STAYS = f"a session over its limit is to be tried again after {RESTART_MINUTES} minutes"


def _sessions(switch: SwitchRows) -> Iterator[tuple[Way, Family]]:
    """Yield every session of a border leaf with the site, by its way and IP version."""
    for way in read_ways(switch.plan):
        if way.switch == switch.row["name"] and way.asn is not None:
            yield from ((way, each) for each in way.families)


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    for way, each in _sessions(switch):
        row = ("BGP_NEIGHBOR_AF", f"{way.vrf or _DEFAULT}|{each.peer}|{each.afi}_unicast")
        yield Wanted((*row, "max_prefix_limit"), str(each.limit), _MANY)
        yield Wanted((*row, "max_prefix_restart_interval"), str(RESTART_MINUTES), _STAYS)
        bgp = " ".join(("router bgp", str(switch.row["asn"]), *(("vrf", way.vrf) if way.vrf else ())))
        line = (bgp, f"address-family {each.afi} unicast", f"neighbor {each.peer} maximum-prefix")
        yield Wanted(line, f"{each.limit} restart {RESTART_MINUTES}", f"{_MANY}, or none; {_STAYS}", FRR)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    for way, each in _sessions(switch):
        peer = ("vrf", way.vrf or _DEFAULT, "router", "bgp", "neighbor", each.peer)
        taken = (*peer, "address-family", f"{each.afi}-unicast", "prefix-limits", "inbound")
        yield Wanted((*taken, "maximum"), str(each.limit), _MANY)
        yield Wanted((*taken, "reestablish-wait"), str(60 * RESTART_MINUTES), _STAYS)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    for way, each in _sessions(switch):
        bgp = (f"router bgp {switch.row['asn']}", *((f"vrf {way.vrf}",) if way.vrf else ()))
        yield Wanted((*bgp, f"neighbor {each.peer} maximum-accepted-routes"), str(each.limit), _MANY)
        yield Wanted((*bgp, f"neighbor {each.peer} idle-restart-timer"), str(60 * RESTART_MINUTES), _STAYS)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
