/**
 * What depends on one text is computed once for each code, however many there are, and looked up by it.
 * @module
 */

import { grown } from "../../base/grown.ts";
import type { Workspace } from "./relation.ts";

/** Codes of a page: texts of one column were mostly met together. */
const PAGE_CODES = 1 << 12;
const PAGE_SHIFT = 12;

/** What is known of a code. */
enum State {
  Unknown = 0,
  Value = 1,
  Null = 2,
}

/** A page: words of the results, then a `State` for each. */
const STATES = PAGE_CODES * 8;
const PAGE_BYTES = STATES + PAGE_CODES;

/** Results by the code of a text. */
export class KnownTexts {
  readonly #work: Workspace;
  readonly #evaluate: (code: number) => bigint | null;
  /** Addresses of pages; 0 for those that are not needed yet. */
  #pages = new Uint32Array(64);
  /** What a row without a text has; undefined until one was met. */
  #ofNull: bigint | null | undefined;

  /** `evaluate` is called once for a code, and with 0 where there is no text. */
  constructor(work: Workspace, evaluate: (code: number) => bigint | null) {
    [this.#work, this.#evaluate] = [work, evaluate];
  }

  /** Writes the results for the codes at `words`, of which null bytes are at `nullsAt`; the results may take their place. */
  put(words: number, nullsAt: number, count: number, values: number, nulls: number): void {
    const { arena } = this.#work;
    let { u8, u32 } = arena;
    const [from, to] = [words >>> 2, values >>> 2];
    for (let row = 0; row < count; row++) {
      // Readable form: [values[row], nulls[row]] = results[words[row]]
      if (nullsAt !== 0 && u8[nullsAt + row]) {
        if (this.#ofNull === undefined) {
          this.#ofNull = this.#evaluate(0);
          ({ u8, u32 } = arena);
        }
        const word = this.#ofNull ?? 0n;
        u32[to + 2 * row] = Number(word & 0xffff_ffffn);
        u32[to + 2 * row + 1] = Number(word >> 32n);
        u8[nulls + row] = this.#ofNull === null ? 1 : 0;
        continue;
      }
      const code = u32[from + 2 * row]!;
      const at = code & (PAGE_CODES - 1);
      let page = this.#pages[code >>> PAGE_SHIFT] ?? 0;
      if (page === 0 || u8[page + STATES + at] === State.Unknown) {
        page = this.#learn(code);
        ({ u8, u32 } = arena);
      }
      const known = (page >>> 2) + 2 * at;
      u32[to + 2 * row] = u32[known]!;
      u32[to + 2 * row + 1] = u32[known + 1]!;
      u8[nulls + row] = u8[page + STATES + at] === State.Null ? 1 : 0;
    }
  }

  /** Computes the result of a code; its page. */
  #learn(code: number): number {
    const work = this.#work;
    const which = code >>> PAGE_SHIFT;
    if (which >= this.#pages.length) {
      this.#pages = grown(this.#pages, Math.max(which + 1, 2 * this.#pages.length));
    }
    work.tick(8);
    const result = this.#evaluate(code);
    const page = this.#pages[which] ||= work.takeZeroed(PAGE_BYTES);
    const at = code & (PAGE_CODES - 1);
    work.arena.u64[(page >>> 3) + at] = BigInt.asUintN(64, result ?? 0n);
    work.arena.u8[page + STATES + at] = result === null ? State.Null : State.Value;
    return page;
  }
}
