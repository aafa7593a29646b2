"""The command ``ludograph``, also as ``python -m ludograph``."""

import os

#: numpy's linear algebra begins a thread for every core when it is imported, and each spins for a tenth of a second. We
#: have no use for it; a plug-in that has can be given threads by setting this variable.
ALGEBRA_THREADS = "OPENBLAS_NUM_THREADS"


def main() -> None:
    """Run the command. Ctrl-C is one line whenever it comes, even while the command is being imported."""
    os.environ.setdefault(ALGEBRA_THREADS, "1")
    try:
        from ludograph.cli.main import main as run_command

        run_command()
    except KeyboardInterrupt:
        os.write(2, b"Stopped.\n")
        os._exit(130)


if __name__ == "__main__":
    main()
