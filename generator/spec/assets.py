"""`assets.yaml`: what only the delivered hardware knows, keyed by device name."""

from typing import Annotated, Any

from pydantic import BeforeValidator, StringConstraints

from generator.spec.base import SpecModel, own_error


def _mac(value: Any) -> str:
    from netaddr import EUI, AddrFormatError, mac_unix_expanded  # noqa: PLC0415  (many specs have no MAC address yet)

    try:
        mac = EUI(str(value), version=48, dialect=mac_unix_expanded)
    except (AddrFormatError, ValueError):
        raise own_error(f"{value!r} is not a MAC address; write it like 3c:6d:66:00:00:01") from None
    if mac.words[0] & 1:
        raise own_error(f"{value} is a multicast address; a port has a unicast one")
    if not int(mac):
        raise own_error(f"{value} is not the MAC address of a port; leave out addresses that are not known yet")
    return str(mac)


Mac = Annotated[str, BeforeValidator(_mac)]
"""A MAC address, in any usual notation."""

_SIXTEEN_DIGITS = 10**16
"""Below it, a number may have been sixteen hexadecimal digits that happened to be decimal ones."""
_GROUP_BIT = 1 << 56
"""The group bit of an EUI-64 (its first byte's lowest): a GUID of one port never has it."""


def _guid(value: Any) -> str:
    example = "write it as ibstat prints it, in quotes: '0x0c42a103008b3bd0'"
    if isinstance(value, bool | float) or (isinstance(value, int) and value < _SIXTEEN_DIGITS):
        raise own_error(f"{value!r} is a number that can be read in two ways; {example}")
    digits = f"{value:016x}" if isinstance(value, int) else str(value).lower().removeprefix("0x")
    digits = digits.replace(":", "").replace("-", "")
    if len(digits) != 16 or not all(digit in "0123456789abcdef" for digit in digits):
        raise own_error(f"{value!r} is not a GUID of 16 hexadecimal digits; {example}")
    number = int(digits, 16)
    if number in {0, (1 << 64) - 1} or number & _GROUP_BIT:
        raise own_error(f"0x{digits} is not the GUID of a device (it is all zeros, all ones, or a group's)")
    return f"0x{digits}"


Guid = Annotated[str, BeforeValidator(_guid)]
"""A 64-bit GUID (EUI-64) of an InfiniBand port or switch; kept as 0x and 16 digits."""


SerialNumber = Annotated[
    str, StringConstraints(strict=True, pattern=r"^([A-Za-z0-9]([A-Za-z0-9 ._-]{0,62}[A-Za-z0-9.])?)?$")
]
"""What the label of a device has, and what its firmware answers."""
DeviceName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$")]
"""The name of a host or a switch."""


class DeviceAssets(SpecModel):
    """One delivered device."""

    serial: SerialNumber = ""
    """Serial number."""
    macs: dict[str, Mac] = {}
    """MAC address by port name: `rail0`, `frontend0`, `bmc`; for a switch `mgmt0`, and `base` for its base address."""
    guid: Guid | None = None
    """Node GUID of an InfiniBand switch (`ibswitches` prints it)."""
    guids: dict[str, Guid] = {}
    """Port GUID of a host's InfiniBand ports by port name: `rail0`, `storage1` (`ibstat` prints it as Port GUID)."""


AssetsSpec = dict[DeviceName, DeviceAssets]
"""The delivered devices by name."""
