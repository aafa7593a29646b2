"""The parts of the terminal board. Only ``hand`` and ``walking`` can be imported without Textual."""
