/**
 * Return addresses as the file writes them, each looked up once.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { FunctionAt } from "../format.ts";
import { type FrameNames, namedFrames } from "../named_frames.ts";
import { readHex, type Word64 } from "../hex_number.ts";

/** What a caller is: codes of texts, an address, and a backtrace: one frame, and those of functions that were inlined there. */
interface Caller {
  /** Code of the function; 0 where only the module is known. */
  readonly func: number;
  readonly file: number;
  readonly line: number;
  readonly module: number;
  readonly pcLow: number;
  readonly pcHigh: number;
  readonly stack: number;
}

const NOBODY: Caller = { func: 0, file: 0, line: 0, module: 0, pcLow: 0, pcHigh: 0, stack: 0 };
/** `PROGRAM:(FUNCTION+OFFSET)` before the address: names may have any character but those that follow them. */
const PLACE = /^(?:(.*):)?(?:\((.*?)([+-])(?:0x)?([0-9a-f]*)\))?$/s;

/** Callers by number, from 1; 0 is none. */
export class Callers {
  readonly #sink: TraceSink;
  readonly #known = new Map<number, number>();
  readonly #callers: Caller[] = [NOBODY];
  readonly #word: Word64 = { low: 0, high: 0, overflow: false };
  readonly #functionAt: FunctionAt | undefined;

  /** Empty; programs that are available name functions that the file has no name for. */
  constructor(sink: TraceSink, functionAt: FunctionAt | undefined) {
    this.#sink = sink;
    this.#functionAt = functionAt;
  }

  /** Whether there may be source lines. */
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
    const text = (part: string | undefined): number => part ? strings.intern(bytesOf(part)) : 0;
    const bracket = bytes.lastIndexOf(OPEN, to);
    const before = String.fromCharCode(...bytes.subarray(from, Math.min(to, from + NAME_BYTES)));
    if (bracket < from) return { ...NOBODY, module: text(before) };
    const word = this.#word;
    const digits = bracket + 3;
    const hasAddr = readHex(bytes, digits, to, word) > digits;
    const [pcLow, pcHigh] = hasAddr ? [word.low >>> 0, word.high >>> 0] : [0, 0];
    const [, module, func, sign, offset] = PLACE.exec(before.slice(0, bracket - from)) ?? [];
    const codes = { func: text(func), module: text(module) };
    // An offset below zero is one from a symbol after: it says nothing about the function.
    const offsetLow = sign === "+" && offset ? parseInt(offset, 16) >>> 0 : 0;
    const named = hasAddr && module ? this.#namesAt(module, joinHalves(pcLow, pcHigh)) : [];
    if (named.length === 0) named.push({ func: codes.func, file: 0, line: 0 });
    const frames = named.map((name, at) =>
      stacks.frame({
        addrLow: pcLow,
        addrHigh: pcHigh,
        hasAddr,
        module: codes.module,
        ...name,
        // The offset is one in the function that was called, which is the outermost here.
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
      stack: stacks.stack(Uint32Array.from(frames), 0, frames.length),
    };
  }

  /** What a program says of a return address, which counts from where the program was loaded. */
  #namesAt(module: string, address: bigint): FrameNames[] {
    const place = this.#functionAt?.(module, 0n, ANYWHERE, address);
    return place ? namedFrames(place, this.#sink.strings) : [];
  }
}

/** The end of a program of unknown size: addresses are those that it was linked with. */
const ANYWHERE = (1n << 64n) - 1n;
const OPEN = 0x5b;
/** A name that is longer is cut: it is none of a program. */
const NAME_BYTES = 65_536;

/** Bytes of characters below 256. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
