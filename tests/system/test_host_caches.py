"""What local drives do for tiers, read by the programs themselves: cachefilesd, systemd, and NVIDIA's library of GPUDirect Storage.

No kernel of the tests has the module cachefiles: a file is in the place of its device, and notes what the daemon writes to it. No machine of the tests has a GPU.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.render.backends import host_gds
from tests.conftest import missing
from tests.ours import TEMPLATES
from tests.render.test_host_system import files
from tests.specs import plan_data
from tests.system.test_host_system import apart, unpack, verify
from tests.tier_specs import caching, caching_products

pytestmark = pytest.mark.proof
Program = Callable[[str], str]
Proven = Callable[[str, str], None]
_CONF = "etc/cachefilesd.conf"
_DAEMON = """
set -e
mkdir -p /run/scratch && mount -t tmpfs none /run/scratch && mkdir -p /run/scratch/fscache/cache /run/scratch/fscache/graveyard
mount -t tmpfs -o mode=755 none /dev && touch /dev/cachefiles && mknod /dev/null c 1 3
"$DAEMON" -n -s -f "$CONF" & daemon=$!
for try in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 $daemon 2>/dev/null || break
  ! grep -q bind /dev/cachefiles || break
  sleep 0.2
done
kill $daemon 2>/dev/null || true
code=0; wait $daemon || code=$?
cat /dev/cachefiles
exit $code
"""
"""The daemon begins to manage what its kernel would have made; it is stopped as soon as it has asked for the cache."""


def _cached(program: Program, conf: Path) -> subprocess.CompletedProcess[str]:
    return apart(program, _DAEMON, "--mount", DAEMON=program("cachefilesd"), CONF=str(conf))


def test_cachefilesd_reads_its_file(program: Program, tmp_path: Path, proven: Proven) -> None:
    """Every line comes to the kernel as it is; faults that the daemon itself knows are named with their line."""
    text = files(plan_data(caching(), tmp_path), "gpu01")[_CONF].replace("/scratch/", "/run/scratch/")
    conf = tmp_path / "cachefilesd.conf"
    conf.write_text(text, encoding="utf-8")
    done = _cached(program, conf)
    said = [line for line in text.splitlines() if not line.startswith("#")]
    assert "Bound cache" in done.stderr, done.stderr
    assert done.stdout == "".join(said) + "bind"
    for fault, line in (
        (text.replace("tag scratch", "bind"), "4:'bind' command not permitted"),
        (text.replace("tag scratch", "culltable 99"), "4:Log2 of cull table size must be 12 <= N <= 20"),
        (text.removesuffix("\n"), f"{len(text.splitlines())}:Unterminated line"),
        (text.replace("/run/scratch/fscache", "/run/scratch/other"), "Can't confirm cache location"),
    ):
        conf.write_text(fault, encoding="utf-8")
        done = _cached(program, conf)
        assert done.returncode != 0
        assert line in done.stderr
        assert "Bound cache" not in done.stderr
    proven(
        "cachefilesd", "cachefilesd.conf read, with a file in the place of /dev/cachefiles; four planted faults refused"
    )


def test_systemd_accepts_the_unit(program: Program, tmp_path: Path, proven: Proven) -> None:
    """Beside the mount that it requires; a misspelt condition is named."""
    root = unpack(files(plan_data(caching(), tmp_path), "gpu01"), tmp_path / "root")
    unit = root / "etc/systemd/system/clustergen-cache.service"
    (root / "usr/local/sbin").mkdir(parents=True, exist_ok=True)
    program("cachefilesd")
    done = verify(program, root, unit.name)
    assert (done.returncode, done.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("ConditionPathIsMountPoint", "ConditionPathIsMount"))
    assert "ConditionPathIsMount" in verify(program, root, unit.name).stderr
    proven("systemd-analyze verify", "the unit of a cache beside its local tier; a planted fault refused")


@pytest.mark.parametrize("unit", ["clustergen-pcc.service", "clustergen-pcc-room.service", "clustergen-pcc-room.timer"])
def test_systemd_accepts_the_units_of_lustre(unit: str, program: Program, tmp_path: Path, proven: Proven) -> None:
    """With the command of its client in the place of one that is there; a misspelt condition is named."""
    root = unpack(files(plan_data(caching_products(), tmp_path), "gpu01"), tmp_path / "root")
    folder = root / "etc/systemd/system"
    service = folder / "clustergen-pcc.service"
    service.write_text(service.read_text().replace("/usr/sbin/lctl", "/bin/true"))
    done = verify(program, root, unit)
    assert (done.returncode, done.stderr) == (0, "")
    file = folder / unit
    file.write_text(file.read_text().replace("[Unit]", "[Unit]\nConditionPathIsMount=/fast"))
    assert "ConditionPathIsMount" in verify(program, root, unit).stderr
    proven("systemd-analyze verify", "the units of a cache of Lustre; a planted fault refused")


_OPEN = """
import ctypes, sys
class Said(ctypes.Structure): _fields_ = [("error", ctypes.c_int), ("cuda", ctypes.c_int)]
opened = ctypes.CDLL(sys.argv[1]).cuFileDriverOpen
opened.restype = Said
print(opened().error)
"""
_CONFIGURED, _INVALID = "DRIVER CONFIGURATION", "5002"
"""The log once the file is read, and the error where it is refused (cufile.h, CU_FILE_DRIVER_INVALID_PROPS)."""


@pytest.fixture(scope="module")
def libcufile() -> str:
    """NVIDIA's library, as `.ci/cufile` has unpacked it."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    home = Path(os.environ.get("CLUSTERGEN_TREES") or f"{cache}/clustergen/debian") / "cufile"
    found = [str(each) for each in home.glob("nvidia/*/lib/libcufile.so.0")]
    if not found:
        missing("libcufile", "`make setup-system` unpacks it")
    return found[0]


def _opened(library: str, folder: Path, content: str) -> str:
    """Open the library with a file: what it logs until it has read it, or prints where it refuses it. What follows needs a GPU, and is not waited for."""
    (folder / "cufile.json").write_text(content, encoding="utf-8")
    log = folder / "cufile.log"
    log.unlink(missing_ok=True)
    around = {"CUFILE_ENV_PATH_JSON": str(folder / "cufile.json"), "CUFILE_LOGGING_LEVEL": "INFO"}
    command = [sys.executable, "-c", _OPEN, library]
    with subprocess.Popen(command, cwd=folder, env=os.environ | around, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as opened:  # fmt: skip
        try:
            for _ in range(100):
                if opened.poll() is not None or (log.exists() and _CONFIGURED in log.read_text()):
                    break
                time.sleep(0.1)
        finally:
            opened.kill()
        said = opened.stdout.read() if opened.stdout else ""
    return said + (log.read_text() if log.exists() else "")


def test_nvidias_library_reads_cufile_json(libcufile: str, tmp_path: Path, proven: Proven) -> None:
    """With the folder of the mount there; a wrong type, a file cut short and a mount without a folder are refused."""
    plan = plan_data(caching(), tmp_path)
    (text,) = [each.content for each in host_gds.render(plan, TEMPLATES) if each.path == "hosts/gpu01/etc/cufile.json"]
    (tmp_path / "fast").mkdir()
    text = text.replace('"/fast"', json.dumps(str(tmp_path / "fast")))
    assert _CONFIGURED in _opened(libcufile, tmp_path, text)
    for fault, reason in (
        (text.replace("true", '"yes"'), "json type mismatch, config read failed for json field properties.allow_compat_mode"),
        (text[: len(text) // 2], "parsing error, invalid json config"),
        (text.replace("/fast", "/slow"), "mount point is not a directory"),
    ):  # fmt: skip
        said = _opened(libcufile, tmp_path, fault)
        assert reason in said
        assert _INVALID in said
        assert _CONFIGURED not in said
    proven("libcufile 1.20", "cufile.json read without a GPU; three planted faults refused")
