"""hosts-users: who gets in at a host: public keys, what sshd makes of them, and who may become root. The accounts themselves are in the inventory."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.users import HostAccounts, accounts_of
from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "hosts-users"
_KEYS, _SSHD, _SUDOERS = (
    "etc/ssh/authorized_keys.d/",
    "etc/ssh/sshd_config.d/20-clustergen-users.conf",
    "etc/sudoers.d/clustergen",
)
_READ = Proof(Grade.APPLIED, "sshd (a login)")
_RULES = Proof(Grade.PARSED, "visudo -c")


def paths(plan: Plan) -> Iterable[str]:
    """One file of keys for each account, and two more where there are any."""
    for host in configured_hosts(plan):
        accounts = accounts_of(plan, host)
        yield from (f"hosts/{host.name}/{path}" for path in _paths(accounts))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; hosts of a group have the same."""
    made: dict[str, tuple[tuple[str, str, Proof], ...]] = {}
    for host in configured_hosts(plan):
        if host.group not in made:
            made[host.group] = tuple(_files(accounts_of(plan, host), templates))
        yield from (Artifact(f"hosts/{host.name}/{path}", text, proof) for path, text, proof in made[host.group])


def _paths(accounts: HostAccounts) -> Iterator[str]:
    yield from (_KEYS + each.name for each in accounts.present)
    if accounts.present or accounts.absent:
        yield _SSHD
    if any(each.sudo for each in accounts.present):
        yield _SUDOERS


def _files(accounts: HostAccounts, templates: Templates) -> Iterator[tuple[str, str, Proof]]:
    for each in accounts.present:
        yield _KEYS + each.name, templates.render("hosts/users/authorized_keys.j2", account=each), _READ
    if accounts.present or accounts.absent:
        yield _SSHD, templates.render("hosts/users/sshd.conf.j2", accounts=accounts, keys=f"/{_KEYS}"), _READ
    if any(each.sudo for each in accounts.present):
        yield _SUDOERS, templates.render("hosts/users/sudoers.j2", accounts=accounts.present), _RULES
