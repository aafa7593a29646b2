"""What is sent again and again: packed once, and kept by browsers."""

from __future__ import annotations

import gzip
from typing import Final

from fastapi import Request, Response

#: For addresses that change with what is there.
FOR_EVER: Final = "public, max-age=31536000, immutable"


class File:
    """What is sent, as it is and packed."""

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content = content
        self.packed = gzip.compress(content, mtime=0)
        self.media_type = media_type

    def answer(self, request: Request, caching: str, **headers: str) -> Response:
        """Packed, unless somebody can't unpack it."""
        headers |= {"cache-control": caching, "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.content, media_type=self.media_type, headers=headers)
        return Response(self.packed, media_type=self.media_type, headers={**headers, "content-encoding": "gzip"})
