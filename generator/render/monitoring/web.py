"""TLS of monitoring programs as servers and clients (exporter-toolkit, web-configuration.md; Prometheus, tls_config; Alertmanager, https.md)."""

from typing import Any

from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, key_of
from generator.plan.monitoring.alerting import secret_path
from generator.plan.monitoring.options import AMTOOL, EXPORTERS_WEB, GOSSIP, PAGES_WEB

_KEY = key_of("prometheus")
_OWN = {"cert_file": CERTIFICATE, "key_file": _KEY}
_KNOWN_ALONE = {"client_auth_type": "RequireAndVerifyClientCert", "client_ca_file": AUTHORITY}


def asking(*, tls: bool) -> dict[str, Any]:
    """Return the keys of a job whose targets answer over TLS alone: the authority that they are believed by, and the certificate to show them."""
    return {"scheme": "https", "tls_config": {"ca_file": AUTHORITY, **_OWN}} if tls else {}


def believing(secret: str) -> dict[str, Any]:
    """Return the keys of a job whose targets are of the site: the authority that they are believed by, whose certificate a secret holds."""
    return {"scheme": "https", "tls_config": {"ca_file": secret_path(secret)}}


def answering() -> dict[str, dict[str, Any]]:
    """Return each file of settings by its name. Its programs read it, and the certificate, at every connection."""
    return {
        EXPORTERS_WEB: {"tls_server_config": {**_OWN, **_KNOWN_ALONE}},
        PAGES_WEB: {"tls_server_config": _OWN},
        GOSSIP: {"tls_server_config": {**_OWN, **_KNOWN_ALONE}, "tls_client_config": {"ca_file": AUTHORITY, **_OWN}},
        AMTOOL: {"tls_config": {"ca_file": AUTHORITY}},
    }
