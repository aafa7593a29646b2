/**
 * What the server sends (docs/server.md), as types. This file has no code.
 *
 * @typedef {{to: number, direction: number}} Link
 * @typedef {[number, number]} Point
 * @typedef {{label: string, x: number, y: number, visible: boolean, shade: number, outline: Point[], links: Link[]}} Node
 * @typedef {{text: string, x: number, y: number, height: number}} Name
 * @typedef {{name: string, unit?: number, names?: Name[], nodes: Node[]}} Board
 *
 * @typedef {"disc"|"crowned"|"stack"|"tower"|"tile"|"vehicle"|"token"|"bar"|"sticker"|"figure"|"text"} Shape
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
 * @typedef {{text: string, from: string|null, to: string|null, kind: string, captures: string[], hops: string[], ways: string[][]}} Move
 * @typedef {{result: string, winners: number[], reason: string, text: string}} Outcome
 * @typedef {{position: string, turn: number|null, outcome: Outcome|null, pieces: Piece[], beside: Piece[], moves: Move[]}} View
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
 *
 * @typedef {{name: string, form: string, summary: string}} PlayerForm
 * @typedef {{seat: number, sides: [Point, Point][]}} Border edges of the board that belong to a seat
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string[]} seats
 * @property {string} start
 * @property {Board} board
 * @property {number[]} goals
 * @property {(number|null)[]} tints the tile colours of the seats' pieces; null: the seat's own
 * @property {Border[]} borders
 * @property {PlayerForm[]} players
 *
 * @typedef {{seat: number, side: string, player: string, name: string, is_open: boolean}} Seat
 * @typedef {{ply: number, seat: number, text: string, position: string}} PlayedMove
 * @typedef {{by: number, agreed: number[], plies?: number}} Offer
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
 * @property {boolean} is_paused
 * @property {number} pace
 * @property {number} watchers
 * @property {number[]} own_seats
 *
 * @typedef {"win"|"lose"|"draw"|"unsolvable"} Value
 * @typedef {{text: string, worth: Value|null, ends_in: number|null, is_best: boolean, behind: number|null}} ToldMove
 * @typedef {{text: string, value: Value|null, remoteness: number|null, isBest?: boolean, behind?: number|null}} ValuedMove
 * @typedef {{value: Value, remoteness: number|null, source: string, words: string, moves: ToldMove[]}} Truth
 * @typedef {{move: string, line: string[], score: number, score_text: string, win_in: number|null, depth: number, nodes: number}} Analysis
 */

export {};
