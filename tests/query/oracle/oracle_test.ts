/**
 * DuckDB answers the same questions. `ORACLE_SEED` sets the first seed; a failure prints the seed of its tables, and
 * the number of the query.
 */

import { atFullEffort, byEffort, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { difference } from "./compare.ts";
import { Queries } from "./queries.ts";
import { quarryText, sqlText } from "./relation.ts";
import { World } from "./world.ts";

const TABLES = seeds(12);
const FIRST_SEED = Number(Deno.env.get("ORACLE_SEED") ?? 1);
const QUERIES_PER_TABLE = byEffort(60, 30);
const MOST_FAILURES = 8;

async function compareOn(world: World, seed: number, failures: string[]): Promise<void> {
  const random = new Random(seed + 7777);
  const queries = new Queries(random, world.sources);
  for (let number = 0; number < QUERIES_PER_TABLE; number++) {
    const relation = queries.make();
    const [text, sql] = [quarryText(relation), sqlText(relation)];
    let found: string | undefined;
    try {
      found = difference(await world.ask(text), await world.duck.answer(sql));
    } catch (error) {
      found = error instanceof Error
        ? `${error.message}\n${error.stack?.split("\n").slice(1, 4).join("\n")}`
        : String(error);
    }
    if (found !== undefined) failures.push(`seed ${seed}, query ${number}: ${found}\n${text}\n${sql}`);
    if (failures.length >= MOST_FAILURES) return;
  }
}

Deno.test(atFullEffort("Session answers random queries like DuckDB"), async () => {
  const failures: string[] = [];
  const sizes = [0, 1, 7, 60, 200, 300];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + TABLES; seed++) {
    const world = await World.make(seed, sizes[seed % sizes.length]!);
    await compareOn(world, seed, failures);
    world.close();
    if (failures.length >= MOST_FAILURES) break;
  }
  if (failures.length > 0) throw new Error(`${failures.length} differences\n\n${failures.join("\n\n")}`);
});
