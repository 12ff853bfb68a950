/**
 * Zstandard, RFC 8878: frames, one after another, some of them skippable. A seekable file is plain frames
 * with a table in a skippable frame at the end, which sequential reading ignores.
 *
 *     28 b5 2f fd DESCRIPTOR [window] [dictionary id: 0 1 2 4] [content size: 0 1 2 4 8]
 *     blocks: u24 (bit 0 last, bits 1-2 type, the rest size), data      type 1 repeats one byte
 *     [checksum(4)]
 *     50..5f 2a 4d 18 length(4) data                                    skippable
 *
 * Blocks are passed to the decoder one at a time, so a damaged or truncated block loses only that block.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import type { Container, ContainerSource, RestartPoint } from "./container.ts";
import { DecodedSource } from "./decoded_source.ts";
import { NativeDecoder } from "./native_decoder.ts";
import { isSkippable } from "./skippable_frame.ts";

const MAGIC = 0xfd2fb528;
const HAS_CHECKSUM = 4;
const SINGLE_SEGMENT = 32;
const BLOCK_LIMIT = 1 << 17;
const RUN_BLOCK = 1;
const RESERVED_BLOCK = 3;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const CONTENT_BYTES = [0, 2, 4, 8] as const;

/** Zstandard files of one or more frames. */
export const zstd: Container = {
  name: "zstd",
  sniff: sniffZstd,
  open: (source) => new ZstdSource(source),
  resume: (source, from) => new ZstdSource(source, from),
};

function sniffZstd(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const magic = (head[0]! | head[1]! << 8 | head[2]! << 16 | head[3]! << 24) >>> 0;
  return magic === MAGIC || isSkippable(magic);
}

class ZstdSource extends DecodedSource implements ContainerSource {
  #decoder: NativeDecoder | null = null;
  #inFrame = false;
  #hasChecksum = false;
  #lastBlock = false;
  /**
   * Number of bytes at the front of the feed that belong to the current step: a frame header, a block, or a
   * checksum.
   */
  #pending = 0;
  #frames = 0;
  /** Whether the stream has ended because of damage, whatever follows. */
  #over = false;

  constructor(source: ByteSource, from?: RestartPoint) {
    super("zstd", source, from);
  }

  override get isWithin(): boolean {
    return this.#inFrame || super.isWithin;
  }

  protected override async decode(): Promise<number> {
    while (!this.#over) {
      if (this.#pending === 0 && !(await this.#nextPiece())) return 0;
      if (this.#pending === 0) continue; // a skippable frame
      const made = this.#step();
      if (made > 0) return made;
    }
    return 0;
  }

  protected override release(): void {
    this.#decoder?.close();
    this.#decoder = null;
  }

  #step(): number {
    const { feed } = this;
    const decoder = this.#decoder ??= new NativeDecoder("zstd");
    decoder.step(feed.bytes, feed.at, feed.at + this.#pending, this.output);
    if (decoder.error !== "") {
      if (this.#inFrame) this.#damaged(decoder.error.replace(/^Zstd decompress error: /, ""));
      else this.#wrongChecksum();
      return 0;
    }
    feed.at += decoder.used;
    this.#pending -= decoder.used;
    // A step that consumed its input may still have output that did not fit: call it again with the next
    // input.
    if (this.#pending > 0 && decoder.used === 0 && decoder.made === 0) {
      this.#damaged("decoder takes no more input");
    }
    return decoder.made;
  }

  /** Finds the length of the next element and reads it; returns false at the end. */
  async #nextPiece(): Promise<boolean> {
    if (!this.#inFrame) return await this.#startFrame();
    if (this.#lastBlock) {
      this.#inFrame = false;
      if (!this.#hasChecksum) return true;
      return await this.#bring(4);
    }
    const { feed } = this;
    if (!(await feed.need(3))) return this.#cut();
    const header = feed.bytes[feed.at]! | feed.bytes[feed.at + 1]! << 8 | feed.bytes[feed.at + 2]! << 16;
    const type = header >> 1 & 3;
    if (type === RESERVED_BLOCK) return this.#damaged("reserved block type");
    const size = header >> 3;
    if (type !== RUN_BLOCK && size > BLOCK_LIMIT) return this.#damaged(`block of ${size} bytes`);
    this.#lastBlock = (header & 1) !== 0;
    return await this.#bring(3 + (type === RUN_BLOCK ? 1 : size));
  }

  async #startFrame(): Promise<boolean> {
    const { feed } = this;
    if (!(await feed.need(4))) {
      if (feed.left === 0 && this.#frames > 0) return false;
      return this.#frames > 0 ? this.#trailing() : this.#cut();
    }
    const magic = feed.u32();
    if (isSkippable(magic)) {
      if (!(await feed.need(8)) || !(await feed.skip(8 + feed.u32(4)))) return this.#cut();
      this.#frames++;
      return true;
    }
    if (magic !== MAGIC) return this.#trailing();
    if (!(await feed.need(5))) return this.#cut();
    const descriptor = feed.bytes[feed.at + 4]!;
    const single = (descriptor & SINGLE_SEGMENT) !== 0;
    const contentFlag = descriptor >> 6;
    const content = contentFlag === 0 && single ? 1 : CONTENT_BYTES[contentFlag]!;
    this.restartsAt(feed.offset);
    this.#hasChecksum = (descriptor & HAS_CHECKSUM) !== 0;
    this.#inFrame = true;
    this.#lastBlock = false;
    this.#frames++;
    return await this.#bring(5 + (single ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3]! + content);
  }

  async #bring(count: number): Promise<boolean> {
    if (!(await this.feed.need(count))) return this.#cut();
    this.#pending = count;
    return true;
  }

  #trailing(): false {
    this.note("trailing-bytes", "Bytes after the last zstd frame are not a frame", "ignored them");
    return false;
  }

  /** Reports a wrong checksum; the frame is decoded, and the next one is independent. */
  #wrongChecksum(): void {
    const message = `zstd frame ${this.#frames} does not match its checksum`;
    this.note("bad-checksum", message, "kept the decoded bytes, some are wrong");
    this.release();
    this.feed.at += this.#pending;
    this.#pending = 0;
  }

  #damaged(found: string): false {
    this.#over = true;
    this.note("damaged-container", `zstd data is damaged: ${found}`, "kept what was decoded before it");
    return false;
  }

  #cut(): false {
    const message = "The zstd data stops in the middle of a frame";
    this.note("cut-container", message, "kept the complete blocks before it");
    return false;
  }
}
