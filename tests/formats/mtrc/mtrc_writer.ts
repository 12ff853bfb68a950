/**
 * Writes MTRC bytes as the mpatrol library does, name caches included; tests and the generator build files with it.
 * @module
 */

/** A number that goes into a file; a double only when it is safe. */
export type Count = number | bigint;

/** The source of an event. */
export interface Source {
  readonly thread: Count;
  readonly func: string;
  readonly file: string;
  readonly line: Count;
}

/** Shape of a file. */
export interface FileShape {
  readonly wordBytes?: 4 | 8;
  readonly little?: boolean;
  readonly version?: number;
}

const SLOTS = 32;
const NO_SOURCE: Source = { thread: 0, func: "", file: "", line: 0 };

/** A cache of 32 names: never-used slots in order, then the one that was used longest ago. */
class NameCache {
  readonly #slots = new Map<string, number>();

  /** The slot of a name, and whether it must be defined. Maps keep their order, so the first key is the oldest. */
  use(name: string): { slot: number; defined: boolean } {
    let slot = this.#slots.get(name);
    const defined = slot !== undefined;
    if (slot !== undefined) this.#slots.delete(name);
    else if (this.#slots.size < SLOTS) slot = this.#slots.size + 1;
    else {
      const [oldest, freed] = this.#slots.entries().next().value!;
      this.#slots.delete(oldest);
      slot = freed;
    }
    this.#slots.set(name, slot);
    return { slot, defined };
  }
}

/** Gathers the bytes of one file. */
export class MtrcWriter {
  #bytes = new Uint8Array(1 << 16);
  #used = 0;
  readonly #shape: Required<FileShape>;
  readonly #funcs = new NameCache();
  readonly #files = new NameCache();
  readonly #names = new Map<string, Uint8Array>();

  constructor(shape: FileShape = {}) {
    this.#shape = { wordBytes: 8, little: true, version: 10501, ...shape };
  }

  /** Bytes so far. */
  get length(): number {
    return this.#used;
  }

  /** Removes and returns the bytes. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#used);
    this.#used = 0;
    return bytes;
  }

  /** Writes magic, marker and version. */
  head(): this {
    const { wordBytes, little, version } = this.#shape;
    this.text("MTRC");
    for (const value of [1, version]) {
      for (let at = 0; at < wordBytes; at++) {
        const shift = little ? at : wordBytes - 1 - at;
        this.raw(shift > 3 ? 0 : (value >>> (8 * shift)) & 255);
      }
    }
    return this;
  }

  /** Writes the closing letters. */
  trailer(): this {
    return this.text("MTRC");
  }

  alloc(
    index: Count,
    addr: Count,
    size: Count,
    source: Source = NO_SOURCE,
  ): this {
    return this.raw(0x41).uleb(index).uleb(addr).uleb(size).source(source);
  }

  realloc(
    index: Count,
    addr: Count,
    size: Count,
    source: Source = NO_SOURCE,
  ): this {
    return this.raw(0x52).uleb(index).uleb(addr).uleb(size).source(source);
  }

  free(index: Count, source: Source = NO_SOURCE): this {
    return this.raw(0x46).uleb(index).source(source);
  }

  reserve(addr: Count, size: Count): this {
    return this.raw(0x48).uleb(addr).uleb(size);
  }

  internal(addr: Count, size: Count): this {
    return this.raw(0x49).uleb(addr).uleb(size);
  }

  /** Writes source fields, if the version has them. */
  source(source: Source): this {
    if (this.#shape.version < 10405) return this;
    return this.sourceFields(source);
  }

  /** Writes source fields in any version. */
  sourceFields({ thread, func, file, line }: Source): this {
    return this.uleb(thread).name(func, this.#funcs).name(file, this.#files)
      .uleb(line);
  }

  /** Writes bytes unchanged. */
  raw(...bytes: number[]): this {
    for (const byte of bytes) {
      this.#room(1);
      this.#bytes[this.#used++] = byte;
    }
    return this;
  }

  /** Writes letters unchanged. */
  text(text: string): this {
    for (let at = 0; at < text.length; at++) this.raw(text.charCodeAt(at));
    return this;
  }

  /** Writes a number in as few bytes as possible. */
  uleb(value: Count): this {
    this.#room(10);
    if (typeof value === "bigint") {
      for (; value >= 0x80n; value >>= 7n) {
        this.#bytes[this.#used++] = Number(value & 0x7fn) | 0x80;
      }
      this.#bytes[this.#used++] = Number(value);
      return this;
    }
    while (value >= 0x8000_0000) {
      this.#bytes[this.#used++] = (value % 128) | 0x80;
      value = Math.floor(value / 128);
    }
    for (; value >= 0x80; value >>>= 7) {
      this.#bytes[this.#used++] = (value & 0x7f) | 0x80;
    }
    this.#bytes[this.#used++] = value;
    return this;
  }

  private name(name: string, cache: NameCache): this {
    if (name === "") return this.raw(0);
    const { slot, defined } = cache.use(name);
    if (defined) return this.raw(slot);
    let bytes = this.#names.get(name);
    if (!bytes) this.#names.set(name, bytes = new TextEncoder().encode(name));
    this.raw(slot | 0x80);
    this.#room(bytes.length + 1);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
    return this.raw(0);
  }

  #room(count: number): void {
    if (this.#used + count <= this.#bytes.length) return;
    const larger = new Uint8Array(
      Math.max(this.#bytes.length * 2, this.#used + count),
    );
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }
}
