"""The server: one API over HTTP, one WebSocket for each match, and one road that every move takes.

``app`` puts it together; ``matches`` is the road; docs/server.md says what clients see.
"""
