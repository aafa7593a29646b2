"""Whole games, from the start to their end."""


def _moves(text: str) -> list[str]:
    return text.split()


TRIMOK = _moves(
    "B2-C3 C5-B4 C3xB4 A5xB4 E2-F3 A6-A5 F2-E3 B4-B3 C2xB3 D5-E4 E3xE4 E5xE4 A2-A3 E6-D5 F3-F4 E4-F3 F4xF5 B5-A4 A3xA4 "
    "D5-E4 F5xF6 D6-C5 B3-A2 A5-B4 B1-B2 B4-A5 B2-C2 B6-B5 A4xB5 C6xB5 C2-C3 F3-E3 D2xE3 B5-C4 C3xC4 C5xC4 E3xE4 A5-B5 "
    "E1-F2 B5-A6 E4-F5 A6-B5 A2-B3 B5-C6 B3xC4 C6-D5 C4xD5"
)
DRAUGHTS = _moves(
    "21-17 10-14 17x10 7x14 23-18 14x23 26x19 2-7 22-18 9-14 18x2 12-16 19x12 7-10 2x16 3-7 16x2 1-6 2x13 10-15 12x3 "
    "5-9 13x19 4-8 3x12"
)
ABALONE = _moves(
    "G5:F7 A6:C6 F5:F4 C6:C5 F6:G7 B4:B1 G4:E4 C5:C4 F4:D4 A7:A6 D4:F4 A5:C5 F4:G4 B7:B8 H2:F2 B1:C2 G4:F4 C1:D1 G7:G5 "
    "A6:B7 G5:F6 C4:D4 F6:G6 D1:E1 G2:E2 E1:F1 E2:G2 B5:C4 H8:G8 B4:E4 H3:F3 C4:D5 F4:F1"
)
FOOLS_MATE = _moves("f2f3 e7e5 g2g4 d8h4")
THREE_START = "r:Kg1,Qe1,Rd1,Pf4/Ka5,Bb6,Pd7/Kk7,Ql5,Pi5"
THREE = _moves("d1-a1 b6-c8 l5xa5 a1-l6 a5xe1 l6xk7")
HANOI = _moves("A-C A-B C-B A-C B-A B-C A-C")
#: Games of one page each, with what is said at their end.
ONE_PAGE = {
    "tic-tac-toe": ("A1 B1 A2 B2 A3", "X wins"),
    "connect-four": ("A1 B1 A2 B2 A3 B3 A4", "Red wins"),
    "hex?size=3": ("B1 A1 B2 A2 B3", "Red wins"),
    "breakthrough?columns=3&rows=4": ("B2xC3 B3xA2 C3xB4", "White wins"),
    "hexapawn": ("A1-A2 B3-B2 C1-C2", "White wins"),
    "dao": ("A4-A2 A1-C1 C2-B1 B2-A1 B3-B2", "White wins, with a stone shut into a corner"),
    "othello?size=4": ("D3 D4 C4 B4 A4 D2 D1 A2 pass B1", "White wins"),
    "konane?size=4": ("A1 B1 A3xA1 B3xB1 D2xB2 D3xB3", "White wins"),
    "quixo?size=3": ("C3-C1 A2-A3 B3-C3 A2-C2 A2-C2", "X wins"),
    # A car on C1 that leaves could also go on: a second click says that it does not.
    "dodgem": ("A2-A1 B1-B2 A3-B3 B2-A2 A1-B1 C1-C2 B1-C1 C2-C3 C1/C1 A2-B2", "Right wins"),
    "domineering?size=3": ("C2-C3 A2-B2", "Horizontal wins"),
    "pong-hau-ki": ("A1-B2 A3-A1 B2-A3 A1-B2 C1-A1 C3-C1", "Blue wins"),
    "chinese-checkers?players=6&size=1": ("A2-B2 B1-B3 D2-C2 E4-D4 D5-C4 pass B2-C3 B3-D5", "Blue wins"),
    "nine-mens-morris": (
        "C3 C5 A4 B6 C4 G7 A1 D1 B4xD1 E4 D2 D3 G4 E3 D7 F6 G1 F4 D2-D1xD3 E4-E5 C3-D3 F6-D6 B4-B2 C5-D5 D7-A7xE5 "
        "D6-D7 A4-B4 F4-F6 A1-A4xE3 D5-C5 B2-D2xF6 B6-D6 A4-A1xG7 D7-B6 D2-B2 C5-D2 A7-A4xB6",
        "White wins",
    ),
    "amazons?size=4": ("A2-A4/D1 D3-A3/B3 C1-C3/B2 B4-D4/D2 C3-B4/C3 D4-D3/C4", "Black wins"),
}
