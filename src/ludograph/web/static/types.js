/**
 * What the server sends (docs/server.md), as types. This file has no code.
 *
 * @typedef {{to: number, direction: number}} Link
 * @typedef {[number, number]} Point
 * @typedef {{label: string, name?: string, x: number, y: number, visible: boolean, shade: number, outline: Point[], links: Link[]}} Node
 * @typedef {{text: string, x: number, y: number, height: number}} Name
 * @typedef {{name: string, unit?: number, names?: Name[], turned_names?: Name[], nodes: Node[], scenery?: Scenery[]}} Board
 * @typedef {{x: number, y: number, tint: number, parts: Record<string, any>[], corners: Point[]}} Scenery what lies about it, around a point
 *
 * @typedef {"disc"|"crowned"|"stack"|"tower"|"tile"|"vehicle"|"block"|"token"|"bar"|"sticker"|"figure"|"marble"|"lamp"|"lit-lamp"|"ring"|"toad"|"frog"|"seeds"|"text"} Shape
 * @typedef {object} Piece
 * @property {number} node
 * @property {number} seat
 * @property {Shape} shape
 * @property {string} sign
 * @property {string} name
 * @property {number} size
 * @property {number[]} parts
 * @property {number[]} also
 * @property {number|null} tint
 *
 * @typedef {{text: string, from: string|null, to: string|null, kind: string, captures: string[], hops: string[], customary?: string, ways: string[][]}} Move
 * @typedef {{result: string, winners: number[], reason: string, text: string}} Outcome
 * @typedef {{seat: number, nodes: number[], word: string}} Alert something in danger, such as a king in check
 * @typedef {{position: string, turn: number|null, outcome: Outcome|null, alerts: Alert[], pieces: Piece[], beside: Piece[], moves: Move[]}} View
 *
 * @typedef {{face: string, side: string, rim: string, text: string}} Colours
 * @typedef {object} Theme
 * @property {string} background
 * @property {string[]} shades
 * @property {string} line
 * @property {string} coordinates
 * @property {string} last_move
 * @property {string} mark
 * @property {string} cursor
 * @property {Colours[]} seats
 * @property {Colours[]} tiles
 * @property {Record<string, Record<string, any>[]>} [forms] shapes that are drawn from parts, as `draw/forms.py` tells
 *
 * @typedef {{axis: [number, number, number], degrees: number, cells: number[], sources: number[]}} SolidTurn
 * @typedef {{outlines: [number, number, number][][], turns: Record<string, SolidTurn>, up: [number, number, number], front: [number, number, number]}} Solid
 * @typedef {{name: string, form: string, summary: string}} PlayerForm
 * @typedef {{seat: number, sides: [Point, Point][]}} Border edges of the board that belong to a seat
 * @typedef {{letter: string, sign: string, name: string}} Figurine a letter of customary texts
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} full_title with the variant
 * @property {string} summary
 * @property {string[]} seats
 * @property {string} start
 * @property {Figurine[]} figurines
 * @property {"pgn"|"pdn"} file_format the portable notation that is usual for it
 * @property {Board} board
 * @property {number[]} goals
 * @property {boolean} goals_lead_out whether a piece leaves the board there
 * @property {Record<string, number>} piece_values what kinds of pieces are customarily worth
 * @property {(number|null)[]} tints the tile colours of the seats' pieces; null: the seat's own
 * @property {Border[]} borders
 * @property {Solid|null} [solid] the same cells in space
 * @property {PlayerForm[]} players
 * @property {boolean} [has_module] whether a page can run it by itself
 *
 * @typedef {{rating: number, deviation: number, gained: number|null}} SeatRating of who plays for one
 * @typedef {{seat: number, side: string, player: string, name: string, is_open: boolean, rating?: SeatRating|null}} Seat
 * @typedef {{ply: number, seat: number, text: string, customary?: string, position: string, left?: number|null}} PlayedMove
 * @typedef {{by: number, agreed: number[], plies?: number}} Offer
 * @typedef {{control: string, left: number[], running: number|null}} Clock seconds of each seat
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {number} version
 * @property {number} ply
 * @property {string} start
 * @property {Seat[]} seats
 * @property {View} view
 * @property {PlayedMove[]} moves
 * @property {Move|null} last_move
 * @property {Record<string, Offer>} offers
 * @property {"free"|"agreed"|"off"} help whether values and analyses are told
 * @property {{is_on: boolean, off_by: number[]}|null} [chat] nothing where people don't sit apart
 * @property {boolean} [is_listed] whether a seat waits in the lobby
 * @property {Clock|null} clock
 * @property {string|null} rematch
 * @property {boolean} is_paused
 * @property {number} pace
 * @property {number} watchers
 * @property {number[]} own_seats
 *
 * @typedef {"win"|"lose"|"draw"|"unsolvable"} Value
 * @typedef {{text: string, worth: Value|null, ends_in: number|null, is_best: boolean, behind: number|null}} ToldMove
 * @typedef {{text: string, value: Value|null, remoteness: number|null, isBest?: boolean, behind?: number|null, chance?: number, loss?: number, words?: string}} ValuedMove
 * @typedef {{value: Value, remoteness: number|null, source: string, words: string, moves: ToldMove[]}} Truth
 * @typedef {{move: string, line: string[], customary?: string[], score: number, score_text: string, win_in: number|null, win_chance: number, depth: number}} Line
 * @typedef {Line & {nodes: number, lines: Line[]}} Analysis
 * @typedef {"blunder"|"mistake"|"inaccuracy"|"detour"} Fault
 * @typedef {object} Judged a move of a game that was looked at again
 * @property {number} ply
 * @property {number} seat
 * @property {Fault|null} fault
 * @property {string} sign
 * @property {number|null} chance_before of who made it, in per cent
 * @property {number|null} chance_after
 * @property {number} loss
 * @property {string[]} best_line
 * @property {string[]} customary_line
 * @property {string} sentence
 */

export {};
