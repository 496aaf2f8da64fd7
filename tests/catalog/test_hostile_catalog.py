"""Catalog files of somebody else's: one-line texts, figures of sane sizes, and models that are described."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import generator.catalog
from generator.catalog.load import KINDS, Catalog
from generator.cli.main import main
from generator.spec.load import DocumentError
from tests.conftest import example

SHIPPED = Path(generator.catalog.__file__).parent
LINES = ("x\nProlog=/tmp/x", "x\r\ny", "x\x00y", "x\x1b[2J", "x\u202ey", "x\u2028y", "x\x85y", "{{ x }}", "x" * 5000)


def overlaid(folder: Path, kind: str, name: str, data: Any) -> Catalog:
    place = folder / kind / f"{name}.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(data), encoding="utf-8")
    return Catalog((folder,))


def leaves(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every text."""
    if isinstance(value, str):
        return [here]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, each in inner for path in leaves(each, (*here, key))]


@pytest.mark.parametrize("kind", KINDS)
def test_every_text_of_a_catalog_is_one_line(kind: str, tmp_path: Path) -> None:
    """A line end in any text of any kind of model is refused: it would be a line of its own in somebody's configuration."""
    name = Catalog().names(kind)[0]
    whole = json.loads(json.dumps(yaml.safe_load((SHIPPED / kind / f"{name}.yaml").read_text("utf-8"))))
    for path in leaves(whole):
        for text in LINES:
            data = json.loads(json.dumps(whole))
            parent = data
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = text
            with pytest.raises(DocumentError):
                overlaid(tmp_path, kind, name, data).find(KINDS[kind], name)


def test_a_text_that_is_a_line_is_taken(tmp_path: Path) -> None:
    """The test above refuses for the right reason."""
    data = yaml.safe_load((SHIPPED / "hosts" / "server-1u.yaml").read_text("utf-8"))
    data["title"] = "a server, 1U: 'ours' (2026)"
    entry = overlaid(tmp_path, "hosts", "server-1u", data).find(KINDS["hosts"], "server-1u")
    assert entry is not None
    assert entry.title == data["title"]


def test_a_model_that_nobody_describes_is_told(tmp_path: Path) -> None:
    design = tmp_path / "design"
    (design / "catalog" / "hosts").mkdir(parents=True)
    (design / "cluster.yaml").write_text(example("roce-16").read_text("utf-8"), encoding="utf-8")
    data = yaml.safe_load((SHIPPED / "hosts" / "dgx-h100.yaml").read_text("utf-8"))
    data["gpus"]["model"] = "h100-of-mine"
    data["ports"][0]["nic"] = "nic-of-mine"
    (design / "catalog" / "hosts" / "dgx-h100.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    result = CliRunner().invoke(main, ["validate", str(design / "cluster.yaml")], catch_exceptions=False)
    assert result.exit_code == 1
    assert result.output.count("[catalog-reference]") == 2
    assert "dgx-h100.yaml:" in result.output


@pytest.mark.parametrize("figure", [-1, 10**30, 1e308, "three", None])
def test_figures_are_sane(figure: Any, tmp_path: Path) -> None:
    data = yaml.safe_load((SHIPPED / "hosts" / "dgx-h100.yaml").read_text("utf-8"))
    data["cpu"]["sockets"] = figure
    with pytest.raises(DocumentError):
        overlaid(tmp_path, "hosts", "dgx-h100", data).find(KINDS["hosts"], "dgx-h100")


def test_a_feature_came_with_a_known_release(tmp_path: Path) -> None:
    data = yaml.safe_load((SHIPPED / "systems" / "sonic.yaml").read_text("utf-8"))
    next(iter(data["features"].values()))["since"] = "1999"
    with pytest.raises(DocumentError, match="none of the releases"):
        overlaid(tmp_path, "systems", "sonic", data).find(KINDS["systems"], "sonic")


@pytest.mark.parametrize("model", ["sn5600", "sn4600c", "sn2201"])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"breakouts": []}, "missing-key"),
        ({"breakouts": [{"ports": 1, "speeds_gbps": []}]}, "missing-key"),
        ({"breakouts": [{"ports": 8, "speeds_gbps": [1]}]}, "no-common-speed"),
        ({"use": "service"}, "no cage for fabrics"),
        ({"numbers": "9-1"}, "no cage for fabrics"),
        ({"numbers": "1-999999999"}, "numbers"),
    ],
)
def test_cages_that_lead_nowhere_are_refused(model: str, change: dict[str, Any], says: str, tmp_path: Path) -> None:
    """None of them can be divided, has a speed, is offered by the system, or is for fabrics."""
    data = yaml.safe_load((SHIPPED / "switches" / f"{model}.yaml").read_text("utf-8"))
    data["cages"] = [{**group, **change} for group in data["cages"]]
    overlaid(tmp_path / "catalog", "switches", model, data)
    (tmp_path / "cluster.yaml").write_text(example("roce-64").read_text("utf-8"), encoding="utf-8")
    result = CliRunner().invoke(main, ["validate", str(tmp_path / "cluster.yaml")], catch_exceptions=False)
    assert result.exit_code == 1
    assert says in result.output


@pytest.mark.parametrize(
    ("kind", "model", "change"),
    [
        ("switches", "sn5600", {"cages": []}),
        ("nics", "connectx-7", {"speeds_gbps": []}),
        ("cables", "", {"lengths_m": []}),
        ("systems", "sonic", {"first_start": {"option": 1000, "says": "x", "whole": True, "url_option": 67}}),
        ("systems", "sonic", {"first_start": {"option": 60, "says": "x' or true", "whole": True, "url_option": 67}}),
        ("systems", "sonic", {"reached": {"user": "{{ x }}", "network_os": None}}),
    ],
)
def test_entries_that_say_nothing_or_too_much_are_refused(
    kind: str, model: str, change: dict[str, Any], tmp_path: Path
) -> None:
    name = model or Catalog().names(kind)[0]
    data = yaml.safe_load((SHIPPED / kind / f"{name}.yaml").read_text("utf-8"))
    assert overlaid(tmp_path, kind, name, data).find(KINDS[kind], name)
    with pytest.raises(DocumentError):
        overlaid(tmp_path, kind, name, data | change).find(KINDS[kind], name)


def test_a_cage_that_sonic_has_no_name_for_is_told(tmp_path: Path) -> None:
    data = yaml.safe_load((SHIPPED / "switches" / "sn5600.yaml").read_text("utf-8"))
    del data["os"]["sonic"]["cages"][7]
    with pytest.raises(DocumentError, match="lacks 1 of the cages for fabrics, from 7 on"):
        overlaid(tmp_path, "switches", "sn5600", data).find(KINDS["switches"], "sn5600")


@pytest.mark.parametrize(("key", "says"), [("ethernet", "Ethernet number 0"), ("lanes", "lane 0")])
def test_two_cages_of_one_name_are_told(key: str, says: str, tmp_path: Path) -> None:
    data = yaml.safe_load((SHIPPED / "switches" / "sn4600c.yaml").read_text("utf-8"))
    cages = data["os"]["sonic"]["cages"]
    cages[2][key] = cages[1][key]
    with pytest.raises(DocumentError, match=f"{says} of sn4600c is there twice"):
        overlaid(tmp_path, "switches", "sn4600c", data).find(KINDS["switches"], "sn4600c")


def test_a_system_that_is_misspelt_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    data = yaml.safe_load((SHIPPED / "switches" / "sn5600.yaml").read_text("utf-8"))
    data["os"] = {"sonic": "'", "cumulus": "yes", "ios": True}
    overlaid(tmp_path / "catalog", "switches", "sn5600", data)
    (tmp_path / "cluster.yaml").write_text(example("roce-64").read_text("utf-8"), encoding="utf-8")
    result = CliRunner().invoke(main, ["validate", str(tmp_path / "cluster.yaml")], catch_exceptions=False)
    assert result.exit_code == 1
    assert "there is no key `ios` in os" in result.output
    assert result.output.count("error[") == 3
