/** Possible queries for texts in words and in other languages. */
import { assertEquals } from "@std/assert";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { interpretationsOf } from "../../src/language/reading/interpretations.ts";
import { sampleSession } from "../support/sample_session.ts";

const session = await sampleSession({ a: "testdata/mpatrol/pool-threads-le64/trace.mtrc" });

/** Texts and the suggested queries, the likeliest first. */
const READINGS: Readonly<Record<string, readonly string[]>> = {
  "which line allocates the most": ["allocs | by func, file, line | top 10 by bytes"],
  "which line leaks the most?": ["leaks | by func, file, line | top 10 by bytes"],
  "which line holds the most": ["live @ peak | by func, file, line | top 10 by bytes"],
  "which file allocates the most often": ["allocs | by file | top 10 by count"],
  "which function leaks the most": ["leaks | by func | top 1 by bytes", "leaks | by func | top 1 by count"],
  "allocs sorted by max size": ["allocs | sort max_size desc"],
  "5 largest leaks": ["leaks | top 5 by size"],
  "the 3 smallest allocations": ["allocs | top 3 by size asc"],
  "for each thread": ["allocs | by thread", "events | by thread"],
  "from allocs | derive x = not leaked": ["allocs | extend x = not leaked"],
  "from allocs | derive x = null": ["allocs | extend x = null"],
  "from allocs | derive x = size": ["allocs | extend x = size"],
  "select func, sum(size) from leaks group by func": ["leaks | by func: sum(size)"],
};

for (const [text, queries] of Object.entries(READINGS)) {
  Deno.test(`interpretationsOf() suggests ${queries.join(", or ")} for "${text}"`, () => {
    assertEquals(interpretationsOf(text, session.catalog, EMPTY_ENVIRONMENT), queries);
  });
}
