"""Tables for NetBox's bulk import, a subject a module."""
