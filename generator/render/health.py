"""The health program: one text for both schedulers, with the list of checks in it."""

from collections.abc import Iterable, Mapping

from generator.plan.health.check import DEADLINE_SECONDS, LADDER, NOTICE, REPORT, RETURN, SEPARATOR, UNREAD_RUNS
from generator.plan.health.gpu_checks import AMD_PROBES
from generator.plan.monitoring.alerting import TEXTFILES
from generator.render.templates import Templates

GOOD_RUNS = 3
"""Good checks in a row that a host needs to return: a flapping link does not count as healthy while it happens to be up."""
_ANY = "*"


def health_program(
    templates: Templates,
    cluster: str,
    lists: Mapping[str, Iterable[str]],
    *,
    burst_stem: str = "",
) -> str:
    """Print it with the lines of each list (`Check.line`), by the stem of the hosts' names. `burst_stem`: a provider's hosts, which are not checked."""
    kinds = [{"stem": stem, "checks": tuple(lines)} for stem, lines in lists.items()]
    return templates.render(
        "health/health.sh.j2",
        cluster=cluster,
        kinds=kinds,
        amd=any(f"{SEPARATOR}{AMD_PROBES[0]}{SEPARATOR}" in line for kind in kinds for line in kind["checks"]),
        amd_probes=AMD_PROBES,
        burst_stem=burst_stem,
        strangers=_ANY not in lists,
        ladder=LADDER,
        returns=RETURN,
        only_report=REPORT,
        notice=NOTICE,
        unread_runs=UNREAD_RUNS,
        textfiles=TEXTFILES,
        good_runs=GOOD_RUNS,
        deadline_seconds=DEADLINE_SECONDS,
    )


def group_program(templates: Templates, cluster: str, lines: Iterable[str]) -> str:
    """Return the program with the list of a group, independent of names of hosts."""
    return health_program(templates, cluster, {_ANY: lines})
