/**
 * Callers (return addresses as the file writes them), each resolved only once.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { type FrameNames, type FunctionAt, namedFrames } from "../../events/code_place.ts";
import { readHex, type Word64 } from "../hex_number.ts";

/** A resolved caller: string codes, an address, and a stack of its frame and of functions inlined there. */
interface Caller {
  /** Code of the function's name in the string pool; 0 if only the module is known. */
  readonly func: number;
  readonly file: number;
  readonly line: number;
  readonly module: number;
  readonly pcLow: number;
  readonly pcHigh: number;
  readonly hasPc: boolean;
  readonly stack: number;
}

const NOBODY: Caller = { func: 0, file: 0, line: 0, module: 0, pcLow: 0, pcHigh: 0, hasPc: false, stack: 0 };
/** Matches `PROGRAM:(FUNCTION+OFFSET)`, which precedes the address; the names may contain any character. */
const PLACE = /^(?:(.*):)?(?:\((.*?)([+-])(?:0x)?([0-9a-f]*)\))?$/s;

/** All callers, numbered from 1; 0 means no caller. */
export class Callers {
  readonly #sink: TraceSink;
  readonly #known = new Map<number, number>();
  readonly #callers: Caller[] = [NOBODY];
  readonly #word: Word64 = { low: 0, high: 0, overflow: false };
  readonly #functionAt: FunctionAt | undefined;

  /** Starts empty. `functionAt` names functions from the program file, if that is available. */
  constructor(sink: TraceSink, functionAt: FunctionAt | undefined) {
    this.#sink = sink;
    this.#functionAt = functionAt;
  }

  /** Whether callers may have source lines: only if program files can be read. */
  get mayHaveLines(): boolean {
    return this.#functionAt !== undefined;
  }

  /** The number of the caller `bytes[from..to)`. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const code = this.#sink.strings.intern(bytes, from, to);
    let number = this.#known.get(code);
    if (number === undefined) {
      number = this.#callers.push(this.#parse(bytes, from, to)) - 1;
      this.#known.set(code, number);
    }
    return number;
  }

  /** A caller by number. */
  caller(number: number): Caller {
    return this.#callers[number]!;
  }

  #parse(bytes: Uint8Array, from: number, to: number): Caller {
    const { strings, stacks } = this.#sink;
    const text = (at: number, length: number): number =>
      length === 0 ? 0 : strings.intern(bytes, at, at + length);
    const bracket = bytes.lastIndexOf(OPEN, to);
    const end = Math.min(bracket < from ? to : bracket, from + NAME_BYTES);
    if (bracket < from) return { ...NOBODY, module: text(from, end - from) };
    const word = this.#word;
    const digits = bracket + 3;
    const hasAddr = readHex(bytes, digits, to, word) > digits;
    const [pcLow, pcHigh] = hasAddr ? [word.low >>> 0, word.high >>> 0] : [0, 0];
    // One character for each byte, so that lengths of parts are lengths in bytes.
    const [, module, func = "", sign, offset] = PLACE.exec(LATIN1.decode(bytes.subarray(from, end))) ?? [];
    const funcAt = from + (module === undefined ? 0 : module.length + 1) + 1;
    const codes = { func: text(funcAt, func.length), module: text(from, module?.length ?? 0) };
    // A negative offset counts from a later symbol, so it says nothing about this function.
    const offsetLow = sign === "+" && offset ? parseInt(offset, 16) >>> 0 : 0;
    const named = hasAddr && module ? this.#namesAt(codes.module, joinHalves(pcLow, pcHigh)) : [];
    const later = hasAddr && codes.module !== 0 ? this.#sink.laterFrame : undefined;
    const frameOf = (frame: Frame): number =>
      later ? later(frame, { module: codes.module, from: 0n, to: ANYWHERE }) : stacks.frame(frame);
    if (named.length === 0) named.push({ func: codes.func, file: 0, line: 0 });
    const frames = named.map((name, at) =>
      frameOf({
        addrLow: pcLow,
        addrHigh: pcHigh,
        hasAddr,
        module: codes.module,
        ...name,
        // The offset is relative to the function that was called, which is the outermost frame here.
        offsetLow: at === named.length - 1 ? offsetLow : 0,
        offsetHigh: 0,
        hasOffset: at === named.length - 1 && sign === "+",
      })
    );
    return {
      ...codes,
      ...named[0]!,
      pcLow,
      pcHigh,
      hasPc: hasAddr,
      stack: stacks.stack(Uint32Array.from(frames), 0, frames.length),
    };
  }

  /** Names from the program file, for a return address relative to its load address. */
  #namesAt(module: number, address: bigint): FrameNames[] {
    const place = this.#functionAt?.(this.#sink.strings.text(module), 0n, ANYWHERE, address);
    return place ? namedFrames(place, this.#sink.strings) : [];
  }
}

/** End of a program of unknown size; its addresses are those for which it was linked. */
const ANYWHERE = (1n << 64n) - 1n;
const OPEN = 0x5b;
const LATIN1 = new TextDecoder("latin1");
/** Longer names are truncated; no real program has them. */
const NAME_BYTES = 65_536;
