"""Certificates of BMCs: what is signed of their requests, what is asked of a service of certificates, and which BMCs are left alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jinja2.nativetypes import NativeEnvironment

from tests.conftest import ROOT
from tests.playbooks.roles import filters
from tests.twin.authorities import authority, subjects

if TYPE_CHECKING:
    from pathlib import Path

BMCS = filters("bmc_certificates")
NAME, ADDRESS = "gpu01-bmc.atlas.example.net", "192.0.2.9"
HTTPS = "/redfish/v1/Managers/1/NetworkProtocol/HTTPS/Certificates"
REQUEST, REPLACE = "#CertificateService.GenerateCSR", "#CertificateService.ReplaceCertificate"


def request(key: Any, *, forged: bool = False) -> str:
    """Return a request of a key, for another name; forged: the signature is that of another key."""
    made = x509.CertificateSigningRequestBuilder(x509.Name([]))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("control1")]), critical=False)
    signed = made.sign(key, None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256())
    der = bytearray(signed.public_bytes(serialization.Encoding.DER))
    der[-1] ^= forged
    return x509.load_der_x509_csr(bytes(der)).public_bytes(serialization.Encoding.PEM).decode()


@pytest.mark.parametrize(
    "key", [ec.generate_private_key(ec.SECP384R1()), rsa.generate_private_key(65537, 2048)], ids=["EC", "RSA"]
)
def test_of_a_request_the_key_alone_is_signed(key: Any, tmp_path: Path) -> None:
    made = authority(tmp_path / "authority", create=True)
    text = made.signed_request(request(key), [NAME], [ADDRESS], 90)
    found = x509.load_pem_x509_certificate(text.encode())
    assert found.public_key() == key.public_key()
    assert subjects(text) == [NAME, ADDRESS]
    assert made.lacks(text, "", [NAME], [ADDRESS], 45) == ""
    assert "ends on" in made.lacks(text, "", [NAME], [ADDRESS], 91)
    assert made.lacks(text, "", [NAME], ["192.0.2.10"], 45) == "is for other names or addresses"
    long = [f"gpu01-bmc.{'a' * 60}.example.net", "gpu01-bmc"]
    assert subjects(made.signed_request(request(key), long, [], 90)) == long
    uses = found.extensions.get_extension_for_class(x509.KeyUsage).value
    assert uses.key_encipherment is isinstance(key, rsa.RSAPrivateKey)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (lambda: request(ec.generate_private_key(ec.SECP256R1()), forged=True), "not signed by its own key"),
        (lambda: request(rsa.generate_private_key(65537, 1024)), "an RSA key of 1024 bits; 2048 are the least"),
        (lambda: request(ec.generate_private_key(ec.SECP224R1())), "neither RSA nor on the curves"),
        (lambda: request(ed25519.Ed25519PrivateKey.generate()), "neither RSA nor on the curves"),
        (lambda: "{{ lookup('pipe', 'id') }}", "something other than a certificate request"),
        (lambda: "A" * (1 << 20), "something other than a certificate request"),
        (lambda: "", "something other than a certificate request"),
    ],
    ids=["forged", "short", "weak curve", "another kind", "a template", "long", "nothing"],
)
def test_a_request_that_is_not_believed_is_not_signed(text: Any, why: str, tmp_path: Path) -> None:
    made = authority(tmp_path / "authority", create=True)
    error = import_module("ansible_collections.clustergen.cluster.plugins.plugin_utils.authority").AuthorityError
    with pytest.raises(error, match=why):
        made.signed_request(text(), [NAME], [ADDRESS], 90)


def service(request: dict[str, Any] | None = None, replace: dict[str, Any] | None = None) -> Any:
    """Return a service, held to its shape; None: it has no such action."""
    found = {name: {"target": "/redfish/v1/x", **each} for name, each in ((REQUEST, request), (REPLACE, replace)) if each is not None}  # fmt: skip
    return held("service", {"Actions": found})


def held(name: str, value: Any) -> Any:
    """Hold a value to a shape of the role, whose templates are filled in as Ansible does."""

    shapes = yaml.safe_load((ROOT / "playbooks/roles/redfish/vars/main.yml").read_text("utf-8"))
    environment = NativeEnvironment()
    environment.filters["combine"] = lambda one, other: {**one, **other}

    def filled(shape: Any) -> Any:
        if isinstance(shape, dict):
            return {key: filled(each) for key, each in shape.items()}
        return environment.from_string(shape).render(shapes) if "{{" in shape else shape

    return filters("answers")["held_to"](value, filled(shapes[f"redfish_{name}_shape"]))


def pem(text: str, *, broken: str = "\n") -> str:
    return f"-----BEGIN CERTIFICATE-----{broken}{text}{broken}-----END CERTIFICATE-----{broken}"


def answer(path: str, text: str | None) -> dict[str, Any]:
    return {"item": path, "json": {"CertificateString": text}}


OTHER = "/redfish/v1/Managers/HGX/NetworkProtocol/HTTPS/Certificates"


@pytest.mark.parametrize(
    ("collections", "certificates", "found"),
    [
        ([HTTPS], [answer(f"{HTTPS}/1", pem("AA"))], (HTTPS, f"{HTTPS}/1")),
        ([HTTPS], [answer(f"{HTTPS}/1", None)], (HTTPS, f"{HTTPS}/1")),
        ([HTTPS], [], (HTTPS, "")),
        ([HTTPS], [answer(f"{HTTPS}/1", pem("BB")), answer(f"{HTTPS}/2", pem("AA"))], (HTTPS, f"{HTTPS}/2")),
        ([OTHER, HTTPS], [answer(f"{OTHER}/1", pem("BB")), answer(f"{HTTPS}/1", pem("A\nA", broken="\r\n"))], (HTTPS, f"{HTTPS}/1")),
        ([OTHER, HTTPS], [answer(f"{OTHER}/1", pem("BB")), answer(f"{HTTPS}/1", None)], None),
        ([OTHER, HTTPS], [answer(f"{OTHER}/1", pem("AA")), answer(f"{HTTPS}/1", pem("AA"))], None),
        ([], [], None),
    ],
    ids=["one", "one that is not shown", "none yet", "of two", "of two managers", "unknown", "ambiguous", "no place"],
)  # fmt: skip
def test_the_certificate_that_clients_see_is_replaced_and_no_other(
    collections: list[str], certificates: list[Any], found: tuple[str, str] | None
) -> None:
    place = BMCS["https_place"](collections, certificates, pem("AA"))
    assert (place["collection"], place["member"]) == found if found else place == {}


@pytest.mark.parametrize(
    ("stated", "place", "why"),
    [
        (service({}, {}), {"collection": HTTPS}, ""),
        (service(), {}, "no CertificateService"),
        (service({}), {}, "a CertificateService without ReplaceCertificate"),
        (service(None, {}), {}, "a CertificateService without GenerateCSR"),
        (service({}, {}), {}, "no certificate that is known to be that of HTTPS"),
        (service({"target": "https://192.0.2.1/redfish/v1"}, {"target": "/redfish/v1/../x"}), {}, "no CertificateService"),
    ],
    ids=["whole", "none", "HPE", "no request", "no place", "elsewhere"],
)  # fmt: skip
def test_a_bmc_without_the_service_is_told(stated: Any, place: Any, why: str) -> None:
    assert BMCS["certificate_obstacle"](stated, place) == why


@pytest.mark.parametrize(
    ("action", "information", "key"),
    [
        ({}, {}, {}),
        ({}, {"KeyPairAlgorithm": ["TPM_ALG_RSA"]}, {"KeyPairAlgorithm": "TPM_ALG_RSA", "KeyBitLength": 2048}),
        (
            {},
            {"KeyPairAlgorithm": ["TPM_ALG_RSA", "TPM_ALG_ECDH"], "KeyCurveId": ["TPM_ECC_NIST_P384"]},
            {"KeyPairAlgorithm": "TPM_ALG_ECDH", "KeyCurveId": "TPM_ECC_NIST_P384"},
        ),
        ({"KeyPairAlgorithm@Redfish.AllowableValues": ["TPM_ALG_SHA512", "TPM_ALG_SHA1"]}, {}, {}),
        (
            {
                "KeyPairAlgorithm@Redfish.AllowableValues": ["TPM_ALG_SHA512", "TPM_ALG_ECDSA"],
                "KeyCurveId@Redfish.AllowableValues": ["TPM_ECC_NIST_P256", "TPM_ECC_NIST_P384"],
            },
            {},
            {"KeyPairAlgorithm": "TPM_ALG_ECDSA", "KeyCurveId": "TPM_ECC_NIST_P256"},
        ),
    ],
    ids=["bmcweb", "RSA alone", "XCC 3", "CIMC of M5", "CIMC of M6"],
)
def test_the_best_key_is_asked_for_that_a_bmc_says_it_makes(action: Any, information: Any, key: Any) -> None:
    told = [{"Name": name, "AllowableValues": values} for name, values in information.items()]
    stated, place = {"CommonName": NAME}, {"collection": HTTPS, "member": f"{HTTPS}/1"}
    body = BMCS["certificate_request"](service(action, {}), told, place, stated, {})
    assert body == {**stated, **key, "CertificateCollection": {"@odata.id": HTTPS}}
    own = {"KeyPairAlgorithm": "RSA"}
    assert BMCS["certificate_request"](service(action, {}), told, place, stated, own)["KeyPairAlgorithm"] == "RSA"


@pytest.mark.parametrize(
    ("member", "allowed", "target"),
    [
        (f"{HTTPS}/1", [], f"{HTTPS}/1"),
        (f"{HTTPS}/1", [f"{HTTPS}/1/", "/redfish/v1/AccountService/LDAP/Certificates/1"], f"{HTTPS}/1"),
        (f"{HTTPS}/1", [HTTPS], HTTPS),
        ("", [], HTTPS),
    ],
    ids=["member", "one of several", "collection alone", "no member yet"],
)
def test_the_member_is_replaced_or_the_collection(member: str, allowed: list[str], target: str) -> None:
    stated = service({}, {"CertificateUri@Redfish.AllowableValues": allowed})
    body = BMCS["certificate_replacement"](stated, [], {"collection": HTTPS, "member": member}, pem("AA"))
    assert body == {"CertificateString": pem("AA"), "CertificateType": "PEM", "CertificateUri": {"@odata.id": target}}


def test_a_service_that_names_a_member_as_its_collection_is_followed() -> None:
    """CIMC of UCS M5 and M6."""
    stated = service({"CertificateCollection@Redfish.AllowableValues": [f"{HTTPS}/1"]}, {})
    body = BMCS["certificate_request"](stated, [], {"collection": HTTPS, "member": f"{HTTPS}/1"}, {}, {})
    assert body["CertificateCollection"] == {"@odata.id": f"{HTTPS}/1"}
