/**
 * Composes the output of `info` as text.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { textWidth } from "../../base/text_width.ts";
import { visible } from "../../render/visible.ts";
import { problemLocation, problemTotal } from "../../headline/damage.ts";
import { amountOf, bytesOf, countOf } from "../../base/amount_text.ts";
import { headlineLines } from "../../headline/text.ts";
import type { Figure, TraceFacts } from "./facts.ts";

const LABEL_WIDTH = 12;
/** Width of a headline if it is not shown on a terminal. */
const WIDEST = 110;
/** Maximum number of tags to list; if there are more, only their number is shown. */
const TAGS_SHOWN = SHOW_LIMITS.tags.most;
const PROBLEMS_SHOWN = SHOW_LIMITS.problems.most;

/** Statistics about lifetimes of blocks; left out if the calls in a trace allocate nothing. */
const LIFE_STATS = new Set(["allocated", "freed", "unfreed", "peak", "smallest", "largest", "average"]);

/**
 * Statistics that count a block again for each reallocation, as mpatrol does. Tables contain each block once.
 */
const MOVING = new Set(["allocated", "freed"]);

/** Returns the number of reallocations that these statistics include. */
function reallocsOf({ stats, tables }: TraceFacts): number {
  const { allocated } = stats;
  const count = typeof allocated === "object" ? allocated.count : undefined;
  const blocks = tables.get("allocs");
  return typeof count === "bigint" && blocks !== undefined ? Math.max(0, Number(count) - blocks) : 0;
}

/** The plural name for the values of a column of `events`. */
const PLURALS: Readonly<Record<string, string>> = {
  thread: "threads",
  func: "functions",
  file: "files",
  name: "names",
  module: "modules",
  type: "types",
};

/** Formats several lines about a trace. Lines wider than the terminal are broken at spaces. */
export function infoText(facts: TraceFacts, width = Infinity): string {
  const lines = hang(fileLine(facts), { indent: 4, width });
  for (const line of headlineLines(facts.headline, { width: Math.min(width, WIDEST) - 2 })) {
    lines.push(`  ${line}`);
  }
  const add = (label: string, text: string): void =>
    void lines.push(...hang(`  ${label.padEnd(LABEL_WIDTH)} ${text}`, { indent: LABEL_WIDTH + 3, width }));
  add("rows", `${amountOf(facts.rows)}${facts.kinds.size > 0 ? `: ${countList(facts.kinds)}` : ""}`);
  if (facts.distinct.size > 0) {
    add(
      "distinct",
      [...facts.distinct].map(([name, count]) => `${amountOf(count)} ${plural(name, count)}`).join(", "),
    );
  }
  const noLives = isNothing(facts.stats.allocated) && isNothing(facts.stats.freed);
  if (noLives) add("allocated", "nothing");
  for (const [name, figure] of Object.entries(facts.stats)) {
    if (noLives && LIFE_STATS.has(name)) continue;
    const at = name === "peak" && facts.peak ? `, most bytes after ${peakText(facts.peak)}` : "";
    add(name.replaceAll("_", " "), figureText(figure, MOVING.has(name) ? reallocsOf(facts) : 0) + at);
  }
  for (const [name, rows] of facts.tables) {
    if (name !== "events" && name !== "tags" && name !== "problems") {
      add("table", `${name}: ${countOf(rows, "row")}`);
    }
  }
  for (const { name, value } of facts.tags.slice(0, TAGS_SHOWN)) {
    add("tag", `${visible(name)} = ${visible(value)}`);
  }
  if (facts.tags.length > TAGS_SHOWN) {
    add("", `and ${amountOf(facts.tags.length - TAGS_SHOWN)} more: query the table "tags"`);
  }
  if (facts.guessed) add("guessed", `${facts.guessed.columns.join(", ")}: ${facts.guessed.why}`);
  if (facts.guessed?.instead) add("instead", facts.guessed.instead);
  addProblems(facts, add);
  return lines.join("\n") + "\n";
}

function fileLine(
  { name, path, format, version, wordBits, byteOrder, container, bytes, fileBytes }: TraceFacts,
): string {
  const parts = [
    `${format} ${version}`.trim(),
    ...(wordBits === null ? [] : [`${wordBits}-bit`]),
    ...(byteOrder === null ? [] : [`${byteOrder}-endian`]),
    countOf(bytes, "byte"),
    ...(container === "none" ? [] : [`in ${container} of ${countOf(fileBytes, "byte")}`]),
  ];
  const title = path.endsWith(name) ? path : `${name} (${path})`;
  return `${visible(title)}: ${visible(parts.join(", "))}`;
}

function addProblems(
  { problems, problemCounts, worstProblem }: TraceFacts,
  add: (label: string, text: string) => void,
): void {
  if (problems.length === 0) {
    add("problems", "none");
    return;
  }
  const total = problemTotal(problemCounts);
  add("problems", `${amountOf(total)}: ${countList(problemCounts)}`);
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) {
    // Skip the problem that the headline has already shown.
    if (problem === worstProblem) continue;
    const { severity, code, message, handling } = problem;
    add(severity, visible(`${code}: ${message} at ${problemLocation(problem)}: ${handling}`));
  }
  if (total > PROBLEMS_SHOWN) {
    add("", `and ${amountOf(total - PROBLEMS_SHOWN)} more: query the table "problems"`);
  }
}

/** Breaks a line at spaces and indents the rest by `indent` spaces. Words that are too long are not broken. */
function hang(
  text: string,
  { indent, width }: { readonly indent: number; readonly width: number },
): string[] {
  const lines: string[] = [];
  let rest = text;
  while (textWidth(rest) > width) {
    const room = rest.slice(0, width + 1);
    const first = rest.search(/\S/);
    const blank = room.lastIndexOf(" ");
    const cut = blank > Math.max(first, indent) ? blank : rest.indexOf(" ", Math.max(width, indent + 1));
    if (cut < 0) break;
    lines.push(rest.slice(0, cut));
    rest = " ".repeat(indent) + rest.slice(cut + 1);
  }
  return [...lines, rest];
}

/** Whether a figure is a count of zero blocks. */
function isNothing(figure: Figure | undefined): boolean {
  return typeof figure === "object" && figure.count === 0n;
}

function countList(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${visible(name)} ${amountOf(count)}`).join(", ");
}

function plural(name: string, count: number): string {
  const many = PLURALS[name] ?? name;
  return count === 1 ? many.slice(0, -1) : many;
}

function peakText({ seq, no }: NonNullable<TraceFacts["peak"]>): string {
  return no === null ? `record #${seq}` : `event ${no} (record #${seq})`;
}

function figureText(figure: Figure, reallocs = 0): string {
  if (typeof figure === "bigint" || typeof figure === "number") return amountOf(figure);
  if (typeof figure !== "object") return visible(figure);
  const { count, bytes } = figure;
  if (count === undefined || typeof bytes !== "bigint") {
    return Object.entries(figure).map(([name, each]) => `${name} ${figureText(each)}`).join(", ");
  }
  const short = bytes >= 1024n ? ` (${bytesOf(bytes)})` : "";
  const moved = reallocs > 0 ? ` (incl. ${countOf(reallocs, "realloc")})` : "";
  const blocks = typeof count === "bigint" || typeof count === "number"
    ? countOf(count, "block")
    : `${figureText(count)} blocks`;
  return `${blocks}${moved}, ${countOf(bytes, "byte")}${short}`;
}
