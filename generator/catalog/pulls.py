"""What a release has fetched by itself, which no file of a tree names: images of a chart's own defaults, and files of an installer."""

from typing import Any

from msgspec import Struct


class Pull(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An image that container runtimes request because of a release."""

    image: str
    """REGISTRY/NAME:TAG, with @DIGEST where it is requested by its digest. `{system}` is that of hosts with NVIDIA's GPUs, as ubuntu24.04."""
    when: dict[str, Any] = {}
    """Values under which it is requested, by their path in the release's values (`driver.enabled`)."""
    moves: bool = False
    """Whether its maker moves the tag: a registry has what the tag meant when it was copied."""


class Download(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that an installer fetches."""

    name: str
    """What it is."""
    version: str
    """Its release."""
    url: str
    """Where it is; `{architecture}` is that of a host."""
    sha256: dict[str, str]
    """Its checksum for each architecture, as Debian calls it; under `all` where there is one file for all."""
    when: dict[str, Any] = {}
    """Values under which it is fetched."""


class Remote(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list of objects that another list includes by its address."""

    name: str
    """What it installs."""
    version: str
    """Its release."""
    url: str
    """Where it is."""


def holds(when: dict[str, Any], values: dict[str, Any], defaults: dict[str, Any]) -> bool:
    """Whether values meet a condition. A path that they do not state has the release's own default; one without a default is a KeyError."""
    return all(_stated(path, values, defaults) == wanted for path, wanted in when.items())


def _stated(path: str, values: dict[str, Any], defaults: dict[str, Any]) -> Any:
    found: Any = values
    for key in path.split("."):
        if not isinstance(found, dict) or key not in found:
            return defaults[path]
        found = found[key]
    return found
