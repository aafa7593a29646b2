"""What a game in a file means by the rules: its game, its start, every move of every line, its end; and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ludograph.core.game import Game, Position
from ludograph.core.match import Match, MatchRecord
from ludograph.core.moves import Move
from ludograph.core.portable.clock_times import clock_comment, clock_told
from ludograph.core.portable.facts import HOME_GAME, PDN
from ludograph.core.portable.following import Follower
from ludograph.core.portable.mending import Mending
from ludograph.core.portable.model import UNFINISHED, GameText, Line, Mend, Numbering, Place, WrittenMove
from ludograph.core.portable.results import result_of_seats, result_text
from ludograph.core.portable.writer import ROSTER, plain_text
from ludograph.core.registry import game as game_named
from ludograph.core.registry import game_class_named
from ludograph.core.texts import quoted
from ludograph.errors import InvalidGameText, InvalidRecord, LudographError

#: The code of a mend: the game was found by its moves.
WHICH_GAME = "which-game"
#: What stands for a value that is not known.
UNKNOWN = "?"
#: Tags that say which game it is.
NAMING_TAGS = ("Game", "GameType", "Variant")
#: Tags that say what a record says in fields of its own.
OWN_TAGS = frozenset({*NAMING_TAGS, "SetUp", "FEN", "Result"})


@dataclass(frozen=True)
class Replay:
    """A game of a file that keeps the rules: the moves of the game itself, and the positions before and after them.

    ``text`` is the game of the file with what was ``mended`` in it; ``result`` is that of the file, figure by figure
    for the seats; ``clock_times`` what its comments tell of clocks.
    """

    text: GameText
    game: Game
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    result: str
    clock_times: tuple[float | None, ...] = ()
    mended: tuple[Mend, ...] = ()

    @property
    def was_found_by_moves(self) -> bool:
        """Whether no tag says which game it is, and its moves have shown that it is not the usual one."""
        return any(mend.code == WHICH_GAME for mend in self.mended)

    def _repr_svg_(self) -> str:
        return self.positions[-1].picture(self.moves[-1] if self.moves else None)._repr_svg_()

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


def replay(
    text: GameText, game: Game | str | None = None, *, strict: bool = False, beside: Replay | None = None
) -> Replay:
    """A game of a file, checked against the rules; InvalidGameText with the place of what breaks them.

    ``game``, or its name, is meant when no tag names one; else, where several may be meant, that of a game ``beside``
    it in the file. What can be mended is told; when ``strict``, it is refused.
    """
    if isinstance(game, str):
        game = game_named(game)
    if game is not None and not any(tag in text.tags for tag in NAMING_TAGS):
        return _replayed(text, game, Mending(strict=strict, before=text.mended))
    groups = _perhaps_meant(text, strict)
    usual = meant_id(text.tags, text.format)
    if beside:
        known = f"{beside.game.name}/{beside.game.variant}"
        groups = [*([[known]] if any(known in group for group in groups) else []), *groups]
    refusals: list[InvalidGameText] = []
    for group in groups:
        if played := _only_fitting(text, usual, group, refusals, strict=strict):
            return played
    raise max(refusals, key=lambda refusal: (refusal.line, refusal.column))


def _only_fitting(
    text: GameText, usual: str, ids: Sequence[str], refusals: list[InvalidGameText], *, strict: bool
) -> Replay | None:
    """The game by the rules of the only one of these with which it is possible; InvalidGameText when several are."""
    fitting: list[Replay] = []
    for each in ids:
        try:
            fitting.append(_tried(text, each, usual, strict=strict))
        except InvalidGameText as refusal:
            refusals.append(refusal)
    if len(fitting) > 1:
        names = ", ".join(played.game.id for played in fitting)
        raise InvalidGameText(f"no tag says which game it is, and it may be {names}: name one of them", *text.place)
    return fitting[0] if fitting else None


def _tried(text: GameText, id: str, usual: str, *, strict: bool) -> Replay:
    """The game by the rules of the one that is called so; it is told if that is not the usual one."""
    mending = Mending(strict=strict, before=text.mended)
    if id != usual:
        fault = "no tag says which game it is"
        mending.mend(WHICH_GAME, fault, text.place, f"the moves fit {id}")
    try:
        game = game_named(id)
    except LudographError as error:
        raise _naming_refusal(text, error) from error
    return _replayed(text, game, mending)


def _replayed(text: GameText, game: Game, mending: Mending) -> Replay:
    start, text = _behind_drawn_opening(text, _start_of(text, game, mending), mending)
    line, steps = Follower(start, mending).game(text.line)
    positions = (start, *(step.after for step in steps))
    result, figures = _checked_result(text, positions[-1], mending)
    is_start_mended = any(mend.code in ("position", "opening") for mend in mending.mends)
    tags = {name: value for name, value in text.tags.items() if (name, value) != ("FEN", UNKNOWN)}
    if is_start_mended:
        tags |= {"SetUp": "1", "FEN": str(start)}
    return Replay(
        text=replace(text, tags=tags, line=line, result=result, mended=mending.mends),
        game=game,
        moves=tuple(step.move for step in steps),
        positions=positions,
        result=figures,
        clock_times=tuple(clock_told(move.remarks) for move in line.moves),
        mended=tuple(mending.mends),
    )


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
    for written in line.moves:
        move = position.find(written.text)
        remarks = [remark if isinstance(remark, str) else _respelled(remark, position) for remark in written.remarks]
        moves.append(WrittenMove(position.customary(move), list(written.glyphs), remarks))
        position = Position(position.game, position.game.after(position.state, move))
    return Line(list(line.comments), moves)


# -- which game, from where -----------------------------------------------------------------------------------


def _perhaps_meant(text: GameText, strict: bool) -> Sequence[Sequence[str]]:
    """The ids of the games that a text may mean, in groups, the most likely one first."""
    try:
        if strict or "Game" in text.tags:
            return ((meant_id(text.tags, text.format),),)
        return _home_of(text.tags, text.format).may_be_meant_by(text.tags, text.moves)
    except LudographError as error:
        raise _naming_refusal(text, error) from error


def _naming_refusal(text: GameText, error: LudographError) -> InvalidGameText:
    named = next((tag for tag in NAMING_TAGS if tag in text.tags), "")
    return _refusal(error, text.tag_places.get(named, text.place))


def meant_id(tags: Mapping[str, str], format: str) -> str:
    """The id of the game that a file's tags mean: our own tag says it, or the format's own game knows it."""
    if "Game" in tags:
        return tags["Game"]
    return _home_of(tags, format).meant_by(tags)


def _home_of(tags: Mapping[str, str], format: str) -> type[Game]:
    """The class of the game that a file is about when none of its tags names another one."""
    return game_class_named(HOME_GAME[PDN if "GameType" in tags else format])


def _start_of(text: GameText, game: Game, mending: Mending) -> Position:
    if text.tags.get("SetUp") == "0" or "FEN" not in text.tags:
        if text.tags.get("SetUp") == "1":
            fault = "SetUp announces a position, but there is no tag FEN"
            mending.mend("no-position", fault, text.tag_places["SetUp"], "the game begins at its start")
        return game.start()
    place = text.tag_places.get("FEN", text.place)
    if text.tags["FEN"] == UNKNOWN and not mending.is_strict:
        mending.mend("no-position", "the tag FEN tells no position", place, "the game begins at its start")
        return game.start()
    try:
        return game.parse(text.tags["FEN"])
    except LudographError as error:
        if not mending.is_strict and (start := _mended_start(text.tags["FEN"], game, place, mending)):
            return start
        raise _refusal(error, place) from error


def _behind_drawn_opening(text: GameText, start: Position, mending: Mending) -> tuple[Position, GameText]:
    """Where a game begins whose first moves were drawn by lot against the rules, and the game from there, with these
    moves as a comment."""
    drawn = None if mending.is_strict or start != start.game.start() else start.game.drawn_opening(text.moves)
    if drawn is None:
        return start, text
    state, count = drawn
    moves, behind = text.line.moves, Position(start.game, state)
    instead = f"it is taken for {behind}, where the game begins, and kept as a comment"
    mending.mend("opening", "the rules don't allow the opening that was drawn", moves[0].place, instead)
    comments = [*text.line.comments, plain_text(moves[:count])]
    return behind, replace(text, line=Line(comments, moves[count:]))


def _mended_start(text: str, game: Game, place: Place, mending: Mending) -> Position | None:
    """The position of a text that is written as others do."""
    mended, faults = game.mended_position(text)
    try:
        start = game.parse(mended)
    except LudographError:
        return None
    for fault in faults:
        mending.mend("position", fault, place, f"it is taken for {start}")
    return start


# -- the end --------------------------------------------------------------------------------------------------


def _checked_result(text: GameText, last: Position, mending: Mending) -> tuple[str, str]:
    """The result of a file, as it is written and seat by seat, which the last position doesn't contradict."""
    result = result_of_seats(text.result, len(last.game.seats))
    outcome = last.outcome
    if result is None:
        fault = f"a match of {last.game.id} can't end with {text.result}"
        if outcome is None:
            raise InvalidGameText(fault, *text.result_place)
    elif outcome is None or result == outcome.result:
        return text.result, result
    elif result == UNFINISHED and "Result" not in text.tags:
        return text.result, outcome.result
    by_rules = result_text(outcome, last.game.portable.win)
    if result is not None:
        fault = f"the result is {text.result}, but the moves lead to {by_rules}: {outcome.text.rstrip('.')}"
    mending.mend("result", fault, text.result_place, f"it is taken for {by_rules}")
    return by_rules, outcome.result


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
