"""GPUs for hosts of the test bed for Ansible: stand-in packages of a driver, with programs and units that answer as documents say that the real ones do.

A host has the GPUs that `/srv/gpus` counts. The driver's module is in the kernel from its first use on, and until the next boot, whatever is
installed meanwhile: `nvidia-smi` of another version then refuses, with NVML's words and number. `hold` is a kernel that has nouveau until it boots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.twin import ssh_stand_ins

if TYPE_CHECKING:
    from tests.twin.ssh_host import SshHost

COUNT = "/srv/gpus"
_HELD, _LOADED, _MODULE = "/run/nouveau", "/run/nvidia-module", "/usr/lib/stand-ins/nvidia.ko"
_LOAD = f"[ -e {_LOADED} ] || [ -e {_HELD} ] || cp {_MODULE} {_LOADED}\n"
_NOTE = f'echo "${{0##*/}} $*" >>{ssh_stand_ins.LOG}\n'
_SMI = f"""#!/bin/sh
{_NOTE}if [ -e {_HELD} ]; then
  echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running."
  exit 9
fi
{_LOAD}if [ "$(cat {_LOADED})" != VERSION ]; then
  printf 'Failed to initialize NVML: Driver/library version mismatch\\nNVML library version: VERSION\\n'
  exit 18
fi
count=$(cat {COUNT})
if [ "$count" = 0 ]; then echo "No devices were found"; exit 6; fi
case "$*" in
  --list-gpus) for gpu in $(seq 0 $((count - 1))); do echo "GPU $gpu: NVIDIA H100 80GB HBM3 (UUID: GPU-0000000$gpu)"; done; exit ;;
  *remapped_rows*) for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, No\\n' "$((gpu * 16))"; done; exit ;;
  *ecc.errors*) for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, 0\\n' "$((gpu * 16))"; done; exit ;;
  *pcie.link*) for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, 16, 16, 5, 5, 0\\n' "$((gpu * 16))"; done; exit ;;
  *thermal_slowdown*) for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, Not Active\\n' "$((gpu * 16))"; done; exit ;;
  *gpu_recovery_action*) for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, None\\n' "$((gpu * 16))"; done; exit ;;
  *fabric.state*) for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, Completed, Success\\n' "$((gpu * 16))"; done; exit ;;
  "nvlink --status"|--gpu-reset) exit ;;
esac
for gpu in $(seq "$count"); do printf '00000000:%02X:00.0, NVIDIA H100 80GB HBM3, VERSION\\n' "$((gpu * 16))"; done
"""
_FABRIC = f"""#!/bin/sh
{_NOTE}[ "$1" != --version ] || {{ echo "Fabric Manager version is : VERSION"; exit; }}
{_LOAD}if [ "$(cat {_LOADED})" != VERSION ]; then
  echo "fabric manager VERSION does not go with driver version $(cat {_LOADED})" >&2
  exit 1
fi
sleep infinity &
"""
_CTK = f"""#!/bin/sh
{_NOTE}echo 'cdiVersion: 0.5.0'; echo 'kind: nvidia.com/gpu'; echo "# libcuda.so.$(cat {_LOADED})"
"""
_AMD = f"""#!/bin/sh
{_NOTE}if [ -e {_HELD} ]; then
  echo 'Unable to detect any GPU devices, check amdgpu version and module status (sudo modprobe amdgpu)' >&2
  exit 255
fi
printf '\\ngpu,gpu_bdf,gpu_uuid\\n'
for gpu in $(seq "$(cat {COUNT})"); do printf '%d,0000:%02x:00.0,7dff74a1-0000-1000-80b3-0000000000%02d\\n' "$((gpu - 1))" "$((gpu * 16))" "$gpu"; done
"""
DCGM, TOOLKIT, AMD = "datacenter-gpu-manager-4-core", "nvidia-container-toolkit", ("amdgpu-dkms", "amd-smi-lib")


def _unit(command: str, kind: str = "simple") -> str:
    return f"[Service]\nType={kind}\nExecStart={command}\n[Install]\nWantedBy=multi-user.target\n"


def has_gpus(host: SshHost, count: int) -> None:
    """Set the number of GPUs of a host."""
    host.write(COUNT, f"{count}\n")


def hold(host: SshHost) -> None:
    """Unbind the GPUs from every vendor's driver until the host boots."""
    host.write(_HELD, "")


def nvidia_packages(host: SshHost, version: str, fabric: str = "") -> None:
    """Add NVIDIA's driver of a version, `580.95.05`, with Fabric Manager of the same or another one, to the archive, packaged as Ubuntu does."""
    branch, fabric = version.partition(".")[0], fabric or version
    smi = {
        _MODULE: f"{version}\n",
        "/usr/bin/nvidia-smi": _SMI.replace("VERSION", version),
        "/lib/systemd/system/nvidia-persistenced.service": _unit("/bin/sleep infinity"),
    }
    manager = {
        "/usr/bin/nv-fabricmanager": _FABRIC.replace("VERSION", fabric),
        "/lib/systemd/system/nvidia-fabricmanager.service": _unit("/usr/bin/nv-fabricmanager -c x", "forking"),
    }
    host.package(f"nvidia-driver-{branch}-server-open", version)
    host.package(f"nvidia-utils-{branch}-server", version, files=smi)
    host.package(f"nvidia-fabricmanager-{branch}", fabric, files=manager)
    host.package(f"libnvidia-nscq-{branch}", fabric)


def more_packages(host: SshHost) -> None:
    """Add DCGM and the container toolkit to the archive, in the release before the one that describes GPUs by itself."""
    unit = {"/lib/systemd/system/nvidia-dcgm.service": _unit("/bin/sleep infinity")}
    host.package(DCGM, "4.4.1", files=unit)
    host.package(TOOLKIT, "1.17.8", files={"/usr/bin/nvidia-ctk": _CTK})


def amd_packages(host: SshHost) -> None:
    """Add AMD's driver and its program to the archive."""
    host.package(AMD[0], "6.14")
    host.package(AMD[1], "25.5", files={"/usr/bin/amd-smi": _AMD})
