/**
 * Base class of all container readers: it decodes into its own buffer, copies from there, and collects damage
 * in a list.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import { type ContainerDamage, type ContainerSource, POINT_GAP, type RestartPoint } from "./container.ts";
import { CompressedInput } from "./compressed_input.ts";

/**
 * Number of bytes decoded at a time. They are always copied once, because decoders cannot write into shared
 * memory.
 */
const OUTPUT_BYTES = 1 << 18;

/** Default severity of each kind of damage. The data after a damaged header may be most of the trace. */
const SEVERITIES = {
  "damaged-container": "error",
  "bad-checksum": "error",
  "bad-chunk": "error",
  "cut-container": "warning",
  "data-after-end": "warning",
  "trailing-bytes": "warning",
} as const;

/** A container's reader: subclasses decode the next chunk into `output`. */
export abstract class DecodedSource implements ContainerSource {
  readonly #container: string;
  readonly #damage: ContainerDamage[] = [];
  #from = 0;
  #to = 0;
  #ended = false;
  #made: number;
  readonly #points: number[] = [];

  /** The compressed bytes. */
  protected readonly feed: CompressedInput;
  /** The buffer at whose front a subclass puts decoded bytes. */
  protected output: Uint8Array = new Uint8Array(OUTPUT_BYTES);

  /**
   * Creates the reader without reading; `from` is the position of the source in both streams, if it is not
   * the start.
   */
  constructor(container: string, source: ByteSource, from?: RestartPoint) {
    this.#container = container;
    this.feed = new CompressedInput(source, from?.fileOffset);
    this.#made = from?.streamOffset ?? 0;
  }

  /** Restart points seen so far. */
  get points(): readonly number[] {
    return this.#points;
  }

  /** Whether a block or a frame is incomplete. */
  get isWithin(): boolean {
    return this.feed.left > 0;
  }

  /** Whether the end of the source was reached. */
  get hasEnded(): boolean {
    return this.feed.hasEnded;
  }

  /** Problems found so far. */
  get damage(): readonly ContainerDamage[] {
    return this.#damage;
  }

  /** Copies decoded bytes, decoding a chunk first if there are none. */
  read(into: Uint8Array): number | Promise<number> {
    return this.#to > this.#from || this.#ended ? this.#take(into) : this.#decode(into);
  }

  /** Closes the source. */
  close(): void {
    this.#ended = true;
    this.#from = this.#to = 0;
    this.feed.close();
    this.release();
  }

  /** Decodes some bytes to the front of `output` and returns their number, 0 only at the end. */
  protected abstract decode(): Promise<number>;

  /** Releases the decoder; may be called twice. */
  protected abstract release(): void;

  /** Records that decoding can start at a compressed offset; everything before it has been decoded. */
  protected restartsAt(fileOffset: number): void {
    const last = this.#points.at(-1);
    if (last === undefined || this.#made - last >= POINT_GAP) this.#points.push(fileOffset, this.#made);
  }

  /** Reports a problem at a compressed offset, by default that of the next byte. */
  protected note(
    code: keyof typeof SEVERITIES,
    message: string,
    handling: string,
    offset = this.feed.offset,
    severity: ContainerDamage["severity"] = SEVERITIES[code],
  ): void {
    this.#damage.push({ container: this.#container, severity, code, offset, message, handling });
  }

  async #decode(into: Uint8Array): Promise<number> {
    this.#from = 0;
    this.#to = await this.decode();
    this.#made += this.#to;
    if (this.#to === 0) {
      this.#ended = true;
      this.release();
    }
    return this.#take(into);
  }

  #take(into: Uint8Array): number {
    const count = Math.min(into.length, this.#to - this.#from);
    into.set(this.output.subarray(this.#from, this.#from + count));
    this.#from += count;
    return count;
  }
}
