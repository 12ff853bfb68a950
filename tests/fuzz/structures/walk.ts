/** Goes through bytes and notes the fields and records that it meets. */

import type { Encoding, Field, Part, Structure } from "../structure.ts";

/** The bytes end inside of a field. */
class CutError extends Error {}

/** Fields of one input, at most: what is damaged beyond them is damaged before them too. */
const MOST_FIELDS = 20_000;

/** A place in some bytes, and what was found on the way there. */
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

  /** A number of so many bytes. */
  number(length: number, little: boolean): number {
    const at = this.#field(length, little ? "little" : "big");
    let value = 0;
    for (let each = 0; each < length; each++) {
      value = value * 256 + this.bytes[little ? at + length - 1 - each : at + each]!;
    }
    return value;
  }

  /** A number in groups of seven bits. */
  leb(): number {
    let length = 1;
    while (this.at + length <= this.bytes.length && this.bytes[this.at + length - 1]! >= 128) length++;
    const at = this.#field(length, "leb");
    let value = 0;
    for (let each = length - 1; each >= 0; each--) value = value * 128 + (this.bytes[at + each]! & 127);
    return value;
  }

  /** One byte. */
  byte(): number {
    return this.number(1, true);
  }

  /** Bytes as they are. */
  raw(length: number): void {
    if (length > 0) this.#field(length, "raw");
  }

  /** Text up to a NUL. */
  text(): void {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0) throw new CutError();
    this.raw(end - this.at);
    this.at++;
  }

  /** Bytes up to a multiple. */
  pad(to: number): void {
    this.at += (to - this.at % to) % to;
  }

  /** Notes what `read` goes through as a record. */
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

/** The structure that a walk finds before the bytes end or make no sense. */
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
