"""The role that applies Kubernetes' objects, run by real Ansible over SSH on control hosts.

No API server is at hand. `kubectl kustomize` is the real one; what asks the API is a stand-in on each control host, which keeps the objects that it
was given in a file, compares new ones with them, and notes how it was called: it proves what the role asks, in which order, and what it makes
of the answers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.depth import FULL, sample
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.twin import ssh_stand_ins
from tests.twin.ssh_hosts import SshHosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

PLAYBOOK = "ansible/playbooks/kubernetes.yml"
API = "/var/lib/api"
NODES = "gpu5 gpu6 gpu7 gpu8 control1 control2 control3"
KUBECTL = rf"""#!/bin/sh
echo "kubectl $* [$KUBECONFIG]" >>{ssh_stand_ins.LOG}
for last; do :; done
[ ! -e {API}/broken ] || {{ echo "the connection to the server was refused" >&2; exit 1; }}
case "$*" in
  "get --raw /readyz") echo ok ;;
  *spec.unschedulable*) for each in $(cat {API}/nodes); do echo "$each  True"; done ;;
  "get pods "*) cat {API}/pods ;;
  "apply "*--filename=-) cat >{API}/job ;;
  "get job "*ready*) echo "1  " ;;
  "get job "*active*) ;;
  "get nodes "*) cat {API}/nodes ;;
  diff*) {API}/kubectl kustomize "$last" >{API}/wanted || exit 2
    [ ! -e {API}/unknown ] || {{ echo 'error: no matches for kind "CIDRPool" in version "nv-ipam.nvidia.com/v1alpha1"' >&2; exit 2; }}
    diff -u {API}/objects {API}/wanted ;;
  apply*) [ ! -e {API}/unknown ] || {{ echo 'error: no matches for kind "CIDRPool" in version "nv-ipam.nvidia.com/v1alpha1"' >&2; exit 1; }}
    {API}/kubectl kustomize "$last" >{API}/objects ;;
  wait*) [ ! -e {API}/late ] || {{ echo "error: timed out waiting for the condition on nodes/gpu7" >&2; exit 1; }} ;;
  *) echo "unknown: $*" >&2; exit 64 ;;
esac
"""


@pytest.fixture(scope="module")
def tree(rendered: Callable[[str], Path]) -> Path:
    """The example with both schedulers."""
    return rendered("mixed-schedulers")


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    program("kubectl")
    with SshHosts(tree, ["control1", "control2", "gpu5"]) as hosts:
        for host in hosts:
            host.must("sh", "-c", f'mkdir -p {API}; cp -L "$(command -v kubectl)" {API}/kubectl')
            host.script("kubectl", KUBECTL)
        yield hosts


@pytest.fixture
def fresh(hosts: SshHosts) -> SshHosts:
    """A cluster that kubespray has just built, and nothing else."""
    for host in hosts:
        host.must("sh", "-c", f"cd {API}; rm -f broken unknown late; : >objects; : >{ssh_stand_ins.LOG}")
        host.write(f"{API}/nodes", NODES)
    return hosts


def _asked(hosts: SshHosts, name: str = "control1") -> list[str]:
    """What kubectl was asked, without the folder's random name."""
    return [re.sub(r"/\S*clustergen-\S+", "PLACE", call).removeprefix("kubectl ") for call in hosts[name].calls("kubectl")]  # fmt: skip


def _run(hosts: SshHosts, *arguments: str) -> Play:
    return hosts.playbook(PLAYBOOK, *arguments)


def _tasks(play: Play, *statuses: str) -> list[tuple[str, str]]:
    """Hosts and tasks by the names that the role gives them."""
    return [(host, task.rpartition(" : ")[2]) for host, task in play.of(*statuses)]


_WHERE = " [/etc/kubernetes/admin.conf]"
_LOOK = [
    "get --raw /readyz" + _WHERE,
    "get nodes --output jsonpath={.items[*].metadata.name}" + _WHERE,
    "diff --server-side --field-manager=clustergen --kustomize PLACE" + _WHERE,
]
_APPLY = ["apply --server-side --field-manager=clustergen --kustomize PLACE" + _WHERE]
_NODES_READY = ["wait --for=condition=Ready --timeout=600s node/control1 node/control2 node/control3 node/gpu5 node/gpu6 node/gpu7 node/gpu8" + _WHERE]  # fmt: skip
_OPERATOR_READY = ["wait --for=jsonpath={.status.state}=ready --timeout=600s nicclusterpolicy/nic-cluster-policy" + _WHERE]  # fmt: skip


def _sorted_nodes(calls: list[str]) -> list[str]:
    return [
        " ".join(sorted(each.split(), key=lambda word: word.removeprefix("node/") if word.startswith("node/") else ""))
        for each in calls
    ]


def test_a_run_applies_once_and_a_second_changes_nothing(fresh: SshHosts, tree: Path) -> None:
    predicted = _run(fresh, "--check", "--diff").must()
    assert _tasks(predicted, "changed") == [("control1", "Compare them with those of the cluster")]
    assert "+kind: ClusterQueue" in predicted.stdout
    assert _sorted_nodes(_asked(fresh)) == _sorted_nodes(_LOOK + _NODES_READY)
    assert fresh["control1"].read(f"{API}/objects") == "", "a prediction applies nothing"
    fresh["control1"].write(ssh_stand_ins.LOG, "")

    first = _run(fresh).must()
    assert _tasks(first, "changed") == [("control1", "Apply them")]
    assert _sorted_nodes(_asked(fresh)) == _sorted_nodes(_LOOK + _APPLY + _NODES_READY + _OPERATOR_READY)
    applied = read_objects(fresh["control1"].read(f"{API}/objects"))
    resources = yaml.safe_load((tree / "kubernetes/kustomization.yaml").read_text())["resources"]
    ours = [each for path in resources for each in read_objects((tree / "kubernetes" / path).read_text())]
    assert sorted(map(_key, applied)) == sorted(map(_key, ours))
    assert not fresh["control2"].calls("kubectl"), "one speaks for all"

    for options in ((), ("--check", "--diff")):
        assert _run(fresh, *options).must().changed == {}
    left = fresh["control1"].must("sh", "-c", "find / -xdev -name 'clustergen-*' -path '*tmp*' 2>/dev/null || :")
    assert left == ""


def _key(thing: dict[str, dict[str, str]]) -> tuple[str, str]:
    return str(thing["kind"]), thing["metadata"].get("namespace", "") + "/" + thing["metadata"]["name"]


@FULL
def test_the_next_control_host_speaks_where_the_first_is_away(fresh: SshHosts) -> None:
    fresh["control1"].stop_ssh()
    try:
        play = _run(fresh)
        assert _tasks(play, "unreachable") == [("control1", "Check which control hosts answer")]
        assert _tasks(play, "changed") == [("control2", "Apply them")]
    finally:
        fresh["control1"].start_ssh()


FAULTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "no API": ("broken", "", ("no Kubernetes API server answers on control1", "--become cluster.yml")),
    "a host that has not joined": (
        "nodes", NODES.replace("gpu6 ", ""), ("gpu6 did not join", "scale.yml --limit gpu6", "no other host has joined"),
    ),
    "a host of Slurm's that is a node still": (
        "nodes", NODES + " gpu2", ("all hosts of the plan have joined", "gpu2 are still nodes", "remove-node.yml", "node=gpu2"),
    ),
    "an operator that is missing": ("unknown", "", ("no matches for kind", "values.yaml have the command that installs it", "the others are applied")),
    "a node that does not become ready": ("late", "", ("not ready after 600 s", "nodes/gpu7")),
}  # fmt: skip


@pytest.mark.parametrize("fault", sample(FAULTS, "no API"))
def test_a_fault_says_what_to_do(fresh: SshHosts, fault: str) -> None:
    file, text, words = FAULTS[fault]
    fresh["control1"].write(f"{API}/{file}", text)
    play = _run(fresh)
    assert set(play.failed) == {"control1"}
    for each in words:
        assert each in play.failed["control1"]
    assert play.counts["control1"].failed == 1
    if file in {"broken", "nodes"}:
        assert fresh["control1"].read(f"{API}/objects") == "", (
            "nothing is applied to a cluster that is not the planned one"
        )
    fresh["control1"].must("rm", "-f", f"{API}/{file}")
    fresh["control1"].write(f"{API}/nodes", NODES)
    assert not _run(fresh).must().failed


@FULL
def test_nodes_that_no_plan_has_are_left_alone(fresh: SshHosts) -> None:
    """An autoscaler's, or another site's."""
    fresh["control1"].write(f"{API}/nodes", NODES + " burst-1")
    assert not _run(fresh).must().failed


@FULL
def test_a_prediction_says_where_the_api_could_not_tell(fresh: SshHosts) -> None:
    fresh["control1"].write(f"{API}/unknown", "")
    play = _run(fresh, "--check").must()
    assert _tasks(play, "changed") == [("control1", "Compare them with those of the cluster")]
    assert "no matches for kind" in play.stdout


def test_acceptance_starts_pods_on_idle_hosts_and_judges_what_they_measured(
    fresh: SshHosts, tmp_path: Path, shared: Path, proven: Callable[[str, str], None]
) -> None:
    """A host whose GPUs a pod has is left alone. What a pod runs is run here as the job has it, on a host without GPUs."""
    control, host = fresh["control1"], fresh["gpu5"]
    book, where = "ansible/playbooks/acceptance.yml", ("-e", f"acceptance_reports={tmp_path}/reports")
    control.write(f"{API}/pods", "gpu5 8\ngpu6 \n")
    busy = fresh.playbook(book, "--tags", "start", *where)
    assert (busy.returncode, control.exists(f"{API}/job")) == (2, False)
    assert "not idle, and so not tested: gpu5" in busy.stdout

    control.write(f"{API}/pods", "gpu6 8\ngpu5 \n")
    fresh.playbook(book, "--tags", "start", *where).must()
    judge = KubernetesJudge(shared / "schemas" / "crds")
    namespace, job = read_objects(control.read(f"{API}/job"))
    assert [judge.check(each) for each in (namespace, job)] == [[], []]
    assert (job["spec"]["completions"], job["spec"]["parallelism"]) == (1, 1)
    pod = job["spec"]["template"]["spec"]
    (term,) = pod["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"]
    assert term["matchExpressions"] == [{"key": "kubernetes.io/hostname", "operator": "In", "values": ["gpu5"]}]
    assert pod["affinity"]["podAntiAffinity"], "one on each host"
    (container,) = pod["containers"]
    environment = [f"{each['name']}={each.get('value', 'gpu5')}" for each in container["env"]]
    assert container["command"][:2] == ["chroot", "/host"]
    host.must("env", *environment, *container["command"][2:])

    judged = fresh.playbook(book, "--tags", "collect,judge", *where)
    assert judged.returncode == 2
    assert "gpu5: gpu-count failed: 0 of 8 GPUs" in judged.stdout, judged.stdout
    assert "gpu6" not in judged.failed["gpu5"]
    proven("kubectl (stand-in), Kubernetes schemas", "acceptance of a host")
