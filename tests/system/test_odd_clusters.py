"""Shapes that no example has, before the same judges: every switch file is accepted, or the spec is refused."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.conftest import ROOT
from tests.judges.sonic_yang import SonicYang
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data, with_site_services

pytestmark = pytest.mark.proof
SN4700, ARISTA, DELL = ({"model": model} for model in ("sn4700", "7060x6-64pe", "z9864f"))


def over_ipv6(spec: Spec) -> None:
    spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    spec["segments"] = {"guests": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["login", "control"]}}
    services = {"dns": ["192.0.2.53"], "ntp": ["ntp.example.net"], "syslog": ["192.0.2.14"]}
    spec.update(with_site_services(spec, services))


def three_tiers(spec: Spec) -> None:
    spec["fabrics"]["compute"] |= {"leaf": SN4700, "spine": SN4700}
    spec["hosts"]["gpu"] |= {"count": 70, "max": 200}


def of(switch: dict[str, Any]) -> Callable[[Spec], None]:
    def bend(spec: Spec) -> None:
        spec["fabrics"]["compute"] |= {"leaf": switch, "spine": switch}

    return bend


def alone(spec: Spec) -> None:
    spec["fabrics"] = {"compute": {"technology": "roce", "topology": "single-switch", "leaf": {"model": "sn5600"}}}
    spec["hosts"] = {"gpu": {"model": "dgx-h100", "count": 1}}
    del spec["storage"], spec["scheduler"]


def places(spec: Spec) -> None:
    spec["hosts"]["gpu"] |= {"count": 3, "positions": [32, 1, 17]}
    spec["fabrics"]["compute"] |= {
        "topology": "fat-tree",
        "oversubscription": 3,
        "roce": {"ecn": {"kmin_bytes": 100000, "kmax_bytes": 900000, "pmax_percent": 20}},
    }


CASES = {
    "ipv6": over_ipv6, "three-tiers": three_tiers, "arista": of(ARISTA), "dell": of(DELL), "one-switch": alone, "places": places,
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_odd_clusters(
    name: str, tmp_path: Path, shared: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """YANG and FRR accept every file."""
    spec = cluster(4)
    CASES[name](spec)
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "build")
    judge = SonicYang(shared / "schemas" / "sonic-yang", program("yanglint"))
    files = sorted((tmp_path / "build").glob("switches/*/config_db.json"))
    picked = {file.parent.name: json.loads(file.read_text()) for file in [*files[:6], *files[-6:]]}
    assert {device: said for device, said in judge.check_all(picked).items() if said} == {}
    for file in files:
        (file.parent / "vtysh.conf").touch()
        subprocess.run([program("vtysh"), "-C", "--config_dir", file.parent], check=True, capture_output=True)
    proven("SONiC YANG and FRR", f"{name}: {len(files)} switches")


def test_playbooks_are_read(
    program: Callable[[str], str], rendered: Callable[[str], Path], proven: Callable[[str, str], None]
) -> None:
    """Every playbook passes Ansible's own syntax check against a rendered inventory."""
    books = sorted((ROOT / "playbooks").glob("*.yml"))
    inventory = rendered("roce-16") / "ansible" / "inventory" / "hosts.yml"
    for book in books:
        run = [program("ansible-playbook"), "-i", str(inventory), "--syntax-check", str(book)]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    proven("ansible-playbook", f"{len(books)} playbooks, --syntax-check")
