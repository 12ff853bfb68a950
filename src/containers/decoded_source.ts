/**
 * What all containers share: decoded bytes are made in a buffer of the container's own and copied from there, and
 * damage is a list.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import { type ContainerDamage, type ContainerSource, POINT_GAP, type RestartPoint } from "./container.ts";
import { Feed } from "./feed.ts";

/** Decoded bytes at a time. Decoders cannot write into shared memory, so there is always this one copy. */
const OUTPUT_BYTES = 1 << 18;

/**
 * How bad each kind of damage is, unless a container says otherwise. What follows the end may be most of the trace, after
 * a damaged header.
 */
const SEVERITIES = {
  "damaged-container": "error",
  "bad-checksum": "error",
  "bad-chunk": "error",
  "cut-container": "warning",
  "data-after-end": "warning",
  "trailing-bytes": "warning",
} as const;

/** A container's reader: subclasses decode the next piece into `output`. */
export abstract class DecodedSource implements ContainerSource {
  readonly #container: string;
  readonly #damage: ContainerDamage[] = [];
  #from = 0;
  #to = 0;
  #ended = false;
  #made: number;
  readonly #points: number[] = [];

  /** Where the compressed bytes come from. */
  protected readonly feed: Feed;
  /** Where a subclass puts decoded bytes, at its front. */
  protected output: Uint8Array = new Uint8Array(OUTPUT_BYTES);

  /** Reads nothing yet; `from` is where in both streams the source is, unless at their start. */
  constructor(container: string, source: ByteSource, from?: RestartPoint) {
    this.#container = container;
    this.feed = new Feed(source, from?.fileOffset);
    this.#made = from?.streamOffset ?? 0;
  }

  /** Restart points met so far. */
  get points(): readonly number[] {
    return this.#points;
  }

  /** What was wrong so far. */
  get damage(): readonly ContainerDamage[] {
    return this.#damage;
  }

  /** Copies decoded bytes, after decoding a piece when there are none. */
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

  /** Decodes some bytes to the front of `output`; how many, 0 at the end only. */
  protected abstract decode(): Promise<number>;

  /** Lets go of the decoder; may be called twice. */
  protected abstract release(): void;

  /** Notes that decoding can begin at a compressed offset; all that is before it has been decoded. */
  protected restartsAt(fileOffset: number): void {
    const last = this.#points.at(-1);
    if (last === undefined || this.#made - last >= POINT_GAP) this.#points.push(fileOffset, this.#made);
  }

  /** Notes what is wrong at a compressed offset: where the next byte is by default. */
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
