/**
 * The same scripts on ClickHouse give the same rows as in Quarry. `QUARRY_TEST_CHDB` names a folder in which `npm
 * install chdb` has run (its library has 400 MB, so normal runs do not download it).
 */
import { assert, assertEquals } from "@std/assert";
import { byEffort, later, seeds } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";
import { CHDB_FOLDER, chdbEngine } from "./chdb_engine.ts";
import { askGolden, Asking, askRandom, askRecipes, spelled } from "./corpora.ts";

const ABSENT = CHDB_FOLDER === "" ? "QUARRY_TEST_CHDB names no folder with the package chdb" : null;
/**
 * Known differences: a common table expression is expanded at each use, and a timeline of a timeline of a timeline is
 * too large for the engine. This concerns one of 5,040 random queries.
 */
const KNOWN = /^The engine fails: .*Query tree is too big/s;

async function onClickHouse(ask: (asking: Asking) => Promise<void>): Promise<number> {
  const asking = new Asking(chdbEngine());
  await ask(asking);
  const { tally } = asking;
  const different = tally.different.filter(({ what }) => !KNOWN.test(what));
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
  ...unless([ABSENT], "ClickHouse distinguishes traces of any name"),
  fn: async () => {
    const names = ["t1", "017", "n/x.mtrc", "a b%20'c", "true"];
    const sample = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
    const session = await sampleSession(Object.fromEntries(names.map((name) => [name, sample])));
    using folder = Temporary.folder();
    const dataset = await writeDataset(session, folder.path);
    const same = await onClickHouse(async (asking) => {
      await asking.ask(session, dataset, "events | by trace | sort trace");
      await asking.ask(session, dataset, "live @ 50% | by trace, func | sort trace, func");
      for (const name of names) {
        await asking.ask(session, dataset, `leaks of ${JSON.stringify(name)} | by trace, file`);
      }
    });
    assertEquals(same, 2 + names.length);
  },
});

Deno.test({
  ...unless([ABSENT, later], "recipes of the cookbook have the same rows on ClickHouse"),
  fn: async () => {
    const same = await onClickHouse((asking) => askRecipes(asking));
    assert(same >= 110, `${same} are the same`);
  },
});

Deno.test({
  ...unless([ABSENT], "random queries have the same rows on ClickHouse"),
  fn: async () => {
    const same = await onClickHouse((asking) => askRandom(asking, 1, byEffort(seeds(84), 1)));
    assert(same >= byEffort(5000, 50), `${same} are the same`);
  },
});
