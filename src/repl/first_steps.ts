/** Prints the greeting after files are opened: what they are, and suggested queries.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import { bytesInWords } from "../render/cell_text.ts";
import type { Headline } from "../headline/headline.ts";
import { headlineLines } from "../headline/text.ts";
import { visible } from "../render/visible.ts";
import type { FirstQuery } from "../formats/format_types.ts";
import { wrapWords } from "./layout.ts";
import type { Theme } from "./theme.ts";

function traceLine({ name, trace, containers, bytes, seconds }: OpenTrace): string {
  const { header } = trace;
  const rows = trace.tables.get(header.mainTable)?.rowCount ?? 0;
  const parts = [
    `${header.format} ${header.version}`.trim(),
    ...(header.wordBits === 0 ? [] : [`${header.wordBits}-bit`]),
    ...(header.byteOrder === "none" ? [] : [`${header.byteOrder}-endian`]),
    ...(containers.length === 0 ? [] : [`in ${containers.join(" in ")}`]),
    bytesInWords(bytes),
    `${countOf(rows, "row")} in ${header.mainTable}`,
    ...(seconds >= 0.1 ? [`loaded in ${seconds.toFixed(1)} s`] : []),
  ];
  return visible(`${name}: ${parts.join(", ")}`);
}

interface GreetingOptions {
  /** Headlines of the open traces. */
  readonly headlines: readonly Headline[];
  /** The suggested queries. */
  readonly queries: readonly FirstQuery[];
  /** Theme of the prompt. */
  readonly theme: Theme;
  /** Width of the screen. */
  readonly width: number;
  /**
   * Whether the prompt handles single keys rather than lines; absent if the user is already at the prompt.
   */
  readonly keys?: boolean;
}

/** The text before the first prompt. */
export function greeting(traces: readonly OpenTrace[], options: GreetingOptions): string {
  const { headlines, queries, theme, width, keys } = options;
  const lines = traces.flatMap((each) =>
    wrapWords(traceLine(each), width).map((line) => theme.paint("strong", line))
  );
  const told = new Set(headlines.filter(({ damage }) => damage !== null).flatMap(({ traces }) => traces));
  for (const { name, trace } of traces) {
    const count = [...trace.problemCounts.values()].reduce((sum, each) => sum + each, 0);
    if (count === 0 || told.has(name)) continue;
    const what = visible(`${name}: ${countOf(count, "problem")}: query the table "problems"`);
    for (const line of wrapWords(what, width)) lines.push(theme.paint("faint", line));
  }
  lines.push(...headlineText(headlines, options));
  const rows = rowsOf(headlines).length;
  if (queries.length > 0) lines.push("Try:", ...queryListLines(queries, theme, width, rows + 1));
  const number = rows + queries.length > 0 ? "a number runs a query, " : "";
  const known = `${keys ? "Tab completes, Alt-H explains, " : ""}${number}.help helps, Ctrl-D exits`;
  if (keys !== undefined) {
    for (const line of wrapWords(known, width)) lines.push(theme.paint("faint", line));
  }
  return lines.join("\n") + "\n";
}

/** The rows shown: those of the first headline. Other headlines show only their sentence. */
function rowsOf([first]: readonly Headline[]): Headline["rows"] {
  return first?.rows ?? [];
}

/**
 * The queries that the user can run by number: first those of the rows of the headline, then the suggested
 * ones.
 */
export function numberedQueries(
  headlines: readonly Headline[],
  queries: readonly FirstQuery[],
): readonly FirstQuery[] {
  const rows = rowsOf(headlines).map(({ query, label, value }) => ({ query, answers: `${label}: ${value}` }));
  return [...rows, ...queries];
}

/** The first headline in full, and the sentences of the others. */
function headlineText(
  headlines: readonly Headline[],
  { theme, width }: Pick<GreetingOptions, "theme" | "width">,
): string[] {
  const styles = {
    sentence: "strong",
    damage: "warning",
    bar: "bar",
    faint: "faint",
    good: "string",
    middling: "warning",
    bad: "error",
  } as const;
  return headlines.flatMap((headline, at) => {
    const shown = at === 0 ? headline : { ...headline, picture: null, rows: [] };
    const named = headlines.length > 1 && headline.traces.length === 1
      ? { ...shown, sentence: `${headline.traces[0]}: ${shown.sentence}` }
      : shown;
    return headlineLines(named, {
      width,
      firstNumber: 1,
      paint: (part, text) => theme.paint(styles[part], text),
    });
  });
}

/** Queries with their numbers and descriptions: beside them if all fit, otherwise below each. */
export function queryListLines(
  queries: readonly FirstQuery[],
  theme: Theme,
  width: number,
  firstNumber = 1,
): string[] {
  const longest = Math.max(0, ...queries.map(({ query }) => query.length));
  const beside = queries.every(({ answers }) => longest + answers.length + 4 <= width);
  return queries.flatMap(({ query, answers }, at) => {
    const number = theme.paint("faint", String(firstNumber + at));
    if (beside) return [`${number} ${query.padEnd(longest)}  ${theme.paint("faint", answers)}`.trimEnd()];
    const [first = "", ...more] = wrapWords(query, width - 4);
    return [
      `${number} ${first}`,
      ...more.map((line) => `    ${line}`),
      ...wrapWords(answers, width - 4).map((line) => theme.paint("faint", `    ${line}`)),
    ];
  });
}
