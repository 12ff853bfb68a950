/**
 * LZ4 frames, one after another, some of them skippable.
 *
 *     04 22 4d 18 FLAGS SIZES [content size(8)] [dictionary id(4)] checksum of the header(1)
 *     blocks: u32 (bit 31: not compressed, other bits: length), data, [checksum(4)]   length 0 ends them
 *     [checksum of the content(4)]
 *     50..5f 2a 4d 18 length(4) data                                                  skippable
 *
 * Blocks are decoded by our own code (lz4_block.ts), so that a truncated block gives everything before the
 * cut.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import type { Container, ContainerSource, RestartPoint } from "./container.ts";
import { DecodedSource } from "./decoded_source.ts";
import { decodeLz4Block } from "./lz4_block.ts";
import { isSkippable } from "./skippable_frame.ts";
import { XxHash32, xxHash32 } from "./xxhash32.ts";

const MAGIC = 0x184d2204;
const VERSION = 1;
const INDEPENDENT = 0x20;
const HAS_BLOCK_SUM = 0x10;
const HAS_SIZE = 8;
const HAS_SUM = 4;
const HAS_DICTIONARY = 1;
const RESERVED_FLAGS = 2;
const RESERVED_SIZES = 0x8f;
/** Range of codes for the maximum block size: 4 is 64 KiB, and each further one four times as much. */
const [SMALLEST_CODE, LARGEST_CODE] = [4, 7];
const AS_IT_IS = 0x8000_0000;
/** Maximum distance of copies. */
const HISTORY = 1 << 16;

/** LZ4 files of one or more frames. */
export const lz4: Container = {
  name: "lz4",
  sniff: sniffLz4,
  open: (source) => new Lz4Source(source),
  resume: (source, from) => new Lz4Source(source, from),
};

/** Skippable frames also occur in zstd files, so the frame after them decides. */
function sniffLz4(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  for (let at = 0; at + 4 <= head.length;) {
    const magic = view.getUint32(at, true);
    if (magic === MAGIC) return true;
    if (!isSkippable(magic) || at + 8 > head.length) return false;
    at += 8 + view.getUint32(at + 4, true);
  }
  return false;
}

/** A decoded frame header. */
interface Frame {
  readonly flags: number;
  readonly blockBytes: number;
  readonly size: bigint | undefined;
}

class Lz4Source extends DecodedSource implements ContainerSource {
  /** Buffer with those last bytes of the frame that copies can reach, followed by the current block. */
  #room = new Uint8Array(0);
  /** Where the next block will be decoded. */
  #at = 0;
  /** Start of the frame's bytes in the buffer. */
  #lowest = 0;
  #frame: Frame | null = null;
  #frames = 0;
  #sum = new XxHash32();
  #length = 0n;
  /** Whether a block of the frame failed its checksum. */
  #hasBadBlock = false;
  #over = false;

  constructor(source: ByteSource, from?: RestartPoint) {
    super("lz4", source, from);
  }

  override get isWithin(): boolean {
    return this.#frame !== null || super.isWithin;
  }

  protected override async decode(): Promise<number> {
    while (!this.#over) {
      const made = this.#frame ? await this.#nextBlock(this.#frame) : 0;
      if (made > 0) return made;
      if (!this.#over && !this.#frame && !(await this.#startFrame())) return 0;
    }
    return 0;
  }

  protected override release(): void {
    this.#room = this.output = new Uint8Array(0);
  }

  /** Decodes a block and returns its length; 0 for an end mark or an empty block. */
  async #nextBlock(frame: Frame): Promise<number> {
    const { feed } = this;
    if (!(await feed.need(4))) return this.#cut();
    const start = feed.offset;
    const word = feed.u32();
    feed.at += 4;
    if (word === 0) return await this.#endFrame(frame);
    const length = (word & ~AS_IT_IS) >>> 0;
    if (length > frame.blockBytes) return this.#damaged(`a block of ${length} bytes`, start);
    const isWhole = await feed.need(length);
    const made = this.#decodeBlock(
      frame,
      (word & AS_IT_IS) !== 0,
      Math.min(length, feed.left),
      isWhole,
      start,
    );
    if (isWhole && !this.#over && frame.flags & HAS_BLOCK_SUM) await this.#checkBlock(length);
    else feed.at += Math.min(length, feed.left);
    return made;
  }

  #decodeBlock(frame: Frame, asItIs: boolean, length: number, isWhole: boolean, start: number): number {
    const { feed } = this;
    this.#makeRoom(frame.blockBytes);
    const from = feed.at, at = this.#at;
    let end = at + length;
    let error = "";
    if (asItIs) this.#room.set(feed.bytes.subarray(from, from + length), at);
    else {
      ({ end, error } = decodeLz4Block({
        bytes: feed.bytes,
        from,
        to: from + length,
        out: this.#room,
        at,
        limit: at + frame.blockBytes,
        lowest: frame.flags & INDEPENDENT ? at : Math.max(this.#lowest, at - HISTORY),
      }));
    }
    this.output = this.#room.subarray(at, end);
    this.#at = end;
    this.#length += BigInt(end - at);
    if (frame.flags & HAS_SUM) this.#sum.update(this.#room, at, end);
    if (!isWhole) this.#cut();
    else if (error !== "") this.#damaged(error, start);
    return end - at;
  }

  /**
   * Makes room in the buffer for a block: if it does not fit after the output, the last 64 KiB of output,
   * which later blocks may refer to, move to the front.
   */
  #makeRoom(blockBytes: number): void {
    const wanted = HISTORY + 2 * Math.max(blockBytes, HISTORY);
    if (this.#room.length < wanted) {
      const larger = new Uint8Array(wanted);
      larger.set(this.#room.subarray(0, this.#at));
      this.#room = larger;
    }
    if (this.#at + blockBytes <= this.#room.length) return;
    const kept = Math.min(HISTORY, this.#at);
    this.#room.copyWithin(0, this.#at - kept, this.#at);
    this.#lowest = Math.max(0, this.#lowest - (this.#at - kept));
    this.#at = kept;
  }

  async #checkBlock(length: number): Promise<void> {
    const { feed } = this;
    const isWhole = await feed.need(length + 4);
    if (!isWhole) this.#cut();
    else if (!this.#hasBadBlock && feed.u32(length) !== xxHash32(feed.bytes, feed.at, feed.at + length)) {
      this.#hasBadBlock = true;
      const message = `A block of lz4 frame ${this.#frames} does not match its checksum`;
      this.note("bad-checksum", message, "kept the decoded bytes, some are wrong");
    }
    feed.at += Math.min(length + 4, feed.left);
  }

  async #endFrame({ flags, size }: Frame): Promise<number> {
    const { feed } = this;
    this.#frame = null;
    if (flags & HAS_SUM) {
      if (!(await feed.need(4))) return this.#cut();
      if (feed.u32() !== this.#sum.digest()) this.#differs("checksum");
      feed.at += 4;
    }
    if (size !== undefined && size !== this.#length) this.#differs("length");
    return 0;
  }

  #differs(what: string): void {
    const message = `lz4 frame ${this.#frames} does not match the ${what} in its header`;
    this.note("bad-checksum", message, "kept the decoded bytes, some are wrong");
  }

  /** Reads a frame header, or skips a skippable frame; returns false at the end. */
  async #startFrame(): Promise<boolean> {
    const { feed } = this;
    const start = feed.offset;
    if (!(await feed.need(4))) {
      if (feed.left > 0 || this.#frames === 0) await this.#noteRest(start);
      return false;
    }
    const magic = feed.u32();
    if (isSkippable(magic)) {
      this.#frames++;
      if (await feed.need(8) && await feed.skip(8 + feed.u32(4))) return true;
      this.#cut();
      return false;
    }
    if (magic !== MAGIC) {
      await this.#noteRest(start);
      return false;
    }
    this.restartsAt(start);
    this.#frames++;
    return await this.#readHead(start);
  }

  async #readHead(start: number): Promise<boolean> {
    const { feed } = this;
    if (!(await feed.need(7))) return this.#cut() > 0;
    const flags = feed.bytes[feed.at + 4]!, sizes = feed.bytes[feed.at + 5]!;
    const code = sizes >>> 4;
    const bytes = 2 + (flags & HAS_SIZE ? 8 : 0) + (flags & HAS_DICTIONARY ? 4 : 0);
    if (flags >>> 6 !== VERSION || flags & RESERVED_FLAGS || sizes & RESERVED_SIZES || code < SMALLEST_CODE) {
      return this.#damaged("an unknown frame header", start) > 0;
    }
    if (flags & HAS_DICTIONARY) return this.#damaged("it needs a dictionary", start) > 0;
    if (!(await feed.need(4 + bytes + 1))) return this.#cut() > 0;
    const from = feed.at + 4;
    if (feed.bytes[from + bytes] !== (xxHash32(feed.bytes, from, from + bytes) >>> 8 & 0xff)) {
      const message = `The header of lz4 frame ${this.#frames} does not match its checksum`;
      this.note("bad-checksum", message, "read it as it is", start);
    }
    const size = flags & HAS_SIZE ? BigInt(feed.u32(6)) | BigInt(feed.u32(10)) << 32n : undefined;
    this.#frame = { flags, size, blockBytes: 1 << 8 + 2 * Math.min(code, LARGEST_CODE) };
    this.#sum = new XxHash32();
    this.#length = 0n;
    this.#hasBadBlock = false;
    this.#lowest = this.#at;
    feed.at = from + bytes + 1;
    return true;
  }

  /** Reports bytes after the last frame. Tapes and block devices pad with zeros, which is not a problem. */
  async #noteRest(start: number): Promise<void> {
    const { feed } = this;
    this.#over = true;
    do {
      if (feed.bytes.subarray(feed.at, feed.end).some((byte) => byte !== 0)) {
        if (this.#frames === 0) this.#cut();
        else {this.note(
            "trailing-bytes",
            "Bytes after the last lz4 frame are not a frame",
            "ignored them",
            start,
          );}
        return;
      }
      feed.at = feed.end;
    } while (await feed.fill());
    if (this.#frames === 0) this.#cut();
  }

  #damaged(found: string, offset: number): 0 {
    this.#over = true;
    this.note(
      "damaged-container",
      `lz4 data is damaged: ${found}`,
      "kept what was decoded before it",
      offset,
    );
    return 0;
  }

  #cut(): 0 {
    this.#over = true;
    const message = "The lz4 data stops in the middle of a frame";
    this.note("cut-container", message, "kept what was decoded before it");
    return 0;
  }
}
