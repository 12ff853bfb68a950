/**
 * Every distinct text of a session once, by number. Names arrive as bytes, thousands of times each; they are
 * compared as bytes and decoded when somebody looks at them.
 * @module
 */

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");
const ENCODER = new TextEncoder();

/** Code of "no text". */
const NO_TEXT = 0;

/** Interns byte strings; code 0 is "no text", every other code is one distinct byte string. */
export class StringPool {
  #bytes = new Uint8Array(1 << 16);
  #used = 0;
  #starts = new Float64Array(1 << 10);
  #hashes = new Uint32Array(1 << 10);
  #slots = new Uint32Array(1 << 11);
  #count = 1;
  #texts: (string | undefined)[] = [""];

  /** Number of codes given out, code 0 included. */
  get size(): number {
    return this.#count;
  }

  /** Bytes of memory behind the pool. */
  get byteLength(): number {
    return this.#bytes.length + this.#starts.byteLength + this.#hashes.byteLength + this.#slots.byteLength;
  }

  /** The code of `bytes[start..end)`. */
  intern(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let code = this.#slots[slot]!; code !== 0; code = this.#slots[slot]!) {
      if (this.#hashes[code] === hash && this.#same(code, bytes, start, end)) return code;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, start, end, hash, slot);
  }

  /** The code of a text, as UTF-8. */
  internText(text: string): number {
    return this.intern(ENCODER.encode(text));
  }

  /** The code of a text, or 0 when the pool does not hold it. */
  find(text: string): number {
    const before = this.#count;
    const bytes = ENCODER.encode(text);
    // Looking up is interning without the adding; a text that is not here gets no code.
    let hash = 0x811c9dc5;
    for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let code = this.#slots[slot]!; code !== 0 && code < before; code = this.#slots[slot]!) {
      if (this.#hashes[code] === hash && this.#same(code, bytes, 0, bytes.length)) return code;
      slot = (slot + 1) & mask;
    }
    return NO_TEXT;
  }

  /** The text of a code; bytes that are not UTF-8 are read as Latin-1. Code 0 gives "". */
  text(code: number): string {
    const known = this.#texts[code];
    if (known !== undefined) return known;
    const bytes = this.bytes(code);
    let text: string;
    try {
      text = UTF8.decode(bytes);
    } catch {
      text = LATIN1.decode(bytes);
    }
    this.#texts[code] = text;
    return text;
  }

  /** The bytes of a code, as they were in the file. */
  bytes(code: number): Uint8Array {
    if (code <= 0 || code >= this.#count) return this.#bytes.subarray(0, 0);
    return this.#bytes.subarray(this.#starts[code]!, this.#starts[code + 1]!);
  }

  #same(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const mine = this.#starts[code]!;
    if (this.#starts[code + 1]! - mine !== end - start) return false;
    for (let at = 0; at < end - start; at++) if (this.#bytes[mine + at] !== bytes[start + at]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const length = end - start;
    if (this.#used + length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + length));
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    if (this.#count + 2 > this.#starts.length) {
      const starts = new Float64Array(this.#starts.length * 2);
      starts.set(this.#starts);
      this.#starts = starts;
      const hashes = new Uint32Array(starts.length);
      hashes.set(this.#hashes);
      this.#hashes = hashes;
    }
    const code = this.#count++;
    this.#bytes.set(bytes.subarray(start, end), this.#used);
    this.#starts[code] = this.#used;
    this.#used += length;
    this.#starts[code + 1] = this.#used;
    this.#hashes[code] = hash;
    this.#slots[slot] = code;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return code;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let code = 1; code < this.#count; code++) {
      let slot = this.#hashes[code]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = code;
    }
    this.#slots = slots;
  }
}
