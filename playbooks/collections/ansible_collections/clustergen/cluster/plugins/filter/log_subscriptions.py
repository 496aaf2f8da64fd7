# Copyright the clustergen authors. Licensed under Apache-2.0.

"""Subscriptions by which BMCs send logs: which are made, which are taken away, and which collectors a BMC does not serve.

A collector is `{collector, offers: [{protocol, destination}]}`, its best offer first. A subscription is Redfish's EventDestination, held to its shape;
ours have a Context of their own, and no other is ever taken away.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Json = dict[str, Any]
CONTEXT = "clustergen-logs"
_TYPE, _TLS = "Syslog", "SyslogTLS"
_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)


def log_attempts(collectors: Sequence[Json], subscriptions: Sequence[Json], protocol: str) -> list[Json]:
    """Return the offers of a protocol to make subscriptions of: those of collectors that no subscription serves by it or by a better one."""
    return [
        {"collector": each["collector"], **offer}
        for each in collectors
        for at, offer in enumerate(each["offers"])
        if offer["protocol"] == protocol and not _serving(each["offers"][: at + 1], subscriptions)
    ]


def log_body(attempt: Json) -> Json:
    """Return what makes a subscription."""
    stated = {"Destination": attempt["destination"], "Protocol": attempt["protocol"]}
    return {**stated, "SubscriptionType": _TYPE, "Context": CONTEXT}


def log_surplus(collectors: Sequence[Json], subscriptions: Sequence[Json]) -> list[Json]:
    """Return the subscriptions of ours that serve no collector, or one that another serves as well or better."""
    kept = [each["@odata.id"] for each in _served(collectors, subscriptions)]
    return [each for each in subscriptions if _is_ours(each) and each["@odata.id"] not in kept]


def log_predictions(collectors: Sequence[Json], subscriptions: Sequence[Json]) -> list[str]:
    """Return the subscriptions that a run would request and remove, as text."""
    asked = [
        f"subscribe {each['collector']}, if the BMC has syslog: {each['offers'][0]['destination']}"
        for each in collectors
        if not _serving(each["offers"], subscriptions)
    ]
    return asked + [f"remove {each['Destination']}" for each in log_surplus(collectors, subscriptions)]


def log_verifiable(collectors: Sequence[Json], subscriptions: Sequence[Json]) -> list[Json]:
    """Return the subscriptions of ours over TLS that have a place for certificates, with which the BMC can verify the collector."""
    return [
        each
        for each in _served(collectors, subscriptions)
        if _is_ours(each) and each["Protocol"] == _TLS
        if (each.get("Certificates") or {}).get("@odata.id") and "VerifyCertificate" in each
    ]


def log_certificates(authority: str, shown: Sequence[Json]) -> list[str]:
    """Return the certificates of an authority that are not among those of a BMC; none where it does not show what it has."""
    known = {_bare(each["CertificateString"]) for each in shown}
    return [] if known == {""} else [each for each in _PEM.findall(authority) if _bare(each) not in known]


def log_refusals(collectors: Sequence[Json], subscriptions: Sequence[Json], answers: Sequence[Json]) -> list[str]:
    """Return the answers of a BMC by protocol, for each collector that it does not send logs to."""
    return [
        f"{each['collector']}: {', '.join(_said(each['collector'], answers)) or 'no service of events'}"
        for each in collectors
        if not _serving(each["offers"], subscriptions)
    ]


def log_silent(hosts: Sequence[str], hostvars: Mapping[str, Json]) -> list[str]:
    """Return a line for each host whose BMC does not send logs to a collector."""
    refused = {host: hostvars[host].get("redfish_logs_refused") or [] for host in hosts}
    return [
        f"the BMC of {host} sends no logs to {line}; it was left as it is" for host in hosts for line in refused[host]
    ]


def _served(collectors: Sequence[Json], subscriptions: Sequence[Json]) -> list[Json]:
    """Return the subscription with the best offer for each collector that a BMC sends logs to, also if others made it."""
    found = (_serving(each["offers"], subscriptions) for each in collectors)
    return [each for each in found if each]


def _is_ours(subscription: Json) -> bool:
    return bool(subscription["Context"] == CONTEXT and subscription["@odata.id"])


def _bare(certificate: str) -> str:
    return "".join(certificate.split())


def _said(collector: str, answers: Sequence[Json]) -> list[str]:
    mine = [each for each in answers if each["item"]["collector"] == collector]
    return [" ".join([each["item"]["protocol"], *_words(each)]) for each in mine]


def _words(answer: Json) -> list[str]:
    """Return the result of a request as text: its status with the messages of the BMC, or that it created something else."""
    if answer["status"] < 300:
        return ["accepted, but not as a subscription to syslog"]
    error = ((answer.get("json") or {}).get("error") or {}).get("@Message.ExtendedInfo") or []
    return [str(answer["status"]), *(each["MessageId"] for each in error if each["MessageId"])]


def _serving(offers: Sequence[Json], subscriptions: Sequence[Json]) -> Json | None:
    """Return the first subscription of the best offer that has one; a BMC may end the URI with a slash."""
    for offer in offers:
        wanted = (_TYPE, offer["protocol"], offer["destination"])
        for each in subscriptions:
            if (each["SubscriptionType"], each["Protocol"], each["Destination"].rstrip("/")) == wanted:
                return each
    return None


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        asked = (log_attempts, log_body, log_surplus, log_predictions)
        return {each.__name__: each for each in (*asked, log_verifiable, log_certificates, log_refusals, log_silent)}
