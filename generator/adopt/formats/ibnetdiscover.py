"""ibnetdiscover: the cables of an InfiniBand fabric and the GUIDs of its ports, by what devices call themselves."""

import re

from generator.adopt.source_file import Format, Options, SourceError, SourceFile
from generator.adopt.survey import End, Survey
from generator.plan.infiniband.ibnet import Plug, device_of, read_links

_NODE = re.compile(r'^(Switch|Ca)\s+\d+\s+"[SH]-[0-9a-f]+"', re.MULTILINE)


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    return bool(_NODE.search(file.text))


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    every = list(read_links(file.text))
    if not every:
        raise SourceError("shows no cable")
    lines = {
        found[1]: file.at(found.start())
        for found in re.finditer(r'^(?:Switch|Ca)\s[^\n]*#\s*"([^"\n]*)"', file.text, re.MULTILINE)
    }

    def end(plug: Plug) -> End:
        place = lines.get(plug.node.name, file.place(0))
        if plug.node.switch:
            device, port = survey.device(device_of(plug.node.name), place), f"port {plug.port}"
            survey.state(("guid", device), plug.node.guid, place)
        else:
            name, _, port = plug.node.name.partition(" ")
            device = survey.device(name, place)
            survey.state(("guid", device, port), plug.guid, place)
        return device, port

    for near, far in every:
        a, b = end(near), end(far)
        if a[0] and b[0]:
            survey.cable(a, b, lines.get(near.node.name, file.place(0)))


FORMAT = Format("ibnetdiscover", "output of ibnetdiscover", _recognises, _read)
