"""The service of events of a stand-in for a BMC, and the messages that it sends where it is subscribed: by UDP (RFC 5426), or over TLS with octet counts (RFC 5425).

As DMTF's EventDestination v1.17.0 has it: what a subscription sends, where and how is stated when it is made, and by no PATCH after it.
"""

from __future__ import annotations

import json
import socket
import ssl
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = dict[str, Any]
SUBSCRIPTIONS = "/redfish/v1/EventService/Subscriptions"
OTHER = {
    "Destination": "https://192.0.2.7/events?all=1",
    "Protocol": "Redfish",
    "SubscriptionType": "RedfishEvent",
    "Context": None,
}
"""What somebody else has subscribed."""
_FIXED = {"Destination", "Protocol", "SubscriptionType"}


class Events:
    """Subscriptions by path, with the certificates below them. `syslog` has the protocols that it takes; without `verifies` it has no place for certificates."""

    def __init__(self, resources: dict[str, Json]) -> None:
        """Begin with what somebody else has subscribed."""
        self.syslog: Sequence[str] = ("SyslogTLS", "SyslogUDP")
        self.verifies, self.present, self.forbidden = True, True, False
        self._resources, self._made = resources, 1
        resources[f"{SUBSCRIPTIONS}/1"] = dict(OTHER)

    @property
    def to_syslog(self) -> list[Json]:
        """What it sends to syslog."""
        return [each for each in self._resources.values() if each.get("SubscriptionType") == "Syslog"]

    @property
    def collections(self) -> set[str]:
        """The paths of its collections."""
        own = {each["Certificates"]["@odata.id"] for each in self.to_syslog if "Certificates" in each}
        return {SUBSCRIPTIONS, *own} if self.present else set()

    def refuses(self, path: str, body: Json) -> tuple[int, Json] | None:
        """Answer what is not to be: a protocol that it does not have, as bmcweb does; a change of what is fixed; a user who may not."""
        if self.forbidden and path == SUBSCRIPTIONS:
            return 403, {}
        if path == SUBSCRIPTIONS and body["Protocol"] not in self.syslog:
            return 400, {"error": {"@Message.ExtendedInfo": [{"MessageId": "Base.1.19.PropertyValueNotInList"}]}}
        if path.startswith(f"{SUBSCRIPTIONS}/") and _FIXED & set(body):
            return 400, {"error": {"@Message.ExtendedInfo": [{"MessageId": "Base.1.19.PropertyNotWritable"}]}}
        return None

    def add(self, collection: str, body: Json) -> int:
        """Make a subscription, or take in a certificate; returns the status."""
        self._made += 1
        path = f"{collection}/{self._made}"
        if collection == SUBSCRIPTIONS and self.verifies:
            body = {**body, "VerifyCertificate": False, "Certificates": {"@odata.id": f"{path}/Certificates"}}
        self._resources[path] = body
        return 201

    def remove(self, path: str) -> int:
        """Take a resource away with what is below it; returns the status."""
        for each in [each for each in self._resources if each == path or each.startswith(f"{path}/")]:
            del self._resources[each]
        return 204

    def trusted(self, subscription: Json) -> str:
        """Return the certificates by which it verifies the collector of a subscription; empty where it verifies none."""
        below = subscription.get("Certificates", {}).get("@odata.id", "-")
        found = [each["CertificateString"] for path, each in self._resources.items() if path.startswith(f"{below}/")]
        return "\n".join(found) if subscription.get("VerifyCertificate") else ""


def send(source: str, subscription: Json, trusted: str, own: str, text: str) -> None:
    """Send a message as a BMC at an address does; over TLS it shows the certificate with its key in the file `own`, if there is one.

    Raises OSError where the collector refuses it, or is not the one that it trusts.
    """
    to = urlsplit(subscription["Destination"])
    assert to.scheme == "syslog" and to.hostname and to.port, to
    message = f"<11>1 2026-11-30T00:00:00Z bmc - - - - {text}".encode()
    if subscription["Protocol"] == "SyslogUDP":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plain:
            plain.bind((source, 0))
            plain.sendto(message, (to.hostname, to.port))
        return
    context = ssl.create_default_context(cadata=trusted)
    context.maximum_version = ssl.TLSVersion.TLSv1_2  # in TLS 1.3 a client learns later that it is refused
    if own:
        context.load_cert_chain(own)
    address, here = (to.hostname, to.port), (source, 0)
    connection = socket.create_connection(address, timeout=10, source_address=here)
    with context.wrap_socket(connection, server_hostname=to.hostname) as secure:
        secure.sendall(b"%d %s" % (len(message), message))
        secure.settimeout(2)
        try:  # who refuses closes; who listens has nothing to say
            said = secure.recv(1)
        except TimeoutError:
            return
        raise ConnectionResetError(f"closed: {said!r}")


if __name__ == "__main__":  # in the namespaces of a test
    send(*json.loads(sys.argv[1]))
