/**
 * What the page shows, as data.
 * @module
 */

/** A stretch of a trace: records from the first to before the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What the page shows. */
export interface PageState {
  /** Name of the view. */
  view: string;
  /** Name of the trace. */
  trace: string;
  /** What is brushed; it filters every view. */
  range: Range | null;
  /** The record after which something is shown as it was then. */
  moment: number | null;
  /** Texts of the cells. */
  cells: string[];
  /** Whatever views want to keep, by name. */
  more: Record<string, string>;
}
