/** Functions computed on whole pieces give the same values as row by row. */
import { assert, assertEquals } from "@std/assert";
import { queryForRows } from "../../../src/engine/ask_rows.ts";
import { findFunction, FUNCTIONS } from "../../../src/query/functions/registry.ts";
import { NOTHING_KNOWN } from "../../../src/query/plan/row_function.ts";
import type { Constant } from "../../../src/query/plan/values.ts";
import { sampleSession } from "../../support/sample_session.ts";

/** Null in every third row. */
const GAPS = "addr / (seq % 3)";

/** Calls, and the arguments that depend on the row. */
const CALLS: Readonly<
  Record<string, readonly (readonly [call: string, columns: string, constants: Constant[]])[]>
> = {
  bucket: [["bucket(size)", "size", []], [`bucket(${GAPS})`, GAPS, []]],
  bin: [["bin(addr, 1000)", "addr", [1000n]], [`bin(${GAPS}, 7)`, GAPS, [7n]]],
  page: [["page(addr)", "addr", []], [`page(${GAPS})`, GAPS, []]],
  coalesce: [[`coalesce(${GAPS}, size, addr)`, `${GAPS}, size, addr`, []]],
  if: [
    [`if(size > 100, size, ${GAPS})`, `big = size > 100, size, ${GAPS}`, []],
    ["if(size > 100, size, addr)", "big = size > 100, size, addr", []],
    ["if(size > 100, line, size)", "big = size > 100, line, size", []],
    ["if(size > 100, size, line)", "big = size > 100, size, line", []],
    [`if(${GAPS} > 100, addr, 7)`, `big = ${GAPS} > 100, addr`, [7n]],
    ["if(size > 100, null, addr)", "big = size > 100, none = line * null, addr", []],
  ],
};

Deno.test("every function that computes a column in pieces is tested", () => {
  const names = FUNCTIONS.filter(({ column }) => column !== undefined).map(({ name }) => name);
  assertEquals(names.sort(), Object.keys(CALLS).sort());
});

for (const [name, calls] of Object.entries(CALLS)) {
  Deno.test(`${name}() gives equal values piece by piece and row by row`, async () => {
    const session = await sampleSession({ t: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
    const { evaluate, handlesNull } = findFunction(name)!;
    for (const [call, columns, constants] of calls) {
      let found = 0;
      await queryForRows(session, `events | select found = ${call}, ${columns}`, (table) => {
        for (let row = 0; row < table.rowCount; row++) {
          const args = [
            ...table.columns.slice(1).map((_, at) => table.value(row, at + 1) as Constant),
            ...constants,
          ];
          const wanted = !handlesNull && args.includes(null) ? null : evaluate(args, NOTHING_KNOWN);
          assertEquals(table.value(row, 0), wanted, `${call} of ${args}`);
          if (wanted !== null) found++;
        }
      });
      assert(found > 0, call);
    }
  });
}
