/** Generated captures: allocations and frees of random sizes below a few frames. */

import { Random } from "../../support/random.ts";

const ENCODER = new TextEncoder();

/** Writes captures of version 13. */
export class MemrayWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #last = 0n;

  /** The bytes written so far. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Writes bytes unchanged. */
  raw(...bytes: number[]): this {
    return this.#put(bytes);
  }

  /** Writes a text with its NUL. */
  text(text: string): this {
    return this.#put(ENCODER.encode(text)).raw(0);
  }

  /** Writes eight bytes. */
  u64(value: bigint | number): this {
    return this.#put(littleEndian(BigInt(value), 8));
  }

  /** Writes a number with 7 bits per byte. */
  varint(value: bigint | number): this {
    let left = BigInt(value);
    for (; left > 127n; left >>= 7n) this.raw(Number(left & 127n) | 128);
    return this.raw(Number(left));
  }

  /** Writes a signed number with 7 bits per byte. */
  signed(value: bigint | number): this {
    const wide = BigInt(value);
    return this.varint(BigInt.asUintN(64, (wide << 1n) ^ (wide >> 63n)));
  }

  /** Writes the header. */
  head({ version = 13, allocations = 0, skipped = 0, aggregated = 0, end = 0, native = 0 } = {}): this {
    this.text("memray").raw(version, 0, 0, 0, 0xf0, 7, 11, 3, native, aggregated);
    this.u64(allocations).u64(0).u64(1_700_000_000_000).u64(end === 0 ? 0 : 1_700_000_000_000 + end);
    return this.text("made").raw(1, 0, 0, 0).u64(1).u64(skipped).raw(1, 0, 0).text("").text("").text("");
  }

  /** Writes a memory record. */
  memory(bytes: number, milliseconds: number): this {
    return this.raw(2).varint(bytes).varint(milliseconds);
  }

  /** Writes a switch to a thread. */
  thread(thread: bigint | number): this {
    return this.raw(12).u64(thread);
  }

  /** Writes a code object with a table of one line. */
  code(id: number, func: string, file: string, firstChange: number): this {
    return this.raw(14).varint(id).text(func).text(file).signed(firstChange).varint(2).raw(0x80 | 8 | 7, 0);
  }

  /** Writes a push. */
  push(code: number, offset = 0): this {
    return this.raw(0x41).varint(code).signed(offset);
  }

  /**
   * Writes a record of an allocator with an address; with a size unless it is a simple free, and with a step to a
   * native frame.
   */
  event(allocator: number, addr: bigint | number, size?: bigint | number, native?: number): this {
    const short = BigInt(addr) >> 3n;
    this.raw(0x80 | 15 << 3 | (allocator < 8 ? allocator : 0)).signed(BigInt.asIntN(64, short - this.#last));
    this.#last = short;
    if (allocator >= 8) this.raw(allocator);
    if (native !== undefined) this.signed(native);
    return size === undefined ? this : this.varint(size);
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

/** Numbers of allocators in version 13. */
export const ALLOCATOR = { free: 5, malloc: 6, mmap: 14, munmap: 15 } as const;

/** A capture of this many events. */
export function generateMemray({ events, seed }: { events: number; seed: number }): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const writer = new MemrayWriter().head({ allocations: events, end: 1000 }).memory(1 << 20, 0).thread(1);
  for (let code = 1; code <= 20; code++) writer.code(code, `f${code}`, "/srv/job/made.py", 3);
  writer.push(1);
  const live: number[] = [];
  for (let at = 0; at < events; at++) {
    if (live.length > 200 || (live.length > 0 && random.oneIn(3))) {
      writer.event(ALLOCATOR.free, live.splice(random.below(live.length), 1)[0]!);
      continue;
    }
    const addr = 0x7f00_0000_0000 + 512 * at;
    writer.push(1 + random.below(20)).event(ALLOCATOR.malloc, addr, 1 + random.below(100_000)).raw(0x10);
    live.push(addr);
    if (random.oneIn(1000)) writer.memory(random.below(1 << 30), at);
  }
  return writer.raw(1).bytes;
}

function littleEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}
