"""Answers for installers and scripts for switches, each read by the program that knows its form; the script of Cumulus Linux runs with stand-ins."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.render.test_boot import files, known
from tests.specs import plan_data
from tests.twin.certificate import SELF_SIGNED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

HOST = "provisioning/boot/hosts/login1"
RELEASES = {"rhel-9": "RHEL9", "rocky-10": "RHEL10"}
_STAND_IN = '#!/bin/sh\necho "${0##*/} $*" >>"$CALLS"\n'
_DATABASE = """\
Config: answers
Templates: templates

Name: answers
Driver: File
Filename: {folder}/answers

Name: templates
Driver: File
Filename: {folder}/templates
"""
_CURL = '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho "curl $3" >>"$CALLS"\nprintf "%s" "$3" >"$2"\n'


def _run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("system", RELEASES)
def test_kickstart_is_read(
    system: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """By the release's own grammar; a misspelt option is refused."""
    text = files(plan_data(known((system, system)), tmp_path))[f"{HOST}/ks.cfg"]
    path = tmp_path / "ks.cfg"
    for said, good in ((text, True), (text.replace("--bootproto", "--protocol"), False)):
        path.write_text(said, encoding="utf-8")
        done = _run(program("ksvalidator"), "-v", RELEASES[system], str(path))
        assert (done.returncode == 0) == good, done.stdout + done.stderr
    proven("pykickstart", f"{system}: a kickstart")


def test_preseed_is_read(tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    text = files(plan_data(known(), tmp_path))[f"{HOST}/preseed.cfg"]
    path = tmp_path / "preseed.cfg"
    own = tmp_path / "debconf.conf"  # the machine's database may be locked: then it ends with 1 and no message
    own.write_text(_DATABASE.format(folder=tmp_path), encoding="ascii")

    def check(said: str) -> subprocess.CompletedProcess[str]:
        path.write_text(said, encoding="utf-8")
        return _run(program("debconf-set-selections"), "-c", str(path), DEBCONF_SYSTEMRC=str(own))

    done = check(text)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert "bool" in check(text.replace(" boolean ", " bool ", 1)).stderr
    proven("debconf-set-selections -c", "a preseed")


@pytest.mark.parametrize("boot", ["http", "https"])
def test_the_web_server_reads_its_file(boot: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    """On this machine's own address, with a certificate in its place; a misspelt directive is refused."""
    spec = known()
    spec["services"]["boot"] = boot
    text = files(plan_data(spec, tmp_path))["provisioning/web/control1.conf"]
    for path in ("/etc/clustergen/boot", "/run/clustergen-boot"):
        text = text.replace(path, str(tmp_path))
    key, made = str(tmp_path / "tls.key"), str(tmp_path / "tls.crt")
    assert _run(program("openssl"), *SELF_SIGNED[1:], "-keyout", key, "-out", made).returncode == 0
    text = re.sub(r"listen [0-9.]+:([0-9]+)", r"listen 127.0.0.1:2\1", text)
    for said, good in ((text, True), (text.replace("server_name", "server_names"), False)):
        (tmp_path / "nginx.conf").write_text(said, encoding="utf-8")
        done = _run(program("nginx"), "-t", "-q", "-c", str(tmp_path / "nginx.conf"))
        assert (done.returncode == 0) == good, done.stderr


def test_the_network_of_autoinstall_is_netplans(tmp_path: Path, program: Callable[[str], str]) -> None:
    """The installer hands it to netplan as it is."""
    text = files(plan_data(known(), tmp_path))["provisioning/boot/hosts/gpu01/user-data"]
    network = yaml.safe_load(text)["autoinstall"]["network"]
    path = tmp_path / "root/etc/netplan/00-installer.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"network": network}), encoding="utf-8")
    path.chmod(0o600)
    done = _run(program("netplan"), "generate", "--root-dir", str(tmp_path / "root"))
    assert done.returncode == 0, done.stderr
    made = (tmp_path / "root/run/systemd/network/10-netplan-inband.network").read_text(encoding="utf-8")
    assert "PermanentMACAddress=3c:6d:66:00:00:01" in made or "MACAddress=3c:6d:66:00:00:01" in made
    assert "Address=10.160.32.1/16" in made


def test_keys_are_keys(tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    """Those beside a switch's files, and those that each installer's answers let in, are read as keys: all of them, and the same."""
    tree = files(plan_data(known(), tmp_path))
    kickstart = files(plan_data(known(("rocky-9", "rocky-9")), tmp_path))[f"{HOST}/ks.cfg"]
    beside = tree["provisioning/ztp/storage-leaf1/authorized_keys"]
    shells = [
        tree[f"{HOST}/preseed.cfg"].partition("0700 /target/root/.ssh && ")[2],
        yaml.safe_load(tree["provisioning/boot/hosts/gpu01/user-data"])["autoinstall"]["late-commands"][1],
        "for key" + kickstart.partition("\nfor key")[2],
    ]
    said = []
    for text in (beside, *(_run("sh", "-c", each.partition(" >/")[0]).stdout for each in shells)):
        (tmp_path / "keys").write_text(text, encoding="utf-8")
        done = _run(program("ssh-keygen"), "-l", "-f", str(tmp_path / "keys"))
        assert done.returncode == 0, done.stderr
        said.append([line.split()[1] for line in done.stdout.splitlines()])
    assert said[0] == said[1] == said[2] == said[3]
    assert len(said[0]) == 2
    proven("ssh-keygen -l", "keys of first starts")


def test_scripts_of_switches_are_clean(tmp_path: Path, program: Callable[[str], str]) -> None:
    tree = files(plan_data(known(), tmp_path))
    scripts = [path for path in tree if path.endswith(("/cumulus-ztp", "/access.sh"))]
    assert len(scripts) == 2
    for path in scripts:
        (tmp_path / "script").write_text(tree[path], encoding="utf-8")
        done = _run(program("shellcheck"), str(tmp_path / "script"))
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("broken", ["", "curl", "nv"])
def test_a_cumulus_switch_configures_itself(broken: str, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """In this order; where a file does not come, nothing is touched; where NVUE refuses, it fails; and nothing is left lying about."""
    script = files(plan_data(known(), tmp_path))["provisioning/ztp/storage-leaf1/cumulus-ztp"]
    (tmp_path / "ztp").write_text(script, encoding="utf-8")
    programs, scratch = tmp_path / "bin", tmp_path / "scratch"
    programs.mkdir()
    scratch.mkdir()
    made = dict.fromkeys(("install", "usermod", "chage", "nv"), _STAND_IN)
    made |= {
        "curl": _CURL,
        "ip": "#!/bin/sh\nexit 1\n",
        "getent": "#!/bin/sh\necho cumulus:x:1000:1000::/home/cumulus:\n",
    }
    made |= {broken: "#!/bin/sh\nexit 22\n"} if broken else {}
    for name, text in made.items():
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    calls = tmp_path / "calls"
    calls.touch()
    path = f"{programs}:{os.environ['PATH']}"
    done = _run("bash", str(tmp_path / "ztp"), PATH=path, CALLS=str(calls), TMPDIR=str(scratch))
    said = [line.replace(str(scratch), "").split(" ") for line in calls.read_text("utf-8").splitlines()]
    assert list(scratch.iterdir()) == []
    if broken:
        assert done.returncode != 0
        assert broken != "curl" or said == []
        return
    assert done.returncode == 0, done.stderr
    url = "https://control1-mgmt0.atlas.example.net/ztp/storage-leaf1"
    assert said[:2] == [["curl", f"{url}/startup.yaml"], ["curl", f"{url}/authorized_keys"]]
    order = [" ".join(each[:3]) if each[0] == "nv" else each[0] for each in said[2:]]
    assert order == ["install", "install", "usermod", "chage", "nv config patch", "nv config apply", "nv config save"]
    assert said[-3][3].endswith("/startup.yaml")
    proven("bash, with stand-ins for the switch's commands", "the first start of a Cumulus switch")
