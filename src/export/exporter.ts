/**
 * What an exporter is: something of a session goes in, bytes of another tool's format come out in pieces.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import type { RowBatch } from "../engine/row_batches.ts";
import type { Session } from "../engine/session.ts";
import type { Pools } from "../tables/pools.ts";
import type { CoveredFile } from "./covered_types.ts";
import type { SampleSet } from "./sample_set.ts";

/** Takes pieces of the output; the promise asks to wait before giving more. A piece may be reused after it. */
export type ByteSink = (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>;

/** Ways to compress pages of Parquet. */
export const COMPRESSIONS = ["zstd", "snappy", "none"] as const;

/** One of them. */
export type Compression = (typeof COMPRESSIONS)[number];

/** Options of the command that not every format of rows follows. */
export const ROW_OPTIONS = ["decimal", "no-header", "spreadsheet", "json-numbers", "compression"] as const;

/** One of them. */
export type RowOption = (typeof ROW_OPTIONS)[number];

/** What all exporters have. A file of an exporter imports what is heavy when it writes: every command loads the list. */
interface ExporterFacts {
  /** Name as in `--to NAME`. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /** Ends of file names that mean this format. */
  readonly extensions: readonly string[];
  /** Nothing to look at: a terminal does not get it. */
  readonly binary: boolean;
  /** True for the first bytes of files of this format, which an export replaces. Absent = any text is one. */
  recognizes?(head: Uint8Array): boolean | Promise<boolean>;
}

/** Rows of a query, to be read cell by cell or in batches. */
export interface RowSource {
  /** Names, types, cells. */
  readonly table: ResultTable;
  /** Texts of the codes in batches. */
  readonly pools: Pools;
  /** The query of the rows. */
  readonly query: string;
  /** The rows in batches; may be called again. */
  batches(): Iterable<RowBatch>;
}

/** How rows are to be written. */
export interface RowOptions {
  /** Addresses and times as plain numbers also where text would show them otherwise. */
  readonly decimal: boolean;
  /** A line of column names, where the format has one. */
  readonly header: boolean;
  /** JSON numbers even where a double rounds them. */
  readonly jsonNumbers: boolean;
  /** How pages of Parquet are compressed; the best way that there is by default. */
  readonly compression?: Compression | undefined;
  /** Texts that a spreadsheet would compute get a mark in front that says that they are texts. */
  readonly spreadsheet?: boolean;
  /** Told of every distinct text that a spreadsheet would compute and that has no mark. */
  readonly onFormula?: (text: string) => void;
}

/** Writes the rows of any query. */
export interface RowExporter extends ExporterFacts {
  readonly takes: "rows";
  readonly follows?: readonly RowOption[];
  write(rows: RowSource, sink: ByteSink, options: RowOptions): Promise<void>;
}

/** How call paths are to be written. */
export interface PathOptions {
  /** Recursion call by call, in formats that fold it. */
  readonly isUnfolded?: boolean;
}

/** Writes places in a program with their weights. */
export interface SampleExporter extends ExporterFacts {
  readonly takes: "samples";
  /** Recursion is one level unless somebody wants it call by call. */
  readonly folds?: boolean;
  /** `weight` is the number of the weight that is meant first. Throws `UsageError` for what cannot be written. */
  write(samples: SampleSet, sink: ByteSink, weight: number, options?: PathOptions): Promise<void>;
}

/** Writes whole traces. */
export interface TraceExporter extends ExporterFacts {
  readonly takes: "traces";
  /** Throws `UsageError` when a trace has nothing that the format can show. */
  write(session: Session, sink: ByteSink, progress: (done: number, total: number) => void): Promise<void>;
}

/** How source files are named. */
export interface SourceOptions {
  /** A name as the reader has the file; as the trace has it by default. */
  readonly name?: ((path: string) => string) | undefined;
  /** The folder that relative names begin in, where one is known. */
  readonly root?: string | undefined;
}

/** Writes source files with the lines that ran. */
export interface LineExporter extends ExporterFacts {
  readonly takes: "lines";
  write(files: readonly CoveredFile[], sink: ByteSink, options: SourceOptions): Promise<void>;
}

/** Writes a folder with all tables of all traces; each trace is opened for itself. */
export interface DatasetExporter extends ExporterFacts {
  readonly takes: "files";
}

/** Writes the rows of a query, as they are or summed. */
export type ResultExporter = RowExporter | SampleExporter | LineExporter;

/** Writes one file. */
export type FileExporter = ResultExporter | TraceExporter;

/** One output format. */
export type Exporter = FileExporter | DatasetExporter;
