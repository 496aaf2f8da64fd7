"""Devices that come with a rack of hosts and have ports of their own: the NVLink switch trays of an NVL72 rack.

They make a group beside the group of the hosts, named after it, with as many devices in each rack as the catalog states.
"""

from collections.abc import Iterator, Sequence

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.model.baseline import Baseline
from generator.model.groups import HostGroup, make_group
from generator.model.member import RackShare
from generator.spec.hosts import HostGroupSpec
from generator.spec.states import StatesSpec, retired_names


def rack_devices(
    groups: Sequence[HostGroup], catalog: Catalog, states: StatesSpec, baseline: Baseline
) -> Iterator[HostGroup]:
    """Yield a group of every device that racks of the given groups come with: installed in each rack that has a host."""
    taken = {group.name for group in groups}
    for group in (each for each in groups if each.role == "compute"):
        hosts = group.model.per_rack or 1
        racks = sorted({ordinal // hosts for ordinal in group.installed})
        for index, fixture in enumerate(group.model.rack_fixtures):
            if fixture.model is None:
                continue
            model = catalog.get(Host, fixture.model)
            name = next(each for each in names_beside(group.name, model) if each not in taken)
            taken.add(name)
            places = tuple(rack * fixture.count + n + 1 for rack in racks for n in range(fixture.count))
            most = -(-group.max // hosts) * fixture.count
            spec = HostGroupSpec(model=model.model, count=len(places), max=most, positions=places)
            share = RackShare(group=group.name, hosts=hosts, devices=fixture.count, fixture=index)
            yield make_group(name, spec, model, group.origin, retired_names(states), baseline, share)


def names_beside(group: str, model: Host) -> Iterator[str]:
    """Yield what the devices beside a group may be called, the first choice first: a group of the spec may have that name."""
    yield f"{group}-{model.role}"
    yield f"{group}-{model.model}"
