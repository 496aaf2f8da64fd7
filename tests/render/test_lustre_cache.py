"""The cache of Lustre on local drives: units of hosts that have both sides, and the program that keeps room for jobs beside it, with stand-ins of Lustre's programs."""

import os
import subprocess
from pathlib import Path

import pytest

from generator.analysis.explain import explain
from generator.plan.draft import Draft
from generator.render.inventory_hosts import system_facts
from tests.render.test_host_system import files
from tests.specs import plan_data
from tests.tier_specs import caching_products

UNIT = "etc/systemd/system/clustergen-pcc.service"
ROOM, TIMER = "etc/systemd/system/clustergen-pcc-room.service", "etc/systemd/system/clustergen-pcc-room.timer"
PROGRAM = "usr/local/sbin/clustergen-pcc-room.sh"


@pytest.fixture
def plan(tmp_path: Path) -> Draft:
    """The plan of a cluster whose hosts cache NFS, Lustre and Storage Scale."""
    return plan_data(caching_products(), tmp_path)


def test_the_client_adds_a_read_only_cache(plan: Draft) -> None:
    """With the words of lctl-pcc(8) and the parser of the kernel (pcc.c of v2_16_0): a rule, an identifier, and that it is read-only alone."""
    unit = files(plan, "gpu01")[UNIT]
    # 8 drives of 3.84 TB, of which a fifth stays free: a tenth of that is the largest file
    largest = int(8 * 3.84e12 * 0.8 / 10 / 2**20)
    assert f'lctl pcc add /fast /scratch/pcc-fast -p "size<{{{largest}M}} roid=1 pccro=1"' in unit
    assert "lctl set_param llite.fast-*.pcc_mode=0444" in unit
    assert unit.count("RequiresMountsFor=") == unit.count("ConditionPathIsMountPoint=") == 2
    assert "WantedBy=fast.mount" in unit


def test_its_folder_is_roots_own(plan: Draft) -> None:
    """What somebody else has put there is read as a file of the tier, so such a folder is refused before the cache is added."""
    lines = [line for line in files(plan, "gpu01")[UNIT].splitlines() if line.startswith("Exec")]
    added = next(number for number, line in enumerate(lines) if " pcc add " in line)
    assert {"ExecStartPre=/usr/bin/test ! -L /scratch/pcc-fast", "ExecStartPre=/usr/bin/test -O /scratch/pcc-fast"} <= {
        *lines[:added]
    }


def test_hosts_without_drives_have_none(plan: Draft) -> None:
    """The role `storage` starts it where it is, after the mounts."""
    groups, _ = system_facts(plan)
    assert groups["gpu"]["storage_lustre_cache"] == ["clustergen-pcc.service", "clustergen-pcc-room.timer"]
    assert {"clustergen-pcc.service", "clustergen-pcc-room.timer"}.isdisjoint(groups["gpu"]["hosts_units_run"])
    assert "storage_lustre_cache" not in groups["control"]
    assert {UNIT, ROOM, TIMER, PROGRAM}.isdisjoint(files(plan, "control1"))


def test_explain_has_every_cache(plan: Draft) -> None:
    """What the local tier caches, and how a tier is cached."""
    scratch = "\n".join(explain(plan, "storage.scratch").lines)
    assert "gpu: 2 hosts cache home in /scratch/fscache" in scratch
    assert (
        "gpu: 2 hosts cache fast in /scratch/pcc-fast, on scratch (PCC-RO): files of less than 2,343,750 MiB" in scratch
    )
    bulk = "\n".join(explain(plan, "storage.bulk").lines)
    assert (
        "gpu: 2 hosts cache bulk on /dev/disk/by-path/pci-0000:c1:00.0-nvme-1, /dev/disk/by-partlabel/lroc, whole (LROC)"
        in bulk
    )


def test_a_subfolder_is_mounted_from_its_file_system(tmp_path: Path) -> None:
    """Parameters of the client are called by the file system, which is the first part of what is mounted."""
    spec = caching_products()
    del spec["storage"]["fast"]["lustre"]
    spec["storage"]["fast"]["source"] = "10.64.0.1@o2ib:/scratch1/teams"
    assert "llite.scratch1-*.pcc_mode" in files(plan_data(spec, tmp_path), "gpu01")[UNIT]


_STAT = """#!/bin/sh
count=$(find "$BED/local/pcc" -type f | wc -l)
echo $((1000 - $(cat "$BED/jobs") - 100 * count)) 1000
"""
"""A file system of 1,000 blocks, of which each copy has 100, and jobs what a file says."""
_LFS = '#!/bin/sh\necho "lfs $*" >>"$BED/log"\n'
_SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >>"$BED/log"
case $* in
  *is-active*) [ -e "$BED/active" ] ;;
  stop*) rm "$BED/active" ;;
  start*) : >"$BED/active" ;;
esac
"""


class Bed:
    """A local tier with copies, oldest first, and stand-ins of the programs that are asked."""

    def __init__(self, folder: Path, program: str) -> None:
        """Place them."""
        self.folder = folder
        for each in ("bin", "run", "local/pcc"):
            (folder / each).mkdir(parents=True)
        (folder / "program.sh").write_text(program, encoding="utf-8")
        for name, text in (("stat", _STAT), ("lfs", _LFS), ("systemctl", _SYSTEMCTL)):
            (folder / "bin" / name).write_text(text, encoding="utf-8")
            (folder / "bin" / name).chmod(0o755)
        (folder / "active").touch()
        self.jobs(0)

    def jobs(self, blocks: int) -> None:
        """Have jobs take blocks."""
        (self.folder / "jobs").write_text(str(blocks), encoding="utf-8")

    def copy(self, number: int) -> str:
        """Make a copy; it is younger than those before."""
        fid = f"0x200000401:0x{number:x}:0x0"
        place = self.folder / f"local/pcc/{number:04x}/0000/0401/0000/0002/0000"
        place.mkdir(parents=True)
        (place / fid).write_text("copy", encoding="utf-8")
        return fid

    def run(self) -> list[str]:
        """Look at the room once, and return what was run."""
        (self.folder / "log").write_text("", encoding="utf-8")
        local = self.folder / "local"
        words = ["sh", str(self.folder / "program.sh"), str(local), "20", "24", "27", "/fast", str(local / "pcc")]
        around = {
            "BED": str(self.folder),
            "CLUSTERGEN_ROOT": str(self.folder),
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
        }
        done = subprocess.run(words, env=os.environ | around, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return (self.folder / "log").read_text(encoding="utf-8").splitlines()

    @property
    def left(self) -> set[str]:
        """The copies that are left."""
        return {path.name for path in (self.folder / "local/pcc").rglob("0x*")}


@pytest.fixture
def bed(plan: Draft, tmp_path: Path) -> Bed:
    """A local tier of the cluster."""
    return Bed(tmp_path / "bed", files(plan, "gpu01")[PROGRAM])


def test_copies_that_were_made_first_are_removed(bed: Bed) -> None:
    """Nothing at 30 per cent; at 20, as less than 24 is free, until 27 is: one copy of ten per cent."""
    fids = [bed.copy(number) for number in range(1, 8)]
    assert bed.run() == []
    bed.jobs(100)
    assert bed.run() == [f"lfs pcc detach_fid -m /fast {fids[0]}"]
    assert bed.left == {*fids[1:]}
    assert bed.run() == []


def test_nothing_but_copies_is_removed(bed: Bed) -> None:
    """What is not called by an identifier of Lustre stays, however little room there is."""
    stays = bed.folder / "local/pcc/notes"
    stays.write_text("not a copy", encoding="utf-8")
    bed.copy(1)
    bed.jobs(900)
    bed.run()
    assert bed.left == set()
    assert stays.exists()


def test_nothing_is_copied_while_jobs_need_the_room(bed: Bed) -> None:
    """The cache stops where no copy is left to remove, stays stopped until enough is free, and is started again once."""
    bed.jobs(850)
    assert "systemctl stop clustergen-pcc.service" in bed.run()
    bed.jobs(750)
    assert bed.run() == []
    bed.jobs(700)
    assert bed.run() == ["systemctl start clustergen-pcc.service"]
    assert bed.run() == []


def test_a_cache_that_somebody_stopped_stays_so(bed: Bed) -> None:
    """The timer starts only what it has stopped itself."""
    (bed.folder / "active").unlink()
    bed.jobs(850)
    assert not [line for line in bed.run() if " stop " in line or " start " in line]
    bed.jobs(0)
    assert bed.run() == []
