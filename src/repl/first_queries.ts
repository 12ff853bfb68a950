/**
 * What is worth asking first: a few candidates for each format, best first, and which of them a trace has answers to.
 * @module
 */

import type { Session } from "../engine/session.ts";

/** A query with what it answers. */
export interface FirstQuery {
  /** Runs as written on a trace of the format. */
  readonly query: string;
  /** What it shows, beside the query. */
  readonly answers: string;
  /** Columns, as `TABLE.COLUMN`, without whose values the answer would say nothing. */
  readonly needs?: readonly string[];
  /** Asks for blocks that were never freed: without any the answer is empty. */
  readonly leaks?: true;
}

/** So many are proposed. */
const PROPOSED = 3;

const HEAP: readonly FirstQuery[] = [
  {
    query: "leaks | by file, line | top 10 by bytes",
    answers: "what was never freed, by source line",
    needs: ["allocs.file"],
    leaks: true,
  },
  {
    query: "live @ peak | by func | sort bytes desc",
    answers: "what was live at the peak",
    needs: ["allocs.func"],
  },
  {
    query: "allocs | by func | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.func"],
  },
  {
    query: "leaks | by bucket(size) | sort bytes desc",
    answers: "what was never freed, by size",
    leaks: true,
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

const RESOURCES: readonly FirstQuery[] = [
  {
    query: "leaks | by name, type | sort bytes desc",
    answers: "what was never released, by allocator",
    needs: ["allocs.name"],
    leaks: true,
  },
  {
    query: "leaks | top 3 by size | unwind | select level, name, module, addr",
    answers: "where the largest were allocated",
    needs: ["allocs.stack"],
    leaks: true,
  },
  { query: "live @ peak | by bucket(size) | sort bytes desc", answers: "sizes that were live at the peak" },
  {
    query: "allocs | by name | top 10 by count",
    answers: "who allocates most often",
    needs: ["allocs.name"],
  },
  { query: "events | by kind", answers: "kinds of events, and how often" },
  { query: "allocs | top 10 by size", answers: "the largest blocks" },
];

/** Candidates for each format, by its name. */
export const FIRST_QUERIES: Readonly<Record<string, readonly FirstQuery[]>> = {
  mtrc: HEAP,
  mptl: [
    { query: "profile | top 10 by live_bytes", answers: "call sites that hold the most memory" },
    { query: "profile | top 10 by allocs", answers: "call sites that allocate most often" },
    { query: "bins | top 10 by live_bytes", answers: "sizes that are still live" },
  ],
  "sp-rtrace": RESOURCES,
  "sp-rtrace-bin": RESOURCES,
  apitrace: [
    { query: "calls | by name | top 10 by count", answers: "functions that are called most" },
    { query: "frames | top 5 by calls", answers: "the busiest frames" },
    { query: "events | by type | sort bytes desc", answers: "bytes by class of function" },
  ],
  gnatcov: [
    {
      query: "lines | by file, func: missed = count() if not covered | top 10 by missed",
      answers: "functions with most lines that never ran",
      needs: ["lines.line"],
    },
    {
      query: "lines | by file: missed = count() if not covered, lines = count()",
      answers: "lines that never ran, by file",
      needs: ["lines.line"],
    },
    {
      query: "ranges | summarize covered = sum(size)",
      answers: "bytes of code that ran",
      needs: ["ranges.size"],
    },
    { query: "blocks | by outcome", answers: "branches that went one way or both", needs: ["blocks.size"] },
    { query: "gaps | top 10 by size", answers: "the largest stretches that never ran", needs: ["gaps.size"] },
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
    { query: "units | by unit: covered = sum(bits_set), all = sum(bits)", answers: "the same by unit" },
  ],
};

/** What every trace has an answer to. */
const ALWAYS: readonly FirstQuery[] = [
  { query: "tags", answers: "what the header of the file says" },
  { query: "traces", answers: "what is known about the open traces" },
];

/** Three queries for the first trace of a session, or fewer when it has no answers to more. */
export function firstQueries(session: Session): readonly FirstQuery[] {
  const [first] = session.traces;
  if (!first) return [];
  const { header, lives } = first.trace;
  const hasLeaks = lives !== undefined && lives.totals.allocatedCount > lives.totals.freedCount;
  const hasValues = (place: string): boolean => {
    const [table = "", column = ""] = place.split(".");
    const found = session.catalog.table(table, first.name)?.columns.find(({ name }) => name === column);
    return found !== undefined && found.allNull !== true;
  };
  const hasRows = (first.trace.tables.get(header.mainTable)?.rowCount ?? 0) > 0;
  const candidates = (hasRows ? FIRST_QUERIES[header.format] : undefined) ?? [];
  const answered = candidates.filter(({ needs = [], leaks }) =>
    (!leaks || hasLeaks) && needs.every(hasValues)
  );
  return [...answered, ...ALWAYS].slice(0, PROPOSED);
}
