/**
 * Set operations on coverage in SQL equal those of Quarry, for ranges of every shape: nested, repeated in a trace, up
 * to the last address.
 */
import { assert, assertEquals } from "@std/assert";
import type { CoverageSetPlan } from "../../src/coverage/sources/plan.ts";
import { differenceOf, intersectionOf, unionOf } from "../../src/coverage/ranges/campaign.ts";
import type { Coverage, SharedRange } from "../../src/coverage/ranges/coverage_result.ts";
import type { PlanColumn } from "../../src/query/plan/values.ts";
import { duckdb } from "../../src/sql/dialects/duckdb.ts";
import { translatePlan } from "../../src/sql/steps/registry.ts";
import { Translation } from "../../src/sql/translation.ts";
import { rowsIn, withDuck } from "../support/duckdb.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const MODULES = [null, "lib.so", "prog"];
const END = 1n << 64n;
const COLUMNS: readonly PlanColumn[] = ["addr", "size", "end", "module", "op", "runs"].map((name) => ({
  name,
  type: name === "module" ? "text" : "u64",
  display: "plain",
}));

/** Ranges of a trace, by module; with few addresses, so that ends coincide. */
function ranges(random: Random): Coverage {
  const base = random.oneIn(3) ? END - 40n : 0n;
  return MODULES.flatMap((_, module) =>
    random.oneIn(3) ? [] : Array.from({ length: random.below(6) }, () => {
      const first = BigInt(random.below(39));
      const size = 1n + BigInt(random.below(39 - Number(first) + 1));
      const op = random.pick([16, 17, 18, 19, 0x30, 0x80, 255]);
      return { module, first: base + first, last: base + first + size - 1n, op };
    })
  );
}

function cellsOf({ module, first, last, op, runs }: SharedRange): unknown[] {
  const end = (last + 1n) % END;
  return [first, last - first + 1n, end, MODULES[module] ?? null, BigInt(op), BigInt(runs)];
}

Deno.test("DuckDB gives the union, intersection and difference of random ranges", async () => {
  await withDuck(async (connection, folder) => {
    let found = 0;
    for (let seed = 1; seed <= seeds(60); seed++) {
      const random = new Random(seed);
      const runs = ["a", "b", "c", "d"].map((name) => ({ name, ranges: ranges(random) }));
      const place = `${folder}/${seed}`;
      for (const { name, ranges } of runs) {
        Deno.mkdirSync(`${place}/trace=${name}`, { recursive: true });
        const rows = ranges.map(({ module, first, last, op }) => {
          const text = MODULES[module];
          return `(${first}, ${last - first + 1n}, ${op}, ${text === null ? "NULL" : `'${text}'`})`;
        });
        await connection.run(
          `COPY (SELECT addr::UBIGINT AS addr, size::UBIGINT AS size, op::UBIGINT AS op, module::VARCHAR AS module
           FROM (VALUES ${["(0, 0, 0, 'x')", ...rows].join(", ")}) AS t(addr, size, op, module) OFFSET 1)
           TO '${place}/trace=${name}/ranges.parquet' (FORMAT parquet)`,
        );
      }
      const dataset = { folder: place, traces: () => ["a", "b", "c", "d"], columns: () => undefined };
      const check = async (
        op: CoverageSetPlan["op"],
        [mine, others]: readonly [number, number],
        byOutcome: boolean,
        right: readonly SharedRange[],
      ): Promise<void> => {
        const names = runs.map(({ name }) => name);
        const plan: CoverageSetPlan = {
          op,
          traces: names.slice(0, mine),
          others: names.slice(mine, mine + others),
          byOutcome,
          columns: COLUMNS,
          span: { start: 0, end: 0 },
        };
        const to = new Translation({ dialect: duckdb, dataset, source: "" }, translatePlan, new Map());
        const rows = await rowsIn(connection, to.statement(plan));
        assertEquals(rows, right.map(cellsOf), `seed ${seed}: ${op} of ${mine}, ${byOutcome}`);
        found += rows.length;
      };
      const all = runs.map((run) => run.ranges);
      await check("union", [4, 0], false, unionOf(all));
      for (const byOutcome of [false, true]) {
        await check("intersection", [2, 0], byOutcome, intersectionOf(all.slice(0, 2), byOutcome));
        await check("difference", [1, 3], byOutcome, differenceOf(all.slice(0, 1), all.slice(1), byOutcome));
        await check(
          "difference",
          [2, 1],
          byOutcome,
          differenceOf(all.slice(0, 2), all.slice(2, 3), byOutcome),
        );
      }
    }
    assert(found > seeds(600), `${found} ranges`);
  });
});
