"""SONiC's own YANG modules as judge of a config_db.json: that of `clustergen check`, for many devices at a time."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from generator.verify.sonic_yang import judge
from generator.verify.sonic_yang.rows import ConfigDb


class SonicYang(judge.SonicYang):
    """A schema folder, read once, that accepts a config_db or says what is wrong with it."""

    def check_all(self, config_dbs: Mapping[str, ConfigDb]) -> dict[str, list[str]]:
        """`check` for many devices, two at a time."""
        with ThreadPoolExecutor(max_workers=2) as pool:
            return dict(zip(config_dbs, pool.map(self.check, config_dbs.values()), strict=True))
