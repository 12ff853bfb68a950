/**
 * Reading the values of a call at hand, one after another, where the kernel has found them. Everything here has been
 * walked by the kernel before, so lengths are known to be sound.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
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

/** Reads values of one call; `place` it first. */
export class ValueReader {
  readonly #arena: Arena;
  readonly #call: CallState;
  readonly #version: number;
  #bytes: Uint8Array;
  #view: DataView;
  #origin = 0;
  /** Arena address of the next byte. */
  at = 0;
  /** Event that the value stands in: 0 = enter, 1 = leave. */
  side = 0;
  /** Low half of the last number read, unsigned. */
  low = 0;
  /** High half of the last number read, unsigned. */
  high = 0;

  /** Reads in the arena, with the signatures of a pass. */
  constructor(arena: Arena, call: CallState, version: number) {
    this.#arena = arena;
    this.#call = call;
    this.#version = version;
    this.#bytes = arena.u8;
    this.#view = new DataView(arena.memory.buffer);
  }

  /** The arena's bytes. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Goes to a value. */
  place(at: number, side: number): void {
    if (this.#bytes !== this.#arena.u8) {
      this.#bytes = this.#arena.u8;
      this.#view = new DataView(this.#arena.memory.buffer);
    }
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

  /** Reads the tag of a value. */
  tag(): number {
    return this.#bytes[this.at++]!;
  }

  /** The tag of the value that follows, without stepping over it. */
  peek(): number {
    return this.#bytes[this.at]!;
  }

  /** Reads a number into `low` and `high`. */
  uint(): void {
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
    this.uint();
    return this.low + this.high * 2 ** 32;
  }

  /** Reads a number as a bigint. */
  bigUint(): bigint {
    this.uint();
    return this.bits();
  }

  /** The last number read, as 64 bits. */
  bits(): bigint {
    return this.high === 0 ? BigInt(this.low) : (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  /** The number that stands before the next byte: that of an argument whose value the reader is placed at. */
  numberBefore(): bigint {
    const end = this.at;
    let start = end - 1;
    // All bytes of a number but its last one have the highest bit, and the detail before it has not.
    while (this.#bytes[start - 1]! >= 0x80) start--;
    this.at = start;
    const number = this.bigUint();
    this.at = end;
    return number;
  }

  /** Reads the payload of a float. */
  float(): number {
    this.at += 4;
    return this.#view.getFloat32(this.at - 4, true);
  }

  /** Reads the payload of a double. */
  double(): number {
    this.at += 8;
    return this.#view.getFloat64(this.at - 8, true);
  }

  /** Reads the payload of a string or blob; a view. */
  string(): Uint8Array {
    const length = this.count();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** Reads the payload of a wide string. */
  wide(): number[] {
    const units: number[] = [];
    for (let count = this.count(); count > 0; count--) {
      this.uint();
      units.push(this.low);
    }
    return units;
  }

  /** Reads a reference to a signature and steps over its definition where it stands here. */
  signature(kind: number): Signature {
    this.uint();
    const { signatures } = this.#call;
    const found = this.high === 0 ? signatures.findSmall(kind, this.low) : signatures.find(kind, this.bits());
    if (!found) throw new RangeError("A signature is missing: the value was not walked before");
    if (found.offset === this.#origin + this.at) this.at += found.bytes;
    return found;
  }

  /** Reads the value that follows an enumeration's signature, as 64 bits in two's complement. */
  enumValue(signature: Signature): bigint {
    this.#enumBits(signature);
    return this.bits();
  }

  /** The same as `low` and `high`. */
  #enumBits(signature: Signature): void {
    if (this.#version < 3) {
      const { value } = this.#call.signatures.entries(signature)[0]!;
      this.low = lowHalf(value);
      this.high = highHalf(value);
      return;
    }
    const negative = this.#bytes[this.at++] === Tag.Sint;
    this.uint();
    if (negative) this.#negate();
  }

  /** More than 2^63 wraps around, as where it is printed. */
  #negate(): void {
    this.high = (~this.high + (this.low === 0 ? 1 : 0)) >>> 0;
    this.low = -this.low >>> 0;
  }

  /** Reads an integer, enumeration or mask as a double; NaN for all others. Object names and sizes fit in one. */
  small(): number {
    const tag = this.tag();
    switch (tag) {
      case Tag.Null:
      case Tag.False:
        return 0;
      case Tag.True:
        return 1;
      case Tag.Sint:
        return -this.count();
      case Tag.Uint:
      case Tag.Opaque:
        return this.count();
      case Tag.Mask:
        this.signature(S.MASK);
        return this.count();
      case Tag.Enum: {
        const signature = this.signature(S.ENUM);
        if (this.#version < 3) return Number(BigInt.asIntN(64, this.enumValue(signature)));
        const negative = this.#bytes[this.at++] === 3;
        return negative ? -this.count() : this.count();
      }
      default:
        this.at--;
        this.skip();
        return NaN;
    }
  }

  /** Reads integers, pointers, enumerations, masks and booleans into `low` and `high`, and steps over all others. */
  whole(): Whole {
    const tag = this.tag();
    switch (tag) {
      case Tag.Null:
      case Tag.False:
      case Tag.True:
        this.low = tag === Tag.True ? 1 : 0;
        this.high = 0;
        return Whole.Unsigned;
      case Tag.Sint:
        this.uint();
        this.#negate();
        return Whole.Signed;
      case Tag.Uint:
      case Tag.Opaque:
        this.uint();
        return Whole.Unsigned;
      case Tag.Enum:
        this.#enumBits(this.signature(S.ENUM));
        return Whole.Signed;
      case Tag.Mask:
        this.signature(S.MASK);
        this.uint();
        return Whole.Unsigned;
      case Tag.Repr:
        this.skip();
        return this.whole();
      default:
        this.at--;
        this.skip();
        return Whole.None;
    }
  }

  /** Reads the same as a number with or without a sign; null for all others. */
  integer(): bigint | null {
    const whole = this.whole();
    if (whole === Whole.None) return null;
    return whole === Whole.Signed ? BigInt.asIntN(64, this.bits()) : this.bits();
  }

  /** Steps over a value. */
  skip(): void {
    for (let left = 1; left > 0; left--) {
      switch (this.tag()) {
        case Tag.Sint:
        case Tag.Uint:
        case Tag.Opaque:
          this.uint();
          break;
        case Tag.Float:
          this.at += 4;
          break;
        case Tag.Double:
          this.at += 8;
          break;
        case Tag.String:
        case Tag.Blob:
          this.string();
          break;
        case Tag.Enum:
          this.signature(S.ENUM);
          if (this.#version >= 3) {
            this.at++;
            this.uint();
          }
          break;
        case Tag.Mask:
          this.signature(S.MASK);
          this.uint();
          break;
        case Tag.Array:
          left += this.count();
          break;
        case Tag.Struct:
          left += this.signature(S.STRUCT).names.length;
          break;
        case Tag.Repr:
          left += 2;
          break;
        case Tag.Wide:
          for (let count = this.count(); count > 0; count--) this.uint();
          break;
      }
    }
  }
}
