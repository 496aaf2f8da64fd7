"""`ansible-playbook` by forks of one process that has imported it, which takes most of a short play's time: `python -m tests.playbooks.forks`.

Each line that it reads is a run as JSON, and each line that it writes is the exit code of that run.
"""

import gc
import json
import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_PLUGINS = ("action.command", "connection.local", "filter.core", "shell.sh", "strategy.linear", "test.core")
"""What nearly every task would import in a process of its own."""
_SITE = "import gc, ansible.module_utils\ngc.disable()\n"
"""What Python does on a host before it runs a module."""


def serve(home: Path) -> None:
    """Run what is asked for until nobody asks any more; what Ansible keeps for a user is in `home`."""
    # Modules come in an archive, whose files every task would compile again: these are the same ones, compiled by the installation
    (home / "sitecustomize.py").write_text(_SITE, encoding="ascii")
    here = {"HOME": str(home), "PYTHONPATH": f"{home}:{os.environ.get('PYTHONPATH', '')}"}
    os.environ |= here
    main = import_module("ansible.cli.playbook").main
    for plugin in _PLUGINS:
        import_module(f"ansible.plugins.{plugin}")
    gc.freeze()
    gc.disable()
    for line in sys.stdin:
        run = json.loads(line)
        child = os.fork()
        if child == 0:
            _play(main, run, here)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _play(main: Callable[[list[str]], None], run: dict[str, Any], here: dict[str, str]) -> None:
    """Be the child: never return."""
    code: object = 99
    try:
        for handle, place in enumerate((os.devnull, run["out"], run["err"])):
            os.dup2(os.open(place, os.O_RDWR | os.O_CREAT, 0o600), handle)
        os.environ.clear()
        os.environ |= run["environment"] | here
        main(run["command"])
        code = 0
    except SystemExit as end:
        code = end.code or 0
    except BaseException:  # noqa: BLE001  (the caller sees it in what was printed)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 99)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="ansible-home-") as folder:
        serve(Path(folder))
