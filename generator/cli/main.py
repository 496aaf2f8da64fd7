"""clustergen's command line. Commands are imported when they run, so that `--help` answers at once."""

import atexit
import errno
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

import click

from generator import __version__

_COMMANDS = {
    "init": "Write a commented starter spec.",
    "import": "Write the spec and pins of an existing cluster, from exports of the site's tools.",
    "export": "Write a rendered tree in the form of another tool: NetBox, containerlab, Graphviz, Terraform ...",
    "validate": "Report every problem of a spec with its line.",
    "render": "Write the whole output tree.",
    "size": "Work out what a training run needs: GPUs, days, split, storage.",
    "prices": "Write the file of your own prices, with every line to fill.",
    "summary": "Print the counts, without writing anything.",
    "plan": "Report what a change does: devices, cables, addresses, hosts to drain, and in which order.",
    "show": "Print tables of the plan, or the spec with every default.",
    "explain": "Explain what a device, port, address, VLAN, cable or count is, and why; or an error by its name.",
    "check": "Run the real programs of this machine against a rendered tree.",
    "schema": "Print the JSON Schema of specs, for editors.",
    "catalog": "List hardware models, or show one with its sources.",
    "twin": "Run the network of a rendered tree on this machine, and try failures and growth in it.",
    "docs": "List, print or search the pages of the manual.",
}
"""Every command with its line in the help; its code is the module of the same name, or the one below."""
_MODULES = {"import": "adopt"}
"""A module may not be called as a word of Python."""
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What a write says where a file cannot grow."""


class _Commands(click.Group):
    """The commands by name, each imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"generator.cli.{_MODULES.get(cmd_name, cmd_name)}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            import difflib  # noqa: PLC0415  (help needs none)

            near = difflib.get_close_matches(args[0], _COMMANDS, 2, 0.6)
            advice = f"did you mean {' or '.join(near)}?" if near else f"the commands are {', '.join(_COMMANDS)}"
            ctx.fail(f"there is no command {args[0]!r}; {advice}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; an option without its value is reported with the command's usage, and with what the value is."""
        try:
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            if command is None or error.ctx is not None:
                raise
            inner = click.Context(command, info_name=ctx.invoked_subcommand, parent=ctx)
            wanted = _wanted(command, error.option_name, inner)
            raise click.BadOptionUsage(error.option_name, f"{error.message}{wanted}", inner) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _wanted(command: click.Command, option: str, ctx: click.Context) -> str:
    """Return what the value of an option is, by its help."""
    named = (each for each in command.params if isinstance(each, click.Option) and option in each.opts)
    return next((f" {each.make_metavar(ctx)}: {each.help}" for each in named if each.help), "")


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="clustergen")
@click.option("--quiet", "-q", is_flag=True, help="Print only problems.")
@click.option("--verbose", "-v", is_flag=True, help="Print on standard error what is read, and how much is planned.")
@click.option("--no-color", is_flag=True, envvar="NO_COLOR", help="Never use colours (also: NO_COLOR=1).")
@click.option(
    "--shipped-only",
    is_flag=True,
    envvar="CLUSTERGEN_SHIPPED_ONLY",
    help="Use only the catalog and templates that ship with clustergen: ignore catalog/ and templates/ beside SPEC (also: CLUSTERGEN_SHIPPED_ONLY=1).",
)
@click.pass_context
def main(ctx: click.Context, quiet: bool, verbose: bool, no_color: bool, shipped_only: bool) -> None:
    """Write every file that builds, wires, configures and runs a GPU cluster from one declarative spec.

    \b
      clustergen init --gpus 16 -o cluster.yaml
      clustergen validate cluster.yaml
      clustergen render cluster.yaml -o build

    Where a command has SPEC, `-` is standard input: files beside a spec (assets.yaml, catalog/) are then not read.

    Shell completion: `eval "$(_CLUSTERGEN_COMPLETE=bash_source clustergen)"` (zsh_source, fish_source). It completes commands, options, models, devices, rules and pages.

    Exit codes: 0 success, 1 a problem in the spec or tree, 2 misuse of the command line, 4 a plan that changes something existing.
    """
    # Plugins of other packages must not affect specs, and searching for them takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Records are trees without cycles, and they live to the end: walking them again and again costs a third of the time.
    if gc.isenabled():
        gc.disable()
        ctx.call_on_close(gc.enable)
    ctx.obj = {"quiet": quiet, "color": False if no_color else None, "shipped_only": shipped_only, "verbose": verbose}
    if no_color:
        ctx.color = False


def run() -> None:
    """Run as a separate process, without garbage collection: records live to the end, so a search for cycles finds nothing."""
    gc.disable()
    ended: list[int] = []
    atexit.register(_leave, ended)  # what is registered first runs last
    sys.meta_path.insert(0, _FirstModule())
    try:
        main()
    except SystemExit as end:
        ended += [end.code or 0] if isinstance(end.code, int | None) else []
        raise
    except OSError as error:
        if error.errno not in _FULL or error.filename is not None:
            raise
        # Files are written where their errors are caught, so this is the output, such as of `show > FILE`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        with suppress(OSError):
            click.echo(f"error: standard output cannot be written: {os.strerror(error.errno).lower()}", err=True)
        sys.exit(1)


class _FirstModule:
    """A finder for the first of our modules that a command needs, from which on they are cached. Help needs none, and does not load what caches them."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("generator."):
            return None
        sys.meta_path.remove(self)
        from generator.cli.modules import CachedModules  # noqa: PLC0415

        modules = CachedModules()
        sys.meta_path.insert(0, modules)
        atexit.register(modules.save)
        return modules.find_spec(name, path, target)


def _leave(ended: list[int]) -> None:
    """End at once with this exit code: Python would free a plan object by object, which takes a twentieth of a render."""
    with suppress(OSError, ValueError):  # output that cannot be written, or is closed, is left to Python
        for stream in filter(None, (sys.stdout, sys.stderr)):  # None: it was closed from the start
            stream.flush()
        for code in ended:
            os._exit(code)
