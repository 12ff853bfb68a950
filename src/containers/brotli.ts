/**
 * Brotli, RFC 7932: one stream without a magic number, a checksum or a length. Whether bytes are brotli shows only
 * when what they decode to makes sense; see `unwrap`.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import type { Container, ContainerSource } from "./container.ts";
import { DecodedSource } from "./decoded_source.ts";
import { NativeDecoder } from "./native_decoder.ts";

/**
 * Input bytes per step. The decoder keeps decoded bytes back until its window is full or its input used up, and loses
 * them when it meets an error; so it gets little at a time, as long as that costs no speed.
 */
const STEP_BYTES = 512;

/** A single brotli stream. */
export const brotli: Container = {
  name: "brotli",
  summary: "brotli; no magic number, found by trying",
  sniff: () => false,
  open: (source) => new BrotliSource(source),
};

class BrotliSource extends DecodedSource implements ContainerSource {
  #decoder: NativeDecoder | null = new NativeDecoder("brotli");

  constructor(source: ByteSource) {
    super("brotli", source);
  }

  protected override async decode(): Promise<number> {
    const { feed, output } = this;
    while (this.#decoder !== null) {
      const decoder = this.#decoder;
      if (feed.left === 0 && !decoder.filled && !(await feed.fill())) {
        this.#end(decoder);
        break;
      }
      decoder.step(feed.bytes, feed.at, Math.min(feed.end, feed.at + STEP_BYTES), output);
      feed.at += decoder.used;
      if (decoder.made > 0) return decoder.made;
      if (feed.left === 0) continue;
      // The decoder does not tell an error from the end of its stream: both use nothing more.
      if (decoder.used === 0 || decoder.error !== "") {
        this.note({
          severity: "error",
          code: "damaged-container",
          offset: feed.offset,
          message: "The brotli stream breaks off, or other bytes follow it",
          handling: "kept what was decoded before it",
        });
        this.release();
      }
    }
    return 0;
  }

  protected override release(): void {
    this.#decoder?.close();
    this.#decoder = null;
  }

  /** A decoder that would take one more byte has not seen the end of its stream. */
  #end(decoder: NativeDecoder): void {
    decoder.step(new Uint8Array(1), 0, 1, this.output);
    if (decoder.used > 0) {
      this.note({
        severity: "warning",
        code: "cut-container",
        offset: this.feed.offset,
        message: "The brotli stream stops without its end mark",
        handling: "kept what was decoded",
      });
    }
    this.release();
  }
}
