/**
 * Formats the line of each distinct entry once and copies it for every entry of the file.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./code_lines.wasm.ts";

const LINE_BYTES = 64;

/** The output line for each code of an entry; lines have at most 62 characters. */
export class EntryLineCache {
  readonly #arena: Arena;
  readonly #kernels: Kernels;
  readonly #lineOf: (code: number) => string;
  readonly #outBytes: number;
  readonly #out: number;
  #table = 0;
  #capacity = 0;
  #size = 0;

  /** `lineOf` formats the line of a code, once. `most` is the maximum number of codes per call of `spell`. */
  constructor(arena: Arena, most: number, lineOf: (code: number) => string) {
    this.#arena = arena;
    this.#kernels = instantiate<Kernels>(WASM_BASE64, arena);
    this.#lineOf = lineOf;
    // Lines are copied at full width, so the last one extends beyond its end.
    this.#outBytes = (most + 1) * LINE_BYTES;
    this.#out = arena.alloc(this.#outBytes);
  }

  /** Returns the lines of some codes, valid until the next call. `size` is the number of codes that exist. */
  spell(codes: number, count: number, size: number): Uint8Array {
    this.#learn(size);
    const length = this.#kernels.spell(codes, count, this.#table, this.#out);
    return this.#arena.u8.subarray(this.#out, this.#out + length);
  }

  /** Frees the memory. */
  close(): void {
    this.#arena.free(this.#table);
    this.#arena.free(this.#out);
    this.#table = this.#capacity = 0;
  }

  #learn(size: number): void {
    if (size > this.#capacity) {
      const capacity = Math.max(1024, 2 * size);
      const table = this.#arena.alloc(capacity * LINE_BYTES);
      this.#arena.u8.copyWithin(table, this.#table, this.#table + this.#size * LINE_BYTES);
      this.#arena.free(this.#table);
      this.#table = table;
      this.#capacity = capacity;
    }
    const bytes = this.#arena.u8;
    for (; this.#size < size; this.#size++) {
      const line = this.#lineOf(this.#size);
      const place = this.#table + this.#size * LINE_BYTES;
      for (let at = 0; at < line.length; at++) bytes[place + at] = line.charCodeAt(at);
      bytes[place + LINE_BYTES - 1] = line.length;
    }
  }
}
