/**
 * Opens the files of a command line. Shows progress if that takes long, and one line about each damaged file.
 * @module
 */

import { FormatError, InputError, UsageError } from "../base/errors.ts";
import { checkFormatName, formatNamed } from "../formats/registry.ts";
import { displayPath, type Input, openInput, STANDARD_INPUT } from "../ingest/file_source.ts";
import type { IndexNews } from "../index/indexed_options.ts";
import { loadIndexed } from "../index/load_indexed.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { Resolver } from "../ingest/resolve.ts";
import type { ProgramFiles } from "../ingest/program_files.ts";
import { ArenaFullError } from "../memory/arena.ts";
import type { Pools } from "../tables/pools.ts";
import type { Trace } from "../tables/trace.ts";
import { warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { indexNews } from "./index_messages.ts";
import type { LoadChoices } from "./load_options.ts";
import { worstProblem } from "../headline/damage.ts";
import { Progress } from "./progress.ts";
import { debuginfodCache } from "./user_folders.ts";
import type { TraceOperand } from "./trace_operands.ts";

/** A loaded file with its path and size. */
export interface OpenedFile extends LoadedFile {
  /** The path as given by the user. */
  readonly path: string;
  /** The size of the file on the disk, before decompression. */
  readonly fileBytes: number;
}

/** How to open traces. */
export interface OpenOptions extends LoadChoices {
  /** Memory, strings and stacks that all traces of a session share. */
  readonly pools: Pools;
  /** Programs that coverage traces of this session have used. */
  readonly programs?: ProgramFiles;
  /** Names do not matter to the queries, so no programs are opened for them. */
  readonly isNameless?: boolean;
  /** Receives the result of saving an index. If present, an index is saved even if loading was fast. */
  readonly index?: IndexNews;
  /** Cancels loading between two reads. */
  readonly signal?: AbortSignal;
}

/** Opens a file and shows progress. Throws `InputError` and `FormatError`. */
export async function openTraceFile(
  host: CliHost,
  operand: TraceOperand,
  options: OpenOptions,
): Promise<OpenedFile> {
  checkFormatName(options.format);
  await checkPlaces(host, options);
  if (operand.path === STANDARD_INPUT && host.stdinIsTerminal) {
    throw new UsageError("Cannot read a trace from the terminal: name a file, or pipe one in");
  }
  const { source, reopen } = await openOperand(operand.path);
  const progress = new Progress(host, operand.path === STANDARD_INPUT ? "standard input" : operand.path);
  const { openResolver } = options.resolve ? await import("../ingest/resolve.ts") : {};
  const resolver = openResolver?.({
    ...options.resolve!,
    downloads: debuginfodCache(host),
    lines: true,
  });
  let isResolving = false;
  try {
    progress.watch(() => [source.offset, source.size]);
    const file = await loadIndexed({ source, path: operand.path }, options.pools, {
      name: operand.name,
      path: operand.path,
      format: options.format,
      onProgress: () => {
        options.signal?.throwIfAborted();
        progress.update(source.offset, source.size);
      },
      ...(options.signal ? { signal: options.signal } : {}),
      ...(reopen ? { reopen } : {}),
      ...(options.fileOrder ? { fileOrder: true } : {}),
      ...(options.follows ? { follows: true } : {}),
      ...(options.companion === undefined ? {} : { companion: options.companion }),
      ...(resolver ? { functionAt: resolver.functionAt, others: resolver.others } : {}),
      ...(options.isNameless ? { isNameless: true } : {}),
      news: options.index ?? indexNews(host, () => progress.clear()),
      always: options.index !== undefined,
    });
    // The signal may have ended reading early, which would look like the end of the file.
    if (options.signal?.aborted) file.close();
    options.signal?.throwIfAborted();
    progress.clear();
    if (resolver) await warnAboutPrograms(host, operand.name, resolver, file.traces);
    await attachPrograms(host, operand, file.traces, options);
    if (resolver && file.closeLater) {
      file.closeLater(() => resolver.close());
      isResolving = true;
    }
    return { ...file, path: operand.path, fileBytes: source.size ?? source.offset };
  } catch (error) {
    throw explained(error, operand.path, source.offset);
  } finally {
    progress.clear();
    source.close();
    if (!isResolving) resolver?.close();
  }
}

/**
 * Opens a file named on the command line. Throws `InputError`, with a hint if the path looks like a query.
 */
export async function openOperand(path: string): Promise<Input> {
  try {
    return await openInput(path);
  } catch (error) {
    if (!(error instanceof InputError) || error.trouble !== "missing") throw error;
    const { queryHint } = await import("./query_hint.ts");
    throw new InputError(error.message + await queryHint(path), path, "missing");
  }
}

/** Adds the path to an error, since it may be one of many files. */
function explained(error: unknown, path: string, bytesRead: number): unknown {
  if (error instanceof ArenaFullError) {
    return new InputError(`${displayPath(path)}: ${error.message}`, path, "failed");
  }
  if (!(error instanceof FormatError)) return error;
  if (bytesRead === 0) {
    return new InputError(`Cannot load ${displayPath(path)}: the file is empty`, path, "empty");
  }
  if (error.message.includes(path)) return error;
  return new FormatError(`${displayPath(path)}: ${error.message}`, error);
}

/** Adds the symbols of their programs to coverage traces, if the programs are available. */
async function attachPrograms(
  host: CliHost,
  { name, path }: TraceOperand,
  traces: readonly Trace[],
  { exec, programs }: OpenOptions,
): Promise<void> {
  if (!programs || !traces.some(({ header }) => formatNamed(header.format)?.has.includes("programs"))) return;
  const { attachCoverage } = await import("../coverage/programs/attach.ts");
  for (const trace of traces) {
    const { warnings } = attachCoverage(trace, {
      tracePath: path,
      exec,
      open: (file) => programs.open(file),
    });
    for (const warning of warnings) if (programs.isNew(warning)) await warn(host, `${name}: ${warning}`);
  }
}

/** Warns about problems with programs, now and after each query that has looked up names. */
async function warnAboutPrograms(
  host: CliHost,
  name: string,
  resolver: Resolver,
  traces: readonly Trace[],
): Promise<void> {
  const told = new Set<string>();
  let missing = 0;
  const tell = async (): Promise<void> => {
    if (resolver.missing.length > missing) await warnOfMissing(host, name, resolver.missing.slice(missing));
    missing = resolver.missing.length;
    for (const warning of resolver.warnings) if (!told.has(warning)) await warn(host, `${name}: ${warning}`);
    for (const warning of resolver.warnings) told.add(warning);
  };
  await tell();
  for (const { later } of traces) {
    if (!later) continue;
    later.settle = async () => {
      await resolver.rest();
      await tell();
    };
  }
}

/** Warns about modules without a program; otherwise the trace would seem to have no names at all. */
async function warnOfMissing(host: CliHost, name: string, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
  await warn(host, `${name}: no program found for ${missing[0]}${more}: its functions have no names`);
}

/** Checks the folders and files given by options: a wrong one would otherwise look like missing programs. */
async function checkPlaces(host: CliHost, { resolve, exec }: LoadChoices): Promise<void> {
  const folders = [resolve?.sysroot, ...resolve?.debugDirs ?? []].filter((each) => each !== undefined);
  const folder = folders.find((path) => !host.exists(path));
  const missing = folder ?? (exec !== undefined && !host.exists(exec) ? exec : undefined);
  if (missing === undefined) return;
  const { missingFileReason } = await import("../ingest/similar_files.ts");
  const what = folder === undefined ? "open program" : "look for programs in";
  throw new UsageError(`Cannot ${what} "${missing}": ${missingFileReason(missing)}`);
}

/** Returns whether data is missing. */
export function isDamaged(trace: Trace): boolean {
  return trace.problems.some(({ severity }) => severity === "error");
}

/** Writes one line to standard error for each trace that has problems other than notes. */
export async function warnAboutDamage(host: CliHost, traces: readonly Trace[]): Promise<void> {
  for (const trace of traces) {
    const found = worstProblem(trace);
    if (found === undefined) continue;
    const more = found.total > 1 ? ` (${found.total} problems: query the table "problems")` : "";
    await warn(host, `${trace.name}: ${found.text}${more}`);
  }
}
