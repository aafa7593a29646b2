"""Live play: one WebSocket for each match. docs/server.md tells the protocol; the messages are a closed union."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Literal

from fastapi import WebSocket
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from ludograph.errors import LudographError
from ludograph.server import agreements
from ludograph.server.addresses import guest_of
from ludograph.server.hub import Watcher, as_text
from ludograph.server.live_match import LiveMatch
from ludograph.server.matches import Seated
from ludograph.server.page_programs import PageProgram, check_page
from ludograph.server.problems import Busy, InvalidRequest, TooManyRequests, problem_of
from ludograph.server.rematch import rematch
from ludograph.server.routes.matches import MatchId
from ludograph.server.schemas.values import Key, MoveText, Name, Reply, Sent, Token
from ludograph.server.services import API, Services, routes_at, services_of

router = routes_at(API)

WRONG_DATA, TOO_LARGE, REFUSED, TOO_SLOW, TOO_BUSY, GOING_AWAY = 1003, 1009, 1008, 1013, 1013, 1001
CLOSE_SECONDS = 1.0

MessageId = Annotated[str, Field(max_length=40)]
Seat = Annotated[int, Field(ge=0, le=15)]


class Join(Sent):
    type: Literal["join"]
    tokens: Annotated[list[Token], Field(max_length=16, default_factory=list)]
    name: Name = ""
    talk: bool = False


class MoveMessage(Sent):
    type: Literal["move"]
    id: MessageId
    move: MoveText
    ply: Annotated[int, Field(ge=0, le=10**6)]
    key: Key | None = None
    seat: Seat | None = None


class ResignMessage(Sent):
    type: Literal["resign"]
    id: MessageId
    seat: Seat | None = None


class DrawMessage(Sent):
    type: Literal["draw"]
    id: MessageId
    reply: Reply
    seat: Seat | None = None


class UndoMessage(Sent):
    type: Literal["undo"]
    id: MessageId
    reply: Reply
    plies: Annotated[int, Field(ge=1, le=10**6)] | None = None
    seat: Seat | None = None


class RematchMessage(Sent):
    type: Literal["rematch"]
    id: MessageId
    reply: Reply
    seat: Seat | None = None


class ThinkMessage(Sent):
    type: Literal["think"]
    id: MessageId
    seats: Annotated[list[Seat], Field(max_length=16)]


class Resync(Sent):
    type: Literal["resync"]


class Ping(Sent):
    type: Literal["ping"]


Change = MoveMessage | ResignMessage | DrawMessage | UndoMessage | RematchMessage
Message = Annotated[Join | Change | ThinkMessage | Resync | Ping, Field(discriminator="type")]
MESSAGES: TypeAdapter[Any] = TypeAdapter(Message)


@router.websocket("/matches/{match_id}/live")
async def watch(socket: WebSocket, match_id: MatchId) -> None:
    """Watch a match, and play in it with the tokens of its seats."""
    services = services_of(socket)
    await socket.accept()
    await _Connection(socket, services, match_id).serve()


class _Refusal(Exception):
    """The socket is closed for a reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class _Connection:
    """One socket: what it says is done in its order, and what it hears waits in a queue of its own."""

    def __init__(self, socket: WebSocket, services: Services, match_id: str) -> None:
        self._socket = socket
        self._services = services
        self._match_id = match_id
        self._watcher = Watcher(services.settings.queue_limit, guest_of(socket.scope))
        self._tokens: dict[int, str] = {}
        #: The tokens that were shown: among them may be that of who has begun the match.
        self._shown: list[str] = []
        #: Shows that programs may think here.
        self._program_token: str | None = None

    async def serve(self) -> None:
        """Until one of both sides ends it."""
        code, reason = GOING_AWAY, "end"
        try:
            await self._join()
            await self._talk()
        except _Refusal as refusal:
            code, reason = refusal.code, refusal.reason
        except LudographError as error:
            await self._send_last(problem_of(error))
            code, reason = TOO_BUSY if isinstance(error, Busy) else REFUSED, error.code
        except WebSocketDisconnect:
            return
        finally:
            self._services.hub.leave(self._match_id, self._watcher)
            if self._watcher.thinks_for:
                self._services.programs.reconsider(self._match_id)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._socket.close(code, reason), CLOSE_SECONDS)

    async def _join(self) -> None:
        seconds = self._services.settings.join_seconds
        try:
            message = await asyncio.wait_for(self._receive(), seconds)
        except TimeoutError:
            raise _Refusal(REFUSED, "join-expected") from None
        if not isinstance(message, Join):
            raise InvalidRequest("The first message must be join.")
        async with self._services.matches.opened(self._match_id) as live:
            self._tokens, self._shown = live.seats_of(message.tokens), message.tokens
            if not self._tokens and not self._services.hub.has_room(self._match_id):
                raise Busy("As many watch this match as can.")
            self._watcher.seats, self._watcher.hears_talk = frozenset(self._tokens), message.talk
            self._watcher.name = message.name.strip()
            self._services.hub.join(self._match_id, self._watcher)
            await self._tell_state(live)

    async def _talk(self) -> None:
        """Read and write until something ends: the other side goes, says something wrong, or is too slow."""
        tasks = [
            asyncio.create_task(self._read()),
            asyncio.create_task(self._write()),
            asyncio.create_task(self._watcher.is_cut.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._watcher.is_cut.is_set():
                raise self._watcher.why or _Refusal(TOO_SLOW, "too-slow")
            for task in tasks[:2]:
                if task.done():
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self) -> None:
        while True:
            await self._socket.send_text(await self._watcher.next())

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if isinstance(message, Ping):
                self._tell({"type": "pong"})
            elif isinstance(message, Resync):
                async with self._services.matches.opened(self._match_id) as live:
                    await self._tell_state(live)
            elif isinstance(message, Join):
                raise InvalidRequest("This socket has joined already.")
            elif isinstance(message, ThinkMessage):
                await self._think(message)
            else:
                await self._change(message)

    async def _receive(self) -> Any:
        """The next message, if it is one of those that there are."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", GOING_AWAY))
        text = received.get("text")
        if text is None:
            raise _Refusal(WRONG_DATA, "text-expected")
        if len(text.encode("utf-8", "surrogatepass")) > self._services.settings.frame_limit:
            raise _Refusal(TOO_LARGE, "too-large")
        self._services.rates.check("address", guest_of(self._socket.scope))
        try:
            return MESSAGES.validate_json(text)
        except ValidationError as error:
            faults = tuple(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:10])
            raise InvalidRequest("This is none of the messages that there are.", faults) from None

    async def _change(self, message: Change) -> None:
        """Do what is asked, and answer with an acknowledgement or a refusal; the event itself comes to all watchers."""
        try:
            is_programs = isinstance(message, MoveMessage) and message.seat in self._watcher.thinks_for
            token = self._program_token if is_programs else await self._token_for(message)
            self._services.rates.check_token(token)
            if isinstance(message, MoveMessage):
                who = PageProgram(message.seat or 0, token) if is_programs else Seated(token)
                move = (message.move, message.ply, message.key)
                answer = await self._services.matches.move(self._match_id, who, *move)
                if answer.status >= 400:
                    self._tell({"type": "refused", "id": message.id, "problem": answer.body})
                    return
                version, ply = answer.body["version"], answer.body["ply"]
            else:
                live = await self._services.matches.change(self._match_id, _plan(message, token))
                version, ply = live.row.version, live.row.ply
        except TooManyRequests:
            raise
        except LudographError as error:
            self._tell({"type": "refused", "id": message.id, "problem": problem_of(error)})
        else:
            self._tell({"type": "ack", "id": message.id, "version": version, "ply": ply})

    async def _think(self, message: ThinkMessage) -> None:
        """From now on this page lets programs think, or no longer."""
        try:
            async with self._services.matches.opened(self._match_id) as live:
                self._program_token = _fitting(live, [*self._tokens.values(), *self._shown])
                check_page(live, self._program_token, message.seats)
                version, ply = live.row.version, live.row.ply
        except LudographError as error:
            self._tell({"type": "refused", "id": message.id, "problem": problem_of(error)})
            return
        self._watcher.thinks_for = frozenset(message.seats)
        self._services.programs.reconsider(self._match_id)
        self._tell({"type": "ack", "id": message.id, "version": version, "ply": ply})

    async def _token_for(self, message: Change) -> str | None:
        """The token of the seat that is named, or else of the one that is to move, or of any."""
        if message.seat is not None:
            return self._tokens.get(message.seat)
        if len(self._tokens) > 1:
            async with self._services.matches.opened(self._match_id) as live:
                if live.row.turn in self._tokens:
                    return self._tokens[live.row.turn]
        return next(iter(self._tokens.values()), None)

    async def _tell_state(self, live: LiveMatch) -> None:
        self._tell({"type": "state", "match": await self._services.matches.shown(live, self._tokens)})

    def _tell(self, message: dict[str, Any]) -> None:
        self._watcher.tell(as_text(message))

    async def _send_last(self, problem: dict[str, Any]) -> None:
        with contextlib.suppress(Exception):
            text = as_text({"type": "refused", "id": None, "problem": problem})
            await asyncio.wait_for(self._socket.send_text(text), CLOSE_SECONDS)


def _fitting(live: LiveMatch, tokens: list[str]) -> str | None:
    """The token of a seat, or else of who has begun the match, or else the first one, which is refused."""
    return next((token for token in tokens if live.is_owner(token)), next(iter(tokens), None))


def _plan(message: ResignMessage | DrawMessage | UndoMessage | RematchMessage, token: str | None) -> agreements.Plan:
    if isinstance(message, ResignMessage):
        return agreements.resign(token)
    if isinstance(message, DrawMessage):
        return agreements.draw(token, message.reply)
    if isinstance(message, RematchMessage):
        return rematch(token, message.reply)
    return agreements.undo(token, message.reply, message.plies)
