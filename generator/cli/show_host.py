"""Output of `show SPEC host NAME`: the files of one host, including those of its group."""

from collections.abc import Iterator
from difflib import get_close_matches

from generator.analysis.close import close
from generator.cli.say import failed, say, table
from generator.cli.session import Session
from generator.plan.hosts.configured import configured_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact
from generator.render.backend import load_backends
from generator.render.hosts.sharing import own_place, shared_place
from generator.render.templates import TemplateError, Templates


def show_host(session: Session, name: str, *, whole: bool) -> None:
    """List a host's files, or print them as `tail` prints several."""
    plan = close(session.plan())
    host = next((each for each in configured_hosts(plan) if each.name == name), None)
    if host is None:
        near = get_close_matches(name, [each.name for each in configured_hosts(plan)])
        hint = (
            f"; did you mean {', '.join(near)}?"
            if near
            else ", or none that has files; `clustergen show SPEC hosts` prints the names"
        )
        raise failed(f"no host of this plan is called {name}{hint}")
    try:
        found = _files_of(plan, session.templates(), host)
    except TemplateError as error:
        session.fail(error.document, [error.problem])
    if not whole:
        rows = [[path, folder, f"{artifact.proof.grade}"] for path, folder, artifact in found]
        say(table(("file", "in the tree below", "grade"), rows).rstrip("\n"))
        return
    for number, (path, folder, artifact) in enumerate(found):
        say(("\n" if number else "") + f"==> {path} ({folder}) <==")
        say(artifact.content.removesuffix("\n"))


Placed = list[tuple[str, str, Artifact]]
"""Path on the host, the folder of the tree that has the file, and the file."""


def _files_of(plan: Plan, templates: Templates, host: Host) -> Placed:
    """Return every file that a host gets, by its path on the host."""
    found: dict[str, tuple[str, Artifact]] = {}
    artifacts = list(_rendered(plan, templates, host))
    for folder in _folders(host):
        for artifact in artifacts:
            if artifact.path.startswith(f"{folder}/"):
                found[artifact.path.removeprefix(folder)] = (folder, artifact)
    return [(path, *found[path]) for path in sorted(found)]


def _rendered(plan: Plan, templates: Templates, host: Host) -> Iterator[Artifact]:
    """Yield the files of all backends that have some of this host."""
    begins = tuple(f"{folder}/" for folder in _folders(host))
    for backend in load_backends().values():
        if any(path.startswith(begins) for path in backend.paths(plan)):
            yield from (each.made() for each in backend.render(plan, templates) if each.path.startswith(begins))


def _folders(host: Host) -> tuple[str, str]:
    """Return the folders that hold a host's files; a file of the last one wins."""
    return shared_place(host.group), own_place(host)
