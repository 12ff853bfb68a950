/**
 * Blocks of LZ4: sequences of literals, each followed by a copy of earlier output.
 *
 *     TOKEN (high 4 bits: literals, low 4 bits: length of the copy - 4; 15 = more bytes follow, while they are 255)
 *     literals, u16 distance of the copy back        the last sequence has literals only
 *
 * A sequence is decoded as soon as it is complete, so that a truncated or damaged block yields everything
 * before the damage.
 * @module
 */

/** Longer runs are copied with the built-in method. */
const SHORT_RUN = 24;

/** The bytes of a block, and the buffer to decode them into. */
interface Lz4Block {
  /** The block is `bytes[from..to)`. */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** Decoded bytes go to `out[at..limit)`; copies reach back to `lowest`. */
  readonly out: Uint8Array;
  readonly at: number;
  readonly limit: number;
  readonly lowest: number;
}

/** The result of decoding: how far it got, and why it stopped early. */
interface Lz4Decoded {
  /** End of the decoded bytes. */
  readonly end: number;
  /** Describes the damage; empty if the block is valid. */
  readonly error: string;
}

const CUT = "a sequence is incomplete";
const LONG = "a block holds more than it may";

/** Decodes a block up to its first invalid sequence. */
export function decodeLz4Block({ bytes, from, to, out, at, limit, lowest }: Lz4Block): Lz4Decoded {
  while (from < to) {
    const token = bytes[from++]!;
    let run = token >>> 4;
    if (run === 15) {
      let more = 255;
      while (more === 255) {
        if (from === to) return { end: at, error: CUT };
        run += more = bytes[from++]!;
      }
    }
    const room = Math.min(run, to - from, limit - at);
    if (room <= SHORT_RUN) { for (let byte = 0; byte < room; byte++) out[at + byte] = bytes[from + byte]!; }
    else out.set(bytes.subarray(from, from + room), at);
    at += room;
    from += room;
    if (room < run) return { end: at, error: from === to ? CUT : LONG };
    if (from === to) return { end: at, error: "" };
    if (from + 2 > to) return { end: at, error: CUT };
    const distance = bytes[from]! | bytes[from + 1]! << 8;
    from += 2;
    let length = (token & 15) + 4;
    if (length === 19) {
      let more = 255;
      while (more === 255) {
        if (from === to) return { end: at, error: CUT };
        length += more = bytes[from++]!;
      }
    }
    let source = at - distance;
    if (distance === 0 || source < lowest) return { end: at, error: "a copy starts before the data" };
    const fits = Math.min(length, limit - at);
    const end = at + fits;
    if (fits <= SHORT_RUN) { while (at < end) out[at++] = out[source++]!; }
    else copyRun(out, source, at, end);
    at = end;
    if (fits < length) return { end: at, error: LONG };
  }
  return { end: at, error: CUT };
}

/** Copies a run that may overlap its source: each pass copies twice as many bytes. */
function copyRun(out: Uint8Array, source: number, at: number, end: number): void {
  while (at < end) {
    const count = Math.min(at - source, end - at);
    out.copyWithin(at, source, source + count);
    at += count;
  }
}
