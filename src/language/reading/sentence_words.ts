/**
 * The words of questions in plain words, by their role in a sentence.
 * @module
 */

import { hist } from "../../query/stages/hist.ts";
import { timeline } from "../../query/stages/timeline.ts";
import { AGGREGATE_WORDS } from "./loose_columns.ts";
import { COMPARISON_WORDS } from "./sentence_amounts.ts";
import { stemOf } from "./sentence_tokens.ts";

/** Words without a meaning of their own: a question means the same without them. */
export const FILLER_WORDS = new Set(
  ("a an all the of for me my please show list print get give display find see view want to i what which who whose where when is " +
    "are was were be been do does did it its that this there any some every in on from at with by as and then has have had " +
    "trace result value query data table total only current now table column called named made use using " +
    "but ever we our your program process app application can could you much single individual overall altogether")
    .split(" ").map(stemOf),
);
/** Phrases before the columns to group by. */
export const KEY_MARKERS = [
  "broken down by",
  "grouped by",
  "group by",
  "split by",
  "for each",
  "per",
  "by",
  "across",
  "for every",
];

/** Phrases before the column to sort by. */
export const SORT_MARKERS = ["sorted by", "ordered by", "order by", "sort by", "by descending"];

/** Phrases that ask for a number of rows. */
export const COUNT_MARKERS = ["how many", "number of", "count of", "count", "total number of", "amount of"];

/** Phrases that may precede a value of a column. */
export const VALUE_MARKERS = [
  "in",
  "from",
  "of",
  "at",
  "to",
  "on",
  "with",
  "called",
  "named",
  "for",
  "by",
  "inside",
  "within",
  "via",
  "through",
  "like",
  "starting with",
];

/** Phrases that exclude the value after them. */
export const NOT_MARKERS = [
  "not in",
  "not from",
  "not by",
  "not of",
  "but not",
  "and not",
  "outside of",
  "outside",
  "except for",
  "except in",
  "except",
  "excluding",
  "other than",
];

/** Phrases before a column that must have no value. */
export const EMPTY_MARKERS = ["without any", "without a", "without", "with no", "lacking"];

/** Words before a point of the trace. */
export const POINT_MARKERS = ["at", "after", "during", "@", "when", "in"];

/** Phrases that ask for a comparison of two traces. */
export const COMPARE_MARKERS = [
  "compare",
  "diff",
  "difference between",
  "difference of",
  "difference in",
  "change in",
  "comparison of",
  "compared",
];

/** Phrases between the names of two traces to compare. */
export const BETWEEN_MARKERS = [
  "versus",
  "vs",
  "against",
  "to",
  "with",
  "and",
  "minus",
  "compared to",
  "compared with",
  ",",
];

/** Words that ask for the rows with the largest values. */
export const HIGHEST_WORDS = [
  "most",
  "top",
  "largest",
  "biggest",
  "highest",
  "worst",
  "heaviest",
  "max",
  "maximum",
  "greatest",
  "main",
];

/** Words that ask for the rows with the smallest values. */
export const LOWEST_WORDS = ["least", "smallest", "lowest", "bottom", "fewest", "rarest", "rare"];

/** Stems after "most" or "least" that rank values by their number of rows: "most frequent", "most times". */
export const FREQUENCY_WORDS = ["frequent", "often", "common", "popular", "frequently", "commonly", "time"];

/** Words that ask for a histogram. */
export const HISTOGRAM_WORDS = new Set([
  hist.keyword,
  ...(hist.elsewhere ?? []).map(({ word }) => word),
  ...(hist.called ?? []),
]);

/** Phrases that ask for values over time. */
export const TIMELINE_PHRASES = [
  timeline.keyword,
  ...(timeline.called ?? []),
  "over time",
  "graph",
  "chart",
  "curve",
  "trend",
  "evolution",
];

/** Numeric columns that are not amounts: "more than 5 frames" does not compare the numbers of frames. */
export const IDENTIFIER_COLUMNS = new Set(
  "seq no alloc index addr end line stack frame first last id object group freed".split(" "),
);

/** Stems that may follow a number without naming what it counts: "with more than 5 in main". */
export const AFTER_AMOUNTS = new Set(
  [...KEY_MARKERS, ...SORT_MARKERS, ...VALUE_MARKERS, ...NOT_MARKERS, ...EMPTY_MARKERS].map((words) =>
    stemOf(words.split(" ")[0]!)
  ),
);

/** Whether a stem is a common word of questions, so that it is not taken for the name of a function. */
export function isQuestionWord(stem: string): boolean {
  return FILLER_WORDS.has(stem) || HIGHEST_WORDS.includes(stem) || LOWEST_WORDS.includes(stem) ||
    AGGREGATE_WORDS.has(stem) ||
    COMPARISON_WORDS.has(stem);
}
