/**
 * Peeks at the first bytes of a stream without consuming them.
 * @module
 */

import { joinBytes } from "../base/join_bytes.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import type { CancelCheck } from "../bytes/cancel_check.ts";

/** Reads until `count` bytes are available or the stream ends. */
export async function readHead(source: ByteSource, count: number): Promise<Uint8Array> {
  const head = new Uint8Array(count);
  let length = 0;
  while (length < count) {
    const more = await source.read(head.subarray(length));
    if (more === 0) break;
    length += more;
  }
  return head.subarray(0, length);
}

/**
 * Returns a source that starts with `head` and continues with `rest`, calling `turns` before each read of
 * `rest`.
 */
export function pushBack(head: Uint8Array, rest: ByteSource, turns?: CancelCheck): ByteSource {
  let at = 0;
  return {
    size: rest.size,
    read(into: Uint8Array): number | Promise<number> {
      if (at === head.length) {
        const turn = turns?.look();
        return turn ? turn.then(() => rest.read(into)) : rest.read(into);
      }
      const count = Math.min(into.length, head.length - at);
      into.set(head.subarray(at, at + count));
      at += count;
      return count;
    },
    close(): void {
      rest.close();
    },
  };
}

/** A source that records what is read through it, so that an attempt can be undone. */
export class RecordingSource implements ByteSource {
  readonly #inner: ByteSource;
  readonly #limit: number;
  #pieces: Uint8Array[] | null = [];
  #length = 0;

  /** Starts recording; after `limit` bytes it pretends to end until the attempt is decided. */
  constructor(inner: ByteSource, limit: number) {
    this.#inner = inner;
    this.#limit = limit;
  }

  /** Total length, if known. */
  get size(): number | undefined {
    return this.#inner.size;
  }

  /** True if the attempt read beyond the limit. */
  get exhausted(): boolean {
    return this.#length >= this.#limit;
  }

  /** Reads the next bytes, and records them until `commit` or `rewind`. */
  async read(into: Uint8Array): Promise<number> {
    if (this.#pieces !== null && this.exhausted) return 0;
    const count = await this.#inner.read(into);
    if (this.#pieces !== null) {
      this.#pieces.push(into.slice(0, count));
      this.#length += count;
    }
    return count;
  }

  /** The attempt succeeded: drops the recording. */
  commit(): void {
    this.#pieces = null;
  }

  /** The attempt failed: returns a source that starts again at the first byte. */
  rewind(): ByteSource {
    const head = joinBytes(this.#pieces ?? []);
    this.#pieces = null;
    return pushBack(head, this.#inner);
  }

  /** Closes the underlying source. */
  close(): void {
    this.#inner.close();
  }
}
