"""Host groups of the spec, joined with the catalog."""

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog import model as catalog
from generator.catalog.entry import HostRole
from generator.model.baseline import NO_BASELINE, Baseline
from generator.model.member import RackShare, digits_for
from generator.model.naming import Naming, device_name
from generator.source.span import Loc
from generator.spec.hosts import HostGroupSpec

ROLE_ORDER = {"compute": 0, "storage": 1, "control": 2, "login": 3, "manager": 4, "gateway": 5, "border": 6, "nvsw": 11}
"""The fixed place of each role wherever hosts are numbered together; devices that come with a rack follow everything, the switches (10) too."""


class HostGroup(Struct, frozen=True, kw_only=True):
    """A group with its model, its envelope and the ordinals (from 0) that are installed."""

    name: str
    spec: HostGroupSpec
    model: catalog.Host
    role: HostRole
    max: int
    installed: tuple[int, ...]
    origin: Loc
    """The group's place in the spec, or the key that asked for it."""
    kept_digits: int = 0
    """Digits that an earlier plan gave its names; 0 where none did."""
    share: RackShare | None = None
    """The racks that they come with; None for hosts that the spec states."""
    naming: Naming | None = None
    """Names that the site has given its hosts."""

    @property
    def order(self) -> tuple[int, str]:
        """Sort key of the group: by role, then by name, never by its place in the file."""
        return (ROLE_ORDER[self.role], self.name)

    @property
    def digits(self) -> int:
        """Digits of the ordinal in a host's name."""
        return self.kept_digits or digits_for(self.max)

    def host_name(self, ordinal: int) -> str:
        """Name a host by its ordinal."""
        if self.naming:
            return self.naming.name(ordinal, self.name, self.digits)
        return device_name(self.name, ordinal, self.digits)

    def domain_of(self, ordinal: int) -> int | None:
        """The NVLink domain of a host, from 0; None where the domain is the host itself."""
        hosts = self.model.nvlink_domain_hosts
        return ordinal // hosts if hosts else None

    def ports_on(self, fabric: str) -> list[catalog.HostPort]:
        """The ports of each host that are meant for a fabric, in the order of the metal; those of a manager go to the fabric that it manages."""
        return self.model.ports_on(fabric, self.role, self.spec.manages)


def make_group(
    name: str,
    spec: HostGroupSpec,
    model: catalog.Host,
    origin: Loc = (),
    retired: frozenset[str] = frozenset(),
    baseline: Baseline = NO_BASELINE,
    share: RackShare | None = None,
) -> HostGroup:
    """Join a group with its model; `origin` where the spec asks for it by another key, `retired` the hosts and groups that have left."""
    places = spec.positions or range(1, spec.count + 1)
    group = HostGroup(
        name=name,
        spec=spec,
        model=model,
        role=spec.role or model.role or "compute",
        max=spec.max or max(1, spec.count),
        installed=tuple(sorted(place - 1 for place in places)),
        origin=origin or ("hosts", name),
        kept_digits=baseline.digits.get(name, 0),
        naming=baseline.names.get(name),
        share=share,
    )
    if not retired:
        return group
    left = () if name in retired else tuple(n for n in group.installed if group.host_name(n) not in retired)
    return replace(group, installed=left)
