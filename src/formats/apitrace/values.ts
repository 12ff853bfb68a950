/**
 * Reading the values of a call at hand, one after another, where the kernel has found them. Everything here has been
 * walked by the kernel before, so lengths are known to be sound.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { highHalf, joinHalves, lowHalf } from "../../base/u64.ts";
import * as S from "./kernel/state.ts";
import type { Signature, Signatures } from "./signatures.ts";

/** Tags of values. */
export const Tag = {
  Null: 0,
  False: 1,
  True: 2,
  Sint: 3,
  Uint: 4,
  Float: 5,
  Double: 6,
  String: 7,
  Blob: 8,
  Enum: 9,
  Mask: 10,
  Array: 11,
  Struct: 12,
  Opaque: 13,
  Repr: 14,
  Wide: 15,
} as const;

/** Whether `low` and `high` are a whole number, and how to read it. */
export enum Whole {
  None,
  /** Of 64 bits without a sign. */
  Unsigned,
  /** In two's complement. */
  Signed,
}

/** What the reader needs of a pass. */
interface CallState {
  /** Address of the kernel's state. */
  readonly state: number;
  /** Signatures met so far. */
  readonly signatures: Signatures;
}

const NO_BYTES = new Uint8Array(0);
const NO_UNITS: readonly number[] = [];

/** Reads values of one call; `place` it first. */
export class ValueReader {
  readonly #arena: Arena;
  readonly #call: CallState;
  readonly #version: number;
  #bytes: Uint8Array;
  #origin = 0;
  /** Arena address of the next byte. */
  at = 0;
  /** Event that the value is in: 0 = enter, 1 = leave. */
  side = 0;
  /** Tag of the value read last. */
  kind = 0;
  /** Low half of its number or of its length, unsigned; numbers below zero are in two's complement. */
  low = 0;
  /** High half of the same, unsigned. */
  high = 0;
  /** Content of a string or blob, or the bytes of a floating-point number; a view. */
  content: Uint8Array = NO_BYTES;
  /** Units of a wide string. */
  units: readonly number[] = NO_UNITS;
  /** What an enumeration, mask or structure is. */
  signature: Signature | null = null;

  /** Reads in the arena, with the signatures of a pass. */
  constructor(arena: Arena, call: CallState, version: number) {
    this.#arena = arena;
    this.#call = call;
    this.#version = version;
    this.#bytes = arena.u8;
  }

  /** Goes to a value. */
  place(at: number, side: number): void {
    this.#bytes = this.#arena.u8;
    this.at = at;
    this.side = side;
    this.#origin = this.#arena.f64[((this.#call.state + S.SIDE_ORIGINS) >>> 3) + side]!;
  }

  /** Number of listed arguments. */
  get argCount(): number {
    return this.#arena.u32[(this.#call.state + S.ARGS_COUNT) >>> 2]!;
  }

  /** Goes to an argument; false when it is missing. */
  placeArg(number: number): boolean {
    const words = this.#arena.u32;
    const entry = (words[(this.#call.state + S.ARGS) >>> 2]! >>> 2) + 2 * number;
    if (words[entry] === 0) return false;
    this.place(words[entry]!, words[entry + 1]!);
    return true;
  }

  /** Goes to the return value; false when there is none. */
  placeReturn(): boolean {
    const words = this.#arena.u32;
    const at = words[(this.#call.state + S.RET) >>> 2]!;
    if (at === 0) return false;
    this.place(at, words[(this.#call.state + S.RET_SIDE) >>> 2]!);
    return true;
  }

  /** Goes to the frames of the backtrace; how many there are, -1 without a backtrace. */
  placeBacktrace(): number {
    const words = this.#arena.u32;
    const at = words[(this.#call.state + S.TRACE) >>> 2]!;
    if (at === 0) return -1;
    this.place(at, words[(this.#call.state + S.TRACE_SIDE) >>> 2]!);
    return this.count();
  }

  /** Stream offset of the next byte. */
  get offset(): number {
    return this.#origin + this.at;
  }

  /** The tag of the value that follows, without stepping over it. */
  peek(): number {
    return this.#bytes[this.at]!;
  }

  /** Reads a number. */
  #uint(): void {
    const bytes = this.#bytes;
    let byte = bytes[this.at++]!;
    let low = byte & 0x7f;
    let high = 0;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.at++]!;
      const part = byte & 0x7f;
      if (shift < 28) low |= part << shift;
      else if (shift === 28) {
        low |= part << 28;
        high = part >>> 4;
      } else if (shift < 64) high |= part << (shift - 32);
    }
    this.low = low >>> 0;
    this.high = high >>> 0;
  }

  /** Reads a number that is known to be small: a count or length. */
  count(): number {
    this.#uint();
    return this.low + this.high * 2 ** 32;
  }

  /** The last number read, as 64 bits. */
  bits(): bigint {
    return this.high === 0 ? BigInt(this.low) : joinHalves(this.low, this.high);
  }

  /** The number that is before the next byte: that of an argument whose value the reader is placed at. */
  numberBefore(): bigint {
    const end = this.at;
    let start = end - 1;
    // All bytes of a number but its last one have the highest bit, and the detail before it has not.
    while (this.#bytes[start - 1]! >= 0x80) start--;
    this.at = start;
    this.#uint();
    this.at = end;
    return this.bits();
  }

  /** Reads a reference to a signature and steps over its definition where it is here. */
  reference(kind: number): Signature {
    this.#uint();
    const { signatures } = this.#call;
    const found = this.high === 0 ? signatures.findSmall(kind, this.low) : signatures.find(kind, this.bits());
    if (!found) throw new RangeError("A signature is missing: the value was not walked before");
    if (found.offset === this.#origin + this.at) this.at += found.bytes;
    return found;
  }

  /** Reads a value up to the values inside it; how many those are. What it is is in `kind` and after it. */
  read(): number {
    const kind = this.kind = this.#bytes[this.at++]!;
    this.low = this.high = 0;
    this.content = NO_BYTES;
    this.units = NO_UNITS;
    this.signature = null;
    switch (kind) {
      case Tag.True:
        this.low = 1;
        return 0;
      case Tag.Sint:
        this.#uint();
        this.#negate();
        return 0;
      case Tag.Uint:
      case Tag.Opaque:
        this.#uint();
        return 0;
      case Tag.Float:
      case Tag.Double:
        this.#take(kind === Tag.Float ? 4 : 8);
        return 0;
      case Tag.String:
      case Tag.Blob:
        this.#take(this.count());
        return 0;
      case Tag.Enum:
        this.signature = this.reference(S.ENUM);
        this.#enumBits(this.signature);
        return 0;
      case Tag.Mask:
        this.signature = this.reference(S.MASK);
        this.#uint();
        return 0;
      case Tag.Array:
        return this.count();
      case Tag.Struct:
        this.signature = this.reference(S.STRUCT);
        return this.signature.names.length;
      case Tag.Repr:
        return 2;
      case Tag.Wide:
        this.units = Array.from({ length: this.count() }, () => this.count());
    }
    return 0;
  }

  #take(bytes: number): void {
    this.at += bytes;
    this.content = this.#bytes.subarray(this.at - bytes, this.at);
  }

  #enumBits(signature: Signature): void {
    if (this.#version < 3) {
      const { value } = this.#call.signatures.entries(signature)[0]!;
      this.low = lowHalf(value);
      this.high = highHalf(value);
      return;
    }
    const negative = this.#bytes[this.at++] === Tag.Sint;
    this.#uint();
    if (negative) this.#negate();
  }

  /** More than 2^63 wraps around, as where it is printed. */
  #negate(): void {
    this.high = (~this.high + (this.low === 0 ? 1 : 0)) >>> 0;
    this.low = -this.low >>> 0;
  }

  /** Reads integers, pointers, enumerations, masks and booleans, and steps over all others. */
  whole(): Whole {
    const inside = this.read();
    switch (this.kind) {
      case Tag.Null:
      case Tag.False:
      case Tag.True:
      case Tag.Uint:
      case Tag.Opaque:
      case Tag.Mask:
        return Whole.Unsigned;
      case Tag.Sint:
      case Tag.Enum:
        return Whole.Signed;
      case Tag.Repr:
        this.skip();
        return this.whole();
      default:
        this.skip(inside);
        return Whole.None;
    }
  }

  /** Reads the same as a double; NaN for all others. Object names and sizes fit in one. */
  small(): number {
    const whole = this.whole();
    if (whole === Whole.None) return NaN;
    return (whole === Whole.Signed ? this.high | 0 : this.high) * 2 ** 32 + this.low;
  }

  /** Reads the same as a number with or without a sign; null for all others. */
  integer(): bigint | null {
    const whole = this.whole();
    if (whole === Whole.None) return null;
    return whole === Whole.Signed ? BigInt.asIntN(64, this.bits()) : this.bits();
  }

  /** Steps over values. */
  skip(count = 1): void {
    for (let left = count; left > 0; left--) left += this.read();
  }
}
