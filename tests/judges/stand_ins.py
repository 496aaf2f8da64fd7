"""Stand-ins for the programs of NIC vendors: each notes how it was called. They prove what a script asks for, not what a NIC does of it."""

import os
import subprocess
from pathlib import Path

_RECORD = """\
#!/bin/sh
echo "${0##*/} $*" >>"$STAND_IN_LOG"
"""
MLXCONFIG = """\
#!/bin/sh
# keeps parameters in a file a device, as firmware does: `mlxconfig -d D query NAME`, `mlxconfig -y -d D set NAME=VALUE ...`
echo "${0##*/} $*" >>"$STAND_IN_LOG"
[ "$1" != -y ] || shift
kept=$STAND_IN_LOG.$2
shift 2
verb=$1
shift
if [ "$verb" = query ]; then
  grep "^$1=" "$kept" | sed 's/^\\(.*\\)=\\(.*\\)$/        \\1                                 \\2/'
  exit 0
fi
for setting; do
  sed -i "s/^${setting%%=*}=.*/$setting/" "$kept"
done
"""
PROGRAMS = ("mlnx_qos", "cma_roce_mode", "cma_roce_tos", "setpci", "mlxreg", "bnxt_setupcc.sh", "nicctl")


class FakeHost:
    """A host's root with ports in its sysfs, and vendors' programs on its PATH that note how they were called."""

    def __init__(self, root: Path, files: dict[str, str]) -> None:
        """Unpack a host's files below `root`."""
        self.root, self.log = root, root / "calls"
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        self.programs = root / "bin"
        self.programs.mkdir()
        (root / "run").mkdir()
        for name in PROGRAMS:
            self.program(name, _RECORD)
        self.program("mlxconfig", MLXCONFIG)

    def program(self, name: str, text: str) -> None:
        """Put a program on its PATH."""
        (self.programs / name).write_text(text, encoding="utf-8")
        (self.programs / name).chmod(0o755)

    def port(self, interface: str, bus: str, device: str) -> None:
        """Put a port into sysfs, with the files that DOCA-OFED's driver has."""
        sys = self.root / "sys"
        card = sys / "devices" / bus
        (card / "infiniband" / device).mkdir(parents=True)
        (sys / "class/net" / interface).mkdir(parents=True)
        (sys / "class/net" / interface / "device").symlink_to(card)
        for point in ("roce_np", "roce_rp"):
            enable = sys / "class/net" / interface / "ecn" / point / "enable"
            enable.mkdir(parents=True)
            for priority in range(8):
                (enable / str(priority)).write_text("1\n")
        for name in ("cnp_dscp", "cnp_802p_prio"):
            (sys / "class/net" / interface / "ecn/roce_np" / name).write_text("0\n")
        (sys / "class/infiniband" / device / "tc/1").mkdir(parents=True)
        (sys / "class/infiniband" / device / "tc/1/traffic_class").write_text("\n")

    def firmware(self, bus: str, **parameters: str) -> None:
        """Set the values of a card's firmware."""
        text = "".join(f"{name}={value}\n" for name, value in parameters.items())
        (self.root / f"calls.{bus}").write_text(text, encoding="utf-8")

    def kept(self, bus: str) -> dict[str, str]:
        """Read what a card's firmware holds."""
        return dict(line.split("=", 1) for line in (self.root / f"calls.{bus}").read_text().splitlines())

    def run(self, *arguments: str, shell: str = "sh") -> subprocess.CompletedProcess[str]:
        """Run the host's script; the calls of before are forgotten."""
        self.log.write_text("", encoding="utf-8")
        environment = {
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "CLUSTERGEN_ROOT": str(self.root),
            "STAND_IN_LOG": str(self.log),
        }
        script = self.root / "usr/local/sbin/clustergen-host.sh"
        return subprocess.run([shell, script, *arguments], env=environment, capture_output=True, text=True, timeout=60, check=False)  # fmt: skip

    @property
    def calls(self) -> list[str]:
        """What was called, in order."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def read(self, path: str) -> str:
        """Read a file of sysfs."""
        return (self.root / "sys" / path).read_text(encoding="utf-8").strip()
