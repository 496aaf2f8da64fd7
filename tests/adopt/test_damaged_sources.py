"""Rows lost, swapped and renamed: what is in the files is as a source states it, and everything else is reported with its line."""

import csv
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.adopt.adopt import import_site
from generator.adopt.formats import formats
from generator.adopt.site_map import read_map
from generator.adopt.source_file import Options, read_sources
from generator.adopt.survey import Survey
from generator.adopt.write import files
from generator.plan.draft import Draft
from generator.source.diagnostic import SpecError
from tests.adopt import exports
from tests.adopt.test_round_trip import PINNED, run
from tests.conftest import example, plan_of
from tests.depth import IN_FULL, turns
from tests.fuzz.bend import bend, bite
from tests.ours import CATALOG

Row = dict[str, str]
SHARES = (1, 5, 20)
MUTATIONS = max(turns(600), 300 if IN_FULL else 0)
WHOLE = turns(10)
"""So many of the mutations go through the whole import; the others are read."""


def lost(rows: list[Row], count: int, dice: random.Random) -> list[Row]:
    gone = set(dice.sample(range(len(rows)), count))
    return [row for n, row in enumerate(rows) if n not in gone]


def swapped(rows: list[Row], count: int, dice: random.Random) -> list[Row]:
    """Exchange the upper ends of pairs of cables."""
    rows = [dict(row) for row in rows]
    for _ in range(count):
        one, other = dice.sample(rows, 2)
        for key in ("b_device", "b_interface"):
            one[key], other[key] = other[key], one[key]
    return rows


def renamed(rows: list[Row], count: int, dice: random.Random) -> list[Row]:
    """Misspell devices, or call them as others."""
    rows = [dict(row) for row in rows]
    for row in dice.sample(rows, count):
        side = dice.choice(("a_device", "b_device"))
        row[side] = dice.choice(rows)[side] if dice.random() < 0.5 else f"{row[side]}x"
    return rows


@pytest.mark.parametrize("harm", [lost, swapped, renamed])
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("with_inventory", [False, True])
def test_never_a_lie(
    harm: Any,
    share: int,
    with_inventory: bool,
    tmp_path: Path,
    plans: Callable[[str], Draft],
    rendered: Callable[[str], Path],
) -> None:
    tree, plan = rendered("roce-16"), plans("roce-16")
    with (tree / "cabling/cables.csv").open() as file:
        before = list(csv.DictReader(file))
    rows = harm(before, max(1, len(before) * share // 100), random.Random(f"{harm.__name__}{share}"))
    columns = ("cable_id", "a_device", "a_interface", "b_device", "b_interface", "length_m")
    exports.write(tmp_path, {"cables.csv": exports.table(columns, ([row[c] for c in columns] for row in rows))})
    sources = [tmp_path / "cables.csv", *([tree / "ansible/inventory"] if with_inventory else [])]
    site = exports.site_map(example("roce-16"), plan, tmp_path)
    code, said = run("import", *sources, "--map", site, "-o", tmp_path / "site", "--format", "json")
    assert code == 0, said
    report = json.loads(said)
    assert run("validate", tmp_path / "site" / "cluster.yaml")[0] == 0
    told = json.dumps([report["listed"], report["contradictions"], report["not_placed"]])
    links = {
        (e.a.device, e.a.interface, e.b.device, e.b.interface): e for e in plan_of(tmp_path / "site/cluster.yaml").links
    }
    for line, row in enumerate(rows, 2):
        link = links.get((row["a_device"], row["a_interface"], row["b_device"], row["b_interface"]))
        same = link is not None and link.cable == row["cable_id"]
        assert same or f'cables.csv:{line}"' in told, (line, row)
    for counts in report["explained"].values():
        assert counts["as_designed"] + counts["listed"] == counts["found"]
    if harm is lost and not with_inventory:
        seen = " ".join(report["not_seen"]["cables"])
        kept = {row["cable_id"] for row in rows}
        assert all(f"{row['cable_id']} " in seen for row in before if row["cable_id"] not in kept)
    if harm is renamed or any(report[key] for key in ("listed", "contradictions", "not_placed")):
        assert "plan.json" not in report["files"]


@pytest.fixture(scope="module")
def texts(plans: Callable[[str], Draft], rendered: Callable[[str], Path]) -> dict[str, tuple[str, str]]:
    """A whole source of each form, by the name that its file has."""
    plan, tree = plans("pinned-4"), rendered("pinned-4")
    box, tables, heard = exports.netbox(plan), exports.netbox_tables(plan), exports.neighbours(plan, "lldpctl")
    more = exports.netbox_more(plan)
    return {
        "cabling": ("cables.csv", (tree / "cabling/cables.csv").read_text()),
        "yaml": ("hosts.yml", (tree / "ansible/inventory/hosts.yml").read_text()),
        "host_vars": ("host_vars/node017.yml", (tree / "ansible/inventory/host_vars/node017.yml").read_text()),
        "ini": ("hosts.ini", exports.ini(plan)),
        "netbox-devices": ("devices.json", box["devices.json"]),
        "netbox-cables": ("cables.json", box["cables.json"]),
        "netbox-addresses": ("ip-addresses.json", box["ip-addresses.json"]),
        "netbox-interfaces": ("interfaces.json", more["interfaces.json"]),
        "netbox-macs": ("mac-addresses.json", more["mac-addresses.json"]),
        "netbox-prefixes": ("prefixes.json", more["prefixes.json"]),
        "netbox-vlans": ("vlans.json", more["vlans.json"]),
        "netbox-table": ("devices.csv", tables["netbox_devices.csv"]),
        "netbox-table-cables": ("cables.csv", tables["netbox_cables.csv"]),
        "netbox-table-addresses": ("addresses.csv", tables["netbox_ip_addresses.csv"]),
        "lldpctl": ("sw-5.json", heard["sw-5.json"]),
        "nvue": ("sw-5.json", exports.neighbours(plan, "nvue")["sw-5.json"]),
        "eos": ("sw-5.json", exports.neighbours(plan, "eos")["sw-5.json"]),
        "eos-detail": ("sw-5.json", exports.neighbours(plan, "eos-detail")["sw-5.json"]),
        "json0": ("sw-5.json", exports.neighbours(plan, "json0")["sw-5.json"]),
        "sonic": ("sw-5.txt", exports.neighbours(plan, "sonic")["sw-5.txt"]),
        "config_db": ("config_db.json", (rendered("roce-16") / "switches/compute-leaf1/config_db.json").read_text()),
        "ibnetdiscover": ("fabric.txt", exports.ibnetdiscover(plans("ib-256"))[:20_000]),
        "slurm": ("slurm.conf", (tree / "slurm/slurm.conf").read_text()),
        "topology": (
            "topology.conf",
            "SwitchName=leaf1 Nodes=node[017-018],dgx-a01\nSwitchName=top Switches=leaf[1-2]\n",
        ),
        "map": (
            "map.yaml",
            json.dumps({"spec": exports.known_part(example("pinned-4")), "devices": exports.kinds(plan), **PINNED}),
        ),
    }


FORMS = (
    "cabling",
    "yaml",
    "host_vars",
    "ini",
    "netbox-devices",
    "netbox-cables",
    "netbox-addresses",
    "netbox-interfaces",
    "netbox-macs",
    "netbox-prefixes",
    "netbox-vlans",
    "netbox-table",
    "netbox-table-cables",
    "netbox-table-addresses",
    "lldpctl",
    "json0",
    "nvue",
    "eos",
    "eos-detail",
    "sonic",
    "config_db",
    "ibnetdiscover",
    "slurm",
    "topology",
    "map",
)


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("hosts.yml", "all:\n  children:\n    gpu:\n      hosts:\n        gpu-1: {rack: A1\n        gpu-2:\n", 5, "cannot be read"),
        ("hosts.yml", "all:\n  hosts:\n\tgpu-1:\n", 3, "cannot be read"),
        ("host_vars/gpu-1.yml", "rack: A1\n\tunit: 3\n", 2, "cannot be read"),
        ("hosts.ini", "[gpu]\ngpu-1\n[login\nlogin-1\n", 3, "has a section that is not"),
    ],
)  # fmt: skip
def test_a_malformed_file_beside_others(name: str, text: str, line: int, said: str, tmp_path: Path) -> None:
    """It is a problem with its line; YAML of other programs is none."""
    cables = "a_device,a_port,b_device,b_port\ngpu-1,rail0,leaf1,1\n"
    for each, content in ((name, text), ("cables.csv", cables), ("site.yml", "- hosts: all\n  vars: {{ x }}\n")):
        path = tmp_path / each
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    with pytest.raises(SpecError) as caught:
        read_sources([tmp_path], Options(), formats(), Survey())
    (problem,) = caught.value.problems
    assert problem.message.startswith(f"{tmp_path / name} {said}")
    assert problem.span
    assert problem.span.line == line


@pytest.mark.parametrize("form", FORMS)
def test_mutations(form: str, texts: dict[str, tuple[str, str]], tmp_path: Path) -> None:
    """Bitten and bent: a problem with its file, or an import that can be read; never anything else, and nothing half written."""
    dice = random.Random(form)
    name, text = texts[form]
    path = tmp_path / "in" / name
    path.parent.mkdir(parents=True)
    (tmp_path / "map.yaml").write_text(texts["map"][1])
    (tmp_path / "list.csv").write_text(texts["cabling"][1])
    refused = 0
    for turn in range(MUTATIONS):
        path.write_bytes(_bent(name, text, dice))
        try:
            if form == "map":
                read_map(path, (), ())
            else:
                read_sources([path], Options(), formats(), Survey())
            if turn % (MUTATIONS // WHOLE) == 0:
                _whole(
                    path if form == "map" else tmp_path / "map.yaml",
                    [tmp_path / "list.csv", *([] if form == "map" else [path])],
                )
        except SpecError as error:
            refused += 1
            assert error.problems
            assert all(problem.message for problem in error.problems)
    assert refused, "no mutation was refused"


def _bent(name: str, text: str, dice: random.Random) -> bytes:
    if dice.random() < 0.5 and name.endswith((".json", ".yml", ".yaml")):
        data = json.loads(text) if name.endswith(".json") else yaml.safe_load(text)
        return json.dumps(bend(data, dice, "/tmp/canary")).encode("utf-8", "surrogatepass")
    return bite(text, dice)


def _whole(site: Path, sources: list[Path]) -> None:
    answers = read_map(site, (), ())
    done = import_site(sources, answers, Options(), CATALOG)
    made = {each.path: each.content for each in files(done, answers)}
    assert made["cluster.yaml"].startswith("# ")
    for text in made.values():
        yaml.safe_load(text)
