/**
 * The interface of an exporter: takes rows or traces of a session, and writes chunks in another tool's
 * format.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import type { RowBatch } from "../engine/row_batches.ts";
import type { Session } from "../engine/session.ts";
import type { Pools } from "../tables/pools.ts";
import type { CoveredFile } from "./covered_types.ts";
import type { SampleSet } from "./sample_set.ts";

/** Takes chunks of the output; wait for the promise before writing more. A chunk may be reused afterwards. */
export type ByteSink = (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>;

/** Compression methods of Parquet pages. */
export const COMPRESSIONS = ["zstd", "snappy", "none"] as const;

/** A compression method. */
export type Compression = (typeof COMPRESSIONS)[number];

/** Command options that only some row formats support. */
export const ROW_OPTIONS = ["decimal", "no-header", "spreadsheet", "json-numbers", "compression"] as const;

/** An option that only some row formats support. */
export type RowOption = (typeof ROW_OPTIONS)[number];

/**
 * Properties of all exporters. An exporter imports heavy modules only when it writes, since every command
 * loads the registry.
 */
interface ExporterFacts {
  /** Name as in `--to NAME`. */
  readonly name: string;
  /** Summary in one line for help. */
  readonly summary: string;
  /** File name extensions of this format. */
  readonly extensions: readonly string[];
  /** True if the output is not readable text: it is not written to a terminal. */
  readonly binary: boolean;
  /**
   * True for the first bytes of files in this format, which an export may replace. If absent, any text file
   * is accepted.
   */
  recognizes?(head: Uint8Array): boolean | Promise<boolean>;
}

/** The rows of a query, which can be read cell by cell or in batches. */
export interface RowSource {
  /** Column names, types and cells. */
  readonly table: ResultTable;
  /** Resolves the text codes in batches. */
  readonly pools: Pools;
  /** The query that returned the rows. */
  readonly query: string;
  /** Iterates over the rows in batches; may be called again. */
  batches(): Iterable<RowBatch>;
}

/** Options for writing rows. */
export interface RowOptions {
  /** Writes addresses and times as plain numbers, even in text formats. */
  readonly decimal: boolean;
  /** Writes a header line, if the format has one. */
  readonly header: boolean;
  /** Writes JSON numbers even where a double rounds them. */
  readonly jsonNumbers: boolean;
  /** How Parquet pages are compressed; the best available method by default. */
  readonly compression?: Compression | undefined;
  /** Marks texts that a spreadsheet would evaluate. */
  readonly spreadsheet?: boolean;
  /** Called with every distinct unmarked text that a spreadsheet would evaluate. */
  readonly onFormula?: (text: string) => void;
}

/** Writes the rows of any query. */
export interface RowExporter extends ExporterFacts {
  readonly takes: "rows";
  readonly follows?: readonly RowOption[];
  write(rows: RowSource, sink: ByteSink, options: RowOptions): Promise<void>;
}

/** Options for writing call paths. */
export interface PathOptions {
  /** Keeps recursion call by call, in formats that fold it. */
  readonly isUnfolded?: boolean;
}

/** Writes locations in a program with their weights. */
export interface SampleExporter extends ExporterFacts {
  readonly takes: "samples";
  /** Whether recursion is folded into one level by default. */
  readonly folds?: boolean;
  /** `weight` is the index of the primary weight. Throws `UsageError` for samples that cannot be written. */
  write(samples: SampleSet, sink: ByteSink, weight: number, options?: PathOptions): Promise<void>;
}

/** Writes whole traces. */
export interface TraceExporter extends ExporterFacts {
  readonly takes: "traces";
  /** Throws `UsageError` if a trace has nothing that the format can show. */
  write(session: Session, sink: ByteSink, progress: (done: number, total: number) => void): Promise<void>;
}

/** How source files are named. */
export interface SourceOptions {
  /** Maps a path to the name that the reader uses; the path in the trace by default. */
  readonly name?: ((path: string) => string) | undefined;
  /** The folder that relative names start from, if known. */
  readonly root?: string | undefined;
}

/** Writes source files with the lines that ran. */
export interface LineExporter extends ExporterFacts {
  readonly takes: "lines";
  write(files: readonly CoveredFile[], sink: ByteSink, options: SourceOptions): Promise<void>;
}

/** Writes a folder with all tables of all traces; each trace is opened separately. */
export interface DatasetExporter extends ExporterFacts {
  readonly takes: "files";
}

/** Writes the rows of a query, unchanged or aggregated. */
export type ResultExporter = RowExporter | SampleExporter | LineExporter;

/** Writes a single file. */
export type FileExporter = ResultExporter | TraceExporter;

/** An output format. */
export type Exporter = FileExporter | DatasetExporter;
