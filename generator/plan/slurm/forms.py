"""How Slurm writes times."""


def days_and_hours(hours: int) -> str:
    """Return hours as slurm.conf(5) and sacctmgr(1) take them: days, a dash, hours."""
    return f"{hours // 24}-{hours % 24}"
