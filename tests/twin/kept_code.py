"""A host's `sitecustomize`: Python code that was compiled once is kept until the host boots again. Not imported here, but placed on hosts of the bed.

Ansible sends a zip file with each module, whose 50 or so files Python compiles every time, two thirds of a module's processor time. Kept code is found by the
source that it comes from, so that only the time differs.
"""

import _imp
import contextlib
import marshal
import os
import sys
import zipimport
from types import CodeType

_SENT = not sys.orig_argv[1:]
"""Whether Python reads its script from standard input, as Ansible sends modules."""
if _SENT:
    import forked_modules  # type: ignore[import-not-found]

    forked_modules.hand_over()

_KEPT = "/run/kept-code"
"""A directory of everybody's (ssh_root.BOOTED): code counts where root or whoever runs it has kept it."""
_compile = zipimport._compile_source  # type: ignore[attr-defined]


def _compiled(path: str, source: bytes) -> CodeType:
    if _SENT:
        forked_modules.begin(path)
    name = f"{_KEPT}/{sys.implementation.cache_tag}-{_imp.source_hash(0, source).hex()}"
    with (
        contextlib.suppress(OSError, EOFError, ValueError, TypeError),
        open(name, "rb") as file,  # noqa: PTH123, every Python of the host reads this: no pathlib
    ):
        if os.fstat(file.fileno()).st_uid in {0, os.geteuid()}:
            code: CodeType = marshal.loads(file.read())
            _imp._fix_co_filename(code, path)  # type: ignore[attr-defined]
            return code
    code = _compile(path, source)
    with contextlib.suppress(OSError):
        with open(f"{name}.{os.getpid()}", "xb") as file:  # noqa: PTH123
            file.write(marshal.dumps(code))
        os.rename(f"{name}.{os.getpid()}", name)  # noqa: PTH104
    return code


zipimport._compile_source = _compiled  # type: ignore[attr-defined]
