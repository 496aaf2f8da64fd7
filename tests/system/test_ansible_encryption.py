"""The role `storage` on a client with encrypted drives over real SSH: real cryptsetup formats and tries keys, and the TPM is swtpm, asked by real systemd.

What this kernel lacks has a stand-in, and nothing else: without dm-crypt, a volume that real programs open is another loop device (`MAPPED`); without udev,
`udevadm` makes links, and units are not bound to devices that systemd does not see (`_BINDS_NOT`); without a TPM, programs of systemd get the address of swtpm in place of `auto`, and its sessions are flushed, as the kernel's /dev/tpmrm0 does.
"""

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.twin import ssh_stand_ins
from tests.twin.debian import bed_tree, debian_spec
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

PLAY = "ansible/playbooks/storage.yml"
ONE, SECOND, MAPPED = (f"/dev/disk/by-id/nvme-{name}" for name in ("one", "second", "mapped"))
UUID = "3ef1d33d-e320-5b69-967f-05fd5c29b80b"
GENERATOR = "/usr/lib/systemd/system-generators/systemd-cryptsetup-generator"
SECRET = "correct horse battery staple and more"
KEY_FILE = "/etc/cryptsetup-keys.d/luks-scratch.key"
VOLUME = "/dev/mapper/luks-scratch"
_DISK = """
set -e
[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237
truncate -s 320M "/srv/$1"
loop=$(losetup --find)
[ -e "$loop" ] || mknod "$loop" b 7 "${loop#/dev/loop}"
losetup "$loop" "/srv/$1"
mkdir -p /dev/disk/by-id
ln -s "$loop" "/dev/disk/by-id/nvme-$1"
"""
_UDEV = """#!/bin/sh
mkdir -p /dev/disk/by-label /dev/disk/by-uuid
for disk in /dev/disk/by-id/*; do
  at=$(readlink "$disk") type=$(blkid -p -s TYPE -o value "$disk")
  case $type in
    '') ;;
    crypto_LUKS) ln -sf "$at" "/dev/disk/by-uuid/$(blkid -p -s UUID -o value "$disk")" ;;
    *) ln -sf "$at" "/dev/disk/by-label/$(blkid -p -s LABEL -o value "$disk")" ;;
  esac
done
"""
_TPM = "export TPM2TOOLS_TCTI=swtpm:path=/run/tpm/sock; tpm2_flushcontext -l; tpm2_flushcontext -t"
_START_TPM = """
mkdir -p /run/tpm
swtpm socket --tpm2 --tpmstate dir=/run/tpm --server type=unixio,path=/run/tpm/sock --ctrl type=unixio,path=/run/tpm/sock.ctrl \\
  --flags not-need-init,startup-clear --daemon --pid file=/run/tpm/pid
: >/dev/tpmrm0
"""
# What a boot measures of Secure Boot
_MEASURE = (
    'export TPM2TOOLS_TCTI=swtpm:path=/run/tpm/sock; tpm2_pcrextend 7:sha256=$(printf %s "$1" | sha256sum | cut -c1-64)'
)
_ENROLL = f"""#!/bin/sh
{_TPM}
for each in "$@"; do
  shift
  [ "$each" != --tpm2-device=auto ] || each=--tpm2-device=swtpm:path=/run/tpm/sock
  set -- "$@" "$each"
done
exec /usr/bin/systemd-cryptenroll.real "$@"
"""
_OPEN = f"""#!/bin/sh
echo "systemd-cryptsetup $*" >>{ssh_stand_ins.LOG}
[ "$1" = attach ] || exec rm -f "/dev/mapper/$2"
{_TPM}
if [ "$4" = - ]; then
  options=$(echo "$5" | sed s,tpm2-device=auto,tpm2-device=swtpm:path=/run/tpm/sock,)
  said=$(/lib/systemd/systemd-cryptsetup.real attach "$2" "$3" "$4" "$options" 2>&1)
  # The TPM has given the key, which nothing takes without device-mapper
  case $said in *"Failed to activate with TPM2 acquired key: Operation not supported"*) ;; *) echo "$said" >&2; exit 1 ;; esac
else
  cryptsetup open --test-passphrase --key-file "$4" "$3" || exit 1
fi
mkdir -p /dev/mapper
ln -sf "$(readlink {MAPPED})" "/dev/mapper/$2"
"""


# The units of the real generator, without the device that they are bound to
_BINDS_NOT = """#!/bin/sh
/usr/lib/systemd/system-generators/systemd-cryptsetup-generator "$@"
sed -i '/^BindsTo=dev-/d' "$1"/systemd-cryptsetup@*.service 2>/dev/null || true
"""


def _tree(folder: Path, key: str) -> Path:
    spec: dict[str, Any] = debian_spec("roce-256")
    spec["storage"] = {"scratch": spec["storage"]["scratch"] | {"encryption": {"key": key}}}
    return bed_tree(spec, folder)[1]


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same cluster, with drives that a key file opens, and that a TPM opens."""
    return {key: _tree(tmp_path_factory.mktemp(key), key) for key in ("reference", "tpm")}


@pytest.fixture(scope="module")
def hosts(trees: dict[str, Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A GPU host of roce-256 on Debian 12 with two empty drives, what its volume opens as, and a TPM."""
    require(program)
    for name in ("cryptsetup", "systemd-cryptenroll", "swtpm", "tpm2_pcrextend", "mkfs.xfs", "mkfs.ext4", "losetup"):
        program(name)
    with SshHosts(trees["reference"], ["gpu01"]) as bed:
        gpu = bed["gpu01"]
        gpu.script("udevadm", _UDEV)
        gpu.write("/etc/systemd/system-generators/systemd-cryptsetup-generator", _BINDS_NOT, "755")
        for path, text in (("/usr/bin/systemd-cryptenroll", _ENROLL), ("/lib/systemd/systemd-cryptsetup", _OPEN)):
            gpu.must("mv", path, f"{path}.real")
            gpu.write(path, text, "755")
        try:
            for name in ("one", "second", "mapped"):
                gpu.must("sh", "-c", _DISK, "disk", name)
            yield bed
        finally:
            gpu.run("umount", "--lazy", "/scratch")
            gpu.run("sh", "-c", "kill $(cat /run/tpm/pid); readlink /dev/disk/by-id/nvme-* | xargs losetup -d")


def _run(hosts: SshHosts, *more: str, secret: str = SECRET, **values: Any) -> Play:
    return hosts.playbook(PLAY, "-e", json.dumps({"clustergen_drives_key": secret} | values), *more)


def _make(hosts: SshHosts, *disks: str, **values: Any) -> Play:
    return _run(hosts, storage_make_local=True, storage_local_disks=disks, **values)


def _key(host: str = "gpu01") -> str:
    return hashlib.sha256(f"{SECRET}:{host}:scratch".encode()).hexdigest()


def _closed(gpu: SshHost) -> None:
    """What a reboot does, as far as this kernel can: nothing is mounted or open."""
    gpu.must(
        "sh",
        "-c",
        "umount /scratch; systemctl stop 'systemd-cryptsetup@luks\\x2dscratch.service'; ! [ -e /dev/mapper/luks-scratch ]",
    )


@pytest.mark.parametrize("key", ["reference", "tpm"])
def test_systemd_makes_the_units_that_the_role_starts(
    key: str, trees: dict[str, Path], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """By its real generator: the name of the unit, the device that it waits for, and what the mount pulls in; nothing that the boot requires."""
    crypttab = trees[key] / "host_groups/gpu/etc/clustergen/crypttab"
    folders = [tmp_path / name for name in ("normal", "early", "late")]
    for folder in folders:
        folder.mkdir()
    subprocess.run([GENERATOR, *folders], check=True, env={"SYSTEMD_CRYPTTAB": str(crypttab)})
    made = {str(path.relative_to(folders[0])) for path in folders[0].rglob("*") if not path.is_dir()}
    escaped = UUID.replace("-", "\\x2d")
    unit, device = "systemd-cryptsetup@luks\\x2dscratch.service", f"dev-disk-by\\x2duuid-{escaped}.device"
    assert made == {
        unit,
        f"cryptsetup.target.wants/{unit}",
        f"dev-mapper-luks\\x2dscratch.device.requires/{unit}",
        f"{device}.d/50-device-timeout.conf",
    }
    text = (folders[0] / unit).read_text(encoding="utf-8")
    assert f"BindsTo={device}" in text
    assert f"'/dev/disk/by-uuid/{UUID}' '{KEY_FILE if key == 'reference' else '-'}'" in text
    assert ("tpm2-device=auto" in text) == (key == "tpm")
    inventory = (trees[key] / "ansible/inventory/group_vars/gpu.yml").read_text(encoding="utf-8")
    volume = yaml.safe_load(inventory)["cluster_storage_local"][0]["volume"]
    assert (volume["unit"], volume["uuid"]) == (unit, UUID)
    proven("etc/clustergen/crypttab", "read by systemd-cryptsetup-generator")


def test_a_drive_with_a_file_system_is_refused(hosts: SshHosts) -> None:
    """As before encryption: nothing is written to it, and no key to the host beside it is asked for."""
    gpu = hosts["gpu01"]
    gpu.must("mkfs.ext4", "-q", "-L", "precious", ONE)
    before = gpu.must("sha256sum", "/srv/one")
    assert f"{ONE} holds ext4 precious, and is not overwritten" in _make(hosts, ONE).failed["gpu01"]
    assert gpu.must("sha256sum", "/srv/one") == before
    gpu.must("wipefs", "-qa", ONE)
    assert "fewer than 32 characters" in _make(hosts, ONE, secret="short").failed["gpu01"]


def test_drives_are_encrypted_opened_and_mounted(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """LUKS2 as the role asks for it; the second run changes nothing, and a file system is on what was opened alone."""
    gpu = hosts["gpu01"]
    predicted = _run(hosts, "--check", storage_make_local=True, storage_local_disks=[ONE]).must()
    assert f"xfs labelled scratch over {ONE}, encrypted (LUKS2)" in predicted.stdout
    assert gpu.must("wipefs", "--no-act", ONE) == ""
    said = _make(hosts, ONE).must()
    shown = gpu.must("cryptsetup", "luksDump", ONE)
    for text in ("Version:       \t2", "cipher: aes-xts-plain64", "sector: 4096 [bytes]", "PBKDF:      argon2id"):
        assert text in shown
    assert gpu.must("findmnt", "-no", "SOURCE,FSTYPE", "/scratch").split() == [
        gpu.must("readlink", MAPPED).strip(),
        "xfs",
    ]
    assert gpu.must("blkid", "-p", "-s", "TYPE", "-o", "value", ONE).strip() == "crypto_LUKS"
    assert gpu.must("stat", "--format", "%a %U", KEY_FILE).split() == ["400", "root"]
    assert gpu.read(KEY_FILE) == _key()
    assert SECRET not in said.stdout
    assert _key() not in said.stdout
    assert _make(hosts, ONE).must().changed == {}
    proven(
        "role storage over SSH",
        "drives formatted as LUKS2 by cryptsetup, opened by systemd's own unit; dm-crypt is a stand-in",
    )


def test_they_are_opened_by_crypttab_alone(hosts: SshHosts) -> None:
    """With a line of the site's kept; and a run opens them too."""
    gpu = hosts["gpu01"]
    gpu.must("sh", "-c", "sed -i '1i other UUID=0b27a35e-63ac-4b0d-a5ff-1c4b4e1f3d9b none luks,noauto' /etc/crypttab")
    _closed(gpu)
    gpu.must("systemctl", "daemon-reload")
    gpu.must("systemctl", "stop", "cryptsetup.target")
    gpu.must("systemctl", "start", "cryptsetup.target")
    gpu.must("timeout", "60", "sh", "-c", f"until [ -e {VOLUME} ]; do sleep 0.2; done")
    _closed(gpu)
    _run(hosts).must()
    assert gpu.run("mountpoint", "-q", "/scratch").returncode == 0
    assert gpu.read("/etc/crypttab").startswith("other ")


def test_a_key_that_does_not_open_is_refused(hosts: SshHosts) -> None:
    """Before the key file that does is replaced."""
    gpu = hosts["gpu01"]
    refused = _run(hosts, secret=SECRET.upper())
    assert "does not open /dev/disk/by-uuid/" in refused.failed["gpu01"]
    assert gpu.read(KEY_FILE) == _key()
    gpu.write(KEY_FILE, _key("gpu02"), "400")
    _closed(gpu)
    assert gpu.run("systemctl", "start", "systemd-cryptsetup@luks\\x2dscratch.service").returncode != 0
    _run(hosts).must()
    assert gpu.read(KEY_FILE) == _key()
    assert gpu.run("mountpoint", "-q", "/scratch").returncode == 0


def test_a_run_that_was_cut_short_is_completed(hosts: SshHosts) -> None:
    """Between the volume and its file system; the drive is not formatted twice."""
    gpu = hosts["gpu01"]
    gpu.must("umount", "/scratch")
    gpu.must("wipefs", "-qa", MAPPED)
    before = gpu.must("cryptsetup", "luksUUID", ONE), gpu.must("cryptsetup", "luksDump", "--dump-json-metadata", ONE)
    assert "storage_make_local=true" in _run(hosts).failed["gpu01"]
    _make(hosts, ONE).must()
    assert gpu.run("mountpoint", "-q", "/scratch").returncode == 0
    assert (
        gpu.must("cryptsetup", "luksUUID", ONE),
        gpu.must("cryptsetup", "luksDump", "--dump-json-metadata", ONE),
    ) == before


def test_a_tpm_takes_over_from_a_key_file(
    hosts: SshHosts, trees: dict[str, Path], proven: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its key is nowhere on the host then; a changed Secure Boot keeps the drives closed until somebody enrolls it again."""
    gpu = hosts["gpu01"]
    monkeypatch.setattr(hosts, "tree", trees["tpm"])
    monkeypatch.setattr(hosts, "inventory", trees["tpm"] / "ansible" / "inventory")
    assert "has no TPM 2.0 (/dev/tpmrm0)" in _run(hosts).failed["gpu01"]
    gpu.must("sh", "-c", _START_TPM)
    gpu.must("sh", "-c", _MEASURE, "measure", "enabled")
    _run(hosts).must()
    assert not gpu.exists(KEY_FILE)
    assert gpu.must("/usr/bin/systemd-cryptenroll.real", ONE).split() == ["SLOT", "TYPE", "0", "password", "1", "tpm2"]
    assert _run(hosts).must().changed == {}
    _closed(gpu)
    _run(hosts).must()
    assert gpu.run("mountpoint", "-q", "/scratch").returncode == 0
    _closed(gpu)
    gpu.must("sh", "-c", _MEASURE, "measure", "disabled")
    closed = _run(hosts)
    assert "stays closed, and was not formatted" in closed.failed["gpu01"]
    assert "-e storage_enroll_tpm=gpu01" in closed.failed["gpu01"]
    _run(hosts, storage_enroll_tpm="gpu01").must()
    assert gpu.run("mountpoint", "-q", "/scratch").returncode == 0
    assert gpu.must("/usr/bin/systemd-cryptenroll.real", ONE).count("tpm2") == 1
    proven("role storage over SSH", "a TPM (swtpm) enrolled and asked by systemd; what it refuses stays closed")


def test_a_host_that_leaves_keeps_no_key(hosts: SshHosts) -> None:
    """Nor our lines of crypttab; the volume is closed and stays as it is, until its keys are erased."""
    gpu = hosts["gpu01"]
    gpu.write(KEY_FILE, _key(), "400")
    said = hosts.playbook(
        "ansible/playbooks/decommission.yml",
        "--limit",
        "gpu01",
        "-e",
        "decommission_sure=gpu01",
        "--skip-tags",
        "drain",
    )
    assert said.failed == {}, said.stdout
    assert not gpu.exists(KEY_FILE)
    assert not gpu.exists(VOLUME)
    assert "luks-scratch" not in gpu.read("/etc/crypttab")
    assert "cryptsetup erase /dev/disk/by-uuid/" in said.stdout
    assert gpu.must("blkid", "-p", "-s", "TYPE", "-o", "value", ONE).strip() == "crypto_LUKS"
    gpu.must("cryptsetup", "erase", "--batch-mode", ONE)
    assert gpu.run("cryptsetup", "open", "--test-passphrase", "--key-file", "-", ONE, stdin=_key()).returncode != 0


def test_drives_with_data_are_not_encrypted_by_a_run(hosts: SshHosts) -> None:
    """A tier that gains encryption while its file system is in use: the run ends before anything is placed."""
    gpu = hosts["gpu01"]
    gpu.must("sh", "-c", "rm -rf /dev/disk/by-uuid /dev/disk/by-label")
    gpu.must("mkfs.xfs", "-q", "-L", "scratch", SECOND)
    gpu.must("udevadm", "settle")
    gpu.must("rm", "-rf", "/dev/disk/by-uuid")
    assert "no run encrypts what holds data" in _run(hosts).failed["gpu01"]
    assert not gpu.exists("/etc/systemd/system/scratch.mount")
