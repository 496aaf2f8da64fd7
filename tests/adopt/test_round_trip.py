"""A cluster exported in every form and imported again is the same cluster: the plan on the imported ground is empty."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.cli.main import main
from generator.plan.draft import Draft
from tests.adopt import exports
from tests.conftest import EXAMPLES, example, plan_of
from tests.depth import FULL

Plans = Callable[[str], Draft]
PINNED = {"prefixes": {"management": "192.168.8.0/24", "bmc": "192.168.0.0/22"}, "vnis": {"inband": 5210}}


def run(*args: Any) -> tuple[int, str]:
    """Run a command."""
    result = CliRunner().invoke(main, [str(each) for each in args], catch_exceptions=False)
    return result.exit_code, result.output


def imported(tmp_path: Path, site_map: Path, *args: Any) -> dict[str, Any]:
    """Import, and return the report."""
    code, said = run("import", *args, "--map", site_map, "-o", tmp_path / "site", "--format", "json")
    assert code == 0, said
    report: dict[str, Any] = json.loads(said)
    return report


def nothing_changes(tree: Path, tmp_path: Path) -> None:
    code, said = run("plan", tree, tmp_path / "site" / "cluster.yaml")
    assert code == 0, said
    assert "nothing changes" in said, said


def explained(report: dict[str, Any], *subjects: str) -> None:
    assert report["listed"] == []
    assert report["contradictions"] == []
    assert report["devices"]["placed"] == report["devices"]["found"]
    for subject in subjects:
        assert report["explained"][subject]["found"] > 0, subject


@pytest.mark.parametrize("release", ["this", "0.1.0"])
def test_our_own_tree(release: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """Cabling, inventory and addresses of a pinned cluster; names of groups say who is what. Variables had no prefix at first."""
    tree = rendered("pinned-4")
    if release == "0.1.0":
        tree = copytree(tree, tmp_path / "tree")
        for file in (tree / "ansible/inventory/host_vars").iterdir():
            file.write_text(re.sub("^cluster_", "", file.read_text(), flags=re.MULTILINE))
    known = {"spec": exports.known_part(example("pinned-4")), **PINNED}
    (tmp_path / "map.yaml").write_text(json.dumps(known))
    sources = (tree / "cabling/cables.csv", tree / "ansible/inventory", tree / "ip/addresses.csv")
    report = imported(tmp_path, tmp_path / "map.yaml", *sources)
    explained(report, "names", "places", "addresses", "numbers", "cables", "labels", "lengths")
    assert report["devices"]["found"] == len(plans("pinned-4").devices)
    nothing_changes(tree, tmp_path)
    assert run("validate", tmp_path / "site" / "cluster.yaml")[0] == 0
    assert "plan.json" in report["files"]


@pytest.mark.parametrize("form", [exports.netbox, exports.netbox_tables])
@pytest.mark.parametrize("name", ["pinned-4", "roce-16"])
def test_netbox(name: str, form: Any, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    plan = plans(name)
    more = PINNED if name == "pinned-4" else {}
    folder = exports.write(tmp_path / "export", form(plan))
    report = imported(tmp_path, exports.site_map(example(name), plan, tmp_path, **more), folder)
    explained(report, "names", "places", "addresses", "cables", "labels", "lengths")
    pinned = (
        yaml.safe_load((tmp_path / "site" / "pins.yaml").read_text())
        if (tmp_path / "site" / "pins.yaml").exists()
        else {}
    )
    if name == "roce-16":
        assert pinned == {}  # what would be chosen anyway needs no pin
        nothing_changes(rendered(name), tmp_path)
    else:
        assert pinned["devices"]["gpu3"]["name"] == "dgx-a01"


def test_what_names_hosts_does_so_by_names_of_the_site(tmp_path: Path) -> None:
    """Tenants, states and schedulers of the map: no seat has these names until all devices have theirs."""
    spec = yaml.safe_load(example("pinned-4").read_text(encoding="utf-8"))
    spec["tenants"] = {"red": {"hosts": ["node017", "dgx-a01"]}}
    spec["states"] = {"maintenance": ["dgx-a01"]}
    spec["scheduler"] = {"slurm": {}, "kubernetes": {"hosts": ["node018"]}}
    (tmp_path / "cluster.yaml").write_text(json.dumps(spec), encoding="utf-8")
    (tmp_path / "pins.yaml").write_bytes(example("pinned-4").with_name("pins.yaml").read_bytes())
    plan = plan_of(tmp_path / "cluster.yaml")
    folder = exports.write(tmp_path / "export", exports.netbox(plan))
    report = imported(
        tmp_path, exports.site_map(tmp_path / "cluster.yaml", plan, tmp_path, **PINNED), folder, "--strict"
    )
    explained(report, "names", "places", "addresses", "cables")
    again = plan_of(tmp_path / "site" / "cluster.yaml")
    assert again.tenants == plan.tenants
    assert {host.name: host.state for host in again.hosts} == {host.name: host.state for host in plan.hosts}


def test_reasons_have_the_names_of_the_site(tmp_path: Path, plans: Plans) -> None:
    """An id of two cables, and a length that is not sold: the reason names the devices as the source does, not as pins do."""
    answers = exports.netbox(plans("pinned-4"))
    cables = json.loads(answers["cables.json"])
    rails = [row for row in cables["results"] if row["a_terminations"][0]["object"]["name"] == "rail0"]
    names = [row["a_terminations"][0]["object"]["device"]["name"] for row in rails]
    rails[0]["label"] = rails[1]["label"] = "K-1"
    rails[2]["length"] = 77.7
    folder = exports.write(tmp_path / "export", answers | {"cables.json": json.dumps(cables)})
    site_map = exports.site_map(example("pinned-4"), plans("pinned-4"), tmp_path, **PINNED)
    twice, unsold = [each["reason"] for each in imported(tmp_path, site_map, folder)["listed"]]
    assert twice.endswith(tuple(f"is pinned for two cables, of {a} rail0 and of {b} rail0" for a, b in (names[:2], names[1::-1])))  # fmt: skip
    assert unsold.startswith(f"the cable of {names[2]} rail0 is pinned to 77.7 m")


LARGE = {"ib-2048", "train-405b-2048", "nvl72-8-racks", "b300-two-planes-512"}
"""Examples whose export takes longest to read: in the full run."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=() if name == "tenants-64" else [pytest.mark.proof, *([FULL] if name in LARGE else [])]
        )
        for name in EXAMPLES
        if name != "pinned-4"  # which has AS numbers of its own: NetBox does not say whose a number is
    ],
)
def test_our_own_export_to_netbox(name: str, tmp_path: Path, rendered: Callable[[str], Path]) -> None:
    """Tables for NetBox's import, with the hardware that assets.yaml states, bring back the cluster that was exported."""
    tree = rendered(name)
    assert run("export", tree, "netbox", "-o", tmp_path / "export")[0] == 0
    (tmp_path / "map.yaml").write_text(json.dumps({"spec": exports.known_part(example(name))}))
    report = imported(tmp_path, tmp_path / "map.yaml", tmp_path / "export")
    explained(report, "names", "places", "cables")
    nothing_changes(tree, tmp_path)


def test_a_table_of_mac_addresses(tmp_path: Path, plans: Plans) -> None:
    """As NetBox exports it, and as its import form has it; an address that is not the primary one is counted."""
    plan = plans("pinned-4")
    macs = {
        "import.csv": exports.table(
            ("mac_address", "device", "interface", "is_primary"),
            [("0C:42:A1:00:00:01", "dgx-a01", "bmc", "true"), ("0C:42:A1:00:00:02", "dgx-a01", "bmc", "")],
        ),
        "export.csv": exports.table(
            ("MAC Address", "Interface", "Parent", "Primary"),
            [("0C:42:A1:00:00:03", "bmc", "node017", "True"), ("0C:42:A1:00:00:04", "bmc", "node017", "False")],
        ),
    }
    folder = exports.write(tmp_path / "export", exports.netbox(plan) | macs)
    report = imported(tmp_path, exports.site_map(example("pinned-4"), plan, tmp_path, **PINNED), folder)
    assets = yaml.safe_load((tmp_path / "site" / "assets.yaml").read_text())
    found = {name: asset["macs"]["bmc"] for name, asset in assets.items() if "macs" in asset}
    assert found == {"dgx-a01": "0c:42:a1:00:00:01", "node017": "0c:42:a1:00:00:03"}
    counted = [
        each for each in report["not_used"] if each["what"].startswith("MAC addresses that are not the primary one")
    ]
    assert [each["count"] for each in counted] == [2]


def test_the_rest_of_netbox(tmp_path: Path, plans: Plans) -> None:
    """Pools, out-of-band prefixes and VLANs are read of their tables, MAC addresses of either of theirs; the map states none of them."""
    plan = plans("pinned-4")
    folder = exports.write(tmp_path / "export", exports.netbox(plan) | exports.netbox_more(plan))
    site = exports.site_map(example("pinned-4"), plan, tmp_path, vnis=PINNED["vnis"])
    data = json.loads(site.read_text())
    del data["spec"]["vlans"]
    site.write_text(json.dumps(data))
    report = imported(tmp_path, site, folder)
    explained(report, "names", "places", "addresses", "cables")
    pinned = yaml.safe_load((tmp_path / "site" / "pins.yaml").read_text())
    assert pinned["prefixes"] == PINNED["prefixes"]
    spec = yaml.safe_load((tmp_path / "site" / "cluster.yaml").read_text())
    assert spec["vlans"] == {"inband": 210, "management": 10, "bmc": 11}
    assets = yaml.safe_load((tmp_path / "site" / "assets.yaml").read_text())
    assert assets["dgx-a01"]["macs"]["bmc"].startswith("0c:42:a1:")


@pytest.mark.parametrize("form", ["lldpctl", "json0", "sonic", "nvue", "eos", "eos-detail"])
def test_neighbours(form: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """Each cable is heard at both ends, and counts once."""
    plan = plans("roce-16")
    folder = exports.write(tmp_path / "lldp", exports.neighbours(plan, form))
    report = imported(tmp_path, exports.site_map(example("roce-16"), plan, tmp_path), folder)
    explained(report, "cables")
    assert report["explained"]["cables"]["found"] == len(plan.links)
    nothing_changes(rendered("roce-16"), tmp_path)


def test_a_spreadsheet_and_an_ini(tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    plan = plans("roce-16")
    exports.write(tmp_path, {"list.csv": exports.spreadsheet(plan), "hosts.ini": exports.ini(plan)})
    columns = [word for what, name in exports.COLUMNS.items() for word in ("--column", f"{what}={name}")]
    site = exports.site_map(example("roce-16"), plan, tmp_path)
    report = imported(tmp_path, site, tmp_path / "list.csv", tmp_path / "hosts.ini", *columns)
    explained(report, "cables", "labels", "lengths", "places", "addresses")
    nothing_changes(rendered("roce-16"), tmp_path)


def test_switches_and_schedulers(tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """config_db.json of every switch, slurm.conf and topology.conf: numbers and addresses of switches, names of hosts."""
    tree, plan = rendered("roce-16"), plans("roce-16")
    slurm = [tree / "slurm" / "slurm.conf", tree / "slurm" / "topology.conf"]
    sources = [*sorted(tree.glob("switches/*/config_db.json")), *slurm]
    exports.write(tmp_path, {"list.csv": exports.spreadsheet(plan)})
    columns = [word for what, name in exports.COLUMNS.items() for word in ("--column", f"{what}={name}")]
    report = imported(
        tmp_path, exports.site_map(example("roce-16"), plan, tmp_path), *sources, tmp_path / "list.csv", *columns
    )
    explained(report, "numbers", "addresses", "cables")
    nothing_changes(tree, tmp_path)


@pytest.mark.parametrize("name", ["object-and-nfs-64", "rke2-shared-rails-4", "nvl72-8-racks"])
def test_the_files_of_other_examples(name: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """Groups by their places, a topology.conf of blocks, one of comments alone: files of our own tree are sources for an import."""
    tree, plan = rendered(name), plans(name)
    slurm = [path for path in (tree / "slurm" / "slurm.conf", tree / "slurm" / "topology.conf") if path.exists()]
    sources = [*sorted(tree.glob("switches/*/config_db.json")), *slurm, tree / "cabling/cables.csv"]
    report = imported(tmp_path, exports.site_map(example(name), plan, tmp_path), *sources)
    explained(report, "cables")
    assert all(report["sources"].values())
    nothing_changes(tree, tmp_path)


@pytest.mark.parametrize(
    "text", ["# none\n", "\n", "# a\nSwitchName=s1 Nodes=gpu[01-02] # b\nBlockName=b1 Nodes=gpu3,gpu4\n"]
)
def test_topologies(text: str, tmp_path: Path, plans: Plans) -> None:
    """A topology.conf may have nothing but comments, switches or blocks; another file of comments alone is of no known format."""
    plan = plans("small-4-hosts")
    exports.write(tmp_path, {"hosts.ini": exports.ini(plan), "topology.conf": text, "other.conf": "# none\n"})
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path)
    report = imported(tmp_path, site, tmp_path / "hosts.ini", tmp_path / "topology.conf")
    assert report["sources"][str(tmp_path / "topology.conf")] == "slurm"
    code, said = run("import", tmp_path / "hosts.ini", tmp_path / "other.conf", "--map", site, "-o", tmp_path / "two")
    assert code == 1
    assert "other.conf has none of the formats" in said


def test_infiniband(tmp_path: Path, plans: Plans) -> None:
    """ibnetdiscover has the cables of the InfiniBand fabrics, and GUIDs for assets.yaml."""
    plan = plans("ib-256")
    exports.write(tmp_path, {"fabric.txt": exports.ibnetdiscover(plan), "hosts.ini": exports.ini(plan)})
    report = imported(
        tmp_path, exports.site_map(example("ib-256"), plan, tmp_path), tmp_path / "fabric.txt", tmp_path / "hosts.ini"
    )
    explained(report, "cables", "places")
    assert report["explained"]["cables"]["found"] == sum(len(subnet.links) for subnet in plan.subnets)
    assets = yaml.safe_load((tmp_path / "site" / "assets.yaml").read_text())
    assert assets["gpu01"]["guids"]["rail0"].startswith("0x")


def test_who_has_no_kind_is_told(tmp_path: Path) -> None:
    """Nothing is guessed: neither what a device is, nor its model."""
    (tmp_path / "hosts.ini").write_text("[farm]\nnode01\nnode02\n")
    known = {
        "name": "a",
        "domain": "a.example.net",
        "hosts": {"gpu": {}},
        "fabrics": {"compute": {"technology": "roce", "leaf": {"model": "sn5600"}}},
    }
    (tmp_path / "map.yaml").write_text(json.dumps({"spec": known}))
    code, said = run(
        "import", tmp_path / "hosts.ini", "--map", tmp_path / "map.yaml", "--kind", "node*=gpu", "-o", tmp_path / "site"
    )
    assert code == 1
    assert "model" in said
    assert not (tmp_path / "site").exists()
    asked = ("--kind", "node01=gpu", "--set", "hosts.gpu.model=dgx-h100", "--set", "hosts.gpu.max=4")
    code, said = run("import", tmp_path / "hosts.ini", "--map", tmp_path / "map.yaml", *asked, "-o", tmp_path / "site")
    assert code == 0, said
    assert "node02 belongs to no group or switch kind of the spec (it is in farm)" in said
    assert "hosts.ini:3" in said
    code, said = run(
        "import", tmp_path / "hosts.ini", "--map", tmp_path / "map.yaml", *asked, "--strict", "-o", tmp_path / "other"
    )
    assert code == 1
    assert not (tmp_path / "other").exists()
    code, said = run("import", tmp_path / "hosts.ini", "--map", tmp_path / "map.yaml", *asked, "-o", tmp_path / "site")
    assert code == 1  # an import replaces nothing
    assert "name a new folder" in said


def test_half_an_answer_is_told(tmp_path: Path, plans: Plans) -> None:
    """NetBox answers in pages; one that has a next one is not the whole list."""
    plan = plans("roce-16")
    answer = json.loads(exports.netbox(plan)["devices.json"]) | {
        "next": "https://netbox.example.net/api/dcim/devices/?offset=50"
    }
    exports.write(tmp_path, {"devices.json": json.dumps(answer)})
    report = imported(tmp_path, exports.site_map(example("roce-16"), plan, tmp_path), tmp_path / "devices.json")
    assert [each["help"] for each in report["not_placed"]] == ["export everything in one answer: ?limit=0"]
