/** Rows of every type with values that are difficult for formats. */
import { Session } from "../../src/engine/session.ts";
import { QueryResult } from "../../src/engine/query_result.ts";
import { Workspace } from "../../src/query/execution/relation.ts";
import { toWord } from "../../src/query/execution/column_words.ts";
import { relationOf, storeWords } from "../../src/query/operators/columns/materialize.ts";
import type { Constant, PlanColumn } from "../../src/query/plan/values.ts";

/** Columns typed in by hand, as the rows of a query. */
export function typedRows(
  columns: readonly (PlanColumn & { readonly values: readonly Constant[] })[],
): { readonly session: Session; readonly table: QueryResult } {
  const session = new Session();
  const { pools } = session;
  const work = new Workspace(pools);
  const rows = columns[0]!.values.length;
  const stored = columns.map(({ values, ...info }) => {
    const words = work.take(rows * 8);
    const nulls = work.takeZeroed(rows);
    values.forEach((value, row) => {
      const word = toWord(value, info.type, pools);
      pools.arena.u64[(words >>> 3) + row] = word ?? 0n;
      pools.arena.u8[nulls + row] = word === null ? 1 : 0;
    });
    return storeWords(work, info, words, nulls, rows);
  });
  const relation = relationOf(columns.map(({ values: _, ...info }) => info), stored, rows);
  return { session, table: new QueryResult({ relation, work, steps: [], release: () => work.release() }) };
}

const U64_MAX = 0xffff_ffff_ffff_ffffn;
const I64_MIN = -0x8000_0000_0000_0000n;

/** Some of everything: bounds, values beyond doubles, nulls at both ends, odd texts. */
export function oddRows(): ReturnType<typeof typedRows> {
  return typedRows([
    {
      name: "u",
      type: "u64",
      display: "plain",
      values: [0n, U64_MAX, null, 0x20_0000_0000_0001n, 9_999_999_999n],
    },
    {
      name: "h",
      type: "u64",
      display: "hex",
      values: [null, U64_MAX, 0n, 0x1_0000_0000n, 0xffff_ffff_8000_0000n],
    },
    { name: "i", type: "i64", display: "plain", values: [I64_MIN, -1n, 0n, null, 0x7fff_ffff_ffff_ffffn] },
    { name: "f", type: "f64", display: "plain", values: [0.1, null, -1e300, 5e-324, 3] },
    { name: "b", type: "bool", display: "plain", values: [true, false, null, true, false] },
    {
      name: "t",
      type: "text",
      display: "plain",
      values: ["", null, ' "quoted", \t', "two\r\nlines \\ €", "\u001b[31m\u202e𝄞"],
    },
    {
      name: "d",
      type: "time",
      display: "time",
      values: [0n, 1n, null, 86_400_000_000_000n, 1_948_722_000_000n],
    },
    { name: 'odd "name", \n', type: "u64", display: "plain", values: [null, null, null, null, null] },
  ]);
}
