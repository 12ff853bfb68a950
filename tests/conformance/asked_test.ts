/**
 * Every request about a trace is answered, or declared unsupported in the one place where its format says so. Pictures
 * of the workbench, panels of reports, recipes, saved indexes and the answers to a file that grows have tests of their
 * own for every format: `serve/every_view.ts`, `report`, `cli/cookbook_test.ts`, `index/round_trip_test.ts` and
 * `follow`.
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Quarry, QueryError } from "../../mod.ts";
import { FormatError } from "../../src/base/errors.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { formats } from "../../src/formats/registry.ts";
import { quarry } from "../cli/program.ts";
import { turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { withFolder } from "../support/temporary.ts";
import { conformanceOf } from "./profile.ts";

/** Queries on lifetimes of blocks. */
const OF_LIVES = ["leaks | count", "live @ end | count", "live @ peak | count", "peak | count"];

for (const { entry, left } of turnsOf(formats, 3)) {
  const { name, tables, blockless, firstQueries, grows } = entry;
  const { trace, small = trace } = conformanceOf(name);
  const path = `testdata/${small}`;
  const title = (what: string): string => unless([left], `conformance of ${name}: ${what}`).name;
  const ignore = unless([left], name).ignore === true;

  Deno.test({
    name: title("queries are answered, or the error suggests another query"),
    ignore,
    fn: async () => {
      await using opened = await Quarry.open(path);
      const rowsOf = async (query: string): Promise<number> => [...(await opened.query(query)).rows()].length;
      if (tables.includes("events")) assert(await rowsOf("events | by kind") > 0);
      // Queries that need a table or weight which only some traces have are not suggested for others.
      let answered = 0;
      for (const { query } of firstQueries) {
        try {
          await opened.query(query);
          answered++;
        } catch (error) {
          assert(error instanceof QueryError && /table|column/.test(error.message), `${query}: ${error}`);
        }
      }
      assert(answered > 0, "no first query is answered");
      for (const query of OF_LIVES) {
        if (tables.includes("allocs")) {
          assertEquals(await rowsOf(query), 1, query);
          continue;
        }
        const error: QueryError = await assertRejects(
          () => opened.query(query),
          QueryError,
          undefined,
          query,
        );
        // A fix with the intended query is more useful than the reason why the table is missing.
        const isMended = error.diagnostics.some(({ fix }) => fix !== undefined);
        if (blockless !== undefined && !isMended) {
          assertStringIncludes(JSON.stringify(error.diagnostics), blockless, query);
        }
      }
      // Completion begins with the tables of this trace.
      const proposed = opened.complete("").items.map(({ label }) => label);
      for (const table of tables) {
        const there = await opened.query(table).then(() => true, () => false);
        if (there) assert(proposed.includes(table), `${table} is not proposed`);
      }
    },
  });

  Deno.test({
    name: title("help, headline, exports, dataset and SQL work, and following works or is refused"),
    ignore,
    fn: () =>
      withFolder(async (folder) => {
        const ask = async (...args: string[]): Promise<string> => {
          const { code, out, err } = await quarry(args);
          assertEquals([code, err.includes("error")], [0, false], `${args.join(" ")}: ${err}`);
          return out;
        };
        assertStringIncludes(await ask("help", name), name);
        const { traces } = JSON.parse(await ask("info", "--json", path)) as {
          traces: { headline: string; tables: Record<string, number> }[];
        };
        assert(traces.every(({ headline }) => headline !== ""), "no headline");
        const filled = tables.find((each) => (traces[0]!.tables[each] ?? 0) > 0)!;
        assertEquals(
          (await ask("query", path, "-m", "csv", "-e", `${filled} | take 1`)).trim().split("\n").length,
          2,
        );
        const words = await quarry(["query", path, "-e", `select count(*) from ${filled}`]);
        assert(words.code === 0 || words.err.includes(`${filled} | `), words.err);
        await ask("export", "--to", "dataset", path, "-o", `${folder}/dataset`);
        const files = [...Deno.readDirSync(`${folder}/dataset`)].map((each) => each.name);
        assert(files.length > 0, "the dataset is empty");
        if (grows === undefined) {
          const { source } = await openInput(path);
          const { pools } = new Session();
          await assertRejects(
            () => load(source, pools, { name, follows: true }),
            FormatError,
            "Cannot follow",
          );
        }
      }),
  });
}
