/**
 * Symbols: their addresses and names are in different sections that only the call sites link.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import type { Sections } from "./sections.ts";

/** Addresses and names of symbols 1 to N. */
export class SymbolTable {
  readonly #strings: StringPool;
  readonly #table: Uint8Array;
  readonly #addrs: BigUint64Array;
  readonly #offsets: Float64Array;
  readonly #codes: Uint32Array;

  /** Reads the addresses; names are added when call sites mention them. */
  constructor(strings: StringPool, sections: Sections) {
    this.#strings = strings;
    this.#table = sections.strings;
    this.#addrs = sections.symbols.words;
    this.#offsets = new Float64Array(this.#addrs.length + 1);
    this.#codes = new Uint32Array(this.#addrs.length + 1);
  }

  /** Number of symbols whose address is present. */
  get size(): number {
    return this.#addrs.length;
  }

  /** Start address of a symbol; null when it is missing because the file is truncated. */
  addr(id: number): bigint | null {
    return this.#addrs[id - 1] ?? null;
  }

  /** String code of a symbol's name, 0 = unknown. */
  code(id: number): number {
    return this.#codes[id] ?? 0;
  }

  /** Sets the offset of a symbol's name; returns what is wrong with it, or null. */
  name(id: number, offset: bigint): string | null {
    if (id > this.size || this.#table.length === 0) return null;
    const known = this.#offsets[id]!;
    if (known !== 0) return BigInt(known) === offset ? null : `symbol ${id} has another name than before`;
    if (offset === 0n || offset >= BigInt(this.#table.length)) {
      return `the name of symbol ${id} lies at ${offset} of ${this.#table.length}`;
    }
    const start = Number(offset);
    const stop = this.#table.indexOf(0, start);
    if (stop < 0) return `the name of symbol ${id} has no end`;
    this.#offsets[id] = start;
    this.#codes[id] = stop === start ? 0 : this.#strings.intern(this.#table, start, stop);
    return null;
  }
}
