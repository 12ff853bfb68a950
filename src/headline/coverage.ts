/**
 * The headline of coverage traces: how much ran, and the files and functions with the most code that did not.
 * @module
 */

import { amountOf, bytesOf, countOf, percentOf } from "../base/amount_text.ts";
import type { NamedRow, TraceQueries } from "../engine/trace_queries.ts";
import { coverageTone } from "./coverage_tone.ts";
import { bars } from "./curve.ts";
import { HEADLINE_ROWS, type HeadlineAnswer, type HeadlineRow, type Tone } from "./headline.ts";
import { baseName, labelOfRow, numberOfRow, shareOf, testsOf, textOfRow } from "./row_values.ts";

/** The tone (green, amber or red) for a share. */
function toneOfShare(share: number | null): Tone | null {
  return share === null ? null : coverageTone(share);
}

/** Formats `3 of 14 lines (21 %)`. */
function partOf(part: bigint | number, whole: bigint | number, what: string): string {
  const percent = percentOf(part, whole);
  return `${amountOf(part)} of ${countOf(whole, what)}${percent === null ? "" : ` (${percent})`}`;
}

/**
 * Returns how many functions there are and how many ran, by their own counts if the trace has them: a line with the
 * definition of a function may run although the function is never called, and a line may have several functions.
 */
async function functionsOf(about: TraceQueries, named: boolean): Promise<NamedRow | undefined> {
  const { of } = about;
  const sums = (ran: string): string => `summarize funcs = count(), covered = count() if ${ran}`;
  // Tables of machine code have functions too, but without their lines.
  if (about.has("functions", "count") && about.has("functions", "end_line")) {
    const query = `functions${of} | by file, func, line: ran = max(count) | ${sums("ran > 0")}`;
    const [row] = await about.rows(query, 1);
    if (numberOfRow(row, "funcs") > 0) return row;
  }
  if (!named) return undefined;
  const query = `lines${of} | where func is not null | by file, func: ran = max(covered) | ${sums("ran")}`;
  return (await about.rows(query, 1))[0];
}

/** The answer for traces with lines: how many lines and functions ran. */
export async function linesAnswer(about: TraceQueries): Promise<HeadlineAnswer> {
  const { of } = about;
  // A source line that occurs in several places of a program counts as run if it ran in any of them.
  const lines = `lines${of} | by file, line: ran = max(covered)`;
  const [all] = await about.rows(`${lines} | summarize lines = count(), covered = count() if ran`, 1);
  const named = about.filled("lines", ["func"]).length > 0;
  const funcs = await functionsOf(about, named);
  const perFile = `${lines} | by file: covered = count() if ran, lines = count()`;
  const worst = " | extend missed = lines - covered | where missed > 0 | top";
  const files = await about.rows(`${perFile}${worst} ${HEADLINE_ROWS} by missed`, HEADLINE_ROWS);
  const perFunc = `lines${of} | where func is not null | by file, func, line: ran = max(covered) | ` +
    "by file, func: covered = count() if ran, lines = count()";
  const functions = named
    ? await about.rows(`${perFunc}${worst} ${HEADLINE_ROWS} by missed`, HEADLINE_ROWS)
    : [];
  const [fileCount] = await about.rows(`${perFile} | summarize files = count()`, 1);
  // If there is only one file, the functions are more useful.
  const shownFiles = numberOfRow(fileCount, "files") > 1 || functions.length === 0
    ? files.slice(0, functions.length === 0 ? HEADLINE_ROWS : 2)
    : [];
  const shownFunctions = functions.slice(0, HEADLINE_ROWS - shownFiles.length);
  const row = (each: NamedRow, keys: readonly string[]): HeadlineRow => {
    const share = shareOf(numberOfRow(each, "covered"), numberOfRow(each, "lines"));
    const file = baseName(textOfRow(each, "file") ?? "(no file)");
    const isFile = keys.length === 1;
    return {
      label: isFile ? file : labelOfRow(each, "func") ?? "(no name)",
      detail: isFile ? null : file,
      value: partOf(numberOfRow(each, "covered"), numberOfRow(each, "lines"), "line"),
      share,
      tone: toneOfShare(share),
      query: `lines${of} | where ${testsOf(each, keys)} and not covered`,
    };
  };
  const rows = [
    ...shownFiles.map((each) => row(each, ["file"])),
    ...shownFunctions.map((each) => row(each, ["file", "func"])),
  ];
  const query = `${functions.length > 0 && shownFiles.length === 0 ? perFunc : perFile}${worst} 10 by missed`;
  const total = shareOf(numberOfRow(all, "covered"), numberOfRow(all, "lines"));
  const said = [
    partOf(numberOfRow(all, "covered"), numberOfRow(all, "lines"), "line"),
    ...(numberOfRow(funcs, "funcs") > 0
      ? [partOf(numberOfRow(funcs, "covered"), numberOfRow(funcs, "funcs"), "function").replace(/ \(.*/, "")]
      : []),
  ];
  return {
    sentence: `${said.join(", ")} ran`,
    picture: {
      kind: "bars",
      title: "covered lines",
      bars: [
        { label: "all lines", value: said[0]!, share: total, tone: toneOfShare(total) },
        ...rows.map(({ label, value, share, tone }) => ({ label, value, share, tone })),
      ],
      query: perFile,
    },
    rows,
    query: rows.length === 0 ? null : query,
  };
}

/** The answer from blocks of code, for a trace whose program and source lines are not available. */
export async function blocksAnswer(about: TraceQueries): Promise<HeadlineAnswer> {
  const { of } = about;
  const [all] = await about.rows(
    `blocks${of} | summarize blocks = count(), one_way = count() if outcome == "one", ` +
      'both = count() if outcome == "both"',
    1,
  );
  const [code] = await about.rows(`ranges${of} | summarize bytes = sum(size), modules = distinct(module)`, 1);
  const bytes = numberOfRow(code, "bytes");
  const query = `ranges${of} | by module: bytes = sum(size) | top ${HEADLINE_ROWS} by bytes`;
  const rows: HeadlineRow[] = (await about.rows(query, HEADLINE_ROWS)).map((row) => ({
    label: baseName(textOfRow(row, "module") ?? "(no name)"),
    detail: null,
    value: bytesOf(numberOfRow(row, "bytes")),
    share: shareOf(numberOfRow(row, "bytes"), bytes),
    tone: null,
    query: `blocks${of} | where ${testsOf(row, ["module"])}`,
  }));
  const [oneWay, both] = [numberOfRow(all, "one_way"), numberOfRow(all, "both")];
  const branches = oneWay > 0 || both > 0
    ? `; ${countOf(oneWay, "branch", "branches")} went one way only, ${amountOf(both)} both ways`
    : "";
  return {
    sentence: `${countOf(numberOfRow(all, "blocks"), "block")} of code (${bytesOf(bytes)}) ran${branches}; ` +
      "lines and functions need the program of the trace",
    picture: bars("code that ran", rows, query),
    rows,
    query,
  };
}

/** The answer for source traces: how many obligations are met. */
export async function unitsAnswer(about: TraceQueries): Promise<HeadlineAnswer> {
  const { of } = about;
  const kinds = await about.rows(
    `units${of} | by kind: covered = sum(bits_set), all = sum(bits)`,
    HEADLINE_ROWS,
  );
  const parts = kinds.filter((row) => numberOfRow(row, "all") > 0).map((row) =>
    partOf(
      numberOfRow(row, "covered"),
      numberOfRow(row, "all"),
      NAMES[textOfRow(row, "kind") ?? ""] ?? "obligation",
    )
  );
  const query = `units${of} | extend left = bits - bits_set | where left > 0 | top ${HEADLINE_ROWS} by left`;
  const rows: HeadlineRow[] = (await about.rows(query, HEADLINE_ROWS)).map((row) => {
    const share = shareOf(numberOfRow(row, "bits_set"), numberOfRow(row, "bits"));
    const kind = textOfRow(row, "kind") ?? "";
    return {
      label: baseName(textOfRow(row, "unit") ?? "(no name)"),
      detail: kind,
      value: partOf(numberOfRow(row, "bits_set"), numberOfRow(row, "bits"), NAMES[kind] ?? "obligation"),
      share,
      tone: toneOfShare(share),
      query: `units${of} | where ${testsOf(row, ["unit", "kind"])}`,
    };
  });
  return {
    sentence: parts.length === 0 ? "The trace has no obligations" : `${parts.join(", ")} covered`,
    picture: bars("covered obligations", rows, query),
    rows,
    query: rows.length > 0 ? query : null,
  };
}

/** Names of the kinds of obligations. */
const NAMES: Readonly<Record<string, string>> = {
  statement: "statement",
  decision: "decision outcome",
  mcdc: "MC/DC path",
};
