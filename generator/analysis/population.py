"""The devices by whose losses a failure is judged: in the compute fabric the compute hosts, in others all but the managers."""

from collections.abc import Mapping

from msgspec import Struct, field

from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan

_SWITCHES = "switches"
"""The name of devices that are not hosts: on the out-of-band fabric, switches."""


class Population(Struct, frozen=True, kw_only=True):
    """The devices of a fabric by group. Groups `apart` are counted by themselves, `managers` among them.

    Bandwidth is judged by the `main` groups, or by all that count where there is none. `words` names the devices that count.
    """

    words: str = "hosts"
    groups: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    main: frozenset[str] = frozenset()
    managers: frozenset[str] = frozenset()

    def group(self, device: str) -> str:
        """Return the group of a device."""
        return self.groups.get(device, _SWITCHES)

    def counts(self, device: str) -> bool:
        """Whether its loss counts with that of the others."""
        return self.group(device) not in self.apart

    def manages(self, device: str) -> bool:
        """Whether it manages the fabric, which works without it for some time."""
        return self.group(device) in self.managers

    def judged(self, device: str) -> bool:
        """Whether it is one of those whose bandwidth is judged."""
        return self.group(device) in self.main if self.main else self.counts(device)


def population(plan: Plan, fabric: Fabric) -> Population:
    """Divide the devices of a fabric, and of those that it carries."""
    groups = {host.name: host.group for host in plan.hosts}
    if fabric.name == "oob":
        return Population(words="devices", groups=groups)
    members = fabric.members
    managers = frozenset(member.name for member in members if member.manages)
    computing = frozenset(member.name for member in members if member.computes)
    if fabric.name == "compute" and computing:
        apart = frozenset({*groups.values(), _SWITCHES} - computing)
        mixed = len(members) > len(computing) or fabric.carries
        words = "hosts that compute" if mixed else "hosts"
        return Population(words=words, groups=groups, apart=apart, main=computing, managers=managers)
    others = [member for member in members if not member.manages]
    largest = max(others, key=lambda each: each.installed, default=None)
    main = frozenset({largest.name} if largest else ())
    return Population(groups=groups, apart=managers, main=main, managers=managers)
