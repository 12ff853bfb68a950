/**
 * Writes apitrace streams, any version: for rewritten traces, and for tests that read back what they wrote.
 * @module
 */

import { ByteWriter } from "../../base/byte_writer.ts";
import { ENUM, FRAME, FUNCTION, MASK, STRUCT } from "./kernel/state.ts";
import { Tag } from "./values.ts";

/** A name and a value of an enumeration or bit mask. */
export type Pair = readonly [string, bigint | number];

/** A part of a stack frame: 1 module, 2 function, 3 file, 4 line, 5 offset. */
export type FramePart = readonly [number, string | bigint | number];

const ENCODER = new TextEncoder();

/** Builds a stream in memory; `take` hands out what is there. */
export class StreamWriter {
  /** Stream version. */
  readonly version: number;
  readonly #out = new ByteWriter(1 << 16);
  #nextNo = 0;
  readonly #seen: Set<bigint>[] = [new Set(), new Set(), new Set(), new Set(), new Set()];
  readonly #oldEnums = new Map<string, number>();

  /** Writes the head. */
  constructor(
    version: number,
    semantic: number = version,
    properties: readonly (readonly [string | Uint8Array, string | Uint8Array])[] = [],
  ) {
    this.version = version;
    this.uint(version);
    if (version < 6) return;
    this.uint(semantic);
    for (const [name, value] of properties) {
      this.string(name);
      this.string(value);
    }
    this.uint(0);
  }

  /** Bytes written and not taken. */
  get length(): number {
    return this.#out.length;
  }

  /** Calls entered so far. */
  get callCount(): number {
    return this.#nextNo;
  }

  /** What has been written since the last time. */
  take(): Uint8Array {
    return this.#out.take();
  }

  /** One byte. */
  byte(value: number): void {
    this.#out.u8(value);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.#out.raw(bytes);
  }

  /** A number, shortest form. */
  uint(value: bigint | number): void {
    if (Number.isSafeInteger(value)) this.#out.varint(value as number);
    else this.#out.varint64(BigInt(value));
  }

  /** Length and bytes. */
  string(text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? ENCODER.encode(text) : text;
    this.uint(bytes.length);
    this.raw(bytes);
  }

  /** Begins an enter event; returns the call's number. Arguments follow, then `end`. */
  enter(
    id: number | bigint,
    name: string | Uint8Array,
    args: readonly (string | Uint8Array)[],
    thread = 0,
  ): number {
    const no = this.beginEnter(thread);
    this.function(id, name, args);
    return no;
  }

  /** The same up to the function reference. */
  beginEnter(thread: number): number {
    this.byte(0);
    if (this.version >= 4) this.uint(thread);
    return this.#nextNo++;
  }

  /** A reference to a function. */
  function(id: number | bigint, name: string | Uint8Array, args: readonly (string | Uint8Array)[]): void {
    if (!this.#first(FUNCTION, id)) return;
    this.string(name);
    this.uint(args.length);
    for (const arg of args) this.string(arg);
  }

  /** Begins a leave event. */
  leave(no: number): void {
    this.byte(1);
    this.uint(no);
  }

  /** Ends an event. */
  end(): void {
    this.byte(0);
  }

  /** An argument follows. */
  arg(number: number): void {
    this.byte(1);
    this.uint(number);
  }

  /** The return value follows. */
  ret(): void {
    this.byte(2);
  }

  /** Flags of a call; 1 = fake. */
  flags(bits: number): void {
    this.byte(5);
    this.uint(bits);
  }

  /** A backtrace of known or new frames. */
  backtrace(frames: readonly (readonly [number, readonly FramePart[]])[]): void {
    this.byte(4);
    this.uint(frames.length);
    for (const [id, parts] of frames) {
      if (!this.#first(FRAME, id)) continue;
      for (const [kind, value] of parts) {
        this.byte(kind);
        if (kind <= 3) this.string(String(value));
        else this.uint(value as bigint);
      }
      this.byte(0);
    }
  }

  /** A reference to any signature, with its definition as bytes where it is the first. */
  reference(kind: number, id: bigint, definition: Uint8Array): void {
    if (this.#first(kind, id)) this.raw(definition);
  }

  /** A null pointer. */
  null(): void {
    this.byte(Tag.Null);
  }

  /** A truth value. */
  bool(value: boolean): void {
    this.byte(value ? Tag.True : Tag.False);
  }

  /** An integer; its sign chooses the tag. */
  int(value: bigint | number): void {
    const negative = value < 0;
    this.byte(negative ? Tag.Sint : Tag.Uint);
    this.uint(negative ? -value : value);
  }

  /** A single-precision number. */
  float(value: number): void {
    this.byte(Tag.Float);
    this.#out.f32(value);
  }

  /** A double. */
  double(value: number): void {
    this.byte(Tag.Double);
    this.#out.f64(value);
  }

  /** A text. */
  text(value: string | Uint8Array): void {
    this.byte(Tag.String);
    this.string(value);
  }

  /** A blob. */
  blob(bytes: Uint8Array): void {
    this.byte(Tag.Blob);
    this.string(bytes);
  }

  /** A wide text by units. */
  wide(units: readonly number[]): void {
    this.byte(Tag.Wide);
    this.uint(units.length);
    for (const unit of units) this.uint(unit);
  }

  /** A pointer or handle; 0 is null. */
  pointer(value: bigint | number): void {
    if (BigInt(value) === 0n) return this.null();
    this.byte(Tag.Opaque);
    this.uint(value);
  }

  /** An array follows, as `count` values. */
  array(count: number): void {
    this.byte(Tag.Array);
    this.uint(count);
  }

  /** A structure follows, as one value per member. */
  struct(id: number, name: string, members: readonly string[]): void {
    this.byte(Tag.Struct);
    if (!this.#first(STRUCT, id)) return;
    this.string(name);
    this.uint(members.length);
    for (const member of members) this.string(member);
  }

  /** Two views follow: for people, for machines. */
  views(): void {
    this.byte(Tag.Repr);
  }

  /** An enumeration. Below version 3 each name has an id of its own, and a value without one is an integer. */
  enum(id: number, pairs: readonly Pair[], value: bigint | number): void {
    if (this.version < 3) return this.#oldEnum(pairs, value);
    this.byte(Tag.Enum);
    if (this.#first(ENUM, id)) {
      this.uint(pairs.length);
      for (const [name, number] of pairs) {
        this.string(name);
        this.int(number);
      }
    }
    this.int(value);
  }

  /** A bit mask. */
  mask(id: number, pairs: readonly Pair[], value: bigint | number): void {
    this.byte(Tag.Mask);
    if (this.#first(MASK, id)) {
      this.uint(pairs.length);
      for (const [name, number] of pairs) {
        this.string(name);
        this.uint(number);
      }
    }
    this.uint(value);
  }

  #oldEnum(pairs: readonly Pair[], value: bigint | number): void {
    const pair = pairs.find(([, number]) => BigInt(number) === BigInt(value));
    if (!pair) return this.int(value);
    const key = `${pair[0]}=${pair[1]}`;
    this.byte(Tag.Enum);
    const known = this.#oldEnums.get(key);
    this.uint(known ?? this.#oldEnums.size);
    if (known !== undefined) return;
    this.#oldEnums.set(key, this.#oldEnums.size);
    this.string(pair[0]);
    this.int(pair[1]);
  }

  /** Writes an id; whether its definition has to follow. */
  #first(kind: number, id: number | bigint): boolean {
    const key = BigInt(id);
    this.uint(id);
    const seen = this.#seen[kind]!;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  }
}
