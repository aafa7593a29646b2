"""Game files in portable notation: PGN for chess, PDN for draughts, and the same grammar for every other game.

``facts`` is what a game says about its files; ``lexer`` and ``reader`` turn a stream of text into documents of
``model``, one game at a time; ``writer`` gives a document its one canonical text; ``meaning`` replays a document
against the rules; ``files`` is the way in and out.
"""
