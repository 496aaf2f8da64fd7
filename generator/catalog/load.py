"""The catalog on demand: a model's file is read when a spec names the model, and only then. What ships is read once and kept with the installation."""

import os
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from generator.catalog.facts import OURS, shipped
from generator.catalog.model import (
    Cable,
    CatalogEntry,
    Gpu,
    Host,
    ModelShape,
    Nic,
    Optic,
    Pdu,
    StorageModel,
    Switch,
    SwitchSystem,
)
from generator.source.diagnostic import Diagnostic
from generator.source.document import Document
from generator.source.rule import register
from generator.source.span import Loc
from generator.spec.load import DocumentError, read_file, validate

register(
    "catalog-name",
    title="A catalog file whose name is not its model's",
    stage="catalog",
    why="Models are found by file name.",
    fix="Call the file `<model>.yaml`.",
)
register(
    "catalog-reference",
    title="A model that names another model without a description",
    stage="catalog",
    why="The plan of a host needs the facts of its adapters and GPUs.",
    fix="Add the catalog file of that model, or name an existing model.",
)
register(
    "link-out",
    title="A symbolic link that leads out of a folder of the spec",
    stage="catalog",
    why="Through such a link, a proposed change could have any file of the machine read and printed.",
    fix="Put the file itself into the folder.",
)

KINDS: dict[str, type[CatalogEntry]] = {
    "hosts": Host,
    "switches": Switch,
    "gpus": Gpu,
    "nics": Nic,
    "optics": Optic,
    "cables": Cable,
    "pdus": Pdu,
    "systems": SwitchSystem,
    "models": ModelShape,
    "storage": StorageModel,
}
Entry = TypeVar("Entry", bound=CatalogEntry)


class Catalog:
    """Every hardware model that can be named: ours, overlaid by the user's own directories."""

    def __init__(self, overlays: tuple[Path, ...] = ()) -> None:
        """Look into `overlays` first (the last wins), then into the catalog that ships."""
        self._roots = (*reversed(overlays), OURS)
        self._read: dict[tuple[str, str], CatalogEntry] = {}

    def names(self, kind: str) -> list[str]:
        """Return the names of all models of a kind ("hosts", "switches" ...), sorted."""
        return sorted({path.stem for root in self._roots for path in (root / kind).glob("*.yaml")})

    def unread(self, name: str) -> Path | None:
        """Return the user's file that looks like a model's, and is not read for its folder or the end of its name."""
        for root in self._roots[:-1]:
            for found in sorted((*root.glob(f"{name}.y*ml"), *root.glob(f"*/{name}.y*ml"))):
                if found.suffix != ".yaml" or found.parent.name not in KINDS:
                    return found
        return None

    def find(self, kind: type[Entry], name: str) -> Entry | None:
        """Return the model `name`, or None where there is no file of that name. Raises DocumentError: the file exists and is not valid."""
        folder = _FOLDERS[kind]
        if (folder, name) not in self._read:
            file = f"{folder}/{name}.yaml"
            root = next((each for each in self._roots if os.path.lexists(f"{each}/{file}")), None)
            if root is None:
                return None
            make = partial(_read, root, file, kind)
            fresh = shipped(folder, name, make) if root is OURS else make()
            self._read[folder, name] = fresh
            self._follow(fresh, f"{root}/{file}")
        entry = self._read[folder, name]
        assert isinstance(entry, kind)
        return entry

    def _follow(self, entry: CatalogEntry, path: str) -> None:
        """Find the models that a model names."""
        if not isinstance(entry, Host):
            return
        named: list[tuple[type[CatalogEntry], str, Loc]] = []
        named += [(Nic, port.nic, ("ports", index, "nic")) for index, port in enumerate(entry.ports) if port.nic]
        named += [(Host, f.model, ("rack_fixtures", n, "model")) for n, f in enumerate(entry.rack_fixtures) if f.model]
        if entry.gpus:
            named.append((Gpu, entry.gpus.model, ("gpus", "model")))
        problems = [
            Diagnostic(
                code="catalog-reference",
                message=f"{entry.model} has {name}, and no file of {_FOLDERS[kind]} describes it",
                loc=loc,
                help=f"known: {', '.join(self.names(_FOLDERS[kind]))}; add a file {_FOLDERS[kind]}/{name}.yaml beside it",
            )
            for kind, name, loc in named
            if self.find(kind, name) is None
        ]
        if problems:
            raise DocumentError(read_file(Path(path), path), problems)

    def get(self, kind: type[Entry], name: str) -> Entry:
        """Return a model that a check has already found."""
        entry = self.find(kind, name)
        if entry is None:
            message = f"no {name} among {_FOLDERS[kind]}"
            raise KeyError(message)
        return entry

    def every(self, kind: type[Entry]) -> list[Entry]:
        """Return all models of a kind, by name."""
        return [self.get(kind, name) for name in self.names(_FOLDERS[kind])]

    @cached_property
    def optics(self) -> list[Optic]:
        """All transceivers."""
        return self.every(Optic)

    @cached_property
    def cables(self) -> list[Cable]:
        """All cables, in the order in which a buyer prefers them."""
        return sorted(self.every(Cable), key=lambda cable: (cable.price_order, cable.model))


_FOLDERS: dict[type[CatalogEntry], str] = {model: folder for folder, model in KINDS.items()}


def _read(root: Path, file: str, kind: type[Entry]) -> Entry:
    path = root / file
    if not path.resolve().is_relative_to(root.resolve()):
        problem = Diagnostic(
            code="link-out", message=f"{path} is a link that leads out of its folder", help="put the file itself there"
        )
        raise DocumentError(Document(str(path), ""), [problem])
    document: Document = read_file(path, str(path))
    entry = validate(document, kind, nulls=True)
    if entry.model != path.stem:
        problem = Diagnostic(
            code="catalog-name",
            message=f"this file describes {entry.model} and is called {path.name}",
            loc=("model",),
            help=f"call it {entry.model}.yaml",
        )
        raise DocumentError(document, [problem])
    return entry
