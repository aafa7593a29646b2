"""What every request passes first, and what every answer carries: hosts, origins, sizes, rates, headers."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from limits import RateLimitItem, parse_many
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludograph.errors import LudographError
from ludograph.server.addresses import current_guest, guest_of
from ludograph.server.bans import Bans
from ludograph.server.metrics import Answered, Metrics
from ludograph.server.problems import (
    MEDIA_TYPE,
    BodyTooLarge,
    Busy,
    Forbidden,
    TooManyRequests,
    TooSlow,
    headers_of,
    problem_of,
)
from ludograph.server.secrets import hash_of
from ludograph.server.settings import Settings


def _as_sent(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
#: As they are sent: to everybody, and with what is open to pages of other sites.
OWN_HEADERS = _as_sent(HEADERS)
OPEN_HEADERS = _as_sent({**HEADERS, "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"})
#: Public facts that pages of other sites may read: the GamesmanPuzzles API.
OPEN_PATHS = "/puzzles"
#: Where files of games are sent, which may be larger than anything else.
FILE_PATHS = ("/api/v1/game-files", "/api/v1/matches/import")
READING = ("GET", "HEAD", "OPTIONS")
FORBIDDEN_FRAME = 1008
#: Windows of rates that are remembered before anybody looks which have ended.
LEAST_WINDOWS = 10_000
#: Of a name with a port.
LONGEST_HOST = 300


class Windows:
    """Counts in fixed windows of time, each of which begins with the first one who is counted. Kept by ourselves: the
    storage of ``limits`` starts a thread for nearly every request, for which the loop waits."""

    def __init__(self) -> None:
        self._windows: dict[tuple[str, str, RateLimitItem], tuple[float, int]] = {}
        self._most = LEAST_WINDOWS

    def hit(self, limit: RateLimitItem, kind: str, who: str) -> float:
        """Count one more; returns the seconds until the window ends if it is one too many, else 0."""
        now, key = time.time(), (kind, who, limit)
        ends, count = self._windows.get(key, (0.0, 0))
        if now >= ends:
            ends, count = now + limit.get_expiry(), 0
            self._make_room(now)
        self._windows[key] = (ends, count + 1)
        return ends - now if count >= limit.amount else 0.0

    def __len__(self) -> int:
        return len(self._windows)

    def _make_room(self, now: float) -> None:
        """Forget windows that have ended, now and then."""
        if len(self._windows) >= self._most:
            self._windows = {key: window for key, window in self._windows.items() if now < window[0]}
            self._most = max(LEAST_WINDOWS, 2 * len(self._windows))


class Rates:
    """How often somebody may ask, in two windows."""

    def __init__(self, settings: Settings) -> None:
        self._windows = Windows()
        self._limits = {
            "address": _parsed(settings.address_limits),
            "token": _parsed(settings.token_limits),
            "costly": _parsed(settings.costly_limits),
            "chat": _parsed(settings.chat_limits),
        }

    def check(self, kind: str, who: str) -> None:
        """Count one more request; TooManyRequests when it is one too many."""
        for limit in self._limits[kind]:
            if wait := self._windows.hit(limit, kind, who):
                seconds = max(1, round(wait))
                raise TooManyRequests(f"Too many requests: at most {limit}. Try again later.", retry_after=seconds)

    def check_token(self, token: str | None) -> None:
        if token:
            self.check("token", hash_of(token))


class Guard:
    """An ASGI application around the real one."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates, bans: Bans, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._rates = rates
        self._bans = bans
        self._metrics = metrics
        self._sockets: Counter[str] = Counter()
        self._held_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        # HEAD is GET without the body of the answer, which is held back by what carries us.
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        inner = {**scope, "method": method}  # which gets the route, when there is one
        with self._metrics.request(inner) as answered:
            await self._answer(scope, inner, receive, _noting(send, answered))

    async def _answer(self, scope: Scope, inner: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        is_open = scope["path"].startswith(OPEN_PATHS)
        answering = _with_headers(send, is_open)
        guest = guest_of(scope)
        current_guest.set(guest)
        try:
            self._bans.check(guest)
            self._check_host(headers)
            if scope["method"] not in READING:
                self._check_origin(scope, headers)
            self._rates.check("address", guest)
            body = await self._body(scope, headers, receive)
        except LudographError as error:
            await _refuse(answering, error)
            return
        await self._app(inner, _given(body, receive), answering)

    async def _body(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """The body, if it is not too large and comes in time."""
        has_file = scope["path"] in FILE_PATHS
        limit = self._settings.file_limit if has_file else self._settings.body_limit
        body = bytearray()
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                async for piece in _pieces(headers, receive, limit):
                    body += piece
                    self._held_bytes += len(piece)
                    if self._held_bytes > self._settings.bodies_limit:
                        raise Busy("Too much is sent to the server at once; come again later.")
        except TimeoutError:
            raise TooSlow("The body of the request took too long to come.") from None
        finally:
            self._held_bytes -= len(body)
        return bytes(body)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = guest_of(scope)
        current_guest.set(address)
        try:
            self._bans.check(address)
            self._check_host(dict(scope["headers"]))
            self._check_origin(scope, dict(scope["headers"]))
            self._rates.check("address", address)
            if self._sockets[address] >= self._settings.sockets_per_address:
                raise TooManyRequests("Too many open sockets.", retry_after=1)
        except LudographError as error:
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN_FRAME, "reason": error.code})
            return
        self._sockets[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _check_host(self, headers: dict[bytes, bytes]) -> None:
        """A name that we don't know may be another site's, pointed at us; figures can't be."""
        host = headers.get(b"host", b"")
        name = _host_name(host.decode("latin-1")) if len(host) <= LONGEST_HOST else None
        if name is None or not (_is_address(name) or name in self._settings.allowed_hosts):
            raise Forbidden("The server is not known by this name; LUDOGRAPH_ALLOWED_HOSTS may list it.")

    def _check_origin(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        """A browser says which page asks; only our own may change anything."""
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin or origin in self._settings.allowed_origins:
            return
        host = headers.get(b"host", b"").decode("latin-1")
        secure = scope["scheme"] in ("https", "wss") or self._settings.behind_proxy
        own = {f"http://{host}", f"https://{host}"} if secure else {f"http://{host}"}
        if origin not in own:
            raise Forbidden("Pages of other sites may not do this.")


def _parsed(texts: Sequence[str]) -> list[RateLimitItem]:
    return [limit for text in texts for limit in parse_many(text)]


@lru_cache(maxsize=1000)
def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


@lru_cache(maxsize=1000)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def _pieces(headers: dict[bytes, bytes], receive: Receive, limit: int) -> AsyncIterator[bytes]:
    """The body as it comes; BodyTooLarge when it is said to be too large, or is."""
    said = headers.get(b"content-length", b"0")
    _check_size(int(said) if said.isdigit() else limit + 1, limit)
    size, is_more = 0, True
    while is_more and (message := await receive())["type"] == "http.request":
        size += len(message.get("body", b""))
        _check_size(size, limit)
        yield message.get("body", b"")
        is_more = message.get("more_body", False)


def _check_size(size: int, limit: int) -> None:
    if size > limit:
        raise BodyTooLarge(f"The body of a request may have at most {limit:,} bytes.")


def _given(body: bytes, receive: Receive) -> Receive:
    """What gives a body that was read already to the application."""
    is_given = False

    async def again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send, is_open: bool) -> Send:
    added = OPEN_HEADERS if is_open else OWN_HEADERS

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *added]}
        await send(message)

    return sending


def _noting(send: Send, answered: Answered) -> Send:
    """Notes the status of an answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered.status = message["status"]
        await send(message)

    return sending


async def _refuse(send: Send, error: LudographError) -> None:
    body = json.dumps(problem_of(error)).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    headers += _as_sent(headers_of(error))
    await send({"type": "http.response.start", "status": problem_of(error)["status"], "headers": headers})
    await send({"type": "http.response.body", "body": body})
