/**
 * Ids of requests that the client has cancelled, in memory shared by two threads.
 * @module
 */

/** Maximum number of cancelled requests; after that the oldest id is overwritten. */
const PLACES = 64;
/** The first word is a counter, followed by two words for each id. */
const WORDS = 1 + 2 * PLACES;

/** The most recently cancelled ids. */
export class CancelledIds {
  /** The shared memory, for the other thread. */
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;

  /** Allocates memory, unless the memory of the other thread is given. */
  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(4 * WORDS)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
  }

  /** Records that a request was cancelled. Only one thread may do so. */
  add(id: number | string): void {
    const [low, high] = wordsOf(id);
    const count = Atomics.load(this.#words, 0);
    const at = 1 + 2 * (count % PLACES);
    Atomics.store(this.#words, at, low);
    Atomics.store(this.#words, at + 1, high);
    Atomics.store(this.#words, 0, count + 1);
  }

  /** Whether a request was cancelled recently. */
  has(id: number | string): boolean {
    const places = Math.min(Atomics.load(this.#words, 0), PLACES);
    if (places === 0) return false;
    const [low, high] = wordsOf(id);
    for (let at = 1; at < 1 + 2 * places; at += 2) {
      if (Atomics.load(this.#words, at) === low && Atomics.load(this.#words, at + 1) === high) return true;
    }
    return false;
  }
}

/**
 * An id as two words: a number unchanged, a string as a hash of 62 bits. A mark in the high word
 * distinguishes them.
 */
function wordsOf(id: number | string): [low: number, high: number] {
  if (typeof id === "number") return [id | 0, Math.floor(id / 2 ** 32) & 0x3fff_ffff];
  let low = 0x811c9dc5;
  let high = 0x2545f491;
  for (let at = 0; at < id.length; at++) {
    low = Math.imul(low ^ id.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ id.charCodeAt(at), 0x27d4eb2f) + at;
  }
  return [low | 0, (high & 0x3fff_ffff) | 0x4000_0000];
}
