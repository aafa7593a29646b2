/** One match, live: a WebSocket that comes back when it was lost, and loses nothing that was sent. */

import { liveAddress, Refusal } from "./api.js";

const FIRST_WAIT = 300; // milliseconds
const LONGEST_WAIT = 5000;
const PING_EVERY = 25000;

/**
 * Events: `state` (detail: the match), `event` (detail: the server's message), `thinking`, `chat`, `spectators`, `connection` (detail: is it there?).
 */
export class Live extends EventTarget {
  /**
   * @param {string} id
   * @param {string[]} tokens
   * @param {string} [name] what a spectator is called
   */
  constructor(id, tokens, name = "") {
    super();
    this._id = id;
    this._tokens = tokens;
    this._name = name;
    this._wait = FIRST_WAIT;
    this._version = -1;
    this._count = 0;
    this._isClosed = false;
    /** @type {Map<string, {message: any, resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this._unanswered = new Map();
    this._open();
    this._pinging = setInterval(() => this._say({ type: "ping" }), PING_EVERY);
    addEventListener("online", () => this._hurry());
  }

  /** Come back with other tokens. @param {string[]} tokens */
  joinAs(tokens) {
    this._tokens = tokens;
    this._socket?.close();
  }

  /**
   * Send a change; the answer comes when it is on the server's disk. It is sent again after a lost connection,
   * with the same key, so that it happens once.
   * @param {{type: string, [more: string]: any}} message
   * @returns {Promise<any>}
   */
  send(message) {
    const id = `m${++this._count}`;
    const key = message.type === "move" ? { key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } : {};
    const whole = { ...message, ...key, id };
    return new Promise((resolve, reject) => {
      this._unanswered.set(id, { message: whole, resolve, reject });
      this._say(whole);
    });
  }

  /** Ask for the whole state. */
  resync() {
    this._say({ type: "resync" });
  }

  close() {
    this._isClosed = true;
    clearInterval(this._pinging);
    this._socket?.close();
  }

  /** @param {any} message */
  _say(message) {
    if (this._socket?.readyState === WebSocket.OPEN && this._isJoined) this._socket.send(JSON.stringify(message));
  }

  _hurry() {
    if (!this._socket || this._socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this._waiting);
      this._open();
    }
  }

  _open() {
    this._isJoined = false;
    const socket = new WebSocket(liveAddress(`matches/${encodeURIComponent(this._id)}/live`));
    this._socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join", tokens: this._tokens, name: this._name, talk: true })));
    socket.addEventListener("message", ({ data }) => this._heard(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (this._isClosed || this._socket !== socket) return;
      this._tell("connection", false);
      this._waiting = setTimeout(() => this._open(), this._wait);
      this._wait = Math.min(LONGEST_WAIT, this._wait * 1.6);
    });
  }

  /** @param {any} message */
  _heard(message) {
    if (message.type === "state") this._joined(message.match);
    else if (message.type === "event") this._happened(message);
    else if (["thinking", "chat", "spectators"].includes(message.type)) this._tell(message.type, message);
    else if (message.type === "ack" || message.type === "refused") this._answered(message);
  }

  /** @param {any} match */
  _joined(match) {
    const isNew = !this._isJoined;
    this._isJoined = true;
    this._wait = FIRST_WAIT;
    this._version = match.version;
    this._tell("state", match);
    if (!isNew) return;
    this._tell("connection", true);
    for (const { message } of this._unanswered.values()) this._say(message);
  }

  /** @param {any} message */
  _happened(message) {
    if (message.version <= this._version) return;
    if (message.version > this._version + 1 || !message.view) {
      this.resync();
      return;
    }
    this._version = message.version;
    this._tell("event", message);
  }

  /** @param {any} message */
  _answered(message) {
    const asked = this._unanswered.get(message.id);
    this._unanswered.delete(message.id);
    if (message.type === "ack") asked?.resolve(message);
    else if (asked) asked.reject(new Refusal(message.problem));
  }

  /**
   * @param {string} name
   * @param {any} detail
   */
  _tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
