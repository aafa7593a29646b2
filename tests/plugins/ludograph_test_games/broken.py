"""A plug-in that can't even be imported."""

raise RuntimeError("this module is broken\non purpose")
