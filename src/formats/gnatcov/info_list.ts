/**
 * The list of info entries: u32 tag, u32 length, the data, NUL up to a multiple of four; tag 0 ends it. The same
 * list follows a module load event among the trace entries.
 * @module
 */

import { COVERAGE_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TAG } from "./constants.ts";

/** Data longer than this is skipped, not kept: no writer puts more than a path or a label there. */
export const LONGEST_INFO: number = COVERAGE_LIMITS.info.most;

/** One info entry. */
export interface InfoEntry {
  /** One of `TAG`, or any other number in a damaged file. */
  readonly tag: number;
  /** Length as the file states it. */
  readonly length: number;
  /** The data without padding; empty when it was too long to keep. */
  readonly data: Uint8Array;
  /** Offset of the entry in the stream. */
  readonly offset: number;
  /** False when a padding byte is not NUL. */
  readonly cleanPadding: boolean;
}

/** How a list ended. */
type InfoEnd =
  /** With its end tag. */
  | "end"
  /** The end tag says that it has data. */
  | "end-with-length"
  /** The stream stops inside an entry header, data, or padding. */
  | "cut-header"
  | "cut-data"
  | "cut-padding";

/** An info list, as far as it can be read. */
export interface InfoList {
  /** The entries before the end, in file order. */
  readonly entries: InfoEntry[];
  readonly end: InfoEnd;
  /** Where it ended: offset of the end tag or of the entry that is cut. */
  readonly offset: number;
  /** Tag of the entry whose data is cut, else 0. */
  readonly cutTag: number;
  /** Length of the data that is cut, else 0. */
  readonly cutLength: number;
}

/** Reads a list from the window and leaves it behind the end tag. Data longer than `longest` is not kept. */
export async function readInfoList(
  window: ByteWindow,
  bigEndian: boolean,
  longest: number = LONGEST_INFO,
): Promise<InfoList> {
  const entries: InfoEntry[] = [];
  const ended = (end: InfoEnd, offset: number, cutTag = 0, cutLength = 0): InfoList => {
    // What is left of a cut entry is not the start of anything else.
    if (end.startsWith("cut")) window.at = window.end;
    return { entries, end, offset, cutTag, cutLength };
  };
  while (true) {
    const offset = window.offset;
    if (!(await window.need(8))) return ended("cut-header", offset);
    const tag = u32At(window.bytes, window.at, bigEndian);
    const length = u32At(window.bytes, window.at + 4, bigEndian);
    window.at += 8;
    if (tag === TAG.end) {
      return ended(length === 0 ? "end" : "end-with-length", offset);
    }
    const keep = length <= longest;
    // The window grows only as bytes arrive, so a length without bytes takes no memory.
    if (!(await (keep ? window.need(length) : window.skip(length)))) {
      return ended("cut-data", offset, tag, length);
    }
    const data = keep ? window.bytes.slice(window.at, window.at + length) : new Uint8Array(0);
    if (keep) window.at += length;
    const padding = -length & 3;
    const whole = await window.need(padding);
    let cleanPadding = true;
    const present = Math.min(padding, window.left);
    for (let each = 0; each < present; each++) {
      if (window.bytes[window.at + each] !== 0) cleanPadding = false;
    }
    window.at += present;
    entries.push({ tag, length, data, offset, cleanPadding });
    if (!whole) return ended("cut-padding", offset);
  }
}

/** The first entry with a tag: where tags repeat, the original looks no further. */
export function firstInfo(entries: readonly InfoEntry[], tag: number): InfoEntry | undefined {
  return entries.find((entry) => entry.tag === tag);
}

/** An unsigned number of 4 bytes. */
export function u32At(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const a = bytes[at]!,
    b = bytes[at + 1]!,
    c = bytes[at + 2]!,
    d = bytes[at + 3]!;
  return (bigEndian ? (a << 24) | (b << 16) | (c << 8) | d : (d << 24) | (c << 16) | (b << 8) | a) >>> 0;
}
