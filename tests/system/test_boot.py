"""Machines start from the network: real firmware and real iPXE ask real Kea and real nginx, on rendered files as they are."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import boot, dhcp
from generator.twin.bottle import Bottle
from tests.conftest import missing
from tests.ours import TEMPLATES
from tests.render.test_boot import KEY
from tests.specs import cluster, plan_data
from tests.twin.boot import Machine, Web, served
from tests.twin.needs import require
from tests.twin.provisioning import Office

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof

DISK = "/dev/disk/by-path/pci-0000:01:00.0-nvme-1"
MACS = {
    "gpu01": "3c:6d:66:00:00:01",
    "gpu02": "3c:6d:66:00:00:02",
    "storage1": "3c:6d:66:00:00:03",
    "login1": "3c:6d:66:00:00:04",
}
LOADER = Path("/usr/lib/ipxe/snponly.efi")
OVMF = Path("/usr/share/OVMF/OVMF_CODE_4M.fd")
UEFI = (
    *("-drive", f"if=pflash,format=raw,readonly=on,file={OVMF}"),
    *(
        "-fw_cfg",
        "name=opt/org.tianocore/IPv4PXESupport,string=n",
        "-fw_cfg",
        "name=opt/org.tianocore/IPv6PXESupport,string=n",
    ),
)
"""OVMF, which boots by HTTP alone here: by TFTP nobody answers."""
_SECONDS = 150.0


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A cluster with four hosts whose MAC addresses are known, on two systems."""
    spec = cluster()
    spec["services"] = {"root_keys": [KEY], "mirror": {"debian": "http://mirror.example.net/debian"}}
    spec["hosts"]["gpu"] |= {"system_disk": DISK}
    spec["hosts"]["storage"] |= {"system_disk": DISK, "os": "debian-12"}
    spec["hosts"]["login"] |= {"system_disk": DISK}
    spec["assets"] = {name: {"serial": f"S-{name}", "macs": {"frontend0": mac}} for name, mac in MACS.items()}
    return plan_data(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("boot") / "tree"
    templates = TEMPLATES
    write_tree([each for backend in (boot, dhcp) for each in backend.render(close(plan), templates)], found)
    return found


@pytest.fixture(scope="module")
def bottle(program: Callable[[str], str]) -> Iterator[Bottle]:
    require(program)
    for name in ("kea-dhcp4", "nginx", "qemu-system-x86_64"):
        program(name)
    for file in (LOADER, OVMF):
        if not file.exists():
            missing(str(file), "`make setup-system` installs ipxe and ovmf")
    with Bottle() as found:
        yield found


@pytest.fixture(scope="module")
def web(plan: Draft, tree: Path, bottle: Bottle, tmp_path_factory: pytest.TempPathFactory) -> Web:
    """The first control host with Kea and nginx; all may be installed but gpu02."""
    port = {each.kind: each for each in plan.interfaces_of["control1"]}
    bond, access = port["bond"], port["access"]
    office = Office(bottle, f"{bond.address}/{bond.length}", f"{access.address}/{access.length}", access.gateway)
    office.serve("control", tree / "provisioning/kea/kea-dhcp4.conf")
    home = served(tree, tmp_path_factory.mktemp("served"), "gpu01", "storage1", "login1")
    shutil.copy(LOADER, home / "boot/bootx64.efi")
    for folder, files in {
        "ubuntu-24.04-amd64/casper": ("vmlinuz", "initrd"),
        "debian-12-amd64/debian-installer/amd64": ("linux", "initrd.gz"),
    }.items():
        place = home / "boot/images" / folder
        place.mkdir(parents=True)
        # Something that iPXE takes for a kernel, on either firmware
        shutil.copy(LOADER if "vmlinuz" in files else LOADER.with_name("ipxe.lkrn"), place / files[0])
        (place / files[1]).write_bytes(b"initrd")
    return Web(bottle, tree, home)


def test_a_host_boots_by_http_into_its_own_installer(
    plan: Draft, web: Web, bottle: Bottle, proven: Callable[[str, str], None]
) -> None:
    """UEFI fetches iPXE, iPXE the entry, its own script, and the kernel of its system; all of it from its planned address."""
    machine = Machine(bottle, "gpu01", MACS["gpu01"], "S-gpu01", *UEFI, rom="")
    took = web.wait_for("/boot/images/ubuntu-24.04-amd64/casper/initrd", _SECONDS)
    machine.off()
    paths = [path.removeprefix("/boot/") for _, path, status in web.asked(_address(plan, "gpu01")) if status == 200]
    own = [f"images/ubuntu-24.04-amd64/casper/{each}" for each in ("vmlinuz", "initrd")]
    assert list(dict.fromkeys(paths)) == ["bootx64.efi", "boot.ipxe", "hosts/gpu01/install.ipxe", *own]
    what = f"a host boots by HTTP into its own installer, {took:.0f} s without acceleration"
    proven("OVMF, iPXE 1.0, Kea 2.2, nginx 1.22", what)


def test_only_who_is_meant_fetches_a_kernel(plan: Draft, web: Web, bottle: Bottle) -> None:
    """Three cards with iPXE of their own: one that is to be installed, one that was not named, one that has moved to another chassis."""
    meant = Machine(bottle, "storage1", MACS["storage1"], "S-storage1", "-boot", "n")
    unnamed = Machine(bottle, "gpu02", MACS["gpu02"], "S-gpu02", "-boot", "n")
    moved = Machine(bottle, "login1", MACS["login1"], "S-other", "-boot", "n")
    web.wait_for("/boot/images/debian-12-amd64/debian-installer/amd64/initrd.gz", _SECONDS)
    moved.wait_for("This is not login1: serial number S-other", _SECONDS)
    for machine in (unnamed, moved):
        machine.wait_for("on to the next boot device", _SECONDS)
    for machine in (meant, unnamed, moved):
        machine.off()
    paths = {name: [path.removeprefix("/boot/") for _, path, _ in web.asked(_address(plan, name))] for name in MACS}
    assert paths["storage1"][-1] == "images/debian-12-amd64/debian-installer/amd64/initrd.gz"
    assert paths["gpu02"] == ["boot.ipxe", "site/site.ipxe", "hosts/gpu02/install.ipxe"]
    assert paths["login1"] == ["boot.ipxe", "site/site.ipxe", "hosts/login1/install.ipxe"]


def _address(plan: Draft, name: str) -> str:
    return next(host.inband for host in plan.hosts if host.name == name)
