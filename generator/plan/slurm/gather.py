"""Measurements of hosts and jobs by Slurm: its acct_gather plugins, and their settings (slurm.conf(5) and acct_gather.conf(5) of 22.05 to 26.05)."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.features import knows
from generator.plan.slurm.forms import at_port
from generator.plan.slurm.named import healthy_hosts
from generator.plan.slurm.release import release_of
from generator.spec.slurm import GatherSpec, SlurmSpec

_NOTHING = "none"
_DEBIAN = frozenset({_NOTHING, "gpu", "rapl", "sysfs", "ofed", "lustre"})
"""Plugins that Debian's packages have; the others need libraries that it builds without (FreeIPMI, HDF5, libcurl)."""


def plugins(slurm: SlurmSpec) -> Iterator[tuple[str, str]]:
    """Yield the keys of slurm.conf; none where nothing more than processors and memory is measured."""
    gather = slurm.gather
    if gather is None:
        return
    if gather.energy != _NOTHING:
        yield "AcctGatherEnergyType", f"acct_gather_energy/{gather.energy}"
        yield "AcctGatherNodeFreq", str(gather.every_seconds)
    if gather.interconnect != _NOTHING:
        yield "AcctGatherInterconnectType", f"acct_gather_interconnect/{gather.interconnect}"
    if gather.filesystem != _NOTHING:
        yield "AcctGatherFilesystemType", f"acct_gather_filesystem/{gather.filesystem}"
    profile = gather.influxdb or gather.hdf5
    if profile:
        yield "AcctGatherProfileType", f"acct_gather_profile/{'influxdb' if gather.influxdb else 'hdf5'}"
    if profile or {gather.interconnect, gather.filesystem} != {_NOTHING}:
        sampled = _sampled(gather) if profile else ("task",)  # traffic of a job is read together with its tasks
        yield "JobAcctGatherFrequency", ",".join(f"{each}={gather.every_seconds}" for each in sampled)


def _sampled(gather: GatherSpec) -> Iterator[str]:
    """Yield the sampled data of a profile: all except tasks is off by default (slurm.conf(5), JobAcctGatherFrequency)."""
    named = {"energy": gather.energy, "network": gather.interconnect, "filesystem": gather.filesystem}
    yield "task"
    yield from (kind for kind, plugin in named.items() if plugin != _NOTHING)


def counted_resources(slurm: SlurmSpec) -> Iterator[str]:
    """Yield the resources that accounts are to have beside GPUs; energy is always one."""
    gather = slurm.gather
    if gather is not None and gather.interconnect != _NOTHING:
        yield f"ic/{gather.interconnect}"
    if gather is not None and gather.filesystem != _NOTHING:
        yield f"fs/{gather.filesystem}"


def packaged(gather: GatherSpec) -> bool:
    """Return whether Debian's packages bring all plugins that are named."""
    named = {gather.energy, gather.interconnect, gather.filesystem}
    return named <= _DEBIAN and not gather.influxdb and not gather.hdf5


def options(plan: Draft) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of acct_gather.conf: why, key, value. A key of a plugin that is not named would end the daemons."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.gather is None:
        return
    gather = slurm.gather
    yield from _energy(gather, release_of(plan))
    if gather.interconnect == "sysfs":
        ports = dict.fromkeys(port.name for host in healthy_hosts(plan) for port in host.ports if not port.infiniband)
        if ports:
            yield "Ethernet ports, added up; RDMA passes the kernel by.", "SysfsInterfaces", ",".join(ports)
    if gather.interconnect == "ofed":
        yield "One port of a host, the first of its first adapter.", "InfinibandOFEDPort", "1"
    yield from _profile(gather)


def _energy(gather: GatherSpec, version: str) -> Iterator[tuple[str, str, str]]:
    if gather.energy in {"ipmi", "xcc"}:
        yield "Seconds between two questions to the BMC.", "EnergyIPMIFrequency", str(gather.every_seconds)
    if gather.energy == "ipmi":
        if knows(version, "dcmi"):  # before, the first power sensor of the host is taken
            yield "The whole host by DCMI: no sensor has to be known.", "EnergyIPMIPowerSensors", "Node=DCMI"
        yield "A step's share is estimated at its ends.", "EnergyIPMICalcAdjustment", "yes"


def _profile(gather: GatherSpec) -> Iterator[tuple[str, str, str]]:
    quiet = "Only jobs that ask for it (`--profile`) are recorded."
    if gather.influxdb:
        server = gather.influxdb
        yield "Where time series go.", "ProfileInfluxDBHost", at_port(server.server, server.port)
        yield "The database, or the bucket.", "ProfileInfluxDBDatabase", server.database
        yield (
            "The default policy of a database; releases before 26.05 need it stated.",
            "ProfileInfluxDBRTPolicy",
            "autogen",
        )
        yield quiet, "ProfileInfluxDBDefault", "None"
    elif gather.hdf5:
        yield "Where time series are kept.", "ProfileHDF5Dir", gather.hdf5
        yield quiet, "ProfileHDF5Default", "None"
