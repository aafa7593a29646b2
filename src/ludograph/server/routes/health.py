"""Whether the server lives, and whether it can do its work."""

from __future__ import annotations

from fastapi.responses import JSONResponse

import ludograph
from ludograph.server.schemas.running import HealthView
from ludograph.server.services import API, Parts, answers, routes_at

router = routes_at(API, "health")


@router.get("/health", **answers(HealthView))
async def tell_health() -> JSONResponse:
    """The process answers."""
    return JSONResponse({"status": "ok", "version": ludograph.__version__})


@router.get("/ready", **answers(HealthView, 503))
async def tell_readiness(parts: Parts) -> JSONResponse:
    """The database answers, too, and takes what is written."""
    await parts.database.check()
    return await tell_health()
