/**
 * Passes the rows of a session to the writer of a format: unchanged, aggregated by line, or as samples.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { rowBatches } from "../engine/row_batches.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import type { ProfileQuery } from "../formats/format_types.ts";
import { ISOLATED_QUERY } from "./isolated_query.ts";
import { completeFiles } from "./coverage_parts.ts";
import { COVERED_LINES, coveredFiles, lineSummaryStages } from "./covered_files.ts";
import type {
  ByteSink,
  PathOptions,
  ResultExporter,
  RowOptions,
  SampleExporter,
  SourceOptions,
} from "./exporter.ts";
import { readSamples, summingStage, weightsOf } from "./read_samples.ts";
import type { SampleWeight } from "./sample_set.ts";

/** The rows to write, and where they come from. */
interface ExportedRows {
  readonly session: Session;
  readonly table: ResultTable;
  /** The query that returned the rows. */
  readonly query: string;
  /** Set if the query is the default profile of the traces, whose rows are sums already. */
  readonly profile?: ProfileQuery | undefined;
}

/** Options for writing rows. */
interface WriteOptions {
  readonly sink: ByteSink;
  readonly rows: RowOptions;
  /** Chooses the index of the primary weight; `first` is the default. */
  readonly weightAt: (weights: readonly SampleWeight[], first: string) => number;
  readonly paths?: PathOptions;
  readonly sources?: SourceOptions | undefined;
  readonly progress?: (done: number, total: number) => void;
}

/** Writes rows. Throws `UsageError` for rows that the format cannot represent. */
export async function writeRows(
  exporter: ResultExporter,
  exported: ExportedRows,
  options: WriteOptions,
): Promise<void> {
  const { session, table, query } = exported;
  const { sink, rows, progress, sources = {} } = options;
  const { name = (path) => path } = sources;
  switch (exporter.takes) {
    case "rows": {
      const { pools } = session;
      const batches = function* (): ReturnType<typeof rowBatches> {
        for (const batch of rowBatches(pools, table)) {
          progress?.(batch.first, table.rowCount);
          yield batch;
        }
      };
      return await exporter.write({ table, pools, query, batches }, sink, rows);
    }
    case "lines":
      return await withStages(session, table, {
        stages: lineSummaryStages(table),
        write: async (lines) => {
          const files = await completeFiles(session, coveredFiles(lines), query !== COVERED_LINES);
          await exporter.write(files.map((file) => ({ ...file, path: name(file.path) })), sink, sources);
        },
      });
    case "samples":
      return await writeSamples(exporter, exported, options);
  }
}

async function writeSamples(
  exporter: SampleExporter,
  { session, table, profile }: ExportedRows,
  { sink, weightAt, paths }: WriteOptions,
): Promise<void> {
  const { pools, traces } = session;
  const name = traces.map((open) => open.name).join(", ");
  const write = async (rows: ResultTable, weights: readonly SampleWeight[], first: string): Promise<void> => {
    const set = readSamples(pools, rows, { name, weights, several: traces.length > 1 });
    await exporter.write(set, sink, weightAt(weights, first), paths);
  };
  if (profile) return await write(table, profile.weights, profile.first);
  await withStages(session, table, {
    stages: summingStage(table),
    write: async (summed) => {
      const weights = weightsOf(summed);
      const first = weights.find(({ unit }) => unit === "bytes") ?? weights[0]!;
      await write(summed, weights, first.name);
    },
  });
}

/**
 * Index of the weight with a name, where `count` and `bytes` mean the first weight with that unit. Negative
 * if there is no such weight.
 */
export function weightNamed(weights: readonly SampleWeight[], wanted: string): number {
  const named = weights.findIndex(({ name }) => name === wanted);
  return named >= 0 ? named : weights.findIndex(({ unit }) => unit === wanted);
}

/** Rows after additional stages; null leaves them unchanged. */
async function withStages(
  session: Session,
  table: ResultTable,
  { stages, write }: {
    readonly stages: string | null;
    readonly write: (table: ResultTable) => Promise<void>;
  },
): Promise<void> {
  if (stages === null) return await write(table);
  const kept = "quarry_rows_to_write";
  session.keep(kept, table);
  try {
    await runScript(
      session,
      `${kept} | ${stages}`,
      { rows: ({ table: rows }) => write(rows) },
      ISOLATED_QUERY,
    );
  } finally {
    session.forget(kept);
  }
}
