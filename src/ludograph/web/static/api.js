/** Questions to the server. Every refusal is a Refusal with a sentence to be shown. */

import { Refusal } from "./here/refusal.js";
import { phrase } from "./words.js";

export { Refusal };

const API = new URL("api/v1/", document.baseURI);
/** Whether there is a server: others who can be reached, clocks, files of other programs. */
export const HAS_SERVER = true;

/**
 * @param {string} path
 * @param {Record<string, string|undefined|null>} [asked]
 * @returns {URL}
 */
export function address(path, asked = {}) {
  const url = new URL(path, API);
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined && value !== null) url.searchParams.set(name, value);
  return url;
}

/**
 * @param {string} path
 * @param {Record<string, string|undefined|null>} [asked]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export function get(path, asked = {}, token) {
  return answer(address(path, asked), { headers: headers(token) });
}

/**
 * @param {string} path
 * @param {any} [body] text is sent as it is
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export function post(path, body = {}, token) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return answer(address(path), {
    method: "POST",
    headers: { ...headers(token), "Content-Type": "application/json" },
    body: text,
  });
}

/**
 * @param {string} path
 * @param {Record<string, string|undefined|null>} [asked]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
export function remove(path, asked = {}, token) {
  return answer(address(path, asked), { method: "DELETE", headers: headers(token) });
}

/**
 * Answers that come one after the other, as lines of JSON.
 * @param {string} path
 * @param {any} body
 * @param {(answer: any) => void} tell
 */
export async function postForLines(path, body, tell) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(address(path), { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok || !response.body) throw new Refusal(await response.json());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) tell(JSON.parse(line));
  }
}

/** Where live matches are: the same server, by WebSocket. @param {string} path */
export function liveAddress(path) {
  const url = new URL(path, API);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}

/**
 * @param {string|undefined} token
 * @returns {Record<string, string>}
 */
function headers(token) {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/**
 * @param {URL} url
 * @param {RequestInit} options
 */
async function answer(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new Refusal({ code: "no-answer", detail: phrase("server.silent") });
  }
  const text = await response.text();
  const told = parsed(text);
  if (response.ok) return told === undefined ? text : told;
  throw new Refusal(told?.detail ? told : { code: "no-answer", detail: phrase("server.answered", { status: String(response.status) }) });
}

/** Undefined for what is no JSON. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
