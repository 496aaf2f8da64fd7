"""What editors get: the line that names the schema, the schema beside the spec, and the names of models in it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from generator.catalog.load import KINDS
from generator.cli.main import main
from tests.conftest import ROOT, example
from tests.ours import CATALOG

NAMED = {
    ("HostGroupSpec", "model"): "hosts",
    ("SwitchChoiceSpec", "model"): "switches",
    ("PowerSpec", "pdu"): "pdus",
    ("WorkloadSpec", "model"): "models",
}
"""Every key that names a catalog model, with the kind of it."""


def schema(*options: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["schema", *options], catch_exceptions=False)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def proposals(part: Any) -> list[str]:
    """Return every value that an editor proposes for a key."""
    found = list(part.get("enum", ()))
    return found + [name for each in part.get("anyOf", ()) for name in proposals(each)]


def test_init_writes_the_schema_that_its_first_line_names(tmp_path: Path) -> None:
    spec = tmp_path / "cluster.yaml"
    result = CliRunner().invoke(main, ["init", "--gpus", "16", "-o", str(spec)], catch_exceptions=False)
    text = spec.read_text(encoding="utf-8")
    line = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert line
    beside = tmp_path / line[1]
    assert f"{beside}, for editors" in result.stdout
    judge = Draft202012Validator(json.loads(beside.read_text(encoding="utf-8")))
    judge.check_schema(judge.schema)
    assert [*judge.iter_errors(yaml.safe_load(text))] == []
    assert [*judge.iter_errors(yaml.safe_load(text.replace("count: 2", "cuont: 2")))]
    assert beside.read_bytes() == (ROOT / "docs" / "clustergen.schema.json").read_bytes()


def test_init_keeps_a_schema_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "clustergen.schema.json").write_text("mine", encoding="utf-8")
    result = CliRunner().invoke(main, ["init", "--gpus", "16", "-o", str(tmp_path / "a.yaml")], catch_exceptions=False)
    assert result.exit_code == 0
    assert "for editors" not in result.stdout
    assert (tmp_path / "clustergen.schema.json").read_text(encoding="utf-8") == "mine"


def test_the_schema_proposes_every_model_where_one_is_named() -> None:
    definitions = schema()["$defs"]
    for (section, key), kind in NAMED.items():
        assert proposals(definitions[section]["properties"][key]) == CATALOG.names(kind), key
    assert "x-catalog" not in json.dumps(definitions)
    everything = {name for kind in KINDS for name in CATALOG.names(kind)}
    listed = {
        (section, key)
        for section, part in definitions.items()
        for key, value in part.get("properties", {}).items()
        if everything & set(proposals(value)) and key != "os"
    }
    assert listed == set(NAMED)


def test_models_of_your_own_are_proposed_too_and_never_refused(tmp_path: Path) -> None:
    own = tmp_path / "hosts"
    own.mkdir()
    (own / "my-h100.yaml").write_text("model: my-h100", encoding="utf-8")
    part = schema("--catalog", str(tmp_path))
    assert "my-h100" in proposals(part["$defs"]["HostGroupSpec"]["properties"]["model"])
    judge = Draft202012Validator(schema())
    spec = yaml.safe_load(example("roce-16").read_text(encoding="utf-8"))
    spec["hosts"]["gpu"]["model"] = "my-h100"
    assert [*judge.iter_errors(spec)] == []
    spec["hosts"]["gpu"]["model"] = "My H100"
    assert [*judge.iter_errors(spec)]


@pytest.mark.parametrize("name", ["roce-16", "tenants-64", "a100-h100-mixed"])
def test_examples_are_valid_by_the_schema(name: str) -> None:
    assert [
        *Draft202012Validator(schema()).iter_errors(yaml.safe_load(example(name).read_text(encoding="utf-8")))
    ] == []
