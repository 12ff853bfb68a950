/**
 * The state of the page, as data.
 * @module
 */

/** A range of a trace: records from the first up to but not including the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The state of the page. */
export interface PageState {
  /** Name of the view. */
  view: string;
  /** Name of the trace. */
  trace: string;
  /** The selected range, which filters every view. */
  range: Range | null;
  /** The record after which the state of memory is shown. */
  moment: number | null;
  /** Texts of the cells. */
  cells: string[];
  /** Values that views store, by name. */
  more: Record<string, string>;
}
