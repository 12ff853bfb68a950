/**
 * How traces are opened.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { LEAST_BUDGET, parseSize, showSize } from "../base/size_text.ts";
import { parseThreads, THREADS_WANTED } from "../base/thread_count.ts";
import { type IndexSettings, SECONDS_TO_SAVE } from "../index/settings.ts";
import { openSpillFile } from "../ingest/spill_file.ts";
import { hasFiles } from "../ingest/permission.ts";
import type { DataSettings } from "../memory/data_settings.ts";
import { pathOf } from "./input.ts";

/**
 * Progress of loading a trace.
 *
 * ```ts
 * import { type LoadProgress, Quarry } from "@quarry/quarry";
 *
 * const onProgress = ({ name, bytesRead, totalBytes }: LoadProgress): void =>
 *   console.log(`${name}: ${bytesRead} of ${totalBytes ?? "an unknown number of"} bytes`);
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc", { onProgress });
 * ```
 */
export interface LoadProgress {
  /** Name of the trace. */
  readonly name: string;
  /** Bytes of the input that were read. */
  readonly bytesRead: number;
  /** Bytes of the input in total, if known. */
  readonly totalBytes: number | undefined;
}

/**
 * How one trace is opened.
 *
 * ```ts
 * import { type AddOptions, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const options: AddOptions = { name: "other", format: "mtrc" };
 * await quarry.add("testdata/mpatrol/wordfreq-le32/trace.mtrc", options);
 * console.log((await quarry.query("allocs | by trace")).rows());
 * ```
 */
export interface AddOptions {
  /** Name of the trace in queries; the name of the file by default, `trace` for bytes. */
  readonly name?: string;
  /** Format by name, instead of looking at the first bytes. */
  readonly format?: string;
  /** Keeps the order of the file where the format's own tools sort. */
  readonly fileOrder?: boolean;
  /**
   * Path of a second file of the same recording that has what the trace lacks, such as interpreted data of heaptrack;
   * by default it is looked for beside the trace.
   */
  readonly companion?: string;
  /** Path of the program of a coverage trace, if it is not where the trace says. */
  readonly exec?: string;
  /** Aborts the operation. */
  readonly signal?: AbortSignal;
  /** Called after each piece of the input is read. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/**
 * How traces are opened, and how much memory and how many threads they may use.
 *
 * ```ts
 * import { type OpenOptions, Quarry } from "@quarry/quarry";
 *
 * const options: OpenOptions = { name: "run", memory: "512M", signal: AbortSignal.timeout(60_000) };
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc", options);
 * console.log((await quarry.query("events of run | count")).rows());
 * ```
 */
export interface OpenOptions extends AddOptions {
  /**
   * Memory for data, in bytes or as a text such as `"512M"`; data beyond it spills to a temporary file (in Deno only).
   * By default all that can be addressed (4 GiB).
   */
  readonly memory?: number | string;
  /**
   * Folder of saved indexes: a file that takes more than a second to load is indexed there, and opens at once the next
   * time. No indexes by default. Only Deno saves them.
   */
  readonly index?: string | URL;
  /** Threads that queries of all open traces share; 1 by default. Only Deno can use more than one. */
  readonly threads?: number;
}

/** What the memory of a session may take; undefined when nothing was said. Throws `UsageError`. */
export function dataSettingsOf({ memory }: OpenOptions): DataSettings | undefined {
  if (memory === undefined) return undefined;
  const budget = typeof memory === "string" ? parseSize(memory) : memory;
  if (budget === undefined || !(budget >= LEAST_BUDGET)) {
    throw new UsageError(
      `Option memory needs a size such as "256M", at least ${showSize(LEAST_BUDGET)}, found ${
        JSON.stringify(memory)
      }`,
      "bad-option",
    );
  }
  return { budget, openFile: hasFiles() ? () => openSpillFile([]) : undefined };
}

/** Options that only Deno can follow. */
const OF_DENO = {
  threads: "queries have one thread",
  index: "no index is saved",
  companion: "other files of a recording are not read",
  exec: "programs of coverage traces are not read",
} as const;

/** What is said of options that have no effect in this runtime. */
export function optionsWithoutEffect(options: OpenOptions): string[] {
  if (hasFiles()) return [];
  const names = Object.keys(OF_DENO) as (keyof typeof OF_DENO)[];
  return names.filter((name) => options[name] !== undefined).map((name) =>
    `Option ${name} has no effect outside Deno: ${OF_DENO[name]}`
  );
}

/** Where indexes are; undefined where there are none. */
export function indexSettingsOf({ index }: OpenOptions): IndexSettings {
  const isUrl = index instanceof URL || index?.startsWith("file://");
  return { folder: isUrl ? pathOf(new URL(index!)) : index, seconds: SECONDS_TO_SAVE };
}

/** How many threads are wanted; undefined when nothing was said. Throws `UsageError`. */
export function threadsOf({ threads }: OpenOptions): number | undefined {
  if (threads === undefined) return undefined;
  const wanted = parseThreads(String(threads));
  if (wanted !== undefined) return wanted;
  throw new UsageError(`Option threads needs ${THREADS_WANTED}, found ${threads}`, "bad-option");
}
