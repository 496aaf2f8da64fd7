"""Labels of racks, devices, panels of harnesses and PDUs: the sheets, and `device-labels.csv` for a label printer."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.plan import Plan
from generator.plan.power.cords import pdu_names, pdu_racks
from generator.plan.power.loads import installed_models
from generator.plan.records import Host, Switch
from generator.render.cabling.label_code import Code
from generator.render.cabling.rack_devices import devices_of, unit_range
from generator.render.escape import markup

_BOTH = ("front", "rear")


class Named(Struct, frozen=True, kw_only=True):
    """A device with a label: `kind` is `rack`, `host`, `switch`, `panel` or `pdu`. `place` is empty where the rack is its place, `unit` where it has none."""

    device: str
    rack: str
    unit: str
    kind: str
    place: str
    what: str

    @property
    def code(self) -> str:
        """The text of the QR code: name and place."""
        return f"{self.device} {self.place}".strip()


class DeviceLabel(Struct, frozen=True, kw_only=True):
    """One label, a row of `device-labels.csv`: `side` is where it is stuck on a rack or a device, `label` its whole text, the lines those of a printer."""

    device: str
    rack: str
    unit: str
    kind: str
    side: str
    label: str
    line1: str
    line2: str
    line3: str
    qr: str


def named_things(plan: Plan) -> Iterator[Named]:
    """Yield the devices with a label, rack by rack: the rack, its devices from the lowest unit up, the panels of their harnesses, its PDUs."""
    models, devices, powered = installed_models(plan), devices_of(plan), frozenset(pdu_racks(plan))
    form = plan.site.cabling.label.form
    for rack in plan.racks:
        name = rack.name
        yield named_rack(name, plan.name)
        for device in devices[name]:
            yield named_device(device, models[device.model].title, form)
        for panel in sorted({each.panel for each in plan.harnesses if each.rack == name}):
            yield named_panel(panel, name)
        for pdu in pdu_names(plan, name) if name in powered else ():
            feed = f"feed {pdu.rpartition('-')[2]}"
            yield Named(device=pdu, rack=name, unit="", kind="pdu", place=f"rack {name}", what=feed)


def named_rack(rack: str, cluster: str) -> Named:
    """Return the label of a rack."""
    return Named(device=rack, rack=rack, unit="", kind="rack", place="", what=cluster)


def named_panel(panel: str, rack: str) -> Named:
    """Return the label of a panel of harnesses, whose unit is chosen on site."""
    return Named(device=panel, rack=rack, unit="", kind="panel", place=f"rack {rack}", what="")


def named_device(device: Host | Switch, what: str, form: str | None) -> Named:
    """Return the label of a host or a switch; `what` is its model, `form` that of the site's labels."""
    rack, units = device.rack, unit_range(device)
    kind = "host" if isinstance(device, Host) else "switch"
    place = f"{rack} {units}" if form is None else f"{rack}-{device.unit:02d}"
    return Named(device=device.name, rack=rack, unit=units, kind=kind, place=place, what=what)


def own_label(each: Named, code: Code) -> tuple[str, str, str, str]:
    """Return name, place, description and code of the label of a rack or a device, for a sheet."""
    place = each.place or f"rack {each.rack}"
    return markup(each.device), markup(place), markup(each.what), code(each.code)


def device_labels(plan: Plan) -> Iterator[DeviceLabel]:
    """Yield a row for each label, with its lines: the name, the place with the side, and the description."""
    for each in named_things(plan):
        for side in _BOTH if each.kind in {"rack", "host", "switch"} else ("",):
            place = ", ".join(filter(None, (each.place or f"rack {each.rack}", side)))
            yield DeviceLabel(
                device=each.device,
                rack=each.rack,
                unit=each.unit,
                kind=each.kind,
                side=side,
                label=" ".join(filter(None, (each.code, side))),
                line1=each.device,
                line2=place,
                line3=each.what,
                qr=each.code,
            )
