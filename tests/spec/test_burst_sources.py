"""Mounts of burst hosts are compared with the tiers by what they mount, not by what the spec calls them."""

from typing import Any

import pytest

from generator.spec.checks.burst import burst_data_of_others
from generator.spec.cluster import ClusterSpec
from tests.specs import cluster


def _findings(**mount: Any) -> list[str]:
    spec = cluster(4)
    spec["storage"] = {
        "filer": {"kind": "nfs", "mount": "/projects", "source": "filer.example.net:/export/projects"},
        "own": {"kind": "nfs", "mount": "/home", "hosts": "storage"},
    }
    cloud = {
        "provider": "aws", "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/clustergen/c", "mounts": {"/m": mount},
    }  # fmt: skip
    spec["scheduler"] = {
        "slurm": {"burst": {"count": 1, "cpus": 8, "memory_gib": 64, "tenants": ["red"], "cloud": cloud}}
    }
    spec["tenants"] = {"red": {"hosts": ["gpu01"]}, "blue": {"hosts": ["gpu02"]}}
    return [each.message for each in burst_data_of_others(ClusterSpec.model_validate(spec))]


@pytest.mark.parametrize(
    "source",
    ["filer.example.net:/export/projects", "FILER.example.net.:/export/projects/", "filer.example.net:/export", "storage01:/home", "storage02.atlas.example.net:/"],
)  # fmt: skip
def test_a_whole_tier_has_data_of_all(source: str) -> None:
    """Whatever is claimed of it."""
    for claim in ({}, {"tier": "own", "tenants": ["red"]}, {"tier": "filer", "tenants": ["red"]}):
        (told,) = _findings(source=source, **claim)
        assert "data of blue" in told


def test_a_part_of_a_tier_is_stated_with_its_tenants() -> None:
    part = "filer.example.net:/export/projects/red"
    assert "no `tier`" in _findings(source=part)[0]
    assert "stated as the tier own" in _findings(source=part, tier="own", tenants=["red"])[0]
    assert "no `tenants`" in _findings(source=part, tier="filer")[0]
    assert "data of blue" in _findings(source=part, tier="filer", tenants=["blue"])[0]
    assert _findings(source=part, tier="filer", tenants=["red"]) == []


def test_an_address_may_be_one_of_our_servers() -> None:
    """The path tells, and the spec says what it is."""
    assert "path of the tier own" in _findings(source="10.200.0.5:/home")[0]
    assert _findings(source="10.200.0.5:/home/red", tier="own", tenants=["red"]) == []
    assert _findings(source="10.200.0.5:/export/projects") == []
    assert _findings(source="10.200.0.5:/data") == []
    assert _findings(source="10.200.0.5:/homes") == []
