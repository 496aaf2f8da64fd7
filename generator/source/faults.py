"""The rules of the text itself; `document.py` reports them, the reference explains them."""

from generator.source.rule import register

for _slug, _title, _why, _fix in (
    (
        "syntax",
        "Text that is not YAML",
        "Nothing can be read after the first error.",
        "Fix the line; an editor with the JSON Schema shows it while you type.",
    ),
    (
        "file-too-large",
        "A file beyond 4 MiB",
        "A spec describes a cluster by counts; a large file is a mistake or an attack.",
        "Keep one cluster in one spec.",
    ),
    ("not-utf8", "A file that is not UTF-8", "YAML is Unicode.", "Save it as UTF-8."),
    (
        "more-than-one-document",
        "A second YAML document",
        "Only the first would be read, and the rest silently ignored.",
        "Keep one document in each file.",
    ),
    (
        "too-many-values",
        "More values than any spec needs",
        "The limit guards against files that exhaust memory.",
        "Describe hosts by counts, not one by one.",
    ),
    (
        "nested-too-deep",
        "Values nested more than 32 deep",
        "The limit guards against files that exhaust the stack.",
        "Nothing in a spec is deeper than eight levels.",
    ),
    (
        "merge-key",
        "A merge key",
        "YAML 1.2 has none, and the merged keys are far from the line that uses them.",
        "Write the keys out; an alias of a whole value is fine.",
    ),
    ("duplicate-key", "A key that appears twice", "One of the two values would be lost silently.", "Keep one."),
    ("key-not-text", "A key that is not a plain word", "Keys are names.", "Use a name as the key."),
    ("unknown-alias", "An alias without its anchor", "The alias refers to nothing.", "Define the anchor before it."),
    (
        "template-mark",
        "Text with the marks of a template",
        "Ansible, kubespray and Alertmanager execute what is between such marks, wherever the text came from.",
        "Leave the braces out.",
    ),
    ("tag", "A YAML tag", "Tags create values of types that a reader cannot see.", "Remove it, and quote text."),
):
    register(_slug, title=_title, why=_why, fix=_fix, stage="source")
