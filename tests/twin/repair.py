"""The day-one bed for what comes later in a host's life: it is repaired, replaced and returned. What the bed adds to the list of concessions is here.

A delivered machine is `deliver`ed: what its maker, its image and its site have put into it, before a playbook comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.playbooks import dgx
from tests.twin import ssh_gpus
from tests.twin.concessions import Concession, concede_tree
from tests.twin.debian import planned_tree

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_hosts import SshHosts

HARDWARE = "/srv/hardware"
"""Where a host has what `preflight` reads in place of / (`preflight_root`)."""
LANES = "/opt/bed/lanes"
"""Lanes and GT/s of each NIC, a line each: PCI address, lanes, speed."""
_DRIVER = "580.95.05"
_EXPORTER = """#!/usr/bin/python3
import http.server, pathlib


class Metrics(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        texts = pathlib.Path("/var/lib/prometheus/node-exporter").glob("*.prom")
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"".join(each.read_bytes() for each in texts))


http.server.HTTPServer(("", 9100), Metrics).serve_forever()
"""
_EXPORTER_UNIT = "[Service]\nExecStart=/usr/bin/prometheus-node-exporter\n[Install]\nWantedBy=multi-user.target\n"
_ROCE = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n"
_PCI = f"""
mount -t tmpfs pci sys/bus/pci/devices
while read -r address lanes speed; do
  mkdir sys/bus/pci/devices/$address
  echo $lanes >sys/bus/pci/devices/$address/current_link_width
  echo "$speed GT/s PCIe" >sys/bus/pci/devices/$address/current_link_speed
done <{LANES.lstrip("/")}
"""
_DIAGNOSTICS = """#!/bin/sh
echo "dcgmi $*" >>/var/log/stand-ins
. /srv/diagnostics
"""


def _driver(_: SshHosts, host: SshHost) -> None:
    host.must("rm", "-f", "/usr/bin/nvidia-smi")
    ssh_gpus.has_gpus(host, 8)
    ssh_gpus.nvidia_packages(host, _DRIVER)
    host.must("apt-get", "install", "-qy", "nvidia-utils-580-server", "nvidia-fabricmanager-580")
    host.write("/usr/bin/nvidia-persistenced", "#!/bin/sh\nexec sleep infinity\n", "755")


def _nics(_: SshHosts, host: SshHost) -> None:
    # before /etc/systemd/system, where the rendered unit is: that one waits for a device of udev
    host.write("/etc/systemd/system.control/clustergen-roce@.service", _ROCE)
    host.write("/etc/lldpd.d/bed.conf", "configure system interface pattern *,!*-far\n")


def _exporter(_: SshHosts, host: SshHost) -> None:
    unit, program = "/lib/systemd/system/prometheus-node-exporter.service", "/usr/bin/prometheus-node-exporter"
    host.package("prometheus-node-exporter", "99", files={unit: _EXPORTER_UNIT, program: _EXPORTER})


def _diagnostics(_: SshHosts, host: SshHost) -> None:
    host.script("dcgmi", _DIAGNOSTICS)
    diagnose(host, "echo '| memory                    | Pass                                           |'")


REPAIRS = (
    Concession(
        missing="the hardware that `preflight` reads",
        instead="a made sysfs and procfs of a DGX H100 on the host, with the serial number and MAC addresses of the delivered machine (tests/playbooks/dgx.py), which `preflight_root` names",
    ),
    Concession(
        missing="the PCI devices of NICs",
        instead="files in /sys/bus/pci/devices with lanes and speeds, which health.sh reads",
    ),
    Concession(
        missing="NVIDIA's driver and Fabric Manager in the image",
        instead="packages that apt really installs, with programs that report eight GPUs without a fault (tests/twin/ssh_gpus.py)",
        of_host=_driver,
    ),
    Concession(
        missing="NICs whose classes, speeds and neighbours `verify` reads",
        instead="the units clustergen-roce@ run and change nothing, `verify_speeds` is off, and the router has no LLDP, so that no cable is judged",
        of_host=_nics,
    ),
    Concession(
        missing="the package of Prometheus' node exporter",
        instead="a package whose program returns the rendered files of the host on port 9100",
        of_host=_exporter,
    ),
    Concession(
        missing="a technician, and an installer",
        instead="a host that is off is deleted with its network; another one of the same name begins freshly installed, with another host key, other NICs and fresh drives; dhcp, boot and redfish have separate tests",
    ),
    Concession(
        missing="firmware and a kernel of the host's own that a reboot starts",
        instead="a reboot ends all processes of the host and starts its systemd again on the same drives, with another boot id; the kernel, its log and the links stay",
    ),
    Concession(
        missing="DCGM and its diagnostics",
        instead="a program `dcgmi` that passes, fails, does not end, or takes the host down, as the test plants it",
        of_host=_diagnostics,
    ),
)
"""Beside those of the day-one bed (concessions.py), on hosts that compute."""


def bed_tree(spec: dict[str, Any], folder: Path) -> tuple[Draft, Path]:
    """Render a spec with what the day-one bed concedes, but for the units of RoCE classes on hosts that compute."""
    plan, tree = planned_tree(spec, folder)
    units = tree / "ansible/inventory/group_vars/gpu.yml"
    text = units.read_text(encoding="utf-8")
    concede_tree(tree)
    units.write_text(text, encoding="utf-8")
    return plan, tree


def deliver(hosts: SshHosts, host: SshHost, plan: Draft, folder: Path, number: int) -> None:
    """Set a host's serial number and MAC addresses to those of the n-th machine."""
    hardware = dgx.planned(plan)
    dgx.deliver(folder, hardware, number)
    host.must("rm", "-rf", HARDWARE)
    host.must("sh", "-c", f"mkdir -p {HARDWARE} && base64 -d | tar -xzf - -C {HARDWARE}", stdin=dgx.packed(folder))
    host.write(LANES, "".join(f"{port['pci']} 16 32.0\n" for port in hardware["ports"]))
    host.write("/opt/bed/hardware", host.read("/opt/bed/hardware") + _PCI)
    for each in REPAIRS:
        if each.of_host:
            each.of_host(hosts, host)


def assets_of(plan: Draft, machines: dict[str, int]) -> dict[str, dict[str, object]]:
    """Return what assets.yaml says of hosts that are the n-th machines of the maker."""
    ports = [port["name"] for port in dgx.planned(plan)["ports"]]
    return {
        name: {
            "serial": f"16600000{number:02d}",
            "macs": {port: dgx.mac(number, place) for place, port in enumerate(ports)},
        }
        for name, number in machines.items()
    }


def set_lanes(host: SshHost, address: str, lanes: int) -> None:
    """Set the number of PCI Express lanes of a NIC, now and after each boot."""
    host.must("sed", "-i", f"s/^{address} [0-9]*/{address} {lanes}/", LANES)
    width = f"/sys/bus/pci/devices/{address}/current_link_width"
    if host.exists(width):
        host.must("sh", "-c", f"echo {lanes} >{width}")


def diagnose(host: SshHost, script: str) -> None:
    """Replace the diagnostics by these shell commands."""
    host.write("/srv/diagnostics", f"{script}\n")
