"""The DNS zones: a forward zone for the domain and the reverse zones of the addresses in it, from one list of names.

Every address has one name and one PTR record that leads back to it. Names of services stand for several hosts, and no PTR record leads to them.
Reverse zones end on octet boundaries inside the address's pool, so that no zone includes foreign addresses: a pool of /9 has zones of /16, one of
/20 zones of /24. A pool longer than /24 gets a zone of its own below the octet, as RFC 2317 has it, with a hyphen, as it advises; the owner of the
/24 delegates to it. IPv6 pools are /64 each, which is a nibble boundary.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from ipaddress import IPv6Address
from operator import itemgetter

from msgspec import Struct

from generator.plan.access.services import SERVICES
from generator.plan.addressing.layout import number_of
from generator.plan.hosts.gateways import addresses_of_name, shared_names
from generator.plan.plan import Plan
from generator.plan.provisioning.names import Named
from generator.plan.provisioning.records import Record, Servers, Zone

SERVICE_NAMES = ("boot", "ntp")
"""Names of services: boot files, and time. No device has these names, as names of devices have a number."""
SLURM = "_slurmctld._tcp"
"""The record by which slurmd without a local file finds its controllers (slurm.schedmd.com, "Configless" Slurm: the lowest priority is the primary)."""
_HASH_BITS = 12
_SERIAL_BITS = 32
_IPV6_NIBBLES = 16
"""Hexadecimal digits of a /64, the prefix that every pool has of the cluster's IPv6 prefix."""

Pool = tuple[int, int, int]
"""The first and last address of a pool, and its prefix length."""


class ReversePlace(Struct, frozen=True):
    """A reverse zone, and an address's owner name in it; both sort by their first addresses, `start` and `address`, not by their text."""

    zone: str
    owner: str
    start: int
    address: int


def zones_of(plan: Plan, named: Sequence[Named], servers: Servers) -> tuple[Zone, ...]:
    """Return the forward zone, then the reverse zones by address; empty where there is no control host."""
    if not servers.nameservers:
        return ()
    domain = f"{plan.domain}."
    bodies = [(plan.domain, _forward(plan, named, servers)), *_reverse(plan, named, domain)]
    ours = tuple(Record("@", "NS", f"{label}.{domain}") for label in servers.nameservers)
    return tuple(
        Zone(
            name=name,
            primary=ours[0].value,
            mailbox=f"hostmaster.{domain}",
            serial=serial_of((*ours, *records)),
            records=(*ours, *records),
        )
        for name, records in bodies
    )


def answered(plan: Plan, named: Sequence[Named], servers: Servers) -> frozenset[str]:
    """Return the names of the forward zone that have an address, without the domain."""
    return frozenset(each.owner for each in _forward(plan, named, servers) if each.kind in {"A", "AAAA"})


def _forward(plan: Plan, named: Iterable[Named], servers: Servers) -> tuple[Record, ...]:
    return (*_hosts(named), *_services(plan, servers, f"{plan.domain}."))


def serial_of(records: tuple[Record, ...]) -> int:
    """Make a serial number of a zone's content, without a clock: how many records there are, then 12 bits of their hash.

    A zone that grows has a higher one (RFC 1982), which is when other servers copy it. Any other change has another one, higher or lower.
    """
    text = "\n".join(f"{each.owner} {each.kind} {each.value}" for each in records)
    digest = int.from_bytes(sha256(text.encode()).digest()[:4], "big")
    return (len(records) << _HASH_BITS | digest >> 32 - _HASH_BITS) % (1 << _SERIAL_BITS)


def _hosts(named: Iterable[Named]) -> Iterator[Record]:
    for each in named:
        yield Record(each.label, "A", each.address)
        if each.ipv6:
            yield Record(each.label, "AAAA", each.ipv6)


def _services(plan: Plan, servers: Servers, domain: str) -> Iterator[Record]:
    """Yield names of what control hosts serve in-band, those that gateways of an object store share, and Slurm's controllers in the order in which slurm.conf has them."""
    for name in SERVICE_NAMES:
        yield from (Record(name, "A", port.address) for port in servers.inband)
    for host in plan.hosts:
        for name in shared_names(plan, host):
            yield from (Record(name, "A", address) for address in addresses_of_name(plan, host))
    if plan.slurm is None:
        return
    labels = {each.host: each.label for each in servers.inband}
    port, _ = SERVICES["slurmctld"].ports[0]
    for place, host in enumerate(plan.slurm.controllers):
        if host.name in labels:
            yield Record(SLURM, "SRV", f"{place} 0 {port} {labels[host.name]}.{domain}")


def _reverse(plan: Plan, named: Iterable[Named], domain: str) -> Iterator[tuple[str, tuple[Record, ...]]]:
    """Yield the reverse zones with their PTR records, IPv4 before IPv6, by address."""
    prefixes = [layout.prefix for layout in plan.layouts]
    pools = [(int(p.network_address), int(p.broadcast_address), p.prefixlen) for p in prefixes]
    known: dict[int, Pool] = {}
    found: dict[tuple[int, int], tuple[str, list[tuple[int, Record]]]] = {}
    for each in named:
        places = [(4, place_ipv4(each.address, pools, known)), *([(6, place_ipv6(each.ipv6))] if each.ipv6 else [])]
        for family, place in places:
            _, rows = found.setdefault((family, place.start), (place.zone, []))
            rows.append((place.address, Record(place.owner, "PTR", f"{each.label}.{domain}")))
    for _, (name, rows) in sorted(found.items(), key=lambda each: each[0]):
        yield name, tuple(record for _, record in sorted(rows, key=itemgetter(0)))


def place_ipv4(text: str, pools: Iterable[Pool], known: dict[int, Pool]) -> ReversePlace:
    """Return an IPv4 address's zone and owner; pools do not overlap (rule `pools-overlap`). `known` has the pools of whole /24 that were found before.

    Raises LookupError: an address in no pool, which is a fault of the allocators.
    """
    address, labels = number_of(text), text.split(".")[::-1]
    found = known.get(address >> 8) or next((pool for pool in pools if pool[0] <= address <= pool[1]), None)
    if found is None:
        raise LookupError(f"{text} is in no pool")
    first, _, length = found
    if length <= 24:
        known[address >> 8] = found
    host_octets = max((32 - length) // 8, 1)
    below = [f"{first & 255}-{length}"] if length > 24 else []
    start = first if below else address >> 8 * host_octets << 8 * host_octets
    zone = ".".join([*below, *labels[host_octets:], "in-addr.arpa"])
    return ReversePlace(zone, ".".join(labels[:host_octets]), start, address)


def place_ipv6(text: str) -> ReversePlace:
    """Return an IPv6 address's zone and owner (RFC 3596, section 2.5)."""
    address = IPv6Address(text)
    labels = address.reverse_pointer.split(".")
    owner, zone = ".".join(labels[:_IPV6_NIBBLES]), ".".join(labels[_IPV6_NIBBLES:])
    return ReversePlace(zone, owner, int(address) >> 64 << 64, int(address))
