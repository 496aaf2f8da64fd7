"""Jobs that fill a tier from another one in pods: one of each workspace whose hosts use both, each pod of it on another host."""

from collections.abc import Iterator
from hashlib import sha256
from ipaddress import ip_network

from msgspec import Struct

from generator.plan.hosts.gateways import gateway_addresses
from generator.plan.hosts.s3_stores import S3Store, s3_stores
from generator.plan.kubernetes.acceptance import AcceptanceJob
from generator.plan.kubernetes.gang_scheduling import GangScheduling, gang_scheduling_of
from generator.plan.kubernetes.kubelet import reserved_threads
from generator.plan.kubernetes.records import Flavor, WholeHost, Workspace
from generator.plan.kubernetes.workspaces import SMALLEST
from generator.plan.plan import Plan
from generator.plan.transfers import Feed, feeds, known_stores
from generator.spec.scheduler import KubernetesSpec

_NAME = 56
"""Letters of a Job whose pods are numbered to 9999: name, dash and number are a host name, of 63 letters at most (batch/v1, validation of Jobs)."""


class StoreDoor(Struct, frozen=True):
    """Where an object store answers: prefixes of its gateways or endpoints, and their port."""

    tier: str
    prefixes: tuple[str, ...]
    port: int


class TransferJob(AcceptanceJob, frozen=True, kw_only=True):
    """A feed in a workspace. `requests` are those of a pod; `alone`: no two such pods fit on a host."""

    feed: Feed
    requests: tuple[tuple[str, str], ...]
    alone: bool
    doors: tuple[StoreDoor, ...]
    """Of the object stores of ours and of the site that it copies from or to."""
    known: tuple[S3Store, ...]
    """Those of the site, whose endpoints the job states."""

    @property
    def name(self) -> str:
        """The name of the Job: target and source, as far as its length allows."""
        source, target = self.feed.source.name, self.feed.target.name
        plain = f"{source}-to-{target}"
        if len(plain) <= _NAME and "-to-" not in source + target:
            return plain
        return f"{plain[: _NAME - 9].rstrip('-')}-{sha256(self.feed.name.encode()).hexdigest()[:8]}"


def transfer_jobs(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[TransferJob]:
    """Yield the job of every feed that pods can carry, for each workspace that has the hosts."""
    for feed in feeds(plan):
        if not feed.in_pods:
            continue
        for workspace in plan.workloads.workspaces:
            group, count = feed.alike.get(workspace.tenant, ("", 0))
            flavor = next((each for each in workspace.flavors if each.group.name == group), None)
            if flavor is None or count < feed.spec.hosts:
                continue
            gang = gang_scheduling_of(plan, kubernetes, workspace, flavor, feed.spec.hosts)
            requests = dict(_requests(plan, workspace, flavor))
            yield TransferJob(
                kind="job",
                workspace=workspace,
                flavor=flavor,
                image=feed.image,
                hosts=feed.spec.hosts,
                whole=WholeHost(gpu_type="", gpus=0, gpu_resource="", rails=(), nccl=()),
                gang=GangScheduling(by=gang.by, queue=gang.queue, tree="", level="", within=False),
                mpi_program="",
                feed=feed,
                requests=tuple(requests.items()),
                alone="cpu" in requests,
                doors=tuple(_doors(plan, feed)),
                known=known_stores(plan, feed),
            )


def _requests(plan: Plan, workspace: Workspace, flavor: Flavor) -> Iterator[tuple[str, str]]:
    """Yield the requests of a pod: more than half of a host's threads, so that each is on another host, and the least memory; only resources that the queue counts.

    Kueue assigns hosts to pods, and ignores affinities of pods (its documentation, Topology Aware Scheduling, Limitations).
    """
    cpu = flavor.group.entry.cpu
    for name, quantity in SMALLEST:
        if name not in workspace.covered:
            continue
        if name == "cpu" and cpu:
            threads = cpu.sockets * cpu.cores_per_socket * cpu.threads_per_core - reserved_threads(plan)
            yield name, str(max(0, threads) // 2 + 1)
        else:
            yield name, quantity


def _doors(plan: Plan, feed: Feed) -> Iterator[StoreDoor]:
    for tier in (feed.source, feed.target):
        spec = plan.site.storage[tier.name].ceph
        if tier.kind == "object" and spec:
            hosts = [each for each in plan.hosts if each.group == tier.group]
            found = sorted({str(ip_network(at)) for each in hosts for at in gateway_addresses(plan, each)})
            yield StoreDoor(tier.name, tuple(found), spec.port)
        if store := s3_stores(plan).get(tier.name):
            yield from _doors_of_site(store)


def _doors_of_site(store: S3Store) -> Iterator[StoreDoor]:
    """Yield the addresses of a store of the site, by port; nothing where one of its endpoints is a name, which no policy takes."""
    found: dict[int, list[str]] = {}
    for host, _, port in (each.partition(":") for each in store.places):
        try:
            found.setdefault(int(port), []).append(str(ip_network(host)))
        except ValueError:
            return
    yield from (StoreDoor(store.tier, tuple(sorted(prefixes)), port) for port, prefixes in sorted(found.items()))
