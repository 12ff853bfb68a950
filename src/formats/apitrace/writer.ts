/**
 * Writes apitrace streams, for rewritten traces.
 * @module
 */

import { ByteWriter } from "../../base/byte_writer.ts";
import { Tag } from "./values.ts";

const ENCODER = new TextEncoder();

/** Builds a stream in memory; `take` returns what has been written. */
export class StreamWriter {
  /** Version of the stream. */
  readonly version: number;
  readonly #out = new ByteWriter(1 << 16);
  #nextNo = 0;
  readonly #seen: Set<bigint>[] = [new Set(), new Set(), new Set(), new Set(), new Set()];

  /** Writes the header. */
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

  /** Number of bytes written and not yet taken. */
  get length(): number {
    return this.#out.length;
  }

  /** Returns what has been written since the last call. */
  take(): Uint8Array {
    return this.#out.take();
  }

  byte(value: number): void {
    this.#out.u8(value);
  }

  raw(bytes: Uint8Array): void {
    this.#out.raw(bytes);
  }

  /** Writes a number in its shortest form. */
  uint(value: bigint | number): void {
    if (Number.isSafeInteger(value)) this.#out.varint(value as number);
    else this.#out.varint64(BigInt(value));
  }

  /** Writes a length and the bytes. */
  string(text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? ENCODER.encode(text) : text;
    this.uint(bytes.length);
    this.raw(bytes);
  }

  /** Begins an enter event, up to the function reference; returns the number of the call. */
  beginEnter(thread: number): number {
    this.byte(0);
    if (this.version >= 4) this.uint(thread);
    return this.#nextNo++;
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

  /** Begins an argument; its value must follow. */
  arg(number: number): void {
    this.byte(1);
    this.uint(number);
  }

  /** Begins the return value; its value must follow. */
  ret(): void {
    this.byte(2);
  }

  /** Writes the flags of a call; 1 = fake. */
  flags(bits: number): void {
    this.byte(5);
    this.uint(bits);
  }

  /** Writes a reference to a signature, with its definition at the first use. */
  reference(kind: number, id: bigint, definition: Uint8Array): void {
    if (this.first(kind, id)) this.raw(definition);
  }

  /** Writes a null pointer. */
  null(): void {
    this.byte(Tag.Null);
  }

  /** Writes an integer; its sign determines the tag. */
  int(value: bigint | number): void {
    const negative = value < 0;
    this.byte(negative ? Tag.Sint : Tag.Uint);
    this.uint(negative ? -value : value);
  }

  text(value: string | Uint8Array): void {
    this.byte(Tag.String);
    this.string(value);
  }

  blob(bytes: Uint8Array): void {
    this.byte(Tag.Blob);
    this.string(bytes);
  }

  /** Writes a wide string by its units. */
  wide(units: readonly number[]): void {
    this.byte(Tag.Wide);
    this.uint(units.length);
    for (const unit of units) this.uint(unit);
  }

  /** Writes a pointer or handle; 0 is written as null. */
  pointer(value: bigint | number): void {
    if (BigInt(value) === 0n) return this.null();
    this.byte(Tag.Opaque);
    this.uint(value);
  }

  /** Begins an array; `count` values must follow. */
  array(count: number): void {
    this.byte(Tag.Array);
    this.uint(count);
  }

  /** Begins a value with two representations, one for readers and one for machines; both must follow. */
  views(): void {
    this.byte(Tag.Repr);
  }

  /**
   * Writes the id of a signature; returns whether its definition must follow because this is the first use.
   */
  protected first(kind: number, id: number | bigint): boolean {
    const key = BigInt(id);
    this.uint(id);
    const seen = this.#seen[kind]!;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  }
}
