/** Results without rows: every mode, every export, the library and the workbench give an empty answer, and no error. */
import { assert, assertEquals } from "@std/assert";
import { tableFromIPC } from "apache-arrow";
import { Quarry } from "../../mod.ts";
import { EXIT } from "../../src/cli/command.ts";
import { exporters } from "../../src/export/registry.ts";
import { renderers } from "../../src/render/registry.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { mainHere } from "../cli/host_here.ts";
import { TestWorkbench, type WireRows } from "../serve/serve_support.ts";
import { columnsIn, withDuck } from "../support/duckdb.ts";
import { exported, samplePath } from "./run_export.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const LINES = "testdata/gnatcov/wordfreq/words.trace";
const NONE = "leaks | where size > 1G";
const QUERIES = [NONE, `${NONE} | by func, stack`];

Deno.test("every mode shows an empty result", async () => {
  for (const { name } of renderers) {
    for (const query of QUERIES) {
      for (const terminal of [false, true]) {
        const host = fakeHost({ terminal });
        assertEquals(await mainHere(["query", samplePath(TRACE), "-m", name, "-e", query], host), EXIT.ok);
        assertEquals(host.written.err, "", `${name}: ${query}`);
      }
    }
  }
});

Deno.test("every export of a query writes an empty result", async () => {
  for (const { name, takes } of exporters) {
    if (takes === "traces" || takes === "files") continue;
    const [trace, query] = takes === "lines"
      ? [LINES, "lines | where line > 1G"]
      : [TRACE, `${NONE} | by func`];
    await exported([samplePath(trace), "--to", name, "-e", query]);
  }
});

Deno.test("an empty result in the library has its columns, and exports files that others read", async () => {
  await using quarry = await Quarry.open(new URL(`../../${TRACE}`, import.meta.url));
  using result = await quarry.query(NONE);
  assertEquals([result.rowCount, result.rows(), result.objects(), [...result]], [0, [], [], []]);
  for (const { name } of result.columns) {
    assertEquals(result.column(name).length, 0, name);
    assertEquals(result.nulls(name), null, name);
  }
  assert((await result[Symbol.for("Jupyter.display") as never] as unknown) !== undefined);
  assertEquals(tableFromIPC(await result.toArrow()).numRows, 0);
  await withDuck(async (connection, folder) => {
    await Deno.writeFile(`${folder}/none.parquet`, await result.toParquet());
    assertEquals(await columnsIn(connection, `SELECT * FROM '${folder}/none.parquet'`), []);
    const [names] = await columnsIn(
      connection,
      `SELECT column_name FROM (DESCRIBE FROM '${folder}/none.parquet')`,
    );
    assertEquals(names?.slice(0, result.columns.length), result.columns.map(({ name }) => name));
  });
});

Deno.test("the workbench answers with columns and no rows", async () => {
  const bench = await TestWorkbench.open({ a: TRACE });
  for (const query of QUERIES) {
    const line = await bench.rows(query);
    assert(line.rowCount === 0 && line.columns.length > 0, query);
    const page = await bench.answer<WireRows>("rows", { result: line.result, from: 0, count: 150 });
    assertEquals(page.cells, line.columns.map(() => []));
  }
});
