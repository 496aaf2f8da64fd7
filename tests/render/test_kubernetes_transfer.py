"""Jobs that fill a tier from another one in pods: where they run, what they see of tiers, and what they are refused for."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.analysis.explain import explain
from generator.plan.fetched import fetched
from generator.plan.transfer_paths import feed_path
from generator.plan.transfers import feeds
from generator.render.backends import kubernetes, transfers
from generator.source.diagnostic import SpecError
from tests.ceph_specs import DEVICE
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

IMAGE = "registry.example.net/copy:1"
Thing = dict[str, Any]


def spec(image: str = IMAGE, **keys: Any) -> Spec:
    """Return a cluster of Kubernetes whose homes and buckets fill Lustre; `keys` are further ones of Kubernetes."""
    made = cluster(4, storage=4)
    made["hosts"]["bulk"] = {"model": "storage-2u", "role": "storage", "count": 2, "max": 8}
    made["scheduler"] = {"kubernetes": ({"transfer_image": image} if image else {}) | keys}
    lustre = {"product": "Lustre", "source": "10.64.0.1@o2ib:/fast", "volumes": {}}
    made["storage"]["fast"] |= lustre
    made["storage"]["home"]["feeds"] = {"fast": {"hosts": 2}}
    made["storage"]["buckets"] = {"kind": "object", "hosts": "bulk", "product": "S3", "feeds": {"fast": {"hosts": 4}}}
    return made


def texts(made: Spec, folder: Path) -> dict[str, str]:
    """Return the files below `kubernetes/transfer/`."""
    every = kubernetes.render(plan_data(made, folder), TEMPLATES)
    head = "kubernetes/transfer/"
    return {each.path.removeprefix(head): each.content for each in every if each.path.startswith(head)}


def job_of(text: str) -> Thing:
    """Return the Job of a file."""
    return next(each for each in read_objects(text) if each["kind"] == "Job")


def pod_of(text: str) -> Thing:
    """Return its pod."""
    pod: Thing = job_of(text)["spec"]["template"]["spec"]
    return pod


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


@pytest.mark.parametrize("queues", ["kueue", "volcano", "kai"])
def test_every_object_is_accepted_by_every_queue(tmp_path: Path, judge: KubernetesJudge, queues: str) -> None:
    found = texts(spec(queues=queues), tmp_path)
    assert list(found) == ["kustomization.yaml", "buckets_to_fast.yaml", "home_to_fast.yaml"]
    listed = yaml.safe_load(found.pop("kustomization.yaml"))["resources"]
    assert listed == list(found)
    for text in found.values():
        objects = read_objects(text)
        assert [fault for each in objects for fault in judge.check(each)] == []
        job = job_of(text)
        assert job["spec"].get("suspend", False) == (queues == "kueue")
        assert len(objects) == (2 if queues == "volcano" else 1)
        assert pod_of(text).get("schedulerName") == {"kai": "kai-scheduler", "volcano": "volcano"}.get(queues)
    job["spec"]["backoffLimitPerIndex"] = "six"
    assert judge.check(job)


@pytest.mark.parametrize("queues", ["kueue", "volcano", "kai"])
def test_members_of_a_workspace_may_apply_it(tmp_path: Path, queues: str) -> None:
    """The role `edit` has what Kubernetes itself brings (batch, networking.k8s.io); all else is in the workspace's role."""
    every = {each.path: each.content for each in kubernetes.render(plan_data(spec(queues=queues), tmp_path), TEMPLATES)}
    (role,) = (each for each in read_objects(every["kubernetes/workspaces/atlas.yaml"]) if each["kind"] == "Role")
    granted = {(group, kind) for rule in role["rules"] for group in rule["apiGroups"] for kind in rule["resources"]}
    objects = read_objects(every["kubernetes/transfer/home_to_fast.yaml"])
    asked = {(each["apiVersion"].partition("/")[0], f"{each['kind'].lower()}s") for each in objects}
    assert {each for each in asked if each[0] != "batch"} <= granted
    assert (("batch.volcano.sh", "jobs") in granted) == (queues == "volcano")


def test_each_pod_is_on_another_host(tmp_path: Path) -> None:
    """A DGX H100 has 224 threads, four of which kubelet keeps back: of pods that ask for 111, one fits. Kueue reads that alone."""
    text = texts(spec(), tmp_path)["home_to_fast.yaml"]
    job, pod = job_of(text)["spec"], pod_of(text)
    assert (job["completionMode"], job["completions"], job["parallelism"]) == ("Indexed", 2, 2)
    assert pod["containers"][0]["resources"] == {"requests": {"cpu": "111", "memory": "1Gi"}}
    (term,) = pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    labels = job["template"]["metadata"]["labels"]
    assert term["topologyKey"] == "kubernetes.io/hostname"
    assert term["labelSelector"]["matchLabels"].items() <= labels.items()
    assert {"name": "HOSTS", "value": "2"} in pod["containers"][0]["env"]


def test_pods_are_as_restricted_as_can_be(tmp_path: Path) -> None:
    """What `restricted` asks for (kubernetes.io, Pod Security Standards), and no token of the API."""
    for text in (each for name, each in texts(spec(), tmp_path).items() if name != "kustomization.yaml"):
        pod = pod_of(text)
        (container,) = pod["containers"]
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["runAsUser"] > 0
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container["securityContext"] == {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
        assert pod["automountServiceAccountToken"] is False
        assert {key for volume in pod["volumes"] for key in volume} <= {"name", "persistentVolumeClaim", "secret"}
        assert (pod["restartPolicy"], container["image"]) == ("Never", IMAGE)


def test_pods_see_tiers_by_the_claims_of_their_names(tmp_path: Path) -> None:
    text = texts(spec(), tmp_path)["home_to_fast.yaml"]
    pod = pod_of(text)
    claims = {each["name"]: each["persistentVolumeClaim"]["claimName"] for each in pod["volumes"]}
    assert claims == {"from": "home", "to": "fast"}
    source, target = pod["containers"][0]["volumeMounts"]
    assert source == {"name": "from", "mountPath": "/from", "readOnly": True}
    assert target == {"name": "to", "mountPath": "/to"}
    assert "the class home" in text
    assert "whole file system (volumes.yaml)" in text


def test_keys_of_an_object_store_are_a_secret_by_its_name(tmp_path: Path) -> None:
    text = texts(spec(), tmp_path)["buckets_to_fast.yaml"]
    pod = pod_of(text)
    assert {"name": "rclone", "secret": {"secretName": "rclone"}} in pod["volumes"]
    told = {each["name"]: each["value"] for each in pod["containers"][0]["env"]}
    assert told | {"FROM": "buckets:", "TO": "/to/", "RCLONE_CONFIG": "/etc/rclone/rclone.conf"} == told
    assert "add a NetworkPolicy" in text


def test_pods_reach_gateways_of_ours(tmp_path: Path, judge: KubernetesJudge) -> None:
    """The namespace lets pods reach names and each other alone; hosts that come change nothing, as gateways are stated."""
    made = spec()
    ours = {"ceph": {"devices": [DEVICE], "gateways": 2}, "protection": {"data": 2, "parity": 1}}
    made["storage"]["buckets"] |= {"product": "Ceph RGW"} | ours
    made["hosts"]["bulk"]["count"] = 4
    found = texts(made, tmp_path)["buckets_to_fast.yaml"]
    policy = next(each for each in read_objects(found) if each["kind"] == "NetworkPolicy")
    assert judge.check(policy) == []
    (rule,) = policy["spec"]["egress"]
    assert len(rule["to"]) == 2
    assert all(each["ipBlock"]["cidr"].endswith("/32") for each in rule["to"])
    assert (
        policy["spec"]["podSelector"]["matchLabels"].items()
        <= job_of(found)["spec"]["template"]["metadata"]["labels"].items()
    )
    assert "add a NetworkPolicy" not in found
    made["hosts"]["bulk"]["count"] = 6
    assert texts(made, tmp_path)["buckets_to_fast.yaml"] == found


def test_tenants_have_a_job_each_on_their_own_hosts(tmp_path: Path, judge: KubernetesJudge) -> None:
    made = spec()
    made["tenants"] = {"red": {"hosts": ["gpu[01-02]"]}, "blue": {"hosts": ["gpu[03-04]"]}}
    made["storage"]["buckets"]["feeds"] = {}
    found = texts(made, tmp_path)
    assert list(found) == ["kustomization.yaml", "blue/home_to_fast.yaml", "red/home_to_fast.yaml"]
    for tenant in made["tenants"]:
        job = job_of(found[f"{tenant}/home_to_fast.yaml"])
        assert judge.check(job) == []
        assert job["metadata"]["namespace"] == tenant
        assert pod_of(found[f"{tenant}/home_to_fast.yaml"])["nodeSelector"]["clustergen.dev/tenant"] == tenant


def test_growth_changes_no_file(tmp_path: Path) -> None:
    small, large = spec(), spec()
    large["hosts"]["gpu"]["count"], large["hosts"]["bulk"]["count"] = 16, 6
    assert texts(small, tmp_path) == texts(large, tmp_path)


def test_without_an_image_nothing_is_written(tmp_path: Path) -> None:
    made = spec(image="")
    with pytest.raises(SpecError, match="transfer-without-hosts"):
        plan_data(made, tmp_path)
    made["scheduler"] |= {"slurm": {}, "shared_hosts": True}
    assert not texts(made, tmp_path)
    assert "transfer_image" not in (plan_data(made, tmp_path).site.kubernetes or spec).model_dump()  # type: ignore[union-attr]


def test_both_schedulers_have_a_job(tmp_path: Path) -> None:
    made = spec()
    made["scheduler"] |= {"slurm": {}, "shared_hosts": True}
    plan = close(plan_data(made, tmp_path))
    paths = [*transfers.paths(plan), *kubernetes.paths(plan)]
    assert {"slurm/transfer/home_to_fast.sbatch", "kubernetes/transfer/home_to_fast.yaml"} <= set(paths)
    made["storage"]["cache"] = {"kind": "local-nvme", "mount": "/cache"}
    made["storage"]["fast"]["feeds"] = {"cache": {}}
    plan = close(plan_data(made, tmp_path))
    assert "slurm/transfer/fast_to_cache.sbatch" in transfers.paths(plan)
    assert "kubernetes/transfer/fast_to_cache.yaml" not in kubernetes.paths(plan)


def test_the_path_counts_ports_of_the_hosts_that_copy(tmp_path: Path) -> None:
    """A host has two ports of 400 Gb/s on the storage fabric: 100 GB/s."""
    plan = plan_data(spec(), tmp_path)
    found = next(each for each in feeds(plan) if each.source.name == "buckets")
    path = feed_path(plan, found).carried
    assert path is not None
    assert path.inputs["target_ports"] == pytest.approx(400)
    assert any("hosts of Kubernetes" in line for line in explain(plan, "storage.fast").lines)


def test_a_mirror_has_the_image(tmp_path: Path) -> None:
    (row,) = (each for each in fetched(close(plan_data(spec(), tmp_path))) if each.by.endswith("transfer_image"))
    assert (row.source, row.name, row.version) == ("registry.example.net", "copy", "1")


def test_names_of_jobs_fit_host_names(tmp_path: Path) -> None:
    """A pod is called like its Job, with a dash and its number: a name of 63 letters at most. Different feeds have different names."""
    made = spec()
    long = "a" + "-long" * 6
    made["storage"][long] = {
        "kind": "object",
        "hosts": "bulk",
        "product": "S3",
        "feeds": {f"b{long[1:]}": {}, "fast": {}},
    }
    made["storage"][f"b{long[1:]}"] = {"kind": "object", "hosts": "bulk", "product": "S3"}
    names = [
        job_of(text)["metadata"]["name"] for name, text in texts(made, tmp_path).items() if name != "kustomization.yaml"
    ]
    assert len(set(names)) == len(names) == 4
    assert all(len(f"{name}-9999") <= 63 for name in names)
