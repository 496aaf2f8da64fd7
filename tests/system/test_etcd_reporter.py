"""etcd by the program of the tree: real etcd with certificates of clients, found by kubespray's settings and by kubeadm's manifest; nobody gets in without one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.render.backends import monitoring
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.system.test_ansible_etcd import AUTHORITY
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
_SETTINGS = {
    "etc/etcd.env": "ETCD_TRUSTED_CA_FILE={home}/ca.pem\nETCD_CERT_FILE={home}/member.pem\nETCD_KEY_FILE={home}/member-key.pem\n",
    "etc/kubernetes/manifests/etcd.yaml": "    - --cert-file={home}/member.pem\n    - --key-file={home}/member-key.pem\n    - --trusted-ca-file={home}/ca.pem\n",
}


@pytest.mark.parametrize("path", _SETTINGS)
def test_etcd_is_asked_with_a_certificate(
    path: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    require(program)
    etcd, openssl = program("etcd"), program("openssl")
    assert openssl
    plan = plan_data(cluster() | {"monitoring": {"exporters": ["etcd"]}}, tmp_path)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (tmp_path / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    home = str(tmp_path / "pki")
    settings = tmp_path / "root" / path
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS[path].format(home=home), "utf-8")
    with Bottle() as bottle:
        bottle.must("bash", "-c", AUTHORITY.replace("/etc/ssl/etcd", home), "authority", "")
        told = {"REPORTER_FOLDER": str(tmp_path), "REPORTER_ROOT": str(tmp_path / "root")}
        report = ("env", *(f"{k}={v}" for k, v in told.items()), sys.executable, "-B", str(tmp_path / "etcd.py"))
        bottle.must(*report)
        silent = (tmp_path / "reporter-etcd.prom").read_text("utf-8")
        secured = f"--cert-file={home}/member.pem --key-file={home}/member-key.pem --trusted-ca-file={home}/ca.pem --client-cert-auth"
        urls = "--listen-client-urls=https://127.0.0.1:2379 --advertise-client-urls=https://127.0.0.1:2379"
        bottle.must("sh", "-c", f"({etcd} --data-dir {tmp_path}/data {secured} {urls} >{tmp_path}/etcd.log 2>&1) &")
        said, end = "", time.monotonic() + 30
        while "clustergen_etcd_server_has_leader 1" not in said and time.monotonic() < end:
            time.sleep(0.5)
            bottle.must(*report)
            said = (tmp_path / "reporter-etcd.prom").read_text("utf-8")
        stranger = bottle.run("curl", "-sk", "https://127.0.0.1:2379/metrics")
    assert "clustergen_etcd_up 0\n" in silent
    assert "clustergen_etcd_up 1\n" in said, (tmp_path / "etcd.log").read_text("utf-8")[-800:]
    names = {line.split()[0] for line in said.splitlines() if not line.startswith("#")}
    assert names == set(read_exporter("etcd").metrics)
    (ends,) = (
        float(line.split()[1]) for line in said.splitlines() if line.startswith("clustergen_etcd_certificate_end")
    )
    assert 86400 < ends - time.time() < 2 * 86400
    assert stranger.returncode != 0
    judged = subprocess.run(
        (program("promtool"), "check", "metrics"),
        input=said,
        text=True,
        check=False,
        env=dict(os.environ),
        capture_output=True,
    )
    assert "error" not in judged.stderr
    proven("etcd 3.4 with certificates of clients", f"series by {path}; without a certificate nobody is answered")
