"""Subscriptions by which BMCs send logs: what is asked for, kept and taken away, for BMCs that answer in every way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playbooks.roles import filters

LOGS = filters("log_subscriptions")
TLS, UDP = "syslog://192.0.2.1:6514", "syslog://192.0.2.1:514"
BOTH = [{"protocol": "SyslogTLS", "destination": TLS}, {"protocol": "SyslogUDP", "destination": UDP}]
COLLECTORS = [{"collector": "control1", "offers": BOTH}]
OURS = "clustergen-logs"


def made(number: int, protocol: str = "SyslogTLS", destination: str = TLS, **other: Any) -> dict[str, Any]:
    """Return a subscription of ours to syslog; `other` says what of it is not so."""
    path = {"@odata.id": f"/redfish/v1/EventService/Subscriptions/{number}"}
    return {**path, "Protocol": protocol, "Destination": destination, "SubscriptionType": "Syslog", "Context": OURS, **other}  # fmt: skip


@pytest.mark.parametrize(
    ("there", "asked", "taken"),
    [
        ([], ["SyslogTLS", "SyslogUDP"], []),
        ([made(1)], [], []),
        ([made(1, destination=f"{TLS}/")], [], []),
        ([made(1, "SyslogUDP", UDP)], ["SyslogTLS"], []),
        ([made(1, "SyslogUDP", UDP), made(2)], [], [1]),
        ([made(1), made(2)], [], [2]),
        ([made(1, Context="theirs"), made(2, "SyslogUDP", UDP)], [], [2]),
        ([made(1, SubscriptionType="RedfishEvent")], ["SyslogTLS", "SyslogUDP"], [1]),
        ([made(1, Context="", destination="syslog://192.0.2.9:514")], ["SyslogTLS", "SyslogUDP"], []),
        ([{**made(1, destination="syslog://192.0.2.9:514"), "@odata.id": ""}], ["SyslogTLS", "SyslogUDP"], []),
    ],
    ids=[
        "nothing",
        "served",
        "slash",
        "plain",
        "plain and tls",
        "twice",
        "by others",
        "no syslog",
        "others'",
        "no path",
    ],
)
def test_the_best_is_asked_for_and_only_what_a_run_made_is_taken_away(
    there: list[dict[str, Any]], asked: list[str], taken: list[int]
) -> None:
    attempts = [LOGS["log_attempts"](COLLECTORS, there, each) for each in ("SyslogTLS", "SyslogUDP")]
    assert [each["protocol"] for one in attempts for each in one] == asked
    surplus = LOGS["log_surplus"](COLLECTORS, there)
    assert [int(each["@odata.id"][-1]) for each in surplus] == taken
    predicted = LOGS["log_predictions"](COLLECTORS, there)
    assert any(line.startswith("subscribe") for line in predicted) is (len(asked) == 2)
    assert sum(line.startswith("remove") for line in predicted) == len(taken)


def test_without_a_collector_all_of_ours_go() -> None:
    there = [made(1), made(2, Context="theirs"), made(3, "SyslogUDP", UDP)]
    assert LOGS["log_surplus"]([], there) == [there[0], there[2]]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"status": 400}, "SyslogTLS 400"),
        ({"status": 400, "json": {"error": None}}, "SyslogTLS 400"),
        (
            {"status": 501, "json": {"error": {"@Message.ExtendedInfo": [{"MessageId": ""}, {"MessageId": "Base.1.0.X"}]}}},
            "SyslogTLS 501 Base.1.0.X",
        ),
        ({"status": 201}, "SyslogTLS accepted, but not as a subscription to syslog"),
    ],
    ids=str,
)  # fmt: skip
def test_a_collector_that_gets_nothing_is_named_with_what_the_bmc_answered(answer: dict[str, Any], said: str) -> None:
    answers = [{"item": {"collector": "control1", "protocol": "SyslogTLS"}, **answer}]
    lines = LOGS["log_refusals"](COLLECTORS, [made(1, SubscriptionType="RedfishEvent")], answers)
    assert lines == [f"control1: {said}"]
    known = {"gpu1": {"redfish_logs_refused": lines}, "gpu2": {}}
    assert LOGS["log_silent"](["gpu1", "gpu2"], known) == [
        f"the BMC of gpu1 sends no logs to control1: {said}; it was left as it is"
    ]
    assert LOGS["log_refusals"](COLLECTORS, [made(1)], answers) == []


def test_a_bmc_gets_the_certificates_of_the_authority_that_it_lacks() -> None:
    first, second = (
        f"-----BEGIN CERTIFICATE-----\n{each}\n-----END CERTIFICATE-----" for each in ("TWFueQ==", "b3RoZXI=")
    )
    bundle = f"{first}\n{second}\n"
    missing = LOGS["log_certificates"]
    assert missing(bundle, []) == [first, second]
    assert missing(bundle, [{"CertificateString": first.replace("\n", "\r\n")}]) == [second]
    assert missing(bundle, [{"CertificateString": ""}]) == []


@pytest.mark.parametrize(
    ("there", "verified"),
    [
        ({"Certificates": {"@odata.id": "/redfish/v1/x"}, "VerifyCertificate": None}, True),
        ({"Certificates": {"@odata.id": ""}, "VerifyCertificate": False}, False),
        ({"Certificates": {"@odata.id": "/redfish/v1/x"}}, False),
        ({"VerifyCertificate": False}, False),
        ({"Certificates": {"@odata.id": "/redfish/v1/x"}, "VerifyCertificate": False, "Context": "theirs"}, False),
    ],
    ids=["null", "no path", "no switch", "no certificates", "others'"],
)
def test_ours_are_verified_where_a_bmc_has_a_place_for_certificates(there: dict[str, Any], *, verified: bool) -> None:
    assert bool(LOGS["log_verifiable"](COLLECTORS, [made(1, **there)])) is verified
