/**
 * gzip, RFC 1952: members, one after another, each a header, deflate data, and a trailer of checksum and
 * length.
 *
 *     1f 8b 08 FLAGS mtime(4) xfl os [extra: u16 length, bytes] [name 0] [comment 0] [header crc: u16]
 *     deflate data
 *     crc32(4) length modulo 2^32 (4)
 *
 * Traces of crashed programs lack the trailer and often the end of the data; everything that can be decoded
 * is returned nevertheless.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import type { Container, ContainerSource, RestartPoint } from "./container.ts";
import { DecodedSource } from "./decoded_source.ts";
import { NativeDecoder } from "./native_decoder.ts";

const HAS_HEADER_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;
const TRAILER_BYTES = 8;

/** gzip files of one or more members. */
export const gzip: Container = {
  name: "gzip",
  sniff: (head) => head[0] === 0x1f && head[1] === 0x8b && head[2] === 8,
  open: (source) => new GzipSource(source),
  resume: (source, from) => new GzipSource(source, from),
};

class GzipSource extends DecodedSource implements ContainerSource {
  #decoder: NativeDecoder | null = null;
  /** The decoder of the previous member, for reuse. */
  #spare: NativeDecoder | null = null;
  #members = 0;
  #crc = 0;
  #length = 0;
  #over = false;

  constructor(source: ByteSource, from?: RestartPoint) {
    super("gzip", source, from);
  }

  override get isWithin(): boolean {
    return this.#decoder !== null || super.isWithin;
  }

  protected override async decode(): Promise<number> {
    while (!this.#over) {
      const decoder = this.#decoder ?? await this.#nextMember();
      if (decoder === null) return 0;
      const made = await this.#inflate(decoder);
      if (made > 0) return made;
    }
    return 0;
  }

  protected override release(): void {
    this.#decoder?.close();
    this.#spare?.close();
    this.#decoder = this.#spare = null;
  }

  /** Decodes one step; returns 0 at the end of the member. */
  async #inflate(decoder: NativeDecoder): Promise<number> {
    const { feed, output } = this;
    while (true) {
      if (feed.left === 0 && !decoder.filled && !(await feed.fill())) {
        this.#cut("The data stops without its end mark");
        return 0;
      }
      decoder.step(feed.bytes, feed.at, feed.end, output);
      const { used, made, error } = decoder;
      feed.at += used;
      if (error !== "") {
        this.#over = true;
        this.note("damaged-container", `gzip data is damaged: ${error}`, "kept what was decoded before it");
        return made;
      }
      if (made > 0) {
        this.#crc = crc32(output.subarray(0, made), this.#crc);
        this.#length = (this.#length + made) >>> 0;
        return made;
      }
      if (used === 0 && feed.left > 0) {
        await this.#endMember();
        return 0;
      }
    }
  }

  async #endMember(): Promise<void> {
    this.#spare = this.#decoder;
    this.#decoder = null;
    const { feed } = this;
    if (!(await feed.need(TRAILER_BYTES))) {
      this.#cut("The trailer is missing or cut");
      return;
    }
    if (feed.u32() !== this.#crc || feed.u32(4) !== this.#length) {
      const message = `gzip member ${this.#members} does not match the checksum or length in its trailer`;
      this.note("bad-checksum", message, "kept the decoded bytes, some are wrong");
    }
    feed.at += TRAILER_BYTES;
  }

  /** The decoder for the next member; null if there is none. */
  async #nextMember(): Promise<NativeDecoder | null> {
    const { feed } = this;
    if (!(await feed.need(1))) return null;
    const start = feed.offset;
    if (!(await this.#skipHeader())) {
      this.#over = true;
      if (this.#members === 0) this.#cut("The header is cut or broken");
      else await this.#noteGarbage(start);
      return null;
    }
    this.restartsAt(start);
    this.#members++;
    this.#crc = 0;
    this.#length = 0;
    this.#decoder = this.#spare ?? new NativeDecoder("deflate");
    this.#spare?.reset();
    this.#spare = null;
    return this.#decoder;
  }

  /** Reports bytes after the last member. Tapes and block devices pad with zeros, which is not a problem. */
  async #noteGarbage(start: number): Promise<void> {
    const { feed } = this;
    do {
      const at = feed.bytes.subarray(feed.at, feed.end).findIndex((byte) => byte !== 0);
      if (at >= 0 || feed.offset > start) {
        const message = "Bytes after the last gzip member are not a member";
        this.note("trailing-bytes", message, "ignored them", start);
        return;
      }
      feed.at = feed.end;
    } while (await feed.fill());
  }

  async #skipHeader(): Promise<boolean> {
    const { feed } = this;
    // Checked before they are consumed, because bytes after the last member may be anything.
    if (!(await feed.need(10))) return false;
    const { bytes, at } = feed;
    if (bytes[at] !== 0x1f || bytes[at + 1] !== 0x8b || bytes[at + 2] !== 8) return false;
    const flags = bytes[at + 3]!;
    if ((flags & RESERVED_FLAGS) !== 0) return false;
    feed.at += 10;
    if (flags & HAS_EXTRA) {
      if (!(await feed.need(2))) return false;
      const length = feed.bytes[feed.at]! | feed.bytes[feed.at + 1]! << 8;
      if (!(await feed.skip(2 + length))) return false;
    }
    if (flags & HAS_NAME && !(await this.#skipText())) return false;
    if (flags & HAS_COMMENT && !(await this.#skipText())) return false;
    return (flags & HAS_HEADER_CRC) === 0 || await feed.skip(2);
  }

  async #skipText(): Promise<boolean> {
    const { feed } = this;
    while (feed.left > 0 || await feed.fill()) {
      const zero = feed.bytes.subarray(feed.at, feed.end).indexOf(0);
      feed.at = zero < 0 ? feed.end : feed.at + zero + 1;
      if (zero >= 0) return true;
    }
    return false;
  }

  #cut(message: string): void {
    this.#over = true;
    this.note("cut-container", message, "kept what was decoded");
  }
}
