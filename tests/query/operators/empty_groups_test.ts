/**
 * Over no values `count` and `distinct` are 0 and every other aggregate is null, for every strategy of grouping: packed
 * blocks, codes, hashes, slices.
 */
import { assert, assertEquals } from "@std/assert";
import { AGGREGATES } from "../../../src/query/aggregates/registry.ts";
import { ask } from "../../conformance/opened.ts";
import { byEffort, entriesOf, seeds } from "../../support/effort.ts";
import { sampleSession } from "../../support/sample_session.ts";

/** A trace of each kind of table, with columns that have no values, or not in every row. */
const SAMPLES: readonly (readonly [path: string, table: string])[] = [
  ["mpatrol/wordfreq-le64/trace.mtrc", "events"],
  ["mpatrol/wordfreq-le64/trace.mtrc", "allocs"],
  ["apitrace/real-egl-es1.trace", "calls"],
  ["sp-rtrace/c01-jsonidx.resolved.txt", "events"],
  ["gnatcov/vg-amd64-history-bare1.trace", "entries"],
];

/** Rows without a value of `column`, queried in every form; each query has the aggregate in its last column. */
function questions(table: string, column: string, aggregate: string): string[] {
  const none = `${table} | where ${column} is null`;
  return [
    `${none} | summarize x = ${aggregate}`,
    `${none} | by k = 1: x = ${aggregate}`,
    `${none} | by ${column}: x = ${aggregate}`,
    `${none} | by trace, ${column}: x = ${aggregate}`,
    `${none} | take 3 | summarize x = ${aggregate}`,
    `${none} | sort trace | by trace: x = ${aggregate}`,
    `${table} | where 1 == 2 | summarize x = ${aggregate}`,
    `${table} | summarize x = ${aggregate} if ${column} is null`,
    `${table} | by trace: x = ${aggregate} if ${column} is null`,
  ];
}

for (const [path, table] of SAMPLES) {
  Deno.test(`aggregates over no values of ${table} in ${path} are consistently 0 or null`, async () => {
    const session = await sampleSession({ t: `testdata/${path}` });
    let asked = 0;
    for (const [at, column] of session.catalog.table(table, null)!.columns.entries()) {
      for (const { name, accepts, parameters, perStep } of entriesOf(AGGREGATES, 4, at)) {
        // Without steps, a step has no length.
        if (!accepts.includes(column.type) || perStep) continue;
        const aggregate = `${name}(${column.name}${parameters.length > 1 ? ", 75" : ""})`;
        const expected = name === "count" || name === "distinct" ? 0n : null;
        for (const query of entriesOf(questions(table, column.name, aggregate), 0.3, at)) {
          const [answer] = await ask(session, query);
          for (const row of answer!.rows) assertEquals(row.at(-1), expected, query);
          if (answer!.rows.length > 0) asked++;
        }
      }
    }
    assert(asked > byEffort(seeds(100), 5), `${asked} answers with rows`);
    session.closeAll();
  });
}
