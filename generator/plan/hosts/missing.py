"""Facts that the files of hosts wait for: those that no document states, and sources of the site."""

from collections.abc import Iterator, Mapping

from generator.plan.clients import is_client
from generator.plan.hosts.asked import outside_of_control
from generator.plan.hosts.beegfs import beegfs_lacking, beegfs_systems
from generator.plan.hosts.ceph import ceph_clusters, ceph_lacking
from generator.plan.hosts.clock import clock_of
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.lustre import file_systems, lacking
from generator.plan.hosts.mounts import filesystem_of, lustre_networks, source_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.nccl import settings_file, unnamed_rails, uses_rdma
from generator.plan.hosts.resolvers import resolvers_inband
from generator.plan.hosts.roce import roce_ports
from generator.plan.hosts.s3_stores import s3_stores
from generator.plan.hosts.scale import scale_clusters, scale_lacking
from generator.plan.plan import Plan
from generator.plan.records import Host


def missing(plan: Plan) -> Iterator[str]:
    """Missing facts of hosts, each once, by group and by tier."""
    firsts: dict[str, Host] = {}
    for host in configured_hosts(plan):
        firsts.setdefault(host.group, host)
    names = Names(plan)
    yield from _adapters(plan, firsts)
    yield from _unwatched(plan, firsts)
    yield from _spectrum_x(plan, firsts)
    yield from _mounts(plan, names, firsts)
    if not resolvers_inband(plan):
        yield (
            "services.dns: no resolver is stated and no control host has an in-band address, so names are resolved by /etc/hosts alone: "
            "compute hosts are known by name to control and login hosts only"
        )
    elif site := outside_of_control(plan, plan.site.services.dns):
        yield (
            f"services.dns: the site's resolvers ({', '.join(site)}) must serve the zones of the tree: load "
            "provisioning/dns there, or forward these zones to the control hosts; hosts use these names to reach each other"
        )
    yield from _timeless(plan, names, firsts)


def _adapters(plan: Plan, firsts: Mapping[str, Host]) -> Iterator[str]:
    for group, host in sorted(firsts.items()):
        rails = unnamed_rails(plan, host) if host.gpus and uses_rdma(plan) else []
        if rails:
            yield (
                f"RDMA device names of {host.model} (hosts.{group}): no document states those of {rails[0]} and others, so "
                f"{settings_file(plan, host)} leaves NCCL_IB_HCA out, and every adapter that is found is used"
            )
        if not all(port.tool for port in roce_ports(plan, host)):
            yield f"the NICs of {host.model} (hosts.{group}): no document states how their RoCE classes are set; /etc/clustergen/roce.d/- is run instead"


def _unwatched(plan: Plan, firsts: Mapping[str, Host]) -> Iterator[str]:
    """Name the InfiniBand ports that hosts cannot report: their exporter knows a port by its RDMA device."""
    for group, host in sorted(firsts.items()) if plan.site.monitoring.enabled else ():
        unnamed = [each.name for each in plan.interfaces_of[host.name] if each.kind == "infiniband" and not each.rdma]
        if unnamed and host.inband:
            yield (
                f"InfiniBand ports of {host.model} (hosts.{group}): no document states the RDMA device of {', '.join(unnamed)}, "
                "so monitoring does not expect them, and no alert reports that one is down or slow"
            )


def _spectrum_x(plan: Plan, firsts: Mapping[str, Host]) -> Iterator[str]:
    """Name what hosts of a Spectrum-X fabric get from NVIDIA alone."""
    fabrics = {fabric.name for fabric in plan.fabrics.values() if fabric.profile}
    for group, host in sorted(firsts.items()):
        if any(port.fabric in fabrics for port in roce_ports(plan, host)):
            yield (
                f"Spectrum-X on hosts.{group}: adaptive routing of its adapters is set; the congestion control algorithm (DOCA SPC-X CC), its RTT probes, adaptive retransmission and the gap "
                "between packets are in NVIDIA's profile, whose values no public document has. Put a program that sets them at /etc/clustergen/roce.d/mlx5, which runs "
                "after every port; on Kubernetes workers the NIC operator has its own of RA2.2, and hosts without it keep DCQCN until then"
            )


def _mounts(plan: Plan, names: Names, firsts: Mapping[str, Host]) -> Iterator[str]:
    installed = {host.name for host in plan.hosts}
    for tier in plan.tiers:
        spec = plan.site.storage[tier.name]
        if spec.ceph and tier.name not in ceph_clusters(plan):
            yield f"storage.{tier.name}: {ceph_lacking(plan, tier)}; nobody serves its buckets until then"
        if spec.s3 and spec.s3.buckets and not s3_stores(plan)[tier.name].completes:
            yield f"storage.{tier.name}: no control host is installed; nobody creates its buckets until then"
        if not any(is_client(tier, host) for host in firsts.values()):
            continue
        if spec.lustre and tier.name not in file_systems(plan):
            yield f"storage.{tier.name}: {lacking(plan, tier)}; nobody serves or mounts {tier.mount} until then"
        elif spec.beegfs and tier.name not in beegfs_systems(plan):
            yield f"storage.{tier.name}: {beegfs_lacking(plan, tier)}; nobody serves or mounts {tier.mount} until then"
        elif spec.scale:
            if tier.name not in scale_clusters(plan):
                yield f"storage.{tier.name}: {scale_lacking(plan, tier)}; nobody serves or mounts {tier.mount} until then"
        elif tier.kind == "parallel" and not (source_of(plan, tier) and filesystem_of(spec)):
            known = {"source": source_of(plan, tier), "filesystem": filesystem_of(spec)}
            wanted = [key for key, value in known.items() if not value]
            yield (
                f"storage.{tier.name}: the source that its clients mount ({', '.join(wanted)}), which depends on its servers; "
                f"hosts have no unit for {tier.mount} until then"
            )
        if tier.kind == "nfs" and not spec.source:
            server = names.server(tier)
            if plan.groups[tier.group].host_name(0) not in installed:
                yield f"storage.{tier.name}: the first host of {tier.group} is not installed, and clients mount from it; state `source`"
            elif not server.address:
                fabric = plan.fabrics.get(tier.fabric)
                instead = "`ipoib`" if fabric and fabric.technology == "infiniband" else "another `fabric`"
                yield (
                    f"storage.{tier.name}: {server.names[1]} has no IP address on the {tier.fabric} fabric that clients could mount from; "
                    f"hosts have no unit for {tier.mount} until then; state `source`, or {instead}"
                )
    for group, host in sorted(firsts.items()):
        without = [network for network, ports in lustre_networks(plan, host).items() if not ports]
        if without:
            yield f"hosts.{group} mounts Lustre and has no address on that fabric, so LNet's {', '.join(without)} has no interface; state `ipoib`"


def _timeless(plan: Plan, names: Names, firsts: Mapping[str, Host]) -> Iterator[str]:
    """Report the groups without a time source."""
    lacking = [group for group, host in sorted(firsts.items()) if clock_of(plan, names, host) is None]
    if "control" not in {host.role for host in firsts.values()} and not plan.site.services.ntp:
        yield "services.ntp: there are no control hosts and no time sources, so hosts have no chrony.conf"
    elif lacking:
        yield (
            f"hosts without chrony.conf (hosts.{', hosts.'.join(lacking)}): they have no in-band port, and no management port by which "
            "they could ask a control host"
        )
