"""The page as a folder of files: games in WebAssembly, and nothing that needs a server."""
