"""BMCs get certificates of HTTPS by the authority: the role redfish against BMCs that make keys, and what clients of the authority then accept."""

from __future__ import annotations

import json
import runpy
import socket
import ssl
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import ansible, monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data, with_site_services
from tests.system.test_ansible_redfish import Run, changed, play
from tests.system.test_syslog_tls import MANAGEMENT
from tests.twin.authorities import subjects
from tests.twin.redfish import Bmc
from tests.twin.redfish_certificates import REPLACE, REQUEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof
NAME = "gpu01-bmc.atlas.example.net"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = with_site_services(cluster(), {"syslog": [MANAGEMENT], "tls": {}}) | {
        "monitoring": {"exporters": ["redfish"]}
    }
    plan = close(plan_data(spec, tmp_path_factory.mktemp("spec")))
    found = tmp_path_factory.mktemp("certificates") / "tree"
    write_tree([each for backend in (ansible, monitoring) for each in backend.render(plan, TEMPLATES)], found)
    return found


@pytest.fixture
def bmc(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Bmc]:
    program("openssl")
    with Bmc(tmp_path) as running:
        yield running


def certify(tree: Path, bmc: Bmc, *arguments: str, **variables: Any) -> Run:
    """Run the playbook as its page says: BMCs that nobody has certified are not verified."""
    given: dict[str, Any] = {
        "redfish_certificates": True,
        "certificates_authority": str(folder(bmc)),
        "redfish_validate_certs": False,
        "redfish_ca_path": "",
        "redfish_certificates_wait_s": 10,
        "cluster_bmc": {"address": "127.0.0.1/8"},
    }
    return play(tree, bmc, *arguments, **given | variables)


def folder(bmc: Bmc) -> Path:
    return bmc.certificate.parent / "authority"


def shown(bmc: Bmc) -> x509.Certificate:
    """What a client gets that trusts the authority alone and asks for the BMC by its name."""
    to = urlsplit(bmc.url)
    assert to.hostname and to.port
    context = ssl.create_default_context(cafile=str(folder(bmc) / "authority.crt"))
    with (
        socket.create_connection((to.hostname, to.port), 10) as plain,
        context.wrap_socket(plain, server_hostname=NAME) as tls,
    ):
        return x509.load_der_x509_certificate(tls.getpeercert(binary_form=True) or b"")


def read(path: str, tree: Path, bmc: Bmc, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ask a BMC as the exporter of the tree does, with the authority and the name of the plan."""
    credentials = bmc.certificate.parent / "credentials"
    credentials.mkdir(exist_ok=True)
    (credentials / "password").write_text("correct horse\n", "utf-8")
    (credentials / "authority.pem").write_text((folder(bmc) / "authority.crt").read_text("ascii"), "ascii")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(credentials))
    monkeypatch.setenv("REDFISH_PORT", str(urlsplit(bmc.url).port))
    settings = json.loads((tree / "monitoring/redfish/bmcs.json").read_text("utf-8"))
    (name,) = (name for name in settings["bmcs"].values() if name.startswith("gpu01"))
    program = runpy.run_path(str(tree / "monitoring/redfish/redfish.py"))
    made = program["Bmc"]({**settings, "user": "admin", "bmcs": {"127.0.0.1": name}}, "127.0.0.1")
    with closing(made.connection):
        return made.get(path)


def said(done: Run) -> str:
    return " ".join(done.stdout.split())


def test_a_bmc_gets_a_certificate_once(
    tree: Path, bmc: Bmc, monkeypatch: pytest.MonkeyPatch, proven: Callable[[str, str], None]
) -> None:
    """Predicted, requested, signed and shown; of the request, which is for another name and for an authority, the certificate has the key alone."""
    before = bmc.certificate.read_text("ascii")
    checked = certify(tree, bmc, "--check")
    assert changed(checked) == 1
    assert f"a certificate for {NAME}: the one that the BMC shows is not signed by the authority" in said(checked)
    assert (bmc.changes, bmc.certificate.read_text("ascii"), folder(bmc).exists()) == ([], before, False)
    assert changed(certify(tree, bmc)) == 1
    assert [path for _, path, _ in bmc.changes] == [REQUEST, REPLACE]
    found = shown(bmc)
    assert isinstance(found.public_key(), ec.EllipticCurvePublicKey)
    assert subjects(bmc.certificate.read_text("ascii")) == [NAME, "gpu01-bmc", "127.0.0.1"]
    assert found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False
    assert list(found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value) == [
        ExtendedKeyUsageOID.SERVER_AUTH
    ]
    assert len(read("/redfish/v1/Systems", tree, bmc, monkeypatch)["Members"]) == 2
    for arguments in ((), ("--check",)):
        assert changed(certify(tree, bmc, *arguments)) == 0
    assert len(bmc.changes) == 2
    proven("ansible-playbook", "role redfish against a stand-in over TLS: its certificate, no second change")


def test_a_bmc_makes_the_key_that_it_can_and_a_run_renews_it(tree: Path, bmc: Bmc) -> None:
    """One that has RSA alone; the run that renews its certificate verifies it by the authority, and has it send its logs."""
    bmc.certificates.allow(KeyPairAlgorithm=["TPM_ALG_SHA256", "TPM_ALG_RSA"])
    assert changed(certify(tree, bmc)) == 1
    key = shown(bmc).public_key()
    assert isinstance(key, rsa.RSAPublicKey)
    assert key.key_size == 2048
    again: dict[str, Any] = {"redfish_certificates_renewed_before_days": 400, "redfish_validate_certs": True}
    assert (
        changed(certify(tree, bmc, redfish_logs=True, **again)) == 1 + 3
    )  # a subscription, what it verifies by, and that it does
    assert shown(bmc).public_key() != key
    assert bmc.events.trusted(bmc.events.to_syslog[0]) == (folder(bmc) / "authority.crt").read_text("ascii").strip()


def test_a_bmc_that_takes_longer_to_make_its_request_is_waited_for(tree: Path, bmc: Bmc) -> None:
    """It answers with a task monitor, by a name of its own: nothing is asked at another address than the BMC's."""
    bmc.certificates.late = 3
    assert changed(certify(tree, bmc)) == 1
    assert subjects(bmc.certificate.read_text("ascii"))[0] == NAME


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"late": 99}, "requests no certificate (GenerateCSR: 202, still after 5 s)"),
        ({"late": 99, "monitor": ""}, "requests no certificate (GenerateCSR: 202, without a task monitor)"),
        ({"forges": True}, "the request of the BMC is not signed by its own key"),
        ({"rsa": 1024}, "the BMC made an RSA key of 1024 bits; 2048 are the least"),
        ({"restarts": False}, "shows one that is not signed by the authority after 5 s: restart the BMC"),
    ],
    ids=["never", "no monitor", "forged", "short", "not shown"],
)
def test_a_bmc_that_is_not_believed_keeps_its_certificate(
    fault: dict[str, Any], why: str, tree: Path, bmc: Bmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    vars(bmc.certificates).update(fault)
    before = bmc.certificate.read_text("ascii")
    done = certify(tree, bmc, redfish_certificates_wait_s=5)
    assert done.returncode == 2
    assert why in said(done)
    assert bmc.certificate.read_text("ascii") == before
    with pytest.raises(ssl.SSLCertVerificationError):
        read("/redfish/v1/Systems", tree, bmc, monkeypatch)


def test_a_bmc_without_the_service_is_named_and_stays_as_it_is(tree: Path, bmc: Bmc) -> None:
    bmc.certificates.remove()
    done = certify(tree, bmc)
    assert changed(done) == 0
    assert "the BMC of gpu01 keeps its certificate: it has no CertificateService" in said(done)
    assert bmc.changes == []


def test_a_host_that_asks_for_the_controller_has_the_authority(tree: Path, bmc: Bmc) -> None:
    """Without it, it could not verify the BMC after that: nothing is requested. The key of the authority stays on the controller."""
    asking = {"redfish_from": "control1", "ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    refused = certify(tree, bmc, **asking)
    assert refused.returncode == 2
    assert "control1 has no file /etc/clustergen/tls/authority.crt" in said(refused)
    assert bmc.changes == []
    trusted = str(folder(bmc) / "authority.crt")
    assert changed(certify(tree, bmc, redfish_certificates_trusted=trusted, **asking)) == 1
    assert subjects(bmc.certificate.read_text("ascii"))[0] == NAME
