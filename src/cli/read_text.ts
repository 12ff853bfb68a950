/**
 * Reads scripts and lists, which are files that users write; other files are refused before they are parsed.
 * @module
 */

import { joinBytes } from "../base/join_bytes.ts";
import { InputError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { displayPath } from "../ingest/file_source.ts";
import { requireRead } from "../ingest/permission.ts";
import { noteRead } from "../ingest/read_files.ts";
import { systemReason } from "../ingest/system_error.ts";

/** No handwritten file is longer; and a device would never end. */
const MOST_BYTES = FILE_LIMITS.text.most;
const PIECE_BYTES = 1 << 16;
const NEWLINE = 10;

/** A file or stream that can be read. */
interface Readable {
  read(into: Uint8Array): Promise<number | null>;
}

/** Reads a whole file in UTF-8, or standard input for `-`. Throws `InputError`. */
export async function readText(path: string): Promise<string> {
  noteRead(path);
  return decoded(await readBytes(path), path);
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    if (path === "-") return await readAll(Deno.stdin, path);
    requireRead(path);
    using file = await Deno.open(path);
    return await readAll(file, path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const [trouble, found] = systemReason(error);
    const { missingFileReason } = await import("../ingest/similar_files.ts");
    const shown = trouble === "missing" ? missingFileReason(path) : found;
    throw new InputError(`Cannot open ${displayPath(path)}: ${shown}`, path, trouble);
  }
}

async function readAll(input: Readable, path: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (true) {
    const piece = new Uint8Array(PIECE_BYTES);
    const count = await input.read(piece);
    if (count === null) break;
    pieces.push(piece.subarray(0, count));
    length += count;
    if (length > MOST_BYTES) throw notText(path, `it is longer than ${MOST_BYTES >> 20} MB`);
  }
  return joinBytes(pieces);
}

function decoded(bytes: Uint8Array, path: string): string {
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw notText(path, `byte ${zero} is 0`);
  try {
    return decodeUtf8(bytes);
  } catch {
    throw notText(path, `line ${badLine(bytes)} is not UTF-8`);
  }
}

function badLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    try {
      decodeUtf8(bytes.subarray(start, end));
    } catch {
      break;
    }
    start = end;
  }
  return line;
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function notText(path: string, found: string): InputError {
  return new InputError(`Cannot read ${displayPath(path)} as text: ${found}`, path, "failed");
}
