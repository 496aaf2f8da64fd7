"""The DNS zones: a forward zone for the domain and the reverse zones of the addresses in it, from one list of names.

Every address has one name and one PTR record that leads back to it. Names of services stand for several hosts, and no PTR record leads to them.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from generator.plan.access.services import SERVICES
from generator.plan.plan import Plan
from generator.plan.provisioning.names import Named
from generator.plan.provisioning.records import Record, Servers, Zone
from generator.plan.provisioning.reverse import ReverseZones, place_ipv6

SERVICE_NAMES = ("boot", "ntp")
"""Who has files to install from, and who has the time. No device is called so: names of devices have a number in them."""
SLURM = "_slurmctld._tcp"
"""Where slurmd without a file of its own finds its controllers (slurm.schedmd.com, "Configless" Slurm: the lowest priority is the primary)."""
_HASH_BITS = 12
_SERIAL_BITS = 32


def zones_of(plan: Plan, named: Sequence[Named], servers: Servers) -> tuple[Zone, ...]:
    """Return the forward zone, then the reverse zones by address; nothing where no control host is there to serve them."""
    if not servers.nameservers:
        return ()
    domain = f"{plan.domain}."
    bodies = [(plan.domain, (*_hosts(named), *_services(plan, servers, domain))), *_reverse(plan, named, domain)]
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
    """Yield names of what control hosts serve in-band, and Slurm's controllers in the order in which slurm.conf has them."""
    for name in SERVICE_NAMES:
        yield from (Record(name, "A", port.address) for port in servers.inband)
    if plan.slurm is None:
        return
    labels = {each.host: each.label for each in servers.inband}
    port, _ = SERVICES["slurmctld"].ports[0]
    for place, host in enumerate(plan.slurm.controllers):
        if host.name in labels:
            yield Record(SLURM, "SRV", f"{place} 0 {port} {labels[host.name]}.{domain}")


def _reverse(plan: Plan, named: Iterable[Named], domain: str) -> Iterator[tuple[str, tuple[Record, ...]]]:
    """Yield the reverse zones with their PTR records, IPv4 before IPv6, by address."""
    pools = ReverseZones.of(plan.layouts)
    found: dict[tuple[int, int], tuple[str, list[tuple[int, Record]]]] = {}
    for each in named:
        places = [(4, pools.place(each.address)), *([(6, place_ipv6(each.ipv6))] if each.ipv6 else [])]
        for family, place in places:
            _, rows = found.setdefault((family, place.start), (place.zone, []))
            rows.append((place.address, Record(place.owner, "PTR", f"{each.label}.{domain}")))
    for _, (name, rows) in sorted(found.items(), key=lambda each: each[0]):
        yield name, tuple(record for _, record in sorted(rows, key=lambda row: row[0]))
