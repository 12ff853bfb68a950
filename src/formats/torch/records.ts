/**
 * Records of a few words each, in chunks, so that growing copies nothing.
 * @module
 */

/** Records per chunk; a power of two. */
const CHUNK_RECORDS = 1 << 14;

const NOTHING = new Uint32Array(0);

/** Records of one kind. Word 0 of each says which of its fields are there. */
export class Records {
  readonly #words: number;
  readonly #chunks: Uint32Array[] = [];
  /** How many records of each chunk nobody reads again. */
  readonly #released: number[] = [];
  /** How many there are. */
  length = 0;

  /** Records of `words` words, at most 32. */
  constructor(words: number) {
    this.#words = words;
  }

  /** Adds an empty record; its number. */
  add(): number {
    const record = this.length++;
    if (record % CHUNK_RECORDS === 0) this.#chunks.push(new Uint32Array(CHUNK_RECORDS * this.#words));
    return record;
  }

  /** Nobody reads the record again: where that is so of a whole chunk, its memory goes. */
  release(record: number): void {
    const chunk = record >>> 14;
    const released = this.#released[chunk] = (this.#released[chunk] ?? 0) + 1;
    if (released === CHUNK_RECORDS) this.#chunks[chunk] = NOTHING;
  }

  /** Whether a field was put. */
  has(record: number, field: number): boolean {
    return (this.word(record, 0) & (1 << field)) !== 0;
  }

  /** A word of a record; 0 where it was not put. */
  word(record: number, field: number): number {
    return this.#chunks[record >>> 14]![(record & (CHUNK_RECORDS - 1)) * this.#words + field]!;
  }

  /** Puts a field of no word, which only is there or is not. */
  mark(record: number, field: number): void {
    this.#chunks[record >>> 14]![(record & (CHUNK_RECORDS - 1)) * this.#words]! |= 1 << field;
  }

  /** Puts a field of one word. */
  put(record: number, field: number, word: number): void {
    const chunk = this.#chunks[record >>> 14]!;
    const at = (record & (CHUNK_RECORDS - 1)) * this.#words;
    chunk[at]! |= 1 << field;
    chunk[at + field] = word;
  }

  /** Puts a field of two words. */
  put64(record: number, field: number, low: number, high: number): void {
    const chunk = this.#chunks[record >>> 14]!;
    const at = (record & (CHUNK_RECORDS - 1)) * this.#words;
    chunk[at]! |= 1 << field;
    chunk[at + field] = low;
    chunk[at + field + 1] = high;
  }
}
