/**
 * What a format supplies for the headline of its traces, if the kinds in the folder `headline` do not cover
 * them.
 * @module
 */

/** Values of one row, by column. */
export type HeadlineFacts = Readonly<Record<string, bigint | number | string | boolean | null>>;

/**
 * One row of a headline, before its query is known.
 *
 * ```ts
 * import { Quarry, type HeadlineLine } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const lines: readonly HeadlineLine[] = (await quarry.headline()).rows;
 * if (lines[0]?.value !== "75 bytes in 24 blocks") throw new Error(lines[0]?.value);
 * ```
 */
export interface HeadlineLine {
  /** The function or file that the row is about. */
  readonly label: string;
  /** Where the function or file is, shown next to the label: `big.c:17`; null if the label is enough. */
  readonly detail: string | null;
  /** Its number in readable form: `3.4 MiB in 12,100 blocks`. */
  readonly value: string;
  /** Its share of the total, from 0 to 1, for a bar; null if it is not a share. */
  readonly share: number | null;
  /** Whether the number is good, middling or bad, shown in green, amber or red; null if it is not rated. */
  readonly tone: Tone | null;
}

/**
 * A rating of a number, shown as a colour.
 *
 * ```ts
 * import { Quarry, type Tone } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/gnatcov/shop-x86_64.srctrace");
 * const tone: Tone | null = (await quarry.headline()).rows[0]!.tone;
 * if (tone !== "bad") throw new Error("Few statements of its table are covered");
 * ```
 */
export type Tone = "good" | "middling" | "bad";

/** A curve over the trace. */
export interface HeadlineCurve {
  /** Title of the curve, such as `live bytes`. */
  readonly title: string;
  /** A query for its rows, in order, without ` of TRACE`; at most about two hundred rows. */
  readonly query: string;
  /** Column of the x axis, and the unit along it: `record`, `frame`. */
  readonly x: string;
  readonly axis: string;
  /** Column of the y axis. */
  readonly y: string;
  readonly unit: "bytes" | "count";
}

/**
 * The queries and functions that produce the sentence and the rows of a headline. Queries are written as for
 * a session with one trace: ` of TRACE` is added after the first source when several are open.
 */
export interface HeadlineQuestion {
  /**
   * The table that a trace must have for this headline; the headline of other traces depends on what they
   * contain.
   */
  readonly table?: string;
  /** A query with one row, from which the sentence and the shares are computed. */
  readonly facts: string;
  /** Builds the sentence, without a final period; `best` is the first of the rows. */
  say(facts: HeadlineFacts, best?: HeadlineFacts): string;
  /** Query for the rows of the headline, best first; five are shown. */
  readonly rows?: string;
  /** Builds one of the rows; null if it has nothing to show. */
  line?(row: HeadlineFacts, facts: HeadlineFacts): HeadlineLine | null;
  /** The curve to draw; without one the shares of the rows are drawn as bars. */
  readonly curve?: HeadlineCurve;
}
