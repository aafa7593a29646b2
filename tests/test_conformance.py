"""Every registered game passes every check of the public kit."""

from __future__ import annotations

import pytest

import ludograph
from ludograph.core.registry import game_class_named
from ludograph.engine.kernel_game import KernelGame
from ludograph.testing import Sample, check_game, sample_ids

ALL_IDS = [game_id for name in ludograph.game_names() for game_id in sample_ids(game_class_named(name))]
#: Two to their end say what four do, at half of the price.
MATCHES = 2
#: By chance most puzzles are never solved, and later moves show nothing that earlier ones don't.
MOST_MOVES_OF_A_PUZZLE = 120
#: Most of the rules of a game with parameters are those of the game without, of which there are more matches.
MOST_MOVES_WITH_PARAMETERS = 160
#: On boards of so many nodes a position has hundreds of moves, most of them alike: one match of this length will do.
LARGE_BOARD, MOST_MOVES_ON_LARGE = 128, 60


def sample_of(game_id: str) -> Sample:
    """Of a game that has the rules of another sample, but for its set-up or when a match is drawn, one match will do:
    the kernel with all its constants is that of the other, of which there are more."""
    game = ludograph.game(game_id)
    if len(game.board) > LARGE_BOARD:
        return Sample(game, matches=1, longest=MOST_MOVES_ON_LARGE)
    longest = 400 if len(game.seats) > 1 else MOST_MOVES_OF_A_PUZZLE
    if "?" not in game_id:
        return Sample(game, matches=MATCHES, longest=longest)
    matches = 1 if has_rules_of_its_default(game) else 2
    return Sample(game, matches=matches, longest=min(longest, MOST_MOVES_WITH_PARAMETERS))


def has_rules_of_its_default(game: ludograph.Game) -> bool:
    default = ludograph.game(game.id.partition("?")[0])
    if default == game or not isinstance(game, KernelGame) or not isinstance(default, KernelGame):
        return False
    return game.kernel.digest_of_constants() == default.kernel.digest_of_constants()


@pytest.mark.parametrize("game_id", [name for name in ALL_IDS if "?" not in name])
def test_game_conforms(game_id: str) -> None:
    check_game(sample_of(game_id))


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("game_id", [name for name in ALL_IDS if "?" in name])
def test_game_with_parameters_conforms(game_id: str) -> None:
    """That LLVM optimises such code rightly is seen without parameters; only constants differ."""
    check_game(sample_of(game_id))
