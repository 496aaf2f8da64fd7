"""Stations: every address of a host, of a BMC or of a switch's management port, with its switch ports."""

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, ip_network
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.access.records import PODS
from generator.plan.addressing.pods import NODE_PREFIX, POD_ROLES
from generator.plan.edge import SiteUplink
from generator.verify.host_files import HostFiles
from generator.verify.reach.intent import SITE, Intent
from generator.verify.reach.packet import Span, family_of, own_and_span
from generator.verify.reach.read_hosts import is_configured

BMC = "bmc"
_HOST = "host"
"""The party whose AS number all hosts with pods have."""
MANAGEMENT = "management"
_IPV6_MORE = 96
"""The difference of an IPv6 prefix length and that of its IPv4 counterpart."""
Attachment = tuple[str, str]
"""A switch and its port."""
SITE_ADDRESSES = {4: "198.51.100.7", 6: "2001:db8::7"}
"""Addresses of documentation (RFC 5737, RFC 3849) that represent the outside."""


class Station(Struct, frozen=True, kw_only=True):
    """An address of a device. `host`: whether it has a configured operating system; BMCs and switches do not.

    `behind`: for a pod, its host's own address, the next hop of its routes, and `asn` the AS number of the announcement. Forwarding within a host to
    its pods is not judged.
    """

    zone: str
    device: str
    interface: str
    family: int
    address: int
    text: str
    neighbours: Span
    host: bool
    behind: "Station | None" = None
    asn: int = 0

    def __str__(self) -> str:
        return f"{self.device} {self.text}" if self.zone != SITE else self.text


def read_stations(files: HostFiles, plan: Mapping[str, Any], intent: Intent) -> Iterator[Station]:
    """Yield every station in the order of the plan; addresses without a zone are skipped. Appliances have no files, like BMCs."""
    hosts = {host["name"] for host in plan["hosts"] if is_configured(files, host["name"])}
    appliances = {host["name"] for host in plan["hosts"]} - hosts
    for row in plan["addresses"]:
        host = row["device"] in hosts and row["use"] != BMC
        if not host and row["use"] not in {BMC, MANAGEMENT} and row["device"] not in appliances:
            continue
        yield from _stations(row, intent, host=host)
    yield from _pods(plan, intent)


def _pods(plan: Mapping[str, Any], intent: Intent) -> Iterator[Station]:
    """Yield a pod on each host that may run some, where leaves route them: which addresses a host has, Kubernetes chooses; leaves treat all alike."""
    pools = [IPv4Network(row["prefix"]) for row in plan["prefixes"] if row["kind"] == PODS]
    roles = {host["name"]: host["role"] for host in plan["hosts"]}
    rows = [row for row in plan["addresses"] if row["use"] == "inband" and roles.get(row["device"]) in POD_ROLES]
    asn = next((row["asn"] for row in plan["asns"] if row["tier"] == _HOST), 0)
    runners = [each for row in rows for each in _stations(row, intent, host=True) if each.family == 4]
    for pool in pools:
        for behind, part in zip(runners, pool.subnets(new_prefix=NODE_PREFIX), strict=False):
            own, span = own_and_span(f"{part[2]}/{NODE_PREFIX}")
            zone = intent.zone_of(4, own) or PODS
            yield replace(behind, zone=zone, address=own, text=str(part[2]), neighbours=span, behind=behind, asn=asn)


def _stations(row: Mapping[str, Any], intent: Intent, *, host: bool) -> Iterator[Station]:
    for family, text, length in ((4, row["address"], row["length"]), (6, row["ipv6"], row["length"] + _IPV6_MORE)):
        if not text:
            continue
        own, span = own_and_span(f"{text}/{length}")
        zone = intent.zone_of(family, own)
        if zone:
            yield Station(
                zone=zone,
                device=row["device"],
                interface=row["interface"],
                family=family,
                address=own,
                text=text,
                neighbours=span,
                host=host,
            )


def sites(family: int, uplinks: Iterable[SiteUplink], stated: Iterable[str] = ()) -> list[Station]:
    """Return the stations that represent the outside: an address of documentation, and one in each prefix that an uplink accepts or that is a destination."""
    lines = [line.prefix for uplink in uplinks for each in uplink.families if each.version == family for line in each.accepts]  # fmt: skip
    lines += [prefix for prefix in stated if family_of(prefix) == family]
    prefixes = sorted(map(ip_network, dict.fromkeys(lines)), key=lambda each: -each.prefixlen)
    found = {SITE_ADDRESSES[family]: None}
    for place, prefix in enumerate(prefixes):
        if prefix.prefixlen:
            ends = (prefix[min(1, prefix.num_addresses - 1)], prefix[-1])
            narrower = prefixes[:place]
            found[str(next((end for end in ends if not any(end in each for each in narrower)), ends[0]))] = None
    return [_site(family, text) for text in found]


def _site(family: int, text: str) -> Station:
    own, span = own_and_span(text)
    return Station(zone=SITE, device=SITE, interface="", family=family, address=own, text=text, neighbours=span, host=False)  # fmt: skip
