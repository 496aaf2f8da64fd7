# Copyright the clustergen authors. Licensed under Apache-2.0.

"""Certificates of BMCs by Redfish's CertificateService: where the one of HTTPS is, what is requested, and which BMCs keep theirs.

`service` is the CertificateService, held to its shape, and `place` the answer of `https_place`. What a BMC allows is in the action itself
(`Parameter@Redfish.AllowableValues`) or in its ActionInfo (DSP0266, "Allowable values for action parameters").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Json = dict[str, Any]
_REQUEST, _REPLACE = "#CertificateService.GenerateCSR", "#CertificateService.ReplaceCertificate"
_PEM = re.compile(r"-----BEGIN CERTIFICATE-----(.+?)-----END CERTIFICATE-----", re.DOTALL)
# TCG Algorithm Registry, which DMTF's schema refers to; then the words of bmcweb
_ELLIPTIC, _RSA = ("TPM_ALG_ECDSA", "TPM_ALG_ECDH", "TPM_ALG_ECC", "EC"), ("TPM_ALG_RSA", "RSA")
_CURVES = ("TPM_ECC_NIST_P256", "TPM_ECC_NIST_P384", "TPM_ECC_NIST_P521", "prime256v1", "secp384r1", "secp521r1")
_BITS = 2048


def https_place(collections: Sequence[str], certificates: Sequence[Json], shown: str) -> Json:
    """Return the collection of HTTPS certificates and its member that the BMC shows; nothing where several may be it.

    `certificates` are answers, each with its `item`. Managers behind a BMC have certificates of their own, which clients of the BMC do not see.
    """
    serving = [each["item"] for each in certificates if same_certificate(_text(each), shown)]
    below = {path: [each["item"] for each in certificates if _is_below(each["item"], path)] for path in collections}
    found = [path for path in below if set(below[path]) & set(serving)] or list(below)
    if len(found) != 1:
        return {}
    members = below[found[0]]
    member = next(iter([*(each for each in members if each in serving), *members]), "")
    held = next((_text(each) for each in certificates if each["item"] == member), "")
    return {"collection": found[0], "member": member, "held": held}


def linked(resources: Sequence[Json], *names: str) -> list[str]:
    """Return where a property of each resource leads, by its names from the outside in; each place once."""
    found = []
    for each in resources:
        for name in names:
            each = each[name]  # noqa: PLW2901
        found.append(each["@odata.id"])
    return [path for path in dict.fromkeys(found) if path]


def certificate_information(service: Json) -> list[str]:
    """Return where the service states what its actions take."""
    stated = (service["Actions"][name]["@Redfish.ActionInfo"] for name in (_REQUEST, _REPLACE))
    return [path for path in dict.fromkeys(stated) if path]


def certificate_obstacle(service: Json, place: Json) -> str:
    """Return why a BMC keeps its certificate; empty where it can get another."""
    missing = [name.rpartition(".")[2] for name in (_REQUEST, _REPLACE) if not service["Actions"][name]["target"]]
    if len(missing) > 1:
        return "no CertificateService"
    if missing:
        return f"a CertificateService without {missing[0]}"
    return "" if place else "no certificate that is known to be that of HTTPS"


def certificate_request(service: Json, information: Sequence[Json], place: Json, stated: Json, key: Json) -> Json:
    """Return the body of GenerateCSR: what is stated, and the best key that the BMC says it can make; `key` replaces this choice."""
    allowed = _allowed(service, information, _REQUEST, "CertificateCollection")
    target = next((each for each in allowed if _is_below(each, place["collection"])), place["collection"])
    chosen = key or _key(
        _allowed(service, information, _REQUEST, "KeyPairAlgorithm"),
        _allowed(service, information, _REQUEST, "KeyCurveId"),
    )
    return {**stated, **chosen, "CertificateCollection": {"@odata.id": target}}


def certificate_replacement(service: Json, information: Sequence[Json], place: Json, certificate: str) -> Json:
    """Return the body of ReplaceCertificate: for the member, or for the collection where it has none or names only that."""
    allowed = [each.rstrip("/") for each in _allowed(service, information, _REPLACE, "CertificateUri")]
    ways = [each for each in (place["member"], place["collection"]) if each]
    target = next((each for each in ways if each.rstrip("/") in allowed), ways[0])
    return {"CertificateString": certificate, "CertificateType": "PEM", "CertificateUri": {"@odata.id": target}}


def certificate_refusal(answer: Json) -> str:
    """Return an answer other than success as text: its status, with the messages of the BMC."""
    error = ((answer.get("json") or {}).get("error") or {}).get("@Message.ExtendedInfo") or []
    return " ".join([str(answer["status"]), *(each["MessageId"] for each in error if each["MessageId"])])


def certificate_kept(hosts: Sequence[str], hostvars: Mapping[str, Json]) -> list[str]:
    """Return a line for each host whose BMC keeps a certificate that clients of the authority refuse."""
    why = {host: hostvars[host].get("redfish_certificate_obstacle") or "" for host in hosts}
    return [f"the BMC of {host} keeps its certificate: it has {why[host]}" for host in hosts if why[host]]


def same_certificate(one: str, other: str) -> bool:
    """Whether two texts have the same certificate, however their lines are broken."""
    return bool(_bare(one)) and _bare(one) == _bare(other)


def _key(algorithms: Sequence[str], curves: Sequence[str]) -> Json:
    """Return the parameters of a key; none where the BMC states nothing that is known, so that it makes the one of its own choice."""
    curve = {"KeyCurveId": next((each for each in _CURVES if each in curves), "")}
    for name in _ELLIPTIC:
        if name in algorithms:
            return {"KeyPairAlgorithm": name, **(curve if curve["KeyCurveId"] else {})}
    return next(({"KeyPairAlgorithm": name, "KeyBitLength": _BITS} for name in _RSA if name in algorithms), {})


def _allowed(service: Json, information: Sequence[Json], action: str, parameter: str) -> list[str]:
    """Return what a parameter of an action may be; nothing where the BMC does not state it."""
    stated: list[str] = service["Actions"][action].get(f"{parameter}@Redfish.AllowableValues") or []
    told = [each.get("AllowableValues") or [] for each in information if each["Name"] == parameter]
    return [each for each in (*stated, *(value for values in told for value in values)) if each]


def _text(answer: Json) -> str:
    return answer["json"].get("CertificateString") or ""


def _is_below(path: str, collection: str) -> bool:
    return f"{path.rstrip('/')}/".startswith(f"{collection.rstrip('/')}/")


def _bare(text: str) -> str:
    """Return the first certificate of a text without its line breaks."""
    found = _PEM.search(text)
    return "".join(found[1].split()) if found else ""


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        read = (linked, https_place, certificate_information, certificate_obstacle, certificate_kept)
        asked = (certificate_request, certificate_replacement, certificate_refusal, same_certificate)
        return {each.__name__: each for each in (*read, *asked)}
