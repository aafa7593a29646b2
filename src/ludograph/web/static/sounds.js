/** Short sounds, made here; only when somebody asked for them. */

import { settings } from "./kept.js";

/** @type {AudioContext|undefined} */
let context;
const TONES = /** @type {Record<string, [number, number][]>} */ ({
  move: [[330, 0.05]],
  capture: [
    [220, 0.07],
    [165, 0.09],
  ],
  end: [
    [330, 0.12],
    [415, 0.12],
    [495, 0.2],
  ],
  alert: [
    [520, 0.08],
    [660, 0.12],
  ],
  low: [
    [880, 0.07],
    [880, 0.07],
  ],
  won: [
    [392, 0.12],
    [494, 0.12],
    [587, 0.12],
    [784, 0.3],
  ],
  refused: [[140, 0.12]],
});

/** @param {"move"|"capture"|"alert"|"low"|"end"|"won"|"refused"} name */
export function play(name) {
  if (!settings().hasSounds) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of TONES[name]) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.18, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
}
