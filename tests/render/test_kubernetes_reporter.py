"""The program that asks Kubernetes by kubectl, beside a stand-in that prints what kubectl prints; one that fails, and one without Kueue."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.extra import reporters_of
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from pathlib import Path

NODES = """control1   Ready                      control-plane   5d    v1.33.0
gpu01      Ready,SchedulingDisabled   <none>          5d    v1.33.0
gpu02      NotReady                   <none>          5d    v1.33.0
gpu03      NotReady,SchedulingDisabled   <none>       5d    v1.33.0
Evil{x="1"} Ready                     <none>          5d    v1.33.0"""
PODS = "team   a-0   0/1   Pending   0   5m\nteam   a-1   0/1   Pending   0   5m"
QUEUES = "blue|True|4|2|1\nred|False||0|0\nshort|True"
SETTINGS = {
    "etc/kubernetes/admin.conf": "usr/local/bin/kubectl",
    "etc/rancher/rke2/rke2.yaml": "var/lib/rancher/rke2/bin/kubectl",
}


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder with the program."""
    plan = plan_data(cluster() | {"monitoring": {"exporters": ["kubernetes"]}}, tmp_path)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (tmp_path / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    return tmp_path


def kubectl(host: Path, settings: str, queues: str | None = QUEUES) -> None:
    """Write a stand-in that answers with the settings of one installer alone; without queues, Kueue is not installed."""
    absent = "echo 'error: the server does not have a resource type' >&2; exit 1"
    cases = f"nodes) cat <<'END'\n{NODES}\nEND\n;;\npods) cat <<'END'\n{PODS}\nEND\n;;\n"
    cases += f"clusterqueues*) {absent if queues is None else f'''cat <<'END'{chr(10)}{queues}{chr(10)}END'''}\n;;\n"
    script = f'#!/bin/sh\n[ "$1" = "--kubeconfig={host}/root/{settings}" ] && [ "$3" = get ] || exit 1\ncase $4 in\n{cases}*) exit 1;;\nesac\n'
    for path, text in ((settings, "kind: Config\n"), (SETTINGS[settings], script)):
        file = host / "root" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        file.chmod(0o755)


def run(host: Path) -> dict[str, float]:
    """Run the program, and return its series."""
    told = os.environ | {"REPORTER_FOLDER": str(host), "REPORTER_ROOT": str(host / "root")}
    subprocess.run((sys.executable, "-B", str(host / "kubernetes.py")), env=told, check=True)
    lines = (host / "reporter-kubernetes.prom").read_text("utf-8").splitlines()
    rows = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name.removeprefix("clustergen_"): float(value) for name, _, value in rows}


@pytest.mark.parametrize("settings", SETTINGS)
def test_nodes_pods_and_queues_are_counted(host: Path, settings: str) -> None:
    """With the settings of kubeadm and kubespray, and with those of RKE2."""
    kubectl(host, settings)
    assert run(host) == {
        "kubernetes_up": 1,
        'kubernetes_nodes{state="cordoned"}': 2,
        'kubernetes_nodes{state="not_ready"}': 1,
        'kubernetes_nodes{state="ready"}': 1,
        'kubernetes_node_not_ready{node="gpu02"}': 1,
        'kubernetes_node_not_ready{node="gpu03"}': 1,
        "kubernetes_pods_pending": 2,
        'kueue_active{cluster_queue="blue"}': 1,
        'kueue_active{cluster_queue="red"}': 0,
        'kueue_pending_workloads{cluster_queue="blue"}': 4,
        'kueue_pending_workloads{cluster_queue="red"}': 0,
        'kueue_reserving_workloads{cluster_queue="blue"}': 2,
        'kueue_reserving_workloads{cluster_queue="red"}': 0,
        'kueue_admitted_workloads{cluster_queue="blue"}': 1,
        'kueue_admitted_workloads{cluster_queue="red"}': 0,
    }


def test_every_series_of_the_catalog_is_written(host: Path) -> None:
    kubectl(host, "etc/kubernetes/admin.conf")
    assert {f"clustergen_{name.partition('{')[0]}" for name in run(host)} == set(read_exporter("kubernetes").metrics)


def test_a_cluster_without_kueue_has_no_queues(host: Path) -> None:
    kubectl(host, "etc/kubernetes/admin.conf", queues=None)
    found = run(host)
    assert found["kubernetes_up"] == 1
    assert not any(name.startswith("kueue") for name in found)


def test_an_api_that_does_not_answer_is_reported(host: Path) -> None:
    assert run(host) == {"kubernetes_up": 0}, "nothing is installed"
    kubectl(host, "etc/kubernetes/admin.conf")
    (host / "root/usr/local/bin/kubectl").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    assert run(host) == {"kubernetes_up": 0}


def test_hosts_of_the_control_plane_run_it(tmp_path: Path) -> None:
    reporter = next(
        each
        for each in reporters_of(plan_data(cluster() | {"monitoring": {"exporters": ["kubernetes"]}}, tmp_path))
        if each.name == "kubernetes"
    )
    assert set(reporter.hosts) == {"control1", "control2", "control3"}
