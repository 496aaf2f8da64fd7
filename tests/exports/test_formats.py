"""Every kind of export: its golden, the same bytes twice, and a judge of its format."""

import csv
import io
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import yaml
from msgspec.structs import replace

from generator.exports.export import Asked, ExportError
from generator.exports.formats import exports
from generator.exports.tree import plan_of
from generator.plan.plan import Plan
from tests.adopt.test_round_trip import run

GOLDEN = Path(__file__).parent / "golden"
IMAGES = {"sonic": "docker-sonic-vs:202511", "cumulus": "cumulus_vx:5.14", "eos": "ceos:4.34", "linux": "debian:13"}
KINDS = sorted(exports())
SMALL = "small-4-hosts"


@pytest.fixture(scope="module")
def plan(rendered: Callable[[str], Path]) -> Plan:
    return plan_of(rendered(SMALL))


def made(kind: str, plan: Plan, *fabrics: str) -> dict[str, str]:
    return {each.path: each.content for each in exports()[kind].files(plan, Asked(IMAGES, fabrics))}


def text(kind: str, plan: Plan, *fabrics: str) -> str:
    (only,) = made(kind, plan, *fabrics).values()
    return only


@pytest.mark.parametrize("kind", KINDS)
def test_golden(kind: str, plan: Plan, golden: Callable[[Path, dict[str, str]], None]) -> None:
    files = made(kind, plan)
    assert files == made(kind, plan)
    assert len(files) > 1 or not exports()[kind].folder
    assert all(content.endswith("\n") for content in files.values())
    golden(GOLDEN / kind, files)


def ends_of(plan: Plan) -> Counter[frozenset[str]]:
    return Counter(frozenset((link.a.device, link.b.device)) for link in plan.links)


def in_band(plan: Plan) -> list[Any]:
    return [link for link in plan.links if link.fabric != "oob"]


CLAB = {
    "type": "object",
    "required": ["name", "topology"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9][a-zA-Z0-9-._]*$"},
        "topology": {
            "type": "object",
            "required": ["kinds", "nodes", "links"],
            "additionalProperties": False,
            "properties": {
                "kinds": {
                    "propertyNames": {"enum": ["linux", "sonic-vs", "nvidia_cumulusvx", "arista_ceos"]},
                    "additionalProperties": {"required": ["image"], "properties": {"image": {"type": "string"}}},
                },
                "nodes": {
                    "additionalProperties": {
                        "additionalProperties": False,
                        "properties": {
                            "kind": {"enum": ["linux", "sonic-vs", "nvidia_cumulusvx", "arista_ceos"]},
                            "group": {"type": "string"},
                            "startup-config": {"type": "string"},
                            "labels": {"additionalProperties": {"type": "string"}},
                        },
                    }
                },
                "links": {
                    "minItems": 1,
                    "items": {
                        "required": ["endpoints"],
                        "additionalProperties": False,
                        "properties": {"endpoints": {"minItems": 2, "maxItems": 2, "items": {"pattern": r"^\S+:\S+$"}}},
                    },
                },
            },
        },
    },
}
"""What containerlab's schema (srl-labs/containerlab@39ff2b7c) asks of the keys that are written here."""


@pytest.mark.parametrize("name", [SMALL, "roce-16"])
def test_containerlab(name: str, rendered: Callable[[str], Path]) -> None:
    """The keys of its schema; and what that lets pass: ports twice, nodes that are not there, names too long for Linux."""
    plan = plan_of(rendered(name))
    data = yaml.safe_load(text("containerlab", plan))
    jsonschema.validate(data, CLAB)
    nodes, links = data["topology"]["nodes"], data["topology"]["links"]
    assert {node["kind"] for node in nodes.values()} == set(data["topology"]["kinds"])
    ends = [end.split(":") for link in links for end in link["endpoints"]]
    assert len({tuple(end) for end in ends}) == len(ends) == 2 * len(in_band(plan))
    assert {node for node, _ in ends} == set(nodes)
    assert all(len(port) <= 15 and "/" not in port and port != "eth0" for _, port in ends)
    for node in nodes.values():
        if path := node.get("startup-config"):
            assert (rendered(name) / path).is_file()


def test_ports_of_a_lab_keep_their_names_as_hosts_come(rendered: Callable[[str], Path]) -> None:
    """`eth7` of a leaf is the same port with 16 GPUs and with 64."""
    few, many = (text("containerlab", plan_of(rendered(name)), "compute") for name in ("roce-16", "roce-64"))
    lines = {line for line in few.splitlines() if "compute-leaf" in line and "endpoints" in line and "gpu" in line}
    names = [re.sub(r"gpu0*", "gpu", line) for line in (*lines,)]
    assert lines
    assert set(names) <= {re.sub(r"gpu0*", "gpu", line) for line in many.splitlines()}


def test_air(plan: Plan) -> None:
    data = json.loads(text("air", plan))
    assert set(data) == {"format", "name", "content"}
    nodes, links = data["content"]["nodes"], data["content"]["links"]
    assert all(set(node) == {"os"} for node in nodes.values())
    ends = [(end["node"], end["interface"]) for link in links for end in link]
    assert len(set(ends)) == len(ends) == 2 * len(in_band(plan))
    assert {node for node, _ in ends} == set(nodes)


GNS3_NODE = {"node_id", "name", "node_type", "compute_id", "properties", "x", "y"}


def test_gns3(plan: Plan) -> None:
    """What docs/gns3_file.json of GNS3 asks of the keys that are written here; every adapter once, none of them the management port."""
    data = json.loads(text("gns3", plan))
    assert set(data) == {"name", "project_id", "type", "revision", "version", "topology"}
    nodes = {node["node_id"]: node for node in data["topology"]["nodes"]}
    links = data["topology"]["links"]
    ids = [data["project_id"], *nodes, *(link["link_id"] for link in links)]
    assert len(set(ids)) == len(ids) == 1 + len(data["topology"]["nodes"]) + len(in_band(plan))
    assert all(re.fullmatch(r"[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}", each) for each in ids)
    assert all(set(node) == GNS3_NODE and node["node_type"] in {"docker", "qemu"} for node in nodes.values())
    ends = [(end["node_id"], end["adapter_number"]) for link in links for end in link["nodes"]]
    assert len(set(ends)) == len(ends)
    assert all(0 < adapter < nodes[node]["properties"]["adapters"] for node, adapter in ends)
    assert len({(node["x"], node["y"]) for node in nodes.values()}) == len(nodes)


@pytest.mark.parametrize("kind", ["containerlab", "air", "gns3"])
def test_no_image_is_guessed(kind: str, plan: Plan) -> None:
    with pytest.raises(ExportError, match=r"--image linux=IMAGE --image \w+=IMAGE"):
        list(exports()[kind].files(plan, Asked()))


def test_infiniband_has_no_lab(rendered: Callable[[str], Path]) -> None:
    with pytest.raises(ExportError, match="no link of compute is Ethernet"):
        made("containerlab", plan_of(rendered("ib-256")), "compute")


def drawn(plan: Plan) -> Counter[frozenset[str]]:
    """Return pairs of devices with the links between them, by what a picture's lines say."""
    return ends_of(plan)


def counted(pairs: Iterator[tuple[str, str, str]]) -> Counter[frozenset[str]]:
    found: Counter[frozenset[str]] = Counter()
    for a, b, label in pairs:
        found[frozenset((a, b))] += int(label.split(" x ")[0])
    return found


def test_graphviz(plan: Plan, program: Callable[[str], str]) -> None:
    """`dot` reads it, and has every device and every link."""
    answer = subprocess.run(
        [program("dot"), "-Tjson0"], input=text("graphviz", plan), capture_output=True, text=True, check=True
    )
    data = json.loads(answer.stdout)
    names = {each["_gvid"]: each["name"] for each in data["objects"]}
    pairs = ((names[each["tail"]], names[each["head"]], each["label"]) for each in data["edges"])
    assert counted(pairs) == ends_of(plan)


def test_mermaid(plan: Plan) -> None:
    """The grammar of the flowchart's statements that are used: one heading, subgraphs that close, ids that are there."""
    lines = text("mermaid", plan).splitlines()
    assert lines[0] == "flowchart TB"
    nodes = dict(re.findall(r'^    (\w+)\["([\w-]+)"\]$', "\n".join(lines), re.MULTILINE))
    edges = re.findall(r'^  (\w+) ---\|"([^"|]+)"\| (\w+)$', "\n".join(lines), re.MULTILINE)
    blocks = [line for line in lines if re.fullmatch(r'  subgraph \w+\["[\w -]+"\]|  end', line)]
    assert len(lines) == 1 + len(nodes) + len(edges) + len(blocks)
    assert [line.split()[0] for line in blocks] == ["subgraph", "end"] * (len(blocks) // 2)
    assert counted((nodes[a], nodes[b], label) for a, label, b in edges) == ends_of(plan)
    assert len(nodes) == len(set(nodes.values()))


def test_drawio(plan: Plan) -> None:
    """Cells 0 and 1, every other cell in a layer, every edge between two vertices; no box covers another."""
    root = ET.fromstring(text("drawio", plan))
    assert [each.tag for each in root.iter()][:4] == ["mxfile", "diagram", "mxGraphModel", "root"]
    cells = {cell.attrib["id"]: cell.attrib for cell in root.iter("mxCell")}
    assert len(cells) == len(list(root.iter("mxCell")))
    vertices = {key for key, cell in cells.items() if cell.get("vertex")}
    edges = [cell for cell in cells.values() if cell.get("edge")]
    assert all(cell.get("parent") == "1" for key, cell in cells.items() if key not in {"0", "1"})
    assert {end for edge in edges for end in (edge["source"], edge["target"])} == vertices
    assert counted((edge["source"], edge["target"], edge["value"]) for edge in edges) == ends_of(plan)
    places = [(g.attrib["x"], g.attrib["y"]) for g in root.iter("mxGeometry") if "x" in g.attrib]
    assert len(set(places)) == len(vertices)


def test_terraform_declares_what_it_sets(plan: Plan) -> None:
    files = made("terraform", plan)
    declared = json.loads(files["clustergen.tf.json"])["variable"]
    values = json.loads(files["clustergen.auto.tfvars.json"])
    assert set(declared) == set(values)
    assert len(values["links"]) == len(plan.links)
    for name in ("hosts", "switches", "vlans", "links", "cluster"):
        keys = set(re.findall(r"(\w+) = ", declared[name]["type"]))
        rows = [values[name]] if name == "cluster" else list(values[name].values())
        assert all(set(row) == keys for row in rows), name


def rows(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


def test_dcim(plan: Plan) -> None:
    files = made("dcim", plan)
    devices = {row["name"]: row for row in rows(files["devices.csv"])}
    assert set(devices) == {device.name for device in plan.devices}
    assert {row["rack"] for row in devices.values()} <= {row["rack"] for row in rows(files["racks.csv"])}
    ends = Counter(frozenset((row["a_device"], row["b_device"])) for row in rows(files["connections.csv"]))
    assert ends == ends_of(plan)


def test_a_fabric_alone(plan: Plan) -> None:
    compute = yaml.safe_load(text("containerlab", plan, "compute"))["topology"]["links"]
    assert len(compute) == sum(link.fabric == "compute" for link in plan.links)
    for kind in ("netbox", "nautobot"):
        with pytest.raises(ExportError, match="leave out --fabric"):
            made(kind, plan, "compute")


EVIL = 'x"]\n    evil: {"exec": ["id"]} <b>#'


def test_a_plan_of_others_cannot_add_to_a_file(plan: Plan) -> None:
    """A plan.json may be anybody's: what its texts hold stays a text in every format."""
    hosts = tuple(replace(host, rack=EVIL) for host in plan.hosts)
    links = tuple(replace(link, cable=EVIL) for link in plan.links)
    evil = replace(plan, hosts=hosts, links=links)
    data = yaml.safe_load(text("containerlab", evil))
    assert set(data["topology"]["nodes"]) == set(yaml.safe_load(text("containerlab", plan))["topology"]["nodes"])
    assert data["topology"]["nodes"][hosts[0].name]["labels"]["rack"] == EVIL
    boxes = ET.fromstring(text("drawio", evil)).iter("mxCell")
    assert len(list(boxes)) == text("drawio", plan).count("<mxCell")
    links_there = json.loads(made("terraform", evil)["clustergen.auto.tfvars.json"])["links"]
    assert {row["cable"] for row in links_there.values()} == {EVIL}
    assert len(text("graphviz", evil).splitlines()) == len(text("graphviz", plan).splitlines())


def test_the_command(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    tree = rendered(SMALL)
    code, said = run("export", tree, "graphviz")
    assert code == 0
    assert said.startswith("graph ")
    assert run("export", tree / "plan.json", "graphviz") == (0, said)
    assert run("export", tree, "graphviz", "-o", tmp_path / "a.dot")[0] == 0
    refused = run("export", tree, "graphviz", "-o", tmp_path / "a.dot" / "b.dot")
    assert refused == (
        1,
        f"error: {tmp_path}/a.dot/b.dot cannot be written: {tmp_path}/a.dot is not a directory; choose another place with -o\n",
    )
    assert (tmp_path / "a.dot").read_text() == said
    assert [path.name for path in tmp_path.iterdir()] == ["a.dot"]
    assert run("export", tree, "netbox")[0] == 2  # many files need a folder
    assert run("export", tree, "netbox", "-o", tmp_path / "netbox")[0] == 0
    code, said = run("export", tree, "netbox", "-o", tmp_path / "netbox")
    assert code == 1
    assert "name a new one" in said
    code, said = run("export", tree, "graphviz", "--fabric", "computer")
    assert code == 1
    assert "the plan has no fabric computer: it has compute" in said
    assert run("export", tree, "air", "--image", "sonic")[0] == 2
    (tmp_path / "old.json").write_text('{"format": 1}')
    code, said = run("export", tmp_path / "old.json", "graphviz")
    assert code == 1
    assert "Traceback" not in said


def test_help_names_every_kind() -> None:
    code, said = run("export", "--help")
    assert code == 0
    assert all(f"  {kind}" in said for kind in KINDS)


@pytest.mark.parametrize(
    ("kind", "section", "field"),
    [("netbox", "cables", "model"), ("dcim", "switches", "model"), ("nautobot", "addresses", "address"), ("gns3", "hosts", "model")],
)  # fmt: skip
def test_a_plan_that_was_changed_is_refused(
    kind: str, section: str, field: str, rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    """Its sections and fields are all there, and a value names what the plan does not have."""
    rows = json.loads((rendered(SMALL) / "plan.json").read_text("utf-8"))
    rows[section][0][field] = "nobody"
    (tmp_path / "plan.json").write_text(json.dumps(rows), encoding="utf-8")
    code, said = run("export", tmp_path / "plan.json", kind, "-o", tmp_path / "made")
    assert code == 1
    assert said.startswith("error: ")
    assert "render" in said
