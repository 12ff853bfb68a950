/**
 * A function of one text, computed once per code, for any number of codes, and then looked up.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { emptyAsciiText } from "../../base/ascii_text.ts";
import type { AsciiRule } from "../plan/row_function.ts";
import type { Workspace } from "./relation.ts";

/** Number of codes per page; the texts of one column usually have nearby codes. */
const PAGE_CODES = 1 << 12;
const PAGE_SHIFT = 12;

/** State of a code in the cache. */
enum State {
  Unknown = 0,
  Value = 1,
  Null = 2,
}

/** A page: words of the results, then a `State` for each. */
const STATES = PAGE_CODES * 8;
const PAGE_BYTES = STATES + PAGE_CODES;

/** Caches results by text code. */
export class TextResultCache {
  readonly #work: Workspace;
  readonly #evaluate: (code: number) => bigint | null;
  readonly #rule: AsciiRule | undefined;
  readonly #text = emptyAsciiText();
  /** Addresses of pages; 0 for pages that are not allocated yet. */
  #pages = new Uint32Array(64);
  /** The result for a null text; undefined until one occurs. */
  #ofNull: bigint | null | undefined;

  /**
   * `evaluate` is called once per code, and with 0 for null; ASCII texts use `rule` instead if there is one.
   */
  constructor(work: Workspace, evaluate: (code: number) => bigint | null, rule?: AsciiRule) {
    [this.#work, this.#evaluate, this.#rule] = [work, evaluate, rule];
  }

  /**
   * Writes the results for the codes at `words`, with null bytes at `nullsAt`; results may overwrite the
   * codes.
   */
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

  /** Computes the result of a code; returns its page. */
  #learn(code: number): number {
    const work = this.#work;
    const which = code >>> PAGE_SHIFT;
    if (which >= this.#pages.length) {
      this.#pages = growArray(this.#pages, Math.max(which + 1, 2 * this.#pages.length));
    }
    work.tick(8);
    const at = code & (PAGE_CODES - 1);
    const short = this.#byRule(code);
    if (short !== undefined) {
      const page = this.#pages[which] ||= work.takeZeroed(PAGE_BYTES);
      work.arena.u32[(page >>> 2) + 2 * at] = short;
      work.arena.u8[page + STATES + at] = State.Value;
      return page;
    }
    const result = this.#evaluate(code);
    const page = this.#pages[which] ||= work.takeZeroed(PAGE_BYTES);
    work.arena.u64[(page >>> 3) + at] = BigInt.asUintN(64, result ?? 0n);
    work.arena.u8[page + STATES + at] = result === null ? State.Null : State.Value;
    return page;
  }

  /** The result by `rule`, a number or a code; undefined if the rule does not apply. */
  #byRule(code: number): number | undefined {
    const rule = this.#rule, text = this.#text;
    const { strings } = this.#work.pools;
    if (!rule || !strings.ascii(code, text)) return undefined;
    if (rule.gives === "number") return rule.of(text);
    const { bytes, start, end } = text;
    rule.change(text);
    // The function does not change most texts, so they need no lookup.
    if (text.bytes === bytes && text.start === start && text.end === end) return strings.share(code);
    return strings.intern(text.bytes, text.start, text.end);
  }
}
