/**
 * The same scripts on ClickHouse give the rows that Quarry gives. `QUARRY_TEST_CHDB` names a folder in which
 * `npm install chdb` has run (its library has 400 MB, so no usual run fetches it).
 */
import { assert, assertEquals } from "@std/assert";
import { byEffort, later, seeds } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { CHDB_FOLDER, chdbEngine } from "./chdb_engine.ts";
import { askGolden, Asking, askRandom, spelled } from "./corpora.ts";

const ABSENT = CHDB_FOLDER === "" ? "QUARRY_TEST_CHDB names no folder with the package chdb" : null;
/** What differs, by its text, and why. Nothing does: the last was a mistake of the engine that translations go around. */
const KNOWN: ReadonlySet<string> = new Set();

async function onClickHouse(ask: (asking: Asking) => Promise<void>): Promise<number> {
  const asking = new Asking(chdbEngine());
  await ask(asking);
  const { tally } = asking;
  const different = tally.different.filter(({ script }) => !KNOWN.has(script));
  assertEquals(different.length, 0, spelled({ ...tally, different }));
  return tally.same;
}

Deno.test({
  ...unless([ABSENT, later], "golden queries have the same rows on ClickHouse"),
  fn: async () => {
    const same = await onClickHouse((asking) => askGolden(asking, () => true));
    assert(same > 500, `${same} are the same`);
  },
});

Deno.test({
  ...unless([ABSENT], "random queries have the same rows on ClickHouse"),
  fn: async () => {
    const same = await onClickHouse((asking) => askRandom(asking, 1, byEffort(seeds(20), 1)));
    assert(same > 30, `${same} are the same`);
  },
});
