"""Gateways of management ports and BMCs: their leaf, in their switch's file and in those of the DHCP servers."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.verify.reach import reading
from generator.verify.systems.edge_lines import DEFAULT, MGMT
from generator.verify.systems.edge_records import EdgeFile

_DHCP = "provisioning/kea/kea-dhcp4.conf"


def management_gateway(file: EdgeFile, row: Mapping[str, Any]) -> Iterator[str]:
    """Report a switch whose management port does not have its leaf as its gateway, and so reaches nothing outside."""
    wanted = row["management_gateway"]
    hops = {hop for vrf, prefix, hop in file.statics if vrf.lower() == MGMT and prefix == DEFAULT}
    if wanted and wanted not in hops:
        has = f"has {', '.join(sorted(hops))}" if hops else "has none"
        yield f"{file.file}: the management port's gateway is {wanted}, but it {has}: services of the site cannot be reached"


def bmc_gateways(tree: Path, plan: Mapping[str, Any]) -> Iterator[str]:
    """Report each out-of-band subnet for which DHCP has another gateway than its leaf, or none.

    Raises: UnreadableError: the file is malformed.
    """
    file = tree / _DHCP
    if not file.is_file():
        return
    with reading(_DHCP):
        subnets = json.loads(file.read_text(encoding="utf-8"))["Dhcp4"]["subnet4"]
        said = {row["subnet"]: {each["name"]: each["data"] for each in row["option-data"]} for row in subnets}
    for prefix in plan["prefixes"]:
        if prefix["kind"] == "oob-leaf" and prefix["prefix"] in said:
            router = said[prefix["prefix"]].get("routers", "")
            if router != prefix["gateway"]:
                yield f"{_DHCP}: {prefix['prefix']} has the gateway {prefix['gateway']}, but DHCP has {router or 'none'}"
