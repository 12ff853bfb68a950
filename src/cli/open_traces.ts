/**
 * Opening the files of a command line: progress while it takes long, one line for each damaged file.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { InputError, UsageError } from "../base/errors.ts";
import { formats } from "../formats/registry.ts";
import { openInput } from "../ingest/file_source.ts";
import { load, type LoadedFile } from "../ingest/load.ts";
import type { Pools } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";
import { warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { Progress } from "./progress.ts";
import type { TraceOperand } from "./trace_operands.ts";

/** A file and what came of it. */
export interface OpenedFile extends LoadedFile {
  /** The path as it was given. */
  readonly path: string;
}

/** How to open. */
export interface OpenOptions {
  /** Memory, texts and stacks that all traces of a session share. */
  readonly pools: Pools;
  /** Value of `--format`. */
  readonly format?: string | undefined;
}

/** Opens a file, with progress. Throws `InputError` and `FormatError`. */
export async function openTraceFile(
  host: CliHost,
  operand: TraceOperand,
  options: OpenOptions,
): Promise<OpenedFile> {
  checkFormat(options.format);
  const { source, reopen } = await openInput(operand.path);
  const progress = new Progress(host, operand.path);
  try {
    const file = await load(source, options.pools, {
      name: operand.name,
      format: options.format,
      onProgress: () => progress.update(source.offset, source.size),
      ...(reopen ? { reopen } : {}),
    });
    return { ...file, path: operand.path };
  } catch (error) {
    if (source.offset > 0 || error instanceof InputError) throw error;
    throw new InputError(`Cannot load "${operand.path}": the file is empty`, operand.path, "empty");
  } finally {
    progress.clear();
    source.close();
  }
}

/** A wrong name is the person's mistake and not the file's. */
function checkFormat(name: string | undefined): void {
  const names = formats.map((format) => format.name);
  if (name === undefined || names.includes(name)) return;
  const near = didYouMean(name, names);
  throw new UsageError(
    `Unknown format "${name}": ${near ? `did you mean ${near}?` : `known are ${names.join(", ")}`}`,
  );
}

/** True when data is missing. */
export function isDamaged(trace: Trace): boolean {
  return trace.problems.some(({ severity }) => severity === "error");
}

/** One line on standard error for each trace that has more than notes against it. */
export async function warnOfDamage(host: CliHost, traces: readonly Trace[]): Promise<void> {
  for (const trace of traces) {
    const grave = trace.problems.find(({ severity }) => severity === "error") ??
      trace.problems.find(({ severity }) => severity === "warning");
    if (!grave) continue;
    const total = [...trace.problemCounts.values()].reduce((sum, count) => sum + count, 0);
    const more = total > 1 ? ` (${total} problems: ask the table "problems")` : "";
    const where = `byte ${grave.offset}${grave.record > 0 ? `, record ${grave.record}` : ""}`;
    await warn(host, `${trace.name}: ${grave.message} at ${where}: ${grave.handling}${more}`);
  }
}
