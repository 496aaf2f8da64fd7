"""Hosts, switches and racks as the plan records them."""

from collections.abc import Iterable, Iterator

from generator.model.cluster import Cluster
from generator.model.device import Switch as ModelSwitch
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.host_vlans import vlans_on
from generator.plan.addressing.numbers import overlaid
from generator.plan.records import Host, Rack, Switch, SwitchPort
from generator.plan.states import INSTALLED, states_of
from generator.plan.systems import version_of
from generator.plan.tenants import SERVED, plan_vrfs


def plan_hosts(cluster: Cluster, addressing: Addressing) -> Iterator[Host]:
    """Yield every installed host, by role, group and ordinal."""
    bands: dict[str, dict[str, str]] = {}
    for link in cluster.links:
        if link.fabric == "oob" and link.kind == "host_leaf":
            bands.setdefault(link.a.device, {})[link.a.interface] = addressing.out_of_band(link)
    states = states_of(cluster)
    for host in cluster.hosts:
        band = bands.get(host.name, {})
        yield Host(
            name=host.name,
            group=host.group,
            ordinal=host.ordinal,
            role=host.role,
            model=host.model.model,
            rack=host.place.rack,
            unit=host.place.unit,
            height_u=host.place.height_u,
            su=host.su,
            domain=host.domain,
            gpus=host.model.gpu_count,
            inband=addressing.inband(host),
            bmc=band.get("bmc", ""),
            management=band.get("mgmt0", ""),
            power_w=host.model.power_w.max or host.model.power_w.typical,
            state=states.get(host.name, INSTALLED),
            origin=host.origin,
        )


def plan_switches(cluster: Cluster, addressing: Addressing, ports: Iterable[SwitchPort]) -> Iterator[Switch]:
    """Yield every installed switch, by fabric, tier and ordinal. A leaf that serves tenants, or has their VLANs, has all of their instances."""
    everywhere = [vrf for vrf in plan_vrfs(cluster) if vrf.fabric == SERVED or vrf.vlans]
    vrfs: dict[str, set[str]] = {}
    for each in (switch for switch in cluster.switches if switch.tier == "leaf"):
        if mine := {vrf.name for vrf in everywhere if vrf.fabric in each.carries}:
            vrfs[each.name] = mine
    for port in ports:
        if port.vrf:
            vrfs.setdefault(port.switch, set()).add(port.vrf)
    managed = {
        link.a.device: (addressing.out_of_band(link), cluster.floor.switch_names[link.b.device][-1])
        for link in cluster.reserved
        if link.fabric == "oob" and link.a.interface == "eth0"
    }
    segment = addressing.oob.get("management")
    way_out = cluster.spec.addressing.way_out
    states, tunnelled = states_of(cluster), overlaid(cluster)
    for switch in cluster.switches:
        identity = addressing.identities[switch.name]
        address, leaf = managed.get(switch.name, ("", None))
        aggregates, twins = addressing.aggregates(switch)
        yield Switch(
            name=switch.name,
            fabric=switch.fabric,
            tier=switch.tier,
            ordinal=switch.ordinal,
            plane=switch.plane,
            su=switch.su,
            pod=switch.pod,
            model=switch.model.model,
            os=switch.os,
            version=version_of(cluster, switch),
            rack=switch.place.rack,
            unit=switch.place.unit,
            height_u=switch.place.height_u,
            asn=identity.asn,
            loopback=identity.loopback,
            loopback_ipv6=identity.loopback_ipv6,
            vtep=identity.vtep,
            management=address,
            management_length=segment.prefix(0).prefixlen if segment else 0,
            management_gateway=segment.gateway(leaf) if segment and leaf is not None else "",
            carries=switch.carries,
            overlay=switch.model.technology == "ethernet" and not tunnelled.isdisjoint(switch.carries),
            networks=(*aggregates, *addressing.networks(switch)),
            networks_ipv6=tuple(twins),
            aggregates=tuple(aggregates),
            aggregates_ipv6=tuple(twins),
            vlans=_vlans(addressing, switch) if switch.tier == "leaf" else (),
            way_out=str(way_out) if way_out and switch.tier == "leaf" and "frontend" in switch.carries else "",
            vrfs=tuple(sorted(vrfs.get(switch.name, ()))),
            power_w=switch.model.power_w.max or switch.model.power_w.typical,
            state=states.get(switch.name, INSTALLED),
            origin=switch.origin,
        )


def _vlans(addressing: Addressing, switch: ModelSwitch) -> tuple[int, ...]:
    """Return the VLANs of a leaf, fabric by fabric: those of segments, and those of the rails that it serves where hosts share one."""
    own = {
        "frontend": tuple(segment.vlan.vlan for segment in addressing.segments),
        "oob": tuple(segment.vlan for segment in addressing.oob.values()),
    }
    found = (own.get(name) or vlans_on(addressing.routed.get(name), switch) for name in switch.carries)
    return tuple(vlan for each in found for vlan in each)


def plan_racks(cluster: Cluster) -> Iterator[Rack]:
    """Yield every rack of the envelope that has something in it today."""
    used = {device.place.rack for device in cluster.devices}
    for slot in cluster.floor.racks:
        if slot.name in used:
            yield Rack(
                name=slot.name, row=slot.row, position=slot.position, use=slot.use, units=cluster.spec.racks.units
            )
