"""Write `inventories/<example>/`: the Ansible inventory of each example (`make generated`)."""

import shutil

from tests.conftest import EXAMPLES, ROOT, example, plan_of, tree_of

_BELOW = "ansible/inventory/"

if __name__ == "__main__":
    for name in EXAMPLES:
        target = ROOT / "inventories" / name
        shutil.rmtree(target, ignore_errors=True)
        for path, text in tree_of(plan_of(example(name))).items():
            if path.startswith(_BELOW):
                file = target / path.removeprefix(_BELOW)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
