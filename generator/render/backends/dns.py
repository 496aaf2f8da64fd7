"""dns: the cluster's zones, forward and reverse, and the part of named.conf that loads them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "dns"
_HOME = "provisioning/dns"
_FOLDER = "clustergen"
_NAMED = Proof(Grade.APPLIED, "named 9.18 (BIND)")


class _Times(Struct, frozen=True):
    """Seconds. Zones change with the hardware, not by the hour: an hour to be believed, and RIPE-203's values for other servers.

    What is not there is believed for 5 minutes, so that a new host is found soon (RFC 2308, section 5).
    """

    ttl: int = 3600
    refresh: int = 86400
    retry: int = 7200
    expire: int = 3600000
    negative: int = 300


def paths(plan: Plan) -> Iterable[str]:
    """Yield the part of named.conf, then a file for each zone."""
    names = [zone.name for zone in plan.provisioning.zones]
    if names:
        yield f"{_HOME}/named.conf"
        yield from (f"{_HOME}/{name}.zone" for name in names)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the zone files; they have the names of installed devices, so growth adds to them."""
    zones = plan.provisioning.zones
    if not zones:
        return
    names = [zone.name for zone in zones]
    conf = templates.render("provisioning/named.conf.j2", domain=plan.domain, folder=_FOLDER, names=names)
    yield Artifact(f"{_HOME}/named.conf", conf, _NAMED)
    for zone in zones:
        text = templates.render("provisioning/zone.j2", zone=zone, times=_Times())
        yield Artifact(f"{_HOME}/{zone.name}.zone", text, _NAMED)
