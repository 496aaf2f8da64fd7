"""What a text fetches from elsewhere, and whether each of it is named by a digest or by a release that does not move."""

import re
from collections.abc import Iterator
from typing import Any

DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
RELEASE = re.compile(r"v?\d+\.\d+\.\d+(?:[-+.][0-9A-Za-z.+-]+)?")
"""Three numbers, and what a project hangs on: `26.05.1-ubuntu26.04`, `v1.35.4+rke2r1`."""
BY_MONTH = {"nvcr.io/nvidia/pytorch": re.compile(r"\d\d\.\d\d-py3")}
"""Images that their maker numbers by year and month, each of which he publishes once."""
_PREFIXED = re.compile(r"network-operator-(v\d+\.\d+\.\d+)")
_REGISTRY = re.compile(
    r"(?<![\w./@-])((?:docker\.io|ghcr\.io|nvcr\.io|quay\.io|registry\.k8s\.io)/[\w./-]+(?::[\w.+-]+)?(?:@sha256:\w+)?)"
)
_HELM = re.compile(r"helm (?:upgrade|install|template|pull)[^\n]*")
_PIP = re.compile(r"\b(?:pip3?|pipx|uv tool|uv pip) install ([^\n]*)")
_TAKES_A_VALUE = {"-r", "--requirement", "-c", "--constraint", "--only-binary", "--target"}
_REMOTE = re.compile(r"https://(?:raw\.githubusercontent\.com|github\.com)/[^\s\"')]+")
_AT_REF = re.compile(rf"(?:[?&]ref=|/download/|/)({RELEASE.pattern}|[0-9a-f]{{40}})(?=$|[/&])")
_FILES = re.compile(r"githubusercontent|/releases/|/archive/|/raw/|/blob/|\.git(?:/|$)|[?&]ref=")


def image_is_exact(image: str) -> bool:
    """Whether an image is named by a digest, or by a tag that is a release."""
    name, _, tag = image.partition("@")[0].rpartition(":")
    if DIGEST.search(image):
        return True
    by_month = BY_MONTH.get(name)
    return bool(name) and bool(
        RELEASE.fullmatch(tag) or _PREFIXED.fullmatch(tag) or (by_month and by_month.fullmatch(tag))
    )


def loose_pins(text: str) -> Iterator[str]:
    """Return every image, chart, package and remote file in a text (comments too) that may be another one tomorrow."""
    yield from (f"image {found}" for found in _REGISTRY.findall(text) if _is_image(found) and not image_is_exact(found))
    for command in _HELM.findall(text):
        said = re.search(r"--version[ =](\S+)", command)
        if not said or not RELEASE.fullmatch(said[1]):
            yield f"chart: {command}"
    yield from (f"package {word}" for word in asked_packages(text) if not re.search(r"==\d+(\.\d+)+$", word))
    for address in _REMOTE.findall(text):
        if _FILES.search(address) and not _AT_REF.search(address):
            yield f"remote file {address}"


def asked_packages(text: str) -> Iterator[str]:
    """Return what every command in a text asks an index of Python packages for: no options, no files, no folders."""
    for said in _PIP.findall(text):
        words = re.split(r"&&|\||;|#|\(|\)|`|, ", said)[0].split()
        for before, word in zip(["", *words], words, strict=False):
            plain = word.strip("'\"")
            if plain and not plain.startswith((".", "-", "/", "<")) and before not in _TAKES_A_VALUE:
                yield plain


def loose_values(value: Any) -> Iterator[str]:
    """Return every image, collection and package of a YAML document that may be another one tomorrow."""
    if isinstance(value, list):
        for each in value:
            yield from loose_values(each)
    if not isinstance(value, dict):
        return
    for key, each in value.items():
        if key == "image" and isinstance(each, str) and "repository" not in value and not image_is_exact(each):
            yield f"image {each}"
        if key == "package_pip" and not re.fullmatch(r"[\w-]+==[\d.]+", each):
            yield f"package {each}"
        yield from loose_values(each)
    if {"image", "repository"} <= value.keys() and not image_is_exact(
        f"{value['repository']}/{value['image']}:{value.get('version')}"
    ):
        yield f"image {value}"
    for each in value.get("collections", ()) if isinstance(value.get("collections"), list) else ():
        if not RELEASE.fullmatch(str(each.get("version", ""))):
            yield f"collection {each}"
    base = value.get("base_image")
    if isinstance(base, dict) and not DIGEST.search(base["name"]):
        yield f"base image {base['name']}"


def _is_image(found: str) -> bool:
    """Whether it is more than where images are: `repository: nvcr.io/nvidia/mellanox` and charts of a registry are judged by what stands beside them."""
    return ":" in found or found.count("/") > 2
