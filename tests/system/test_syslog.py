"""Real rsyslogd and logrotate on the files of a control host that collects logs."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from generator.render.backends import host_system
from generator.twin.bottle import Bottle
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
COLLECTOR = "10.192.1.10"
SEND = """
import socket, sys
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
out.bind((sys.argv[1], 0))
out.sendto(sys.argv[2].encode(), (sys.argv[3], 514))
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of control2, which collects."""
    plan = plan_data(cluster() | {"services": {"syslog": [COLLECTOR]}}, tmp_path_factory.mktemp("spec"))
    return dict(made_for(plan, host_system.render(plan, TEMPLATES))["control2"])


def test_each_sender_has_a_file_whatever_it_says_of_itself(
    files: dict[str, str], tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A switch, and one that calls itself a path."""
    require(program)
    rsyslogd = program("rsyslogd")
    conf = tmp_path / "rsyslog.conf"
    conf.write_text(files["etc/rsyslog.d/30-clustergen.conf"], "utf-8")
    checked = subprocess.run((rsyslogd, "-N1", "-f", conf), capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "warning" not in checked.stderr.lower()
    lines = {
        "10.192.0.17": "<165>Nov 24 21:00:00 compute-leaf1 bgpd: a session is down",
        "10.192.0.18": "<13>Nov 24 21:00:00 ../../etc/x y: z",
    }
    with Bottle() as bottle:
        for address in (COLLECTOR, *lines):
            bottle.must("ip", "address", "add", address, "dev", "lo")
        bottle.must("sh", "-c", f"{rsyslogd} -n -f {conf} -i /run/rsyslogd.pid >/dev/null 2>&1 &")
        end = time.monotonic() + 20
        while (there := bottle.run("ls", "/var/log/clustergen").stdout.split()) != [f"{each}.log" for each in lines]:
            assert time.monotonic() < end, there
            for address, line in lines.items():
                bottle.must("python3", "-c", SEND, address, line, COLLECTOR)
            time.sleep(0.3)
        said = bottle.must("cat", "/var/log/clustergen/10.192.0.17.log")
        assert bottle.must("stat", "-c", "%a", "/var/log/clustergen/10.192.0.17.log").strip() == "640"
    assert "compute-leaf1 bgpd: a session is down" in said
    proven("rsyslogd", "a control host keeps a file for each sender, by its address")


def _here(text: str) -> str:
    """Return the file for a machine without Ubuntu's user."""
    assert "  su syslog syslog\n" in text
    return text.replace("su syslog syslog", "su daemon daemon")


def test_logrotate_takes_the_file(files: dict[str, str], tmp_path: Path, program: Callable[[str], str]) -> None:
    conf = tmp_path / "clustergen"
    conf.write_text(_here(files["etc/logrotate.d/clustergen"]), "utf-8")
    conf.chmod(0o644)
    asked = (program("logrotate"), "--debug", "--state", str(tmp_path / "state"), str(conf))
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, "error" in done.stderr) == (0, False), done.stderr
    conf.write_text(conf.read_text("utf-8").replace("weekly", "wekly"), "utf-8")
    assert "error" in subprocess.run(asked, capture_output=True, text=True, check=False).stderr


def test_root_writes_nothing_in_the_folder_of_logs(
    files: dict[str, str], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Ubuntu's rsyslogd runs as a user who can put another folder there: root would compress, or create as the distribution's own file says, where that leads."""
    require(program)
    rotate = (program("logrotate"), "--force", "--state", "/run/state", "/run/conf")
    own = _here(files["etc/logrotate.d/clustergen"]).replace("systemctl kill", "id -u >/run/after; true")
    with Bottle() as bottle:
        bottle.must("sh", "-c", "cat >/var/tmp/gzip", stdin='#!/bin/sh\nid -un >>/var/tmp/by\nexec gzip "$@"\n')
        bottle.must("sh", "-c", "chmod 755 /var/tmp/gzip; install -m 666 /dev/null /var/tmp/by")
        bottle.must("sh", "-c", "cat >/run/conf", stdin=f"create\nsu root adm\ncompresscmd /var/tmp/gzip\n{own}")
        bottle.must("install", "--directory", "--owner=daemon", "--group=daemon", "/var/log/clustergen")
        for _ in range(2):
            line = "echo line >/var/log/clustergen/10.192.0.17.log; chown daemon:daemon /var/log/clustergen/*"
            bottle.must("sh", "-c", line)
            assert bottle.must(*rotate) == ""
        said = bottle.must("stat", "-c", "%n %U %G", *[f"/var/log/clustergen/10.192.0.17.log.{each}" for each in ("1", "2.gz")])  # fmt: skip
        assert bottle.must("ls", "/var/log/clustergen").split() == ["10.192.0.17.log.1", "10.192.0.17.log.2.gz"]
        assert (bottle.must("cat", "/var/tmp/by"), bottle.must("cat", "/run/after")) == ("daemon\n", "0\n")
    assert [line.split()[1:] for line in said.splitlines()] == [["daemon", "daemon"]] * 2
    proven("logrotate", "it compresses as the user of rsyslogd, in a folder of that user")


def test_where_rsyslogd_is_root_logrotate_is(tmp_path: Path) -> None:
    spec = cluster() | {"services": {"syslog": [COLLECTOR]}}
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    plan = plan_data(spec, tmp_path)
    made = made_for(plan, host_system.render(plan, TEMPLATES))["control2"]
    assert "su " not in made["etc/logrotate.d/clustergen"]
