/**
 * Defines a headline: one sentence, one picture and at most five rows, each with its query. Front ends draw
 * headlines in their own way and add no facts.
 * @module
 */

import type { HeadlineLine, Tone } from "../formats/headline_question.ts";

export type { Tone };

/** Maximum number of rows of a headline. */
export const HEADLINE_ROWS = 5;

/**
 * A row of a headline.
 *
 * ```ts
 * import { Quarry, type HeadlineRow } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const [first]: readonly HeadlineRow[] = (await quarry.headline()).rows;
 * if (first?.label !== "read_word" || first.detail !== "wordfreq.c:13") throw new Error("read_word leaks");
 * ```
 */
export interface HeadlineRow extends HeadlineLine {
  /** The query with the details of the row, ready to run. */
  readonly query: string;
}

/**
 * A value of a curve.
 *
 * ```ts
 * import { Quarry, type CurvePoint } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const { picture } = await quarry.headline();
 * const points: readonly CurvePoint[] = picture?.kind === "curve" ? picture.points : [];
 * if (points.length < 100) throw new Error("A curve has a hundred points where the trace has as many records");
 * ```
 */
export interface CurvePoint {
  /** Position on the axis. */
  readonly at: bigint | number;
  /** Value at that position. */
  readonly value: bigint | number;
}

/**
 * The picture: a curve over the trace, or bars.
 *
 * ```ts
 * import { Quarry, type HeadlinePicture } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const picture: HeadlinePicture | null = (await quarry.headline()).picture;
 * if (picture?.title !== "live bytes") throw new Error("A trace of memory has a curve of live bytes");
 * ```
 */
export type HeadlinePicture =
  | {
    readonly kind: "curve";
    /** Title of the curve, such as `live bytes`. */
    readonly title: string;
    /** The unit of the axis: `record`, `frame`. */
    readonly axis: string;
    readonly unit: "bytes" | "count";
    readonly points: readonly CurvePoint[];
    readonly query: string;
  }
  | {
    readonly kind: "bars";
    /** Title of the total that bars are shares of, such as `leaked bytes`. */
    readonly title: string;
    readonly bars: readonly Pick<HeadlineRow, "label" | "value" | "share" | "tone">[];
    readonly query: string;
  };

/**
 * The summary of a trace, or of what changed between two.
 *
 * ```ts
 * import { Quarry, type Headline } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const { sentence, damage }: Headline = await quarry.headline();
 * if (!sentence.startsWith("26 blocks (8.1 KiB) never freed")) throw new Error(sentence);
 * if (damage !== null) throw new Error("The file is as it should be");
 * ```
 */
export interface Headline {
  /** Names of the traces that the headline is about: one, or two if they are compared, the earlier one first. */
  readonly traces: readonly string[];
  /** The subject of the headline: `memory`, `calls`, `coverage`, `profile`, `rows`. */
  readonly kind: string;
  /** The answer, without a period at its end. */
  readonly sentence: string;
  /** What is wrong with the file; null if nothing is. */
  readonly damage: string | null;
  /** The picture; null if there is nothing to draw. */
  readonly picture: HeadlinePicture | null;
  /** The rows that support the sentence, most important first. */
  readonly rows: readonly HeadlineRow[];
  /** The query that returns these rows, ready to run; null if there is none. */
  readonly query: string | null;
}

/** What a kind of headline returns. The caller adds the names of the traces and their damage. */
export interface HeadlineAnswer extends Omit<Headline, "traces" | "kind" | "damage"> {
  /** Replaces the requested kind if another part of the trace says more. */
  readonly kind?: string;
}
