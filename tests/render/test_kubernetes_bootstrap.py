"""kubeadm's and RKE2's files: the same hosts, addresses and prefixes as kubespray's, in fields that their readers have, and doors for them."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.data import data_dir
from generator.plan.access.firewall import entrances
from generator.plan.draft import Draft
from generator.render.backends import ansible, host_system, kubernetes
from tests.host_files import made_for
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import KubernetesJudge
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

SHARED = "10.160.127.254"
KUBEADM = {"installer": "kubeadm", "api_address": SHARED}
_OTHERS = {"kubeadm/kube-vip.yaml", "kubeadm/audit-policy.yaml", "kubeadm/encryption.yaml"}
"""What the kubelet and the API server read."""
Documents = dict[str, list[dict[str, Any]]]


def _spec(**keys: Any) -> Spec:
    return cluster() | {"scheduler": {"kubernetes": keys}}


def _read(plan: Draft) -> Documents:
    files = kubernetes.render(plan, TEMPLATES)
    return {
        each.path.removeprefix("kubernetes/"): list(yaml.safe_load_all(each.content))
        for each in files
        if each.path.endswith(".yaml") or each.path.endswith(".yml")
    }


def _made(spec: Spec, folder: Path) -> Documents:
    return _read(plan_data(spec, folder))


def _kinds(files: Documents) -> Iterator[dict[str, Any]]:
    for path, documents in files.items():
        if path.startswith("kubeadm/") and path not in _OTHERS:
            yield from documents


def _strange(thing: dict[str, Any]) -> list[str]:
    return list(strange_values(thing, read_chart("kubeadm").keys[thing["kind"]]))


def test_one_installer_is_written(tmp_path: Path) -> None:
    folders = {
        installer: {path.partition("/")[0] for path in _made(_spec(**keys), tmp_path)}
        for installer, keys in {"kubespray": {}, "kubeadm": KUBEADM, "rke2": {"installer": "rke2"}}.items()
    }
    known = {"kubespray", "kubeadm", "rke2", "cni"}
    assert {name: found & known for name, found in folders.items()} == {
        "kubespray": {"kubespray"},
        "kubeadm": {"kubeadm", "cni"},
        "rke2": {"rke2"},
    }
    assert folders["kubeadm"] - known == folders["rke2"] - known == folders["kubespray"] - known


def test_installers_agree(tmp_path: Path) -> None:
    """The hosts with their in-band addresses, the release, the prefixes, who controls: kubespray's files against the others'."""
    spray, adm, rke2 = (
        _made(_spec(**keys), tmp_path)
        for keys in ({"api_address": SHARED}, KUBEADM, {"installer": "rke2", "api_address": SHARED})
    )
    inventory = spray["kubespray/inventory.yml"][0]["all"]
    variables = spray["kubespray/group_vars/all/clustergen.yml"][0]
    addresses = {name: host["ip"] for name, host in inventory["hosts"].items()}
    resolv_confs = {name: host["kube_resolv_conf"] for name, host in inventory["hosts"].items()}
    control = set(inventory["children"]["kube_control_plane"]["hosts"])

    registered = {each["nodeRegistration"]["name"]: each for each in _kinds(adm) if "nodeRegistration" in each}
    assert {name: each["nodeRegistration"]["kubeletExtraArgs"] for name, each in registered.items()} == {
        name: [{"name": "node-ip", "value": address}, {"name": "resolv-conf", "value": resolv_confs[name]}]
        for name, address in addresses.items()
    }
    assert {name for name, each in registered.items() if each["nodeRegistration"]["taints"]} == control
    ends = {name: each.get("localAPIEndpoint") or each.get("controlPlane", {}).get("localAPIEndpoint") for name, each in registered.items()}  # fmt: skip
    assert {name: end["advertiseAddress"] for name, end in ends.items() if end} == {name: addresses[name] for name in control}  # fmt: skip
    (first,) = (each for each in _kinds(adm) if each["kind"] == "ClusterConfiguration")
    assert first["kubernetesVersion"] == f"v{variables['kube_version']}"
    assert first["controlPlaneEndpoint"] == f"{variables['loadbalancer_apiserver']['address']}:6443"
    assert first["networking"] == {
        "podSubnet": variables["kube_pods_subnet"],
        "serviceSubnet": variables["kube_service_addresses"],
    }

    configs = {path.split("/")[1]: each[0] for path, each in rke2.items() if path.endswith("/config.yaml")}
    assert {each["node-name"]: each["node-ip"] for each in configs.values()} == addresses
    assert all(name == each["node-name"] for name, each in configs.items())
    assert {name: each["resolv-conf"] for name, each in configs.items()} == resolv_confs
    assert {name for name, each in configs.items() if "node-taint" in each} == control
    assert read_chart("rke2").releases["kubernetes"] == variables["kube_version"]
    assert read_chart("rke2").version.startswith(f"v{variables['kube_version']}+rke2")
    for name in control:
        assert configs[name]["cluster-cidr"] == variables["kube_pods_subnet"]
        assert configs[name]["service-cidr"] == variables["kube_service_addresses"]
    assert {name for name, each in configs.items() if "server" not in each} == {"control1"}
    assert {each["server"] for each in configs.values() if "server" in each} == {f"https://{SHARED}:9345"}


def test_the_first_control_host_can_join_the_others(tmp_path: Path) -> None:
    """Once it was lost: init reads its own kinds and ignores JoinConfiguration, join reads this kind alone. One control host has nobody to join."""
    files = _made(_spec(**KUBEADM), tmp_path)
    first, second = ({each["kind"]: each for each in files[f"kubeadm/control{n}.yaml"]} for n in (1, 2))
    assert set(first) == {"InitConfiguration", "ClusterConfiguration", "KubeletConfiguration", "JoinConfiguration"}
    init, join = first["InitConfiguration"], first["JoinConfiguration"]
    assert join["nodeRegistration"] == init["nodeRegistration"]
    assert join["controlPlane"] == {"localAPIEndpoint": init["localAPIEndpoint"]}
    assert join["discovery"] == second["JoinConfiguration"]["discovery"]
    alone = _spec(installer="kubeadm")
    alone["hosts"]["control"]["count"] = 1
    assert "JoinConfiguration" not in {each["kind"] for each in _made(alone, tmp_path)["kubeadm/control1.yaml"]}


def test_an_identity_provider_in_the_cluster_is_let_in_to_by_its_port(tmp_path: Path) -> None:
    """By name or by address; nothing opens to the site, and no way there is needed."""
    for host in ("login1", "login1.atlas.example.net", "10.160.128.1"):
        oidc = {"issuer": f"https://{host}:8443/realms/hpc", "client_id": "atlas"}
        plan = plan_data(_spec(**KUBEADM, oidc=oidc), tmp_path)
        login = next(each for each in plan.hosts if each.name == "login1")
        found = [flow for flow in plan.access.flows if flow.service.ports == ((8443, 8443),)]
        assert [(flow.source, flow.to) for flow in found] == [("inband/control", "inband/login")]
        assert any(set(found) <= set(each.flows) for each in entrances(plan, login))


def test_installers_agree_on_the_identity_provider(tmp_path: Path) -> None:
    """Flags of the API server, as each installer takes them; without a provider none has any."""
    oidc = {"issuer": "https://login.example.net/realms/hpc", "client_id": "atlas", "username_claim": "email"}
    wanted = {
        "oidc-issuer-url": oidc["issuer"], "oidc-client-id": "atlas", "oidc-username-claim": "email",
        "oidc-username-prefix": "oidc:", "oidc-groups-claim": "groups", "oidc-groups-prefix": "oidc:",
    }  # fmt: skip
    way_out = {"addressing": {"way_out": "10.160.31.254"}}
    spray, adm, rke2 = (
        _made(_spec(**keys, oidc=oidc) | way_out, tmp_path) for keys in ({}, KUBEADM, {"installer": "rke2"})
    )
    (first,) = (each for each in _kinds(adm) if each["kind"] == "ClusterConfiguration")
    assert not _strange(first)
    flags = {each["name"]: each["value"] for each in first["apiServer"]["extraArgs"]}
    assert {name: flags[name] for name in flags if name.startswith("oidc")} == wanted
    servers = [each[0] for path, each in rke2.items() if path.endswith("/config.yaml") and "node-taint" in each[0]]
    assert servers
    assert all(
        wanted.items() <= dict(flag.split("=", 1) for flag in each["kube-apiserver-arg"]).items() for each in servers
    )
    variables = spray["kubespray/group_vars/all/clustergen.yml"][0]
    assert not list(strange_values(variables, read_chart("kubespray").keys))
    assert variables["kube_oidc_auth"] is True
    assert variables["kube_oidc_url"] == wanted.pop("oidc-issuer-url")
    assert {name: variables[f"kube_{name.replace('-', '_')}"] for name in wanted} == wanted
    assert "oidc" not in str(_made(_spec(**KUBEADM), tmp_path))


def test_the_certificate_knows_every_control_host_of_the_envelope(tmp_path: Path) -> None:
    """A control host more changes the file of none."""
    few = _spec(**KUBEADM)
    few["hosts"]["control"] |= {"count": 1, "max": 5}
    many = deepcopy(few)
    many["hosts"]["control"]["count"] = 5
    one, five = _made(few, tmp_path), _made(many, tmp_path)
    assert one["kubeadm/control1.yaml"] == five["kubeadm/control1.yaml"]
    names = next(each for each in one["kubeadm/control1.yaml"] if each["kind"] == "ClusterConfiguration")["apiServer"]["certSANs"]  # fmt: skip
    joining = {f"kubeadm/control{number}.yaml" for number in range(2, 6)}
    assert set(five) - set(one) == joining
    for number in range(2, 6):
        (each,) = five[f"kubeadm/control{number}.yaml"]
        assert each["controlPlane"]["localAPIEndpoint"]["advertiseAddress"] in names
    assert SHARED in names


@pytest.mark.parametrize("installer", ["kubeadm", "rke2"])
def test_growth_adds_files_and_changes_none(tmp_path: Path, installer: str) -> None:
    few, many = (
        _made(cluster(count) | {"scheduler": {"kubernetes": {"installer": installer, "api_address": SHARED}}}, tmp_path)
        for count in (2, 32)
    )
    mine = {path: each for path, each in few.items() if path.startswith((installer, "cni"))}
    assert mine.items() <= many.items()


def test_fields_are_kubeadms(tmp_path: Path) -> None:
    things = list(_kinds(_made(_spec(**KUBEADM), tmp_path)))
    assert {each["kind"] for each in things} == {*read_chart("kubeadm").keys}
    assert [said for each in things for said in _strange(each)] == []
    assert {each["apiVersion"] for each in things} == {"kubeadm.k8s.io/v1beta4", "kubelet.config.k8s.io/v1beta1"}


FAULTS: dict[str, tuple[str, tuple[str, ...], Any]] = {
    "a map of arguments, as v1beta3 had": ("InitConfiguration", ("nodeRegistration", "kubeletExtraArgs"), {"node-ip": "1"}),
    "a misspelt prefix": ("ClusterConfiguration", ("networking", "podSubnets"), "100.64.0.0/11"),
    "the timeout of v1beta3": ("ClusterConfiguration", ("apiServer", "timeoutForControlPlane"), "4m"),
    "a port that is text": ("InitConfiguration", ("localAPIEndpoint", "bindPort"), "6443"),
    "discovery of v1beta3": ("JoinConfiguration", ("discovery", "timeout"), "5m"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_field_is_refused(tmp_path: Path, fault: str) -> None:
    kind, path, value = FAULTS[fault]
    thing = next(each for each in _kinds(_made(_spec(**KUBEADM), tmp_path)) if each["kind"] == kind)
    place = thing
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert [said.partition(":")[0] for said in _strange(thing)] == [".".join(path)]


def test_flags_are_rke2s(tmp_path: Path) -> None:
    keys = read_chart("rke2").keys
    files = _made(_spec(installer="rke2", api_address=SHARED), tmp_path)
    for path, (each, *_) in files.items():
        if path.endswith("/config.yaml"):
            kind = "server" if "control" in path else "agent"
            assert list(strange_values(each, keys[kind])) == []
    agent = files["rke2/gpu01/config.yaml"][0]
    assert list(strange_values(agent | {"tls-san": []}, keys["agent"])) == ["tls-san: the chart has no such key"]
    assert list(strange_values({"cluster-init": True}, keys["server"])) != [], "K3s has it, RKE2 drops it"


def test_cilium_is_told_the_bonds_packets(tmp_path: Path) -> None:
    plan = plan_data(_spec(**KUBEADM), tmp_path)
    values = _read(plan)["cni/values.yaml"][0]
    (config,) = _made(_spec(installer="rke2"), tmp_path)["rke2/rke2-cilium-config.yaml"]
    assert yaml.safe_load(config["spec"]["valuesContent"]) == values
    assert list(strange_values(values, read_chart("cilium").keys)) == []
    control = plan.hosts_of["control"][0]
    assert {each.mtu_bytes for each in plan.interfaces_of[control.name] if each.kind == "bond"} == {values["MTU"]}
    assert values["ipam"] == {"mode": "kubernetes"}, "the /24 of a host, which the API gives out of its prefix"


@pytest.mark.parametrize("installer", ["kubeadm", "rke2"])
def test_kube_vip_answers_where_the_spec_says(tmp_path: Path, shared: Path, installer: str) -> None:
    (pod,) = _made(_spec(installer=installer, api_address=SHARED), tmp_path)[f"{installer}/kube-vip.yaml"]
    assert KubernetesJudge(shared / "schemas" / "crds").check(pod) == []
    (container,) = pod["spec"]["containers"]
    told = {each["name"]: each["value"] for each in container["env"]}
    assert (told["address"], told["vip_interface"], told["port"]) == (SHARED, "bond0", "6443")
    assert f"{installer}/kube-vip.yaml" not in _made(_spec(installer="rke2"), tmp_path)


def test_rke2_has_a_door_and_nobody_else(tmp_path: Path) -> None:
    """Compute and control hosts join at TCP 9345 of control hosts, and only where RKE2 is asked for."""
    doors = {}
    for installer, keys in {"rke2": {"installer": "rke2"}, "kubespray": {}}.items():
        plan = plan_data(_spec(**keys), tmp_path)
        doors[installer] = {
            (role, flow.source)
            for role in ("control", "compute", "login")
            for host in plan.hosts_of.get(role, [])
            for entrance in entrances(plan, host)
            for flow in entrance.flows
            if flow.service.ports == ((9345, 9345),)
        }
    assert doors == {"rke2": {("control", "inband/compute"), ("control", "inband/control")}, "kubespray": set()}


def test_the_gpu_operator_finds_the_containerd_of_rke2(tmp_path: Path) -> None:
    for installer in ("kubespray", "rke2"):
        values = _made(_spec(installer=installer), tmp_path)["gpu-operator/values.yaml"][0]
        assert list(strange_values(values, read_chart("gpu-operator").keys)) == []
        told = {each["name"]: each["value"] for each in values["toolkit"].get("env", [])}
        assert told == ({"CONTAINERD_SOCKET": "/run/k3s/containerd/containerd.sock"} if installer == "rke2" else {})


def test_no_file_holds_what_lets_a_host_join(tmp_path: Path) -> None:
    for keys in (KUBEADM, {"installer": "rke2"}):
        files = kubernetes.render(plan_data(_spec(**keys), tmp_path), TEMPLATES)
        for each in files:
            if each.path.endswith("/audit-policy.yaml"):
                continue  # names what it records of tokens
            values = "\n".join(line for line in each.content.splitlines() if not line.startswith("#"))
            assert "certificateKey" not in values
            assert all(line.strip() == "token-file: /etc/rancher/rke2/token" for line in values.splitlines() if "token" in line.partition(":")[0])  # fmt: skip


def test_the_commands_make_a_file_that_joins(tmp_path: Path, program: Callable[[str], str]) -> None:
    """The real kubectl runs the lines of the first host's file; kubeadm asks for a current context whose user has a token."""
    files = kubernetes.render(plan_data(_spec(**KUBEADM), tmp_path), TEMPLATES)
    text = next(each.content for each in files if each.path == "kubernetes/kubeadm/control1.yaml")
    lines = [line.removeprefix("#   ") for line in text.splitlines() if line.startswith("#   kubectl config")]
    assert len(lines) == 4
    (tmp_path / "ca.crt").write_text("not read, only embedded")
    script = "\n".join(lines).replace("/etc/kubernetes/pki/ca.crt", "ca.crt")
    script = script.replace("$(kubeadm token create)", "abcdef.0123456789abcdef")
    shell = shutil.which("sh") or "/bin/sh"
    where = {"PATH": f"{Path(program('kubectl')).parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
    run = subprocess.run((shell, "-euc", script), cwd=tmp_path, env=where, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    made = yaml.safe_load((tmp_path / "discovery.conf").read_text())
    context = next(each["context"] for each in made["contexts"] if each["name"] == made["current-context"])
    (user,) = (each["user"] for each in made["users"] if each["name"] == context["user"])
    (seen,) = (each["cluster"] for each in made["clusters"] if each["name"] == context["cluster"])
    assert user["token"] == "abcdef.0123456789abcdef"
    assert seen["server"] == f"https://{SHARED}:6443"
    assert seen["certificate-authority-data"]


def test_the_playbook_knows_who_built_the_cluster(tmp_path: Path) -> None:
    told = {}
    for installer, keys in {"kubespray": {}, "kubeadm": KUBEADM, "rke2": {"installer": "rke2"}}.items():
        files = ansible.render(plan_data(_spec(**keys), tmp_path), TEMPLATES)
        text = next(each.content for each in files if each.path.endswith("group_vars/role_control.yml"))
        told[installer] = {key: value for key, value in yaml.safe_load(text).items() if key.startswith("kubernetes_")}
    assert told["kubespray"] == {}
    assert told["kubeadm"] == {"kubernetes_installer": "kubeadm"}
    assert told["rke2"]["kubernetes_kubeconfig"] == "/etc/rancher/rke2/rke2.yaml"
    words = yaml.safe_load((data_dir("playbooks") / "roles/kubernetes/vars/main.yml").read_text())["kubernetes_words"]
    assert set(words) == set(told)


def test_hosts_let_pods_lock_memory(tmp_path: Path) -> None:
    """What kubespray writes into containerd's unit: elsewhere it is the manager's default, for every service of a host."""
    plan = plan_data(_spec(**KUBEADM), tmp_path)
    made = made_for(plan, host_system.render(plan, TEMPLATES))
    assert "\nDefaultLimitMEMLOCK=infinity\n" in made["gpu02"]["etc/systemd/system.conf.d/90-clustergen.conf"]
