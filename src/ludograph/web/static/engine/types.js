/**
 * What `ludograph build GAME --target wasm` writes beside a game's module, as types. This file has no code.
 *
 * Words are unsigned and have 64 bits: bigints here, "0x…" in JSON. A kind of value is "Word", "int", "bool",
 * "float", "None", "tuple:3" (so many words, as states are) or "array:64" (of words).
 *
 * @typedef {bigint[]} State the words of a state, in the order of its fields
 * @typedef {{parameters: [name: string, kind: string][], result: string}} Entry
 * @typedef {{expression: string, sentence: string, place: string}} Site what can fail; {0} and {1} are told then
 *
 * @typedef {object} AlphaBetaFacts the constants of players/alpha_beta.py, and the places of its memory
 * @property {number} memory_size
 * @property {number} longest
 * @property {number} most_repeated
 * @property {number} infinite
 * @property {number} win
 * @property {number} sure_win
 * @property {number} window
 * @property {number} table_words
 * @property {number} least_table_words
 * @property {Record<"STOP"|"NODES"|"NODE_LIMIT"|"GENERATION"|"IS_SELECTIVE"|"REPETITIONS_DRAW"|"REPEATED"|"CONTEMPT"
 *   |"REPEATED_KEYS"|"PATH"|"KILLERS"|"LINES"|"HISTORY", number>} places
 *
 * @typedef {object} TreeSearchFacts the constants of players/tree_search.py, the places of its memory and of a node
 * @property {number} memory_size
 * @property {number} most_repeated
 * @property {number} tree_words
 * @property {number} least_tree_words
 * @property {number} cut_off
 * @property {number} stride
 * @property {number} whole
 * @property {number} halfway
 * @property {number} best_score
 * @property {boolean} has_evaluation
 * @property {number} never
 * @property {Record<"STOP"|"ROUNDS"|"ROUND_LIMIT"|"USED"|"CHANCE"|"CUT_OFF"|"SEATS"|"HAS_EVALUATION"|"REPEATED"
 *   |"DEPTH_LIMIT"|"FEWER"|"GOES_ON"|"REPEATED_KEYS", number>} places
 * @property {Record<"VISITS"|"SUM"|"FIRST"|"NUMBER"|"MOVE", number>} fields
 *
 * @typedef {{node: number, seat: number, shape: string, sign: string, name: string, size: number, parts: number[],
 *   also: number[], palette: string, colour: number}} Piece as the server tells them, too
 * @typedef {object} MoveFacts
 * @property {{name: string, shift: number, bits: number, is: string, sign?: string, texts?: string[]}[]} fields
 * @property {Record<string, string>} named
 * @property {boolean} has_captures
 * @property {string} between
 * @property {string} takes
 * @property {string[]} choices
 * @property {string[]} written
 *
 * @typedef {{code: bigint, text: string, customary: string, from: string|null, to: string|null, kind: string,
 *   captures: string[], hops: string[], ways: string[][]}} ToldMove
 * @typedef {{turn: number, pieces: Piece[]|null, beside: Piece[], moves: ToldMove[], endangered: number|null}} StateView
 * @typedef {object} About board, parameters, texts and what the words of states and the bits of codes mean
 * @property {{nodes: {label: string, name?: string}[]}} board
 * @property {{fields: {name: string, is: string, whose?: string|number, piece?: string}[]}} state
 * @property {MoveFacts} moves
 * @property {Piece[]} contents what can stand on a node, drawn on node 0
 * @property {boolean} content_is_parts
 *
 * @typedef {object} Description
 * @property {string} game
 * @property {About} about the game's own description, ``Game.description``
 * @property {string[]} seats
 * @property {string[][]} [solutions] the states in which a puzzle is solved, where these are few and all moves can be taken back
 * @property {number|null} most_positions there are no more; null when nobody knows
 * @property {{fields: string[], start: string[]}} state
 * @property {number} max_moves
 * @property {number} repetition_limit
 * @property {string} alert_word what players say when something is in danger
 * @property {number} contempt
 * @property {number} chance_scale the advantage with which a win is e times as likely as a loss
 * @property {number} most_nodes
 * @property {number} most_depth
 * @property {Record<string, Entry>} entries
 * @property {Site[]} sites
 * @property {boolean} is_judged whether it is known who is ahead, by the rules or by what was learned
 * @property {AlphaBetaFacts|null} alpha_beta null where the seats aren't two that move in turn
 * @property {TreeSearchFacts|null} tree_search null for puzzles
 *
 * @typedef {{time?: number, nodes?: number, depth?: number}} Limits the first that is reached ends it; time in seconds
 * @typedef {object} Circumstances
 * @property {State[]} [before] the earlier positions of the match, from its start
 * @property {number} [seed]
 * @property {number} [contempt] how much worse than even a draw is to who thinks
 * @property {bigint[]} [only] the codes of the moves that are looked at; all when left out
 * @property {number} [lines] how many of the best moves are wanted, each with its line
 *
 * @typedef {{line: bigint[], score: number, depth: number}} Line
 * @typedef {Line & {nodes: number, seconds: number, lines?: Line[]}} Analysis ``lines`` where several were wanted
 * @typedef {"win"|"lose"|"draw"|"unsolvable"} Value
 * @typedef {{value: Value, remoteness: number|null, moves: {code: bigint, worth: Value, ends_in: number|null}[]}} Solved
 *   the moves for who makes them, as far as they are known
 * @typedef {(analysis: Analysis) => void} Report
 */

export {};
