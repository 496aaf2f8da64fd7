"""What a rendered tree names outside of its cluster: registries, repositories and other addresses, read from its files alone."""

import ipaddress
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

_URL = re.compile(r"\b(?:oci|https?|git\+https|ssh)://(?:[^\s/@\"']+@)?([A-Za-z0-9.-]+)(?::\d+)?([^\s\"'<>)\]},;]*)")
_REFERENCE = r"[\w.-]+(?::\d+)?(?:[/#][\w./-]+)+(?::[\w.+-]+)?(?:@sha256:[0-9a-f]{64})?"
_IMAGE = re.compile(
    rf"(?:\bimage\"?:|\bname: (?=docker\.io)|\brepository\"?:|--container-image=|docker://|docker pull|skopeo copy) *[\"']?({_REFERENCE})"
)
_FOR_PEOPLE = ("docs/*", "README.md", "*.md", "plan.json", "mirror/contents.csv", "*.svg", "cabling/*.html")
"""Pages with their sources, the plan with those of its facts, and the list itself."""
_NO_ADDRESS = re.compile(r"(.*\.)?(invalid|example\.(com|net|org))")
"""Names that nobody has, for examples in comments (RFC 2606, sections 2 and 3)."""


class Found(NamedTuple):
    """An address and where it is."""

    address: str
    path: str


def outside(files: Mapping[str, str], domain: str, stated: str) -> Iterator[Found]:
    """Yield every address that is not the cluster's. `stated` is the text of the spec: a site's own servers are named there."""
    for path, text in files.items():
        if any(fnmatchcase(path, pattern) for pattern in _FOR_PEOPLE):
            continue
        for match in _URL.finditer(text):
            if not _inside(match[1], domain, stated):
                yield Found(match[0].rstrip(".:`"), path)
        for match in _IMAGE.finditer(text):
            head = re.split("[/#]", match[1])[0]
            if "." in head and not _inside(head.split(":")[0], domain, stated):
                yield Found(match[1].replace("#", "/", 1), path)


def _inside(host: str, domain: str, stated: str) -> bool:
    host = host.rstrip(".")
    if (
        _NO_ADDRESS.fullmatch(host)
        or "." not in host
        or host == domain
        or host.endswith(f".{domain}")
        or host in stated
    ):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
