/**
 * The same scripts over the exported dataset on DuckDB give the same rows as in Quarry. Scripts left out of normal runs
 * run with `QUARRY_EFFORT=1`.
 */
import { assert, assertEquals } from "@std/assert";
import { atFullEffort, byEffort, seeds } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { askGolden, Asking, askRandom, askRecipes, spelled, type Tally } from "./corpora.ts";
import { writeDataset } from "./dataset_folder.ts";
import { DuckEngine } from "./duckdb_engine.ts";

/** Files of golden queries that a normal run uses. */
const FEW = new Set([
  "coverage_sets.query",
  "exact_fractions.query",
  "lives.query",
  "old_144.query",
  "pivots.query",
  "stages.query",
]);
/** At full effort these are 5,040 queries. */
const WORLDS = seeds(84);

async function onDuckDb(ask: (asking: Asking) => Promise<void>): Promise<Tally> {
  const duck = await DuckEngine.open();
  try {
    const asking = new Asking((dataset) => duck.over(dataset));
    await ask(asking);
    assertEquals(asking.unexpected.different.length, 0, spelled(asking.unexpected));
    return asking.tally;
  } finally {
    duck.close();
  }
}

Deno.test("golden queries have the same rows on DuckDB", async () => {
  const { same, refused } = await onDuckDb((asking) =>
    askGolden(asking, (file) => byEffort(true, false) || FEW.has(file), byEffort(1, 2))
  );
  const reasons = [...refused.values()].reduce((sum, count) => sum + count, 0);
  assert(same >= byEffort(610, 60), `${same} are the same, ${reasons} are refused`);
});

Deno.test(atFullEffort("recipes of the cookbook have the same rows on DuckDB"), async () => {
  const { same } = await onDuckDb((asking) => askRecipes(asking));
  assert(same >= 110, `${same} are the same`);
});

Deno.test("calculations with constants from 2^63 on give the same rows on DuckDB", async () => {
  const large = ["0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff"];
  const values = large.flatMap((each) => [
    ...[
      "size + 1",
      "size - size",
      "size * 2",
      `${each} - size`,
      `size % 3 + ${each}`,
      `${each} * (size - size)`,
    ],
    ...["page(size)", "bin(size, 7)", "align(size, 4K)", `bin(size, ${each})`, `align(size, ${each})`],
    ...[
      "bor(size, 1)",
      `clamp(size, 1, ${each})`,
      "if(size >= size, size - size, 0)",
      "size << 2",
      "size ^ 1",
    ],
    ...["size & 7", "~size", `min(size, ${each})`, "delta(size, 1)", "abs(size - 4)", "bucket(size)"],
  ]);
  const { same } = await onDuckDb(async (asking) => {
    const session = await sampleSession({ a: "testdata/mpatrol/tutorial2-le64/trace.mtrc" });
    using folder = Temporary.folder();
    const dataset = await writeDataset(session, folder.path);
    for (const value of new Set(values)) {
      for (const limit of byEffort(large, large.slice(1, 2))) {
        for (const test of [`< ${limit}`, `== ${limit}`, `in (${limit}..)`, `in {5, ${limit}}`]) {
          await asking.ask(session, dataset, `events | where not (${value}) ${test} | count`);
        }
      }
    }
  });
  assert(same > byEffort(350, 100), `${same} are the same`);
});

Deno.test("random queries return the same rows in DuckDB", async () => {
  const { same } = await onDuckDb((asking) => askRandom(asking, 1, byEffort(WORLDS, 1), byEffort(60, 25)));
  assert(same >= byEffort(5000, 20), `${same} are the same`);
});
