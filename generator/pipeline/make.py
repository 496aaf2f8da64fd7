"""make_plan: the allocators in order. It collects their problems, and never returns an incomplete plan."""

from generator.change.write_baseline import baseline_rows
from generator.model.cluster import Cluster
from generator.pipeline.waiting import waiting_for
from generator.plan.acceptance.acceptance import plan_acceptance
from generator.plan.access.flows import plan_access
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.listed import listed_asns, listed_prefixes, listed_vlans
from generator.plan.cabling.harnesses import plan_harnesses
from generator.plan.cabling.links import make_allocators, plan_links
from generator.plan.devices import plan_hosts, plan_racks, plan_switches
from generator.plan.draft import Draft
from generator.plan.edge_uplinks import plan_uplinks, uplink_ports
from generator.plan.fabrics import plan_fabrics
from generator.plan.floor import free_places
from generator.plan.groups import plan_groups
from generator.plan.hardware import plan_hardware, with_cables
from generator.plan.hosts.interfaces import host_interfaces
from generator.plan.hosts.names import plan_known
from generator.plan.hosts.users import plan_users
from generator.plan.infiniband.ipoib import plan_ipoib
from generator.plan.infiniband.subnets import plan_subnets
from generator.plan.kubernetes.peering import plan_peering
from generator.plan.kubernetes.workloads import plan_profile, plan_workloads
from generator.plan.lags import plan_lags
from generator.plan.launches.launches import plan_launches
from generator.plan.launches.sized import plan_sized
from generator.plan.money.money import plan_money
from generator.plan.operations.waves import plan_waves
from generator.plan.pdus import pdu_addresses, pdu_ports, plan_pdus
from generator.plan.ports import managed_by, plan_ports, with_edge
from generator.plan.qos.records import plan_roce
from generator.plan.scheduled import plan_scheduled
from generator.plan.schedulers import plan_memberships
from generator.plan.sessions import plan_limits
from generator.plan.site import plan_site
from generator.plan.slurm.slurm_plan import plan_slurm
from generator.plan.states import plan_retired
from generator.plan.stores import plan_stores
from generator.plan.tenants import plan_vrfs, tenant_by_host
from generator.plan.tiers import plan_tiers
from generator.rules import check_plan, check_scheduled
from generator.source.diagnostic import Problems, Severity


def make_plan(cluster: Cluster) -> Draft:
    """Return the plan with every choice. Raises SpecError: pools that are too small, cables that are not sold, rules that the result breaks."""
    problems = Problems(list(cluster.warnings))
    addressing = Addressing.make(cluster, problems)
    ipoib = plan_ipoib(cluster, problems)
    problems.stop_at_errors()
    allocators = make_allocators(cluster, problems)
    links, cables = plan_links(cluster, addressing, allocators)
    vrfs = plan_vrfs(cluster)
    linked_ports = tuple(plan_ports(cluster, addressing, allocators, vrfs))
    problems.add(*(problem for allocator in allocators.values() for problem in allocator.refused()))
    problems.stop_at_errors()
    hosts = tuple(plan_hosts(cluster, addressing))
    switches = tuple(plan_switches(cluster, addressing, linked_ports))
    uplinks = tuple(plan_uplinks(cluster, addressing, vrfs))
    pdus = tuple(plan_pdus(cluster, addressing))
    further = (*pdu_ports(cluster, addressing), *uplink_ports(uplinks))
    reserved_ports, ports = with_edge(cluster, linked_ports, further)
    layouts = (*addressing.layouts, *(each.layout for each in ipoib))
    scheduled = plan_scheduled(cluster)
    access, vlans = plan_access(cluster, addressing, ipoib), tuple(listed_vlans(addressing))
    tiers = tuple(plan_tiers(cluster))
    plan = Draft(
        name=cluster.spec.name,
        domain=cluster.spec.domain,
        description=cluster.spec.description,
        cluster=cluster,
        site=plan_site(cluster),
        groups={group.name: group for group in plan_groups(cluster)},
        fabrics={fabric.name: fabric for fabric in plan_fabrics(cluster)},
        hardware=plan_hardware(cluster, links, [*(cable.model for cable in cables), *(pdu.model for pdu in pdus)]),
        layouts=layouts,
        prefixes=(*listed_prefixes(addressing), *(prefix for each in ipoib for prefix in each.prefixes())),
        addresses=(
            *addressing.addresses(),
            *(address for each in ipoib for address in each.addresses(cluster)),
            *pdu_addresses(pdus, addressing),
        ),
        vlans=vlans,
        asns=tuple(listed_asns(addressing)),
        hosts=hosts,
        switches=switches,
        subnets=tuple(plan_subnets(cluster, hosts, switches, links)),
        links=tuple(links),
        cables=tuple(cables),
        racks=tuple(plan_racks(cluster)),
        tiers=tiers,
        vrfs=vrfs,
        roce=plan_roce(cluster),
        access=access,
        ports=ports,
        scheduled=scheduled,
        memberships=tuple(plan_memberships(scheduled, hosts)),
        users=plan_users(cluster.spec),
        known=plan_known(cluster, addressing, ipoib, tiers),
        free_places=tuple(free_places(cluster)),
        kubernetes=plan_profile(cluster),
        peering=plan_peering(cluster, vlans, access),
        waves=plan_waves(cluster, switches),
        limits=dict(plan_limits(cluster, {layout.pool for layout in layouts}, uplinks)),
        lags=tuple(plan_lags(cluster.spec, switches, ports)),
        tenants=tenant_by_host(cluster),
        reserved_ports=reserved_ports,
        managed_by=dict(managed_by(cluster)),
        filters=addressing.filters(),
        numbering=tuple(baseline_rows(cluster, allocators)),
        retired=tuple(plan_retired(cluster)),
        site_uplinks=uplinks,
        pdus=pdus,
    )
    harnesses = tuple(plan_harnesses(plan, cluster.catalog.cables))
    plan = plan.completed(
        interfaces_of={host.name: tuple(host_interfaces(plan, host)) for host in plan.hosts},
        harnesses=harnesses,
        hardware=with_cables(plan.hardware, cluster.catalog, sorted({harness.model for harness in harnesses})),
    )
    problems.add(*check_plan(plan))
    problems.stop_at_errors()
    plan = plan.completed(slurm=plan_slurm(plan), workloads=plan_workloads(plan))
    problems.add(*check_scheduled(plan))
    plan = plan.completed(
        launches=plan_launches(plan), sized=plan_sized(plan), stores=plan_stores(plan), money=plan_money(plan)
    )
    plan = plan.completed(acceptance=plan_acceptance(plan))
    return plan.completed(
        waiting_for=tuple(waiting_for(plan)),
        warnings=tuple(p for p in problems.found if p.severity is Severity.WARNING),
    )
