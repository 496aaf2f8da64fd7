"""Kernel settings of a host: sysctl keys, boot arguments, modules, and the services and drivers for its hardware."""

from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.plan.access.firewall import forwarding
from generator.plan.domains import domain_hosts
from generator.plan.hosts.mounts import lustre_networks
from generator.plan.hosts.roce import gpu_of
from generator.plan.plan import Plan
from generator.plan.records import Host

_EPHEMERAL = (32768, 60999)
"""Ports that Linux gives to clients (ip-sysctl, ip_local_port_range): a server in this range may find its port in use."""
_NEIGHBOURS = 1024
"""Linux' own gc_thresh3 (arp(7)): the least that we set as gc_thresh1."""
_BUFFER_BYTES = 134_217_728
_TCP_BYTES = 67_108_864
"""ESnet, Linux host tuning (fasterdata.es.net): buffers up to 128 MB, TCP up to 64 MB, for hosts of 10 Gb/s and more."""
_HUGE_PAGES_A_GIB = 512
_BOOT = {"nvidia": ("init_on_alloc=0", "numa_balancing=disable")}
"""Grace: NVIDIA Grace CPU Benchmarking Guide, Platform Configuration. It has no address translation service to pass through."""
_PASS_THROUGH = ("iommu=pt",)
"""x86: devices reach memory without translation (Linux kernel parameters; NVIDIA and AMD recommend it on bare metal)."""


def sysctls(plan: Plan, host: Host) -> Iterator[tuple[str, str]]:
    """Yield the sysctl keys of a host with their values, in the order of the file."""
    passing = forwarding(plan, host)
    if passing.pods or passing.joined or passing.site or passing.tunnel:
        # First: setting it puts other keys back to the defaults of a router (Linux, ip-sysctl).
        yield "net.ipv4.ip_forward", "1"
        if plan.site.addressing.ipv6:
            yield "net.ipv6.conf.all.forwarding", "1"
    yield from (("net.ipv4.conf.all.rp_filter", "2"), ("net.ipv4.conf.default.rp_filter", "2"))
    yield from (("net.ipv4.conf.all.arp_ignore", "1"), ("net.ipv4.conf.all.arp_announce", "2"))
    yield "net.ipv4.fib_multipath_hash_policy", "1"
    least = neighbours(plan)
    for family in ("ipv4", "ipv6"):
        for number, threshold in enumerate((least, 2 * least, 4 * least), start=1):
            yield f"net.{family}.neigh.default.gc_thresh{number}", str(threshold)
    reserved = reserved_ports(plan)
    if reserved:
        yield "net.ipv4.ip_local_reserved_ports", reserved
    for direction in ("r", "w"):
        yield f"net.core.{direction}mem_max", str(_BUFFER_BYTES)
    yield "net.ipv4.tcp_rmem", f"4096 87380 {_TCP_BYTES}"
    yield "net.ipv4.tcp_wmem", f"4096 65536 {_TCP_BYTES}"
    if host.gpus:
        yield "kernel.numa_balancing", "0"


def neighbours(plan: Plan) -> int:
    """Return the neighbours that a host may have at once: every host of the envelope, to the next power of two."""
    hosts = sum(group.max for group in plan.groups.values())
    return int(max(_NEIGHBOURS, 1 << (hosts - 1).bit_length()))


def reserved_ports(plan: Plan) -> str:
    """Return the ports of the cluster's services within the range of client ports, as `first-last` ranges."""
    low, high = _EPHEMERAL
    found = {
        (first, last)
        for flow in plan.access.flows
        for first, last in flow.service.ports
        if first <= high and last >= low and not (first <= low and last >= high)
    }
    return ",".join(f"{first}-{last}" if first != last else str(first) for first, last in sorted(found))


def kernel_arguments(plan: Plan, host: Host) -> tuple[str, ...]:
    """Return the boot arguments of the kernel of a host."""
    model = plan.hardware.get(HostModel, host.model)
    found: tuple[str, ...] = ()
    if host.gpus:
        found = _BOOT.get(model.cpu.maker or "", _PASS_THROUGH) if model.cpu else _PASS_THROUGH
    gib = plan.groups[host.group].hugepages_gib
    return (*found, "hugepagesz=2M", f"hugepages={gib * _HUGE_PAGES_A_GIB}") if gib else found


def module_lines(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the lines of modprobe.d(5): NVIDIA's driver instead of nouveau, peer memory with it, and LNet's networks. AMD's driver is the kernel's own."""
    if has_nvidia_gpus(plan, host):
        yield "# NVIDIA's driver in place of nouveau, and with it the module by which NICs reach GPU memory."
        yield from ("blacklist nouveau", "options nouveau modeset=0", "softdep nvidia post: nvidia-peermem")
    networks = [f"{name}({','.join(ports)})" for name, ports in lustre_networks(plan, host).items() if ports]
    if networks:
        yield "# Lustre: LNet's networks and the interfaces of each (Lustre Operations Manual, Setting the LNet Module networks Parameter)."
        yield f'options lnet networks="{",".join(networks)}"'


def has_nvidia_gpus(plan: Plan, host: Host) -> bool:
    """Whether a host's GPUs are NVIDIA's. nvidia-persistenced then runs, so that the driver keeps its state while no program uses a GPU."""
    gpu = gpu_of(plan, host)
    return gpu is not None and gpu.vendor_kind == "nvidia"


def runs_fabric_manager(plan: Plan, host: Host) -> bool:
    """Whether Fabric Manager runs: without it, the GPUs of an NVSwitch host do not start a program."""
    gpu = gpu_of(plan, host)
    return gpu is not None and gpu.fabric_manager is True


def driver_packages(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the packages of a host's driver, of one branch, then those that the spec names.

    Names as Ubuntu's list of packages has them: the server flavour with open kernel modules, which Hopper can and Blackwell must use (NVIDIA
    Driver Installation Guide, Kernel modules), Fabric Manager and IMEX of multiverse, and the library by which DCGM reads NVSwitches.
    """
    group = plan.groups[host.group]
    if group.driver is not None:
        yield f"nvidia-driver-{group.driver}-server-open"
        yield f"nvidia-utils-{group.driver}-server"
        if domain_hosts(plan, host.model):
            yield f"nvidia-imex-{group.driver}"
        if runs_fabric_manager(plan, host):
            yield from (f"nvidia-fabricmanager-{group.driver}", f"libnvidia-nscq-{group.driver}")
    yield from group.packages


def packs_driver(plan: Plan, host: Host) -> bool:
    """Whether a host's distribution has a driver for its GPUs in its own archive."""
    return has_nvidia_gpus(plan, host) and plan.groups[host.group].os.startswith("ubuntu-")
