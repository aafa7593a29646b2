"""The command ``ludograph``."""
