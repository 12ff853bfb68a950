/**
 * What is worth asking first of each format, and the lines that greet a person who has opened a file.
 * @module
 */

import type { OpenTrace } from "../engine/open_trace.ts";
import { sizeText } from "../render/cell_text.ts";
import { visible } from "../render/visible.ts";
import { wrapWords } from "./layout.ts";
import type { Theme } from "./theme.ts";

/** A query with what it answers. */
export interface FirstQuery {
  /** Runs as written on a trace of the format. */
  readonly query: string;
  /** What a person learns from it. */
  readonly answers: string;
}

const HEAP: readonly FirstQuery[] = [
  { query: "leaks | by file, line | top 10 by bytes", answers: "what was never freed, by source line" },
  { query: "live @ peak | by func | sort bytes desc", answers: "what filled the memory at its fullest" },
  { query: "allocs | where life <= 2 | by func | top 10 by count", answers: "blocks that died at once" },
];

const RESOURCES: readonly FirstQuery[] = [
  { query: "leaks | by name, type | sort bytes desc", answers: "what was never released, by allocator" },
  {
    query: "leaks | top 3 by size | unwind | select level, name, module, addr",
    answers: "where the largest came from",
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes at the fullest moment" },
];

/** Three queries for each format, by its name. */
export const FIRST_QUERIES: Readonly<Record<string, readonly FirstQuery[]>> = {
  mtrc: HEAP,
  mptl: [
    { query: "profile | top 10 by live_bytes", answers: "call sites that hold most memory" },
    {
      query: "profile | where large_allocs > 0 | top 5 by alloc_bytes",
      answers: "who asks for large blocks",
    },
    { query: "bins | top 10 by live_bytes", answers: "sizes that are left over" },
  ],
  "sp-rtrace": RESOURCES,
  "sp-rtrace-bin": RESOURCES,
  apitrace: [
    { query: "calls | by name | top 10 by count", answers: "what is called most" },
    { query: "frames | top 5 by calls", answers: "the busiest frames" },
    { query: "events | by type | sort bytes desc", answers: "bytes by class of function" },
  ],
  gnatcov: [
    { query: "ranges | summarize covered = sum(size)", answers: "bytes of code that ran" },
    { query: 'blocks | where outcome == "one"', answers: "branches that went only one way" },
    { query: "gaps | top 10 by size", answers: "the largest stretches that never ran" },
  ],
  "gnatcov-src": [
    {
      query: "units | extend left = bits - bits_set | top 10 by left",
      answers: "units with most left to cover",
    },
    {
      query: "units | by kind: covered = sum(bits_set), all = sum(bits)",
      answers: "how much is covered, by kind",
    },
    { query: "units | where bits_set == 0 | select unit, kind, bits", answers: "what never ran at all" },
  ],
};

/** One line on what a trace is. */
export function traceLine({ name, trace, containers, bytes, seconds }: OpenTrace): string {
  const { header } = trace;
  const rows = trace.tables.get(header.mainTable)?.rowCount ?? 0;
  const parts = [
    `${header.format} ${header.version}`.trim(),
    ...(header.wordBits === 0 ? [] : [`${header.wordBits}-bit`]),
    ...(header.byteOrder === "none" ? [] : [`${header.byteOrder}-endian`]),
    ...(containers.length === 0 ? [] : [`in ${containers.join(" in ")}`]),
    `${sizeText(bytes)}B`,
    `${grouped(rows)} ${rows === 1 ? "row" : "rows"} in ${header.mainTable}`,
    ...(seconds >= 0.1 ? [`loaded in ${seconds.toFixed(1)} s`] : []),
  ];
  return visible(`${name}: ${parts.join(", ")}`);
}

/** What a person sees before the first prompt. */
export function greeting(traces: readonly OpenTrace[], theme: Theme, width: number): string {
  const lines = traces.map((each) => theme.paint("strong", traceLine(each)));
  for (const { name, trace } of traces) {
    const count = [...trace.problemCounts.values()].reduce((sum, each) => sum + each, 0);
    if (count === 0) continue;
    const what = `${name}: ${count} ${
      count === 1 ? "remark" : "remarks"
    } on the file: ask the table "problems"`;
    lines.push(theme.paint("faint", visible(what)));
  }
  const queries = FIRST_QUERIES[traces[0]?.trace.header.format ?? ""] ?? [];
  const longest = Math.max(0, ...queries.map(({ query }) => query.length));
  if (queries.length > 0) lines.push("Try:");
  for (const { query, answers } of queries) {
    const beside = longest + answers.length + 4 <= width;
    const said = theme.paint("faint", answers);
    lines.push(beside ? `  ${query.padEnd(longest)}  ${said}` : `  ${query}\n    ${said}`);
  }
  const keys = "Tab completes, Alt-H explains, .help lists everything, Ctrl-D leaves";
  for (const line of wrapWords(keys, width)) lines.push(theme.paint("faint", line));
  return lines.join("\n") + "\n";
}

/** `1_234_567`, as the query language writes it. */
export function grouped(count: number | bigint): string {
  return count.toLocaleString("en-US").replaceAll(",", "_");
}
