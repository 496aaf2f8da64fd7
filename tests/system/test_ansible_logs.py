"""Logs over TLS on hosts with systemd, over real SSH: what a host logs reaches the control host from the run that issues certificates on, and after a renewal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import ansible, host_firewall, host_system
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.authorities import ending
from tests.twin.needs import require
from tests.twin.ssh_hosts import SshHosts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
COLLECTOR, HOST = "control1", "storage1"
PLACE = "/etc/clustergen/tls/host.crt"


def test_a_journal_reaches_the_collector_and_again_after_a_renewal(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    require(program)
    for name in ("sshd", "rsyslogd", "openssl", "logger"):
        program(name)
    spec = cluster(gpu=1, storage=1) | {
        "services": {"tls": {}, "syslog": ["10.192.1.9"]},
        "monitoring": {"enabled": False},
    }
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    plan = plan_data(spec, tmp_path)
    inband = {host.name: host.inband for host in plan.hosts}
    tree, keys = tmp_path / "tree", tmp_path / "keys"
    write_tree(
        [each for backend in (ansible, host_system, host_firewall) for each in backend.render(close(plan), TEMPLATES)],
        tree,
    )
    with SshHosts(tree, [COLLECTOR, HOST]) as hosts:

        def received(text: str) -> bool:
            return text in hosts[COLLECTOR].run("cat", f"/var/log/clustergen/{inband[HOST]}.log").stdout

        def arrives(text: str) -> None:
            hosts[HOST].must("logger", "--tag", "test", text)
            end = time.monotonic() + 60
            while not received(text):
                assert time.monotonic() < end, hosts[HOST].run("journalctl", "-u", "rsyslog", "-n", "20").stdout
                time.sleep(1)

        hosts.playbook("ansible/playbooks/hosts.yml", "--tags", "files").must()
        for name in (
            COLLECTOR,
            HOST,
        ):  # as its step does on a host of Debian 12, whose systemd-resolved this machine does not have
            hosts[name].must("systemctl", "restart", "rsyslog")
        hosts[HOST].must("logger", "--tag", "test", "before the first certificate")
        time.sleep(2)
        assert not received("before")
        named = ("-e", f"certificates_authority={keys}")
        hosts.playbook("ansible/playbooks/site.yml", "--tags", "certificates", *named).must()
        arrives("with a certificate")
        assert received("before the first certificate")
        assert hosts.playbook("ansible/playbooks/certificates.yml", *named).must().changed == {}
        good = {name: hosts[name].read(PLACE) for name in (COLLECTOR, HOST)}
        for name in (COLLECTOR, HOST):
            hosts[name].must("tee", PLACE, stdin=ending(keys, hosts[name].read(PLACE), days=-1))
            hosts[name].must("systemctl", "restart", "rsyslog")
        hosts[HOST].must("logger", "--tag", "test", "while it has ended")
        time.sleep(3)
        assert not received("while it has ended")
        # An earlier run was interrupted after it had placed the certificates
        for name in (COLLECTOR, HOST):
            hosts[name].must("tee", PLACE, stdin=good[name])
        assert set(hosts.playbook("ansible/playbooks/certificates.yml", *named).must().changed) == {COLLECTOR, HOST}
        arrives("after an interrupted run")
        assert received("while it has ended")
        for name in (COLLECTOR, HOST):
            hosts[name].must("tee", PLACE, stdin=ending(keys, hosts[name].read(PLACE), days=-1))
            hosts[name].must("systemctl", "restart", "rsyslog")
        hosts[HOST].must("logger", "--tag", "test", "while it has ended again")
        time.sleep(3)
        assert not received("while it has ended again")
        assert set(hosts.playbook("ansible/playbooks/certificates.yml", *named).must().changed) == {COLLECTOR, HOST}
        arrives("with a renewed certificate")
        assert received("while it has ended again")
        # It leaves: what waits for a collector that does not answer is not kept
        hosts[COLLECTOR].must("systemctl", "stop", "rsyslog")
        hosts[HOST].must("logger", "--tag", "test", "that waits")
        sure = ("--limit", HOST, "-e", f"decommission_sure={HOST}")
        hosts.playbook("ansible/playbooks/decommission.yml", *sure).must()
        assert not hosts[HOST].exists("/etc/rsyslog.d/40-clustergen-send.conf")
        assert "clustergen" not in hosts[HOST].must("ls", "-A", "/var/spool/rsyslog")
        assert hosts[HOST].must("systemctl", "is-active", "rsyslog") == "active\n"
    proven("rsyslogd", "hosts with systemd send their journals over TLS by the real playbooks, also after a renewal")
