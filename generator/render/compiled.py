"""Templates that ship with clustergen, compiled once and cached with the installation. A user's are compiled each time."""

import marshal
import sys
from pathlib import Path

from jinja2 import BytecodeCache, Environment
from jinja2 import __version__ as jinja_version
from jinja2.bccache import Bucket

from generator.source.kept import Kept


class Compiled(BytecodeCache):
    """Compiled templates."""

    def __init__(self, ours: Path) -> None:
        """Keep it below `ours`."""
        here = Path(__file__).parent
        code = ((here / f"{name}.py").read_bytes() for name in ("sandbox", "templates"))
        self._kept = Kept(ours, (jinja_version.encode(), sys.version.encode(), *code))
        self._ours = f"{ours}/"
        self._sources: dict[str, bytes] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return the place of a template, with its code if it is kept; one without a key for a user's."""
        key = name if filename is not None and filename.startswith(self._ours) else ""
        self._sources[key] = source.encode()
        bucket = Bucket(environment, key, "")
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read the cached code, if there is any; damaged code is compiled again."""
        kept = self._kept.get(bucket.key, self._sources[bucket.key]) if bucket.key else None
        if kept is not None:
            try:
                bucket.code = marshal.loads(kept)  # noqa: S302  (as Python loads its modules; Jinja would read it from a stream, value by value)
            except Exception:  # noqa: BLE001  (whatever is wrong with a file that we can make again)
                bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template of ours."""
        if bucket.key:
            self._kept.put(bucket.key, self._sources[bucket.key], marshal.dumps(bucket.code))
