"""hosts-gds: `/etc/cufile.json` of hosts whose programs read tiers into the memory of GPUs: which addresses each tier is reached by."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.gds import GdsTier, gds_tiers
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.encode import encode_escaped, indented
from generator.render.hosts.sharing import placed
from generator.render.templates import Templates

NAME = "hosts-gds"
_FILE = "etc/cufile.json"
_READ = Proof(Grade.PARSED, "libcufile 1.20 (cuFileDriverOpen), without a GPU")
_TABLES = ("beegfs", "gpfs", "lustre", "nfs")
"""File systems with a table of mounts in NVIDIA's schema of the file; WEKA has none there, and takes the addresses of `properties`."""


def paths(plan: Plan) -> Iterable[str]:
    """Yield the file of each group, then those of hosts that differ: addresses are a host's own."""
    return (path for path, _ in placed(_files(plan), _is_own))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the files as strict JSON; missing keys have the library's default."""
    del templates
    for path, tiers in placed(_files(plan), _is_own):
        yield Artifact(path, indented(_content(tiers), encode_escaped), _READ)


def _files(plan: Plan) -> list[tuple[Host, Mapping[str, tuple[GdsTier, ...]]]]:
    found = ((host, tuple(gds_tiers(plan, host))) for host in configured_hosts(plan))
    return [(host, {_FILE: tiers}) for host, tiers in found if tiers]


def _is_own(tiers: tuple[GdsTier, ...]) -> bool:
    """Whether a file has addresses, which are those of one host."""
    return any(tier.addresses for tier in tiers)


def _content(tiers: Iterable[GdsTier]) -> Mapping[str, Any]:
    """Return the file: with `allow_compat_mode`, reads without a direct path are copied through main memory instead of failing."""
    properties: dict[str, Any] = {"allow_compat_mode": True}
    sections: dict[str, Any] = {}
    for tier in tiers:
        if tier.section in _TABLES:
            table = sections.setdefault(tier.section, {"mount_table": {}})["mount_table"]
            table[tier.mount] = {"rdma_dev_addr_list": list(tier.addresses)}
        elif tier.section == "weka":
            listed = properties.setdefault("rdma_dev_addr_list", [])
            listed += [address for address in tier.addresses if address not in listed]
    return {"properties": properties, **({"fs": sections} if sections else {})}
