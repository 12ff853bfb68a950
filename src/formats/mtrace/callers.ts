/**
 * Callers (return addresses as the file writes them), each resolved only once.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { joinHalves } from "../../base/u64.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { type FrameNames, type FunctionAt, nameFrames } from "../../events/code_place.ts";
import { readHex, type Word64 } from "../hex_number.ts";
import { type CallerParts, splitCaller } from "./caller_text.ts";
import type { CallerNumbering } from "./caller_table.ts";

/** Words of a resolved caller in `Callers.facts`; all are 0 if there is no caller. */
export enum CallerFact {
  /** Code of the function's name in the string pool; 0 if only the module is known. */
  Func = 0,
  File = 1,
  Line = 2,
  Module = 3,
  PcLow = 4,
  PcHigh = 5,
  /** 1 if there is an address. */
  HasPc = 6,
  /** Id of a stack with the frame of the caller and those of functions inlined there. */
  Stack = 7,
}
/** Binary logarithm of the number of words per caller in `Callers.facts`. */
export const CALLER_FACTS = 3;

/**
 * Number of backtraces that are looked up or added at once, which takes a third of the time that it takes one by one.
 */
const STACKS_AT_ONCE = 1 << 9;

/** All callers, numbered from 1; 0 means no caller. */
export class Callers {
  readonly #sink: TraceSink;
  readonly #functionAt: FunctionAt | undefined;
  /** Numbers callers by their text. */
  readonly table: CallerNumbering;
  /** The facts of each caller, one caller after the other, laid out as `CallerFact`. */
  facts: Uint32Array = new Uint32Array(1 << 10 + CALLER_FACTS);
  /** Number of resolved callers, including number 0, which means no caller. */
  #resolved = 1;
  readonly #depths = new Uint32Array(STACKS_AT_ONCE);
  readonly #stacks = new Uint32Array(STACKS_AT_ONCE);
  #frames = new Uint32Array(STACKS_AT_ONCE);
  #frameCount = 0;
  readonly #parts: CallerParts = { moduleEnd: 0, funcStart: 0, funcEnd: 0, offset: 0, isAfter: false };
  readonly #word: Word64 = { low: 0, high: 0, overflow: false };

  /** Creates an empty list; `functionAt` looks up functions in the program file, if that is available. */
  constructor(sink: TraceSink, table: CallerNumbering, functionAt: FunctionAt | undefined) {
    this.#sink = sink;
    this.table = table;
    this.#functionAt = functionAt;
  }

  /** Whether callers may have source lines: only if program files can be read. */
  get mayHaveLines(): boolean {
    return this.#functionAt !== undefined;
  }

  /** The number of the caller whose text is at an address of the arena. */
  numberOf(text: number, length: number): number {
    const number = this.table.numberOf(text, length);
    this.readNew();
    return number;
  }

  /** Resolves the callers that the table got since the last call. */
  readNew(): void {
    const { count } = this.table;
    if (count << CALLER_FACTS > this.facts.length) {
      this.facts = growArray(this.facts, Math.max(2 * this.facts.length, count << CALLER_FACTS));
    }
    while (this.#resolved < count) this.#resolve(Math.min(count, this.#resolved + STACKS_AT_ONCE));
  }

  /** Resolves callers up to a number, at most `STACKS_AT_ONCE`. */
  #resolve(end: number): void {
    const first = this.#resolved;
    const bytes = this.#sink.arena.u8;
    this.#frameCount = 0;
    for (let number = first; number < end; number++) {
      const text = this.table.textOf(number), frames = this.#frameCount;
      this.#read(bytes, text, text + this.table.lengthOf(number), number << CALLER_FACTS);
      this.#depths[number - first] = this.#frameCount - frames;
    }
    const frames = this.#frames.subarray(0, this.#frameCount);
    this.#sink.stacks.stackAll(frames, this.#depths.subarray(0, end - first), this.#stacks);
    for (let number = first; number < end; number++) {
      this.facts[(number << CALLER_FACTS) + CallerFact.Stack] = this.#stacks[number - first]!;
    }
    this.#resolved = end;
  }

  /**
   * Writes the facts of a caller to `facts`, at `into`, and adds its frames to the list of frames; the stack is made
   * later.
   */
  #read(bytes: Uint8Array, from: number, to: number, into: number): void {
    const { facts } = this;
    let bracket = to - 1;
    while (bracket >= from && bytes[bracket] !== OPEN) bracket--;
    const end = Math.min(bracket < from ? to : bracket, from + NAME_BYTES);
    if (bracket < from) {
      facts[into + CallerFact.Module] = this.#text(bytes, from, end);
      return;
    }
    const word = this.#word, parts = this.#parts;
    const digits = bracket + 3;
    const hasPc = readHex(bytes, digits, to, word) > digits;
    const pcLow = hasPc ? word.low >>> 0 : 0, pcHigh = hasPc ? word.high >>> 0 : 0;
    splitCaller(bytes, from, end, parts);
    const func = this.#text(bytes, parts.funcStart, parts.funcEnd);
    const module = this.#text(bytes, from, parts.moduleEnd);
    const offset = parts.isAfter && readHex(bytes, parts.offset, end, word) > 0 ? word.low >>> 0 : 0;
    const named = hasPc && module !== 0 ? this.#namesAt(module, joinHalves(pcLow, pcHigh)) : [];
    if (named.length === 0) named.push({ func, file: 0, line: 0 });
    for (const [at, name] of named.entries()) {
      // The offset is relative to the function that was called, which is the outermost frame here.
      const hasOffset = parts.isAfter && at === named.length - 1;
      this.#addFrame({
        addrLow: pcLow,
        addrHigh: pcHigh,
        hasAddr: hasPc,
        module,
        ...name,
        offsetLow: hasOffset ? offset : 0,
        offsetHigh: 0,
        hasOffset,
      });
    }
    facts[into + CallerFact.Func] = named[0]!.func;
    facts[into + CallerFact.File] = named[0]!.file;
    facts[into + CallerFact.Line] = named[0]!.line;
    facts[into + CallerFact.Module] = module;
    facts[into + CallerFact.PcLow] = pcLow;
    facts[into + CallerFact.PcHigh] = pcHigh;
    facts[into + CallerFact.HasPc] = hasPc ? 1 : 0;
  }

  #text(bytes: Uint8Array, from: number, to: number): number {
    return from === to ? 0 : this.#sink.strings.intern(bytes, from, to);
  }

  #addFrame(frame: Frame): void {
    const { stacks, unnamedFrame } = this.#sink;
    const id = unnamedFrame && frame.hasAddr && frame.module !== 0
      ? unnamedFrame(frame, { module: frame.module, from: 0n, to: ANYWHERE })
      : stacks.frame(frame);
    if (this.#frameCount === this.#frames.length) {
      this.#frames = growArray(this.#frames, 2 * this.#frameCount);
    }
    this.#frames[this.#frameCount++] = id;
  }

  /** Names from the program file, for a return address relative to its load address. */
  #namesAt(module: number, address: bigint): FrameNames[] {
    const place = this.#functionAt?.(this.#sink.strings.text(module), 0n, ANYWHERE, address);
    return place ? nameFrames(place, this.#sink.strings) : [];
  }
}

/** End of a program of unknown size, so that any address is inside it. */
const ANYWHERE = (1n << 64n) - 1n;
const OPEN = 0x5b;
/** Longer names are truncated; no real program has them. */
const NAME_BYTES = 65_536;
