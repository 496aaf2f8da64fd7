"""Validation of every config_db.json with SONiC's own YANG models, which the user has from a switch or from SONiC's sources."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import SubprocessError

from generator.source.broken import why_not_run
from generator.verify.programs import find, start
from generator.verify.sonic_yang.rows import ConfigDb, Misshapen, UnknownTable, to_xml
from generator.verify.sonic_yang.tables import ModelsError, read_tables
from generator.verify.verdict import Verdict

ON_SWITCHES = Path("/usr/local/yang-models")
"""Where SONiC installs its package sonic-yang-models (sonic-utilities, generic_config_updater/gu_common.py)."""
_NAME = "config_db"
_HOW = f"SONiC's YANG models are missing: copy {ON_SWITCHES} from a switch, and name the folder with --sonic-yang"
_AT_ONCE = 20
"""Files that one yanglint reads: it takes 0.2 s to load the modules, and a few ms for a file."""


def config_db(tree: Path, models: Path | None) -> Verdict:
    """Validate every config_db.json of a tree with the YANG models of a folder."""
    files = sorted(tree.glob("switches/*/config_db.json"))
    if not files:
        return Verdict(_NAME, 0, ran=True, note="SONiC's YANG models")
    if models is None:
        return Verdict(_NAME, len(files), ran=False, note=_HOW)
    yanglint = find("yanglint")
    if yanglint is None:
        return Verdict(_NAME, len(files), ran=False, note="yanglint is missing: apt-get install libyang2-tools")
    try:
        judge = SonicYang(models, yanglint)
    except ModelsError as error:
        return Verdict(_NAME, len(files), ran=False, note=str(error))
    if unfit := judge.unfit():
        return Verdict(_NAME, len(files), ran=False, note=f"the modules of {models} cannot be loaded: {unfit}")
    faults = [f"{file.parent.name}/{file.name}: {fault}" for file, fault in judge.faults(files)]
    return Verdict(_NAME, len(files), ran=True, note=f"{yanglint} with {models}", faults=faults)


class SonicYang:
    """The modules of a folder, read once, and yanglint."""

    def __init__(self, models: Path, yanglint: str | Path = "yanglint") -> None:
        """Read the modules. Raises ModelsError: the folder has no modules, or is not complete."""
        self.tables = read_tables(models)
        modules = sorted(str(path) for path in models.resolve().glob("*.yang"))
        # -Q: without the warnings of modules that are checked before the modules to which they refer are loaded.
        self._command = [str(yanglint), "-Q", "-p", str(models.resolve()), "-t", "config", *modules]

    def unfit(self) -> str:
        """Return why yanglint cannot load the modules, or an empty text."""
        return self._refusal([])

    def faults(self, files: Sequence[Path]) -> list[tuple[Path, str]]:
        """Return the first fault of each file that the modules refuse, in the order of the files."""
        found: dict[Path, str] = {}
        documents: dict[Path, str] = {}
        for file in files:
            try:
                document = self.to_xml(json.loads(file.read_text(encoding="utf-8")))
                document.encode()
            except (ValueError, RecursionError, UnknownTable, Misshapen) as error:
                found[file] = str(error)
            else:
                documents[file] = document
        names = list(documents)
        for first in range(0, len(names), _AT_ONCE):
            batch = names[first : first + _AT_ONCE]
            if len(batch) > 1 and not self._refusal([documents[file] for file in batch]):
                continue
            found |= {file: fault for file in batch if (fault := self._refusal([documents[file]]))}
        return [(file, found[file]) for file in files if file in found]

    def check(self, config_db: ConfigDb) -> list[str]:
        """Return the faults of one configuration, in yanglint's words. It stops at its first fault.

        Raises:
            UnknownTable: no module has a table of this name.
        """
        try:
            fault = self._refusal([self.to_xml(config_db)])
        except Misshapen as error:
            fault = str(error)
        return [fault] if fault else []

    def to_xml(self, config_db: Mapping[str, object]) -> str:
        """Return the document that yanglint reads."""
        return to_xml(self.tables, config_db)

    def _refusal(self, documents: Sequence[str]) -> str:
        """Return why yanglint refuses one of the documents, or an empty text. Each is validated for itself."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{number}.xml" for number in range(len(documents))]
            for path, document in zip(paths, documents, strict=True):
                path.write_text(document, encoding="utf-8")
            try:
                done = start([*self._command, *map(str, paths)])
            except (OSError, SubprocessError) as error:
                return f"{why_not_run(error)}"
        if done.returncode == 0:
            return ""
        lines = done.stderr.strip().splitlines()
        errors = [line.removeprefix("libyang err : ") for line in lines if line.startswith("libyang err")]
        return "; ".join(errors) or f"yanglint ended with {done.returncode}: {' '.join(lines)[-400:]}"
