/**
 * What a report is made of: a question, the query that answers it, and a way to show the answer.
 * @module
 */

import type { StackWeight } from "../engine/weights.ts";

/** Columns of a bin without an upper end; they are not shown themselves. */
export interface OpenBin {
  /** True for the bin that has no end. */
  readonly flag: string;
  /** The smallest value of the bin. */
  readonly least: string;
}

/** A number of the rows of a flame graph, which two runs may both have. */
export interface FlameMeasure extends StackWeight {
  /** Column with that of the run before, where two are compared. */
  readonly before?: string;
}

/** A way to show rows. */
export type View =
  /** The first row as large numbers, one per column. */
  | { readonly kind: "tiles" }
  /** The first row as names and values. */
  | { readonly kind: "facts" }
  /** All rows; a column of texts may get the room that is left. */
  | { readonly kind: "table" }
  /**
   * All rows, each with a bar as long as its `value`; with `powers` the label is a power of two. A row whose `open` is
   * true holds everything from its `least` up.
   */
  | {
    readonly kind: "bars";
    readonly value: string;
    readonly powers?: string;
    readonly open?: OpenBin;
  }
  /** The columns of the first row as bars: `what` they are, and what they `sum`. */
  | { readonly kind: "columns"; readonly what: string; readonly sum: string }
  /** `y` over `x`, as steps; what one of `x` is called, and where the most is, which a step alone does not say. */
  | {
    readonly kind: "line";
    readonly x: string;
    readonly y: string;
    readonly axis: string;
    readonly peak: string | null;
    /** Column with the value that a step without one begins with: that at the end of the step before. */
    readonly held?: string;
  }
  /** Stacks as boxes, as wide as their number. */
  | { readonly kind: "flame"; readonly measures: readonly FlameMeasure[] }
  /** Rows of lines, sorted by file and line, as source files. */
  | { readonly kind: "sources"; readonly subject: "coverage" | "memory" }
  /** Bits of source traces united: what each trace adds, or what all have of each unit. */
  | { readonly kind: "unions"; readonly by: "trace" | "unit" }
  /** A row for each of two traces as a row for each number. */
  | { readonly kind: "pairs" }
  /** Rows that differ between two traces; `seen` are the columns that say whether there was any. */
  | {
    readonly kind: "changes";
    readonly before: string;
    readonly after: string;
    readonly seen?: readonly [string, string];
  }
  /** `value` for every pair of `row` and `column`. */
  | { readonly kind: "matrix"; readonly row: string; readonly column: string; readonly value: string }
  /** Rows with a bar of which `part` is filled, out of `whole`. */
  | { readonly kind: "share"; readonly part: string; readonly whole: string };

/** What a view of a kind is drawn with: its columns, and what it is, for those who do not see the heading. */
export type ViewOptions<Kind extends View["kind"]> =
  & Omit<Extract<View, { readonly kind: Kind }>, "kind">
  & { readonly caption: string };

/** Views that need half of a wide page only; the others take all of it. */
export const NARROW_VIEWS: ReadonlySet<View["kind"]> = new Set(["bars", "columns", "table"]);

/** One question of a report. */
export interface Panel {
  /** What is shown, as a heading. */
  readonly title: string;
  /** What to know to read it; absent where the title says it all. */
  readonly note?: string;
  /** What is asked: it can be typed at the prompt as it stands. */
  readonly query: string;
  /** How the answer is shown. */
  readonly view: View;
  /** What is said when there are no rows. */
  readonly empty: string;
  /** Whether it takes the whole width of the page, where its view does not say so. */
  readonly wide?: boolean;
}
