"""Settings of NCCL and RCCL on a host. Both know the same variables; each reads a file of its own.

NCCL detects most of them itself; these are the ones that it cannot detect (ports of rails, the traffic class of RoCE) or may choose wrongly. Values: NVIDIA NCCL User Guide, Environment Variables.
"""

from collections.abc import Iterator

from generator.plan.balancing import adaptive_fabrics
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.roce import gpu_of, nic_of
from generator.plan.plan import Plan
from generator.plan.qos.records import Roce
from generator.plan.records import Host

FILES = {"nvidia": "etc/nccl.conf", "amd": "etc/rccl.conf"}
"""The file that the library of a maker's GPUs reads (src/misc/param.cc of NVIDIA/nccl and of ROCm/rccl)."""
QPS = 4
"""Queue pairs a connection where flows have several paths: more header fields to hash, and more flows to place by load. NVIDIA's
cluster-readiness-engine runs RoCE with 4 and found nothing in 8 (pull request 287)."""


def nccl_settings(plan: Plan, host: Host) -> dict[str, str]:
    """Return the settings of a host that computes, in the order of the file; nothing for one without GPUs."""
    interfaces = plan.interfaces_of[host.name]
    rails = [each for each in interfaces if each.fabric == "compute"]
    return dict(_settings(plan, interfaces, rails)) if host.gpus else {}


def settings_file(plan: Plan, host: Host) -> str:
    """Return the path, below the root, of the file with these settings; empty for a host without GPUs."""
    gpu = gpu_of(plan, host)
    return FILES[gpu.vendor_kind] if gpu else ""


def _settings(
    plan: Plan, interfaces: tuple[HostInterface, ...], rails: list[HostInterface]
) -> Iterator[tuple[str, str]]:
    if rails and not uses_rdma(plan):
        # no RDMA: NCCL's sockets are the data path, and take every rail
        yield "NCCL_SOCKET_IFNAME", "=" + ",".join(each.name for each in rails)
        yield "NCCL_IB_DISABLE", "1"
        return
    inband = [each.name for each in interfaces if each.kind == "bond" and each.address]
    if inband:
        yield "NCCL_SOCKET_IFNAME", "=" + ",".join(inband)
    if not rails:
        return
    if all(rail.rdma for rail in rails):
        yield "NCCL_IB_HCA", "=" + ",".join(rail.rdma for rail in rails)
    if plan.fabrics["compute"].rails:
        yield "NCCL_CROSS_NIC", "0"
    roce = plan.roce.get("compute")
    if roce:
        yield from _roce(plan, roce, rails)


def _roce(plan: Plan, roce: Roce, rails: list[HostInterface]) -> Iterator[tuple[str, str]]:
    yield "NCCL_IB_TC", str(roce.traffic_class)
    yield "NCCL_IB_FIFO_TC", str(roce.cnp_traffic_class)
    nic = nic_of(plan, rails[0])
    if nic and nic.gid_index is not None:
        yield "NCCL_IB_GID_INDEX", str(nic.gid_index)
    if nic and nic.qps is not None:
        yield "NCCL_IB_QPS_PER_CONNECTION", str(nic.qps)
    elif spread(plan):
        yield "NCCL_IB_QPS_PER_CONNECTION", str(QPS)
    if "compute" in adaptive_fabrics(plan):
        # NCCL takes it for granted on InfiniBand, and for absent on RoCE
        yield "NCCL_IB_ADAPTIVE_ROUTING", "1"


def spread(plan: Plan) -> bool:
    """Whether flows between compute switches have several paths: not where one switch is all."""
    return any(
        port.group and port.fabric == "compute"
        for switch in plan.switches
        if switch.fabric == "compute"
        for port in plan.ports_of[switch.name]
    )


def unnamed_rails(plan: Plan, host: Host) -> list[str]:
    """Return the rails whose RDMA device no document names: NCCL_IB_HCA waits for them."""
    return [each.name for each in plan.interfaces_of[host.name] if each.fabric == "compute" and not each.rdma]


def uses_rdma(plan: Plan) -> bool:
    """Whether the compute fabric carries RDMA: InfiniBand or RoCE, not plain Ethernet."""
    return "compute" in plan.fabrics and plan.fabrics["compute"].technology != "ethernet"
