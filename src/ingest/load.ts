/**
 * From bytes to traces: unwrap, detect, read, build.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { ByteWindow } from "../bytes/byte_window.ts";
import { unwrap } from "../containers/unwrap.ts";
import type { Format, FunctionAt, ReadOptions } from "../formats/format.ts";
import { formats } from "../formats/registry.ts";
import type { Pools } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";
import { TraceBuilder } from "../tables/trace_builder.ts";

/** How to load. */
export interface LoadOptions {
  /** Name for queries. */
  readonly name: string;
  /** Format by name, instead of looking at the first bytes. */
  readonly format?: string | undefined;
  /** Order of the file where the format's own tools sort. */
  readonly fileOrder?: boolean;
  /** Names functions that the file has no name for. */
  readonly functionAt?: FunctionAt;
  /** Opens the same bytes again; absent for pipes. */
  readonly reopen?: () => Promise<ByteSource>;
  /** Called after every read with the bytes of the innermost stream so far, and their total where it is known. */
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
  /** Stops loading between batches. */
  readonly signal?: AbortSignal;
}

/** What became of a file. */
export interface LoadedFile {
  /** Its traces: one, or several when the file holds segments. */
  readonly traces: Trace[];
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Bytes of the innermost stream. */
  readonly bytes: number;
  /** Seconds it took. */
  readonly seconds: number;
}

/** The format that a stream with these first bytes is in. */
export function detect(head: Uint8Array): Format | undefined {
  return formats.find((each) => each.sniff(head));
}

/** The format of an empty stream in a container that only one format uses: a program that was killed at once. */
function ofContainer(
  { head, containers }: { head: Uint8Array; containers: readonly string[] },
): Format | undefined {
  if (head.length > 0) return undefined;
  return formats.find(({ container }) => container !== undefined && containers.includes(container));
}

/** Loads everything in a source. Throws `FormatError` when nothing can be kept. */
export async function load(source: ByteSource, pools: Pools, options: LoadOptions): Promise<LoadedFile> {
  const start = performance.now();
  const inside = await unwrap(source, (head) => detect(head) !== undefined);
  const format = options.format ? formatNamed(options.format) : detect(inside.head) ?? ofContainer(inside);
  if (!format) {
    source.close();
    const what = inside.head.length === 0
      ? "the file is empty"
      : `${formats.length} formats tried, none matched`;
    throw new FormatError(`Cannot load "${options.name}": ${what}`, { format: "unknown", offset: 0 });
  }
  const window = new ByteWindow(inside.source, pools.arena);
  const builder = new TraceBuilder(pools);
  const total = inside.containers.length === 0 ? source.size : undefined;
  if (options.onProgress) window.onProgress = (bytes) => options.onProgress!(bytes, total);
  const readOptions: ReadOptions = {
    ...(options.fileOrder ? { fileOrder: true } : {}),
    ...(options.functionAt ? { functionAt: options.functionAt } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.reopen ? { reopen: reopener(options.reopen, pools) } : {}),
  };
  let bytes = 0;
  try {
    await format.read(window, builder, readOptions);
    bytes = window.base + window.end;
  } finally {
    window.close();
  }
  for (const damage of inside.damage()) {
    builder.problem({ ...damage, record: 0, message: `${damage.message} (${damage.container})` });
  }
  const traces = builder.finish(options.name);
  return { traces, containers: inside.containers, bytes, seconds: (performance.now() - start) / 1000 };
}

/** A format by name. */
function formatNamed(name: string): Format {
  const format = formats.find((each) => each.name === name);
  if (format) return format;
  const known = formats.map((each) => each.name).join(", ");
  throw new FormatError(`Cannot read format "${name}": known are ${known}`, { format: name, offset: 0 });
}

/** Windows on the innermost bytes of a file that can be opened again. */
function reopener(reopen: () => Promise<ByteSource>, pools: Pools): () => Promise<ByteWindow> {
  return async () => {
    const again = await unwrap(await reopen(), (head) => detect(head) !== undefined);
    return new ByteWindow(again.source, pools.arena);
  };
}
