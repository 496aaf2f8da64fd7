"""The judge of NVUE settings: no program reads them without a switch, so the grammar of NVIDIA's command reference does."""

from pathlib import Path

from generator.render.cumulus.reading import faults_of
from generator.verify.verdict import Verdict

_FILES = ("startup.yaml", "nv-set.sh")


def nvue(tree: Path) -> Verdict:
    """Hold both files of every Cumulus switch against the commands of its release, and against each other."""
    folders = sorted(file.parent for file in tree.glob("switches/*/startup.yaml"))
    faults = []
    for folder in folders:
        texts = [_text(folder / name) for name in _FILES]
        faults += [f"{folder.name}: {said}" for said in faults_of(*texts)]
    note = "commands of NVIDIA's reference"
    return Verdict("nvue", len(_FILES) * len(folders), ran=True, note=note, faults=faults)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""
