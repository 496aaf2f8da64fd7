"""Report of an import, as data and as text: the part of the site that the spec explains, and all differences."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.adopt.adopt import Import
from generator.adopt.findings import SUBJECTS
from generator.adopt.site_map import SiteMap
from generator.adopt.support import TITLES
from generator.adopt.survey import Fact

BASELINE = "plan.json"
NUMBERS = {"asn": "AS numbers", "loopback": "loopbacks", "vtep": "tunnel ends", "vni": "VNIs"}
_FEW = 20
_DIFFERENCES = "Differences that no file records"
_CONTRADICTIONS = "Contradictions"
_UNPLACED = "Without a place"
_ABSENT = "Devices of the design that no source has"
_UNSEEN = "Cables of the design that no source has"


def as_data(done: Import, site: SiteMap, files: Sequence[str]) -> Mapping[str, Any]:
    """Return the report as plain values; lists are whole."""
    found, survey = done.adopted.findings, done.survey
    numbers = [title for what, title in NUMBERS.items() if any(k[1] in done.seats.of for k, _ in survey.about(what))]
    return {
        "sources": done.sources,
        "devices": {
            "found": len(survey.devices),
            "placed": len(done.seats.of),
            "kinds": {kind: len(members) for kind, members in done.kinds.members.items()},
        },
        "explained": {
            subject: {"found": count, "as_designed": count - found.listed(subject), "listed": found.listed(subject)}
            | ({"of": numbers} if subject == "numbers" else {})
            for subject, count in found.found.items()
        },
        "pins": dict(sorted(Counter(path[0] for path in done.adopted.pins.kept).items())),
        "listed": [
            {
                "subject": d.subject,
                "what": d.about,
                "found": d.said,
                "designed": d.designed,
                "source": str(d.place),
                "reason": d.reason,
            }
            for d in found.differences
        ],
        "contradictions": [
            {"what": c.about, "used": _fact(c.first), "other": _fact(c.other)} for c in survey.conflicts
        ],
        "not_placed": [{"what": r.what, "source": str(r.place), "help": r.help} for r in survey.remarks],
        "not_stated": [
            {
                "kind": each.kind,
                "what": TITLES[each.kind],
                "count": each.count,
                "designed": each.held,
                "first": each.first,
                "assumed": each.kind in site.assume,
            }
            for each in done.adopted.unstated
        ],
        "not_used": [
            {"what": what, "count": len(places), "source": str(places[0])} for what, places in survey.left.items()
        ],
        "not_seen": {"devices": found.absent, "cables": found.unseen},
        "baseline": {"written": BASELINE in files, "reasons": list(_reasons(done, site))},
        "files": list(files),
    }


def _fact(fact: Fact) -> Mapping[str, Any]:
    return {"value": fact.value, "source": str(fact.place)}


def complete(done: Import) -> bool:
    """Whether everything that was read is in the spec, without contradictions."""
    found = done.adopted.findings
    return not (found.differences or done.survey.conflicts or done.survey.remarks or found.absent or found.unseen)


def has_baseline(done: Import, site: SiteMap) -> bool:
    """Whether a plan of the files holds nothing but what sources, pins, spec and map state."""
    return not any(_reasons(done, site))


def _reasons(done: Import, site: SiteMap) -> Iterator[str]:
    """Yield why the plan is no baseline of the site."""
    found, survey = done.adopted.findings, done.survey
    for title, rows in (
        (_DIFFERENCES, found.differences),
        (_CONTRADICTIONS, survey.conflicts),
        (_UNPLACED, survey.remarks),
        (_ABSENT, found.absent),
        (_UNSEEN, found.unseen),
    ):
        if rows:
            yield f"{title}: {len(rows)}"
    for each in done.adopted.unstated:
        if each.kind not in site.assume:
            yield f"{TITLES[each.kind]} that no source states: {each.count} of {each.held}, from {each.first} on"


def as_text(report: Mapping[str, Any], *, every: bool = False) -> str:
    """Return the report for a terminal; lists are folded unless `every`."""
    return "\n".join(_lines(report, None if every else _FEW)) + "\n"


def _lines(report: Mapping[str, Any], most: int | None) -> Iterator[str]:
    devices = report["devices"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in devices["kinds"].items())
    yield f"{devices['placed']} of {devices['found']} devices have a place{': ' if kinds else ''}{kinds}"
    for subject, counts in report["explained"].items():
        if counts["found"]:
            what = ", ".join(counts.get("of", ())) or SUBJECTS[subject]
            yield f"{counts['as_designed']} of {counts['found']} {what} as designed, {counts['listed']} listed"
    if report["pins"]:
        yield f"pins: {', '.join(f'{count} of {kind}' for kind, count in report['pins'].items())}"
    rows = [
        f"{d['what']}: {d['found']} ({d['source']}); designed: {'nothing' if d['designed'] is None else d['designed']}; {d['reason']}"
        for d in report["listed"]
    ]
    yield from _part(_DIFFERENCES, rows, most)
    rows = [
        f"{c['what']}: {c['used']['value']} ({c['used']['source']}) is used, not {c['other']['value']} ({c['other']['source']})"
        for c in report["contradictions"]
    ]
    yield from _part(_CONTRADICTIONS, rows, most)
    yield from _part(_UNPLACED, [f"{r['what']} ({r['source']}); {r['help']}" for r in report["not_placed"]], most)
    yield from _part(_ABSENT, report["not_seen"]["devices"], most)
    yield from _part(_UNSEEN, report["not_seen"]["cables"], most)
    rows = [
        f"{u['what']}: {u['count']} of {u['designed']}, from {u['first']} on{' (assumed by the map)' if u['assumed'] else ''}"
        for u in report["not_stated"]
    ]
    yield from _part("Values of the design that no source states", rows, None)
    rows = [f"{u['what']}: {u['count']}, from {u['source']} on" for u in report["not_used"]]
    yield from _part("Read, and not used", rows, most)
    other = [name for name, kind in report["sources"].items() if not kind]
    yield from _part("Files of no known format, not used", other, most)
    yield from _no_baseline(report)


def _no_baseline(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield why there is no plan.json, and what to do."""
    if report["baseline"]["written"]:
        return
    yield from _part(f"No {BASELINE}: it would not be a baseline of this site", report["baseline"]["reasons"], None)
    kinds = [u["kind"] for u in report["not_stated"] if not u["assumed"]]
    if len(report["baseline"]["reasons"]) > len(kinds):
        yield "Improve map and sources until the lists above are empty, and import again into a new folder."
    if kinds:
        yield (
            f"Add a source that states the missing values. If the site has those of the design, state this in --map: assume: [{', '.join(kinds)}]"
        )


def _part(title: str, rows: Sequence[str], most: int | None) -> Iterator[str]:
    if rows:
        yield f"\n{title} ({len(rows)}):"
        yield from (f"  {row}" for row in rows[:most])
        if most is not None and len(rows) > most:
            yield f"  and {len(rows) - most} more; --all lists them"
