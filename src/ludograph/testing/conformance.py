"""The checks that every registered game must pass.

Each check takes a :class:`Sample` and raises an AssertionError whose text says what is wrong where. None
knows any game.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from typing import TypeVar, cast
from xml.etree import ElementTree

from ludograph.core.authors import ANYTHING, check_definition, failure_of, place_of, told
from ludograph.core.game import Game, Position
from ludograph.core.match import Match, MatchRecord
from ludograph.core.moves import HopIndex, Move, MoveKind
from ludograph.core.portable.files import read_games
from ludograph.core.portable.meaning import game_text
from ludograph.core.registry import game as game_named
from ludograph.draw.svg import to_svg
from ludograph.draw.text import to_text
from ludograph.draw.themes import THEMES
from ludograph.engine.algorithms.random_play import fingerprint
from ludograph.engine.declared.symmetries import keeps_rules, seen
from ludograph.engine.kernel_game import KernelGame
from ludograph.engine.kernel_puzzle import KernelPuzzle
from ludograph.engine.perft import KnownCounts, KnownResult, divide, known_counts, known_results, perft
from ludograph.engine.program import Mode
from ludograph.errors import (
    AmbiguousMove,
    GameOver,
    IllegalMove,
    LudographError,
    MoveError,
    NotYourTurn,
    PositionError,
    UnsupportedKind,
)
from ludograph.solver.solve import solve
from ludograph.testing.sample import Sample, sample_ids

#: Counts up to this size are checked; larger ones are left to the benchmarks.
MOST_LEAVES = 5_000_000
#: So many are counted sooner in plain Python than a kernel is compiled.
MOST_PLAIN_LEAVES = 50_000
MOST_CELLS = 130
#: Games with up to so many ranks are solved to check a known value.
MOST_RANKS = 5_000_000
RANKS_TRIED = 100
FEW = 4
LONGEST_MESSAGE = 600
#: About so many positions of each match are drawn.
MOST_DRAWN = 10
MOST_WRITTEN = 40
HOSTILE_TEXTS = (
    "", " ", "-", "x", "\n", "\x00", "A", "1", "0", "?", "A1", "A1-", "-A1", "A1-A1", "Z9-Z9", "a1-a2 ", "é", "１-２",
    "=", "A1-A2=", "٣-٤", "\ud800", "'; DROP TABLE matches; --", "<script>", "{}", "%s%n", "../../passwd", "x" * 10_000,
)  # fmt: skip


def check_game(game: str | Game | Sample, *, seed: int = 1) -> None:
    """Run all checks on a game, or on a sample of it; raises one AssertionError that lists everything that failed.

    A game that can't even be made or played is told why in one sentence.
    """
    sample = game if isinstance(game, Sample) else _sample_of(game, seed)
    failures: dict[str, str] = {}  # what several checks meet is said once
    errors: list[BaseException] = []
    for check in CHECKS:
        try:
            check(sample)
        except ANYTHING as error:  # a game under test may fail in any way
            failures.setdefault(_sentence(error), check.__name__)
            errors.append(error)
    if failures:
        lines = [f"{check}: {sentence}" for sentence, check in failures.items()]
        raise AssertionError(f"{sample.game.id} does not conform:\n  " + "\n  ".join(lines)) from errors[0]


def _sample_of(game: str | Game, seed: int) -> Sample:
    try:
        made = game_named(game) if isinstance(game, str) else game
        check_definition(made)
        return Sample(made, seed=seed)
    except ANYTHING as error:
        raise AssertionError(_sentence(error)) from error


def _sentence(error: BaseException) -> str:
    """What is said of an error: with the line of the author who can mend it, where there is one."""
    if isinstance(error, LudographError | AssertionError):
        return str(error) or type(error).__name__
    failure = failure_of(error)
    return failure.message if failure else told(error)


def _rule(game: Game, name: str) -> str:
    """Where one of a game's rules stands."""
    rules = game.all_rules() if isinstance(game, KernelGame) else {}
    return place_of(rules.get(name, type(game)))


def texts_round_trip(sample: Sample) -> None:
    """Every position and the game itself are rebuilt from their texts."""
    assert game_named(sample.game.id) == sample.game, f"the id {sample.game.id} names another game"
    for position in sample.positions:
        again = sample.game.parse(str(position))
        assert again == position, f"{position} reads back as {again}"
        assert str(again) == str(position), f"{position} is written in two ways"


def legal_moves_are_well_formed(sample: Sample) -> None:
    """The list is sorted and free of duplicates; each move is found by its texts and can be played."""
    for position in sample.positions:
        moves = position.legal_moves
        texts = [move.text for move in moves]
        assert texts == sorted(set(texts)), f"the moves of {position} are not sorted or not unique: {texts}"
        ways = [way for move in moves for way in move.ways]
        assert len(set(ways)) == len(ways), f"two moves of {position} have the same hops"
        assert all(move.kind in MoveKind.LEGAL for move in moves), f"a legal move of {position} is of another kind"
    for position in sample.some_positions:
        for move in sample.some_moves(position):
            for spelling in sample.game.spellings(position.state, move):
                assert _is_found(position, spelling, move), f"{spelling} in {position} does not find {move}"


def _is_found(position: Position, spelling: str, move: Move) -> bool:
    """Whether a text finds its move, or is refused because it may mean others, too."""
    try:
        return position.find(spelling) == move
    except AmbiguousMove as refusal:
        return spelling != move.text and move.text in refusal.message


def moves_agree_with_brute_force(sample: Sample) -> None:
    """For every pair of cells: some move is listed exactly when no rule forbids it. Where the refusals themselves come
    from the list of moves, that proves little, and a few positions are enough."""
    if len(sample.game.board) > MOST_CELLS:
        return
    for position in sample.some_positions[: FEW if sample.game.has_derived_refusals else None]:
        index = HopIndex(position.legal_moves)  # not `partial`, which asks for the reason once more
        for hops in _all_hops(position, index):
            listed = hops in index
            refusal = sample.game.why_not(position.state, hops)
            assert listed == (refusal is None), (
                f"{' '.join(hops)} in {position} is {'listed' if listed else 'not listed'}, but the rules say: "
                f"{refusal.message if refusal else 'allowed'}"
            )
            if len(hops) == 1:
                _check_told(position, hops, refusal)


def _check_told(position: Position, hops: tuple[str, ...], refusal: IllegalMove | None) -> None:
    """A hand is told what the list and the rules say."""
    partial = position.partial(hops)
    assert partial.valid == (refusal is None), f"a hand that begins with {hops[0]} in {position} is told otherwise"
    if refusal:
        assert partial.message == refusal.message, f"a hand is told {partial.message!r}, not {refusal.message!r}"


def _all_hops(position: Position, index: HopIndex) -> Iterator[tuple[str, ...]]:
    """All cells, all pairs of cells, and what may follow such a pair in any move."""
    labels = position.game.board.labels
    choices = {way[2] for move in position.legal_moves for way in move.ways if len(way) > 2}
    for source in labels:
        yield (source,)
        for target in labels:
            yield (source, target)
            if (source, target) in index:
                yield from ((source, target, choice) for choice in sorted(choices))


def partial_moves_lead_to_moves(sample: Sample) -> None:
    """Every prefix of a move's hops is valid and says what comes next; the whole is complete."""
    for position in sample.some_positions:
        for way, move in [(way, listed) for listed in sample.some_moves(position) for way in listed.ways]:
            for length in range(len(way)):
                partial = position.partial(way[:length])
                assert partial.valid, f"the beginning of {move} in {position} is not valid"
                assert way[length] in partial.next, f"{way[length]} may not follow in {move} in {position}"
            whole = position.partial(way)
            assert whole.complete, f"the hops of {move} in {position} are not complete"
            assert whole.move == move, f"the hops of {move} in {position} give {whole.move}"


def other_seats_are_refused(sample: Sample) -> None:
    """A seat that is not to move can play none of the moves."""
    for position in sample.some_positions:
        for seat in set(range(len(sample.game.seats))) - {position.seat}:
            for move in sample.some_moves(position):
                refusal = _refusal(lambda move=move, seat=seat, at=position: at.play(move, seat=seat))  # type: ignore[misc]
                assert isinstance(refusal, NotYourTurn), f"seat {seat} could play {move} in {position}"


def wrong_texts_are_refused(sample: Sample) -> None:
    """Whatever the text, a refusal is one sentence of the error family."""
    for position in (sample.game.start(), *(match.position for match in sample.matches)):
        legal = {text for move in position.legal_moves for text in sample.game.spellings(position.state, move)}
        for text in (*HOSTILE_TEXTS, *_mutations(sample, [move.text for move in sample.some_moves(position)])):
            if sample.game.normal(text) in legal:
                continue
            refusal = _refusal(lambda text=text, at=position: at.play(text))  # type: ignore[misc]
            assert isinstance(refusal, MoveError), f"{text!r} in {position} was not refused as a move"
            _check_sentence(refusal)
        for text in (*HOSTILE_TEXTS, *_mutations(sample, [str(position)])):
            refusal = _refusal(lambda text=text: sample.game.parse(text))  # type: ignore[misc]
            assert refusal is None or isinstance(refusal, PositionError), f"{text!r} was refused as {refusal!r}"
            if refusal:
                _check_sentence(refusal)


def _mutations(sample: Sample, texts: list[str]) -> Iterator[str]:
    """Texts that are almost right."""
    for text in texts:
        for _ in range(5):
            at = sample.random.randrange(len(text) + 1)
            other = sample.random.choice("AZaz019-x:=,;/ \t€")
            yield sample.random.choice((text[:at] + other + text[at:], text[:at] + text[at + 1 :], text[:at] + other))


def _check_sentence(refusal: LudographError) -> None:
    message = refusal.message
    assert message, f"{refusal!r} says nothing"
    assert "\n" not in message, f"{message!r} has several lines"
    assert len(message) <= LONGEST_MESSAGE, f"{message[:100]!r}… is {len(message)} characters long"


def _refusal(call: Callable[[], object]) -> LudographError | None:
    """What a call is refused with, if it is."""
    try:
        call()
    except LudographError as error:
        return error
    return None


def records_replay(sample: Sample) -> None:
    """A match is rebuilt from its record, and undone to its start."""
    for match in sample.matches:
        record = match.record()
        again = MatchRecord.from_json(record.to_json())
        assert again == record, "a record reads back differently"
        replayed = again.replay()
        assert replayed.position == match.position, f"the record ends in {replayed.position}, not {match.position}"
        assert replayed.outcome == match.outcome, f"the record ends with {replayed.outcome}, not {match.outcome}"
        if replayed.ply:
            assert replayed.undo(replayed.ply) == match.start, "undoing all moves does not lead to the start"


def files_keep_matches(sample: Sample) -> None:
    """The beginning of a match is written into a file of portable notation and read back, with its tags and its end."""
    for match in sample.matches:
        written = match.copy()
        if written.ply > MOST_WRITTEN:
            written.undo(written.ply - MOST_WRITTEN)
        for position, move in zip(written.positions, written.played, strict=False):
            spelled = sample.game.file_text(position.state, move)
            assert position.find(spelled) == move, (
                f"{spelled}, which files have for {move} in {position}, is another move"
            )
        text = str(game_text(written))
        (again,) = read_games(io.StringIO(text))
        assert str(again) == text, f"a file is read and written differently:\n{text}"
        record = again.replay().record()
        assert record == written.record(), f"a file reads back as {record}, not as {written.record()}"


def compiled_equals_plain(sample: Sample) -> None:
    """The compiled kernel does exactly what the plain one does."""
    game = sample.game
    if not isinstance(game, KernelGame):
        return
    programs = [game.program(fingerprint, mode=mode) for mode in (Mode.PLAIN, Mode.COMPILED)]
    for number, position in enumerate([game.start(), *sample.some_positions[:FEW]]):
        state = cast(tuple[int, ...], position.state)
        marks = [
            int(program.fingerprint(program.state(state), program.stack(2), 2, 60, program.word(number)))
            for program in programs
        ]
        assert marks[0] == marks[1], f"compiled and plain kernel differ from {position} on"


def kernel_counts_its_moves(sample: Sample) -> None:
    """A kernel's ``count`` is the length of its list, which stays within ``max_moves``."""
    game = sample.game
    if not isinstance(game, KernelGame):
        return
    for position in sample.positions:
        listed, stack = len(game.codes(position.state)), [0] * game.max_moves
        counted = game.plain.count(position.state, stack, 0)
        assert counted == listed, f"{position} has {listed} moves, but the kernel counts {counted}"


def undo_inverts_legal(sample: Sample) -> None:
    """Where a game declares undo moves, they lead back; where not, they are refused in words."""
    for position in sample.some_positions:
        if MoveKind.BACKWARD not in sample.game.kinds:
            refusal = _refusal(lambda at=position: at.moves(MoveKind.UNDO))  # type: ignore[misc]
            assert isinstance(refusal, UnsupportedKind), f"undo moves of {position} are not refused"
            continue
        for here, there in ((MoveKind.LEGAL, MoveKind.UNDO), (MoveKind.UNDO, MoveKind.LEGAL)):
            for move in position.moves(here):
                reached = position.play(move, kind=here)
                back = {sample.game.after(reached.state, other) for other in reached.moves(there)}
                assert position.state in back, f"no {there} move leads back from {reached} to {position}"


def ended_games_have_no_moves(sample: Sample) -> None:
    """A won or blocked position has no moves and takes none; one without moves has ended."""
    if len(sample.game.seats) < 2:
        return  # a solved puzzle may still have moves
    for position in sample.positions:
        assert (position.outcome is None) == bool(position.legal_moves), f"{position}: {position.outcome}, with moves"
    for match in sample.matches:
        if match.position.outcome:
            move = match.played[-1].text
            refusal = _refusal(lambda at=match.position, move=move: at.play(move))  # type: ignore[misc]
            assert isinstance(refusal, GameOver), f"{move} could be played after the end in {match.position}"


def draws_belong_to_the_match(sample: Sample) -> None:
    """A finished match takes no move, while a position that a match drew has its moves all the same."""
    for match in [*sample.matches, *_repeated(sample)]:
        if not match.outcome:
            continue
        assert match.moves() == (), "a finished match has moves"
        if not match.position.outcome:
            move = match.position.legal_moves[0]
            refusal = _refusal(lambda match=match, move=move: match.play(move))  # type: ignore[misc]
            assert isinstance(refusal, GameOver), f"{move} could be played after {match.outcome}"


def _repeated(sample: Sample) -> Iterator[Match]:
    """A match in which the sides move to and fro until a draw, if the game lets them."""
    if not sample.game.repetition_limit:
        return
    match = Match(sample.game)
    played: list[Move] = []
    while not match.outcome and match.ply < 4 * sample.game.repetition_limit:
        back = played[-2] if len(played) >= 2 else None
        moves = match.moves()
        fitting = [move for move in moves if back and (move.source, move.target) == (back.target, back.source)]
        played.append((fitting or moves)[0])
        match.play(played[-1])
    yield match


def drawing_never_fails(sample: Sample) -> None:
    """Positions are drawn as text and, in each theme by turns, as well-formed SVG with words for screen readers."""
    for match in sample.matches:
        drawn = [*zip(match.positions, (None, *match.played), strict=True)]
        themes = cycle(THEMES.values())
        for position, move in drawn[:: max(1, len(drawn) // MOST_DRAWN)] + drawn[-1:]:
            picture = position.picture(move, sample.game.board.labels)
            assert to_text(picture), f"{position} is drawn as nothing"
            nodes = [node for piece in picture.pieces for node in piece.nodes]
            assert len(set(nodes)) == len(nodes), f"two pieces are drawn on one cell of {position}"
            root = ElementTree.fromstring(to_svg(picture, next(themes)))
            assert root[0].tag.endswith("title"), f"the drawing of {position} has no title"
            assert root[1].tag.endswith("desc"), f"the drawing of {position} has no description"


def known_counts_hold(sample: Sample) -> None:
    """The counts in the file beside the game are met; a mismatch shows the divide."""
    for known in _of_this_game(sample, known_counts(type(sample.game))):
        game = game_named(known.game)
        position = game.start() if known.position is None else game.parse(known.position)
        for depth, count in enumerate(known.counts, 1):
            if count > MOST_LEAVES:
                break
            found = perft(position, depth, mode=Mode.COMPILED if count > MOST_PLAIN_LEAVES else Mode.AUTO)
            assert found == count, (
                f"perft {depth} of {known.game} from {position} is {found}, not {count}: {divide(position, depth)} "
                f"({_rule(game, 'generate')})"
            )


def known_results_hold(sample: Sample) -> None:
    """The results in the file beside the game are met: who has won an end, and what a position is worth.

    A value is found by solving, where that is soon done.
    """
    for known in _of_this_game(sample, known_results(type(sample.game))):
        game = game_named(known.game)
        position = game.start() if known.position is None else game.parse(known.position)
        where = f"{position} of {known.game}"
        if known.winner is not None:
            outcome = position.outcome
            assert outcome, f"{where} is no end, but {known.winner} is known as its winner ({_rule(game, 'generate')})"
            won = " and ".join(game.seats[seat] for seat in sorted(outcome.winners)) or "draw"
            assert won == known.winner, (
                f"winners says {won} in {where}, but the known result is {known.winner} ({_rule(game, 'winners')})"
            )
        if known.value is not None and isinstance(game, KernelGame) and 0 < game.ranks <= MOST_RANKS:
            value = solve(game, start=position).value(position)
            assert value == known.value, (
                f"{where} is solved as {value}, but the known value is {known.value} ({_rule(game, 'winners')})"
            )


Known = TypeVar("Known", KnownCounts, KnownResult)


def _of_this_game(sample: Sample, known: Iterable[Known]) -> Iterator[Known]:
    """What a sample looks at: what is known of its own game, and that of the bare name also at what has no sample."""
    is_bare = sample.game.id == sample.game.name
    sampled = set(sample_ids(type(sample.game))) if is_bare else set()
    for each in known:
        game = game_named(each.game)
        if game == sample.game or (is_bare and game.id not in sampled):
            yield each


def pieces_leave_by_captures(sample: Sample) -> None:
    """No piece is lost on the way: what leaves the board is among the move's captures."""
    game = sample.game
    if not game.keeps_pieces:
        return
    for match in sample.matches:
        for before, move, after in zip(match.positions, match.played, match.positions[1:], strict=False):
            lost = _pieces_of(before) - _pieces_of(after)
            assert lost <= len(move.captures), (
                f"apply loses pieces: {move} in {before} leaves {lost} fewer, and takes {len(move.captures)} "
                f"({_rule(game, 'apply')})"
            )


def _pieces_of(position: Position) -> int:
    game, state = position.game, position.state
    return len(game.pieces(state)) + len(game.pieces_beside(state))


def ranks_number_positions(sample: Sample) -> None:
    """Where a kernel has ranks, each position has one of its own, and each rank has a position."""
    game = sample.game
    if not isinstance(game, KernelGame) or not game.ranks or "unrank" not in game.all_rules():
        return
    for position in sample.positions:
        if not (isinstance(game, KernelPuzzle) and game.cannot_be_solved(position.state)):
            fault = game.rank_fault(position.state, game.rank_of(position.state))
            assert not fault, f"{fault} ({_rule(game, 'rank')})"
    for rank in (sample.random.randrange(game.ranks) for _ in range(RANKS_TRIED)):
        again = int(game.plain.rank(game.state_of(rank)))
        assert again == rank, f"unrank makes a position of {rank} whose rank is {again} ({_rule(game, 'unrank')})"


def contents_are_the_pieces(sample: Sample) -> None:
    """What the kernel says stands on the nodes is what is drawn there."""
    game = sample.game
    if not isinstance(game, KernelGame) or "content" not in game.kernel.functions or game.content_is_parts:
        return
    for position in sample.some_positions[:FEW]:
        numbers = ((node, game.plain.content(position.state, node)) for node in range(len(game.board)))
        told = {(node, game.contents[number - 1].name) for node, number in numbers if number}
        drawn = {(piece.node, piece.name) for piece in game.pieces(position.state)}
        assert told == drawn, f"content and pieces of {position} disagree: {sorted(told ^ drawn)}"


def symmetries_keep_the_rules(sample: Sample) -> None:
    """What was taken for a symmetry on a few positions is one on others, too."""
    game = sample.game
    if not isinstance(game, KernelGame):
        return
    known = seen(game, (position.state for position in sample.some_positions[:FEW]))
    for symmetry in game.symmetries:
        assert keeps_rules(game, symmetry, known), f"{symmetry} is no symmetry of the rules"


def rules_have_two_witnesses(sample: Sample) -> None:
    """Somebody besides the list of moves knows the rules: refusals of the game's own, or known counts. Who has neither
    is told so: a warning, since a game may be right all the same."""
    if sample.game.has_derived_refusals and not known_counts(type(sample.game)):
        advice = "Put published counts, or those of a naive second generator, beside the game, or write its why_not."
        warnings.warn(f"{sample.game.name}: the rules have only one witness. {advice}", stacklevel=3)


CHECKS: tuple[Callable[[Sample], None], ...] = (
    texts_round_trip,
    legal_moves_are_well_formed,
    moves_agree_with_brute_force,
    partial_moves_lead_to_moves,
    other_seats_are_refused,
    wrong_texts_are_refused,
    records_replay,
    files_keep_matches,
    compiled_equals_plain,
    kernel_counts_its_moves,
    undo_inverts_legal,
    ended_games_have_no_moves,
    draws_belong_to_the_match,
    drawing_never_fails,
    known_counts_hold,
    known_results_hold,
    pieces_leave_by_captures,
    ranks_number_positions,
    contents_are_the_pieces,
    symmetries_keep_the_rules,
    rules_have_two_witnesses,
)
