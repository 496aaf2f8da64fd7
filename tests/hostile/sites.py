"""Clusters that between them have every free text of a spec, on every switch system, and a catalog to write them into."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from generator.catalog import load
from generator.catalog.load import KINDS, Catalog
from generator.pipeline.read import read_plan
from generator.spec.cluster import ClusterSpec
from generator.spec.load import read_file
from tests.conftest import ROOT, tree_of
from tests.eos_specs import with_everything
from tests.hostile.fields import filled, free_fields
from tests.hostile.texts import FAMILIES, PLAIN, mark, text_for
from tests.render.cumulus_specs import on_cumulus
from tests.render.sonic_specs import SERVICES
from tests.specs import Spec, cluster, with_site_services

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx1d0m0c2pQm9fXkqfJw3V7m1W1m1Qp3b2b8o2Q1k2x"
_COMMENT = "spec.users.accounts.*.keys"
"""The comment of a key is free as well, and only its words: the key before it is checked."""
_CHOOSING = ("connector", "tail_connector", "signal", ".cage", ".alias")
"""Texts by which parts are found to fit, and cages told apart: they are alike where they were."""
_KEPT = (
    "switches.os.sonic.buffers.",
    "systems.versions",
    "systems.features.*.since",
    "systems.features.*.only",
    "switches.infiniband.topology_type",
)
"""Names of other entries of their file, and of releases: what is not found there is refused, or never comes to pass."""
_PRODUCT = "spec.storage.*.product"
"""One that a driver is known for is kept: volumes hang on it."""
OURS = Path(load.__file__).parent


def _full(spec: Spec) -> Spec:
    """Add what has texts of its own: segments, rules, people, storage of a product, serial numbers."""
    spec["description"] = ""
    spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}}
    spec["access"] = {"web": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8080"]}}
    spec["egress"] = {
        "destinations": {"time": {"to": ["203.0.113.0/29"], "services": ["ntp"], "names": ["time.example.net"]}}
    }
    spec["storage"] = {
        "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage"},
        "home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "login", "control"]},
    }
    spec["users"] = {"accounts": {"ada": {"uid": 2001, "keys": [KEY], "sudo": True}}}
    spec.update(with_site_services(spec, SERVICES))
    spec["assets"] = {
        "gpu01": {"macs": {"frontend0": "00:00:5e:00:53:01", "bmc": "00:00:5e:00:53:02"}},
        "login1": {"macs": {"frontend0": "00:00:5e:00:53:04"}},
        "compute-leaf1": {"macs": {"mgmt0": "00:00:5e:00:53:05"}},
    }
    disks = {"gpu": "ubuntu-24.04", "storage": "rocky-9", "login": "debian-12"}
    for group, os in disks.items():
        spec["hosts"][group] |= {"os": os, "system_disk": "/dev/disk/by-path/pci-0000:22:00.0-nvme-1"}
    return spec


def _sonic() -> Spec:
    spec = _full(cluster(gpu=4)) | {"services": {"dns": ["192.0.2.4"], "ntp": ["time.example.net"]}}
    weka = {"parameters": {"volumeType": "", "filesystemName": ""}, "secret": "weka", "secret_namespace": "weka"}
    spec["storage"]["fast"] = {
        "kind": "parallel",
        "mount": "/fast",
        "product": "WEKA",
        "hosts": "storage",
        "volumes": weka,
    }
    burst = {"count": 4, "cpus": 64, "memory_gib": 512, "node_groups": ["reserved", "spot"]}
    spec["scheduler"] = {
        "slurm": {"accounts": {"research": {"description": ""}}},
        "kubernetes": {"hosts": ["gpu[03-04]"], "burst": burst},
    }
    return spec


def _cumulus() -> Spec:
    spec = _full(on_cumulus(cluster(gpu=4)))
    spec["power"] = {"pdu": "pdu-415v-60a-3ph"}
    return spec | {"tenants": {"blue": {"hosts": ["gpu[01-02]"]}, "red": {"hosts": ["gpu[03-04]"]}}}


def _eos() -> Spec:
    kubernetes = {"slinky": {}, "hosts": ["gpu[05-08]"]}
    return _full(with_everything()) | {"tenants": {}, "scheduler": {"slurm": {}, "kubernetes": kubernetes}}


def _infiniband() -> Spec:
    spec = yaml.safe_load((ROOT / "examples" / "ib-256" / "cluster.yaml").read_text(encoding="utf-8"))
    spec["hosts"]["gpu"] |= {"count": 4, "max": 30}
    return _full(spec) | {"tenants": {"blue": {"hosts": ["gpu01"]}}}


def _nvlink() -> Spec:
    spec: Spec = yaml.safe_load((ROOT / "examples" / "nvl72-8-racks" / "cluster.yaml").read_text(encoding="utf-8"))
    spec["hosts"]["tray"] |= {"count": 18}
    return spec | {"description": ""}


SITES = {"sonic": _sonic, "cumulus": _cumulus, "eos": _eos, "infiniband": _infiniband, "nvlink": _nvlink}


def free_texts() -> list[str]:
    """Return every free text there is; its number is its place here."""
    models: dict[str, Any] = {"spec": ClusterSpec, **KINDS}
    return [_COMMENT, *(path for name, model in models.items() for path in free_fields(model, name))]


@cache
def numbers() -> dict[str, int]:
    """Number the free texts; texts that are compared with each other are one."""
    return {path: number for number, path in enumerate(dict.fromkeys(map(_alike, free_texts())))}


def _alike(path: str) -> str:
    return "choosing" if path.endswith(_CHOOSING) else path


class Texts:
    """The texts of one round: of every place its own form, in turn, or the plain one."""

    def __init__(self, form: int | None) -> None:
        """Begin with the form of a number; None: all are plain."""
        self._form = form
        self.given: dict[str, str] = {}

    def __call__(self, path: str, there: str, kind: Any = str) -> str:
        """Return the text of a place: hostile, and where texts are compared, what must stand there behind it."""
        if path.startswith(_KEPT) or (path == _PRODUCT and there) or (path.endswith(_CHOOSING) and not there):
            return there
        number = numbers()[_alike(path)]
        form = PLAIN if self._form is None else FAMILIES[(self._form + number) % len(FAMILIES)]
        text = text_for(TypeAdapter(kind), form, number)
        assert text, path
        self.given[mark(number)] = text
        return f"{text} {there}".rstrip() if path.endswith(_CHOOSING) else text


def spec_of(site: str, texts: Texts) -> Spec:
    """Return a site's spec with its texts."""
    spec: Spec = filled(ClusterSpec, SITES[site](), "spec", texts)
    for account in spec.get("users", {}).get("accounts", {}).values():
        account["keys"] = [f"{key} {texts(_COMMENT, '')}" for key in account["keys"]]
    return spec


def rendered(site: str, texts: Texts, folder: Path) -> dict[str, str]:
    """Write a site's spec with its texts, and a catalog with them, into a folder; give the tree that becomes of them."""
    for kind, model in KINDS.items():
        (folder / kind).mkdir(parents=True)
        for path in (OURS / kind).glob("*.yaml"):
            data = filled(model, _data(path), kind, texts)
            (folder / kind / path.name).write_text(_yaml(data), encoding="utf-8")
    (folder / "cluster.yaml").write_text(_yaml(spec_of(site, texts)), encoding="utf-8")
    return tree_of(read_plan(folder / "cluster.yaml", Catalog((folder,)), "cluster.yaml")[0])


@cache
def _data(path: Path) -> Any:
    return read_file(path, path.name).data


def _yaml(data: Any) -> str:
    return yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, width=100_000, sort_keys=False)
