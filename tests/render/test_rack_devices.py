"""NVLink switch trays in every file that has a place for them, and in none of those that configure hosts."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.data import data_dir
from generator.spec.load import DocumentError
from tests.conftest import tree_of
from tests.specs import Spec, cluster, plan_data

RACKS = 2
TRAYS = 9 * RACKS
TRAY = r"nvsw(?!itch)"
"""The role and the names of trays. Kernels of hosts without trays have `nvidia-nvswitch` in their logs, too."""


def spec(count: int = 18 * RACKS) -> Spec:
    made = cluster(2, 2)
    made["hosts"]["gpu"] = {"model": "gb200-nvl72-tray", "count": count, "max": 18 * RACKS}
    return made


@cache
def tree() -> Mapping[str, str]:
    macs = {"mgmt0": "02:00:00:00:00:01", "mgmt1": "02:00:00:00:00:02", "bmc": "02:00:00:00:00:03"}
    with TemporaryDirectory() as folder:
        (Path(folder) / "assets.yaml").write_text(json.dumps({"gpu-nvsw01": {"macs": macs}}), encoding="utf-8")
        return tree_of(plan_data(spec(), Path(folder)))


def rows(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(tree()[path])))


def test_every_port_of_a_tray_has_a_cable_an_address_and_a_label() -> None:
    cables = [row for row in rows("cabling/cables.csv") if row["a_device"].startswith("gpu-nvsw")]
    assert Counter(row["a_cage"] for row in cables) == {"ComE1": TRAYS, "ComE2": TRAYS, "BMC": TRAYS}
    labels = Counter(row["cable_id"] for row in rows("cabling/labels.csv"))
    assert {labels[row["cable_id"]] for row in cables} == {2}
    addresses = [row for row in rows("ip/addresses.csv") if row["device"].startswith("gpu-nvsw")]
    assert Counter((row["interface"], row["use"]) for row in addresses) == {
        ("mgmt0", "management"): TRAYS,
        ("mgmt1", "management"): TRAYS,
        ("bmc", "bmc"): TRAYS,
    }


def test_a_tray_stands_in_the_rack_of_its_hosts_and_its_leaf_among_them() -> None:
    cables = rows("cabling/cables.csv")
    racks = {row["a_rack"] for row in cables if row["a_device"].startswith("gpu") and row["fabric"] == "compute"}
    trays = [row for row in cables if row["a_device"].startswith("gpu-nvsw")]
    assert {row["a_rack"] for row in trays} == racks
    others = {row["b_device"] for row in cables if row["a_device"].startswith(("storage", "control"))}
    leaves = {row["b_device"]: row["b_rack"] for row in trays if row["b_device"] not in others}
    assert leaves
    assert set(leaves.values()) <= racks


def test_names_leases_and_inventory() -> None:
    zone = next(text for path, text in tree().items() if path.endswith("atlas.example.net.zone"))
    assert {"gpu-nvsw01 IN A", "gpu-nvsw01-mgmt1 IN A", "gpu-nvsw01-bmc IN A"} <= {
        line.rpartition(" ")[0] for line in zone.splitlines()
    }
    kea = tree()["provisioning/kea/kea-dhcp4.conf"]
    assert all(f"02:00:00:00:00:0{n}" in kea for n in (1, 2, 3))
    groups = yaml.safe_load(tree()["ansible/inventory/hosts.yml"])
    groups = groups.get("all", {}).get("children", groups)
    assert groups["gpu_nvsw"]["hosts"] == {"gpu-nvsw[01:18]": None}
    assert "gpu_nvsw" not in groups["managed"]["children"]
    facts = yaml.safe_load(tree()["ansible/inventory/host_vars/gpu-nvsw01.yml"])
    assert facts["ansible_host"] == facts["cluster_management"]["address"].partition("/")[0]
    assert facts["cluster_management"]["interface"] == "mgmt0"


def test_no_file_configures_a_tray() -> None:
    assert not [path for path in tree() if path.startswith(("hosts/gpu-nvsw", "host_groups/gpu-nvsw"))]
    for place in ("slurm/", "kubernetes/"):
        assert not [path for path, text in tree().items() if path.startswith(place) and re.search(TRAY, text)]


def test_both_management_ports_are_watched_and_the_rules_are_there() -> None:
    targets = json.loads(tree()["monitoring/prometheus/targets/nvlink-switch.json"])
    assert Counter(each["labels"]["port"] for each in targets) == {"mgmt0": TRAYS, "mgmt1": TRAYS}
    bmcs = json.loads(tree()["monitoring/prometheus/targets/bmc.json"])
    assert sum(each["labels"]["role"] == "nvsw" for each in bmcs) == TRAYS
    assert "NvlinkSwitchUnreachable" in tree()["monitoring/prometheus/rules/nvlink.yml"]


def test_a_cluster_without_such_racks_has_no_trace_of_trays(tmp_path: Path) -> None:
    plain = tree_of(plan_data(cluster(), tmp_path))
    assert "monitoring/prometheus/rules/nvlink.yml" not in plain
    assert "monitoring/prometheus/targets/nvlink-switch.json" not in plain
    assert not [path for path, text in plain.items() if re.search(TRAY, text)]


def test_the_power_of_a_rack_stands_for_its_trays(tmp_path: Path) -> None:
    plan = plan_data(spec(), tmp_path)
    assert not [warning for warning in plan.warnings if warning.code == "power-unknown"]
    assert "nvl72-switch-tray" not in tree()["docs/power.csv"]


def test_a_fixture_that_no_file_describes_is_refused(tmp_path: Path) -> None:
    path = data_dir("generator") / "catalog" / "hosts" / "gb200-nvl72-tray.yaml"
    facts = yaml.safe_load(path.read_text(encoding="utf-8"))
    facts["rack_fixtures"][0]["model"] = "no-such-tray"
    (tmp_path / "hosts").mkdir()
    (tmp_path / "hosts" / path.name).write_text(yaml.safe_dump(facts), encoding="utf-8")
    with pytest.raises(DocumentError, match="gb200-nvl72-tray has no-such-tray"):
        Catalog((tmp_path,)).find(Host, "gb200-nvl72-tray")


@pytest.mark.parametrize("count", [1, 18, 19])
def test_trays_come_with_the_first_host_of_a_rack(tmp_path: Path, count: int) -> None:
    trays = [host for host in plan_data(spec(count), tmp_path).hosts if host.role == "nvsw"]
    assert len(trays) == (9 if count <= 18 else 18)


def test_a_group_of_trays_is_refused(tmp_path: Path) -> None:
    made = spec()
    made["hosts"]["nvlink"] = {"model": "nvl72-switch-tray", "count": 9}
    with pytest.raises(DocumentError, match="comes-with-rack"):
        plan_data(made, tmp_path)
