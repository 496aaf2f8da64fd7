"""Figures of hosts that serve storage tiers, and the number of hosts that tiers need."""

from collections.abc import Sequence
from math import ceil

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Host, StorageModel
from generator.spec.storage import ProtectionSpec
from generator.workload.data import FILL
from generator.workload.tier_measures import RATES, Measured
from generator.workload.tier_products import Spread, spread_of
from generator.workload.tiers import TierNeed

NIC_MARGIN = 1.1
"""The margin of the ports of a tier's hosts over its required rate: a planner's figure."""
_BITS = 8


class TierHost(Struct, frozen=True, kw_only=True):
    """One host of a group for tiers on one fabric: TB and GB/s, None where no document states a figure. `together` are lost at once."""

    model: str
    title: str
    ports_gbps: float
    slot_gbps: float | None
    drives: int
    raw_tb: float
    drive_read_gbs: float | None
    drive_write_gbs: float | None
    host_read_gbs: float | None
    host_write_gbs: float | None
    together: int
    alone: bool
    """The first host of the group serves the tier by itself."""
    protection: ProtectionSpec | None
    spread: Spread
    """Where the parts of a protected set are."""
    source: str
    """Where its figures come from."""

    @property
    def net_gbs(self) -> float:
        """The bandwidth of its ports, GB/s."""
        limits = [self.ports_gbps, *([self.slot_gbps] if self.slot_gbps else [])]
        return min(limits) / _BITS

    @property
    def usable(self) -> float | None:
        """Usable share of raw capacity; None where the protection is not stated."""
        found = self.protection
        return found.data / (found.data + found.parity) if found else None

    def limits(self, what: Measured) -> dict[str, float]:
        """Return what bounds its reading or writing, by name; every part that is known."""
        whole = self.host_read_gbs if what == "read" else self.host_write_gbs
        drive = self.drive_read_gbs if what == "read" else self.drive_write_gbs
        found = {"ports": self.net_gbs} if self.ports_gbps else {}
        if drive is not None:
            # Parity is written beside the data; without a stated protection this is the most that drives could do
            found["drives"] = self.drives * drive * (1.0 if what == "read" else self.usable or 1.0)
        if whole is not None:
            found["host"] = whole
        return found

    def rate(self, what: Measured) -> float:
        """Return the smallest of its bounds, GB/s; 0 where nothing is known."""
        return min(self.limits(what).values(), default=0.0)

    def knows(self, what: Measured) -> bool:
        """Whether more is known of its rate than what its ports carry."""
        return bool(self.limits(what).keys() - {"ports"})

    def planned(self, what: Measured) -> float:
        """Return the rate by which hosts are counted, GB/s: with the margin of its ports."""
        limits = self.limits(what)
        if "ports" in limits:
            limits["ports"] /= NIC_MARGIN
        return min(limits.values(), default=0.0)

    @property
    def parts(self) -> int:
        """Parts of a protected set; 0 where the protection is not stated."""
        return self.protection.data + self.protection.parity if self.protection else 0

    @property
    def least(self) -> int:
        """Hosts that hold each part of a set in another failure domain; 0 where sets are within one, or not known."""
        return self.parts * self.together if self.spread == "domains" else 0

    @property
    def capacity(self) -> float:
        """Return its capacity at the planned fill level, TB; of raw capacity where the protection is not known."""
        return self.raw_tb * (self.usable or 1.0) * FILL


def tier_host(need: TierNeed, host: Host, catalog: Catalog, ports_gbps: Sequence[float] | None = None) -> TierHost:
    """Return a host for a tier; its ports run at `ports_gbps`, or at their highest speed."""
    known = catalog.find(StorageModel, host.model)
    speeds = (
        [port.speed_gbps for port in host.ports if port.fabric == need.fabric] if ports_gbps is None else ports_gbps
    )
    slot = known.slot_gbps.get(need.fabric) if known else None
    return TierHost(
        model=host.model,
        title=host.title,
        ports_gbps=max(speeds, default=0.0) if need.standby else sum(speeds),
        slot_gbps=slot,
        drives=sum(drive.count for drive in host.local_nvme),
        raw_tb=sum(drive.count * drive.size_tb for drive in host.local_nvme),
        drive_read_gbs=known.drive_read_gbs if known else None,
        drive_write_gbs=known.drive_write_gbs if known else None,
        host_read_gbs=known.host_read_gbs if known else None,
        host_write_gbs=known.host_write_gbs if known else None,
        together=need.spec.failure_domain or (known.enclosure_hosts if known else None) or 1,
        alone=need.alone,
        protection=need.spec.protection,
        spread=spread_of(need.spec),
        source=f"{host.title}: the catalog (hosts/{host.model}{f', storage/{host.model}' if known else ''})",
    )


def counted(served: Sequence[tuple[TierNeed, TierHost]]) -> tuple[int, str]:
    """Return the hosts that tiers of one group need together, one failure domain more among them, and which figure decides; 0 without a figure."""
    wanted: dict[str, float] = {
        "capacity": sum(_hosts(need.value("capacity"), host.capacity) for need, host in served),
        **{what: sum(_hosts(need.value(what), host.planned(what)) for need, host in served) for what in RATES},
    }
    if not any(wanted.values()):
        return 0, ""
    wanted["protection"] = max(host.least for _, host in served)
    decides = max(wanted, key=lambda what: wanted[what])
    together = max(host.together for _, host in served)
    return with_reserve(wanted[decides], together), decides


def with_reserve(hosts: float, together: int) -> int:
    """Return this number of hosts plus one failure domain, in whole failure domains of `together` hosts."""
    return whole_domains(ceil(hosts - 1e-9) + together, together)


def whole_domains(hosts: float, together: int) -> int:
    """Return this number of hosts rounded up to whole failure domains of `together` hosts."""
    return ceil((hosts - 1e-9) / together) * together


def _hosts(need: float, each: float) -> float:
    """Return the number of hosts for a figure; 0 where nothing is needed, or where the figure of one host is not known."""
    return need / each if each else 0.0
