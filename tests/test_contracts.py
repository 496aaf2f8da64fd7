"""Contracts over whatever is found: every backend, every template, every example."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.pipeline.editor_schema import editor_schema
from generator.pipeline.reference import reference_page
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.render.backend import load_backends, parts_of
from generator.render.templates import Templates
from generator.render.tree import count_files, render_tree
from tests.balancer_specs import balanced
from tests.ceph_specs import stored
from tests.conftest import EXAMPLES, ROOT, tree_of
from tests.edge_specs import edge_cluster
from tests.encryption_specs import encrypted
from tests.nfs_specs import paired
from tests.ours import CATALOG, TEMPLATES
from tests.render.test_host_beegfs import spec as beegfs
from tests.s3_specs import bought
from tests.specs import cluster, plan_data
from tests.tier_specs import caching_products, limited

BACKENDS = sorted(load_backends())
SMALL = [name for name in EXAMPLES if name not in {"ib-2048", "train-405b-2048"}]
"""Examples that print every template together, without the two that take a third of the time."""


@pytest.fixture(scope="module")
def closed(plans: Callable[[str], Draft]) -> Callable[[str], Plan]:
    """Close the plan of an example, once."""
    return cache(lambda name: close(plans(name)))


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_renders_alike_twice_and_just_what_it_says(
    name: str, example: str, closed: Callable[[str], Plan]
) -> None:
    """The same files, in the order of `paths`, whole lines, plain paths. The second time in parts, from the last to the first."""
    backend, plan = load_backends()[name], closed(example)
    first = [artifact.made() for artifact in backend.render(plan, TEMPLATES)]
    assert [artifact.path for artifact in first] == list(backend.paths(plan))
    parts = [list(part(plan, TEMPLATES)) for part in reversed(parts_of(backend))]
    pieces = [artifact.made() for part in reversed(parts) for artifact in part]
    differ = [one.path for one, other in zip(pieces, first, strict=True) if one != other]
    assert not differ, differ[:5]
    for artifact in first:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9@._/-]*", artifact.path), artifact.path
        assert ".." not in artifact.path
        assert artifact.content.endswith("\n"), artifact.path
        assert "\r" not in artifact.content


def test_every_template_is_used(monkeypatch: pytest.MonkeyPatch, plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """A template that nothing prints is dead: neither a small example, nor a cluster of `others`, which have what no small example has."""
    used: set[str] = set()
    render = Templates.render

    def spy(self: Templates, name: str, /, **values: object) -> str:
        used.add(name)
        return render(self, name, **values)

    monkeypatch.setattr(Templates, "render", spy)
    workloads = {
        "llm": {"model": "llama-3.1-8b", "tokens": 1e9},
        "cfd": {"kind": "hpc", "launch": {"program": "/srv/cfd"}},
    }
    working = cluster(2) | {"workloads": workloads, "services": {"telemetry": "gnmic"}}
    cloud = {"provider": "aws", "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/c"}
    bursting = cluster(2) | {
        "scheduler": {"slurm": {"burst": {"count": 1, "cpus": 8, "memory_gib": 64, "cloud": cloud}}}
    }
    measured = cluster(2) | {
        "monitoring": {"exporters": ["etcd", "kernel-log", "kubernetes", "nic", "opensm", "redfish", "slurm-commands"]}
    }
    measured["hosts"]["sm"] = {"model": "manager-1u", "count": 1}
    measured["fabrics"]["compute"] = {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "qm9700"}}
    logged = cluster(2) | {
        "services": {"syslog": ["10.192.1.9"], "tls": {}, "audit": {}}
    }  # control1's management address
    logged["backups"] = {"repository": "sftp:atlas@backup.example.net:/srv/atlas", "switches": True}
    asking = limited() | {"monitoring": {"exporters": ["lustre"]}}
    copying = {"slurm": {}, "kubernetes": {"transfer_image": "i:1"}, "shared_hosts": True}
    filled = cluster(2) | {"scheduler": copying}
    filled["storage"]["fast"] |= {"product": "Lustre", "source": "10.64.0.1@o2ib:/fast", "volumes": {}}
    filled["storage"]["buckets"] = {"kind": "object", "hosts": "storage", "product": "S3", "feeds": {"fast": {}}}
    filled["storage"]["home"]["feeds"] = {"fast": {}}
    more = (bursting, measured, logged, filled)
    others = [
        plan_data(spec, tmp_path)
        for spec in (
            edge_cluster(),
            working,
            paired(),
            caching_products(),
            asking,
            beegfs(),
            stored(),
            bought(),
            encrypted(),
            balanced(),
            *more,
        )
    ]
    for plan in (*map(plans, SMALL), *others):
        assert list(render_tree(plan, TEMPLATES))
    there = {p.relative_to(ROOT / "templates").as_posix() for p in (ROOT / "templates").rglob("*.j2")}
    included = {
        m
        for p in (ROOT / "templates").rglob("*.j2")
        for m in re.findall(r"(?:include|import|from) ['\"]([^'\"]+)", p.read_text())
    }
    by_commands = {
        "init/cluster.yaml.j2",
        "change/plan.txt.j2",
        "change/plan.md.j2",
        "change/sheet.html.j2",
        "change/cover.html.j2",
        "change/replace.html.j2",
    }
    # Slurm's accounts of a directory, which no example has: tests/system/test_slurm_people.py
    elsewhere = {f"slurm/{name}.j2" for name in ("people.sh", "clustergen-people.service", "clustergen-people.timer")}
    # The tunnel to burst hosts: tests/system/test_burst_tunnel.py
    elsewhere |= {f"slurm/{name}.j2" for name in ("wg-burst.conf", "burst_tunnel.py", "burst-tunnel.conf")}
    assert there - used - included == by_commands | elsewhere


@pytest.mark.parametrize("example", EXAMPLES)
def test_summary_counts_files_without_rendering(example: str, plans: Callable[[str], Draft]) -> None:
    """`files` of the summary is what a render writes."""
    assert count_files(close(plans(example))) == len(tree_of(plans(example)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_cable_ends_in_ports_that_are_provisioned(example: str, plans: Callable[[str], Draft]) -> None:
    """A link's port on a switch is one that the switch's own files know, at the same speed, for the same peer."""
    plan = plans(example)
    switches = {switch.name for switch in plan.switches}
    ports = {(p.switch, p.interface): (p.peer, p.peer_interface, p.speed_gbps, p.fabric) for p in plan.ports}
    ends = [
        ((near.device, near.interface), (far.device, far.interface, link.speed_gbps, link.fabric))
        for link in plan.links
        for near, far in ((link.a, link.b), (link.b, link.a))
        if near.device in switches and near.interface != "eth0"
    ]
    assert [(port, far) for port, far in ends if ports.get(port) != far] == []
    assert len({port for port, _ in ends}) == len(ends), "a port with two cables"


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")], ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    """Every relative link and picture is a file of the repository."""
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_generated_pages_are_fresh() -> None:
    """The reference and the JSON Schema in docs/ are today's (`make generated` writes them)."""
    assert (ROOT / "docs" / "reference.md").read_text(encoding="utf-8") == reference_page()
    assert (ROOT / "docs" / "clustergen.schema.json").read_text(encoding="utf-8") == editor_schema(CATALOG)


def test_no_secret_no_clock_no_machine_in_any_output(plans: Callable[[str], Draft]) -> None:
    """Nothing in a tree tells where or when it was made, or what is secret."""
    text = "\n".join(tree_of(plans("roce-16")).values())
    assert str(ROOT) not in text
    assert not re.search(
        r"(?im)password[ \t]*[:=][ \t]*(?!['\"]?(?:\{\{|[*!]['\"]?$))\S+$|BEGIN [A-Z ]*PRIVATE KEY", text
    )
    assert not re.search(r"\b20[2-3][0-9]-[01][0-9]-[0-3][0-9]\b", text)
