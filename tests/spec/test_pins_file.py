"""`pins.yaml` beside the spec: read with it, its problems at its own lines, the other end of a conflict at the spec's."""

import json
from pathlib import Path

import pytest

from generator.pipeline.read import read_plan
from generator.source.report import show_concise, show_text
from generator.spec.load import DocumentError, load_spec
from tests.ours import CATALOG
from tests.specs import Spec, cluster


def _write(folder: Path, pins: str, spec: Spec | None = None) -> Path:
    (folder / "pins.yaml").write_text(pins, encoding="utf-8")
    path = folder / "cluster.yaml"
    path.write_text(json.dumps(spec or cluster(), indent=1), encoding="utf-8")
    return path


def test_pins_beside_the_spec_are_the_spec_s(tmp_path: Path) -> None:
    """They are under the key `pins`, as if they stood there."""
    path = _write(tmp_path, "names: {gpu: {pattern: 'node{:03d}', start: 17}}\n")
    assert load_spec(path).spec.pins.names["gpu"].name(1) == "node018"
    assert [host.name for host in read_plan(path, CATALOG)[0].hosts[:2]] == ["node017", "node018"]


def test_both_ends_of_a_conflict_are_shown_in_their_files(tmp_path: Path) -> None:
    """The pin in `pins.yaml`, the pool in `cluster.yaml`."""
    spec = cluster() | {"addressing": {"frontend": "10.160.0.0/16"}}
    path = _write(tmp_path, "devices:\n  gpu1: {addresses: {bond0: 192.0.2.9}}\n", spec)
    with pytest.raises(DocumentError) as caught:
        read_plan(path, CATALOG)
    text = show_text(caught.value.document, caught.value.problems)
    assert "pins.yaml:2:29\n" in text
    assert "2 |   gpu1: {addresses: {bond0: 192.0.2.9}}" in text
    assert '"frontend": "10.160.0.0/16"' in text


def test_a_mistake_in_the_file_is_at_its_line(tmp_path: Path) -> None:
    """As in a spec: the key, and what is known there."""
    path = _write(tmp_path, "devices:\n  gpu1: {nam: x}\n")
    with pytest.raises(DocumentError) as caught:
        load_spec(path)
    assert "pins.yaml:2:10: error[unknown-key]" in show_concise(caught.value.document, caught.value.problems)


def test_pins_in_two_places_are_refused(tmp_path: Path) -> None:
    """One file would win over the other without a word."""
    path = _write(tmp_path, "names: {}\n", cluster() | {"pins": {"racks": {"A01": "r01"}}})
    with pytest.raises(DocumentError, match=r"pins are here and in pins\.yaml"):
        load_spec(path)
