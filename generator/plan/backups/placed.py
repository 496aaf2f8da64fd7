"""Files that people place on control hosts: roles stop where they are missing, and no run of the playbooks makes them again."""

from collections.abc import Iterator

from generator.plan.hosts.certificates import DATABASE_AUTHORITY, has_tls
from generator.plan.monitoring.telemetry import CA, CERTIFICATE, KEY, collects
from generator.plan.plan import Plan
from generator.spec.backups import kind_of

HOST_KEYS = "/etc/ssh/ssh_known_hosts"


def placed(plan: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the files with what they are: certificates, keys and logins."""
    slurm, spec = plan.slurm, plan.site.backups
    if collects(plan):
        yield "Certificates and key by which gNMIc reads switches", (CA, CERTIFICATE, KEY)
    if slurm is not None and slurm.burst is not None and slurm.burst.settings is not None:
        yield "What Slurm logs in with at the provider of burst hosts", (slurm.burst.settings["credentials"],)
    if slurm is not None and slurm.database is not None and not slurm.database.ours and has_tls(plan):
        yield "The certificate of the database's authority", (DATABASE_AUTHORITY,)
    if spec is not None and kind_of(spec.repository) == "sftp":
        yield "The host key of the server that keeps the backups", (HOST_KEYS,)
