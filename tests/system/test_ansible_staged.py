"""Files that the programs which read them judge before role `hosts` places them, on hosts as their installers left them: bad ones never arrive, good ones do.

Other files of this kind are in test_ansible_drift, on a host that was brought up.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.host_files import host_file
from tests.twin.debian import debian_spec, planned_tree, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof
PLAY = "ansible/playbooks/hosts.yml"
GPU, CONTROL = "gpu01", "control1"
REFUSED = {
    "etc/rsyslog.d/30-clustergen.conf": (CONTROL, "input(", "inptu(", "error during parsing"),
    "etc/logrotate.d/clustergen": (CONTROL, "weekly", "weekyl", "unknown option 'weekyl'"),
    "etc/default/grub.d/90-clustergen.cfg": (GPU, '"\n', "\n", "Unterminated quoted string"),
    "etc/modprobe.d/clustergen.conf": (GPU, "options", "optoins", "ignoring bad line starting with 'optoins'"),
    "etc/udev/rules.d/70-persistent-net.rules": (GPU, "GOTO=", "GTOO=", "Invalid key 'GTOO'"),
}
"""By file: on which host, what is there, what a slip makes of it, and words of the program that refuses it."""
_UDEVADM = r"""#!/bin/sh
case $1 in
  --help) echo "  verify        Verify udev rules files" ;;
  verify) for last; do :; done; ! grep -q GTOO "$last" || { echo "$last:2 Invalid key 'GTOO'." >&2; exit 1; } ;;
esac
"""
"""That of Debian 12 cannot verify: one that can, as those of Debian 13 and Ubuntu 24.04 do."""
_CONFINED = r"""#!/bin/sh
case "$0 $*" in
  /usr/sbin/*"-f {reads}"*) ;;
  /usr/sbin/*" -f "*) echo "${{0##*/}}: Permission denied" >&2; exit 1 ;;
esac
exec /opt/confined/{name} "$@"
"""
"""A program as its profile confines it at its path: AppArmor's profiles of chrony (Debian 12's package) and rsyslog (Ubuntu's) let it read these files alone."""
_READS = {"chronyd": "/etc/chrony", "rsyslogd": "/etc/rsyslog"}


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A host with GPUs, and a control host that collects logs. The kernel's module tool is the real one; it loads nothing here."""
    require(program)
    for name in ("rsyslogd", "logrotate", "chronyd"):
        program(name)
    spec = debian_spec("roce-16")
    spec.setdefault("services", {})["syslog"] = ["10.192.1.9"]
    tree = planned_tree(spec, tmp_path_factory.mktemp("staged"))[1]
    with SshHosts(tree, [GPU, CONTROL]) as bed:
        stand_in_resolved(bed)
        bed[GPU].script("udevadm", _UDEVADM)
        bed[GPU].must("ln", "-sf", "/bin/kmod", "/usr/local/sbin/modprobe")
        yield bed


@contextmanager
def _edited(hosts: SshHosts, name: str, path: str, old: str, new: str) -> Iterator[None]:
    """Have other text in a file of the tree for a while."""
    file = host_file(hosts.tree, name, path)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def _placed(hosts: SshHosts, name: str) -> Play:
    return hosts.playbook(PLAY, "--tags", "files", "--limit", name)


@pytest.mark.parametrize("path", REFUSED)
def test_what_a_program_refuses_is_not_placed(hosts: SshHosts, path: str) -> None:
    """Nor any other file; the program's own words say why."""
    name, old, new, word = REFUSED[path]
    with _edited(hosts, name, path, old, new):
        said = _placed(hosts, name)
    assert word in said.failed[name]
    assert "Nothing was changed" in said.failed[name]
    assert not hosts[name].exists(f"/{path}")
    assert not hosts[name].exists("/etc/ssh/sshd_config.d/10-clustergen.conf")
    assert not hosts[name].exists("/var/lib/clustergen/stage")


def test_a_program_that_apparmor_confines_reads_what_is_staged(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """At its own path it may not: a run would end on each host whose kernel has AppArmor, as those of Debian and Ubuntu do. What is bad is refused as before."""
    host = hosts[CONTROL]
    host.must("mkdir", "-p", "/opt/confined")
    for name, reads in _READS.items():
        host.must("mv", f"/usr/sbin/{name}", "/opt/confined")
        host.write(f"/usr/sbin/{name}", _CONFINED.format(name=name, reads=reads), "755")
    host.write("/root/chrony.conf", "")
    assert host.run("chronyd", "-p", "-f", "/root/chrony.conf").stderr.endswith("Permission denied\n")
    with _edited(hosts, CONTROL, "etc/chrony/chrony.conf", "driftfile", "dirftfile"):
        assert "Invalid directive at line" in _placed(hosts, CONTROL).failed[CONTROL]
    _placed(hosts, CONTROL).must()
    for path in ("/etc/rsyslog.d/30-clustergen.conf", "/etc/logrotate.d/clustergen"):
        assert host.exists(path)
    assert "written by clustergen" in host.read("/etc/rsyslog.d/30-clustergen.conf")
    assert not host.exists("/var/lib/clustergen/stage")
    proven(
        "files that programs judge first",
        "rsyslogd, logrotate, chronyd, modprobe and sh; AppArmor's part is a stand-in",
    )
