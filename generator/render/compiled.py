"""Templates that ship with clustergen, compiled once: kept as Python keeps modules, in a `__pycache__` of the installation, and nowhere else."""

import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2 import __version__ as jinja_version
from jinja2.bccache import Bucket

from generator.render.artifact import PLAIN_MODE


@cache
def _made_by() -> str:
    """Return what a compiled template depends on beside its text: Jinja's release, and the environment that is made in this room."""
    here = Path(__file__).parent
    parts = (jinja_version.encode(), *((here / f"{name}.py").read_bytes() for name in ("sandbox", "templates")))
    return sha256(b"\0".join(parts)).hexdigest()[:16]


class Compiled(FileSystemBytecodeCache):
    """What Jinja makes of our templates, each with the digest of its text: another text is compiled anew. A user's templates are never kept."""

    def __init__(self, ours: Path, *, always: bool = False) -> None:
        """Keep it below `ours`: where Python writes bytecode, or `always`."""
        super().__init__(str(ours / "__pycache__"), f"%s.{_made_by()}")
        self._ours = f"{ours}/"
        self._writes = always or not sys.dont_write_bytecode

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return the place of a template, with its code if it is kept; one without a key for a user's."""
        if filename is None or not filename.startswith(self._ours):
            return Bucket(environment, "", "")
        return super().get_bucket(environment, name, None, source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read, where there is something to read; what is damaged is compiled anew."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # noqa: BLE001  (whatever is wrong with a file that we can make again)
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write, where this installation is ours to write to; elsewhere the next start compiles again."""
        if bucket.key and self._writes:
            with suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)
                Path(self._get_cache_filename(bucket)).chmod(PLAIN_MODE)
