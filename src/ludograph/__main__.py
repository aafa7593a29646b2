"""``python -m ludograph``."""

from ludograph.cli.main import main

main()
