/**
 * Snappy chunks as graphics tracers write them: the letters "at", then repeatedly a 32-bit little-endian
 * length and a raw snappy block, until the file ends. Blocks are independent.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import * as snappy from "snappy-wasm";
import type { ByteSource } from "../bytes/byte_source.ts";
import type { Container, ContainerSource, RestartPoint } from "./container.ts";
import { DecodedSource } from "./decoded_source.ts";
import { decodeSnappyPrefix, readSnappyHead, snappyLimit } from "./snappy_block.ts";

/** Name of the container, as `info` shows it. */
const NAME = "snappy";
/** Chunks contain one MiB; a length beyond this is treated as damage. */
const MAX_CHUNK_BYTES = FILE_LIMITS.snappyChunk.most;
/**
 * Maximum chunk length that `sniff` accepts, so that a text that begins with "at" is not taken for a trace.
 */
const MAX_SNIFF_BYTES = 1 << 26;

// The library's types follow CommonJS rules and do not show that its default export loads the WebAssembly
// module from its own files.
const library = snappy as unknown as { readonly default: () => Promise<unknown> };
let ready: Promise<unknown> | undefined;

/** Loads the library's WebAssembly module, once. */
export async function prepareSnappy(): Promise<void> {
  await (ready ??= library.default());
}

/**
 * Returns a function that decodes a complete block or nothing. The library may be unavailable: it reads its
 * module from a file of its own.
 */
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

const NOTHING = new Uint8Array(0);
/** How errors are handled; everything decoded before is kept. */
const KEPT = "kept the stream up to here";

/** The content of snappy chunks; records where each chunk starts. */
export class SnappySource extends DecodedSource implements ContainerSource {
  #decoder: Awaited<ReturnType<typeof openDecoder>> | undefined;
  #begun: boolean;
  #over = false;

  /** Starts at the magic letters, or at a chunk that another source of the same file has recorded. */
  constructor(source: ByteSource, from?: RestartPoint) {
    super(NAME, source, from);
    this.#begun = from !== undefined;
    this.output = NOTHING;
  }

  protected override async decode(): Promise<number> {
    if (this.#over) return 0;
    this.#decoder ??= await openDecoder();
    if (!this.#begun) await this.#readMagic();
    const { feed } = this;
    const start = feed.offset;
    if (!(await feed.need(4))) {
      const message = `${feed.left} bytes after the last chunk`;
      if (feed.left > 0) this.note("trailing-bytes", message, "ignored", start);
      return 0;
    }
    const length = feed.u32();
    feed.at += 4;
    if (length > MAX_CHUNK_BYTES) {
      this.note("bad-chunk", `A chunk of ${length} bytes`, KEPT, start);
      return 0;
    }
    if (length === 0) {
      const message = "An empty chunk ends the data, but the file continues";
      if (await feed.need(1)) this.note("data-after-end", message, "ignored", start);
      return 0;
    }
    await feed.need(length);
    const block = feed.bytes.subarray(feed.at, Math.min(feed.end, feed.at + length));
    feed.at += block.length;
    this.output = this.#decodeBlock(block, length, start);
    this.restartsAt(start);
    return this.output.length;
  }

  /** Drop the buffer, because chunks may be large, while damage is queried long after. */
  protected override release(): void {
    this.output = this.feed.bytes = NOTHING;
    this.feed.at = this.feed.end = 0;
  }

  #decodeBlock(block: Uint8Array, length: number, start: number): Uint8Array {
    if (block.length < length) {
      const message = `A chunk of ${length} bytes ends after ${block.length}`;
      this.note("cut-container", message, KEPT, start, "error");
    } else {
      const declared = readSnappyHead(block);
      if (declared.headBytes > 0 && declared.length <= snappyLimit(length)) {
        if (declared.length === 0) return NOTHING;
        const chunk = this.#decoder!(block, declared.length);
        if (chunk) return chunk;
      }
      this.note("bad-chunk", "A chunk that is not a snappy block", KEPT, start);
    }
    // The library decodes all or nothing; everything before the broken element is valid, and what follows is
    // not.
    this.#over = true;
    return decodeSnappyPrefix(block);
  }

  async #readMagic(): Promise<void> {
    this.#begun = true;
    const { feed } = this;
    // Blanks before the letters are legal, although no known writer emits them.
    while (await feed.need(1) && isBlank(feed.bytes[feed.at]!)) feed.at++;
    await feed.skip(2);
  }
}

/** Whether a byte is a blank that may precede the magic letters. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Returns whether a file begins with the magic letters and, as far as it goes, a plausible chunk. */
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

/** The snappy container. */
export const snappyChunks: Container = {
  name: NAME,
  sniff: sniffSnappy,
  open: (source: ByteSource): SnappySource => new SnappySource(source),
  resume: (source: ByteSource, from: RestartPoint): SnappySource => new SnappySource(source, from),
};
