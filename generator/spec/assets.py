"""`assets.yaml`: what only the delivered hardware knows, keyed by device name."""

from typing import Annotated, Any

from netaddr import EUI, AddrFormatError, mac_unix_expanded
from pydantic import BeforeValidator, StringConstraints

from generator.spec.base import Line, SpecModel, own_error


def _mac(value: Any) -> str:
    try:
        mac = EUI(str(value), version=48, dialect=mac_unix_expanded)
    except (AddrFormatError, ValueError):
        raise own_error(f"{value!r} is not a MAC address; write it like 3c:6d:66:00:00:01") from None
    if mac.words[0] & 1:
        raise own_error(f"{value} is a multicast address; a port has a unicast one")
    return str(mac)


Mac = Annotated[str, BeforeValidator(_mac)]
"""A MAC address, in any usual notation."""


DeviceName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$")]
"""The name of a host or a switch."""


class DeviceAssets(SpecModel):
    """One delivered device."""

    serial: Line = ""
    """Serial number."""
    macs: dict[str, Mac] = {}
    """MAC address by port name: `rail0`, `frontend0`, `bmc`; for a switch `mgmt0`, and `base` for its base address."""


AssetsSpec = dict[DeviceName, DeviceAssets]
"""The delivered devices by name."""
