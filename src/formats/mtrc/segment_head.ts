/**
 * Where a segment of a tracing file begins, and whether it is worth keeping: after a fork the buffer that parent and
 * child share may be written twice, once as a prefix of the real thing.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { hasMagic, parseMarker } from "./header.ts";

/** Bytes that are kept to recognise a repeated part; what is written twice is one buffer of the C library at most. */
const KEPT_BYTES = 1 << 16;

/** The start of one segment. */
export class SegmentHead {
  readonly #sink: TraceSink;
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  /** Offset in the stream where the segment ends. */
  end = 0;

  private constructor(sink: TraceSink, bytes: Uint8Array, offset: number) {
    this.#sink = sink;
    this.#bytes = bytes;
    this.#offset = offset;
  }

  /** Remembers the bytes at the front of the window. */
  static async take(window: ByteWindow, sink: TraceSink): Promise<SegmentHead> {
    await window.need(KEPT_BYTES);
    const bytes = window.bytes.slice(window.at, window.at + Math.min(KEPT_BYTES, window.left));
    return new SegmentHead(sink, bytes, window.offset);
  }

  /** True when every byte of this segment is once more at the start of the next one. */
  isRepeatedBy(next: SegmentHead): boolean {
    const length = this.end - this.#offset;
    if (length > this.#bytes.length || length > next.#bytes.length) return false;
    for (let at = 0; at < length; at++) if (this.#bytes[at] !== next.#bytes[at]) return false;
    return true;
  }

  /** Forgets this segment in favour of the next one. */
  drop(next: SegmentHead): void {
    this.#sink.discard();
    next.#sink.problem({
      severity: "note",
      code: "repeated-prefix",
      offset: this.#offset,
      record: 0,
      message: `The first ${this.end - this.#offset} bytes occur again after them, as after a fork`,
      handling: "dropped them",
    });
  }
}

/** True when a head, and not only its four letters, is at `at`. */
export function isHead(bytes: Uint8Array, at: number, end: number): boolean {
  if (!hasMagic(bytes, at, "MTRC")) return false;
  const header = parseMarker(bytes, at + 4, end);
  // A trailer may be followed by any bytes; only versions that a release could have make them a head.
  return header !== null && header.version >= 10000n && header.version < 1000000n;
}

/** Moves the window to the next head; false when there is none up to the end. */
export async function findHead(window: ByteWindow): Promise<boolean> {
  while (true) {
    const end = window.end;
    for (let at = window.at; at < end; at++) {
      at = window.bytes.subarray(0, end).indexOf(0x4d, at);
      if (at < 0) break;
      if (!isHead(window.bytes, at, end)) continue;
      window.at = at;
      return true;
    }
    // A head may lie across the end of what is available.
    window.at = Math.max(window.at, end - 19);
    if (!(await window.more())) return false;
  }
}
