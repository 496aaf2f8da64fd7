"""The user's map of a site: kinds of devices, names of ports, and other parts of the spec that no source has."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from generator.source.document import Document, scalar
from generator.spec.addresses import Prefix4
from generator.spec.base import Line, Slug, SpecModel, Word
from generator.spec.load import read_file, validate
from generator.spec.pins import RackName, Vni

ValueKind = Literal["places", "addresses", "asns", "loopbacks", "vteps", "vnis", "vlans", "cables", "labels", "lengths"]
"""Kinds of values that a plan holds of a site."""


class SiteMap(SpecModel):
    """The map of an import, a file for `--map`."""

    devices: dict[Line, Slug] = {}
    """Kinds by name or pattern (`node*`): a host group, or the switches of a tier (`compute-leaf`). The first pattern that fits counts."""
    ports: dict[Slug, dict[Line, Word]] = {}
    """By kind: what the site calls a port, and what it is called here (`ens1f0np0: rail0`)."""
    racks: dict[RackName, RackName] = {}
    """Names of racks by place, as in `pins.yaml`: `B02: r07`."""
    prefixes: dict[Literal["management", "bmc"], Prefix4] = {}
    """Prefixes of the out-of-band segments, as in `pins.yaml`."""
    vnis: dict[Slug, Vni] = {}
    """VXLAN network identifiers by segment, as in `pins.yaml`."""
    ignore: tuple[Line, ...] = ()
    """Names or patterns of devices that are no part of the cluster."""
    assume: tuple[ValueKind, ...] = ()
    """Kinds of values that no source states, and of which those that the tool chooses are right: `lengths`, `asns`."""
    spec: dict[str, Any] = {}
    """What goes into `cluster.yaml` as it stands: models, technologies, the envelope (`max`), storage, schedulers."""

    def kind(self, device: str) -> str:
        """Return the kind of a device in the map; empty where it has none."""
        return next((kind for pattern, kind in self.devices.items() if fnmatchcase(device, pattern)), "")

    def ignores(self, device: str) -> bool:
        """Whether a device stays out."""
        return any(fnmatchcase(device, pattern) for pattern in self.ignore)


def read_map(path: Path | None, kinds: tuple[str, ...], settings: tuple[str, ...]) -> SiteMap:
    """Read the map and apply options to it: `node*=gpu` of `--kind`, `hosts.gpu.model=dgx-h100` of `--set`.

    Raises DocumentError: problems of the file. ValueError: a problem of an option.
    """
    document = read_file(path, str(path)) if path else Document("the command line", "", {})
    found = validate(document, SiteMap, nulls=True)
    devices = dict(_pair(each) for each in kinds)
    spec = dict(found.spec)
    for each in settings:
        key, value = _pair(each)
        _set(spec, key.split("."), scalar(value))
    if "pins" in spec:
        message = "spec: of --map has pins, and import writes pins.yaml: state racks, prefixes and vnis as keys of the map itself, and add other pins to the written pins.yaml"
        raise ValueError(message)
    more = SiteMap.model_validate({"devices": devices}).devices
    return found.model_copy(update={"devices": {**more, **found.devices}, "spec": spec})


def _pair(text: str) -> tuple[str, str]:
    left, joint, right = text.partition("=")
    if not (left and joint and right):
        message = f"{text!r} has no two sides: write it as left=right"
        raise ValueError(message)
    return left, right


def _set(spec: dict[str, Any], keys: list[str], value: Any) -> None:
    for key in keys[:-1]:
        below = spec.get(key)
        spec[key] = dict(below) if isinstance(below, dict) else {}
        spec = spec[key]
    spec[keys[-1]] = value
