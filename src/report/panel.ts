/**
 * The parts of a report: a title, the query behind it, and a view of its rows.
 * @module
 */

import type { StackWeight } from "../engine/weights.ts";

/** Columns that describe a bin without an upper end; they are not shown. */
export interface OpenBin {
  /** Column that is true for this bin. */
  readonly flag: string;
  /** Column with the smallest value in the bin. */
  readonly least: string;
}

/** A measure of a flame graph; comparisons have it for both runs. */
export interface FlameMeasure extends StackWeight {
  /** Column with the number of the earlier run, if two are compared. */
  readonly before?: string;
}

/** A way of showing rows. */
export type View =
  /** The first row as large numbers, one per column. */
  | { readonly kind: "tiles" }
  /** The first row as names and values. */
  | { readonly kind: "facts" }
  /** All rows; one column of texts may take the remaining width. */
  | { readonly kind: "table" }
  /**
   * All rows, with a bar for each `value`; with `powers` the label is a power of two. A row whose `open` is
   * true includes everything from its `least` on.
   */
  | {
    readonly kind: "bars";
    readonly value: string;
    readonly powers?: string;
    readonly open?: OpenBin;
  }
  /** The columns of the first row as bars; `what` describes them, and `sum` is their sum. */
  | { readonly kind: "columns"; readonly what: string; readonly sum: string }
  /**
   * `y` over `x` as steps, with the unit of `x` and the exact position of the maximum, which a step does not
   * show.
   */
  | {
    readonly kind: "line";
    readonly x: string;
    readonly y: string;
    readonly axis: string;
    readonly peak: string | null;
    /** Column whose value an empty step repeats: the last value of the previous step. */
    readonly held?: string;
  }
  /** Stacks as boxes whose width is a number of the stack. */
  | { readonly kind: "flame"; readonly measures: readonly FlameMeasure[] }
  /** Rows about lines, sorted by file and line, shown as source files. */
  | { readonly kind: "sources"; readonly subject: "coverage" | "memory" }
  /** Bits of source traces, merged: what each trace adds, or what all of them cover in each unit. */
  | { readonly kind: "unions"; readonly by: "trace" | "unit" }
  /** One row per trace, shown as one row per number. */
  | { readonly kind: "pairs" }
  /** Rows that differ between two traces; the columns `seen` tell whether each trace has the row. */
  | {
    readonly kind: "changes";
    readonly before: string;
    readonly after: string;
    readonly seen?: readonly [string, string];
  }
  /** A `value` for every pair of `row` and `column`. */
  | { readonly kind: "matrix"; readonly row: string; readonly column: string; readonly value: string }
  /** Rows with a bar that shows `part` as a fraction of `whole`. */
  | { readonly kind: "share"; readonly part: string; readonly whole: string };

/** Options of a view: its columns, and an accessible description. */
export type ViewOptions<Kind extends View["kind"]> =
  & Omit<Extract<View, { readonly kind: Kind }>, "kind">
  & { readonly caption: string };

/** Views that need only half the width of a wide page. */
export const NARROW_VIEWS: ReadonlySet<View["kind"]> = new Set(["bars", "columns", "table"]);

/** One chart or table of a report. */
export interface Panel {
  /** The heading. */
  readonly title: string;
  /** A note that helps to read the view; absent if the title is enough. */
  readonly note?: string;
  /** The query; users can run it at the prompt unchanged. */
  readonly query: string;
  /** How to show the rows. */
  readonly view: View;
  /** The text shown if there are no rows. */
  readonly empty: string;
  /** Whether the panel takes the full width; by default, the kind of view decides. */
  readonly wide?: boolean;
}
