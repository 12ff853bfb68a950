/**
 * Reads the values of the current call, one after another, where the kernel has found them. The kernel has
 * already checked everything here, so lengths are valid.
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

/** How to interpret `low` and `high` as a whole number, if they contain one. */
export enum WholeNumber {
  None,
  /** An unsigned 64-bit number. */
  Unsigned,
  /** A signed 64-bit number in two's complement. */
  Signed,
}

/** What the reader needs from a pass. */
interface CallState {
  /** Address of the kernel's state. */
  readonly state: number;
  /** Signatures met so far. */
  readonly signatures: Signatures;
}

const NO_BYTES = new Uint8Array(0);
const NO_UNITS: readonly number[] = [];

/** Reads values of a call, starting at the position set by `place` or a similar method. */
export class ValueReader {
  readonly #arena: Arena;
  readonly #call: CallState;
  readonly #version: number;
  #bytes: Uint8Array;
  #origin = 0;
  /** Arena address of the next byte. */
  at = 0;
  /** The event that contains the value: 0 = enter, 1 = leave. */
  side = 0;
  /** Tag of the last value. */
  kind = 0;
  /** Low half of its number or length, unsigned; negative numbers are in two's complement. */
  low = 0;
  /** High half of its number or length, unsigned. */
  high = 0;
  /** Content of a string or blob, or the bytes of a floating-point number, as a view. */
  content: Uint8Array = NO_BYTES;
  /** Units of a wide string. */
  units: readonly number[] = NO_UNITS;
  /** Signature of an enumeration, mask or structure. */
  signature: Signature | null = null;

  /** Reads from the arena, with the signatures of a pass. */
  constructor(arena: Arena, call: CallState, version: number) {
    this.#arena = arena;
    this.#call = call;
    this.#version = version;
    this.#bytes = arena.u8;
  }

  /** Moves to a value. */
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

  /** Moves to an argument; returns false if it is missing. */
  placeArg(number: number): boolean {
    const words = this.#arena.u32;
    const entry = (words[(this.#call.state + S.ARGS) >>> 2]! >>> 2) + 2 * number;
    if (words[entry] === 0) return false;
    this.place(words[entry]!, words[entry + 1]!);
    return true;
  }

  /** Moves to the return value; returns false if there is none. */
  placeReturn(): boolean {
    const words = this.#arena.u32;
    const at = words[(this.#call.state + S.RETURN_VALUE) >>> 2]!;
    if (at === 0) return false;
    this.place(at, words[(this.#call.state + S.RETURN_SIDE) >>> 2]!);
    return true;
  }

  /** Moves to the frames of the backtrace; returns their number, or -1 if there is no backtrace. */
  placeBacktrace(): number {
    const words = this.#arena.u32;
    const at = words[(this.#call.state + S.BACKTRACE) >>> 2]!;
    if (at === 0) return -1;
    this.place(at, words[(this.#call.state + S.BACKTRACE_SIDE) >>> 2]!);
    return this.count();
  }

  /** Stream offset of the next byte. */
  get offset(): number {
    return this.#origin + this.at;
  }

  /** Returns the tag of the next value without moving. */
  peek(): number {
    return this.#bytes[this.at]!;
  }

  /** Reads a number into `low` and `high`. */
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

  /** Reads a count or length, which is known to be small. */
  count(): number {
    this.#uint();
    return this.low + this.high * 2 ** 32;
  }

  /** Returns the last number as 64 bits. */
  bits(): bigint {
    return this.high === 0 ? BigInt(this.low) : joinHalves(this.low, this.high);
  }

  /**
   * Returns the number that ends before the current position, which is the argument's number when the reader
   * is placed at an argument.
   */
  numberBefore(): bigint {
    const end = this.at;
    let start = end - 1;
    // All bytes of a number but the last have the highest bit set, and the detail byte before it does not.
    while (this.#bytes[start - 1]! >= 0x80) start--;
    this.at = start;
    this.#uint();
    this.at = end;
    return this.bits();
  }

  /** Reads a reference to a signature and skips its definition if that follows. */
  reference(kind: number): Signature {
    this.#uint();
    const { signatures } = this.#call;
    const found = this.high === 0 ? signatures.findSmall(kind, this.low) : signatures.find(kind, this.bits());
    if (!found) throw new RangeError("A signature is missing: the value was not scanned before");
    if (found.offset === this.#origin + this.at) this.at += found.bytes;
    return found;
  }

  /**
   * Reads the tag and length of a value into `kind` and the fields after it; returns how many nested values
   * follow.
   */
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
        this.signature = this.reference(S.BIT_MASK);
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

  /** Values beyond 2^63 wrap around, as they do when printed. */
  #negate(): void {
    this.high = (~this.high + (this.low === 0 ? 1 : 0)) >>> 0;
    this.low = -this.low >>> 0;
  }

  /**
   * Reads a value as a whole number if it is an integer, pointer, enumeration, mask or boolean; skips any
   * other.
   */
  whole(): WholeNumber {
    const inside = this.read();
    switch (this.kind) {
      case Tag.Null:
      case Tag.False:
      case Tag.True:
      case Tag.Uint:
      case Tag.Opaque:
      case Tag.Mask:
        return WholeNumber.Unsigned;
      case Tag.Sint:
      case Tag.Enum:
        return WholeNumber.Signed;
      case Tag.Repr:
        this.skip();
        return this.whole();
      default:
        this.skip(inside);
        return WholeNumber.None;
    }
  }

  /**
   * Reads an integer-like value (see `whole`) as a double, which holds object names and sizes; NaN for any
   * other value.
   */
  small(): number {
    const whole = this.whole();
    if (whole === WholeNumber.None) return NaN;
    return (whole === WholeNumber.Signed ? this.high | 0 : this.high) * 2 ** 32 + this.low;
  }

  /** Reads an integer-like value (see `whole`) as a signed or unsigned bigint; null for any other value. */
  integer(): bigint | null {
    const whole = this.whole();
    if (whole === WholeNumber.None) return null;
    return whole === WholeNumber.Signed ? BigInt.asIntN(64, this.bits()) : this.bits();
  }

  /** Skips values without decoding them. */
  skip(count = 1): void {
    for (let left = count; left > 0; left--) left += this.read();
  }
}
