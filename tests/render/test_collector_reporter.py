"""The program that reads when the certificates of gNMIc end: made files, of which a library of X.509 says the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from generator.analysis.close import close
from generator.plan.monitoring.extra import reporters_of
from generator.render.backends import monitoring
from generator.render.runbooks import runbooks
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from pathlib import Path

STREAMED = {"services": {"telemetry": "gnmic"}}
SOON, LATER, LATEST = datetime(2027, 3, 1, 12, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC), datetime(2051, 6, 1, tzinfo=UTC)  # fmt: skip
OWN, TRUSTED = "/etc/gnmic/client.crt", "/etc/gnmic/ca.crt"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a control host that collects."""
    folder = tmp_path_factory.mktemp("collector")
    plan = plan_data(cluster() | STREAMED, folder)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (folder / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    return folder


def _made(end: datetime, *, large: bool = False) -> str:
    """Make a certificate with text before it, as `openssl x509 -text` prints: of an elliptic curve, or of RSA, whose lengths take several bytes."""
    key = rsa.generate_private_key(65537, 2048) if large else ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "telemetry.atlas.example.net")])
    start = datetime(2026, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), start, end)
    return (
        f"Certificate:\n Validity\n{made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()}"
    )


def _said(home: Path, root: Path, files: dict[str, str]) -> dict[str, float]:
    for path, text in files.items():
        (root / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        (root / path.lstrip("/")).write_text(text, "utf-8")
    told = os.environ | {"REPORTER_FOLDER": str(root), "REPORTER_ROOT": str(root)}
    subprocess.run((sys.executable, "-B", str(home / "collector.py")), env=told, check=True)
    lines = (root / "reporter-collector.prom").read_text("utf-8").splitlines()
    pairs = (re.fullmatch(r'clustergen_collector_certificate_(\w+)\{path="(.+)"\} (\d+)', line) for line in lines)
    return {f"{found[1]} {found[2]}": float(found[3]) for found in pairs if found}


def test_ends_are_those_of_the_certificates(home: Path, tmp_path: Path) -> None:
    """A chain ends with its first one; of authorities, the last one counts; years from 2050 on are written in another form."""
    files = {OWN: _made(LATER, large=True) + _made(SOON), TRUSTED: _made(SOON) + _made(LATEST, large=True)}
    said = _said(home, tmp_path, files)
    assert said == {
        f"read {OWN}": 1,
        f"read {TRUSTED}": 1,
        f"end_timestamp_seconds {OWN}": SOON.timestamp(),
        f"end_timestamp_seconds {TRUSTED}": LATEST.timestamp(),
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no certificate\n",
        "-----BEGIN CERTIFICATE-----\n\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n\x00\N{BULLET}!\n-----END CERTIFICATE-----\n",
    ],
)
def test_what_is_no_certificate_is_said(home: Path, tmp_path: Path, text: str) -> None:
    """The other file is read all the same."""
    said = _said(home, tmp_path, {OWN: text, TRUSTED: _made(LATER)})
    assert said == {f"read {OWN}": 0, f"read {TRUSTED}": 1, f"end_timestamp_seconds {TRUSTED}": LATER.timestamp()}


def test_files_that_are_missing_are_said(home: Path, tmp_path: Path) -> None:
    assert _said(home, tmp_path, {}) == {f"read {OWN}": 0, f"read {TRUSTED}": 0}


def test_it_runs_where_gnmic_does_alone(tmp_path: Path) -> None:
    """On control hosts of a cluster that collects; its alerts, that on programs that stop, and the runbook come with it."""
    plan = plan_data(cluster() | STREAMED, tmp_path)
    collector = next(each for each in reporters_of(plan) if each.name == "collector")
    assert {*collector.hosts} == {"control1", "control2", "control3"}
    closed = close(plan)
    assert closed.monitoring is not None
    assert {"collector", "reporters", "switch-certificates"} <= {group.group for group in closed.monitoring.groups}
    assert dict(runbooks(closed))["A certificate that ends"] == "control1"
    for services in ({"telemetry": "gnmi"}, {}):
        without = close(plan_data(cluster() | {"services": services}, tmp_path))
        assert without.monitoring is not None
        assert "collector" not in {each.name for each in without.monitoring.reporters}
        assert "collector" not in {group.group for group in without.monitoring.groups}
