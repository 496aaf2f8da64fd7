"""assets.yaml: what only the delivered hardware knows, in one place, with places of its own."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from generator.cli.main import main
from tests.conftest import example


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)


def beside(tmp_path: Path, assets: str, old: str = "", new: str = "") -> Path:
    spec = tmp_path / "cluster.yaml"
    spec.write_text(example("roce-16").read_text().replace(old, new) if old else example("roce-16").read_text())
    (tmp_path / "assets.yaml").write_text(assets)
    return spec


def test_a_base_mac_reaches_the_switch_and_nothing_else(tmp_path: Path) -> None:
    bare, known = tmp_path / "bare", tmp_path / "known"
    run("render", example("roce-16"), "-o", bare)
    spec = beside(
        tmp_path,
        "compute-leaf1: {serial: MT1, macs: {base: 3C-6D-66-00-00-02}}\ngpu01: {macs: {rail0: 3c6d.6600.0001}}\n",
    )
    assert run("render", spec, "-o", known).exit_code == 0
    changed = {
        path.relative_to(known).as_posix()
        for path in known.rglob("*")
        if path.is_file() and path.read_bytes() != (bare / path.relative_to(known)).read_bytes()
    }
    waiting = {"plan.json", "manifest.json", "summary.json", "README.md", "docs/design.md", "docs/report.html"}
    assert changed == {
        "switches/compute-leaf1/config_db.json",
        "ansible/inventory/host_vars/gpu01.yml",
        "ansible/inventory/host_vars/compute-leaf1.yml",
        *waiting,
    }
    metadata = json.loads((known / "switches/compute-leaf1/config_db.json").read_text())["DEVICE_METADATA"]["localhost"]
    assert metadata["mac"] == "3c:6d:66:00:00:02"
    assert '"mac": "3c:6d:66:00:00:01"' in (known / "ansible/inventory/host_vars/gpu01.yml").read_text()
    assert 'cluster_serial_number: "MT1"' in (known / "ansible/inventory/host_vars/compute-leaf1.yml").read_text()
    assert "of 11 switches" in " ".join(json.loads((known / "summary.json").read_text())["waiting_for"])


def test_faults_in_assets_are_said_in_assets_beside_those_of_the_spec(tmp_path: Path) -> None:
    spec = beside(tmp_path, "gpu99: {serial: x}\n", "per_rack: 4", "per_rack: 9")
    output = run("validate", spec, "--format", "concise").output
    assert f"{tmp_path}/assets.yaml:1:1: error[asset-unknown]" in output
    assert f"{spec}:6:59: error[rack-overfull]" in output


def test_an_unreadable_assets_file_points_into_itself(tmp_path: Path) -> None:
    spec = beside(tmp_path, "gpu01:\n  macs: {rail0: nonsense}\n")
    assert f"{tmp_path}/assets.yaml:2:17: error[bad-value]" in run("validate", spec, "--format", "concise").output
