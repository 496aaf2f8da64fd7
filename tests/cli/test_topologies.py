"""`explain SPEC compute.topology`: the topologies that could be, planned and compared."""

import json
import re
from pathlib import Path

from click.testing import CliRunner

from generator.cli.main import main
from generator.model.build import build
from generator.plan.cabling.bom import bill_of_materials
from tests.ours import CATALOG
from tests.specs import cluster, plan_data

KINDS = ("host", "switch", "pdu", "cord", "aoc", "dac", "fibre", "copper", "transceiver")


def test_each_topology_is_told_with_its_figures(tmp_path: Path) -> None:
    """Counts are those of the fabric that is planned so; money is the priced bill of that plan."""
    spec = cluster(2, 24)
    spec |= {
        "workloads": {"llm": {"params": "7B", "tokens": "1e12"}},
        "prices": {"currency": "EUR", "kinds": dict.fromkeys(KINDS, 10)},
    }
    path = tmp_path / "cluster.yaml"
    path.write_text(json.dumps(spec), encoding="utf-8")
    done = CliRunner().invoke(main, ["--quiet", "explain", str(path), "compute.topology"], catch_exceptions=False)
    assert done.exit_code == 0
    parts = re.split(r"^(rail-optimized|fat-tree|rail-only|two planes): ", done.output, flags=re.MULTILINE)[1:]
    told = dict(zip(parts[::2], parts[1::2], strict=True))
    assert list(told) == ["rail-optimized", "fat-tree", "rail-only", "two planes"]
    for name in ("rail-optimized", "fat-tree", "rail-only"):
        whole = cluster(24, 24, storage=8, login=2, topology=name)
        plan = plan_data(whole | {"prices": spec["prices"]}, tmp_path)
        shape = build(plan.spec, CATALOG).shapes["compute"]
        assert told[name].startswith(f"{shape.leaves} leaves")
        assert (f"{shape.spines} spines" in told[name]) == bool(shape.spines)
        assert re.search(r"llm: split .* on 192 GPUs; collectives of a step of [\d.]+ s: ", told[name])
        assert f"{10 * sum(item.order for item in bill_of_materials(plan)):,} EUR before discount" in told[name]
    assert "0 are cut off" in told["rail-optimized"]
    assert "8 are cut off" in told["fat-tree"] or "6 are cut off" in told["fat-tree"]
    assert "have no way but the links inside a host" in told["rail-only"]


def test_a_topology_is_refused_by_its_error_and_not_by_a_warning(tmp_path: Path) -> None:
    """One out-of-band leaf is a warning in every topology; what two planes need is no cable of the catalog."""
    spec = cluster(2, 4)
    spec["fabrics"]["oob"] = {"technology": "ethernet", "leaf": {"model": "sn2201"}}
    path = tmp_path / "cluster.yaml"
    path.write_text(json.dumps(spec), encoding="utf-8")
    done = CliRunner().invoke(main, ["--quiet", "explain", str(path), "compute.topology"], catch_exceptions=False)
    (told,) = (line for line in done.output.splitlines() if line.startswith("two planes: "))
    assert told.startswith("two planes: refused: host-leaf links of compute (of gpu) need up to ")
