"""Files beside a spec: none is silently ignored, and none silently overrides the spec."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from tests.conftest import example


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "cluster.yaml"
    path.write_text(example("roce-16").read_text(encoding="utf-8"), encoding="utf-8")
    return path


def told(spec: Path) -> tuple[int, str]:
    """Validate a spec: the exit code, and what is printed."""
    result = CliRunner().invoke(main, ["validate", str(spec)])
    return result.exit_code, result.output


@pytest.mark.parametrize("key", ["assets", "pins", "prices"])
def test_a_file_that_ends_in_yml_is_refused(key: str, spec: Path) -> None:
    (spec.parent / f"{key}.yml").write_text("{}\n", encoding="utf-8")
    code, text = told(spec)
    assert code == 1
    assert f"{key}.yml would not be read" in text
    assert f"call it {key}.yaml" in text


def test_a_device_has_its_assets_in_one_place(spec: Path) -> None:
    (spec.parent / "assets.yaml").write_text("gpu01: {serial: A}\n", encoding="utf-8")
    text = spec.read_text(encoding="utf-8")
    spec.write_text(f"{text}assets: {{gpu02: {{serial: B}}}}\n", encoding="utf-8")
    assert told(spec)[0] == 0
    spec.write_text(f"{text}assets: {{gpu01: {{serial: B}}}}\n", encoding="utf-8")
    code, out = told(spec)
    assert code == 1
    assert "the assets of gpu01 are here and in" in out
    assert "assets.yaml:1:1" in out


@pytest.mark.parametrize("place", ["catalog/hosts/mine.yml", "catalog/servers/mine.yaml", "catalog/mine.yaml"])
def test_a_model_in_another_place_is_named(place: str, spec: Path) -> None:
    file = spec.parent / place
    file.parent.mkdir(parents=True)
    file.write_text("model: mine\n", encoding="utf-8")
    spec.write_text(spec.read_text(encoding="utf-8").replace("dgx-h100", "mine", 1), encoding="utf-8")
    code, text = told(spec)
    assert code == 1
    assert f"{place} is not read" in text
    assert "call the file hosts/mine.yaml" in text


def test_problems_are_counted_in_the_file_that_has_them(spec: Path) -> None:
    (spec.parent / "pins.yaml").write_text("devices:\n  gpu01: {name: x}\n  gpu02: {name: x}\n", encoding="utf-8")
    assert "1 problem in " + str(spec.parent / "pins.yaml") in told(spec)[1]
