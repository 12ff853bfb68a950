/**
 * Call sites: a tree of code addresses. Each call site refers to its caller.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { type Frame, NO_STACK } from "../../events/stack_pool.ts";
import { type Sections, SITE_WORDS } from "./sections.ts";
import type { SymbolTable } from "./symbol_table.ts";

/** Maximum stack depth that is kept; no working program exceeds it. */
const DEEPEST = 65536;
/**
 * Maximum number of stack frames per call site, on average over all sites, so that a malicious chain of
 * callers cannot exhaust memory.
 */
const FRAMES_PER_SITE = 64;
const SPARE_FRAMES = TRACE_LIMITS.profileFrames.most;

/** One call site. A number is null if the file leaves it at 0 or if it is invalid. */
export interface CallSite {
  readonly index: bigint;
  readonly addr: bigint;
  parent: bigint | null;
  symbol: number | null;
  offset: bigint | null;
  profile: bigint | null;
  /** Id in the stack pool, 0 = none. */
  stack: number;
}

/** Reads, checks and links the call sites. */
export class CallSites {
  /** Sites in file order. */
  readonly list: CallSite[] = [];
  readonly byIndex = new Map<bigint, CallSite>();
  readonly #sink: TraceSink;
  readonly #sections: Sections;
  readonly #symbols: SymbolTable;
  readonly #cut: boolean;

  /** Reads the call sites and reports invalid ones. */
  constructor(sink: TraceSink, sections: Sections, symbols: SymbolTable) {
    this.#sink = sink;
    this.#sections = sections;
    this.#symbols = symbols;
    const { words, announced } = sections.sites;
    this.#cut = words.length < announced * SITE_WORDS;
    for (let row = 0; row * SITE_WORDS < words.length; row++) {
      const at = row * SITE_WORDS;
      // Sites are in rising order of address. In a truncated section, or one shorter than its count says, a
      // lower address means that other data begins here.
      if (this.#cut && row > 0 && words[at + 2]! < words[at + 2 - SITE_WORDS]!) break;
      this.#take(row, words);
    }
    this.list.forEach((site, row) => this.#checkParent(site, row));
    this.#stack();
  }

  #take(row: number, words: BigUint64Array): void {
    const at = row * SITE_WORDS;
    const index = words[at]!;
    const addr = words[at + 2]!;
    const site: CallSite = {
      index,
      addr,
      parent: words[at + 1]! || null,
      profile: words[at + 5]! || null,
      symbol: null,
      offset: null,
      stack: NO_STACK,
    };
    if (index === 0n || index > BigInt(this.#sections.sites.announced)) {
      const message = `Call site has index ${index} of ${this.#sections.sites.announced}`;
      this.#odd("site-index", row, 0, message, "left it out");
      return;
    }
    if (this.byIndex.has(index)) {
      this.#odd("site-index", row, 0, `Call site ${index} appears twice`, "kept the first one");
      return;
    }
    this.#name(site, row, words[at + 3]!, words[at + 4]!);
    if (site.profile !== null && site.profile > BigInt(this.#sections.records.announced)) {
      this.#odd(
        "site-record",
        row,
        5,
        `Call site ${index} names profiling record ${site.profile}`,
        "ignored it",
      );
      site.profile = null;
    }
    this.list.push(site);
    this.byIndex.set(index, site);
  }

  #name(site: CallSite, row: number, symbol: bigint, name: bigint): void {
    if (symbol === 0n && name === 0n) return;
    const known = symbol > 0n && symbol <= BigInt(this.#sections.symbols.announced);
    if (!known) {
      // If the file is truncated before its symbols, that was already reported.
      if (symbol > 0n && !this.#sections.complete) return;
      const what = `Call site ${site.index} has symbol ${symbol} and name offset ${name}`;
      this.#odd("site-symbol", row, 3, what, "left it without a symbol");
      return;
    }
    const id = Number(symbol);
    const problem = this.#symbols.name(id, name);
    if (problem !== null && this.#sections.complete) {
      this.#odd("symbol-name", row, 4, `Call site ${site.index}: ${problem}`, "left it unnamed");
    }
    site.symbol = id;
    const start = this.#symbols.addr(id);
    site.offset = start !== null && start <= site.addr ? site.addr - start : null;
  }

  #checkParent(site: CallSite, row: number): void {
    if (site.parent === null) return;
    if (site.parent < site.index && this.byIndex.has(site.parent)) return;
    // If the file is truncated within the call sites, callers may simply be missing.
    if (!this.#cut || site.parent >= site.index) {
      const message = `Call site ${site.index} has parent ${site.parent}`;
      this.#odd("site-parent", row, 1, message, "treated it as outermost");
    }
    site.parent = null;
  }

  #stack(): void {
    const { stacks } = this.#sink;
    const frames = new Map<bigint, number>();
    for (const site of this.list) frames.set(site.index, stacks.frame(this.#frameOf(site)));
    let budget = SPARE_FRAMES + FRAMES_PER_SITE * this.list.length;
    let list = new Uint32Array(64);
    let skipped = 0;
    for (const site of this.list) {
      let depth = 0;
      for (
        let each: CallSite | undefined = site;
        each && depth < DEEPEST;
        each = each.parent === null ? undefined : this.byIndex.get(each.parent)
      ) {
        if (depth === list.length) list = growArray(list, depth * 2);
        list[depth++] = frames.get(each.index)!;
      }
      budget -= depth;
      if (budget < 0 || depth === DEEPEST) skipped++;
      else site.stack = stacks.stack(list, 0, depth);
      if (budget < 0 && skipped > 0 && depth > FRAMES_PER_SITE) break;
    }
    if (skipped > 0) {
      this.#sink.problem({
        severity: "warning",
        code: "deep-stacks",
        offset: this.#sections.sites.offset,
        record: 0,
        message: "Call sites form chains of callers that are too long",
        handling: "left their stacks out",
      });
    }
  }

  #frameOf(site: CallSite): Frame {
    const offset = site.offset ?? 0n;
    return {
      addrLow: lowHalf(site.addr),
      addrHigh: highHalf(site.addr),
      hasAddr: true,
      func: site.symbol === null ? 0 : this.#symbols.code(site.symbol),
      module: 0,
      file: 0,
      line: 0,
      offsetLow: lowHalf(offset),
      offsetHigh: highHalf(offset),
      hasOffset: site.offset !== null,
    };
  }

  #odd(code: string, row: number, word: number, message: string, handling: string): void {
    const { sites, wordBytes } = this.#sections;
    const offset = sites.offset + (row * SITE_WORDS + word) * wordBytes;
    this.#sink.problem({ severity: "warning", code, offset, record: row + 1, message, handling });
  }
}
