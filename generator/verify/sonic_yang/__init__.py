"""SONiC's YANG models as judge of config_db.json, with yanglint; the models are the user's."""
