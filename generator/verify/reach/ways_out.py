"""Uplinks to the site by the addresses that they accept: which of them a station has, their filters, and the routes that lead other leaves to them."""

from collections.abc import Iterable, Iterator

from generator.plan.edge import DEFAULTS, OOB, SiteUplink
from generator.verify.reach.cabling import Cabling
from generator.verify.reach.filters import FilterList
from generator.verify.reach.packet import Span, span_of
from generator.verify.reach.stations import SITE_ADDRESSES, Station
from generator.verify.systems.records import SwitchFiles

_IPV4 = 4


class WaysOut:
    """The uplinks of a plan. An uplink leads to an address if a prefix that it accepts holds it."""

    def __init__(self, cabling: Cabling, uplinks: Iterable[SiteUplink]) -> None:
        """Take the cables, with the files of their ends, and the uplinks."""
        self._cabling = cabling
        every = tuple(uplinks)
        self._common = [each for each in every if not each.vrf]
        self._of_tenants = [each for each in every if each.vrf]

    def own(self, station: Station, site: Station) -> list[SiteUplink]:
        """Return the uplinks of a station's tenant that lead to an address, and by which the site reaches the station."""
        tenant = station.zone.partition("@")[2]
        return [
            each
            for each in self._of_tenants
            if each.tenant == tenant and any(leads(each, site)) and _announces(each, station)
        ]

    def common(self, site: Station, *, out_of_band: bool) -> list[SiteUplink]:
        """Return the uplinks of the default instance that lead to an address."""
        return [each for each in self._common if (each.fabric == OOB) is out_of_band and any(leads(each, site))]

    def common_leads(self, site: Station) -> bool:
        """Whether the default gateway of hosts leads to an address: by an uplink, or, where there is none, by a border host, which leads anywhere."""
        stated = any(each.fabric != OOB for each in self._common) or site.text not in SITE_ADDRESSES.values()
        return not stated or bool(self.common(site, out_of_band=False))

    def out_of_band(self, station: Station) -> bool:
        """Whether cables lead from a station's leaf to one with an uplink of the out-of-band network."""
        leaves = {name for name, _ in self._cabling.attachments(station)[0]}
        uplinks = [uplink.switch for uplink in self._common if uplink.fabric == OOB]
        return any(self._cabling.joined(leaf, uplink) for leaf in leaves for uplink in uplinks)

    def doors(self, station: Station, site: Station) -> list[tuple[FilterList, ...]]:
        """Return the filters of each uplink by which an address of the site reaches a station; empty where that is behind a border host."""
        mine = self.own(station, site) or self.common(site, out_of_band=self.out_of_band(station))
        ports = (port for uplink in mine if (port := self._cabling.port((uplink.switch, uplink.guard))))
        return [tuple(port.lists) for port in ports]

    def stop(self, switch: SwitchFiles, vrf: str, site: Station) -> str:
        """Return why an instance of a switch has no route to an address of the site; empty where it has.

        What a border leaf itself accepts is judged in `edge.py`; other leaves receive it through the fabric.
        """
        shared = [uplink for uplink in self._of_tenants if self._shares(switch, vrf, uplink)]
        if shared:
            mine = [uplink for uplink in shared if any(leads(uplink, site))]
            return next(filter(None, (self._unoriginated(uplink, site) for uplink in mine)), "")
        here = any(self._cabling.joined(switch.name, each.switch) for each in self._common if each.fabric == OOB)
        mine = self.common(site, out_of_band=here)
        if site.family != _IPV4 or not mine:
            return ""
        if vrf:
            return f"{switch.file}: {vrf} has no route to the site"
        near = [each for each in mine if self._cabling.joined(switch.name, each.switch)]
        if not near:
            return f"{switch.file}: the default instance has no route to the site"
        away = [each for each in near if each.switch != switch.name]
        return next(filter(None, (self._unheard(switch, each, site) for each in away)), "")

    def _shares(self, switch: SwitchFiles, vrf: str, uplink: SiteUplink) -> bool:
        """Whether an instance of a switch and that of a tenant's uplink are one."""
        leaf = self._cabling.switch(uplink.switch)
        if leaf is None or not vrf or not self._cabling.joined(switch.name, leaf.name):
            return False
        vni = switch.vrf_vnis.get(vrf)
        return next((name for name, theirs in leaf.vrf_vnis.items() if theirs == vni), None) == uplink.vrf

    def _unoriginated(self, uplink: SiteUplink, site: Station) -> str:
        """Return which static route of an uplink its border leaf does not announce to other leaves."""
        leaf = self._cabling.switch(uplink.switch)
        if leaf is None or uplink.asn is not None:
            return ""
        spans = {span for family, span in leaf.announced.get(uplink.vrf, ()) if family == site.family}
        if all(span in spans for span in leads(uplink, site)):
            return ""
        return f"{leaf.file}: a static route to the site's networks is not announced to other switches"

    def _unheard(self, switch: SwitchFiles, uplink: SiteUplink, site: Station) -> str:
        """Return where routes of an uplink are stopped on their way through the fabric."""
        leaf = self._cabling.switch(uplink.switch)
        if leaf is None:
            return f"{switch.file}: the default instance has no route to the site"
        if why := self._unoriginated(uplink, site):
            return why
        if not leaf.learned.file:
            return ""  # a system whose policy is not read here
        for network in leads(uplink, site):
            what = "the site's default route" if network == span_of(DEFAULTS[_IPV4]) else "a route to the site's networks"  # fmt: skip
            if not leaf.learned.tells(network, "" if uplink.asn is None else uplink.asn):
                return f"{leaf.learned.file}: {what} is not announced to other switches"
            for spine in self._cabling.transit(uplink.switch):
                if not (spine.learned.hears(network) and spine.learned.tells(network, None)):
                    return f"{spine.learned.file or spine.file}: {what} is not passed on"
            if not switch.learned.hears(network):
                return f"{switch.learned.file or switch.file}: {what} is not accepted"
        return ""


def leads(uplink: SiteUplink, site: Station) -> Iterator[Span]:
    """Yield the prefixes that an uplink accepts and that hold an address of the site."""
    for family in uplink.families:
        for line in family.accepts if family.version == site.family else ():
            span = span_of(line.prefix)
            if span[0] <= site.address <= span[1]:
                yield span


def _announces(uplink: SiteUplink, station: Station) -> bool:
    """Whether an uplink announces the prefix of a station, and not only a default route."""
    lines = (line for each in uplink.families if each.version == station.family for line in each.announces)
    spans = (span_of(line.prefix) for line in lines if line.prefix != DEFAULTS[station.family])
    return any(first <= station.address <= last for first, last in spans)
