/**
 * Messages between the workbench and its server, as JSON. 64-bit numbers are sent as text.
 * @module
 */

import type { StackWeight } from "../engine/weights.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Headline, HeadlinePicture } from "../headline/headline.ts";
import type { Completion, Hover } from "../assist/assist.ts";

/** How the values of a column are parsed and drawn. */
export type ColumnKind = "bytes" | "number" | "float" | "hex" | "time" | "text" | "bool";

/** A column of a result or of a table. */
export interface WireColumn {
  readonly name: string;
  /** The name as a query writes it. */
  readonly written: string;
  readonly kind: ColumnKind;
  readonly type: string;
}

/** A cell: the digits of a number, or the readable text of another value; null if there is no value. */
export type WireCell = string | boolean | null;

/** A cell for a chart; numbers are sent as JSON numbers if they are exact as doubles. */
export type DrawnCell = WireCell | number;

/** Consecutive rows, column by column. */
export interface WireRows<Cell = WireCell> {
  readonly from: number;
  readonly cells: readonly (readonly Cell[])[];
}

/** Cells of a chart column: either all cells, or the distinct ones with an index for each row. */
export type DrawnCells =
  | readonly DrawnCell[]
  | { readonly different: readonly WireCell[]; readonly at: readonly number[] };

/** A line of the answer to `run`, as it is sent. */
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
    /** The number with which more rows can be requested. */
    readonly result: number;
    /** The text of the statement. */
    readonly text: string;
    readonly columns: readonly WireColumn[];
    readonly rowCount: number;
    readonly milliseconds: number;
    readonly scanned: number;
    /** The query for the number of rows of each group over the trace; null if there is none. */
    readonly trend: string | null;
  } & WireRows<Cell>)
  /** More rows of the previous result, starting where its rows ended. */
  | ({ readonly t: "more" } & WireRows<Cell>)
  | {
    readonly t: "verdict";
    readonly name: string;
    readonly passed: boolean;
    readonly found: string;
  }
  /** A note about the previous rows, such as leaks that are left out. */
  | { readonly t: "note"; readonly text: string }
  | {
    readonly t: "error";
    readonly message: string;
    /** Positions in the text, with a caret below each. */
    readonly diagnostics: readonly Diagnostic[];
    readonly drawn: string;
  }
  | { readonly t: "end" };

/** The body of a `run` request. */
export interface RunRequest {
  readonly text: string;
  /** Number of rows of each result that are sent at first. */
  readonly rows?: number;
  /** Whether the definitions in the script are dropped afterwards. */
  readonly alone?: boolean;
  /** Whether the rows are for a chart: all requested rows are sent at once, and the result is not kept. */
  readonly drawn?: boolean;
  /** For charts: numbers that are exact as doubles are sent as numbers, without formatting. */
  readonly numbers?: boolean;
}

/** A line of the answer to `open`. */
export type OpenLine =
  | { readonly t: "progress"; readonly done: number; readonly total: number }
  | { readonly t: "opened"; readonly names: readonly string[]; readonly warnings: readonly string[] }
  | { readonly t: "error"; readonly message: string };

/** The body of a `rows` request. */
export interface RowsRequest {
  readonly result: number;
  readonly from: number;
  readonly count: number;
}

/** The cell that the user points at. */
export interface CellRequest {
  readonly result: number;
  readonly row: number;
  readonly column: number;
}

/** Suggestions for a cell. */
export interface CellAnswer {
  /** The value as a query writes it; null if it cannot be written. */
  readonly literal: string | null;
  readonly keep: string | null;
  readonly drop: string | null;
  /** Queries for the rows behind this row, best first. */
  readonly behind: readonly string[];
  /** The source line that the row names. */
  readonly source: { readonly file: string; readonly line: number } | null;
}

/** Identifies the memory that a call carries. */
export interface BlobRequest {
  readonly trace: string;
  /** Number of the call. */
  readonly no: string;
  /** Name of the argument. */
  readonly argument: string;
}

/** A text and a position in it. */
export interface TextRequest {
  readonly text: string;
  readonly offset?: number;
}

/** A query to restrict to a part of the trace. */
export interface QueryInRangeRequest {
  readonly text: string;
  /** Filters to try, best first; the first one whose columns the source has is used. */
  readonly filters: readonly string[];
}

/** The restricted query, or the reason why there is none. */
export interface QueryInRangeAnswer {
  readonly query: string | null;
  readonly reason: string | null;
}

/** A table of a trace. */
export interface WireTable {
  readonly name: string;
  readonly doc: string;
  /** Number of rows; null if counting them would require building the table. */
  readonly rows: number | null;
  readonly columns: readonly (WireColumn & { readonly doc: string; readonly isEmpty: boolean })[];
}

/** An open trace. */
export interface WireTrace {
  readonly name: string;
  /** The suffix that names this trace after a table; empty if it is the only one. */
  readonly of: string;
  readonly path: string;
  readonly format: string;
  readonly version: string;
  readonly bytes: number;
  readonly problems: number;
  /** The format's word for a record. */
  readonly record: string;
  readonly tables: readonly WireTable[];
  /** Weight columns of its profile, the default first; empty if it has none. */
  readonly weights: readonly StackWeight[];
  /** The number of events, which are numbered from 1. */
  readonly events: number;
  /** Why it is a guess which block each free releases; absent if it is known. */
  readonly guessed?: string;
}

/** The first request of a page. */
export interface TracesRequest {
  /** Number of steps of a chart as wide as the page, so that its curves can be computed ahead. */
  readonly steps?: number;
}

/** The open traces. */
export interface WireTraces {
  /** Whether the traces are followed; `news` then reports what was added. */
  readonly follows?: boolean;
  readonly traces: readonly WireTrace[];
  /** Suggested queries, by trace. */
  readonly questions: readonly { readonly query: string; readonly answers: string }[];
}

/** Which headline to compute: an empty request for all traces, or the two traces to compare. */
export interface HeadlineRequest {
  readonly before?: string;
  readonly after?: string;
}

/** Summarizes a trace, or the changes between two. */
export interface WireHeadline extends Omit<Headline, "picture"> {
  readonly picture: WirePicture | null;
}

/** The chart of a headline; its values have the form in which they are drawn. */
export type WirePicture =
  | Extract<HeadlinePicture, { readonly kind: "bars" }>
  | (Omit<Extract<HeadlinePicture, { readonly kind: "curve" }>, "points"> & {
    /** Labels of the first and the last value. */
    readonly ends: readonly [string, string];
    readonly values: readonly number[];
  });

/** A source file, if it may be read. */
export interface SourceAnswer {
  readonly file: string;
  readonly lines: readonly string[] | null;
  /** Explains why there are no lines. */
  readonly reason: string | null;
}

export type { Completion, Diagnostic, Hover };

/** What was added to followed traces since the last request. */
export interface NewsAnswer {
  /** A line for each trace. */
  readonly news: readonly string[];
  /** The traces as they are now; null if nothing changed. */
  readonly facts: WireTraces | null;
  /** Whether all traces are complete. */
  readonly ended: boolean;
}
