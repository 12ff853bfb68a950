/**
 * Reads the entries of a section in file order: ordinary entries as runs of dictionary codes, special entries
 * one by one.
 *
 *     pc size 4:  u32 pc · u16 size · u8 op · 1 padding
 *     pc size 8:  u64 pc · u16 size · u8 op · 5 padding
 *
 * An op of exactly 0x80 makes an entry special; its size is then an operation. Padding may hold any bytes.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { HEADER_BYTES, SPECIAL, TAG } from "./constants.ts";
import type { EntryDictionary } from "./entry_dictionary.ts";
import { Stop } from "./entry_layout.ts";
import { headerFault, opensTrace, parseHeader } from "./header.ts";
import { type InfoList, LONGEST_INFO, readInfoList, u32At } from "./info_list.ts";

/** A special entry; for a module load, with its info list. */
export interface SpecialEntry {
  /** Code of the entry in the dictionary. */
  readonly code: number;
  /** Low half of its pc. */
  readonly pcLow: number;
  /** High half of the program counter of the entry. */
  readonly pcHigh: number;
  /** One of `SPECIAL`, or any other number in a damaged file. */
  readonly operation: number;
  /** The info list after a module load; null for other entries. */
  readonly infos: InfoList | null;
}

/** The result of a step. */
export type Step =
  /** `count` ordinary entries were written as codes. */
  | { readonly kind: "codes"; readonly count: number }
  /** A special entry; its code was written too. */
  | {
    readonly kind: "special";
    readonly count: 1;
    readonly entry: SpecialEntry;
  }
  /** The stream has ended, with `left` bytes of an incomplete entry. */
  | { readonly kind: "end"; readonly count: 0; readonly left: number }
  /** The header of another trace follows. */
  | { readonly kind: "header"; readonly count: 0 }
  /** The dictionary is full. */
  | { readonly kind: "full"; readonly count: 0 };

/** Reads entries from a window that is positioned at the first one. */
export class EntryStream {
  readonly #window: ByteWindow;
  readonly #dictionary: EntryDictionary;
  readonly #bigEndian: boolean;
  readonly #splits: boolean;
  readonly #waits: boolean;
  #acceptNext = false;

  /** Stream offset of the first entry of the last step. */
  offset = 0;
  /** Number of the first entry of the last step, from 1. */
  record = 1;
  /** Whether the bytes read as entries may begin another trace, depending on what follows. */
  isUnsure = false;

  /**
   * The dictionary must match the section's pc size and byte order. With `splits`, a header among the entries
   * starts another trace; without it, the header is read as entries, as the original tool does. With `waits`,
   * a module load that lacks some of its infos is an incomplete entry; otherwise it has the infos that are
   * present.
   */
  constructor(
    window: ByteWindow,
    dictionary: EntryDictionary,
    bigEndian: boolean,
    { splits = true, waits = false }: { readonly splits?: boolean; readonly waits?: boolean } = {},
  ) {
    this.#window = window;
    this.#dictionary = dictionary;
    this.#bigEndian = bigEndian;
    this.#splits = splits;
    this.#waits = waits;
  }

  /** Advances by one step and writes up to `room` codes to arena address `codes`. */
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
        if (this.#waits && !(await this.#isWhole())) return { kind: "end", count: 0, left: window.left };
        return { kind: "special", count: 1, entry: await this.#special(codes) };
      }
      if (this.#splits && (await this.#isHeader())) {
        return { kind: "header", count: 0 };
      }
      this.#acceptNext = true;
    }
  }

  /** Whether all infos of the special entry at the current position are present. */
  async #isWhole(): Promise<boolean> {
    const window = this.#window;
    let length = this.#dictionary.entryBytes;
    const at = window.at + (length === 16 ? 8 : 4);
    const [first, second] = [window.bytes[at]!, window.bytes[at + 1]!];
    if ((this.#bigEndian ? first << 8 | second : second << 8 | first) !== SPECIAL.moduleLoad) return true;
    // A longer list is damaged, or too large to keep in memory.
    while (length < LONGEST_INFO && await window.need(length + 8)) {
      const place = window.at + length;
      const bytes = u32At(window.bytes, place + 4, this.#bigEndian);
      // Overlong data is not kept, so it need not be complete.
      if (u32At(window.bytes, place, this.#bigEndian) === TAG.end || bytes > LONGEST_INFO) return true;
      length += 8 + bytes + (-bytes & 3);
    }
    return length >= LONGEST_INFO;
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
    // Write codes only now, because reading more may move the arena's memory.
    dictionary.putCode(codes, code);
    return { code, pcLow, pcHigh, operation, infos };
  }

  /** Whether another trace begins here: the magic must be followed by a valid header. */
  async #isHeader(): Promise<boolean> {
    const window = this.#window;
    if (!(await window.need(HEADER_BYTES))) {
      this.isUnsure = true;
      return false;
    }
    const header = parseHeader(window.bytes, window.at, window.end);
    return header !== null && headerFault(header) === null &&
      opensTrace(header);
  }
}
