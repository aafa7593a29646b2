"""The command ``ludograph``, also as ``python -m ludograph``."""

import os


def main() -> None:
    """Run the command. Ctrl-C is one line whenever it comes, even while the command is being imported."""
    try:
        from ludograph.cli.main import main as run_command

        run_command()
    except KeyboardInterrupt:
        os.write(2, b"Stopped.\n")
        os._exit(130)


if __name__ == "__main__":
    main()
