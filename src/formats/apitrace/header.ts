/**
 * The header of an apitrace stream:
 *
 *     version            uint
 *     from version 6 on:
 *       semantic version uint
 *       properties       name string, value string ... ended by an empty name
 *
 * A uint is base-128, least significant group first; a string is its length (uint) and its bytes. The stream version
 * says how bytes are laid out, the semantic one how calls were recorded. Layout as published by the apitrace project
 * and checked against its recordings.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { CALL_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";

/** Name of the format. */
export const FORMAT_NAME = "apitrace";
/** The newest version. */
const NEWEST_VERSION = 6;
/** A longer header is invalid. */
const MAX_HEAD_BYTES = 1 << 24;

/** A header with more properties is invalid. */
const MOST_PROPERTIES = CALL_LIMITS.properties.most;

/** A property of a recording, with name and value as bytes. */
export interface StreamProperty {
  readonly name: Uint8Array;
  readonly value: Uint8Array;
}

/** The content of the header. */
export interface StreamHeader {
  /** Version of the stream. */
  readonly version: number;
  /** Semantic version; equal to the stream version if that is below 6. */
  readonly semantic: number;
  /** Properties in file order; if names repeat, the last one counts. */
  readonly properties: readonly StreamProperty[];
  /** False if the stream ended inside the header. */
  readonly whole: boolean;
}

/**
 * The result of a scan: the header and its length, `cut` if more bytes are needed, `bad` if it is invalid.
 */
type HeaderScan = { readonly header: StreamHeader; readonly bytes: number } | "cut" | "bad";

/** Parses a header at the start of `bytes[at..end)`. */
export function scanHeader(bytes: Uint8Array, at: number, end: number): HeaderScan {
  const from = at;
  let cut = false;
  function uint(): number {
    let value = 0;
    let scale = 1;
    while (at < end) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    cut = true;
    return 0;
  }
  function string(): Uint8Array {
    const length = uint();
    if (length > end - at) {
      cut = true;
      return bytes.subarray(at, at);
    }
    at += length;
    return bytes.slice(at - length, at);
  }
  const version = uint();
  if (cut) return "cut";
  if (version > NEWEST_VERSION) return "bad";
  if (version < 6) {
    return { header: { version, semantic: version, properties: [], whole: true }, bytes: at - from };
  }
  const semantic = uint();
  if (cut) return "cut";
  if (semantic > version) return "bad";
  const properties: StreamProperty[] = [];
  while (true) {
    const name = string();
    if (cut) return at - from > MAX_HEAD_BYTES ? "bad" : "cut";
    // The original tool treats a name that begins with a NUL as empty.
    if (name.length === 0 || name[0] === 0) break;
    const value = string();
    if (cut) return "cut";
    if (properties.push({ name, value }) > MOST_PROPERTIES) return "bad";
  }
  return { header: { version, semantic, properties, whole: true }, bytes: at - from };
}

/**
 * Reads the header of a stream and moves past it. An empty stream counts as an empty recording of version 0.
 */
export async function readHeader(window: ByteWindow): Promise<StreamHeader> {
  while (true) {
    const scan = scanHeader(window.bytes, window.at, window.end);
    if (scan === "bad") {
      const first = window.bytes[window.at]!;
      const what = first > NEWEST_VERSION
        ? `expected version 0 to 6, found ${first}`
        : "its header has a semantic version above the stream version, or too many properties";
      throw new FormatError(`Cannot read apitrace stream: ${what}`, {
        format: FORMAT_NAME,
        offset: window.offset,
      });
    }
    if (scan !== "cut") {
      window.at += scan.bytes;
      return scan.header;
    }
    if (await window.more()) continue;
    const version = window.left > 0 ? window.bytes[window.at]! : 0;
    window.at = window.end;
    return { version: Math.min(version, NEWEST_VERSION), semantic: 0, properties: [], whole: false };
  }
}
