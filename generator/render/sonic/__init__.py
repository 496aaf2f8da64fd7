"""Tables of SONiC's config_db.json, a file a subject; shapes as the SONiC YANG modules demand (all values text)."""

Table = dict[str, object]
Tables = dict[str, Table]
