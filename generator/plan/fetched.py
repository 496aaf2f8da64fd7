"""Everything with a release of its own that a tree has fetched from outside: images, charts, manifests, sources, Python packages and collections.

Packages of distributions are not included: they come from the archive of a host's system, or from the mirrors of `services.mirror`.
"""

from collections.abc import Collection, Iterator
from typing import get_args

from generator.catalog.chart import ChartImage, read_chart, read_controller
from generator.catalog.program import read_program
from generator.catalog.telemetry import read_collector
from generator.plan.acceptance.runs import acceptance_runs, programs_of
from generator.plan.hosts.architecture import architecture_of
from generator.plan.kubernetes.acceptance import acceptance_jobs
from generator.plan.kubernetes.bootstrap import Installation, installation, kubespray_variables
from generator.plan.kubernetes.health import node_health
from generator.plan.kubernetes.launches import workload_jobs
from generator.plan.kubernetes.operators import Values, operator_images, operator_values
from generator.plan.kubernetes.transfers import transfer_jobs
from generator.plan.mirrored import source_of
from generator.plan.monitoring.telemetry import collects
from generator.plan.plan import Plan
from generator.plan.pulled import Fetched, downloaded, image_row, image_rows, pulled
from generator.spec.kubernetes_jobs import AcceptanceKind
from generator.spec.scheduler import KubernetesSpec

PYTHON_INDEX, GALAXY_SERVER = "index of the controller's pip", "server of the controller's ansible-galaxy"
"""As configured on the machine that builds the image (pip, `--index-url`; ansible-galaxy, `GALAXY_SERVER`): no file of a tree names them."""
_CONTROLLERS = {"mpi": "mpi-operator", "trainer": "trainer", "appwrapper": "appwrapper"}
"""The controller of each kind of job that has one."""
_SOURCES = {"node-readiness-controller": "https://github.com/kubernetes-sigs/node-readiness-controller"}
"""Where a program comes from that has another home than its chart."""


def fetched(plan: Plan) -> list[Fetched]:
    """Return all of it, sorted, each once."""
    return sorted({*_ansible(), *_kubernetes(plan), *_workloads(plan), *_monitoring(plan)})


def _ansible() -> Iterator[Fetched]:
    facts, image = read_program("ansible"), "ansible/execution-environment.yml"
    yield image_row(facts.image, image)
    for name, version in facts.python.items():
        yield Fetched(kind="python", name=name, version=version, source=PYTHON_INDEX, by=image)
    for name, version in facts.collections.items():
        yield Fetched(
            kind="collection", name=name, version=version, source=GALAXY_SERVER, by="ansible/requirements.yml"
        )


def _monitoring(plan: Plan) -> Iterator[Fetched]:
    if collects(plan):
        facts = read_collector("gnmic")
        yield Fetched(
            kind="release",
            name=facts.program,
            version=facts.version,
            digest=f"sha256:{facts.sha256}",
            source=facts.source,
            by="services.telemetry",
        )


def _kubernetes(plan: Plan) -> Iterator[Fetched]:
    kubernetes = plan.site.kubernetes
    if kubernetes is None:
        return
    for name, values in _charts(plan, kubernetes):
        yield _chart(name)
        yield from _images(name, operator_images(plan) if name == "network-operator" else None)
        yield from pulled(plan, read_chart(name), values, f"chart {name}")
    if kubernetes.node_health == "quarantine" and any(node_health(plan)):
        yield _release("node-readiness-controller", "node-problem-detector")
        yield _unknown("node-readiness-controller", "node-problem-detector")
    if any(node_health(plan)) or any(run.scheduler == "kubernetes" for run in acceptance_runs(plan)):
        yield from _images("node-problem-detector")
    made = installation(plan, kubernetes)
    if made is not None:
        yield from _installer(plan, kubernetes, made)


def _installer(plan: Plan, kubernetes: KubernetesSpec, made: Installation) -> Iterator[Fetched]:
    """Yield the installer, the chart of the network that it or a person installs, and what it fetches."""
    name = kubernetes.installer
    yield _release("kubernetes" if name == "kubeadm" else "", name)
    values = kubespray_variables(plan, kubernetes, made) if name == "kubespray" else {}
    if name == "kubeadm" or values.get("kube_network_plugin") == "cilium":
        yield _chart("cilium")
        yield from pulled(plan, read_chart("cilium"), {}, "chart cilium")
    yield from pulled(plan, read_chart(name), values, name)
    architectures = sorted({architecture_of(plan, host) or "amd64" for host in made.members})
    yield from downloaded(read_chart(name), values, architectures, name)
    if made.api_address and name != "kubespray":
        yield from _images("kubeadm")


def _charts(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[tuple[str, Values]]:
    """Yield charts with the values that decide which images they pull."""
    yield from operator_values(plan, kubernetes)
    if plan.workloads.workspaces:
        yield from [("kueue", {})] * (kubernetes.queues == "kueue")
        yield from [("cluster-autoscaler", {})] * (kubernetes.burst is not None)
    if plan.workloads.slinky is not None:
        yield "slurm-operator", {}


def _workloads(plan: Plan) -> Iterator[Fetched]:
    """Yield what jobs run, and the controllers that start them."""
    for launch in plan.launches:
        if (
            launch.scheduler == "slurm"
            and launch.image
            and plan.slurm is not None
            and plan.slurm.containers is not None
        ):
            yield from _sources(plan, launch.image, f"workloads.{launch.name}")
    for name, stated in (programs_of(plan.acceptance) if plan.acceptance else {}).items():
        if stated.image:
            yield from _sources(plan, stated.image, f"acceptance.{name}")
    kubernetes = plan.site.kubernetes
    if kubernetes is None:
        return
    kinds = set()
    for kind in get_args(AcceptanceKind):
        for job in acceptance_jobs(plan, kubernetes, kind):
            kinds.add(kind)
            yield from _sources(plan, job.image, "kubernetes/acceptance")
    for work in workload_jobs(plan, kubernetes):
        kinds.add(work.kind)
        yield from _sources(plan, work.image, f"workloads.{work.launch.name}")
    for copy in transfer_jobs(plan, kubernetes):
        yield from _sources(plan, copy.image, "scheduler.kubernetes.transfer_image")
    for controller in sorted(_CONTROLLERS[kind] for kind in kinds & set(_CONTROLLERS)):
        facts = read_controller(controller)
        source = facts.install.split()[-1].strip('"')
        yield Fetched(kind="manifest", name=facts.name, version=facts.version, source=source, by="jobs")
        for each in facts.remotes:
            yield Fetched(kind="manifest", name=each.name, version=each.version, source=each.url, by=facts.name)
        yield from image_rows(plan, facts.pulls, facts.name)


def _chart(name: str) -> Fetched:
    facts = read_chart(name)
    return Fetched(
        kind="chart", name=facts.chart, version=facts.version, source=facts.repository, by="scheduler.kubernetes"
    )


def _release(program: str, chart: str) -> Fetched:
    """Return a release of a program that belongs to a chart, or of what the facts themselves are about."""
    facts = read_chart(chart)
    source = _SOURCES.get(program, facts.repository)
    return Fetched(
        kind="release",
        name=program or facts.chart,
        version=facts.releases[program] if program else facts.version,
        source=source,
        by="scheduler.kubernetes",
    )


def _unknown(program: str, chart: str) -> Fetched:
    """Return a release whose images no document names, and where they are named."""
    facts = read_chart(chart)
    version = facts.releases[program]
    return Fetched(kind="unknown", name=program, version=version, source=facts.unknown, by="scheduler.kubernetes")


def _images(chart: str, named: Collection[str] | None = None) -> Iterator[Fetched]:
    """Yield the images that files of the tree name: all that the catalog has of the chart, or those by these keys."""
    images = read_chart(chart).images
    yield from (image_row(reference(images[key]), f"chart {chart}") for key in (images if named is None else named))


def reference(image: ChartImage) -> str:
    """Return an image as container runtimes name it."""
    return f"{image.repository}/{image.image}:{image.version}"


def _sources(plan: Plan, image: str, by: str) -> Iterator[Fetched]:
    """Yield the image where it is fetched from; empty where only the site's registry has it."""
    if source := source_of(plan, image):
        yield image_row(source, by)
