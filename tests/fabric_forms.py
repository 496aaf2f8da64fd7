"""Forms of fabrics beside the examples, as data: what a fabric of today is asked for, on every system that has it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.edge_specs import edge_cluster, pair
from tests.eos_specs import eos_cluster
from tests.nfs_specs import paired
from tests.oob_specs import oob_cluster
from tests.specs import Spec, cluster
from tests.tenancy_specs import everywhere, joined, owned, served

SYSTEMS = ("sonic", "cumulus", "eos")
_MODELS = {"sonic": "sn5600", "cumulus": "sn5600", "eos": "7060x6-64pe"}
_NO_SYSTEM = {"model": "ds5000", "os": "none"}


class Form(NamedTuple):
    """How to make a spec for a system, and the systems that have it."""

    make: Callable[[str], Spec]
    systems: tuple[str, ...]


def on(os: str, spec: Spec, *but: str) -> Spec:
    """Return the spec with a system on all switches but those of some fabrics."""
    for name, fabric in spec["fabrics"].items():
        for tier in {"leaf", "spine"} & set(fabric):
            if name not in but:
                fabric[tier] = {**fabric[tier], "os": os}
    return spec


def _base(os: str, **compute: Any) -> Spec:
    return eos_cluster(**compute) if os == "eos" else on(os, cluster(4, 8, **compute))


def _spectrum_x(os: str) -> Spec:
    spec = on(os, cluster(4, 4, su_hosts=2, spines=2, planes=1, profile="spectrum-x"))
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    return spec


def _edge(os: str) -> Spec:
    spec = edge_cluster(os)
    if os == "eos":
        spec["fabrics"] = eos_cluster()["fabrics"] | {"frontend": eos_cluster()["fabrics"]["frontend"] | {"edge": spec["fabrics"]["frontend"]["edge"]}}  # fmt: skip
        spec["hosts"] = eos_cluster(4, 8)["hosts"]
        for way in spec["fabrics"]["frontend"]["edge"].values():
            way["speed_gbps"] = 400
        spec["fabrics"]["frontend"]["reserve_ports"] = 2
    return spec


def _classes(os: str, **storage: Any) -> Spec:
    spec = pair(os, _MODELS[os])
    compute = spec["fabrics"]["compute"]
    del compute["edge"], spec["tenants"], spec["addressing"]
    compute["roce"] = {"storage": storage}
    return spec


def _without_system(os: str) -> Spec:
    """Compute and storage on boxes whose files nobody writes; frontend and out of band have this system."""
    spec = on(os, cluster(4, 8), "compute", "storage")
    for name in ("compute", "storage"):
        spec["fabrics"][name] |= {"leaf": _NO_SYSTEM, "spine": _NO_SYSTEM}
    return spec


def _host(model: str, os: str) -> Spec:
    spec = _base(os)
    spec["hosts"]["gpu"] |= {"model": model}
    return spec


FORMS: dict[str, Form] = {
    "spectrum-x": Form(_spectrum_x, ("cumulus",)),
    "storage instances": Form(lambda os: served(os, ipv6=True), SYSTEMS),
    "storage instances, numbered": Form(lambda os: served(os, underlay="numbered"), ("sonic", "cumulus")),
    "a tenant's segment and way": Form(owned, SYSTEMS),
    "a converged pair whose tenants' segments cross": Form(joined, SYSTEMS),
    "all at once": Form(lambda _: everywhere(), ("sonic",)),
    "edge, BGP in both IP versions": Form(_edge, SYSTEMS),
    "edge, tags, an instance handed over, static": Form(lambda os: pair(os, _MODELS[os]), SYSTEMS),
    "out of band, static": Form(oob_cluster, ("sonic", "cumulus")),
    "out of band, BGP by tag": Form(lambda os: oob_cluster(os, asn=65010, vlan=900, password="oob"), ("sonic", "cumulus")),
    "out of band, prefixes": Form(lambda os: oob_cluster(os, accept=["198.51.100.0/24"]), ("sonic", "cumulus")),
    "weights": Form(lambda os: _base(os, weighted=True), ("sonic", "cumulus")),
    "a lossless class of storage": Form(_classes, SYSTEMS),
    "a share for storage": Form(lambda os: _classes(os, lossless=False, share_percent=30), SYSTEMS),
    "TTL security": Form(lambda os: _base(os, ttl_security=True), SYSTEMS),
    "boxes without a system": Form(_without_system, ("sonic", "cumulus")),
    "EOS, licensed transceivers": Form(lambda os: _base(os) | {"cabling": {"transceiver_licences": {"eos": "ATLAS"}}}, ("eos",)),
    "7060X6 in two, on SONiC": Form(lambda os: eos_cluster(os=os), ("sonic",)),
    "GB300 trays": Form(lambda os: _host("gb300-nvl72-tray", os), ("sonic", "cumulus")),
    "H100 NVL servers": Form(lambda os: _host("h100-nvl-8gpu", os), ("sonic", "cumulus")),
    "a pair of NFS servers": Form(lambda os: on(os, paired()), ("sonic", "cumulus")),
    "HGX B300": Form(lambda os: _host("hgx-b300", os), ("sonic", "cumulus")),
}  # fmt: skip
CASES = [(name, os) for name, form in FORMS.items() for os in form.systems]
