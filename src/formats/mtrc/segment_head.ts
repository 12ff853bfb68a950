/**
 * The start of a segment, kept to decide whether the segment is a copy of the next one: after a fork, the
 * buffer that parent and child share may be written twice, once as a prefix of the complete trace.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { hasMagic, parseMarker } from "./header.ts";

/**
 * Number of bytes kept to recognize a repeated segment; at most one buffer of the C library is written twice.
 */
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

  /** Keeps the bytes at the front of the window. */
  static async take(window: ByteWindow, sink: TraceSink): Promise<SegmentHead> {
    await window.need(KEPT_BYTES);
    const bytes = window.bytes.slice(window.at, window.at + Math.min(KEPT_BYTES, window.left));
    return new SegmentHead(sink, bytes, window.offset);
  }

  /** Returns whether the next segment begins with all bytes of this one. */
  isRepeatedBy(next: SegmentHead): boolean {
    const length = this.end - this.#offset;
    if (length > this.#bytes.length || length > next.#bytes.length) return false;
    for (let at = 0; at < length; at++) if (this.#bytes[at] !== next.#bytes[at]) return false;
    return true;
  }

  /** Discards this segment's rows, and reports that with the next segment. */
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

/** Returns whether a complete, plausible header is at `at`, not only its four letters. */
export function isHead(bytes: Uint8Array, at: number, end: number): boolean {
  if (!hasMagic(bytes, at, "MTRC")) return false;
  const header = parseMarker(bytes, at + 4, end);
  // Any bytes may follow a trailer; they are a header only if its version is plausible.
  return header !== null && header.version >= 10000n && header.version < 1000000n;
}

/** Moves the window to the next header; false when there is none. */
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
    // A header may cross the end of the window.
    window.at = Math.max(window.at, end - 19);
    if (!(await window.more())) return false;
  }
}
