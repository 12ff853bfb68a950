/**
 * Rows of line programs in the order of execution: addresses with file and line, in sequences that each end
 * at an address.
 * @module
 */

import { growArray } from "../base/grow_array.ts";

/** File number of rows without a file. */
export const NO_FILE = 0xffff_ffff;

/** A sequence of rows with ascending addresses, unless `sorted` is false. */
export interface LineSequence {
  /** Number of the first row. */
  readonly start: number;
  /** Row after the last one; it holds the end address of the sequence. */
  readonly end: number;
  /** Whether addresses are ascending. */
  readonly sorted: boolean;
}

/** Growing columns of rows. */
export class LineRows {
  #words = new Uint32Array(2048);
  #files = new Uint32Array(1024);
  #lines = new Uint32Array(1024);
  #count = 0;
  #start = 0;
  #sorted = true;
  /** Sequences that have ended. */
  readonly sequences: LineSequence[] = [];

  /** Addresses by row. */
  get addresses(): BigUint64Array {
    return new BigUint64Array(this.#words.buffer, 0, this.#count);
  }

  /** Halves of addresses, two for each row. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** Files by row. */
  get files(): Uint32Array {
    return this.#files.subarray(0, this.#count);
  }

  /** Lines by row; 0 = code without a line. */
  get lines(): Uint32Array {
    return this.#lines.subarray(0, this.#count);
  }

  /** Whether a sequence has begun and not ended. */
  get isOpen(): boolean {
    return this.#count > this.#start;
  }

  /**
   * Adds a row. Of several rows at an address the last one counts, and a row that equals the previous one is
   * dropped.
   */
  add(low: number, high: number, file: number, line: number): void {
    const before = this.#count - 1;
    if (before >= this.#start) {
      const lowBefore = this.#words[2 * before]!, highBefore = this.#words[2 * before + 1]!;
      if (lowBefore === low && highBefore === high) {
        this.#files[before] = file;
        this.#lines[before] = line;
        return;
      }
      if (high < highBefore || (high === highBefore && low < lowBefore)) this.#sorted = false;
      else if (this.#sorted && this.#files[before] === file && this.#lines[before] === line) return;
    }
    this.#push(low, high, file, line);
  }

  /** Ends the sequence at an address. */
  end(low: number, high: number): void {
    if (this.isOpen) {
      const before = this.#count - 1;
      const highBefore = this.#words[2 * before + 1]!;
      if (high < highBefore || (high === highBefore && low < this.#words[2 * before]!)) this.#sorted = false;
      this.#push(low, high, NO_FILE, 0);
      this.sequences.push({ start: this.#start, end: this.#count - 1, sorted: this.#sorted });
    }
    this.#start = this.#count;
    this.#sorted = true;
  }

  /** Ends a sequence without an end address: the extent of its last row is unknown. */
  cut(): void {
    if (!this.isOpen) return;
    const last = this.#count - 1;
    this.end(this.#words[2 * last]!, this.#words[2 * last + 1]!);
  }

  #push(low: number, high: number, file: number, line: number): void {
    const at = this.#count++;
    if (at === this.#files.length) {
      this.#words = growArray(this.#words, 4 * at);
      this.#files = growArray(this.#files, 2 * at);
      this.#lines = growArray(this.#lines, 2 * at);
    }
    this.#words[2 * at] = low;
    this.#words[2 * at + 1] = high;
    this.#files[at] = file;
    this.#lines[at] = line;
  }
}
