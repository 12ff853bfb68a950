/**
 * Options for opening traces.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { formatSize, MIN_BUDGET, parseSize } from "../base/size_text.ts";
import { parseThreads, VALID_THREAD_COUNTS } from "../base/thread_count.ts";
import { type IndexSettings, SECONDS_TO_SAVE_AS_ASKED } from "../index/settings.ts";
import { openSpillFile } from "../ingest/spill_file.ts";
import { hasFiles } from "../ingest/permission.ts";
import type { MemorySettings } from "../memory/data_settings.ts";
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
  /** Bytes of the input read so far. */
  readonly bytesRead: number;
  /** Bytes of the input in total, if known. */
  readonly totalBytes: number | undefined;
}

/**
 * Options for opening one trace.
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
  /** Name of the trace in queries. By default the name of the file, or `trace` for bytes. */
  readonly name?: string;
  /** Name of the format; detected from the first bytes by default. */
  readonly format?: string;
  /** Keeps the order of the file, for formats whose own tools sort records. */
  readonly fileOrder?: boolean;
  /**
   * Path of a second file of the same recording, with information that is missing in the trace, such as
   * interpreted data of heaptrack. By default Quarry looks for it next to the trace.
   */
  readonly companion?: string;
  /** Path of the program of a coverage trace, if it is not at the path recorded in the trace. */
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
   * Memory for data, in bytes or as a text such as `"512M"`. Data beyond it spills to a temporary file (in Deno
   * only). By default the maximum of 4 GiB.
   */
  readonly memory?: number | string;
  /**
   * Folder of saved indexes. A file that takes more than a tenth of a second to load gets an index there, so that it opens
   * at once the next time. By default no indexes are saved. Only Deno saves them.
   */
  readonly index?: string | URL;
  /** Threads that queries of all open traces share; 1 by default. Only Deno can use more than one. */
  readonly threads?: number;
}

/** The memory settings of a session; undefined if the option is not given. Throws `UsageError`. */
export function dataSettingsOf({ memory }: OpenOptions): MemorySettings | undefined {
  if (memory === undefined) return undefined;
  const budget = typeof memory === "string" ? parseSize(memory) : memory;
  if (budget === undefined || !(budget >= MIN_BUDGET)) {
    throw new UsageError(
      `Option memory needs a size such as "256M", at least ${formatSize(MIN_BUDGET)}, found ${
        JSON.stringify(memory)
      }`,
      "bad-option",
    );
  }
  return { budget, openFile: hasFiles() ? () => openSpillFile([]) : undefined };
}

/** Options that have an effect only in Deno, and what happens in other runtimes. */
const OF_DENO = {
  threads: "queries have one thread",
  index: "no index is saved",
  companion: "other files of a recording are not read",
  exec: "programs of coverage traces are not read",
} as const;

/** Warnings about options that have no effect in this runtime. */
export function optionsWithoutEffect(options: OpenOptions): string[] {
  if (hasFiles()) return [];
  const names = Object.keys(OF_DENO) as (keyof typeof OF_DENO)[];
  return names.filter((name) => options[name] !== undefined).map((name) =>
    `Option ${name} has no effect outside Deno: ${OF_DENO[name]}`
  );
}

/** The folder of saved indexes; undefined if there is none. */
export function indexSettingsOf({ index }: OpenOptions): IndexSettings {
  const isUrl = index instanceof URL || index?.startsWith("file://");
  return { folder: isUrl ? pathOf(new URL(index!)) : index, seconds: SECONDS_TO_SAVE_AS_ASKED };
}

/** The number of threads; undefined if the option is not given. Throws `UsageError`. */
export function threadsOf({ threads }: OpenOptions): number | undefined {
  if (threads === undefined) return undefined;
  const wanted = parseThreads(String(threads));
  if (wanted !== undefined) return wanted;
  throw new UsageError(`Option threads needs ${VALID_THREAD_COUNTS}, found ${threads}`, "bad-option");
}
