/**
 * The entries of a section in file order: runs of ordinary ones as dictionary codes, and each special one by itself.
 *
 *     pc size 4:  u32 pc · u16 size · u8 op · 1 padding
 *     pc size 8:  u64 pc · u16 size · u8 op · 5 padding
 *
 * An op of exactly 0x80 makes an entry special; its size is then an operation. Padding holds anything.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { HEADER_BYTES, SPECIAL } from "./constants.ts";
import type { EntryDictionary } from "./entry_dictionary.ts";
import { Stop } from "./entry_layout.ts";
import { headerFault, opensTrace, parseHeader } from "./header.ts";
import { type InfoList, readInfoList } from "./info_list.ts";

/** A special entry, with the info list of a module load. */
export interface SpecialEntry {
  /** Its code in the dictionary. */
  readonly code: number;
  /** Low half of its pc. */
  readonly pcLow: number;
  /** High half of its pc. */
  readonly pcHigh: number;
  /** One of `SPECIAL`, or any other number in a damaged file. */
  readonly operation: number;
  /** What follows a module load. */
  readonly infos: InfoList | null;
}

/** What comes next. */
export type Step =
  /** `count` codes were written. */
  | { readonly kind: "codes"; readonly count: number }
  /** A special entry; its code is written too. */
  | {
    readonly kind: "special";
    readonly count: 1;
    readonly entry: SpecialEntry;
  }
  /** The stream ends, with `left` bytes of an entry that is cut. */
  | { readonly kind: "end"; readonly count: 0; readonly left: number }
  /** Another trace begins here. */
  | { readonly kind: "header"; readonly count: 0 }
  /** The dictionary takes no other entry. */
  | { readonly kind: "full"; readonly count: 0 };

/** Reads entries from a window that is at the first of them. */
export class EntryStream {
  readonly #window: ByteWindow;
  readonly #dictionary: EntryDictionary;
  readonly #bigEndian: boolean;
  readonly #splits: boolean;
  #acceptNext = false;

  /** Byte offset and record number where the last step began. */
  offset = 0;
  /** Number of the first entry of the last step, from 1. */
  record = 1;

  /**
   * The dictionary fits the section's pc size and byte order. With `splits` a header among the entries begins another
   * trace; without, it is entries like all others, as the original has it.
   */
  constructor(window: ByteWindow, dictionary: EntryDictionary, bigEndian: boolean, splits = true) {
    this.#window = window;
    this.#dictionary = dictionary;
    this.#bigEndian = bigEndian;
    this.#splits = splits;
  }

  /** Goes one step on; codes go to arena address `codes`, at most `room` of them. */
  async step(codes: number, room: number): Promise<Step> {
    const window = this.#window, dictionary = this.#dictionary;
    const bytes = dictionary.entryBytes;
    while (true) {
      this.offset = window.offset;
      this.record = dictionary.nextRecord;
      const whole = Math.min(room, Math.floor(window.left / bytes));
      if (whole === 0) {
        if (await window.more()) continue;
        return { kind: "end", count: 0, left: window.left };
      }
      const count = dictionary.decode(window.pointer + window.at, whole, codes, this.#acceptNext);
      this.#acceptNext = false;
      window.at += count * bytes;
      if (count > 0) return { kind: "codes", count };
      if (dictionary.isFull) return { kind: "full", count: 0 };
      if (dictionary.stop === Stop.Special) {
        return { kind: "special", count: 1, entry: await this.#special(codes) };
      }
      if (this.#splits && (await this.#isHeader())) {
        return { kind: "header", count: 0 };
      }
      this.#acceptNext = true;
    }
  }

  async #special(codes: number): Promise<SpecialEntry> {
    const window = this.#window, dictionary = this.#dictionary;
    const bytes = dictionary.entryBytes;
    const wide = bytes === 16;
    const view = new DataView(window.bytes.buffer, window.bytes.byteOffset + window.at, bytes);
    const little = !this.#bigEndian;
    const pcLow = view.getUint32(wide && !little ? 4 : 0, little);
    const pcHigh = wide ? view.getUint32(little ? 4 : 0, little) : 0;
    const operation = view.getUint16(wide ? 8 : 4, little);
    const code = dictionary.addSpecial(pcLow, pcHigh, operation);
    window.at += bytes;
    const infos = operation === SPECIAL.moduleLoad ? await readInfoList(window, this.#bigEndian) : null;
    // Reading on may have grown the memory, so the view is taken only now.
    dictionary.putCode(codes, code);
    return { code, pcLow, pcHigh, operation, infos };
  }

  /** An entry that reads like the magic is another trace when a sound header is there. */
  async #isHeader(): Promise<boolean> {
    const window = this.#window;
    if (!(await window.need(HEADER_BYTES))) return false;
    const header = parseHeader(window.bytes, window.at, window.end);
    return header !== null && headerFault(header) === null &&
      opensTrace(header);
  }
}
