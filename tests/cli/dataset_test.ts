/** `quarry export --to dataset` as a user types it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { partitionName } from "../../src/engine/dataset/partition_name.ts";
import { mainHere } from "./host_here.ts";
import { samplePath } from "../export/run_export.ts";
import { withFolder } from "../support/temporary.ts";
import { rowsIn, withDuck } from "../support/duckdb.ts";
import { fakeHost } from "./fake_host.ts";
import { atFullEffort } from "../support/effort.ts";

const TRACE = samplePath("testdata/mpatrol/wordfreq-le64/trace.mtrc");
const OTHER = samplePath("testdata/mpatrol/tutorial2-le64/trace.mtrc");
const DAMAGED = samplePath("testdata/fuzz/mtrc/fa7edde0");

async function run(...args: readonly string[]): Promise<{ code: number; err: string }> {
  const host = fakeHost();
  const code = await mainHere(["export", "--to", "dataset", "--no-cache", ...args], host);
  assertEquals(host.written.out, "");
  return { code, err: host.written.err };
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

/** When a file of a trace was written. */
function writeTime(folder: string): number {
  return Deno.statSync(`${folder}/events.parquet`).mtime!.getTime();
}

Deno.test("a trace is written once, is then skipped, and is replaced only with --replace", () =>
  withFolder(async (folder) => {
    const out = `${folder}/data`;
    assertEquals(await run(TRACE, "-o", out, "--threads", "1"), { code: 0, err: "" });
    const place = `${out}/trace=trace.mtrc`;
    assertEquals(names(out), ["trace=trace.mtrc"]);
    for (const table of ["events", "allocs", "sizes", "problems", "tags", "functions", "traces"]) {
      assert(names(place).includes(`${table}.parquet`), table);
    }
    const before = writeTime(place);
    assertEquals(await run(TRACE, "-o", out), { code: 0, err: "trace.mtrc already exists\n" });
    assertEquals(await run(TRACE, "-o", out, "--replace"), { code: 0, err: "trace.mtrc already exists\n" });
    const other = await run(OTHER, "-o", out);
    assertEquals(other.code, 1);
    assertStringIncludes(
      other.err,
      "another trace of this name exists: --replace replaces it",
    );
    assertEquals([writeTime(place), names(out)], [before, ["trace=trace.mtrc"]]);
    assertEquals((await run(OTHER, "-o", out, "--replace")).code, 0);
    assertEquals(names(out), ["trace=trace.mtrc"]);
    assert(writeTime(place) > before);
    // A file that has changed since then is a different trace.
    const copy = `${folder}/b.mtrc`;
    await Deno.copyFile(TRACE, copy);
    assertEquals((await run(`a=${copy}`, "-o", out)).code, 0);
    await Deno.utime(copy, 1, 1);
    assertEquals((await run(`a=${copy}`, "-o", out)).code, 1);
  }));

Deno.test(
  atFullEffort("the traces below a folder are written by several threads, and a later run finishes the rest"),
  () =>
    withFolder(async (folder) => {
      const traces = `${folder}/in`;
      await Deno.mkdir(`${traces}/b=1/deep`, { recursive: true });
      await Deno.copyFile(TRACE, `${traces}/a.mtrc`);
      await Deno.copyFile(OTHER, `${traces}/b=1/deep/a.mtrc`);
      await Deno.copyFile(DAMAGED, `${traces}/damaged`);
      await Deno.writeTextFile(`${traces}/README`, "no trace");
      await Deno.writeTextFile(`${traces}/.hidden`, "no trace");
      const out = `${folder}/out`;
      await Deno.mkdir(out);
      // Left behind by a killed run.
      await Deno.mkdir(`${out}/.writing-1-0123abcd`);
      const first = await run(traces, "-o", out, "--threads", "2");
      assertEquals(first.code, 0, first.err);
      const all = ["trace=a.mtrc", "trace=b%3D1%2Fdeep%2Fa.mtrc", "trace=damaged"];
      assertEquals(names(out), all);
      assertStringIncludes(first.err, "3 traces written, 1 other file left out");
      assertStringIncludes(first.err, "damaged  written  3 ");
      await Deno.remove(`${out}/${all[1]}`, { recursive: true });
      const again = await run(traces, "-o", out, "--threads", "1");
      assertStringIncludes(again.err, "1 trace written, 2 there already");
      assertEquals(names(out), all);
      await withDuck(async (connection) => {
        const sql =
          `SELECT trace, count(*) FROM read_parquet('${out}/trace=*/problems.parquet', hive_partitioning = true)
        GROUP BY trace`;
        assertEquals(await rowsIn(connection, sql), [["damaged", 3n]]);
        const traces = `SELECT DISTINCT trace FROM read_parquet('${out}/trace=*/events.parquet') ORDER BY 1`;
        assertEquals(await rowsIn(connection, traces), [["a.mtrc"], ["b=1/deep/a.mtrc"], ["damaged"]]);
      });
      // Damaged traces are errors with --strict, and the others are written.
      const strict = await run(traces, "-o", `${folder}/strict`, "--strict", "--threads", "1");
      assertEquals([strict.code, names(`${folder}/strict`)], [3, all.slice(0, 2)]);
    }),
);

Deno.test(
  atFullEffort("two exports that run at the same time write each trace once"),
  () =>
    withFolder(async (folder) => {
      const out = `${folder}/out`;
      const both = await Promise.all([1, 2].map(() => run(TRACE, `b=${OTHER}`, "-o", out, "--threads", "1")));
      assertEquals(both.map(({ code }) => code), [0, 0]);
      assertEquals(names(out), ["trace=b", "trace=trace.mtrc"]);
    }),
);

Deno.test("error messages say what is wrong and give the correct form", () =>
  withFolder(async (folder) => {
    const file = `${folder}/file`;
    await Deno.writeTextFile(file, "text");
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [[TRACE], 2, "A dataset is a folder: give -o DIR"],
      [[TRACE, "-o", folder, "-e", "leaks"], 2, "takes neither a query nor a table"],
      [[TRACE, "-o", folder, "--force"], 2, "--replace replaces traces"],
      [[TRACE, "-o", file], 1, "is not a folder"],
      [[`${folder}/none.mtrc`, "-o", folder], 3, "no such file"],
      [[file, "-o", folder], 3, "Cannot load"],
      [[TRACE, folder, `file=${TRACE}`, "-o", `${folder}/out`], 2, 'Two traces have the name "file"'],
    ];
    for (const [args, code, message] of cases) {
      const found = await run(...args);
      assertEquals(found.code, code, `${args.join(" ")}: ${found.err}`);
      assertStringIncludes(found.err, message);
    }
  }));

Deno.test("partitionName() escapes characters with a meaning in paths and patterns", async () => {
  const odd = "a/b c=%2[x]{y}*?\"'#:^é\u0001";
  assertEquals(partitionName("run-1.mtrc"), "trace=run-1.mtrc");
  await withDuck(async (connection, folder) => {
    const place = `${folder}/${partitionName(odd)}`;
    await Deno.mkdir(place);
    await connection.run(`COPY (SELECT 1 AS n) TO '${place.replaceAll("'", "''")}/t.parquet'`);
    const sql = `SELECT trace FROM read_parquet('${folder}/trace=*/t.parquet', hive_partitioning = true)`;
    assertEquals(await rowsIn(connection, sql), [[odd]]);
  });
});
