"""How plans of provisioning are printed."""
