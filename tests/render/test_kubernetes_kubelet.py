"""Kubelets of all installers: one set of values, that kubelet's own checks take, with room for pods, and resolvers that pods reach."""

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.render.backends import kubernetes
from tests.conftest import example
from tests.judges.chart_keys import strange_values
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

SHARED = "10.160.127.254"
Configuration = dict[str, Any]
INSTALLERS = ("kubespray", "kubeadm", "rke2")
_RUN = "/run/systemd/resolve/resolv.conf"
_POLICIES = {
    "cpuManagerPolicy": {"none", "static"},
    "topologyManagerPolicy": {"none", "best-effort", "restricted", "single-numa-node"},
    "topologyManagerScope": {"container", "pod"},
}
"""What kubelet takes (kubernetes/kubernetes: pkg/kubelet/apis/config/validation/validation.go, pkg/kubelet/cm/cpumanager)."""
_UNITS = {"": 1, "Mi": 2**20, "Gi": 2**30}
_FLAGS = {
    "cpu-manager-policy": "cpuManagerPolicy",
    "topology-manager-policy": "topologyManagerPolicy",
    "topology-manager-scope": "topologyManagerScope",
}
"""Flags of kubelet that stand for a field of its configuration (cmd/kubelet/app/options/options.go)."""


def _spec(spec: Spec | None = None, **keys: Any) -> Spec:
    return (spec or cluster()) | {"scheduler": {"kubernetes": {"api_address": SHARED, **keys}}}


def _files(spec: Spec, folder: Path) -> dict[str, list[Any]]:
    made = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    return {each.path: list(yaml.safe_load_all(each.content)) for each in made if each.path.endswith((".yaml", ".yml"))}


def _configuration(files: dict[str, list[Any]], installer: str) -> Configuration:
    """Return the kubelet's configuration as an installer makes it of what it is told."""
    if installer == "kubeadm":
        things = files["kubernetes/kubeadm/control1.yaml"]
        return next(each for each in things if each["kind"] == "KubeletConfiguration")
    if installer == "kubespray":  # its template kubelet-config.v1beta1.yaml.j2
        (said,) = files["kubernetes/kubespray/group_vars/all/clustergen.yml"]
        return {
            **said["kubelet_config_extra_args"],
            **{
                f"{whose}Reserved": {name: said[f"{whose}_{name}_reserved"] for name in ("cpu", "memory")}
                for whose in ("kube", "system")
            },
        }
    told = [each[0]["kubelet-arg"] for path, each in files.items() if path.endswith("/config.yaml")]
    assert all(each == told[0] for each in told)
    flags = dict(each.split("=", 1) for each in told[0])
    kept = {f"{whose}Reserved": flags.pop(f"{whose}-reserved") for whose in ("kube", "system")}
    return {
        **{_FLAGS[flag]: value for flag, value in flags.items()},
        **{field: dict(pair.split("=") for pair in value.split(",")) for field, value in kept.items()},
    }


def _refused(said: Configuration) -> list[str]:
    """List why kubelet would end: a policy that is none, a quantity that is none, `static` with no processor kept back."""
    found = [f"{field}: {said[field]}" for field, known in _POLICIES.items() if said[field] not in known]
    kept = 0
    for field in ("kubeReserved", "systemReserved"):
        for name, quantity in said[field].items():
            number = re.fullmatch(r"(\d+)(|Mi|Gi)", quantity)
            if not number or number[2] not in _UNITS:
                found.append(f"{field}.{name}: {quantity}")
            elif name == "cpu":
                kept += int(number[1])
    if said["cpuManagerPolicy"] == "static" and not kept:
        found.append("static, and no processor is kept back")
    return found


def test_every_installer_sets_kubelets_alike(tmp_path: Path) -> None:
    made = {name: _configuration(_files(_spec(installer=name), tmp_path), name) for name in INSTALLERS}
    for name, said in made.items():
        assert said | {} == {**made["kubespray"], **{k: v for k, v in said.items() if k not in made["kubespray"]}}, name
        assert _refused(said) == []
    assert made["kubeadm"]["cpuManagerPolicy"] == "static"
    assert made["kubeadm"]["topologyManagerPolicy"] == "best-effort", "a GPU comes with the rail of its NUMA node"
    assert list(strange_values(made["kubeadm"], read_chart("kubeadm").keys["KubeletConfiguration"])) == []


FAULTS: dict[str, tuple[str, Any]] = {
    "a policy that is none": ("topologyManagerPolicy", "best_effort"),
    "a quantity that is none": ("systemReserved", {"cpu": "3", "memory": "14GiB"}),
    "nothing kept back": ("kubeReserved", {"cpu": "0"}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(tmp_path: Path, fault: str) -> None:
    field, value = FAULTS[fault]
    said = deepcopy(_configuration(_files(_spec(installer="kubeadm"), tmp_path), "kubeadm"))
    said[field] = value
    if fault == "nothing kept back":
        said["systemReserved"] = {"cpu": "0"}
    assert _refused(said) != []


def test_hosts_with_many_numa_nodes_ask_nobody(tmp_path: Path) -> None:
    """GB200 has 34: kubelet ends beyond eight, unless nobody is to weigh them."""
    spec: Spec = yaml.safe_load(example("nvl72-8-racks").read_text())
    said = _configuration(_files(_spec(spec, installer="kubespray"), tmp_path), "kubespray")
    assert (said["cpuManagerPolicy"], said["topologyManagerPolicy"]) == ("static", "none")


def test_cores_of_storage_clients_are_no_pods(tmp_path: Path) -> None:
    spec = _spec(installer="kubespray")
    plain = _configuration(_files(spec, tmp_path), "kubespray")
    spec["storage"]["fast"] |= {"client_cores": 4}
    kept = _configuration(_files(spec, tmp_path), "kubespray")
    assert int(kept["systemReserved"]["cpu"]) == int(plain["systemReserved"]["cpu"]) + 4 * 2


@pytest.mark.parametrize(
    ("system", "path"), [("debian-12", _RUN), ("ubuntu-24.04", _RUN), ("rocky-9", "/etc/resolv.conf")]
)
def test_pods_get_resolvers_and_no_stub(tmp_path: Path, system: str, path: str) -> None:
    """kubespray knows of the stub on Ubuntu and Fedora alone, and kubeadm gives all hosts the file of the first one."""
    spec = cluster()
    spec["hosts"]["gpu"] |= {"os": system}
    files = {name: _files(_spec(spec, installer=name), tmp_path) for name in INSTALLERS}
    spray = files["kubespray"]["kubernetes/kubespray/inventory.yml"][0]["all"]["hosts"]["gpu01"]
    (adm,) = files["kubeadm"]["kubernetes/kubeadm/gpu01.yaml"]
    arguments = {each["name"]: each["value"] for each in adm["nodeRegistration"]["kubeletExtraArgs"]}
    (rke2,) = files["rke2"]["kubernetes/rke2/gpu01/config.yaml"]
    assert spray["kube_resolv_conf"] == arguments["resolv-conf"] == rke2["resolv-conf"] == path
