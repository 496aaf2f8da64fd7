"""README.md of a tree names the runbooks that apply: each is a section of docs/runbooks.md, and its example is a part of the cluster."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.render.runbooks import runbooks
from tests.ceph_specs import stored
from tests.conftest import EXAMPLES, ROOT
from tests.s3_specs import bought
from tests.specs import cluster, plan_data

SECTIONS = re.findall(r"^## (.+)$", (ROOT / "docs/runbooks.md").read_text(encoding="utf-8"), re.MULTILINE)
RISING = {"Congestion on one uplink", "Uplinks that differ"}
STREAMED = {"A pause storm", "Drops in a lossless queue"} | RISING
ASKED = {
    "Goodput below its objective",
    "Monitoring is silent",
    "Lost audit records",
    "A certificate that ends",
    "An object store",
    "An object store of the site",
    "A BGP session",
    "A switch that differs from the tree",
}
"""Those of keys that no example has."""


@pytest.mark.parametrize("name", [each for each in EXAMPLES if each != "roce-16384"])
def test_every_runbook_is_a_section_with_a_part_of_the_cluster(plans: Callable[[str], Draft], name: str) -> None:
    plan = plans(name)
    found = runbooks(close(plan))
    assert [section for section, _ in found if section not in SECTIONS] == []
    parts = {device.name for device in plan.devices} | {rack.name for rack in plan.racks}
    parts |= {cable.cable for cable in plan.cables}
    assert {example for _, example in found} <= parts


def test_what_a_cluster_lacks_is_left_out(plans: Callable[[str], Draft]) -> None:
    large, small = ({section for section, _ in runbooks(close(plans(name)))} for name in ("roce-16", "small-4-hosts"))
    assert set(SECTIONS) - large == STREAMED | ASKED
    assert "A spine" not in small


def test_what_has_alerts_of_its_own_has_runbooks(tmp_path: Path) -> None:
    watching = {"goodput_objective": 0.8, "receivers": {"watchdog": {"url": "https://watch.example.com/atlas"}}}
    found = dict(runbooks(close(plan_data(cluster() | {"monitoring": watching}, tmp_path))))
    assert (found["Goodput below its objective"], found["Monitoring is silent"]) == ("gpu01", "control1")


@pytest.mark.parametrize("keys", [{"services": {"tls": {}}}, {"monitoring": {"exporters": ["redfish"]}}])
def test_certificates_that_are_watched_have_a_runbook(keys: dict[str, Any], tmp_path: Path) -> None:
    found = dict(runbooks(close(plan_data(cluster() | keys, tmp_path))))
    assert found["A certificate that ends"] == "control1"


def test_a_store_has_a_host_that_serves_or_asks_it(tmp_path: Path) -> None:
    """Not a host of the same role that serves another tier."""
    spec = stored()
    spec["hosts"] |= {"files": spec["hosts"]["storage"] | {"count": 1, "max": 1}}
    assert dict(runbooks(close(plan_data(spec, tmp_path))))["An object store"] == "storage1"
    found = dict(runbooks(close(plan_data(bought(), tmp_path))))
    assert (found["An object store of the site"], "An object store" in found) == ("control1", False)


def test_what_streams_has_runbooks_of_its_own(tmp_path: Path) -> None:
    """Each for a switch that streams; storms and drops where a class is lossless, uplinks where leaves have spines."""
    spec = cluster() | {"services": {"telemetry": "gnmic"}}
    found = dict(runbooks(close(plan_data(spec, tmp_path))))
    assert {section: found[section] for section in STREAMED} == dict.fromkeys(STREAMED, "compute-leaf1")
    assert "A BGP session" not in found
    leaf = {"model": "sn5600", "os": "cumulus", "version": "5.14"}
    spec["fabrics"]["storage"] = spec["fabrics"]["storage"] | {"leaf": leaf}
    assert dict(runbooks(close(plan_data(spec, tmp_path))))["A BGP session"] == "storage-leaf1"
    for fabric in ("compute", "storage"):
        spec["fabrics"][fabric] = spec["fabrics"][fabric] | {"roce": {"lossless": False}}
    assert STREAMED & set(dict(runbooks(close(plan_data(spec, tmp_path))))) == RISING
