"""A switch's files, whichever system they are for."""

from pathlib import Path

from generator.verify.reach import reading
from generator.verify.reach.read_cumulus import read_cumulus
from generator.verify.reach.read_eos import read_eos
from generator.verify.reach.read_sonic import read_sonic
from generator.verify.reach.switches import SwitchFiles

_READERS = {"config_db.json": read_sonic, "startup.yaml": read_cumulus, "running.cfg": read_eos}


def read_switch(tree: Path, name: str) -> SwitchFiles | None:
    """Read a switch; nothing where it has no file of a known system."""
    folder = tree / "switches" / name
    for file, read in _READERS.items():
        if (folder / file).is_file():
            with reading(f"switches/{name}/{file}"):
                return read(folder)
    return None
