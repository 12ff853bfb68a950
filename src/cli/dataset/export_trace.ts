/**
 * Exports one file into a dataset: loads it once, and writes every table of its traces in one pass.
 * @module
 */

import project from "../../../deno.json" with { type: "json" };
import { FormatError, InputError, QueryError, UsageError } from "../../base/errors.ts";
import { argumentTypes } from "../../engine/dataset/argument_types.ts";
import { eachTable } from "../../engine/dataset/dataset_tables.ts";
import { partitionName } from "../../engine/dataset/partition_name.ts";
import { type OpenTrace, tracesOf } from "../../engine/open_trace.ts";
import { Session } from "../../engine/session.ts";
import { bestCodec } from "../../export/page_codec.ts";
import { writeParquetRows } from "../../export/parquet_file.ts";
import { ProgramFiles } from "../../ingest/program_files.ts";
import { ArenaFullError } from "../../memory/arena.ts";
import { exists } from "../../output/temporary_file.ts";
import { openWholeFolder, type WholeFolder } from "../../output/whole_folder.ts";
import { type Arguments, EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import type { LoadChoices } from "../load_options.ts";
import { isDamaged, openTraceFile } from "../open_traces.ts";
import { problemTotal, worstProblem } from "../../headline/damage.ts";
import {
  type DatasetSource,
  type DatasetTableFacts,
  isUpToDate,
  LAYOUT_VERSION,
  readerVersionOf,
  readRecord,
  RECORD_FILE,
  sourceOfFile,
} from "./dataset_record.ts";
import type { FoundTrace } from "../find_traces.ts";

/** Options for exporting files. */
export interface DatasetOptions {
  /** Folder of the dataset. */
  readonly place: string;
  /** Replace traces of the same name that came from another source. */
  readonly replace: boolean;
  /** Do not write damaged traces. */
  readonly strict: boolean;
  readonly choices: LoadChoices;
}

/** The outcome for a trace, or for a file without traces. */
export interface TraceReport {
  readonly name: string;
  readonly status: "written" | "replaced" | "there" | "no trace" | "failed";
  /** Rows of all tables. */
  readonly rows: number;
  /** Bytes in the folder of the trace. */
  readonly bytes: number;
  readonly problems: number;
  /** The most severe problem, or why the trace was not written. */
  readonly message?: string | undefined;
  /** Exit code in case of failure. */
  readonly code?: number | undefined;
}

/** Takes the options from the command line. */
export function datasetOptions(args: Arguments, place: string, choices: LoadChoices): DatasetOptions {
  return { place, replace: args.has("replace"), strict: args.has("strict"), choices };
}

/** The source of a file, before it is read. */
export function sourceOf(found: FoundTrace, { choices }: DatasetOptions): DatasetSource {
  return sourceOfFile(found.name, found.path, JSON.stringify(choices));
}

/** Receives the progress of an export. */
interface Watch {
  /** A folder has been started. */
  begun?(folder: WholeFolder): void;
  /** This many rows of a table have been written. */
  progress?(done: number, total: number): void;
}

/** Exports the traces of a file; errors of the file are part of the reports. */
export async function exportTrace(
  host: CliHost,
  found: FoundTrace,
  options: DatasetOptions,
  watch: Watch = {},
): Promise<TraceReport[]> {
  const session = new Session();
  const source = sourceOf(found, options);
  const reports: TraceReport[] = [];
  try {
    const file = await openTraceFile(host, found, {
      pools: session.pools,
      programs: new ProgramFiles(),
      ...options.choices,
    });
    session.add(tracesOf(file, found.path));
    if (options.strict && file.traces.some(isDamaged)) {
      const message = "it is damaged, and --strict is given";
      return [{ ...nothing(found.name), status: "failed", message, code: EXIT.unreadable }];
    }
    for (const open of session.traces) {
      const writer = new TraceWriter({ session, open, source, fileBytes: file.fileBytes, watch });
      reports.push(await writer.write(options));
    }
  } catch (error) {
    reports.push(failureOf(error, found));
  } finally {
    session.closeAll();
  }
  return reports;
}

function nothing(name: string): Omit<TraceReport, "status"> {
  return { name, rows: 0, bytes: 0, problems: 0 };
}

/**
 * Converts an error into the report on a file. Unexpected errors, and errors of the destination that all
 * traces share, are rethrown.
 */
function failureOf(error: unknown, { name, found }: FoundTrace): TraceReport {
  const failed = { ...nothing(name), status: "failed" } as const;
  if (error instanceof FormatError && error.format === "unknown" && found) {
    return { ...nothing(name), status: "no trace" };
  }
  if (error instanceof InputError && error.trouble === "empty" && found) {
    return { ...nothing(name), status: "no trace" };
  }
  if (error instanceof FormatError || error instanceof InputError) {
    return { ...failed, message: error.message, code: EXIT.unreadable };
  }
  if (error instanceof ArenaFullError || error instanceof QueryError) {
    return { ...failed, message: error.message, code: EXIT.failed };
  }
  if (error instanceof UsageError) return { ...failed, message: error.message, code: EXIT.usage };
  throw error;
}

/** A trace, and everything that is needed to write it. */
interface WriterJob {
  readonly session: Session;
  readonly open: OpenTrace;
  readonly source: DatasetSource;
  readonly fileBytes: number;
  readonly watch: Watch;
}

/** Writes one trace. */
class TraceWriter {
  readonly #job: WriterJob;

  constructor(job: WriterJob) {
    this.#job = job;
  }

  async write({ place, replace }: DatasetOptions): Promise<TraceReport> {
    const { session, open: { name, trace }, source, watch } = this.#job;
    const target = partitionName(name);
    const before = readRecord(`${place}/${target}`);
    if (before && isUpToDate(before, source)) return this.#report("there", {});
    const isThere = exists(`${place}/${target}`);
    if (isThere && !replace) return this.#conflict();
    const folder = await openWholeFolder(place);
    watch.begun?.(folder);
    try {
      const tables = await this.#writeTables(folder);
      const record = await folder.create(RECORD_FILE);
      await record.write(JSON.stringify({
        layout: LAYOUT_VERSION,
        quarry: project.version,
        name,
        format: trace.header.format,
        reader: readerVersionOf(trace.header.format),
        source,
        traces: session.traces.map((each) => each.name),
        arguments: argumentTypes(trace),
        tables,
      }));
      await record.finish();
      if (await folder.finish(target, { replace })) {
        return this.#report(isThere ? "replaced" : "written", tables);
      }
      // Another process has meanwhile written a trace with this name.
      const other = readRecord(`${place}/${target}`);
      return other && isUpToDate(other, source) ? this.#report("there", {}) : this.#conflict();
    } catch (error) {
      folder.discard();
      throw error;
    }
  }

  async #writeTables(folder: WholeFolder): Promise<Record<string, DatasetTableFacts>> {
    const tables: Record<string, DatasetTableFacts> = {};
    const codec = await bestCodec();
    const { session, open, fileBytes, watch: { progress } } = this.#job;
    const { pools, tables: inMemory } = open.trace;
    await eachTable(session, open, {
      fileBytes,
      write: async (name, { columns, batches }) => {
        const file = await folder.create(`${name}.parquet`);
        const total = inMemory.get(name)?.rowCount ?? 0;
        const rows = {
          columns,
          pools,
          query: name,
          *batches() {
            for (const batch of batches()) {
              if (total > 0) progress?.(batch.first, total);
              yield batch;
            }
          },
        };
        const written = await writeParquetRows(rows, (piece) => file.write(piece), codec);
        await file.finish();
        tables[name] = {
          ...written,
          columns: columns.map(({ name, type, list }) => ({ name, type, ...(list ? { list } : {}) })),
        };
      },
    });
    return tables;
  }

  #report(status: TraceReport["status"], tables: Readonly<Record<string, DatasetTableFacts>>): TraceReport {
    const { name, trace } = this.#job.open;
    const worst = worstProblem(trace);
    const all = Object.values(tables);
    return {
      name,
      status,
      rows: all.reduce((sum, { rows }) => sum + rows, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      problems: problemTotal(trace.problemCounts),
      ...(worst && status !== "there" ? { message: worst.text } : {}),
    };
  }

  #conflict(): TraceReport {
    return { ...nothing(this.#job.open.name), status: "failed", message: NAME_CONFLICT, code: EXIT.failed };
  }
}

/** The message if a trace with this name already exists. */
export const NAME_CONFLICT =
  "another trace of this name exists: --replace replaces it, NAME=FILE adds this one under another name";
