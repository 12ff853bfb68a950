import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { tableFromIPC } from "apache-arrow";
import { parse } from "parse5";
import { AssertionError, Quarry, Result, type ResultType, UsageError } from "../../mod.ts";
import { Session } from "../../src/engine/session.ts";
import { ask } from "./ask.ts";
import { quarry as program } from "../cli/program.ts";
import { typedTable, typedTrace } from "../support/typed_tables.ts";
import { readColumn } from "../../src/library/column_values.ts";
import { runScript } from "../../src/engine/run_script.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const urlOf = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const open = (): Promise<Quarry> => Quarry.open(urlOf(WORDS));

Deno.test("columns are typed arrays of their values, and nulls are bits", async () => {
  const session = new Session();
  const rows = [
    "u:u64? i:i64? f:f64? n:u32? b:bool? t:text",
    "18446744073709551615 -9223372036854775808 -0.5 4294967295 true a",
    "- - - - - -",
    "0 9223372036854775807 1e300 0 false -",
    ...Array.from(
      { length: 66000 },
      (_, row) => `${row} ${-row} ${row / 4} ${row} ${row % 2 === 0} t${row % 9}`,
    ),
  ].join("\n");
  session.add([typedTrace("t", session.pools, [typedTable("events", session.pools, rows + "\n")])]);
  const wanted = await ask(session, "events | select u, i, f, n, b, t");
  const kinds: Partial<Record<ResultType, typeof Array | typeof Uint8Array | typeof BigInt64Array>> = {
    u64: BigUint64Array as never,
    i64: BigInt64Array,
    f64: Float64Array as never,
    u32: Uint32Array as never,
    bool: Uint8Array,
    text: Array,
  };
  await runScript(session, "events | select u, i, f, n, b, t", {
    rows({ table }) {
      for (const column of table.columns.keys()) {
        const kind = kinds[table.columns[column]!.type]!;
        const { values, nulls } = readColumn(session.pools, table, column);
        assert(values instanceof kind, wanted.columns[column]!.name);
        const cells = Array.from(
          values as ArrayLike<unknown>,
          (value, row) => nulls !== null && (nulls[row >>> 3]! >>> (row & 7) & 1) === 1 ? null : value,
        );
        const name = wanted.columns[column]!.type;
        const found = wanted.cells.map((row) => row[column]!);
        // Booleans are 0 and 1, and 32-bit numbers are not bigints.
        const alike = found.map((each) =>
          each === null ? null : name === "bool" || name === "u32" ? Number(each) : each
        );
        assertEquals(cells, alike, name);
      }
    },
  });
  session.closeAll();
});

Deno.test("a result can be read by cell, row, object and column, and lists its columns", async () => {
  await using quarry = await open();
  using result = await quarry.query("leaks | by file, line | top 5 by bytes");
  const { columns, rowCount } = result;
  const byCell = Array.from(
    { length: rowCount },
    (_, row) => columns.map((_, column) => result.value(row, column)),
  );
  const values = (rows: Iterable<Readonly<Record<string, unknown>>>) =>
    [...rows].map((row) => columns.map(({ name }) => row[name]));
  const looped = [];
  for await (const row of result) looped.push(row);
  assertEquals(values(looped), byCell);
  assertEquals(values(result), byCell);
  assertEquals(values(result.rows()), byCell);
  assertEquals(result.objects<{ bytes: bigint }>().map(({ bytes }) => bytes), [
    ...result.column("bytes", "u64"),
  ]);
  assertEquals(result.value(0, "bytes"), result.column("bytes")[0]);
  assertEquals(result.isNull("bytes", 0), result.nulls("bytes") !== null);
  assertThrows(() => result.column("byts"), UsageError, "did you mean bytes?");
  assertThrows(() => result.column("bytes", "text"), UsageError, "is u64, not text");
  using odd = await quarry.query("events | take 1 | select __proto__ = size, constructor = seq");
  assertEquals(Object.keys(odd.rows()[0]!), ["__proto__", "constructor"]);
});

Deno.test("outputs equal those of the program's modes and exports", async () => {
  const path = urlOf(WORDS).pathname;
  await using quarry = await open();
  const script = "leaks | by file, line | top 9 by bytes";
  using result = await quarry.query(script);
  const shown = async (...args: string[]) => (await program([...args, path, "-e", script])).out;
  for (const mode of ["box", "csv", "tsv", "json", "ndjson", "markdown", "line", "list", "html", "plot"]) {
    assertEquals(await result.toText(mode), await shown("query", "-m", mode), mode);
  }
  for (const format of ["csv", "folded", "speedscope"]) {
    assertEquals(await result.toText(format), await shown("export", "--to", format), format);
  }
  assertEquals(await result.toCsv(), await result.toText("csv"));
  assertEquals(await result.toMarkdown(), await result.toText("markdown"));
  assertEquals(JSON.parse(await result.toJson()).length, result.rowCount);
  const arrow = tableFromIPC(await result.toArrow());
  assertEquals(arrow.toArray().map((row) => row.bytes), [...result.column("bytes", "u64")]);
  assertEquals((await result.toParquet()).subarray(0, 4), new TextEncoder().encode("PAR1"));
  for (const name of Result.outputs.filter((each) => !["lcov", "cobertura", "clover"].includes(each))) {
    const streamed = new Uint8Array(await new Response(result.stream(name)).arrayBuffer());
    assertEquals(streamed, await result.toBytes(name), name);
  }
  assertThrows(() => result.stream("csb"), UsageError, "did you mean csv?");
  // A dataset writes files, and no stream.
  assertThrows(() => result.stream("dataset"), UsageError, 'Unknown output "dataset"');
  await assertRejects(() => result.toText("arrow"), UsageError, "toBytes");
  // A stream that is not read to its end can be cancelled.
  await result.stream("csv").cancel();
  // Writing a profile runs queries for sums, which later queries do not see.
  using last = await quarry.query("_ | count");
  assertEquals(last.value(0, 0), BigInt(result.rowCount));
  const profile = new TextDecoder().decode(await quarry.export("folded"));
  assertEquals(profile, (await program(["export", path, "--to", "folded"])).out);
  await assertRejects(() => quarry.export("csv"), UsageError, "perfetto");
});

Deno.test("assertions have verdicts with the rows that violate them, and throw only on request", async () => {
  await using quarry = await open();
  const script = 'let least = 64; assert events | count > 0 : "there are events"; ' +
    "assert leaks | where size >= least | count == 0; leaks | take 2";
  using result = await quarry.query(script);
  const [good, bad] = result.verdicts;
  assertEquals([result.passed, result.rowCount], [false, 2]);
  assertEquals([good!.passed, good!.name, good!.rows], [true, "there are events", []]);
  assertEquals(bad!.passed, false);
  using wanted = await quarry.query("leaks | where size >= 64");
  assertEquals(bad!.rows, wanted.rows());
  assertEquals(
    script.slice(bad!.span.start, bad!.span.end),
    "assert leaks | where size >= least | count == 0",
  );
  const thrown = assertThrows(() => result.throwIfFailed(), AssertionError, bad!.found);
  assertEquals([thrown.code, thrown.failures], ["assertion-failed", [bad!]]);
  using alone = await quarry.query("assert events | count > 0");
  assertEquals([alone.throwIfFailed(), alone.rowCount, alone.columns], [alone, 0, []]);
  using filled = await quarry.query("assert leaks | where size >= least | count == 0", {
    params: { least: 64 },
  });
  assertEquals(filled.verdicts[0]!.rows, bad!.rows);
  // Looking for the rows does not affect later queries.
  using last = await quarry.query("_ | count");
  assertEquals(last.value(0, 0), BigInt(wanted.rowCount));
});

Deno.test("a released result frees its memory and cannot be read", async () => {
  await using quarry = await open();
  using small = await quarry.query("events | take 1");
  const used = quarry.memoryUsed;
  const result = await quarry.query("events | extend more = size * 2 | sort more");
  // The last result is also kept as `_`.
  await quarry.query("events | take 1").then((each) => each.release());
  const [before, sizes] = [quarry.memoryUsed, result.column("size", "u64")];
  result.release();
  result.release();
  assert(quarry.memoryUsed < before, `${quarry.memoryUsed} of ${before}, ${used} at first`);
  assert(sizes.length > 1);
  for (const read of [() => result.rows(), () => result.column("size"), () => result.value(0, 0)]) {
    assertEquals(assertThrows(read, UsageError).code, "released");
  }
  assertEquals(small.rowCount, 1);
});

Deno.test("a result contains its warnings", async () => {
  await using quarry = await open();
  const text = "events | where size > 3 and size < 2";
  using result = await quarry.query(text);
  assertEquals(result.warnings, quarry.check(text));
});

interface Display {
  "text/html": string;
  "text/plain": string;
}

Deno.test("a notebook shows a result as a picture, a table and a text", async () => {
  await using quarry = await open();
  const shown = async (query: string): Promise<Display> => {
    const result = await quarry.query(query);
    const display = Reflect.get(result, Symbol.for("Jupyter.display")) as () => Promise<Display>;
    return await display.call(result);
  };
  const places = "leaks | by file, line | top 5 by bytes";
  const bars = await shown(places);
  const errors: string[] = [];
  parse(bars["text/html"], {
    onParseError: ({ code }) => void (code !== "missing-doctype" && errors.push(code)),
  });
  assertEquals(errors, []);
  const { rowCount } = await quarry.query(places);
  assertEquals(bars["text/html"].match(/<rect /g)!.length, rowCount);
  assertEquals(bars["text/html"].match(/<tr>/g)!.length, rowCount + 1);
  assertStringIncludes(bars["text/plain"], "file");
  const curve = await shown("events | select seq, size");
  assertStringIncludes(curve["text/html"], "<path d=");
  assertStringIncludes(curve["text/html"], "more rows");
  const texts = await shown('events | take 2 | select func = "<b>&"');
  assertEquals([texts["text/html"].includes("<svg"), texts["text/html"].includes("<b>")], [false, false]);
  const verdict = await shown('assert leaks | count == 0 : "<none>"');
  assertStringIncludes(verdict["text/html"], "<p>assertion failed: &lt;none&gt; (found ");
});
