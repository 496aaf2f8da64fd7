"""Write `requirements/run.lock`: of the lock, what clustergen itself runs with (`make generated`)."""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import requires

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tests.conftest import ROOT

LOCK = ROOT / "requirements" / "run.lock"
_HEAD = "# What clustergen runs with, as requirements/dev.lock has it: pip install --require-hashes -r run.lock. The extras `eos` and `qr` are not in it.\n"
BLOCK = re.compile(r"^([A-Za-z0-9][\w.-]*)==(?:.*\\\n)+.*\n", re.MULTILINE)


def needed(package: str = "clustergen", own: Iterable[str] | None = None) -> set[NormalizedName]:
    """Name what a package needs on Linux, and what that needs; its `own` requirements where it is not the installed one."""
    found: set[NormalizedName] = set()
    for text in requires(package) or () if own is None else own:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": "", "sys_platform": "linux"}):
            name = canonicalize_name(requirement.name)
            found |= {name} | needed(name)
    return found


def run_lock() -> str:
    """Return the file: the blocks of the lock, word by word."""
    return _HEAD + "".join(_blocks(needed()))


def _blocks(names: Iterable[NormalizedName]) -> Iterator[str]:
    text = (ROOT / "requirements" / "dev.lock").read_text(encoding="utf-8")
    found = {canonicalize_name(block[1]): block[0] for block in BLOCK.finditer(text)}
    yield from (found[name] for name in sorted(names))


if __name__ == "__main__":
    LOCK.write_text(run_lock(), encoding="utf-8")
