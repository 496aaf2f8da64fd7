"""Alerts on Slurm, from what slurmctld says of itself."""

from generator.plan.monitoring.records import Rule, RuleGroup, Trial

_JOB = "slurm-scheduler"


def slurm_rules() -> RuleGroup:
    """Give the alerts on Slurm as a whole; its hosts are watched as hosts."""
    return RuleGroup(name="slurm", rules=(_silent(),))


def _silent() -> Rule:
    """A controller that stands by answers with a redirection, which counts as silence: so it is all of them together that matter."""
    return Rule(
        name="SlurmSilent",
        expr=f'sum by (job) (up{{job="{_JOB}"}}) == 0',
        minutes=5,
        severity="critical",
        summary="no Slurm controller answers: no job starts",
        action="systemctl status slurmctld and journalctl -u slurmctld on the controllers; jobs that run go on.",
        trial=Trial(
            series={f'up{{job="{_JOB}",instance="{host}"}}': "1x4 0x10" for host in ("control1", "control2")},
            minutes=12,
            labels={"job": _JOB},
        ),
    )
