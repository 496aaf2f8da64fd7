"""A made-up host below a folder, on which the real health program runs: files for what the kernel shows, and programs that stand in.

What a healthy host shows follows from the program's own list; what hangs is waited for a shorter time.
"""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

SCONTROL = """#!/bin/sh
# One host, as slurmctld has it: its state, and why.
cd "$(dirname "$0")/../slurmctld" || exit 1
echo "$*" >>asked
[ ! -e away ] || { sleep 60; exit 1; }
case "$*" in
  "--oneliner show node "*)
    why=$(cat reason)
    echo "NodeName=${4} Arch=x86_64 State=$(cat state) ThreadsPerCore=2 Owner=N/A${why:+ Reason=$why [root@2026-11-24T21:00:00]} Comment=Reason=none"
    ;;
  update*)
    for each in "$@"; do
      case $each in
        State=DRAIN) echo IDLE+DRAIN >state ;;
        State=UNDRAIN) sed -i 's/+DRAIN//' state && : >reason ;;
        State=RESUME) echo IDLE >state && : >reason ;;
        Reason=*) echo "${each#Reason=}" >reason ;;
      esac
    done
    ;;
esac
"""
SMI = """#!/bin/sh
[ ! -e "$0.hangs" ] || sleep 60
case "$*" in
  --list-gpus) exec cat "$0.said" ;;
  *remapped_rows.pending*) exec cat "$0.pending" ;;
  *remapped_rows.failure*) exec cat "$0.failure" ;;
  *ecc.errors.uncorrected.volatile.total*) exec cat "$0.ecc" ;;
  *gpu_recovery_action*) [ ! -e "$0.older" ] && exec cat "$0.recovery" ;;
  *fabric.state*) exec cat "$0.fabric" ;;
  *pcie.link*) exec cat "$0.pcie" ;;
  *clocks_event_reasons*) [ ! -e "$0.before535" ] && exec cat "$0.thermal" ;;
  *clocks_throttle_reasons*) exec cat "$0.thermal" ;;
  "nvlink --status") exec cat "$0.nvlink" ;;
esac
exit 2
"""
MOUNTPOINT = (
    '#!/bin/sh\n[ ! -e "$0.hangs" ] || [ "$2" != "$(cat "$0.hangs")" ] || sleep 60\nexec grep -qx "$2" "$0.there"\n'
)
SAYS = '#!/bin/sh\nexec cat "$0.said"\n'
ENTER = '#!/bin/sh\necho "$*" >>"$0.asked"\nexec "$@"\n'
GPUS = 8
TEXTFILES = "var/lib/prometheus/node-exporter"
BOARD = (("pcie", "16, 16, 5, 5, 0"), ("thermal", "Not Active"))


def rows_of(script: str, stem: str) -> list[list[str]]:
    """Return the list of a program, a row of fields a check: name, seconds, failures/looks, condition, next step, check, limit, source."""
    text = script.partition(f"    {stem})\n      cat <<'END'\n")[2].partition("END\n")[0]
    return [line.split("|") for line in text.splitlines()]


class HealthHost:
    """A compute host on which all is well, and slurmctld's view of it."""

    def __init__(self, folder: Path, script: str, stem: str = "gpu") -> None:
        self.folder = folder
        self.growing: dict[str, int] = {}
        """Counters below /sys/class, with what each grows by before a look."""
        self.rows = rows_of(script, stem)
        assert self.rows
        script = re.sub(r"(?<=ask_seconds=)\d+|(?<=wait_seconds=)\d+", "2", script)
        script = re.sub(r"(?m)^([a-z0-9-]+)\|\d+\|", r"\1|2|", script)
        self.set("health.sh", script)
        for row in self.rows:
            kind, *words = row[5].split()
            getattr(self, f"_{kind}", self._nothing)(*words)
        self.set(
            "bin/mountpoint.there",
            "".join(f"{row[5].split()[1]}\n" for row in self.rows if row[5].startswith("mounted ")),
        )
        self.set("bin/chronyc.said", "Stratum         : 3\nLeap status     : Normal\n")
        self.set("bin/df.said", "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/md0 100 40 60 40% /\n")
        self.set("bin/dmesg.said", "[    1.000000] Linux version 6.8.0\n")
        programs = {"scontrol": SCONTROL, "nvidia-smi": SMI, "mountpoint": MOUNTPOINT, "enter": ENTER}
        for name, text in (programs | dict.fromkeys(("chronyc", "df", "dmesg"), SAYS)).items():
            self.set(f"bin/{name}", text)
            (folder / "bin" / name).chmod(0o755)
        self.says("IDLE")

    def _nothing(self, *_: str) -> None:
        """A check whose host needs no file of its own."""

    def _gpus(self, count: str, *_: str) -> None:
        for number in range(int(count)):
            (self.folder / f"proc/driver/nvidia/gpus/0000:{number:02x}:00.0").mkdir(parents=True)
        numbers = range(int(count))
        self.set("bin/nvidia-smi.said", "".join(f"GPU {n}: NVIDIA H100 (UUID: GPU-{n})\n" for n in numbers))
        for name, well in (
            ("pending", "No"),
            ("failure", "No"),
            ("ecc", "0"),
            ("recovery", "None"),
            ("fabric", "Completed, Success"),
            *BOARD,
        ):
            self.set(f"bin/nvidia-smi.{name}", "".join(f"00000000:{n:02X}:00.0, {well}\n" for n in numbers))
        self.set(
            "bin/nvidia-smi.nvlink",
            "".join(f"GPU {n}: NVIDIA H100 (UUID: GPU-{n})\n\t Link 0: 26.562 GB/s\n" for n in numbers),
        )

    def _vram_errors(self) -> None:
        """Make eight cards of amdgpu, after the card of the BMC, which has no such files."""
        (self.folder / "sys/class/drm/card0/device").mkdir(parents=True)
        for number in range(1, GPUS + 1):
            device = f"sys/devices/pci0000:00/0000:{number:02x}:00.0"
            self.set(f"{device}/ras/umc_err_count", "ue: 0\nce: 3\n")
            self.set(f"{device}/ras/gpu_vram_bad_pages", "0x00000001 : 0x00001000 : R\n")
            self.set(f"{device}/hwmon/hwmon{number}/temp2_input", "61000\n")
            self.set(f"{device}/hwmon/hwmon{number}/temp2_crit", "100000\n")
            self.set(f"sys/class/kfd/kfd/topology/nodes/{number}/gpu_id", f"{4000 + number}\n")
            folder = self.folder / f"sys/class/drm/card{number}"
            folder.mkdir()
            (folder / "device").symlink_to(self.folder / device)

    def _ethernet(self, speed: str, *ports: str) -> None:
        for port in ports:
            name, pci, device = port.split(",")
            self.port(name, operstate="up", speed=speed, carrier_down_count=1)
            self._card(pci)
            if device != "-":
                self.rdma(device, "4: ACTIVE")

    def _infiniband(self, speed: str, *ports: str) -> None:
        for port in ports:
            _, pci, device = port.split(",")
            self._card(pci)
            self.rdma(device, "4: ACTIVE")
            self.set(f"sys/class/infiniband/{device}/ports/1/rate", f"{speed} Gb/sec (4X NDR)\n")

    def _errors(self, kind: str, limits: str, *ports: str) -> None:
        for port in ports:
            name, _, device = port.split(",")
            folder = f"class/infiniband/{device}/ports/1" if kind == "rdma" else f"class/net/{name}"
            for each in limits.split(","):
                self.set(f"sys/{folder}/{each.partition('=')[0]}", "70000\n")

    def grow(self, seconds: int = 60) -> None:
        """Let counters grow as they are planted, and this time pass since the last look."""
        for counter, more in self.growing.items():
            path = self.folder / "sys/class" / counter
            self.set(f"sys/class/{counter}", f"{int(path.read_text('utf-8')) + more}\n")
        for file in (self.folder / "run/clustergen-health").glob("*.counters"):
            text = file.read_text("utf-8")
            since = int(text.split()[1])
            file.write_text(text.replace(f"since {since}\n", f"since {since - seconds}\n"), "utf-8")

    def _firmware(self, _: str, release: str, *ports: str) -> None:
        for port in ports:
            _, pci, device = port.split(",")
            place = f"class/infiniband/{device}" if device != "-" else f"bus/pci/devices/{pci}/infiniband/mlx5_bond_0"
            self.set(f"sys/{place}/fw_ver", f"{release}\n")

    def _card(self, pci: str) -> None:
        if pci != "-":
            self.set(f"sys/bus/pci/devices/{pci}/current_link_width", "16\n")
            self.set(f"sys/bus/pci/devices/{pci}/current_link_speed", "32.0 GT/s PCIe\n")

    def set(self, path: str, text: str = "") -> None:
        """Write a file of the host or of a stand-in."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, "utf-8")

    def port(self, name: str, **files: object) -> None:
        """Change a value of a port's interface."""
        for file, text in files.items():
            self.set(f"sys/class/net/{name}/{file}", f"{text}\n")

    def rdma(self, device: str, state: str) -> None:
        """Set the state of an RDMA device."""
        self.set(f"sys/class/infiniband/{device}/ports/1/state", f"{state}\n")

    def logs(self, *lines: str) -> None:
        """Append these lines to the kernel's log."""
        with (self.folder / "bin/dmesg.said").open("a", encoding="utf-8") as log:
            log.writelines(f"{line}\n" for line in lines)

    def lose(self, path: str) -> None:
        """Take something away."""
        subprocess.run(("rm", "-r", str(self.folder / path)), check=True)

    def says(self, state: str, reason: str = "") -> None:
        """Plant a decision of another person about the host."""
        self.set("slurmctld/state", f"{state}\n")
        self.set("slurmctld/reason", reason)

    def reboots(self) -> None:
        """Lose what is kept in memory."""
        self.lose("run")
        self.set("bin/dmesg.said", "[    1.000000] Linux version 6.8.0\n")

    @property
    def told(self) -> tuple[str, str]:
        """The state and the reason that slurmctld has."""
        state, reason = ((self.folder / "slurmctld" / name).read_text("utf-8").strip() for name in ("state", "reason"))
        return state, reason

    @property
    def questions(self) -> list[str]:
        """What slurmctld has been asked."""
        file = self.folder / "slurmctld" / "asked"
        return file.read_text("utf-8").splitlines() if file.exists() else []

    def run(self, *words: str, name: str = "gpu01") -> subprocess.CompletedProcess[str]:
        """Run the program with these arguments."""
        place = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "CLUSTERGEN_ROOT": str(self.folder)}
        return subprocess.run(
            ("bash", str(self.folder / "health.sh"), *words),
            env=place | {"SLURMD_NODENAME": name, "CLUSTERGEN_ENTER": f"{self.folder}/bin/enter"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def look(self, times: int = 1, name: str = "gpu01") -> tuple[str, str]:
        """Run the periodic check, and return what slurmctld has then."""
        for _ in range(times):
            self.grow()
            self.run(name=name)
        return self.told

    def detect(self, condition: str) -> tuple[int, str]:
        """Run the check as node-problem-detector does: its code, and what it says."""
        self.grow()
        run = self.run("--for", "detector", "--condition", condition)
        assert run.stderr == ""
        return run.returncode, run.stdout.strip()

    @property
    def series(self) -> str:
        """What the last look has written for the node exporter."""
        return (self.folder / TEXTFILES / "clustergen-health.prom").read_text("utf-8")

    def report(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        found: dict[str, Any] = json.loads(self.run("--json").stdout)
        return found

    def states(self) -> dict[str, str]:
        """Return the state of each check."""
        return {each["name"]: each["state"] for each in self.report()["checks"]}
