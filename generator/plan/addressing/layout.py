"""Layouts: an address is a coordinate written in binary, most significant field first."""

from collections.abc import Mapping
from functools import cached_property
from ipaddress import IPv4Network

from msgspec import Struct

from generator.plan.ranges import Bits
from generator.source.span import Loc

_OCTETS = tuple(map(str, range(256)))
_DOTS = 3


def bits_for(count: int) -> int:
    """Bits that distinguish `count` things."""
    return max(0, (count - 1).bit_length())


def dotted(address: int) -> str:
    """Return the text of an IPv4 address: a tenth of the time of `ipaddress`, and there are several for every link."""
    return f"{_OCTETS[address >> 24]}.{_OCTETS[address >> 16 & 255]}.{_OCTETS[address >> 8 & 255]}.{_OCTETS[address & 255]}"


def number_of(text: str) -> int:
    """Return the number that an IPv4 address of ours is. Raises ValueError: it is none, as in a plan that was changed."""
    if text.count(".") != _DOTS:
        raise ValueError(f"{text} is no IPv4 address")
    return int.from_bytes(map(int, text.split(".")))


class Field(Struct, frozen=True):
    """One coordinate: its name, its width, how many values the envelope uses."""

    name: str
    bits: Bits
    used: int

    @property
    def room(self) -> int:
        """The number of values of the width."""
        return 1 << self.bits


class Layout(Struct, frozen=True, kw_only=True, dict=True):
    """A pool divided into fields that fill it to the last bit. `per_value` is the meaning of one value of the last field."""

    pool: str
    prefix: IPv4Network
    fields: tuple[Field, ...]
    use: str
    origin: Loc

    def encode(self, values: Mapping[str, int]) -> int:
        """Return the offset of a coordinate within the pool; fields that are left out are 0."""
        offset = 0
        for field in self.fields:
            value = values.get(field.name, 0)
            if value >> field.bits:
                message = f"{field.name} {value} does not fit {field.bits} bits of {self.pool}"
                raise OverflowError(message)
            offset = offset << field.bits | value
        return offset

    def offset(self, name: str, value: int) -> int:
        """Return the offset of a coordinate all of whose fields but one are 0."""
        bits, below = self._widths[name]
        return value << below if not value >> bits else self.encode({name: value})

    @cached_property
    def _widths(self) -> dict[str, tuple[int, int]]:
        """The bits of each field, and those behind it."""
        return {field.name: (field.bits, self.below(field.name)) for field in self.fields}

    def address(self, **values: int) -> int:
        """Return the address of a coordinate, as an integer."""
        return int(self.prefix.network_address) + self.encode(values)

    def prefix_of(self, *, through: str, **values: int) -> IPv4Network:
        """Return the prefix that holds everything below a field: `through="su"` for one rail in one SU."""
        return IPv4Network((self.address(**values), 32 - self.below(through)))

    def below(self, name: str) -> int:
        """Return the bits of all fields behind one."""
        names = [field.name for field in self.fields]
        return sum(field.bits for field in self.fields[names.index(name) + 1 :])

    @property
    def free_bits(self) -> int:
        """Bits of the pool."""
        return 32 - self.prefix.prefixlen

    @property
    def drawing(self) -> str:
        """Draw the 32 bits: `p` for the pool's own, then each field's letter; dots between the octets."""
        bits = "p" * self.prefix.prefixlen + "".join(_letter(self.fields, field) * field.bits for field in self.fields)
        octets = ".".join(bits[start : start + 8] for start in range(0, 32, 8))
        key = ", ".join(f"{_letter(self.fields, field)} = {field.name}" for field in self.fields if field.bits)
        return f"{octets}    p = pool, {key}"


def _letter(fields: tuple[Field, ...], field: Field) -> str:
    """The first letter of a field's name that no earlier field and not the pool has."""
    taken = {"p"}
    for each in fields:
        letter = next(c for c in each.name + "xyz" if c not in taken)
        taken.add(letter)
        if each is field:
            return letter
    message = f"no field {field.name}"
    raise LookupError(message)
