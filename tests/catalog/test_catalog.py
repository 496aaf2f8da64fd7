"""Every fact names its document, every reference resolves, and lanes are the vendor's."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from generator import catalog
from generator.catalog.load import KINDS, Catalog
from generator.catalog.model import CatalogEntry, Gpu, Host, Nic, SonicSku, Switch
from generator.model.interfaces import interface_name, sonic_alias
from generator.source.diagnostic import SpecError
from tests.ours import CATALOG

EVERY = [CATALOG.get(kind, name) for folder, kind in KINDS.items() for name in CATALOG.names(folder)]
SONIC = [switch for switch in CATALOG.every(Switch) if switch.os.sonic]
NOT_FACTS = {"model", "vendor", "title", "sources", "notes", "price_order"}
SKU_FOLDERS = {
    "sn5600": "ACS-SN5600", "sn5400": "ACS-SN5400", "sn4700": "ACS-MSN4700", "sn4600c": "Mellanox-SN4600C-C64", "sn2201": "ACS-SN2201",
    "7060x6-64pe": "Arista-7060X6-64PE-B-P64", "7060dx5-64s": "Arista-7060DX5-64S", "z9664f": "DellEMC-Z9664f-O64", "z9864f": "Dell-Z9864f-O64",
}  # fmt: skip
UPSTREAM_SLIPS = {("sn4600c", 41): ["etp42a", "etp42b"]}
"""Where platform.json contradicts itself: there, cage 41 divided by two has the aliases of cage 42."""


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: f"{type(entry).__name__}-{entry.model}")
def test_every_fact_names_its_source(entry: CatalogEntry) -> None:
    """A fact that is given has a document; one that is not known is null and needs none."""
    for key in set(type(entry).model_fields) - NOT_FACTS:
        value = getattr(entry, key)
        default = type(entry).model_fields[key].default
        empty = (
            value is None
            or value in ((), {}, default)
            or (hasattr(value, "max") and value.max is None and value.typical is None)
        )
        assert empty or entry.sources.get(key, "").strip(), f"{entry.model}.{key} has no source"
    assert not set(entry.sources) - set(type(entry).model_fields)
    text = json.dumps(entry.model_dump(mode="json"))
    assert not re.search(r"\[[A-Z][0-9]\]|unconfirmed\)", text), "sources are spelled out"


def test_references_resolve() -> None:
    for host in CATALOG.every(Host):
        assert host.gpus is None or CATALOG.find(Gpu, host.gpus.model), host.model
        for port in host.ports:
            nic = CATALOG.find(Nic, port.nic) if port.nic else None
            assert port.nic is None or nic
            assert nic is None or port.speed_gbps in nic.speeds_gbps, (host.model, port.name)
        rails = [port for port in host.ports if port.fabric == "compute"]
        assert [port.name for port in rails] == [f"rail{n}" for n in range(len(rails))]
        ends = [(port.cage, port.cage_port) for port in host.ports]
        assert len(ends) == len(set(ends)), host.model


@pytest.mark.parametrize("kind", ["hosts", "switches", "gpus"])
def test_the_promised_models_are_there(kind: str) -> None:
    promised = {
        "hosts": "dgx-a100 hgx-a100 dgx-h100 hgx-h100 dgx-h200 hgx-h200 dgx-b200 hgx-b200 dgx-b300 hgx-b300 gb200-nvl72-tray gb300-nvl72-tray mi300x-8gpu mi325x-8gpu mi355x-8gpu l40s-4gpu l40s-8gpu h100-pcie-8gpu h100-nvl-8gpu server-1u storage-2u",
        "switches": "sn5600 sn5610 sn5400 sn4700 sn4600c sn2201 7060x6-64pe 7060dx5-64s z9664f z9864f ds5000 ais800-64o 7050cx4-24d8 7010tx-48 7280sr3-48yc8 qm8790 qm9700 q3400",
        "gpus": "a100-sxm h100-sxm h200-sxm b200-sxm b300-sxm gb200 mi300x mi325x mi355x l40s h100-pcie h100-nvl",
    }  # fmt: skip
    assert set(promised[kind].split()) <= set(CATALOG.names(kind))


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    """Read port_config.ini by its own header."""
    header: list[str] = []
    rows = {}
    for line in path.read_text().splitlines():
        if re.match(r"#\s*name\s", line):
            header = line.lstrip("# ").split()
        elif line.strip() and not line.startswith("#"):
            row = dict(zip(header, line.split(), strict=False))
            rows[row["name"]] = row
    return rows


@pytest.mark.parametrize("switch", [s for s in SONIC if s.model in SKU_FOLDERS], ids=lambda s: s.model)
def test_lanes_aliases_breakouts_and_headroom_are_the_vendors(switch: Switch, shared: Path) -> None:
    """Held against the platform's own files: lanes, headroom, every divided port's alias, every mode's name."""
    platform = switch.os.sonic
    assert platform is not None
    folder = shared / "platforms" / SKU_FOLDERS[switch.model]
    ports = rows_of(folder / "port_config.ini")
    modes = json.loads((folder / "platform.json").read_text())["interfaces"]
    for cage, facts in platform.cages.items():
        row = ports.get(f"Ethernet{facts.ethernet}")
        if row is None:
            continue
        assert (row["lanes"], row["alias"]) == (",".join(map(str, facts.lanes)), facts.alias)
        assert int(row.get("index", facts.index)) == facts.index
        offered = modes.get(f"Ethernet{facts.ethernet}", {}).get("breakout_modes", {})
        for breakout in platform.breakouts or ():
            if breakout.mode and breakout.mode in offered:
                aliases = [sonic_alias(switch, cage, n, breakout.ports) for n in range(1, breakout.ports + 1)]
                assert offered[breakout.mode] == UPSTREAM_SLIPS.get((switch.model, cage), aliases)
                names = [interface_name(switch, "sonic", cage, n, breakout.ports) for n in range(1, breakout.ports + 1)]
                width = len(facts.lanes) // breakout.ports
                assert names == [f"Ethernet{facts.ethernet + n * width}" for n in range(breakout.ports)]
    assert all(
        b.mode is None or any(b.mode in i["breakout_modes"] for i in modes.values()) for b in platform.breakouts or ()
    )
    for sku in platform.skus:
        if sku.rows_from or sku is platform:
            assert headroom_of(sku) == headroom_in(
                shared / "platforms" / (sku.hwsku if sku is not platform else folder.name)
            )


def headroom_of(sku: SonicSku) -> set[tuple[float, ...]]:
    """Return a SKU's headroom rows as the catalog has them."""
    return {(r.speed_gbps, r.length_m, r.size, r.xon, r.xoff, r.threshold) for r in sku.headroom}


def headroom_in(folder: Path) -> set[tuple[float, ...]]:
    """Return the rows of a SKU's own table; none where it has no such file."""
    table = folder / "pg_profile_lookup.ini"
    lines = table.read_text().splitlines() if table.exists() else []
    rows = (line.split()[:6] for line in lines if line.strip() and not line.startswith("#"))
    return {
        (int(speed) / 1000, int(length.rstrip("m")), int(size), int(xon), int(xoff), int(threshold))
        for speed, length, size, xon, xoff, threshold in rows
    }


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("B-P64\n    rows_from: sonic-net/sonic-buildimage@086b03bd:device/arista/x86_64-arista_7060x6_64pe_b/Arista-7060X6-64PE-B-P64", "B-P64\n    rows_from: Arista-7060X6-64PE-B-O128"), "another SKU's folder"),
        (("    rows_from: sonic-net/sonic-buildimage@086b03bd:device/arista/x86_64-arista_7060x6_64pe_b/Arista-7060X6-64PE-B-P64\n", ""), "rows_from is missing"),
    ],
)  # fmt: skip
def test_rows_of_another_sku_are_refused(change: tuple[str, str], told: str, tmp_path: Path) -> None:
    """Headroom, thresholds and pools of a Broadcom box are those of the very SKU, and say where they are from."""
    text = (Path(catalog.__file__).parent / "switches" / "7060x6-64pe.yaml").read_text(encoding="utf-8")
    (tmp_path / "switches").mkdir()
    assert text.count(change[0]) == 1
    (tmp_path / "switches" / "7060x6-64pe.yaml").write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        Catalog((tmp_path,)).get(Switch, "7060x6-64pe")
    assert told in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("text", "told"),
    [("foo: 1\n", "the file has no `asic`"), ("foo: 1\n", "no key `foo` at the top of this file"), ("", "sn5600.yaml is empty")],
)  # fmt: skip
def test_a_file_of_ones_own_is_no_spec(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "switches").mkdir()
    (tmp_path / "switches" / "sn5600.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        Catalog((tmp_path,)).get(Switch, "sn5600")
    assert told in str(caught.value)
    assert "clustergen init" not in "".join(problem.help for problem in caught.value.problems)


def test_the_o128_profile_of_the_sn5600_is_our_two_way_split(shared: Path) -> None:
    """The vendor's divided SKU and our division of the undivided one give the same 128 ports."""
    switch = CATALOG.get(Switch, "sn5600")
    platform = switch.os.sonic
    assert platform is not None
    theirs = {
        n: (r["lanes"], r["alias"])
        for n, r in rows_of(shared / "platforms" / "Mellanox-SN5600-O128" / "port_config.ini").items()
    }
    ours = {}
    for cage, facts in platform.cages.items():
        if len(facts.lanes) == 8:
            for n in (1, 2):
                lanes = ",".join(map(str, facts.lanes[(n - 1) * 4 : n * 4]))
                ours[interface_name(switch, "sonic", cage, n, 2)] = (lanes, sonic_alias(switch, cage, n, 2))
    assert ours.items() <= theirs.items()
    assert len(ours) == 128


def test_what_is_kept_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that ship are the same, field by field, read from their file and from what is kept of it; damage is no fault."""
    folder = tmp_path / "catalog"
    shutil.copytree(Path(catalog.__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for module in ("load", "facts"):
        monkeypatch.setattr(f"generator.catalog.{module}.OURS", folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    fresh = {kind: Catalog().every(kind) for kind in KINDS.values()}
    files = sorted((folder / "__pycache__").iterdir())
    assert len(files) == sum(map(len, fresh.values()))
    with monkeypatch.context() as never:
        never.setattr("generator.catalog.load.validate", lambda *_, **__: pytest.fail("it is read again"))
        for kind, entries in fresh.items():
            assert [entry.model_dump() for entry in Catalog().every(kind)] == [entry.model_dump() for entry in entries]
    files[0].write_bytes(files[0].read_bytes()[:40])
    assert {kind: len(Catalog().every(kind)) for kind in KINDS.values()} == {k: len(e) for k, e in fresh.items()}
