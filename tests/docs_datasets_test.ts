/** The recipes of `docs/datasets.md` give the same rows as the queries in their first lines. */
import { assert, assertEquals } from "@std/assert";
import { mainHere } from "./cli/host_here.ts";
import { queryForRows } from "../src/engine/ask_rows.ts";
import { fakeHost } from "./cli/fake_host.ts";
import { cellsOf } from "./export/export_support.ts";
import { columnsIn, withDuck } from "./support/duckdb.ts";
import { sampleSession } from "./support/sample_session.ts";

const ROOT = new URL("../", import.meta.url);
const SAMPLES: Readonly<Record<string, string>> = {
  wordfreq: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
  pool: "testdata/mpatrol/pool-threads-be64/trace.mtrc",
  index: "testdata/sp-rtrace/c01-jsonidx.resolved.txt",
};

Deno.test("docs/datasets.md: SQL over a dataset gives the rows of queries over its traces", async () => {
  const text = await Deno.readTextFile(new URL("docs/datasets.md", ROOT));
  const recipes = [...text.matchAll(/```sql\n-- (.+)\n([^]*?);\n```/g)];
  assert(recipes.length >= 7, `${recipes.length} recipes`);
  const session = await sampleSession(SAMPLES);
  await withDuck(async (connection, folder) => {
    const operands = Object.entries(SAMPLES).map(([name, path]) => `${name}=${new URL(path, ROOT).pathname}`);
    const host = fakeHost();
    const code = await mainHere([
      "export",
      ...operands,
      "--to",
      "dataset",
      "-o",
      folder,
      "--no-cache",
      "--threads",
      "1",
    ], host);
    assertEquals(code, 0, host.written.err);
    for (const [, query, sql] of recipes) {
      await queryForRows(session, query!, async (table) => {
        assert(table.rowCount > 0, query);
        assertEquals(await columnsIn(connection, sql!.replaceAll("DIR", folder)), cellsOf(table), query);
      });
    }
  });
});
