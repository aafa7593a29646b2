/** Random numbers that are the same as those of engine/chance.py: xorshift64*. */

const WORD = (1n << 64n) - 1n;

/** A well-mixed word, never 0, for a seed. @param {number} seed */
export function seeded(seed) {
  let word = (BigInt(seed) + 0x9e37_79b9_7f4a_7c15n) & WORD;
  word = ((word ^ (word >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & WORD;
  word = ((word ^ (word >> 27n)) * 0x94d0_49bb_1331_11ebn) & WORD;
  return (word ^ (word >> 31n)) | 1n;
}

/** The next word. @param {bigint} word */
export function advance(word) {
  word ^= word >> 12n;
  word ^= (word << 25n) & WORD;
  return word ^ (word >> 27n);
}
