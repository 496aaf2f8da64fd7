"""The service of certificates of a stand-in for a BMC: it makes a key for each request, and shows the certificate that it is given for it.

As DMTF's CertificateService v1.1.0 has it, and as strict as bmcweb: all of the subject is wanted, and a certificate that is not for its key is refused.
"""

from __future__ import annotations

import ssl
import subprocess
from typing import TYPE_CHECKING, Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]
SERVICE = "/redfish/v1/CertificateService"
REQUEST, REPLACE = (f"{SERVICE}/Actions/CertificateService.{name}" for name in ("GenerateCSR", "ReplaceCertificate"))
MANAGERS = "/redfish/v1/Managers"
HTTPS = f"{MANAGERS}/bmc/NetworkProtocol/HTTPS/Certificates"
MONITOR = "/redfish/v1/TaskService/TaskMonitors/1"
_WANTED = {"CommonName", "Country", "City", "Organization", "OrganizationalUnit", "State", "CertificateCollection"}
_ALGORITHMS = f"{SERVICE}/GenerateCSRActionInfo"


class Certificates:
    """What it shows, in a file with its key. `rsa` has the bits of its keys, 0 for P-384; `forges` breaks the signature of its requests.

    `late`: how often its task monitor answers that a request is not made yet; 0 answers at once. `monitor` is where it says that it is.
    """

    def __init__(self, resources: dict[str, Json], shown: Path, context: ssl.SSLContext) -> None:
        """Begin with the certificate that the BMC has signed itself."""
        self.rsa, self.forges, self.restarts = 0, False, True
        self.late, self.monitor = 0, f"https://another.example.net{MONITOR}"
        self._made: tuple[int, Json] = 404, {}
        self._resources, self._shown, self._context = resources, shown, context
        context.sni_callback = lambda connection, *_: setattr(connection, "context", self._context)
        self._key: Any = None
        actions = {
            "#CertificateService.GenerateCSR": {"target": REQUEST, "@Redfish.ActionInfo": _ALGORITHMS},
            "#CertificateService.ReplaceCertificate": {"target": REPLACE},
        }
        resources |= {
            SERVICE: {"Actions": actions},
            _ALGORITHMS: {"Parameters": []},
            f"{MANAGERS}/hgx": {"NetworkProtocol": {"@odata.id": f"{MANAGERS}/hgx/NetworkProtocol"}},
            f"{MANAGERS}/hgx/NetworkProtocol": {"HTTPS": {"Port": 443}},
            f"{MANAGERS}/bmc": {"NetworkProtocol": {"@odata.id": f"{MANAGERS}/bmc/NetworkProtocol"}},
            f"{MANAGERS}/bmc/NetworkProtocol": {"HTTPS": {"Certificates": {"@odata.id": HTTPS}}},
            f"{HTTPS}/1": {"CertificateString": _first(shown.read_text("ascii")), "CertificateType": "PEM"},
        }

    def allow(self, **values: list[str]) -> None:
        """State what parameters of a request may be."""
        self._resources[_ALGORITHMS] = {
            "Parameters": [{"Name": name, "AllowableValues": allowed} for name, allowed in values.items()]
        }

    def remove(self) -> None:
        """Have no such service."""
        del self._resources[SERVICE]

    @property
    def collections(self) -> set[str]:
        """The paths of its collections."""
        return {MANAGERS, HTTPS}

    def act(self, path: str, body: Json) -> tuple[int, Json]:
        """Do an action; returns the status and the answer."""
        if path == REPLACE:
            return self._replace(body)
        self._made = self._request(body)
        return (202, {"@odata.id": "/redfish/v1/TaskService/Tasks/1"}) if self.late else self._made

    def monitored(self) -> tuple[int, Json]:
        """What the task monitor answers: 202 until the action is done, then as the action."""
        self.late = max(0, self.late - 1)
        return (202, {}) if self.late else self._made

    def _request(self, body: Json) -> tuple[int, Json]:
        if _WANTED - set(body) or len(body["Country"]) != 2 or body["CertificateCollection"] != {"@odata.id": HTTPS}:
            return 400, _error("ActionParameterMissing")
        algorithm = body.get("KeyPairAlgorithm", "RSA" if self.rsa else "EC")
        self._key = (
            rsa.generate_private_key(65537, self.rsa or body["KeyBitLength"])
            if "RSA" in algorithm
            else ec.generate_private_key(ec.SECP384R1())
        )
        # a request may ask for what it likes: another name, an authority
        other = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "control1.atlas.example.net")])
        made = x509.CertificateSigningRequestBuilder(other).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        request = made.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)
        if self.forges:
            request = request[:-1] + bytes([request[-1] ^ 1])
        text = subprocess.run(
            ["openssl", "req", "-inform", "DER"], input=request, check=True, capture_output=True
        ).stdout.decode()
        return 200, {"CSRString": text, "CertificateCollection": body["CertificateCollection"]}

    def _replace(self, body: Json) -> tuple[int, Json]:
        path = body["CertificateUri"]["@odata.id"]
        given = x509.load_pem_x509_certificate(body["CertificateString"].encode())
        if path != f"{HTTPS}/1" or body["CertificateType"] != "PEM" or given.public_key() != self._key.public_key():
            return 400, _error("ActionParameterValueError")
        private = self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self._resources[path] = {**self._resources[path], "CertificateString": body["CertificateString"]}
        if self.restarts:
            self._shown.write_text(body["CertificateString"] + private.decode(), "ascii")
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(self._shown)
        return 204, {}


def _error(message: str) -> Json:
    return {"error": {"@Message.ExtendedInfo": [{"MessageId": f"Base.1.19.{message}"}]}}


def _first(text: str) -> str:
    end = "-----END CERTIFICATE-----"
    return f"{text.partition(end)[0]}{end}\n"
