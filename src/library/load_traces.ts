/**
 * Loads an input as traces for a session.
 * @module
 */

import { FormatError, InputError } from "../base/errors.ts";
import { type OpenTrace, tracesOf } from "../engine/open_trace.ts";
import { checkFormatName, formatNamed } from "../formats/registry.ts";
import { hasFiles } from "../ingest/permission.ts";
import { loadIndexed } from "../index/load_indexed.ts";
import type { IndexSettings } from "../index/settings.ts";
import { load, type LoadedFile, type LoadOptions } from "../ingest/load.ts";
import { ArenaFullError } from "../memory/arena.ts";
import type { Pools } from "../tables/pools.ts";
import { isFile, type OpenedInput, openTraceInput } from "./input.ts";
import type { TraceInput } from "./input_kinds.ts";
import type { AddOptions } from "./open_options.ts";

/** Options for loading one input. */
interface LoadTracesOptions extends AddOptions {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly index: IndexSettings;
}

/** The traces loaded from an input. */
interface LoadedTraces {
  readonly traces: readonly OpenTrace[];
  /** Warnings about the programs of coverage traces, for the user. */
  readonly warnings: readonly string[];
  /** Releases everything, for a caller that does not hand the traces to a session. */
  close(): void;
}

/** Loads an input. Throws `InputError`, `FormatError` and `UsageError`. */
export async function loadTraces(
  pools: Pools,
  input: TraceInput,
  options: LoadTracesOptions,
): Promise<LoadedTraces> {
  checkFormatName(options.format);
  const opened = await openTraceInput(input, options.signal);
  const { source, path } = opened;
  // Closing the source ends a wait for bytes that may never come.
  const giveUp = (): void => source.close();
  options.signal.addEventListener("abort", giveUp);
  try {
    const file = await loadOpened(pools, opened, options);
    // A reader may mistake a cancelled input for one that has ended.
    if (options.signal.aborted) file.close();
    options.signal.throwIfAborted();
    const warnings = isFile(source) ? await attachPrograms(file, path, options.exec) : [];
    return { traces: tracesOf(file, path), warnings, close: () => file.close() };
  } catch (error) {
    options.signal.throwIfAborted();
    throw explained(error, opened);
  } finally {
    options.signal.removeEventListener("abort", giveUp);
    source.close();
  }
}

async function loadOpened(
  pools: Pools,
  { source, path, reopen, bytesRead }: OpenedInput,
  { name, format, fileOrder, companion, signal, onProgress, index }: LoadTracesOptions,
): Promise<LoadedFile> {
  const options: LoadOptions = {
    name,
    path,
    format,
    signal,
    ...(fileOrder ? { fileOrder } : {}),
    ...(companion === undefined || !hasFiles() ? {} : { companion }),
    ...(reopen ? { reopen } : {}),
    onProgress() {
      signal.throwIfAborted();
      onProgress?.({ name, bytesRead: bytesRead(), totalBytes: source.size });
    },
  };
  if (!isFile(source)) return await load(source, pools, options);
  return await loadIndexed({ source, path }, pools, { ...options, settings: index });
}

/** Adds the symbols of the programs to coverage traces, where the programs are available. */
async function attachPrograms(file: LoadedFile, path: string, exec: string | undefined): Promise<string[]> {
  if (!file.traces.some(({ header }) => formatNamed(header.format)?.has.includes("programs"))) return [];
  const [{ attachCoverage }, { ProgramFiles }] = await Promise.all([
    import("../coverage/programs/attach.ts"),
    import("../ingest/program_files.ts"),
  ]);
  const programs = new ProgramFiles();
  const warnings = file.traces.flatMap((trace) =>
    attachCoverage(trace, { tracePath: path, exec, open: (program) => programs.open(program) }).warnings
  );
  return [...new Set(warnings)];
}

/** Adds the name of the input to an error, since several may be open. */
function explained(error: unknown, { path, source, bytesRead }: OpenedInput): unknown {
  if (error instanceof ArenaFullError) return new InputError(`"${path}": ${error.message}`, path, "failed");
  if (!(error instanceof FormatError)) return error;
  if (bytesRead() === 0 && (source.size ?? 0) === 0) {
    return new InputError(`Cannot load "${path}": it is empty`, path, "empty");
  }
  return error.message.includes(path) ? error : new FormatError(`"${path}": ${error.message}`, error);
}
