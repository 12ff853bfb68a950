/**
 * Functions that all commands share: they open a stream, read its header, and report its errors.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteSource } from "../../bytes/byte_source.ts";
import { ByteWindow } from "../../bytes/byte_window.ts";
import { StringPool } from "../../events/string_pool.ts";
import { type CallRange, parseCallSet } from "../../formats/apitrace/call_set.ts";
import { readHeader, type StreamHeader, type StreamProperty } from "../../formats/apitrace/header.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import { beforeNul } from "../../formats/apitrace/signatures.ts";
import type { PassEnd, PassOptions, StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { Arena } from "../../memory/arena.ts";
import { readSource } from "../read_source.ts";
import type { CompatHost } from "../stand_in.ts";

/** An error in a stream that ends the command, with the original's message. */
export class StreamError extends Error {
  override readonly name: string = "StreamError";
}

/** An open stream, positioned after its header. */
interface OpenStream {
  /** The inputs of a pass: memory, name codes, version. */
  readonly basis: Pick<PassOptions, "arena" | "strings" | "version">;
  /** The rest of the stream. */
  readonly window: ByteWindow;
  /** The decoded header. */
  readonly header: StreamHeader;
}

/** Opens a file and reads the header of its stream. */
export async function openStream(host: CompatHost, path: string): Promise<OpenStream> {
  if (!host.openBytes) throw new StreamError("error: streams cannot be opened here");
  const arena = new Arena();
  const window = new ByteWindow(await openOrThrow(() => host.openBytes!(path, arena), path), arena);
  await window.more();
  checkVersion(window);
  const header = await readHeader(window);
  return { basis: { arena, strings: new StringPool(), version: header.version }, window, header };
}

/**
 * Reads a stream to its end, including calls still open there, and closes it; `done` runs before a read error
 * is thrown.
 */
export async function readThrough(
  kernel: StreamKernel,
  window: ByteWindow,
  done?: () => Promise<void>,
): Promise<void> {
  try {
    const end = await kernel.run(window);
    if (end.how === "end") await kernel.completeOpen();
    await done?.();
    throwIfFailed(end, kernel);
  } finally {
    kernel.close();
    window.close();
  }
}

/**
 * Returns the properties of a stream sorted by name; the last one of each name counts. Names and values end
 * at their first NUL.
 */
export function sortedProperties({ properties }: StreamHeader): StreamProperty[] {
  const byName = new Map<string, StreamProperty>();
  for (const property of properties) {
    const name = beforeNul(property.name);
    byName.set(Array.from(name, (byte) => String.fromCharCode(byte)).join(""), {
      name,
      value: beforeNul(property.value),
    });
  }
  return [...byName.keys()].sort().map((key) => byName.get(key)!);
}

/** Throws the original's error for versions newer than those it knows. */
export function checkVersion(window: ByteWindow): void {
  if (window.left === 0 || window.bytes[window.at]! <= 6) return;
  throw new StreamError(`error: unsupported trace format version ${window.bytes[window.at]!}`);
}

/** Throws the original's error for invalid bytes. */
export function throwIfFailed(end: PassEnd, kernel: StreamKernel): void {
  if (end.how === "failed") throw new StreamError(`error: ${passFailure(end, kernel)}`);
}

function passFailure({ code, byte }: PassEnd, kernel: StreamKernel): string {
  switch (code) {
    case S.BAD_EVENT:
      return `unknown event ${byte}`;
    case S.BAD_DETAIL: {
      const name = kernel.signatures.of(kernel.get(S.CALL_FUNCTION))?.name;
      return `${name ? `(${name}) ` : ""}unknown call detail ${byte}`;
    }
    case S.BAD_VALUE:
    case S.BAD_ENUM:
      return `unknown type ${byte}`;
    case S.BAD_FRAME:
      return `unknown backtrace detail ${byte}`;
    case S.MANY_OPEN:
      return "more calls are open at once than any program has";
    case S.MANY_THREADS:
      return "more threads than any program has";
    case S.MANY_SIGNATURES:
      return "more names are defined than a stream of this length can use";
    default:
      return "an event is longer than any event of a valid trace";
  }
}

/**
 * Parses a set of calls and adds it to those of earlier options of the same name; lists are read from files.
 * Ranges that end before they begin are empty and left out, so a set without calls is an empty list.
 */
export async function addCallSet(
  host: CompatHost,
  before: readonly CallRange[] | undefined,
  text: string,
): Promise<CallRange[]> {
  const ranges = await readCallSet(host, text);
  return [...before ?? [], ...ranges.filter(({ first, last }) => first <= last)];
}

async function readCallSet(host: CompatHost, text: string): Promise<CallRange[]> {
  const lists = new Map<string, string>();
  // Lists are read one after another, each when the parser requests it.
  while (true) {
    let missing: string | undefined;
    const ranges = parseCallSet(text, (name) => {
      const list = lists.get(name);
      if (list === undefined) missing = name;
      return list ?? "";
    });
    if (missing === undefined) return ranges;
    lists.set(missing, await readText(host, missing));
  }
}

/** Reads a small text file. */
async function readText(host: CompatHost, path: string): Promise<string> {
  if (!host.openRaw) return "";
  const source = await openOrThrow(() => host.openRaw!(path), path);
  return new TextDecoder().decode(await readSource(source));
}

/** Opens a file, or throws the original's error. */
export async function openOrThrow(
  open: () => ByteSource | Promise<ByteSource>,
  path: string,
): Promise<ByteSource> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new StreamError(`error: failed to open ${path}`);
  }
}
