"""What a game in a file means by the rules: its game, its start, every move of every line, its end; and back again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ludograph.core.game import Game, Position
from ludograph.core.match import Match, MatchRecord
from ludograph.core.moves import Move
from ludograph.core.portable.clock_times import clock_comment, clock_told
from ludograph.core.portable.facts import HOME_GAME, PDN
from ludograph.core.portable.model import UNFINISHED, GameText, Line, Numbering, Place, WrittenMove
from ludograph.core.portable.results import result_of_seats, result_text
from ludograph.core.portable.writer import ROSTER
from ludograph.core.registry import game as game_named
from ludograph.core.registry import game_class_named
from ludograph.core.texts import quoted
from ludograph.errors import InvalidGameText, InvalidRecord, LudographError

#: A hop of a capture, or several: where it begins, how it goes on, where it ends.
HOPS = re.compile(r"(?P<from>\w+)(?P<on>([x:]\w+)*[x:](?P<to>\w+))", re.ASCII)

#: Tags that say which game it is.
NAMING_TAGS = ("Game", "GameType", "Variant")
#: Tags that say what a record says in fields of its own.
OWN_TAGS = frozenset({*NAMING_TAGS, "SetUp", "FEN", "Result"})


@dataclass(frozen=True)
class Replay:
    """A game of a file that keeps the rules: the moves of the game itself, and the positions before and after them.

    ``result`` is that of the file, figure by figure for the seats; ``clock_times`` what its comments tell of clocks.
    """

    text: GameText
    game: Game
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    result: str
    clock_times: tuple[float | None, ...] = ()

    def record(self) -> MatchRecord:
        """What is to be kept of the match, without variations and comments. An end that the moves don't show is a
        resignation or an agreement."""
        return MatchRecord(
            game=self.game.id,
            start=str(self.positions[0]),
            moves=tuple(move.text for move in self.moves),
            tags=_record_tags(self.game, self.text.tags),
            result=self.result,
            reason=self._reason(),
            clock_times=self.clock_times if any(left is not None for left in self.clock_times) else (),
        )

    def match(self) -> Match:
        """The match; InvalidRecord when it went on behind a draw that a match declares by itself."""
        return self.record().replay()

    def _reason(self) -> str:
        last = self.positions[-1]
        if self.result == UNFINISHED:
            return ""
        if outcome := last.outcome or self.game.draw_of(last.state):
            return outcome.reason
        if "0" in self.result.split("-"):
            return "resignation"
        occurred = sum(position.repetition_key == last.repetition_key for position in self.positions)
        return "repetition" if 0 < self.game.repetition_limit <= occurred else "agreement"


def replay(text: GameText, game: Game | None = None) -> Replay:
    """A game of a file, checked against the rules; InvalidGameText with the place of what breaks them.

    ``game`` is meant when no tag names one.
    """
    if game is None or any(tag in text.tags for tag in NAMING_TAGS):
        game = _game_of(text)
    start = _start_of(text, game)
    numbers = _Numbers(start)
    written, moves, positions = _follow(text.line, start, 0, numbers)
    clock_times = tuple(clock_told(move.remarks) for move in written)
    return Replay(text, game, moves, positions, _checked_result(text, positions[-1]), clock_times)


def game_text(match: Match, format: str | None = None, clock_times: Sequence[float | None] = ()) -> GameText:
    """A match as it is written into a file, of the game's own format if no other is named; with what the clock showed
    behind each move. InvalidRecord when one of its tags can't be written."""
    game = match.game
    players = player_tags(game)
    moves = [
        WrittenMove(game.file_text(position.state, move))
        for position, move in zip(match.positions, match.played, strict=False)
    ]
    for move, left in zip(moves, clock_times, strict=False):
        move.remarks += [] if left is None else [clock_comment(left)]
    line = Line(moves=moves)
    Numbering(1, len(game.seats), match.start.seat).apply(line)
    result = result_text(match.outcome, game.portable.win)
    return GameText(
        tags=_file_tags(match, players, result, format or game.portable.format),
        line=line,
        result=result,
        format=format or game.portable.format,
    )


def canonical(played: Replay, format: str | None = None) -> GameText:
    """A game of a file as we write it: with its comments and variations, the moves spelled in the game's own way."""
    text, game = played.text, played.game
    format = format or game.portable.format
    line = _respelled(text.line, played.positions[0])
    Numbering(1, len(game.seats), played.positions[0].seat).apply(line)
    tags = text.tags
    if not _mean(tags, game, format):
        tags = {**tags, **{name: value for name, value in game.portable.tags.items() if name not in tags}}
    if not _mean(tags, game, format):
        tags = {**tags, "Game": game.id}
    return GameText(
        tags=tags,
        line=line,
        result=text.result,
        format=format,
    )


def _respelled(line: Line, position: Position) -> Line:
    moves = []
    for written, before, move in _steps(line, position):
        remarks = [remark if isinstance(remark, str) else _respelled(remark, before) for remark in written.remarks]
        moves.append(WrittenMove(before.game.file_text(before.state, move), list(written.glyphs), remarks))
    return Line(list(line.comments), moves)


# -- which game, from where -----------------------------------------------------------------------------------


def _game_of(text: GameText) -> Game:
    try:
        return game_named(meant_id(text.tags, text.format))
    except LudographError as error:
        named = next((tag for tag in NAMING_TAGS if tag in text.tags), "")
        raise _refusal(error, text.tag_places.get(named, text.place)) from error


def meant_id(tags: Mapping[str, str], format: str) -> str:
    """The id of the game that a file's tags mean: our own tag says it, or the format's own game knows it."""
    if "Game" in tags:
        return tags["Game"]
    return game_class_named(HOME_GAME[PDN if "GameType" in tags else format]).meant_by(tags)


def _start_of(text: GameText, game: Game) -> Position:
    if text.tags.get("SetUp") == "0" or "FEN" not in text.tags:
        if text.tags.get("SetUp") == "1":
            raise InvalidGameText("SetUp announces a position, but there is no tag FEN", *text.tag_places["SetUp"])
        return game.start()
    try:
        return game.parse(text.tags["FEN"])
    except LudographError as error:
        raise _refusal(error, text.tag_places.get("FEN", text.place)) from error


# -- the moves ------------------------------------------------------------------------------------------------


def _follow(
    line: Line, position: Position, ply: int, numbers: _Numbers
) -> tuple[list[WrittenMove], tuple[Move, ...], tuple[Position, ...]]:
    """Play a line from a position, and its variations from where they leave it."""
    all_written: list[WrittenMove] = []
    moves: list[Move] = []
    positions = [position]
    for written, before, move in _steps(line, position):
        numbers.check(written, ply + len(moves))
        for remark in written.remarks:
            if isinstance(remark, Line):
                _follow(remark, before, ply + len(moves), numbers)
        all_written.append(written)
        moves.append(move)
        positions.append(Position(before.game, before.game.after(before.state, move)))
    return all_written, tuple(moves), tuple(positions)


def _steps(line: Line, position: Position) -> Iterator[tuple[WrittenMove, Position, Move]]:
    """Each move of a line as it is written and as it is meant, with the position before it."""
    rest = list(reversed(line.moves))
    while rest:
        written = rest.pop()
        try:
            move = position.find(written.text)
        except LudographError as error:
            whole = _whole_capture(written, rest[-1]) if rest else None
            if whole is None:
                raise _refusal(error, written.place) from error
            rest[-1] = whole
            continue
        yield written, position, move
        position = Position(position.game, position.game.after(position.state, move))


def _whole_capture(hop: WrittenMove, next_hop: WrittenMove) -> WrittenMove | None:
    """Two hops of a capture as one move, ``11x18 18x25`` as ``11x18x25``, if they are written so."""
    first, next_first = HOPS.fullmatch(hop.text), HOPS.fullmatch(next_hop.text)
    if not first or not next_first or first["to"] != next_first["from"] or hop.remarks or next_hop.number:
        return None
    text = f"{hop.text}{next_first['on']}"
    return replace(next_hop, text=text, glyphs=hop.glyphs + next_hop.glyphs, number=hop.number, place=hop.place)


class _Numbers:
    """The move numbers of a game: the first may be any, and all others have to follow from it. When the second side
    begins, it may have the first number to itself or share it with the next move."""

    def __init__(self, start: Position) -> None:
        self._seats = len(start.game.seats)
        self._before = {0, start.seat}
        self._possible: list[Numbering] | None = None

    def check(self, move: WrittenMove, ply: int) -> None:
        if move.number is None:
            return
        given = move.number.value
        if self._possible is None:
            counted = [Numbering(0, self._seats, before) for before in sorted(self._before)]
            self._possible = [Numbering(given - at.number(ply), at.shared, at.before) for at in counted]
        fitting = [numbering for numbering in self._possible if numbering.number(ply) == given]
        if not fitting:
            due = self._possible[0].number(ply)
            raise InvalidGameText(f"the move has the number {due}, not {given}", *move.number_place)
        self._possible = fitting


# -- the end --------------------------------------------------------------------------------------------------


def _checked_result(text: GameText, last: Position) -> str:
    """The result of a file, seat by seat, which the last position doesn't contradict."""
    result = result_of_seats(text.result, len(last.game.seats))
    if result is None:
        raise InvalidGameText(f"a match of {last.game.id} can't end with {text.result}", *text.result_place)
    outcome = last.outcome
    if outcome is None or result == outcome.result:
        return result
    if result == UNFINISHED and "Result" not in text.tags:
        return outcome.result
    by_rules = result_text(outcome, last.game.portable.win)
    reason = f"the result is {text.result}, but the moves lead to {by_rules}: {outcome.text.rstrip('.')}"
    raise InvalidGameText(reason, *text.result_place)


# -- tags -----------------------------------------------------------------------------------------------------


def player_tags(game: Game) -> tuple[str, ...]:
    """The tag of each seat's player."""
    names = game.portable.players or game.seats
    return tuple("".join(letter if _is_tag_letter(letter) else "_" for letter in name) for name in names)


def _is_tag_letter(letter: str) -> bool:
    return letter.isascii() and (letter.isalnum() or letter == "_")


def _file_tags(match: Match, players: tuple[str, ...], result: str, format: str) -> dict[str, str]:
    """The roster, then what says which game it is and where it began, then all else that is known of the match."""
    game, known = match.game, dict(match.tags)
    tags = {name: known.pop(name, ROSTER[name]) for name in ("Event", "Site", "Date", "Round")}
    for seat, player in zip(game.seats, players, strict=True):
        tags[player] = known.pop(seat, known.pop(player, "?"))
    tags["Result"] = result
    about = dict(game.portable.tags)
    if match.start != game.start():
        about.update(SetUp="1", FEN=str(match.start))
    if not _mean(about, game, format):
        about = {"Game": game.id, **about}
    tags.update(about)
    tags.update({name: value for name, value in known.items() if name not in OWN_TAGS})
    if wrong := [name for name in tags if not name or not all(map(_is_tag_letter, name))]:
        raise InvalidRecord("The match can't be written", [f"{quoted(name)} is no name of a tag" for name in wrong])
    return tags


def _mean(tags: Mapping[str, str], game: Game, format: str) -> bool:
    """Whether tags say the whole id of a game."""
    try:
        return game_named(meant_id(tags, format)) == game
    except LudographError:
        return False


def _record_tags(game: Game, tags: Mapping[str, str]) -> dict[str, str]:
    """The tags that are worth keeping, the players by their seats."""
    seats = dict(zip(player_tags(game), game.seats, strict=True))
    unknown = {**ROSTER, **dict.fromkeys(seats, "?")}
    kept = {name: value for name, value in tags.items() if name not in OWN_TAGS and value != unknown.get(name)}
    return {seats.get(name, name): value for name, value in kept.items()}


def _refusal(error: LudographError, place: Place) -> InvalidGameText:
    return InvalidGameText(error.message.rstrip("."), *place)
