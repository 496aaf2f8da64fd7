"""The growth contract: inside the envelope, what exists stays byte for byte as it was."""

import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.pipeline.read import read_plan
from tests.conftest import EXAMPLES, example, tree_of
from tests.depth import tries
from tests.lasting import lasting
from tests.ours import CATALOG
from tests.specs import Spec, cluster, plan_data, shuffled

SLOW = tries(12)
FEW = tries(4)


def assert_grown(before: dict[str, str], after: dict[str, str]) -> None:
    """Hold two trees of one cluster against the contract."""
    own = [
        path
        for path in before
        if "/host_vars/" in path or path.startswith(("hosts/", "host_groups/", "switches/", "cabling/ports/"))
    ]
    assert own
    for path in own:
        if path.startswith("cabling/ports/") and path.endswith(".csv"):
            assert set(before[path].splitlines()) <= set(after[path].splitlines()), path
        elif (
            "/etc/clustergen/scale/" in path
        ):  # lists of all nodes and disks, read when a cluster is created: they only gain names
            old, new = (set(re.split(r"[\s,:]+", tree[path])) for tree in (before, after))
            assert old <= new, (path, sorted(old - new)[:3])
        else:
            assert after[path] == before[path], path
    for path in ("plan.json", "cabling/cables.csv", "cabling/labels.csv", "ip/addresses.csv", "ip/asns.csv"):
        texts = ((lasting if path == "plan.json" else str)(tree[path]) for tree in (before, after))
        old, new = ({line.rstrip(",") for line in text.splitlines()} for text in texts)
        assert old <= new, (path, sorted(old - new)[:3])
    for path in (path for path in before if path.startswith("cabling/pull/")):
        assert set(before[path].splitlines()) <= set(after[path].splitlines()), path
    assert_subnets_grown(
        *({path: text for path, text in tree.items() if path.startswith("infiniband/")} for tree in (before, after))
    )
    for path in ("ip/prefixes.csv", "ip/vlans.csv", "ip/layout.md"):
        assert after[path] == before[path], path


def assert_subnets_grown(before: dict[str, str], after: dict[str, str]) -> None:
    """Files of InfiniBand subnets: what configures a program stays as it is, what lists the cluster only gains lines."""
    assert before.keys() == after.keys()
    for path, text in before.items():
        if path.endswith(("/opensm.conf", "/gv.cfg")):
            assert after[path] == text, path
        else:
            old, new = (Counter(each.splitlines()) for each in (text, after[path]))
            assert old <= new, (path, sorted((old - new).elements())[:3])


def infiniband(*groups: tuple[int, int], **more: Any) -> Spec:
    """Return a cluster with two InfiniBand fabrics: (installed, envelope) of its groups; `more` adds top-level keys."""
    models = {"gpu": "dgx-h100", "old": "dgx-a100", "storage": "storage-2u", "gate": "gateway-2u", "sm": "manager-1u"}
    found = {
        name: {"model": model, "count": count, "max": most}
        for (name, model), (count, most) in zip(models.items(), groups, strict=False)
        if most
    }
    fabric = {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "qm9700"}}
    spec = cluster() | {"hosts": found | {"control": {"model": "server-1u", "role": "control", "count": 3}}, **more}
    del spec["storage"], spec["scheduler"]
    spec["fabrics"] = spec["fabrics"] | {"compute": fabric, "storage": {**fabric, "oversubscription": 2}}
    return spec


def grown(folder: Path, first: Spec, second: Spec) -> None:
    """Render two sizes and compare."""
    assert_grown(tree_of(plan_data(first, folder)), tree_of(plan_data(second, folder)))


@pytest.mark.parametrize(("small", "large"), [("roce-16", "roce-64"), ("roce-64", "roce-256"), ("roce-16", "roce-256")])
def test_the_examples_are_one_cluster_at_three_sizes(small: str, large: str) -> None:
    """What the smaller example has, the larger one has unchanged."""
    first, second = (
        re.sub(r"count: \d+|with \d+ GPUs", "#", example(name).read_text(encoding="utf-8")) for name in (small, large)
    )
    assert first == second, "the examples differ in more than their counts"
    trees = [tree_of(read_plan(example(name), CATALOG, "cluster.yaml")[0]) for name in (small, large)]
    assert_grown(*trees)


@SLOW
@given(counts=st.tuples(*[st.tuples(st.integers(0, most), st.integers(0, most)) for most in (32, 8, 2)]))
def test_growing_any_groups_moves_nothing(tmp_path: Path, counts: tuple[tuple[int, int], ...]) -> None:
    """From any counts to any larger ones, several groups at once."""
    (gpu, more), (storage, stored), (login, logins) = (sorted(pair) for pair in counts)
    grown(tmp_path, cluster(gpu, 32, storage, login), cluster(more, 32, stored, logins))


@FEW
@given(
    counts=st.tuples(st.integers(1, 200), st.integers(1, 200)), topology=st.sampled_from(["rail-optimized", "fat-tree"])
)
def test_growing_over_scalable_units_moves_nothing(tmp_path: Path, counts: tuple[int, int], topology: str) -> None:
    """New scalable units bring leaves of their own, and change no switch that was there."""
    small, large = sorted(counts)
    grown(tmp_path, cluster(small, 200, topology=topology), cluster(large, 200, topology=topology))


@SLOW
@given(
    counts=st.tuples(*[st.tuples(st.integers(0, most), st.integers(0, most)) for most in (70, 8, 4, 2, 2)]),
    managed=st.booleans(),
)
def test_growing_infiniband_moves_nothing(tmp_path: Path, counts: tuple[tuple[int, int], ...], managed: bool) -> None:
    """Every group grows, from nothing to its envelope: the manager stays with its hosts, partitions and port numbers hold still."""
    most = (70, 8, 4, 2, 2 if managed else 0)
    tenants = (
        {"tenants": {"red": {"hosts": ["gpu[01-30]"]}, "blue": {"hosts": ["gpu[31-70]", "old"]}}} if managed else {}
    )
    few, many = ([(sorted(pair)[end], top) for pair, top in zip(counts, most, strict=True)] for end in (0, 1))
    grown(tmp_path, infiniband(*few, **tenants), infiniband(*many, **tenants))


def test_the_manager_stays_when_a_storage_host_arrives(tmp_path: Path) -> None:
    """The second storage host has its place as the one that waits from the first day."""
    trees = [tree_of(plan_data(infiniband((2, 16), (0, 0), (count, 4)), tmp_path)) for count in (0, 1, 2, 4)]
    for before, after in pairwise(trees):
        assert_grown(before, after)
    for host in ("storage1", "storage2"):
        assert f"#   {host}: opensm " in trees[0]["infiniband/storage/opensm.conf"]
    assert "gpu" not in "".join(trees[0]["infiniband/storage/opensm.conf"].splitlines()[:6])


def test_the_roots_of_three_tiers_are_the_cores(tmp_path: Path) -> None:
    """Before the second pod brings them, too: what names them does not change, and waits."""
    few, many = (infiniband((count, 600)) for count in (16, 300))
    for spec in (few, many):
        spec["hosts"]["gpu"]["model"] = "dgx-a100"
        spec["fabrics"]["compute"]["leaf"] = {"model": "qm8790"}
        del spec["fabrics"]["storage"]
    trees = [tree_of(plan_data(spec, tmp_path)) for spec in (few, many)]
    assert plan_data(many, tmp_path).cluster.shapes["compute"].tiers == 3
    assert_grown(*trees)
    assert "# the cores: " in trees[0]["infiniband/compute/opensm.conf"]
    assert "compute-core" not in trees[0]["infiniband/compute/root_guid_file"]
    assert "compute-core" in trees[1]["infiniband/compute/root_guid_file"]


def test_growing_into_a_second_pod_moves_nothing(tmp_path: Path) -> None:
    """Three tiers: the second pod brings its own leaves and spines, and the cores."""
    few, many = (cluster(count, 600, 2, 1, su_hosts=16, oversubscription=1) for count in (16, 40))
    for spec in (few, many):
        spec["fabrics"]["compute"] |= {"leaf": {"model": "sn4700"}, "spine": {"model": "sn4700"}}
        spec["fabrics"]["compute"].pop("su_hosts")
        del spec["fabrics"]["frontend"], spec["fabrics"]["storage"], spec["storage"]
    assert plan_data(many, tmp_path).cluster.shapes["compute"].tiers == 3
    grown(tmp_path, few, many)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if not name.startswith("roce")])
def test_every_example_could_have_been_built_in_steps(tmp_path: Path, name: str) -> None:
    """A third of its hosts first, those of a quorum with them, the rest later, in the same envelope: planes, managers, domains, pairs and rows hold still."""
    few = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    many = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    tiers = few.get("storage", {}).values()
    quorums = {tier["hosts"]: tier["scale"]["quorum"] for tier in tiers if "quorum" in tier.get("scale", {})}
    for group_name, group in few["hosts"].items():
        if "count" in group:  # else as many as its storage tiers need
            group.setdefault("max", group["count"])
            group["count"] = max(-(-group["count"] // 3), 1 + quorums.get(group_name, 0))
    grown(tmp_path, few, many)


@SLOW
@given(places=st.permutations(range(1, 33)), cut=st.tuples(st.integers(1, 31), st.integers(1, 31)))
def test_hosts_may_arrive_in_any_order(tmp_path: Path, places: list[int], cut: tuple[int, int]) -> None:
    """Whichever places are filled first, no later arrival changes them."""
    low, high = sorted(cut)
    first, second = cluster(low), cluster(high)
    first["hosts"]["gpu"]["positions"], second["hosts"]["gpu"]["positions"] = places[:low], places[:high]
    grown(tmp_path, first, second)


@SLOW
@given(seed=st.integers(0, 2**32))
def test_order_in_the_file_means_nothing(tmp_path: Path, seed: int) -> None:
    """Shuffling keys and lists gives the same bytes."""
    spec = cluster(5)
    spec["segments"] = {"guests": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["login", "control"]},
                        "backup": {"vlan": 301, "prefix": "10.171.0.0/20", "roles": ["storage"]}}  # fmt: skip
    spec["hosts"]["gpu"]["positions"] = [3, 9, 1, 30, 4]
    assert tree_of(plan_data(spec, tmp_path)) == tree_of(plan_data(shuffled(spec, random.Random(seed)), tmp_path))


@FEW
@given(
    places=st.sets(st.integers(1, 32), min_size=2, max_size=12),
    more=st.sets(st.integers(1, 32), max_size=12),
    data=st.data(),
)
def test_a_host_that_leaves_comes_back_to_its_place(
    tmp_path: Path, places: set[int], more: set[int], data: st.DataObject
) -> None:
    """Others arrive while it is away, and what it had is still there for it, byte for byte."""
    gone = data.draw(st.sampled_from(sorted(places)))

    def tree(taken: set[int], **more_keys: Any) -> dict[str, str]:
        spec = cluster(len(taken)) | more_keys
        spec["hosts"]["gpu"]["positions"] = sorted(taken)
        return tree_of(plan_data(spec, tmp_path))

    first, without, last = tree(places), tree((places | more) - {gone}), tree(places | more)
    assert_grown(first, last)
    assert_grown(without, last)
    retired = tree(places | more, states={"retired": [f"gpu{gone:02d}"]})
    assert {path for path in retired if retired[path] != without.get(path)} <= {"plan.json", "manifest.json"}
    assert retired.keys() == without.keys()


def test_replaced_hardware_changes_what_depends_on_it(tmp_path: Path) -> None:
    """Another host of the same model in the place of one: its own files, and those that name MAC addresses of all."""
    macs = {"rail0": "02:00:00:00:00:01", "frontend0": "02:00:00:00:00:02"}
    other = {port: mac.replace("02:", "06:", 1) for port, mac in macs.items()}
    trees = [
        tree_of(plan_data(cluster(4) | {"assets": {"gpu02": {"serial": serial, "macs": each}}}, tmp_path))
        for serial, each in (("A1", macs), ("B2", other))
    ]
    changed = {path for path in trees[0] if trees[0][path] != trees[1][path]}
    assert trees[0].keys() == trees[1].keys()
    own = {
        path for path in changed if path.startswith("hosts/gpu02/") or path == "ansible/inventory/host_vars/gpu02.yml"
    }
    assert own
    assert changed - own <= {
        "manifest.json",
        "plan.json",
        *(path for path in changed if path.startswith("provisioning/")),
    }
    for path in changed - {"manifest.json"}:
        before, after = (lasting(tree[path]) if path == "plan.json" else tree[path] for tree in trees)
        assert after.replace("06:", "02:").replace("B2", "A1") == before, path
