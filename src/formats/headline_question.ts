/**
 * What a format asks of its traces for their headline, where the kinds of `headline` do not know what they are about.
 * @module
 */

/** Numbers and texts of one row, by column. */
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
  /** What it is about: a function, a file. */
  readonly label: string;
  /** Where that is, beside it: `big.c:17`; null where the label says it all. */
  readonly detail: string | null;
  /** Its number in readable form: `3.4 MiB in 12,100 blocks`. */
  readonly value: string;
  /** Its share of the total, from 0 to 1, for a bar; null if it is not a share. */
  readonly share: number | null;
  /** Whether the number is good or bad, shown in green, amber or red; null if it is neither. */
  readonly tone: Tone | null;
}

/**
 * How good a number is.
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
  /** What it shows: `live bytes`. */
  readonly title: string;
  /** Rows of it, in order, without ` of TRACE`; at most a hundred or two. */
  readonly query: string;
  /** Column along the axis, and what one of it is called: `record`, `frame`. */
  readonly x: string;
  readonly axis: string;
  /** Column of the values. */
  readonly y: string;
  readonly unit: "bytes" | "count";
}

/**
 * A sentence and rows of a headline. Queries are written as for a session with one trace: ` of TRACE` is put after the
 * first source where several are open.
 */
export interface HeadlineQuestion {
  /** Asked of traces that have this table; what others have decides. */
  readonly table?: string;
  /** Has one row, from which the sentence and the parts are told. */
  readonly facts: string;
  /** The sentence, without a period at its end; `best` is the first of the rows. */
  say(facts: HeadlineFacts, best?: HeadlineFacts): string;
  /** Has the rows, best first; five are shown. */
  readonly rows?: string;
  /** One of these rows; null where it has nothing of what the headline is about. */
  line?(row: HeadlineFacts, facts: HeadlineFacts): HeadlineLine | null;
  /** The picture; without one the parts of the rows are drawn as bars. */
  readonly curve?: HeadlineCurve;
}
