/**
 * Opening the files of a command line: progress while it takes long, one line for each damaged file.
 * @module
 */

import { FormatError, InputError, UsageError } from "../base/errors.ts";
import { checkFormatName, formatNamed } from "../formats/registry.ts";
import { type Input, openInput, shownPath, STANDARD_INPUT } from "../ingest/file_source.ts";
import { type IndexNews, loadIndexed } from "../index/load_indexed.ts";
import type { LoadedFile } from "../ingest/load.ts";
import type { ProgramFiles } from "../ingest/program_files.ts";
import { ArenaFullError } from "../memory/arena.ts";
import type { Pools } from "../tables/pools.ts";
import type { Trace } from "../tables/trace.ts";
import { warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { indexNews } from "./index_news.ts";
import type { LoadChoices } from "./load_options.ts";
import { gravest } from "../headline/damage.ts";
import { Progress } from "./progress.ts";
import { debuginfodCache } from "./xdg.ts";
import type { TraceOperand } from "./trace_operands.ts";

/** A file and what came of it. */
export interface OpenedFile extends LoadedFile {
  /** The path as it was given. */
  readonly path: string;
  /** Bytes of the file itself, under its containers. */
  readonly fileBytes: number;
}

/** How to open. */
export interface OpenOptions extends LoadChoices {
  /** Memory, texts and stacks that all traces of a session share. */
  readonly pools: Pools;
  /** Programs that coverage traces of the same session have asked for. */
  readonly programs?: ProgramFiles;
  /** An index of the file is wanted, however long loading takes: what became of it. */
  readonly index?: IndexNews;
  /** Gives up between two reads. */
  readonly signal?: AbortSignal;
}

/** Opens a file, with progress. Throws `InputError` and `FormatError`. */
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
  const resolver = await openResolver?.({
    ...options.resolve!,
    downloads: debuginfodCache(host),
    lines: true,
  });
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
      news: options.index ?? indexNews(host, () => progress.clear()),
      always: options.index !== undefined,
    });
    // A reader may take the signal for the end.
    if (options.signal?.aborted) file.close();
    options.signal?.throwIfAborted();
    progress.clear();
    if (resolver) await warnOfMissing(host, operand.name, resolver.missing);
    for (const warning of resolver?.warnings ?? []) await warn(host, `${operand.name}: ${warning}`);
    await attachPrograms(host, operand, file.traces, options);
    return { ...file, path: operand.path, fileBytes: source.size ?? source.offset };
  } catch (error) {
    throw explained(error, operand.path, source.offset);
  } finally {
    progress.clear();
    source.close();
    resolver?.close();
  }
}

/** Opens a file of the command line. Throws `InputError`, which knows that it may be a query. */
export async function openOperand(path: string): Promise<Input> {
  try {
    return await openInput(path);
  } catch (error) {
    if (!(error instanceof InputError) || error.trouble !== "missing") throw error;
    const { queryHint } = await import("./query_hint.ts");
    throw new InputError(error.message + await queryHint(path), path, "missing");
  }
}

/** Adds the file to an error, since it may be one of many. */
function explained(error: unknown, path: string, bytesRead: number): unknown {
  if (error instanceof ArenaFullError) {
    return new InputError(`${shownPath(path)}: ${error.message}`, path, "failed");
  }
  if (!(error instanceof FormatError)) return error;
  if (bytesRead === 0) {
    return new InputError(`Cannot load ${shownPath(path)}: the file is empty`, path, "empty");
  }
  if (error.message.includes(path)) return error;
  return new FormatError(`${shownPath(path)}: ${error.message}`, error);
}

/** Gives coverage traces the symbols of their programs, where those are available. */
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

/** Modules without a program leave their addresses as they are: that should not look like a trace without names. */
async function warnOfMissing(host: CliHost, name: string, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
  await warn(host, `${name}: no program found for ${missing[0]}${more}: its functions have no names`);
}

/** A wrong folder would otherwise look like missing programs. */
async function checkPlaces(host: CliHost, { resolve, exec }: LoadChoices): Promise<void> {
  const folders = [resolve?.sysroot, ...resolve?.debugDirs ?? []].filter((each) => each !== undefined);
  const folder = folders.find((path) => !host.exists(path));
  const missing = folder ?? (exec !== undefined && !host.exists(exec) ? exec : undefined);
  if (missing === undefined) return;
  const { missingFile } = await import("../ingest/near_files.ts");
  const what = folder === undefined ? "open program" : "look for programs in";
  throw new UsageError(`Cannot ${what} "${missing}": ${missingFile(missing)}`);
}

/** True when data is missing. */
export function isDamaged(trace: Trace): boolean {
  return trace.problems.some(({ severity }) => severity === "error");
}

/** One line on standard error for each trace that has more than notes against it. */
export async function warnAboutDamage(host: CliHost, traces: readonly Trace[]): Promise<void> {
  for (const trace of traces) {
    const found = gravest(trace);
    if (found === undefined) continue;
    const more = found.total > 1 ? ` (${found.total} problems: query the table "problems")` : "";
    await warn(host, `${trace.name}: ${found.text}${more}`);
  }
}
