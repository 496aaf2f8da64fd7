"""A site that was built otherwise than the tool would have: exported in each form and imported, it is the same site, and its plan is empty."""

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import explained, imported, nothing_changes, run
from tests.growth.forms import plan_of
from tests.plan.pinned_values import dealt_uplinks, interface_pins
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster

SITES: dict[str, Callable[[], Spec]] = {
    "numbered": lambda: cluster(4, 16, 2, 1, underlay="numbered"),
    "cumulus": lambda: on_cumulus(cluster(4, 16, 2, 1, underlay="numbered")),
}


@cache
def site(name: str) -> tuple[Spec, Spec, Draft]:
    """Return a spec, the same with pins of everything that sites have otherwise, and the plan of that."""
    spec = SITES[name]()
    plain = plan_of(spec)
    dice = random.Random(name)
    ends = {f"{x.a.device} {x.a.interface}": f"{x.b.device} {x.b.interface}" for x in plain.links}
    pairs = [("gpu01 rail0", "gpu01 rail1"), ("gpu02 rail4", "gpu03 rail4"), ("gpu04 bmc", "gpu03 bmc")]
    links = [{"a": a, "b": ends[b]} for pair in pairs for a, b in (pair, pair[::-1])] + dealt_uplinks(plain, dice)
    dealt = plan_of(spec | {"pins": {"links": links}})
    devices, _ = interface_pins(dealt, dice)
    gateways = {"inband": "10.160.255.254"}
    switches = {each.name for each in dealt.switches}
    devices = {name: pin for name, pin in devices.items() if name in switches | {"gpu03", "login1"}}
    devices["gpu02"] = {"name": "dgx-a02", "rack": "B07", "unit": 12}
    devices["compute-leaf1"] |= {"asn": 4200000901, "loopback": "10.224.1.77"}
    links[0] |= {"cable": "K-0001"}
    pins = {"devices": devices, "links": links, "gateways": gateways, "vnis": {"inband": 5200}}
    return spec, spec | {"pins": pins}, plan_of(spec | {"pins": pins})


def _map(folder: Path, spec: Spec, plan: Draft, **more: Any) -> Path:
    (folder / "spec.yaml").write_text(json.dumps(spec))
    return exports.site_map(folder / "spec.yaml", plan, folder, **more)


def _rendered(folder: Path, spec: Spec) -> Path:
    (folder / "cluster.yaml").write_text(json.dumps(spec))
    code, said = run("render", folder / "cluster.yaml", "-o", folder / "tree")
    assert code == 0, said
    return folder / "tree"


def _pins(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((folder / "site" / "pins.yaml").read_text())
    return found


@pytest.mark.parametrize("form", [exports.netbox, exports.netbox_tables])
@pytest.mark.parametrize("name", SITES)
def test_netbox(name: str, form: Any, tmp_path: Path) -> None:
    """Cables with both ends, and addresses of every interface and gateway."""
    spec, pinned, plan = site(name)
    folder = exports.write(tmp_path / "export", form(plan))
    more = {"vnis": {"inband": 5200}}
    (tmp_path / "asns.ini").write_text(exports.numbers(plan))
    report = imported(tmp_path, _map(tmp_path, spec, plan, **more), folder, tmp_path / "asns.ini")
    explained(report, "names", "places", "addresses", "cables", "labels", "numbers")
    nothing_changes(_rendered(tmp_path, pinned), tmp_path)
    assert _pins(tmp_path)["gateways"] == pinned["pins"]["gateways"]


def test_config_db_and_a_cabling_list(tmp_path: Path) -> None:
    """Files of switches have addresses of links, gateways, AS numbers and VNIs; the list has every port."""
    spec, pinned, plan = site("numbered")
    tree = _rendered(tmp_path, pinned)
    sources = [*sorted(tree.glob("switches/*/config_db.json")), tree / "cabling/cables.csv", tree / "ip/addresses.csv"]
    report = imported(tmp_path, _map(tmp_path, spec, plan), *sources)
    explained(report, "addresses", "cables", "numbers")
    nothing_changes(tree, tmp_path)
    found = _pins(tmp_path)
    assert found["vnis"] == {"inband": 5200}
    assert found["gateways"] == pinned["pins"]["gateways"]


@pytest.mark.parametrize("form", ["lldpctl", "json0", "sonic", "nvue", "eos", "eos-detail"])
def test_neighbours(form: str, tmp_path: Path) -> None:
    """What switches hear has every uplink and every host's port where it is."""
    spec, pinned, plan = site("numbered")
    folder = exports.write(tmp_path / "lldp", exports.neighbours(plan, form))
    bare = spec | {"pins": {"links": [{k: link[k] for k in ("a", "b")} for link in pinned["pins"]["links"]]}}
    report = imported(tmp_path, _map(tmp_path, spec, plan), folder)
    explained(report, "cables")
    after = plan_of(
        json.loads(json.dumps(yaml.safe_load((tmp_path / "site/cluster.yaml").read_text()))) | {"pins": _pins(tmp_path)}
    )
    ends = [{(x.a.device, x.a.interface): (x.b.device, x.b.interface) for x in each.links} for each in (plan, after)]
    assert ends[0] == ends[1]
    assert bare["pins"]["links"]
