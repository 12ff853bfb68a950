/**
 * Snappy chunks as graphics tracers write them: the letters "at", then a 32-bit little-endian length and a raw snappy
 * block, again and again until the file ends. Blocks do not depend on each other.
 * @module
 */

import { grown } from "../base/grown.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import * as snappy from "snappy-wasm";
import type { ByteSource } from "../bytes/byte_source.ts";
import {
  type Container,
  type ContainerDamage,
  type ContainerSource,
  POINT_GAP,
  type RestartPoint,
} from "./container.ts";
import { decodeSnappyPrefix, readSnappyHead, snappyLimit } from "./snappy_block.ts";

/** Name as `info` shows it. */
const NAME = "snappy";
/** Chunks hold a mebibyte; a length beyond this is taken for damage. */
const MAX_CHUNK_BYTES = FILE_LIMITS.snappyChunk.most;
/** What `sniff` believes, so that a text that begins with "at" is not taken for a trace. */
const MAX_SNIFF_BYTES = 1 << 26;

// The library's types follow CommonJS rules and hide that its default export fetches the module from its own files.
const library = snappy as unknown as { readonly default: () => Promise<unknown> };
let ready: Promise<unknown> | undefined;

/** Loads the library's module, once. */
export async function prepareSnappy(): Promise<void> {
  await (ready ??= library.default());
}

/** Whole blocks or nothing. The library may be out of reach: it reads its module from a file of its own. */
async function openDecoder(): Promise<(block: Uint8Array, length: number) => Uint8Array | undefined> {
  try {
    await prepareSnappy();
  } catch {
    return (block, length) => {
      const bytes = decodeSnappyPrefix(block);
      return bytes.length === length ? bytes : undefined;
    };
  }
  return (block) => {
    try {
      return snappy.decompress_raw(block);
    } catch {
      return undefined;
    }
  };
}

/** The stream inside snappy chunks; remembers where each chunk was. */
export class SnappySource implements ContainerSource {
  readonly #source: ByteSource;
  readonly #damage: ContainerDamage[] = [];
  readonly #points: number[] = [];
  #fileOffset: number;
  #streamOffset: number;
  #chunk: Uint8Array = new Uint8Array(0);
  #chunkAt = 0;
  #input: Uint8Array = new Uint8Array(1 << 16);
  #decoder: Awaited<ReturnType<typeof openDecoder>> | undefined;
  #begun: boolean;
  #ended = false;

  /** Reads from the magic letters on, or from a chunk that another source of the same file has met. */
  constructor(source: ByteSource, from?: RestartPoint) {
    this.#source = source;
    this.#begun = from !== undefined;
    this.#fileOffset = from?.fileOffset ?? 0;
    this.#streamOffset = from?.streamOffset ?? 0;
  }

  /** What was wrong so far. */
  get damage(): readonly ContainerDamage[] {
    return this.#damage;
  }

  /** Chunks met so far, except those that follow another closely. */
  get points(): readonly number[] {
    return this.#points;
  }

  /** Gives the next bytes of the stream. */
  async read(into: Uint8Array): Promise<number> {
    if (into.length === 0) return 0;
    while (this.#chunkAt === this.#chunk.length) {
      if (this.#ended) return 0;
      await this.#nextChunk();
    }
    const count = Math.min(into.length, this.#chunk.length - this.#chunkAt);
    into.set(this.#chunk.subarray(this.#chunkAt, this.#chunkAt + count));
    this.#chunkAt += count;
    return count;
  }

  /** Closes the file. */
  close(): void {
    this.#ended = true;
    this.#chunk = this.#input = new Uint8Array(0);
    this.#chunkAt = 0;
    this.#source.close();
  }

  async #nextChunk(): Promise<void> {
    this.#decoder ??= await openDecoder();
    if (!this.#begun) await this.#readMagic();
    const start = this.#fileOffset;
    const head = await this.#take(4);
    if (head.length < 4) {
      if (head.length > 0) {
        this.#report("note", "trailing-bytes", start, `${head.length} bytes after the last chunk`);
      }
      this.#ended = true;
      return;
    }
    const length = (head[0]! | (head[1]! << 8) | (head[2]! << 16) | (head[3]! << 24)) >>> 0;
    if (length === 0 || length > MAX_CHUNK_BYTES) {
      if (length > 0) this.#report("error", "bad-chunk", start, `A chunk of ${length} bytes`);
      else await this.#reportRest(start);
      this.#ended = true;
      return;
    }
    this.#decode(await this.#take(length), length, start);
    const last = this.#points.at(-1);
    if (last === undefined || this.#streamOffset - last >= POINT_GAP) {
      this.#points.push(start, this.#streamOffset);
    }
    this.#streamOffset += this.#chunk.length;
  }

  #decode(block: Uint8Array, length: number, start: number): void {
    this.#chunkAt = 0;
    this.#chunk = new Uint8Array(0);
    if (block.length < length) {
      this.#ended = true;
      this.#report("error", "cut-container", start, `A chunk of ${length} bytes ends after ${block.length}`);
      this.#chunk = decodeSnappyPrefix(block);
      return;
    }
    const declared = readSnappyHead(block);
    if (declared.headBytes > 0 && declared.length <= snappyLimit(length)) {
      if (declared.length === 0) {
        this.#ended = true;
        return;
      }
      const chunk = this.#decoder!(block, declared.length);
      if (chunk) {
        this.#chunk = chunk;
        return;
      }
    }
    // The library decodes all or nothing: what lies before the broken element is sound, what lies behind is not.
    this.#ended = true;
    this.#report("error", "bad-chunk", start, "A chunk that is not a snappy block");
    this.#chunk = decodeSnappyPrefix(block);
  }

  async #readMagic(): Promise<void> {
    this.#begun = true;
    // Blanks before the letters are legal, though nothing writes them.
    let letter = await this.#take(1);
    while (letter.length === 1 && isBlank(letter[0]!)) letter = await this.#take(1);
    await this.#take(1);
  }

  async #reportRest(start: number): Promise<void> {
    if ((await this.#take(1)).length > 0) {
      this.#report("warning", "data-after-end", start, "An empty chunk ends the data, but the file goes on");
    }
  }

  /** The next `count` bytes of the file, or what is left of it. Memory grows only as bytes arrive. */
  async #take(count: number): Promise<Uint8Array> {
    let have = 0;
    while (have < count) {
      if (have === this.#input.length) {
        this.#input = grown(this.#input, Math.min(count, this.#input.length * 2));
      }
      const read = this.#source.read(this.#input.subarray(have, count));
      const got = typeof read === "number" ? read : await read;
      if (got === 0) break;
      have += got;
    }
    this.#fileOffset += have;
    return this.#input.subarray(0, have);
  }

  #report(severity: ContainerDamage["severity"], code: string, offset: number, message: string): void {
    const handling = severity === "error" ? "kept the stream up to here" : "ignored";
    this.#damage.push({ container: NAME, severity, code, offset, message, handling });
  }
}

/** Blanks that may stand before the magic letters. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** True when a file begins with the magic letters and, as far as it goes, a believable chunk. */
function sniffSnappy(head: Uint8Array): boolean {
  let at = 0;
  while (at < head.length && isBlank(head[at]!)) at++;
  if (head[at] !== 0x61 || head[at + 1] !== 0x74) return false;
  if (head.length < at + 6) return true;
  const length = new DataView(head.buffer, head.byteOffset + at + 2, 4).getUint32(0, true);
  if (length > MAX_SNIFF_BYTES) return false;
  const block = head.subarray(at + 6);
  if (block.length < 5 || length === 0) return true;
  const declared = readSnappyHead(block);
  return declared.headBytes > 0 && declared.length <= snappyLimit(length);
}

/** The container itself. */
export const snappyChunks: Container = {
  name: NAME,
  sniff: sniffSnappy,
  open: (source: ByteSource): SnappySource => new SnappySource(source),
  resume: (source: ByteSource, from: RestartPoint): SnappySource => new SnappySource(source, from),
};
