"""Modules of a command from one cached file: looking for 700 of them and opening each takes as long as planning a cluster.

As Python does with what it has compiled, a module is taken from there while its source has the time and the size that it had then. Every other is loaded
by Python as usual, and the file is then written again at the end of the command.
"""

import marshal
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from generator import __version__
from generator.source.kept import Kept

_PACKAGE = __name__.partition(".")[0]
_INDEX_BYTES = 8
"""The length of the index, at the beginning of the file; the codes are behind it."""
State = tuple[int, int, bool]
"""Time (ns) and size (bytes) of a module's source, and whether it is a package."""


class CachedModules:
    """A finder of our own modules, for `sys.meta_path`. Each command has a file of its own: it is named after the first module that is asked for."""

    def __init__(self, root: Path = Path(__file__).parents[1]) -> None:
        """Find modules of the package in `root`, and cache them with it."""
        self._root = root
        self._kept = Kept(root, (sys.version.encode(), __version__.encode(), bytes([sys.flags.optimize])))
        self._name = ""
        self._index: dict[str, tuple[State, int, int]] = {}
        self._codes = memoryview(b"")
        self._missed = False

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module is loaded from; None leaves it to Python."""
        del path, target
        if not name.startswith(f"{_PACKAGE}."):
            return None
        if not self._name:
            self._open(f"{name}.{sys.implementation.cache_tag}")
        state, start, end = self._index.get(name, ((0, 0, False), 0, 0))
        source = self._source(name, package=state[2])
        if state != _state(source, package=state[2]):
            self._missed = True
            return None
        spec = ModuleSpec(name, _Loader(name, source, self._codes[start:end]), origin=source, is_package=state[2])
        spec.has_location, spec.cached = True, source
        if state[2]:
            spec.submodule_search_locations = [source.rpartition(os.sep)[0]]
        return spec

    def save(self) -> None:
        """Cache the modules that are loaded now, beside those cached before, if one of them was not."""
        if not self._missed or not self._kept.is_ours():
            return
        codes = {name: (state, bytes(self._codes[start:end])) for name, (state, start, end) in self._index.items()}
        codes |= dict(self._loaded())
        index, end = {}, 0
        for name, (state, code) in codes.items():
            index[name] = (state, end, end := end + len(code))
        head = marshal.dumps(index)
        parts = len(head).to_bytes(_INDEX_BYTES, "big"), head, *(code for _, code in codes.values())
        self._kept.put(self._name, b"", b"".join(parts))

    def _open(self, name: str) -> None:
        """Read the index of what is cached; where it is damaged, nothing is."""
        self._name = name
        found = self._kept.view(name, b"")
        if found is None:
            return
        with suppress(ValueError, EOFError, TypeError):
            start = _INDEX_BYTES + int.from_bytes(found[:_INDEX_BYTES], "big")
            self._index, self._codes = marshal.loads(found[_INDEX_BYTES:start]), found[start:]  # noqa: S302  (written by us, as Python writes its modules)

    def _loaded(self) -> Iterator[tuple[str, tuple[State, bytes]]]:
        """Yield the state and the code of every module that is loaded now."""
        for name, module in sys.modules.items():
            if name.startswith(f"{_PACKAGE}.") and isinstance(module.__loader__, SourceFileLoader):
                package = hasattr(module, "__path__")
                source = self._source(name, package=package)
                state = _state(source, package=package)
                with suppress(OSError, ImportError, SyntaxError):  # it was replaced meanwhile
                    yield name, (state, marshal.dumps(SourceFileLoader(name, source).get_code(name)))

    def _source(self, name: str, *, package: bool) -> str:
        inner = name.removeprefix(_PACKAGE).replace(".", os.sep)
        return f"{self._root}{inner}{os.sep}__init__.py" if package else f"{self._root}{inner}.py"


class _Loader(SourceFileLoader):
    """A loader of a module whose code is at hand."""

    def __init__(self, name: str, source: str, code: memoryview) -> None:
        super().__init__(name, source)
        self._code = code

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of the module, from Python where what is cached is damaged."""
        with suppress(ValueError, EOFError, TypeError):
            code: CodeType = marshal.loads(self._code)  # noqa: S302  (written by us, as Python writes its modules)
            return code
        return super().get_code(fullname)


def _state(source: str, *, package: bool) -> State:
    """Return the state of a source, with a time of -1 where it cannot be read."""
    try:
        found = os.stat(source)  # noqa: PTH116  (700 objects of Path take as long as the calls)
    except OSError:
        return -1, 0, package
    return found.st_mtime_ns, found.st_size, package
