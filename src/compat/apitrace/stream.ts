/**
 * What all commands share: opening a stream, reading its head, saying what was wrong with it.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteSource } from "../../bytes/byte_source.ts";
import { ByteWindow } from "../../bytes/byte_window.ts";
import { StringPool } from "../../events/string_pool.ts";
import { type CallRange, parseCallSet } from "../../formats/apitrace/call_set.ts";
import { readHeader, type StreamHeader } from "../../formats/apitrace/header.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import type { PassEnd, StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { Arena } from "../../memory/arena.ts";
import { readSource } from "../read_source.ts";
import type { CompatHost } from "../stand_in.ts";

/** A stream that ended the program, in the original's words. */
export class StreamError extends Error {
  override readonly name: string = "StreamError";
}

/** An open stream behind its head. */
interface OpenStream {
  /** Memory of everything. */
  readonly arena: Arena;
  /** Codes of names. */
  readonly strings: StringPool;
  /** The rest of the stream. */
  readonly window: ByteWindow;
  /** What the head said. */
  readonly header: StreamHeader;
}

/** Opens a file and reads the head of its stream. */
export async function openStream(host: CompatHost, path: string): Promise<OpenStream> {
  if (!host.openBytes) throw new StreamError("error: this host opens no streams");
  const arena = new Arena();
  const window = new ByteWindow(await openOrRefuse(() => host.openBytes!(path, arena), path), arena);
  await window.more();
  checkVersion(window);
  return { arena, strings: new StringPool(), window, header: await readHeader(window) };
}

/** Throws what the original says about versions that do not exist yet. */
export function checkVersion(window: ByteWindow): void {
  if (window.left === 0 || window.bytes[window.at]! <= 6) return;
  throw new StreamError(`error: unsupported trace format version ${window.bytes[window.at]!}`);
}

/** Throws what the original says about bytes that are no event. */
export function throwIfFailed(end: PassEnd, kernel: StreamKernel): void {
  if (end.how !== "failed") return;
  if (end.code === S.BAD_EVENT) throw new StreamError(`error: unknown event ${end.byte}`);
  if (end.code === S.BAD_DETAIL) {
    const name = kernel.signatures.of(kernel.get(S.CALL_FUNCTION))?.name ?? "";
    throw new StreamError(`error: ${name ? `(${name}) ` : ""}unknown call detail ${end.byte}`);
  }
  if (end.code === S.BAD_VALUE || end.code === S.BAD_ENUM) {
    throw new StreamError(`error: unknown type ${end.byte}`);
  }
  if (end.code === S.BAD_FRAME) throw new StreamError(`error: unknown backtrace detail ${end.byte}`);
  if (end.code === S.MANY_OPEN) {
    throw new StreamError("error: more calls are open at once than any program has");
  }
  if (end.code === S.MANY_THREADS) throw new StreamError("error: more threads than any program has");
  if (end.code === S.MANY_SIGNATURES) {
    throw new StreamError("error: more names are defined than so short a stream can use");
  }
  throw new StreamError("error: an event is longer than any trace holds");
}

/**
 * Reads a set of calls and adds it to what options of the same name said before; lists come from files. Ranges that end
 * before they begin hold nothing and are left out, so that a set without calls is an empty list.
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
  // Lists are fetched one after another, each when the parser asks for it.
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

/** A small text file. */
async function readText(host: CompatHost, path: string): Promise<string> {
  if (!host.openRaw) return "";
  const source = await openOrRefuse(() => host.openRaw!(path), path);
  return new TextDecoder().decode(await readSource(source));
}

/** Opens a file, or says in the original's words that there is none. */
export async function openOrRefuse(
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
