"""Purpose of a starter spec: the run of `clustergen size`, as its workload."""

from msgspec import Struct

_UNITS = (("T", 1e12), ("B", 1e9), ("M", 1e6))


class Purpose(Struct, frozen=True):
    """A training run: its keys under `workloads`, and the compute fabric with which it was sized."""

    keys: dict[str, str | int | float | dict[str, int]]
    oversubscription: float

    def printed(self) -> str:
        """Return the run as a mapping of YAML, in one line."""
        return f"{{{', '.join(f'{key}: {_text(value)}' for key, value in self.keys.items())}}}"


def amount(value: float) -> str:
    """Return a number of things as people write it, such as 15.6T; exactly."""
    for unit, size in _UNITS:
        text = f"{value / size:.15g}"
        if value >= size and "e" not in text and float(text) * size == value:
            return f"{text}{unit}"
    return f"{value:.17g}"


def _text(value: str | float | dict[str, int]) -> str:
    return (
        f"{{{', '.join(f'{key}: {each}' for key, each in value.items())}}}" if isinstance(value, dict) else str(value)
    )
