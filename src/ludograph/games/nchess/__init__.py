"""nchess: chess on any map, and in the package ``chess`` exactly chess, by bitboards on the 8×8 board.

``game`` chooses between the two. Chess on a map is a ``map_file``, the ``tables`` worked out from it, and the kernel:
``rules`` with ``codes`` (states, pieces and moves as numbers), ``danger`` (to kings) and ``evaluation`` with its
``weights``. For people are ``states``, ``texts``, ``refusals`` and ``ways`` (of one piece on an empty map).
``endgames`` numbers positions with few pieces. A file of the package ``chess`` has the same part there as its namesake
here.
"""

from ludograph.games.nchess.game import Nchess

__all__ = ["Nchess"]
