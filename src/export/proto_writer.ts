/**
 * Encodes protocol buffers: numbered fields and nested messages.
 * @module
 */

import { ByteWriter } from "../base/byte_writer.ts";

const VARINT = 0;
const BYTES = 2;

/** Writes one message. */
export class ProtoWriter {
  readonly #out: ByteWriter;

  /** Creates an empty writer. */
  constructor() {
    this.#out = new ByteWriter(256);
  }

  /** Number of bytes written. */
  get length(): number {
    return this.#out.length;
  }

  /** The bytes written, valid until the next write. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#out.bytes;
  }

  /** Resets the writer. */
  clear(): void {
    this.#out.clear();
  }

  /** Writes a number below 2^53, even if it is 0. */
  number(field: number, value: number): void {
    this.#out.varint(field * 8 + VARINT);
    this.#out.varint(value);
  }

  /** Writes a 64-bit number. */
  wide(field: number, value: bigint): void {
    this.#out.varint(field * 8 + VARINT);
    this.#out.varint64(value);
  }

  text(field: number, text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.message(field, bytes);
  }

  /** Writes a nested message, or bytes. */
  message(field: number, inner: Uint8Array): void {
    this.#out.varint(field * 8 + BYTES);
    this.#out.varint(inner.length);
    this.#out.raw(inner);
  }

  /** Writes a nested message that `fill` produces. */
  inner(field: number, fill: (message: ProtoWriter) => void): void {
    this.message(field, protoMessage(fill));
  }

  /** Writes packed 64-bit numbers, without field numbers in between. */
  packed(field: number, values: readonly bigint[]): void {
    const inner = new ByteWriter(values.length * 5);
    for (const value of values) inner.varint64(value);
    this.message(field, inner.bytes);
  }
}

/** The bytes of a message that `fill` writes. */
export function protoMessage(fill: (message: ProtoWriter) => void): Uint8Array<ArrayBuffer> {
  const message = new ProtoWriter();
  fill(message);
  return message.bytes;
}
