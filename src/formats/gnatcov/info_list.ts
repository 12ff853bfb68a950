/**
 * The list of info entries: u32 tag, u32 length, the data, NUL padding to a multiple of four; tag 0 ends it.
 * Such a list also follows a module load event among the trace entries.
 * @module
 */

import { COVERAGE_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TAG } from "./constants.ts";

/** Longer data is skipped: writers store nothing longer than a path or a label there. */
export const LONGEST_INFO: number = COVERAGE_LIMITS.info.most;

/** An entry of the info list. */
export interface InfoEntry {
  /** One of `TAG`, or any other number in a damaged file. */
  readonly tag: number;
  /** Length of the data, as the file states it. */
  readonly length: number;
  /** The data without padding; empty if it was too long to keep. */
  readonly data: Uint8Array;
  /** Offset of the entry in the stream. */
  readonly offset: number;
  /** Whether all padding bytes are NUL. */
  readonly cleanPadding: boolean;
}

/** Where and how a list ended. */
type InfoEnd =
  /** At its end tag. */
  | "end"
  /** At an end tag with a length other than 0. */
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
  /** Where it ended: offset of the end tag or of the incomplete entry. */
  readonly offset: number;
  /** Tag of the entry whose data is incomplete, else 0. */
  readonly cutTag: number;
  /** Declared length of the incomplete data, else 0. */
  readonly cutLength: number;
}

/** Reads a list from the window and stops after the end tag. Data longer than `longest` is not kept. */
export async function readInfoList(
  window: ByteWindow,
  bigEndian: boolean,
  longest: number = LONGEST_INFO,
): Promise<InfoList> {
  const entries: InfoEntry[] = [];
  const ended = (end: InfoEnd, offset: number, cutTag = 0, cutLength = 0): InfoList => {
    // The remaining bytes belong to the incomplete entry and must not be read as something else.
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
    // The window grows only as bytes arrive, so that a large length takes no memory unless the bytes follow.
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

/** Returns the first entry with a tag. The original tool also ignores repetitions of a tag. */
export function firstInfo(entries: readonly InfoEntry[], tag: number): InfoEntry | undefined {
  return entries.find((entry) => entry.tag === tag);
}

/** Reads an unsigned 32-bit number. */
export function u32At(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const a = bytes[at]!,
    b = bytes[at + 1]!,
    c = bytes[at + 2]!,
    d = bytes[at + 3]!;
  return (bigEndian ? (a << 24) | (b << 16) | (c << 8) | d : (d << 24) | (c << 16) | (b << 8) | a) >>> 0;
}
