/**
 * What the workbench and its server say to one another, as JSON. Numbers of 64 bits are texts.
 * @module
 */

import type { StackWeight } from "../engine/weights.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Headline, HeadlinePicture } from "../headline/headline.ts";
import type { Completion, Hover } from "../assist/assist.ts";

/** How the values of a column are read and drawn. */
export type ColumnKind = "bytes" | "number" | "float" | "hex" | "time" | "text" | "bool";

/** A column of a result or of a table. */
export interface WireColumn {
  readonly name: string;
  /** The name as a query writes it. */
  readonly written: string;
  readonly kind: ColumnKind;
  readonly type: string;
}

/** A cell: exact digits of a number, the readable text of anything else; null where there is no value. */
export type WireCell = string | boolean | null;

/** A cell of a picture, which asks for numbers where a double has them exactly. */
export type DrawnCell = WireCell | number;

/** Rows that follow each other, column by column. */
export interface WireRows<Cell = WireCell> {
  readonly from: number;
  readonly cells: readonly (readonly Cell[])[];
}

/** Cells of a column that is drawn: as they are, or each different one once, and which of them each row has. */
export type DrawnCells =
  | readonly DrawnCell[]
  | { readonly different: readonly WireCell[]; readonly at: readonly number[] };

/** A line of the answer to `run` as it is sent. */
export type EncodedRunLine =
  | Exclude<RunLine, WireRows>
  | Sent<Extract<RunLine, { t: "rows" }>>
  | Sent<Extract<RunLine, { t: "more" }>>;

type Sent<Line extends WireRows> = Omit<Line, "cells"> & { readonly cells: readonly DrawnCells[] };

/** A line of the answer to `run`. */
export type RunLine<Cell = WireCell> =
  | { readonly t: "warning"; readonly diagnostic: Diagnostic }
  | { readonly t: "progress"; readonly step: string; readonly done: number; readonly total: number }
  | ({
    readonly t: "rows";
    /** Asks for more of them. */
    readonly result: number;
    /** The statement. */
    readonly text: string;
    readonly columns: readonly WireColumn[];
    readonly rowCount: number;
    readonly milliseconds: number;
    readonly scanned: number;
    /** The query for the rows of each group over the trace; null where there is none. */
    readonly trend: string | null;
  } & WireRows<Cell>)
  /** Rows of the result before, from where those that have come end. */
  | ({ readonly t: "more" } & WireRows<Cell>)
  | {
    readonly t: "verdict";
    readonly name: string;
    readonly passed: boolean;
    readonly found: string;
  }
  /** Something to know of the rows before, such as leaks that are not among them. */
  | { readonly t: "note"; readonly text: string }
  | {
    readonly t: "error";
    readonly message: string;
    /** Places in the text, with the caret drawn under them. */
    readonly diagnostics: readonly Diagnostic[];
    readonly drawn: string;
  }
  | { readonly t: "end" };

/** What `run` is asked. */
export interface RunRequest {
  readonly text: string;
  /** Rows of each result that come at once. */
  readonly rows?: number;
  /** Leaves no definitions behind. */
  readonly alone?: boolean;
  /** The rows are drawn: as many as are wanted come at once, and none is held for later. */
  readonly drawn?: boolean;
  /** Of rows that are drawn: numbers that a double has exactly are sent as such, and no texts are made of them. */
  readonly numbers?: boolean;
}

/** A line of the answer to `open`. */
export type OpenLine =
  | { readonly t: "progress"; readonly done: number; readonly total: number }
  | { readonly t: "opened"; readonly names: readonly string[]; readonly warnings: readonly string[] }
  | { readonly t: "error"; readonly message: string };

/** What `rows` is asked. */
export interface RowsRequest {
  readonly result: number;
  readonly from: number;
  readonly count: number;
}

/** A cell that somebody points at. */
export interface CellRequest {
  readonly result: number;
  readonly row: number;
  readonly column: number;
}

/** What can be asked about a cell. */
export interface CellAnswer {
  /** The value as a query writes it; null where it has no such form. */
  readonly literal: string | null;
  readonly keep: string | null;
  readonly drop: string | null;
  /** Queries for what is behind the row, best first. */
  readonly behind: readonly string[];
  /** The line of source that the row names. */
  readonly source: { readonly file: string; readonly line: number } | null;
}

/** The memory that a call carries. */
export interface BlobRequest {
  readonly trace: string;
  /** Number of the call. */
  readonly no: string;
  /** Name of the argument. */
  readonly argument: string;
}

/** A text and a place in it. */
export interface TextRequest {
  readonly text: string;
  readonly offset?: number;
}

/** A query that is to be asked of a part of the trace. */
export interface WithinRequest {
  readonly text: string;
  /** Tests of its rows, best first; the first one that its source has columns for counts. */
  readonly filters: readonly string[];
}

/** The query of a part of the trace, or why there is none. */
export interface WithinAnswer {
  readonly query: string | null;
  readonly reason: string | null;
}

/** A table of a trace. */
export interface WireTable {
  readonly name: string;
  readonly doc: string;
  /** Null where that is not known without making it. */
  readonly rows: number | null;
  readonly columns: readonly (WireColumn & { readonly doc: string; readonly isEmpty: boolean })[];
}

/** An open trace. */
export interface WireTrace {
  readonly name: string;
  /** What is written after a table to name this trace; empty if it is the only one. */
  readonly of: string;
  readonly path: string;
  readonly format: string;
  readonly version: string;
  readonly bytes: number;
  readonly problems: number;
  /** What a record is called. */
  readonly record: string;
  readonly tables: readonly WireTable[];
  /** Columns of its profile that stacks are weighed by, the first by default; empty where it has none. */
  readonly weights: readonly StackWeight[];
  /** How many events it has: their numbers begin with 1. */
  readonly events: number;
  /** Why which block each free frees is a guess; absent where it is not. */
  readonly guessed?: string;
}

/** The first request of a page. */
export interface TracesRequest {
  /** Steps of a chart that is as wide as the page: its curves are asked for ahead. */
  readonly steps?: number;
}

/** The open traces. */
export interface WireTraces {
  /** Whether what is written to the traces is read: `news` says what. */
  readonly follows?: boolean;
  readonly traces: readonly WireTrace[];
  /** Queries that are asked first, by trace. */
  readonly questions: readonly { readonly query: string; readonly answers: string }[];
}

/** What is asked for what is said first: nothing for all traces, or two of them, the first before. */
export interface HeadlineRequest {
  readonly before?: string;
  readonly after?: string;
}

/** Sums up a trace, or what changed between two. */
export interface WireHeadline extends Omit<Headline, "picture"> {
  readonly picture: WirePicture | null;
}

/** Its picture: values as they are drawn. */
export type WirePicture =
  | Extract<HeadlinePicture, { readonly kind: "bars" }>
  | (Omit<Extract<HeadlinePicture, { readonly kind: "curve" }>, "points"> & {
    /** Where the first and the last value are. */
    readonly ends: readonly [string, string];
    readonly values: readonly number[];
  });

/** A source file, as far as it may be read. */
export interface SourceAnswer {
  readonly file: string;
  readonly lines: readonly string[] | null;
  /** Why there are none. */
  readonly reason: string | null;
}

export type { Completion, Diagnostic, Hover };

/** What was written to followed traces since a page asked last. */
export interface NewsAnswer {
  /** A line for each trace. */
  readonly news: readonly string[];
  /** The traces as they are now; null where there is nothing new. */
  readonly facts: WireTraces | null;
  /** All traces are complete. */
  readonly ended: boolean;
}
