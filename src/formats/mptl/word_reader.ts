/**
 * Reads machine words of the writer's size and byte order.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { MpatrolHeader } from "../mtrc/header.ts";

/** Words read at a time, so that memory grows only as data arrives. */
const PIECE_WORDS = 8192;

/** A reader of words over a window. */
export class WordReader {
  readonly window: ByteWindow;
  /** Bytes per word. */
  readonly wordBytes: 4 | 8;
  readonly #little: boolean;

  /** Takes word size and byte order from the header. */
  constructor(window: ByteWindow, header: MpatrolHeader) {
    this.window = window;
    this.wordBytes = header.wordBytes;
    this.#little = header.little;
  }

  /** Reads one word; null when the file ends before its end. */
  async word(): Promise<bigint | null> {
    if (!(await this.window.need(this.wordBytes))) return null;
    const view = this.#view();
    const value = this.wordBytes === 8
      ? view.getBigUint64(this.window.at, this.#little)
      : BigInt(view.getUint32(this.window.at, this.#little));
    this.window.at += this.wordBytes;
    return value;
  }

  /**
   * Reads `count` words, or as many complete words as there are. After each piece, `goOn` is called with all
   * words so far and the position where the piece begins; if it returns false, reading stops.
   */
  async words(
    count: number,
    goOn?: (words: BigUint64Array, from: number) => boolean,
  ): Promise<BigUint64Array> {
    let words = new BigUint64Array(Math.min(count, PIECE_WORDS));
    let have = 0;
    while (have < count) {
      const wanted = Math.min(count - have, PIECE_WORDS);
      await this.window.need(wanted * this.wordBytes);
      const present = Math.min(wanted, Math.floor(this.window.left / this.wordBytes));
      if (have + present > words.length) words = growArray(words, Math.min(count, words.length * 2));
      this.#take(words, have, present);
      have += present;
      if (goOn && !goOn(words.subarray(0, have), have - present)) break;
      if (present < wanted) break;
    }
    return words.subarray(0, have);
  }

  #take(words: BigUint64Array, from: number, count: number): void {
    const view = this.#view();
    let at = this.window.at;
    for (let word = from; word < from + count; word++, at += this.wordBytes) {
      words[word] = this.wordBytes === 8
        ? view.getBigUint64(at, this.#little)
        : BigInt(view.getUint32(at, this.#little));
    }
    this.window.at = at;
  }

  #view(): DataView {
    const { bytes } = this.window;
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}
