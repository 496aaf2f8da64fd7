"""Kubernetes' objects agree with the cabling map and the IP plan, as both stand in the rendered files."""

import csv
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.render.backends import kubernetes
from generator.render.yaml_text import yaml_text
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

LABEL = "clustergen.dev"
Rendered = Callable[[str], Path]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file))


def _labels(tree: Path) -> dict[str, dict[str, str]]:
    nodes = yaml.safe_load((tree / "kubernetes" / "node-labels.yaml").read_text())["items"]
    return {node["metadata"]["name"]: node["metadata"]["labels"] for node in nodes}


def _pools(tree: Path) -> dict[int, dict[str, Any]]:
    files = (tree / "kubernetes" / "pools").glob("rail*.yaml")
    return {int(path.stem.removeprefix("rail")): yaml.safe_load(path.read_text()) for path in files}


def _objects(spec: Spec, folder: Path) -> dict[str, Any]:
    plan = plan_data(spec, folder)
    artifacts = kubernetes.render(plan, TEMPLATES)
    found = list(artifacts)
    assert [each.path for each in found] == list(kubernetes.paths(plan))
    return {each.path: next(iter(yaml.safe_load_all(each.content))) for each in found if each.path.endswith(".yaml")}


@pytest.fixture(params=["roce-16", "roce-256"])
def tree(request: pytest.FixtureRequest, rendered: Rendered) -> Path:
    return rendered(request.param)


def test_an_allocation_is_the_link_of_the_ip_plan(tree: Path) -> None:
    """Host, address and leaf's address, joined from addresses.csv and cables.csv alone."""
    address = {(row["device"], row["interface"]): row["address"] for row in _rows(tree / "ip" / "addresses.csv")}
    expected: dict[int, list[tuple[str, str, str]]] = {}
    for row in _rows(tree / "cabling" / "cables.csv"):
        if row["fabric"] == "compute" and row["kind"] == "host_leaf":
            host, leaf = address[row["a_device"], row["a_interface"]], address[row["b_device"], row["b_interface"]]
            expected.setdefault(int(row["rail"]), []).append((row["a_device"], f"{host}/31", leaf))
    found = {
        rail: [(each["nodeName"], each["prefix"], each["gateway"]) for each in pool["spec"]["staticAllocations"]]
        for rail, pool in _pools(tree).items()
    }
    assert found == expected


def test_a_pool_is_its_rail_and_reaches_the_fabric(tree: Path) -> None:
    prefixes = {(row["kind"], row["name"]): row["prefix"] for row in _rows(tree / "ip" / "prefixes.csv")}
    for rail, pool in _pools(tree).items():
        assert pool["spec"]["cidr"] == prefixes["rail", f"rail {rail}"]
        assert [route["dst"] for route in pool["spec"]["routes"]] == [pool["spec"]["cidr"], prefixes["pool", "compute"]]


def test_nv_ipam_would_take_the_pool(tree: Path) -> None:
    """The rules of its webhook (nvidia-k8s-ipam, api/v1alpha1/cidrpool_validate.go), and the leaf as the gateway."""
    for pool in _pools(tree).values():
        spec = pool["spec"]
        whole, length = IPv4Network(spec["cidr"]), spec["perNodeNetworkPrefix"]
        prefixes = [IPv4Network(each["prefix"]) for each in spec["staticAllocations"]]
        names = [each["nodeName"] for each in spec["staticAllocations"]]
        assert len(set(names)) == len(names) == len(set(prefixes))
        (kept,) = spec["perNodeExclusions"]
        for prefix, each in zip(prefixes, spec["staticAllocations"], strict=True):
            assert prefix.prefixlen == length
            assert prefix.subnet_of(whole)
            assert prefix[spec["gatewayIndex"]] == IPv4Address(each["gateway"]), "the index means the leaf too"
            free = [index for index in (0, 1) if not kept["startIndex"] <= index <= kept["endIndex"]]
            assert free == [0], "a pod gets the host's end, never the leaf's"


def test_a_pool_selects_the_hosts_that_it_has_addresses_for(tree: Path) -> None:
    labels = _labels(tree)
    for pool in _pools(tree).values():
        (term,) = pool["spec"]["nodeSelector"]["nodeSelectorTerms"]
        (want,) = term["matchExpressions"]
        chosen = [name for name, mine in labels.items() if mine.get(want["key"]) in want["values"]]
        assert chosen == [each["nodeName"] for each in pool["spec"]["staticAllocations"]]


def test_hosts_have_one_unit_label_where_they_share_all_leaves(tree: Path) -> None:
    leaves: dict[str, set[str]] = {}
    racks: dict[str, str] = {}
    for row in _rows(tree / "cabling" / "cables.csv"):
        racks[row["a_device"]] = row["a_rack"]
        if row["fabric"] == "compute" and row["kind"] == "host_leaf":
            leaves.setdefault(row["a_device"], set()).add(row["b_device"])
    labels = _labels(tree)
    assert {name for name, mine in labels.items() if f"{LABEL}/su" in mine} == set(leaves)
    assert {name: mine[f"{LABEL}/rack"] for name, mine in labels.items()} == {name: racks[name] for name in labels}
    for one, on in leaves.items():
        for other, there in leaves.items():
            together = labels[one]["fabric.topograph.run/tier-0"] == labels[other]["fabric.topograph.run/tier-0"]
            assert together == (on == there), (one, other)


def test_labels_and_slurm_tell_one_tree(tree: Path) -> None:
    lines = (tree / "slurm" / "topology.conf").read_text().splitlines()
    names = {line.split()[0].removeprefix("SwitchName=") for line in lines if line.startswith("SwitchName=")}
    labels = [pair for mine in _labels(tree).values() for pair in mine.items()]
    assert {switch for key, switch in labels if key.startswith("fabric.topograph.run/tier-")} == names


def test_hosts_without_a_port_on_the_fabric_are_in_the_tree(tmp_path: Path) -> None:
    """Kueue counts only nodes that have the labels of all levels (kubernetes-sigs/kueue, tas_nodes_cache.go)."""
    spec = cluster(10, 32, topology="fat-tree")
    spec["hosts"]["cpu"] = {"model": "server-1u", "role": "compute", "count": 3}
    levels = ("fabric.topograph.run/tier-0", "fabric.topograph.run/tier-1")
    files = _objects(spec, tmp_path)
    nodes = {node["metadata"]["name"]: node["metadata"] for node in files["kubernetes/node-labels.yaml"]["items"]}
    assert [nodes["cpu3"]["labels"].get(key) for key in levels] == ["frontend", "frontend"]
    assert not nodes["control1"]["labels"].keys() & set(levels)


def test_the_kustomization_names_every_file(tree: Path) -> None:
    folder = tree / "kubernetes"
    resources = yaml.safe_load((folder / "kustomization.yaml").read_text())["resources"]
    assert sorted(resources) == sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*.yaml")
        if path.name not in {"kustomization.yaml", "values.yaml"} and "acceptance" not in path.parts
    )


def test_the_older_labels(tmp_path: Path) -> None:
    spec = cluster() | {"scheduler": {"kubernetes": {"topology_prefix": "nvidia"}}}
    labels = _objects(spec, tmp_path)["kubernetes/node-labels.yaml"]["items"][0]["metadata"]["labels"]
    assert [key for key in labels if not key.startswith(LABEL)] == [
        "network.topology.nvidia.com/leaf", "network.topology.nvidia.com/spine",
    ]  # fmt: skip


def test_a_pool_leaves_out_hosts_without_its_rail(tmp_path: Path) -> None:
    """Two groups, of eight rails and of four: dynamic allocation must not reach the second on rails 4 to 7."""
    spec = cluster()
    spec["hosts"]["small"] = {"model": "gb200-nvl72-tray", "count": 2, "max": 4}
    files = _objects(spec, tmp_path)
    terms = {
        path: each["spec"]["nodeSelector"]["nodeSelectorTerms"] for path, each in files.items() if "/pools/" in path
    }
    groups = {path: term["matchExpressions"][0]["values"] for path, (term,) in terms.items()}
    assert groups["kubernetes/pools/rail3.yaml"] == ["gpu", "small"]
    assert groups["kubernetes/pools/rail4.yaml"] == ["gpu"]


def test_nothing_without_kubernetes(tmp_path: Path) -> None:
    assert _objects(cluster() | {"scheduler": {"slurm": {}}}, tmp_path) == {}


@given(st.dictionaries(st.text(min_size=1), st.one_of(st.text(), st.integers(), st.lists(st.text()))))
def test_yaml_is_read_back_as_it_was(value: dict[str, Any]) -> None:
    assert yaml.safe_load(yaml_text(value, "a comment")) == value


@pytest.mark.parametrize(
    "word", ["y", "N", "on", "No", "null", "~", "1", "0x1f", "0o17", "1e3", "1:30", ".inf", "10.0.0.0/31", "=", ""]
)
def test_text_that_some_reader_takes_for_something_else_is_quoted(word: str) -> None:
    assert yaml_text({"key": word}) == f'---\nkey: "{word}"\n'


def test_plain_names_stay_plain() -> None:
    assert yaml_text({"nodes": "gpu[01-32],b300-01"}) == "---\nnodes: gpu[01-32],b300-01\n"


@pytest.mark.parametrize("example", ["roce-256", "nvl72-8-racks", "ib-256"])
def test_labels_and_ansible_tell_one_tree(rendered: Rendered, example: str) -> None:
    """Scalable units, racks and NVLink domains, as groups of the inventory."""
    tree = rendered(example)
    groups = yaml.safe_load((tree / "ansible" / "inventory" / "hosts.yml").read_text())
    labels = _labels(tree)
    kinds = {
        "su_": (f"{LABEL}/su", "su_{}"),
        "rack_": (f"{LABEL}/rack", "rack_{}"),
        "nvlink_domain_": ("accelerator.topograph.run/domain", "{}"),
    }
    for stem, (key, name) in kinds.items():
        ours: dict[str, set[str]] = {}
        for host, mine in labels.items():
            if key in mine:
                group = name.format(mine[key].lower()).replace("nvl", "nvlink_domain_", stem.startswith("nv"))
                ours.setdefault(group, set()).add(host)
        theirs = {
            group: _unfolded(each.get("hosts", {})) & set(labels)
            for group, each in groups.items()
            if group.startswith(stem)
        }
        assert ours == {group: hosts for group, hosts in theirs.items() if hosts}, stem


def _unfolded(hosts: dict[str, Any]) -> set[str]:
    """Read Ansible's ranges: `gpu[01:32]`."""
    found = set()
    for text in hosts:
        stem, bracket, ends = text.partition("[")
        first, _, last = ends.removesuffix("]").partition(":")
        numbers = [f"{n:0{len(first)}d}" for n in range(int(first), int(last) + 1)] if bracket else [""]
        found |= {stem + number for number in numbers}
    return found
