/** Generated snapshots: allocations and frees of random sizes, as written by Python's pickler. */

import { Random } from "../../support/random.ts";

const ENCODER = new TextEncoder();

/** Writes opcodes of pickles. */
export class PickleWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** The bytes written so far. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Writes opcodes and their arguments unchanged. */
  raw(...bytes: number[]): this {
    return this.#put(bytes);
  }

  /** Writes a text, with a length of four bytes. */
  text(text: string): this {
    const bytes = ENCODER.encode(text);
    return this.raw(0x58, ...littleEndian(BigInt(bytes.length), 4)).#put(bytes);
  }

  /** Writes an integer in as few bytes as possible. */
  number(value: number | bigint): this {
    const wide = BigInt(value);
    if (wide >= 0n && wide < 256n) return this.raw(0x4b, Number(wide));
    let length = 1;
    while (wide < -(1n << BigInt(8 * length - 1)) || wide >= 1n << BigInt(8 * length - 1)) length++;
    return this.raw(0x8a, length, ...littleEndian(BigInt.asUintN(8 * length, wide), length));
  }

  /** Writes a value: a list, a dictionary, a pair, a text, a number, a boolean or None. */
  value(value: unknown): this {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number" || typeof value === "bigint") return this.number(value);
    if (typeof value === "boolean") return this.raw(value ? 0x88 : 0x89);
    if (Array.isArray(value)) {
      this.raw(0x5d, 0x28);
      for (const item of value) this.value(item);
      return this.raw(0x65);
    }
    if (typeof value !== "object" || value === null) return this.raw(0x4e);
    this.raw(0x7d, 0x28);
    for (const [key, item] of Object.entries(value)) this.text(key).value(item);
    return this.raw(0x75);
  }

  #put(bytes: ArrayLike<number>): this {
    while (this.#length + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }
}

/** A pickle of a value, of protocol 2. */
export function pickled(value: unknown): Uint8Array<ArrayBuffer> {
  return new PickleWriter().raw(0x80, 2).value(value).raw(0x2e).bytes;
}

/** Options of a snapshot. */
interface Made {
  readonly entries: number;
  readonly seed: number;
}

/** A snapshot of one device, without segments. */
export function generateSnapshot({ entries, seed }: Made): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const live: [addr: number, size: number][] = [];
  const trace = Array.from({ length: entries }, (_, at) => {
    const ends = live.length > 200 || (live.length > 0 && random.oneIn(3));
    const [addr, size] = ends
      ? live.splice(random.below(live.length), 1)[0]!
      : [0x7f00_0000_0000 + 512 * at, 1 + random.below(100_000)];
    if (!ends) live.push([addr, size]);
    const frames = [{
      name: `f${random.below(20)}`,
      filename: "/srv/job/model.py",
      line: 1 + random.below(50),
    }];
    const action = ends ? "free_completed" : "alloc";
    return { action, addr, size, stream: 0, time_us: 1_700_000_000_000_000 + 3 * at, frames };
  });
  return pickled({ segments: [], device_traces: [trace] });
}

function littleEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}
