"""What API servers record and how Secrets are encrypted: the same with every installer, no body of a secret in a log, no key in the tree."""

import subprocess
from copy import deepcopy
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.audit import AUDIT_LOG
from generator.render.backends import kubernetes
from generator.render.controls import look
from tests.judges.api_server import Request, encryption_faults, level_of, policy_faults
from tests.judges.chart_keys import strange_values
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

SHARED = "10.160.127.254"
INSTALLERS = ("kubespray", "kubeadm", "rke2")
VARIABLES, FIRST = "kubespray/group_vars/all/clustergen.yml", "kubeadm/control1.yaml"
Files = dict[str, str]


def _made(folder: Path, installer: str, **keys: Any) -> Files:
    spec = cluster() | {"scheduler": {"kubernetes": {"installer": installer, "api_address": SHARED} | keys}}
    files = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    return {each.path.removeprefix("kubernetes/"): each.content for each in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    return {each: _made(tmp_path_factory.mktemp(each), each) for each in INSTALLERS}


def _policy(files: Files, installer: str) -> Any:
    """Return the policy; kubespray's as its template puts it together (roles/kubernetes/control-plane, apiserver-audit-policy.yaml.j2)."""
    if installer != "kubespray":
        return yaml.safe_load(files[f"{installer}/audit-policy.yaml"])
    rules = yaml.safe_load(files[VARIABLES])["audit_policy_custom_rules"]
    return yaml.safe_load("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n" + indent(rules, "  "))


def _api_server(files: Files) -> dict[str, Any]:
    documents = yaml.safe_load_all(files[FIRST])
    found: dict[str, Any] = next(each for each in documents if each["kind"] == "ClusterConfiguration")["apiServer"]
    return found


def _flags(files: Files, installer: str) -> dict[str, str]:
    """Return the flags about the log, by the name that the API server has for them."""
    if installer == "kubeadm":
        found = {each["name"]: each["value"] for each in _api_server(files)["extraArgs"]}
    elif installer == "rke2":
        found = dict(
            each.split("=", 1) for each in yaml.safe_load(files["rke2/control2/config.yaml"])["kube-apiserver-arg"]
        )
    else:
        named = {"path": "path", "maxage": "maxage", "maxbackup": "maxbackups", "maxsize": "maxsize"}
        variables = yaml.safe_load(files[VARIABLES])
        assert variables["kubernetes_audit"] is True
        assert variables["audit_log_hostpath"] == str(Path(variables["audit_log_path"]).parent), (
            "the file of the pod is that of the host"
        )
        found = {f"audit-log-{flag}": str(variables[f"audit_log_{name}"]) for flag, name in named.items()}
    return {name: value for name, value in found.items() if name.startswith("audit-log")}


def test_installers_agree_on_what_is_recorded(made: dict[str, Files]) -> None:
    policies = [_policy(made[each], each) for each in INSTALLERS]
    assert [policy_faults(each) for each in policies] == [[], [], []]
    assert policies[0] == policies[1] == policies[2]
    wanted = {
        "audit-log-path": AUDIT_LOG,
        "audit-log-maxage": "30",
        "audit-log-maxbackup": "10",
        "audit-log-maxsize": "100",
    }
    assert [_flags(made[each], each) for each in INSTALLERS] == [wanted] * 3
    assert not list(strange_values(yaml.safe_load(made["kubespray"][VARIABLES]), read_chart("kubespray").keys))
    server = yaml.safe_load(made["rke2"]["rke2/control1/config.yaml"])
    assert not list(strange_values(server, read_chart("rke2").keys["server"]))
    assert "audit" not in made["rke2"]["rke2/gpu01/config.yaml"], "compute hosts have no API server"


def test_api_servers_of_kubeadm_have_the_paths_of_their_flags(made: dict[str, Files]) -> None:
    """A path of a flag that no volume has does not exist in the pod; /etc/kubernetes/pki is there anyway (kubeadm, controlplane/volumes.go)."""
    server = _api_server(made["kubeadm"])
    mounted = [each["mountPath"] for each in server["extraVolumes"]] + ["/etc/kubernetes/pki"]
    paths = [each["value"] for each in server["extraArgs"] if each["value"].startswith("/")]
    assert len(paths) == 3
    assert [path for path in paths if not any(f"{path}/".startswith(f"{each}/") for each in mounted)] == []
    assert all(each["hostPath"] == each["mountPath"] for each in server["extraVolumes"])
    places = {
        line.split()[1]
        for path, text in made["kubeadm"].items()
        if path.startswith("kubeadm/audit")
        for line in text.splitlines()[:1]
    }
    assert places <= {*mounted}, "the first line says where the file goes"


_NODE: dict[str, Any] = {"user": "system:node:gpu01", "groups": ("system:nodes",)}
LEVELS: dict[str, tuple[str, Request]] = {
    "a Secret is read": ("Metadata", Request(verb="get", resource="secrets")),
    "a Secret is written": ("Metadata", Request(verb="create", resource="secrets")),
    "a kubelet reads a Secret": ("Metadata", Request(verb="get", resource="secrets", **_NODE)),
    "a controller reads all Secrets": ("Metadata", Request(verb="list", resource="secrets", user="system:kube-controller-manager")),
    "a ConfigMap is written": ("Metadata", Request(verb="update", resource="configmaps")),
    "a token is made": ("Metadata", Request(verb="create", resource="serviceaccounts/token")),
    "a token is verified": ("Metadata", Request(verb="create", resource="tokenreviews", group="authentication.k8s.io")),
    "a command in a pod": ("Metadata", Request(verb="get", resource="pods/exec")),
    "a port of a pod": ("Metadata", Request(verb="create", resource="pods/portforward")),
    "the kubelet's own API": ("Metadata", Request(verb="get", resource="nodes/proxy", user="system:kube-scheduler")),
    "a pod, whose environment has passwords": ("Metadata", Request(verb="create", resource="pods")),
    "a deployment": ("Metadata", Request(verb="patch", resource="deployments", group="apps")),
    "a resource of an operator": ("Metadata", Request(verb="create", resource="localqueues", group="kueue.x-k8s.io")),
    "rights are given": ("Request", Request(verb="create", resource="clusterrolebindings", group="rbac.authorization.k8s.io")),
    "admission is changed": ("Request", Request(verb="delete", resource="validatingadmissionpolicies", group="admissionregistration.k8s.io")),
    "a certificate is approved": ("Request", Request(verb="update", resource="certificatesigningrequests/approval", group="certificates.k8s.io")),
    "rights are read": ("Metadata", Request(verb="list", resource="roles", group="rbac.authorization.k8s.io")),
    "a path of the API": ("Metadata", Request(verb="get", path="/apis")),
    "a probe": ("None", Request(verb="get", path="/readyz/etcd", user="system:anonymous")),
    "the leader renews": ("None", Request(verb="update", resource="leases", group="coordination.k8s.io")),
    "a lease is deleted": ("Metadata", Request(verb="delete", resource="leases", group="coordination.k8s.io")),
    "an event": ("None", Request(verb="create", resource="events")),
    "kube-proxy watches": ("None", Request(verb="watch", resource="endpointslices", group="discovery.k8s.io", user="system:kube-proxy")),
    "a kubelet watches its pods": ("None", Request(verb="watch", resource="pods", **_NODE)),
    "a person lists pods": ("Metadata", Request(verb="list", resource="pods")),
}  # fmt: skip


@pytest.mark.parametrize("case", LEVELS)
def test_level_of_a_request(made: dict[str, Files], case: str) -> None:
    level, request = LEVELS[case]
    assert level_of(_policy(made["kubeadm"], "kubeadm"), request) == level


POLICY_FAULTS: dict[str, tuple[tuple[str | int, ...], Any, str]] = {
    "a level that is none": (("rules", 0, "level"), "Body", "is not one of"),
    "a key in other letters": (("rules", 1, "nonResourceUrls"), ["/api"], "nonResourceUrls"),
    "paths and resources at once": (("rules", 0, "resources"), [{"group": ""}], "both regular resources and"),
    "a star within": (("rules", 0, "nonResourceURLs"), ["/api/*/x"], "does not match"),
    "a group with its version": (("rules", 3, "resources", 0, "group"), "rbac.authorization.k8s.io/v1", "does not match"),
    "a stage that is none": (("rules", 1, "omitStages"), ["Received"], "is not one of"),
    "no rule": (("rules",), [], "should be non-empty"),
}  # fmt: skip


@pytest.mark.parametrize("fault", POLICY_FAULTS)
def test_a_planted_fault_in_the_policy_is_refused(made: dict[str, Files], fault: str) -> None:
    path, value, words = POLICY_FAULTS[fault]
    policy = deepcopy(_policy(made["rke2"], "rke2"))
    place = policy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert any(words in each for each in policy_faults(policy)), policy_faults(policy)


def _command(files: Files, home: Path) -> str:
    """Return the command that makes kubeadm's key, for a host whose root is a folder."""
    (line,) = (each for each in files["kubeadm/encryption.yaml"].splitlines() if "urandom" in each)
    (home / "encryption.yaml").write_text(files["kubeadm/encryption.yaml"])
    return line.removeprefix("#").strip().replace("/etc/kubernetes", f"{home}/etc/kubernetes")


@pytest.mark.parametrize("provider", ["secretbox", "aescbc"])
def test_the_key_of_kubeadm_is_made_on_the_host(tmp_path: Path, provider: str) -> None:
    """By the command in the file: another key on each cluster, for root alone; the same command again leaves it as it is."""
    files, keys = _made(tmp_path, "kubeadm", secrets_encryption=provider), []
    assert any("base64" in each for each in encryption_faults(yaml.safe_load(files["kubeadm/encryption.yaml"]))), (
        "no key is there"
    )
    for name in ("one", "two"):
        home = tmp_path / name
        home.mkdir()
        command, made = _command(files, home), home / "etc/kubernetes/pki/encryption.yaml"
        subprocess.run(("sh", "-euc", command), cwd=home, check=True)
        text = made.read_text()
        configuration = yaml.safe_load(text)
        assert encryption_faults(configuration) == []
        (first, last) = configuration["resources"][0]["providers"]
        assert (list(first), last) == ([provider], {"identity": {}})
        keys.append(first[provider]["keys"][0]["secret"])
        assert text.count(keys[-1]) == 1, "no comment has it"
        assert made.stat().st_mode & 0o777 == 0o600
        subprocess.run(("sh", "-euc", command), cwd=home, check=True)
        assert made.read_text() == text
    assert keys[0] != keys[1]


ENCRYPTION_FAULTS: dict[str, tuple[tuple[str | int, ...], Any, str]] = {
    "a provider by another name": (("resources", 0, "providers", 0), {"secretBox": {"keys": []}}, "secretBox"),
    "two in one": (("resources", 0, "providers", 0, "identity"), {}, "too many properties"),
    "no name": (("resources", 0, "providers", 0, "secretbox", "keys", 0, "name"), "", "should be non-empty"),
    "a short key": (("resources", 0, "providers", 0, "secretbox", "keys", 0, "secret"), "c2hvcnQ=", "got 5"),
}  # fmt: skip


@pytest.mark.parametrize("fault", ENCRYPTION_FAULTS)
def test_a_planted_fault_in_the_encryption_is_refused(made: dict[str, Files], fault: str) -> None:
    path, value, words = ENCRYPTION_FAULTS[fault]
    configuration = yaml.safe_load(made["kubeadm"]["kubeadm/encryption.yaml"].replace("KEY", "A" * 43 + "="))
    assert encryption_faults(configuration) == []
    place = configuration
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert any(words in each for each in encryption_faults(configuration)), encryption_faults(configuration)


def test_every_installer_encrypts_and_no_file_has_a_key(made: dict[str, Files]) -> None:
    variables = yaml.safe_load(made["kubespray"][VARIABLES])
    assert (variables["kube_encrypt_secret_data"], variables["kube_encryption_algorithm"]) == (True, "secretbox")
    assert "kube_encrypt_token" not in variables, "kubespray makes it"
    assert variables["credentials_dir"] == "~/atlas-kubespray", "by default it would be in the tree"
    flags = {each["name"]: each["value"] for each in _api_server(made["kubeadm"])["extraArgs"]}
    assert flags["encryption-provider-config"] == "/etc/kubernetes/pki/encryption.yaml"
    assert variables["kube_kubeadm_apiserver_extra_args"].items() <= flags.items()
    servers = [yaml.safe_load(made["rke2"][f"rke2/control{n}/config.yaml"]) for n in (1, 2, 3)]
    assert {(each["secrets-encryption"], each["secrets-encryption-provider"]) for each in servers} == {
        (True, "secretbox")
    }


def _claims(files: Files) -> set[str]:
    """Return what `docs/controls.md` claims by these files."""
    seen = (each for path, text in files.items() for each in look(f"kubernetes/{path}", text.encode()))
    return {each.evidence for each in seen if each.line} & {"api-audit", "api-audit-kept", "etcd-secrets"}


@pytest.mark.parametrize("installer", INSTALLERS)
def test_what_the_spec_turns_off_is_gone(made: dict[str, Files], tmp_path: Path, installer: str) -> None:
    """In the files, and in what is claimed of them. RKE2 always encrypts."""
    off = {} if installer == "rke2" else {"secrets_encryption": "none"}
    files = _made(tmp_path, installer, audit=False, **off)
    text = "".join(files.values())
    assert "audit" not in text
    assert not off or not any(word in text for word in ("encrypt", "credentials_dir"))
    assert _claims(made[installer]) == {"api-audit", "api-audit-kept", "etcd-secrets"}
    assert _claims(files) == (set() if off else {"etcd-secrets"})
