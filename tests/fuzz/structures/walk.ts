/** Walks through bytes and records the fields and records that it reads. */

import type { Encoding, Field, Part, Structure } from "../structure.ts";

/** Thrown if the bytes end inside a field. */
class CutError extends Error {}

/** Maximum number of fields of an input: damage beyond them also occurs before. */
const MOST_FIELDS = 20_000;

/** A position in some bytes, and what was found before it. */
export class Walk {
  readonly bytes: Uint8Array;
  readonly fields: Field[] = [];
  readonly records: Part[] = [];
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Reads a number of this many bytes. */
  number(length: number, little: boolean): number {
    const at = this.#field(length, little ? "little" : "big");
    let value = 0;
    for (let each = 0; each < length; each++) {
      value = value * 256 + this.bytes[little ? at + length - 1 - each : at + each]!;
    }
    return value;
  }

  /** Reads a number in groups of seven bits. */
  leb(): number {
    let length = 1;
    while (this.at + length <= this.bytes.length && this.bytes[this.at + length - 1]! >= 128) length++;
    const at = this.#field(length, "leb");
    let value = 0;
    for (let each = length - 1; each >= 0; each--) value = value * 128 + (this.bytes[at + each]! & 127);
    return value;
  }

  /** Reads one byte. */
  byte(): number {
    return this.number(1, true);
  }

  /** Skips bytes as a raw field. */
  raw(length: number): void {
    if (length > 0) this.#field(length, "raw");
  }

  /** Reads text up to a NUL. */
  text(): void {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw new CutError();
    this.raw(end - this.at);
    this.at++;
  }

  /** Skips bytes up to a multiple of `to`. */
  pad(to: number): void {
    this.at += (to - this.at % to) % to;
  }

  /** Records everything that `read` walks through as one record. */
  record(read: () => void): void {
    const at = this.at;
    read();
    if (this.at > at) this.records.push({ at, length: this.at - at });
  }

  #field(length: number, encoding: Encoding): number {
    if (length > this.left || this.fields.length >= MOST_FIELDS) throw new CutError();
    const { at } = this;
    this.fields.push({ at, length, encoding });
    this.at += length;
    return at;
  }
}

/** The structure that a walk finds before the bytes end or are invalid. */
export function walked(bytes: Uint8Array, read: (walk: Walk) => void): Structure {
  const walk = new Walk(bytes);
  try {
    read(walk);
  } catch (error) {
    if (!(error instanceof CutError)) throw error;
  }
  return walk;
}

/** Ends a walk. */
export function giveUp(): never {
  throw new CutError();
}
