/**
 * The query language on one page.
 * @module
 */

import { literalEntries, operatorEntries, sourceEntries, stageEntries, statementEntries } from "./entries.ts";
import type { HelpEntry } from "./entry.ts";
import { exampleList, nameList, wrap } from "./layout.ts";

/** Queries that the page begins with; a test runs them. */
export const FIRST_EXAMPLES: readonly string[] = [
  "leaks | by file, line | top 10 by bytes",
  "func:read_* and size:8..1K | take 20",
  "allocs | where life <= 2 | by func, file, line | top 10 by count",
  "live @ peak | by thread, bucket(size) | sort bytes desc",
  "diff (live @ 25%), (live @ 75%) by func",
  "timeline every 1000 b = max(live_bytes), n = max(live_blocks)",
];

/** The page. */
export function languagePage(): string {
  return `Examples:
${exampleList(FIRST_EXAMPLES)}
${
    wrap(
      "A query is a pipeline: a source of rows, then stages, each after a |. A filter alone applies to the main \
table of the trace: events, or profile in a profile, or units in a source trace.",
    )
  }
Sources ("quarry help sources"):
${usages([...sourceEntries(), TABLE, PIPELINE])}
Stages ("quarry help stages"):
${usages(stageEntries(), "… | ")}
Operators, the loosest first ("quarry help operators"):
${usages(operatorEntries())}
Values:
${usages(literalEntries())}
Missing values:
${
    wrap(
      'A comparison with null is false, also != and "not in"; "not" around it makes it true. Test with "is null". \
Aggregates skip nulls. Sorting puts them last.',
      2,
    )
  }
Scripts:
${usages(statementEntries())}
${
    wrap(
      'Statements end with a blank line, a ; or the end of the line before one that is not indented. -- and # begin \
comments. "as" at the end of a pipeline keeps its result under a name.',
      2,
    )
  }`;
}

const TABLE: HelpEntry = {
  kind: "source",
  name: "TABLE",
  usage: "TABLE [of TRACE]",
  summary: 'All rows of a table, of all open traces or of one ("quarry help tables")',
};
const PIPELINE: HelpEntry = {
  kind: "source",
  name: "(PIPELINE)",
  usage: "(PIPELINE)",
  summary: "The rows of another pipeline",
};

function usages(entries: readonly HelpEntry[], prefix = ""): string {
  return nameList(entries.map(({ usage, summary }) => [
    usage.startsWith(prefix) ? usage.slice(prefix.length) : usage,
    summary,
  ]));
}
