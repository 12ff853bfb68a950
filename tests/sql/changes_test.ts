/** `changes` on engines: the same one of several shortest lists, and an error if Quarry may give a longer one. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { QUERY_LIMITS } from "../../src/base/limits/query_limits.ts";
import { Session } from "../../src/engine/session.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";
import { byEffort, seeds } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { typedTable, typedTrace } from "../support/typed_tables.ts";
import { Temporary } from "../support/temporary.ts";
import { CHDB_FOLDER, chdbEngine } from "./chdb_engine.ts";
import { Asking, spelled } from "./corpora.ts";
import { writeDataset } from "./dataset_folder.ts";
import { DuckEngine } from "./duckdb_engine.ts";
import { compareScript, type Engine } from "./engine_answers.ts";

/** Traces whose events have these kinds, in their order. */
function sessionOf(kinds: Readonly<Record<string, readonly string[]>>): Session {
  const session = new Session();
  session.add(
    Object.entries(kinds).map(([name, list]) => {
      const rows = list.map((kind, at) => `${at * 3 + 1} ${kind} ${kind === "-" ? "-" : at % 2}\n`);
      const table = typedTable("events", session.pools, `seq:u64 kind:text odd:u64?\n${rows.join("")}`);
      return typedTrace(name, session.pools, [table]);
    }),
  );
  return session;
}

async function withDataset(
  session: Session,
  work: (dataset: SqlDataset) => Promise<void>,
): Promise<void> {
  using folder = Temporary.folder();
  await work(await writeDataset(session, folder.path));
}

async function randomLists(engine: (dataset: SqlDataset) => Engine): Promise<void> {
  const asking = new Asking(engine);
  const count = byEffort(seeds(60), 1);
  for (let seed = 0; seed < count; seed++) {
    const random = new Random(seed);
    const kinds = ["x", "y", "z", "-", "w"].slice(0, 2 + random.below(4));
    const make = (): string[] => Array.from({ length: 1 + random.below(25) }, () => random.pick(kinds));
    const [first, last] = [make(), make()];
    // Some lists have common ends.
    const session = sessionOf({
      a: random.below(2) === 0 ? make() : [...first, ...make(), ...last],
      b: [...first, ...make(), ...last],
    });
    await withDataset(session, async (dataset) => {
      for (const keys of ["kind", "kind, odd", "kind: upper(kind), seq % 4"]) {
        await asking.ask(session, dataset, `changes events of a, events of b by ${keys}`);
      }
      const nameless = (name: string): string => `(events of ${name} | select kind)`;
      const script = `changes ${nameless("a")}, ${nameless("b")} by kind | by change, hunk | sort count desc`;
      await asking.ask(session, dataset, script);
    });
  }
  const { tally } = asking;
  assertEquals([tally.same, tally.refused.size], [4 * count, 0], spelled(tally));
}

Deno.test("changes gives the same list on DuckDB, and an error beyond its limit", async (test) => {
  const duck = await DuckEngine.open();
  const engine = (dataset: SqlDataset): Engine => duck.over(dataset);
  try {
    await test.step("random lists have the same changes", () => randomLists(engine));
    await test.step("common rows at the ends do not count towards the limit", () => limit(engine));
  } finally {
    duck.close();
  }
});

Deno.test({
  ...unless(
    [CHDB_FOLDER === "" ? "QUARRY_TEST_CHDB names no folder with the package chdb" : null],
    "changes gives the same list on ClickHouse, and an error beyond its limit",
  ),
  fn: async () => {
    await randomLists(chdbEngine());
    await limit(chdbEngine());
  },
});

/** Common rows at the ends do not count. */
async function limit(engine: (dataset: SqlDataset) => Engine): Promise<void> {
  const half = QUERY_LIMITS.changeRows.most / 2;
  const middle = (rows: number, first: string, second: string): string[] =>
    Array.from({ length: rows }, (_, at) => at * 2 < rows ? first : second);
  const ends = Array.from({ length: 500 }, () => "e");
  const session = sessionOf({
    at: [...ends, ...middle(half, "x", "y"), ...ends],
    most: [...ends, ...middle(half, "y", "x"), ...ends],
    beyond: [...ends, ...middle(half + 1, "y", "x"), ...ends],
  });
  await withDataset(session, async (dataset) => {
    const asked = (name: string): ReturnType<typeof compareScript> =>
      compareScript(session, `changes events of at, events of ${name} by kind`, engine(dataset));
    // A large table takes a few seconds.
    if (byEffort(true, false)) assertEquals(await asked("most"), { kind: "same" });
    const beyond = await asked("beyond");
    const what = beyond?.kind === "different" ? beyond.what : beyond?.kind ?? "";
    assertStringIncludes(what, `more than ${2 * half} rows are left between`);
  });
}
