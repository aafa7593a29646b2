"""A small program that speaks UCI for Trimok and plays the first legal move; its argument makes it misbehave."""

from __future__ import annotations

import sys

import ludograph

habit = sys.argv[1] if len(sys.argv) > 1 else ""
match = ludograph.Match(ludograph.game("trimok"))
options: list[str] = []


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    word, *rest = line.split()
    if word == "uci" and habit != "silent":
        say("option name Skill type spin default 20 min 0 max 20")
        say("uciok")
    elif word == "setoption":
        options.append(" ".join(rest))
    elif word == "isready":
        say("readyok")
    elif word == "position":
        moves = rest[rest.index("moves") + 1 :] if "moves" in rest else []
        match = ludograph.Match(match.game, None if rest[0] == "startpos" else match.game.parse(rest[1]))
        for move in moves:
            match.play(move)
    elif word == "go":
        move = match.moves()[0].text
        if habit == "ends":
            break
        say(f"info string {options} {rest}")
        say("info depth junk score")
        say(f"info depth 3 score cp 25 nodes 1000 time 10 pv {move}")
        if habit != "thinks":
            say(f"bestmove {'A1-F6' if habit == 'cheats' else move}")
    elif word == "stop":
        say(f"bestmove {match.moves()[-1].text}")
    elif word == "quit":
        break
