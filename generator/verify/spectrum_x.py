"""Spectrum-X in Kubernetes: settings of the NIC operator for a group's adapters, compared with the hosts' own tables and their leaves.

The operator's profile makes adapters accept packets in any order; the firmware parameter that enables it is in the same template, and the hosts'
table and the switches must agree for every port.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.source.broken import said_of
from generator.verify.end_hosts import HostEnds
from generator.verify.reach import BROKEN

FILE = "kubernetes/network-operator/nic-configuration.yaml"
_KIND = "NicConfigurationTemplate"
_PARAMETER = "ROCE_ADAPTIVE_ROUTING_EN"
_LABEL = "clustergen.dev/group"


def adapter_groups(tree: Path) -> tuple[dict[str, bool], list[str]]:
    """Return the groups whose adapters the operator sets, with whether for adaptive routing; and the faults of the file itself."""
    file = tree / FILE
    if not file.is_file():
        return {}, []
    found: dict[str, bool] = {}
    faults: list[str] = []
    try:
        for each in yaml.safe_load_all(file.read_text(encoding="utf-8")):
            if each and each.get("kind") == _KIND:
                group, template = each["spec"]["nodeSelector"][_LABEL], each["spec"]["template"]
                firmware = {row["name"]: str(row["value"]) for row in template.get("rawNvConfig", ())}
                by_load = firmware.get(_PARAMETER) == "1"
                found[group] = found.get(group, True) and by_load
                faults += _template(each["metadata"]["name"], template, by_load=by_load)
    except BROKEN as error:
        faults.append(f"{FILE} cannot be read: it {said_of(error)}")
    return found, faults


def _template(name: str, template: dict[str, Any], *, by_load: bool) -> Iterator[str]:
    if template.get("spectrumXOptimized", {}).get("enabled") and not by_load:
        yield f"{FILE}: {name} requests Spectrum-X, but its firmware does not have {_PARAMETER}=1"
    if template.get("spectrumXOptimized", {}).get("enabled") and template.get("numVfs") != 1:
        yield f"{FILE}: {name} requests Spectrum-X with {template.get('numVfs')} virtual functions, but the operator accepts only one"


def unlike_host(groups: Mapping[str, bool], group: str, host: HostEnds) -> Iterator[str]:
    """Yield differences between a host's own table and the operator's settings of its rails."""
    rails = [roce.adaptive for roce in host.roce.values() if roce.fabric == "compute"]
    adaptive = all(rails)
    if rails and group in groups and groups[group] != adaptive:
        one, other = ("for paths by load", "not") if adaptive else ("not for paths by load", "for them")
        yield f"its own table sets its rails {one}, but {FILE} {other}"
