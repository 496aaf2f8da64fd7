"""Our own catalog and templates, read once for all tests of a process: nothing changes them."""

from generator.catalog.load import Catalog
from generator.data import data_dir
from generator.render.templates import Templates

CATALOG = Catalog()
TEMPLATES = Templates(data_dir("templates"))
