/**
 * Composes the page about the query language.
 * @module
 */

import { literalEntries, operatorEntries, sourceEntries, stageEntries, statementEntries } from "./entries.ts";
import { exampleList, wordList, wrap } from "./layout.ts";

/** The first queries of the page; a test runs them. */
export const FIRST_EXAMPLES: readonly string[] = [
  "leaks | by file, line | top 10 by bytes",
  "func:read_* and size:8..1K | take 20",
  "allocs | where life <= 2 | by func, file, line | top 10 by count",
  "live @ peak | by thread, bucket(size) | sort bytes desc",
  "diff (live @ 25%), (live @ 75%) by func",
  "timeline every 1000 b = max(live_bytes), n = max(live_blocks)",
];

/** Composes the page, two screens long, with references to more detailed pages. */
export function languagePage(): string {
  return `Examples:
${exampleList(FIRST_EXAMPLES)}
${
    wrap(
      "A query is a pipeline: a source of rows, then stages, each after a |. A filter alone applies to the main \
table of the trace: events, or profile in a profile, or units in a source trace.",
    )
  }
Sources (help sources, help tables, help points):
${
    wordList([
      ...sourceEntries().map(({ usage }) => usage.replace(/ .*/, "")),
      "TABLE [of TRACE]",
      "(PIPELINE)",
    ])
  }
Stages (help stages):
${wrap(stageEntries().map(({ name }) => name).join(" "), 2)}
Operators, the loosest first (help operators):
${wordList(operatorEntries().map(({ name }) => name))}
Values (help functions, help aggregates):
${wrap(VALUES, 2)}
Missing values:
${
    wrap(
      'A comparison with null is false, also != and "not in"; "not" around it makes it true. Test with "is null". \
Aggregates skip nulls. Sorting puts them last.',
      2,
    )
  }
Scripts (help let, help assert):
${wrap(statementEntries().map(({ usage }) => usage).join(";  "), 2)}${
    wrap(
      'Statements end with a blank line, a ; or the end of the line before one that is not indented. -- and # begin \
comments. "as" at the end of a pipeline keeps its result under a name.',
      2,
    )
  }
"quarry help NAME" explains any of these words, and columns and codes
`;
}

/** The forms of literal values. */
const VALUES = literalEntries().map(({ usage }) => usage).join(" · ");
