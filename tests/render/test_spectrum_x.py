"""`profile: spectrum-x`: one key sets both ends, and what only NVIDIA has is waited for."""

import json
from pathlib import Path

import pytest
import yaml

import generator.catalog
from generator.catalog.load import Catalog
from generator.pipeline.read import read_plan
from generator.pipeline.waiting import waiting_for
from generator.plan.draft import Draft
from generator.plan.kubernetes.nics import SPECTRUM_X_VERSION
from generator.verify.ends import ends
from tests.conftest import tree_of
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

_SETTINGS = "NicConfigurationTemplate"


def _spec(host: str) -> Spec:
    spec = on_cumulus(cluster(gpu=4, most=4, su_hosts=2, spines=2, planes=1, profile="spectrum-x"))
    spec["hosts"]["gpu"]["model"] = host
    return spec


def with_addresses(folder: Path) -> Catalog:
    """Return a catalog with a site's own host: no document has the PCI addresses of a server with eight BlueField-3."""
    entry = yaml.safe_load(
        (Path(generator.catalog.__file__).parent / "hosts" / "hgx-h100.yaml").read_text(encoding="utf-8")
    )
    entry["model"] = "site-8gpu"
    for port in entry["ports"]:
        if port["fabric"] == "compute":
            port["pci"] = f"0000:{16 + int(port['name'].removeprefix('rail')):02x}:00.0"
    (folder / "hosts").mkdir()
    (folder / "hosts" / "site-8gpu.yaml").write_text(yaml.safe_dump(entry), encoding="utf-8")
    return Catalog((folder,))


def planned(folder: Path) -> Draft:
    """Plan four of these hosts."""
    path = folder / "cluster.yaml"
    path.write_text(json.dumps(_spec("site-8gpu")), encoding="utf-8")
    return read_plan(path, with_addresses(folder), "cluster.yaml")[0]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of four of these hosts."""
    return tree_of(planned(tmp_path_factory.mktemp("spectrum-x")))


def _settings(tree: dict[str, str]) -> list[dict[str, object]]:
    texts = (text for path, text in tree.items() if path.startswith("kubernetes/") and _SETTINGS in text)
    documents = (each for text in texts for each in yaml.safe_load_all(text))
    return [each["spec"]["template"] for each in documents if each and each.get("kind") == _SETTINGS]


def test_switches_choose_paths_by_load_and_pause(tree: dict[str, str]) -> None:
    """On every tier, by the profile alone."""
    for switch in ("compute-leaf1", "compute-spine1"):
        script = tree[f"switches/{switch}/nv-set.sh"]
        assert "nv set router adaptive-routing state enabled\n" in script
        assert "nv set qos roce mode lossless\n" in script


def test_slurm_s_hosts_and_the_operator_get_one_record(tree: dict[str, str]) -> None:
    """The register and the firmware's half on the host; the same firmware parameters, and the architecture by name, for the operator."""
    table = next(text for path, text in tree.items() if path.endswith("etc/clustergen/roce.conf") and "gpu" in path)
    rails = [line.split() for line in table.splitlines() if not line.startswith("#") and line.split()[2] == "compute"]
    assert rails
    assert {tuple(row[-2:]) for row in rails} == {("ROCE_ADAPTIVE_ROUTING_EN=1", "adaptive_routing_forced_en=0x1")}
    assert "NCCL_IB_ADAPTIVE_ROUTING=1\n" in next(text for path, text in tree.items() if path.endswith("etc/nccl.conf"))
    (found,) = _settings(tree)
    assert found["spectrumXOptimized"] == {
        "enabled": True,
        "version": SPECTRUM_X_VERSION,
        "overlay": "none",
        "multiplaneMode": "none",
        "numberOfPlanes": 1,
    }
    assert found["numVfs"] == 1
    assert "roceOptimized" not in found
    assert {"name": "ROCE_ADAPTIVE_ROUTING_EN", "value": "1"} in found["rawNvConfig"]  # type: ignore[operator]


def test_what_no_document_has_is_waited_for(tmp_path: Path) -> None:
    """Congestion control and RTT probes of hosts, with the place where a site puts them; nothing of it without the profile."""
    plan = plan_data(_spec("dgx-b300"), tmp_path)
    (line,) = [line for line in waiting_for(plan) if line.startswith("Spectrum-X")]
    assert "RTT probes" in line
    assert "/etc/clustergen/roce.d/mlx5" in line
    plain = _spec("dgx-b300")
    del plain["fabrics"]["compute"]["profile"]
    assert not [line for line in waiting_for(plan_data(plain, tmp_path)) if "Spectrum-X" in line]


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("kubernetes/network-operator/nic-configuration.yaml", "ROCE_ADAPTIVE_ROUTING_EN", "OTHER", "requests Spectrum-X, but its firmware does not have ROCE_ADAPTIVE_ROUTING_EN=1"),
        ("kubernetes/network-operator/nic-configuration.yaml", "numVfs: 1", "numVfs: 4", "requests Spectrum-X with 4 virtual functions"),
        ("hosts/gpu1/etc/clustergen/roce.conf", "ROCE_ADAPTIVE_ROUTING_EN=1 adaptive_routing_forced_en=0x1", "- -", "gpu1: its own table sets its rails not for paths by load"),
    ],
)  # fmt: skip
def test_halves_that_differ_are_found(
    path: str, old: str, new: str, said: str, tree: dict[str, str], tmp_path: Path
) -> None:
    """The operator's half against itself, the hosts' own and the leaves' files."""
    for name, text in tree.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert ends(tmp_path).faults == []
    assert old in tree[path]
    (tmp_path / path).write_text(tree[path].replace(old, new), encoding="utf-8")
    assert any(said in fault for fault in ends(tmp_path).faults)
