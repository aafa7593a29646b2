"""Refusals as RFC 9457 problem details: the code of the error family, one sentence, and the right status."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from ludograph.errors import LudographError, Unavailable

MEDIA_TYPE = "application/problem+json"


class NotAuthenticated(LudographError):
    """A token is needed, and none was given, or an unknown one."""

    code = "not-authenticated"


class Forbidden(LudographError):
    """Whoever asked may not do this."""

    code = "forbidden"


class Banned(Forbidden):
    """The owner of the server doesn't let this address in."""

    code = "banned"


class UnknownMatch(LudographError):
    """No match has this id."""

    code = "unknown-match"


class NotFound(LudographError):
    """There is nothing under this name."""

    code = "not-found"


class StalePly(LudographError):
    """The move was meant for another moment of the match; ``ply`` and ``version`` are those of now."""

    code = "stale-ply"

    def __init__(self, message: str, *, ply: int, version: int) -> None:
        super().__init__(message)
        self.ply = ply
        self.version = version

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "ply": self.ply, "version": self.version}


class KeyReused(LudographError):
    """An idempotency key came again with another request."""

    code = "key-reused"


class NothingOffered(LudographError):
    """There is no offer that could be answered, or there is one already."""

    code = "nothing-offered"


class HelpIsOff(LudographError):
    """The match is one between people: until its end nothing is told that would help one of them."""

    code = "help-off"


class ChatIsOff(LudographError):
    """Nothing can be said in this match."""

    code = "chat-off"


class InUse(LudographError):
    """Something else needs what was to be removed."""

    code = "in-use"


class InvalidInvite(LudographError):
    """The invite is unknown or was used."""

    code = "invalid-invite"


class InvalidRequest(LudographError):
    """The request itself can't be read; ``faults`` say where."""

    code = "invalid-request"

    def __init__(self, message: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "faults": list(self.faults)}


class MethodNotAllowed(LudographError):
    """The address is right, and what is asked of it is not; ``allowed`` are the methods that are."""

    code = "method-not-allowed"

    def __init__(self, message: str, *, allowed: tuple[str, ...]) -> None:
        super().__init__(message)
        self.allowed = allowed


class UnsupportedMedia(LudographError):
    """The body is said to be something else than what is read here."""

    code = "unsupported-media-type"


class BodyTooLarge(LudographError):
    code = "body-too-large"


class TooSlow(LudographError):
    """The rest of a request was awaited too long."""

    code = "too-slow"


class TooManyRequests(LudographError):
    """Somebody asks too often; ``retry_after`` are seconds."""

    code = "too-many-requests"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Busy(LudographError):
    """There is more work than is let in; ``retry_after`` are seconds."""

    code = "busy"
    retry_after = 2


class NotSolved(LudographError):
    """The value is not known: the game is not solved."""

    code = "not-solved"


class DamagedMatch(LudographError):
    """What is stored of a match contradicts itself."""

    code = "damaged-match"


STATUS: Mapping[str, HTTPStatus] = {
    "not-authenticated": HTTPStatus.UNAUTHORIZED,
    "banned": HTTPStatus.FORBIDDEN,
    "forbidden": HTTPStatus.FORBIDDEN,
    "unknown-game": HTTPStatus.NOT_FOUND,
    "unknown-match": HTTPStatus.NOT_FOUND,
    "not-found": HTTPStatus.NOT_FOUND,
    "not-solved": HTTPStatus.NOT_FOUND,
    "not-in-solution": HTTPStatus.NOT_FOUND,
    "undecided": HTTPStatus.NOT_FOUND,
    "invalid-invite": HTTPStatus.FORBIDDEN,
    "help-off": HTTPStatus.FORBIDDEN,
    "chat-off": HTTPStatus.FORBIDDEN,
    "method-not-allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "unsupported-media-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "not-your-turn": HTTPStatus.CONFLICT,
    "game-over": HTTPStatus.CONFLICT,
    "stale-ply": HTTPStatus.CONFLICT,
    "in-use": HTTPStatus.CONFLICT,
    "nothing-to-undo": HTTPStatus.CONFLICT,
    "nothing-offered": HTTPStatus.CONFLICT,
    "too-slow": HTTPStatus.REQUEST_TIMEOUT,
    "body-too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-many-requests": HTTPStatus.TOO_MANY_REQUESTS,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "damaged-match": HTTPStatus.INTERNAL_SERVER_ERROR,
    "unsafe-cache": HTTPStatus.INTERNAL_SERVER_ERROR,
    "mistake": HTTPStatus.INTERNAL_SERVER_ERROR,
}


def status_of(code: str) -> int:
    """The HTTP status of an error's code; what is not listed is a fault in what was sent."""
    return STATUS.get(code, HTTPStatus.UNPROCESSABLE_ENTITY)


def headers_of(error: LudographError) -> dict[str, str]:
    """Headers that belong to some refusals."""
    if isinstance(error, TooManyRequests | Busy | Unavailable):
        return {"retry-after": str(error.retry_after)}
    if isinstance(error, TooSlow):
        return {"connection": "close"}  # the rest of the body is not read
    if isinstance(error, MethodNotAllowed):
        return {"allow": ", ".join(error.allowed)}
    return {"www-authenticate": "Bearer"} if error.code == "not-authenticated" else {}


def problem_of(error: LudographError) -> dict[str, Any]:
    """An error as problem details."""
    facts = {name: value for name, value in error.as_dict().items() if name not in ("code", "message")}
    return problem(error.code, error.message, **facts)


def problem(code: str, detail: str, **facts: Any) -> dict[str, Any]:
    status = status_of(code)
    return {
        **facts,
        "type": f"urn:ludograph:problem:{code}",
        "title": code.replace("-", " ").capitalize(),
        "status": int(status),
        "detail": detail,
        "code": code,
    }
