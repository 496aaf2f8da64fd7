"""Optional exporters in the in-band segment that Prometheus scrapes directly, and their hosts."""

from collections.abc import Callable, Iterator, Mapping

from generator.catalog.exporter import read_exporter
from generator.catalog.model import Gpu
from generator.catalog.model import Host as HostModel
from generator.plan.hosts.ceph import ceph_clusters
from generator.plan.monitoring.extra import asked
from generator.plan.plan import Plan
from generator.plan.records import Host

SCRAPED: Mapping[str, str] = {"amd-gpu": "amd", "object-store": "ceph"}
"""The exporter of each job."""
_INBAND = "inband"


def scraped_jobs(plan: Plan) -> Iterator[str]:
    """Yield the jobs that the spec enables."""
    return (job for job, exporter in SCRAPED.items() if asked(plan, exporter))


def answering(plan: Plan, job: str, hosts: Iterator[Host]) -> Iterator[tuple[Host, str]]:
    """Yield the hosts of a job with their endpoints, where the access matrix allows control hosts to scrape them."""
    port = read_exporter(SCRAPED[job]).port
    for host in hosts:
        zone = plan.access.zone_of(_INBAND, host.role, plan.tenants.get(host.name, ""))
        if not host.inband or not _HAS[SCRAPED[job]](plan, host) or zone is None:
            continue
        if plan.access.may(f"{_INBAND}/control", zone.name, "tcp", port):
            yield host, f"{host.inband}:{port}"


def has_amd(plan: Plan, host: Host) -> bool:
    """Whether a host has GPUs of AMD."""
    gpus = plan.hardware.get(HostModel, host.model).gpus
    return gpus is not None and plan.hardware.get(Gpu, gpus.model).vendor_kind == "amd"


def manages_store(plan: Plan, host: Host) -> bool:
    """Whether a host runs a manager of an object store, beside a monitor."""
    return bool(tier_of(plan, host))


def tier_of(plan: Plan, host: Host) -> str:
    """Return the tier whose managers a host runs one of; empty for all other hosts."""
    found = (name for name, store in ceph_clusters(plan).items() if host.name in {each.name for each in store.monitors})
    return next(found, "")


_HAS: Mapping[str, Callable[[Plan, Host], bool]] = {"amd": has_amd, "ceph": manages_store}
"""By exporter, which hosts have it."""
