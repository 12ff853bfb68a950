/**
 * Brotli, RFC 7932: one stream without a magic number, checksum or length. Bytes can be recognized as brotli
 * only by decoded content that makes sense; see `unwrap`.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import { BitInput } from "./brotli/bit_input.ts";
import { BrotliError } from "./brotli/brotli_error.ts";
import { BrotliDecoder, CutError } from "./brotli/decoder.ts";
import type { Container, ContainerSource } from "./container.ts";
import { DecodedSource } from "./decoded_source.ts";

/** The brotli container: a single stream. */
export const brotli: Container = {
  name: "brotli",
  sniff: () => false,
  looksAhead: true,
  open: (source) => new BrotliSource(source),
};

class BrotliSource extends DecodedSource implements ContainerSource {
  readonly #input = new BitInput(this.feed);
  #decoder: BrotliDecoder | null = new BrotliDecoder(this.#input);

  constructor(source: ByteSource) {
    super("brotli", source);
  }

  protected override async decode(): Promise<number> {
    while (this.#decoder !== null) {
      const decoder = this.#decoder;
      let error: BrotliError | undefined;
      try {
        decoder.decode();
      } catch (caught) {
        if (!(caught instanceof BrotliError)) throw caught;
        error = caught;
      }
      const made = decoder.take(this.output);
      // If bytes were decoded before an error, return them first; the next call throws the error.
      if (made > 0) return made;
      if (error === undefined && !decoder.isDone && !this.#input.ended) await this.#input.more();
      else await this.#end(decoder, error);
    }
    return 0;
  }

  protected override release(): void {
    this.#decoder = null;
  }

  async #end(decoder: BrotliDecoder, error: BrotliError | undefined): Promise<void> {
    const { offset } = this.#input;
    if (error !== undefined && !(error instanceof CutError)) {
      const message = `The brotli stream is damaged: ${error.message}`;
      this.note("damaged-container", message, "kept what was decoded before it", offset);
    } else if (!decoder.isDone) {
      const message = "The brotli stream stops without its end mark";
      this.note("cut-container", message, "kept what was decoded", offset);
    } else if (this.#input.byteCount > 0 || await this.#input.more()) {
      const message = "Bytes follow the end of the brotli stream";
      this.note("trailing-bytes", message, "ignored them", offset);
    }
    this.release();
  }
}
