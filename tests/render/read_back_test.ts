/** Programs read what the modes write: every cell of every table is read back exactly. */
import { assert, assertEquals } from "@std/assert";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import type { ResultColumn, ResultTable, ResultValue } from "../../src/base/result_table.ts";
import type { Session } from "../../src/engine/session.ts";
import { exactText } from "../../src/render/cell_text.ts";
import { rendererNamed } from "../../src/render/registry.ts";
import { PLAIN_OPTIONS } from "../../src/render/renderer.ts";
import { sampleSession } from "../support/sample_session.ts";
import { awkward, rendered, tableOf } from "./support.ts";
import { byEffort } from "../support/effort.ts";

/** One trace of each format. */
const SAMPLES = [
  "testdata/mpatrol/shapes-cpp-le64/trace.mtrc",
  "testdata/mpatrol/profile1-le64/profile.mptl",
  "testdata/sp-rtrace/c02-filesrv.txt",
  "testdata/sp-rtrace/c02-filesrv.rtrace",
  "testdata/apitrace/real-shaders.trace",
  "testdata/gnatcov/merged-arm.trace",
  "testdata/gnatcov/shop-x86_64.srctrace",
];
/** Maximum number of rows of a table. */
const MOST_ROWS = byEffort(300, 60);

/** Texts that have broken readers of CSV, JSON or Markdown. */
const texts = tableOf(
  [{ name: 'a "name", or\ntwo', type: "text" }, { name: "two", type: "text" }],
  [
    ["", null],
    [null, ""],
    [null, null],
    ["NULL", "\\N"],
    ['"', '""'],
    [" blanks ", "\t"],
    ["line\nline", "line\r\nline"],
    ["a,b;c|d", "\\"],
    ["# no remark", "=1+1"],
    ["snow \u2603", "\u{1f600}"],
    ["\x1b[31m", "\u202e"],
    ["1e3", "0x10"],
  ],
);
const lonely = tableOf([{ name: "only", type: "text" }], [["x"], [null], [""], [null], ["y"], [null]]);
const numbers = tableOf(
  [
    { name: "u", type: "u64" },
    { name: "i", type: "i64" },
    { name: "f", type: "f64" },
    { name: "t", type: "time" },
    { name: "b", type: "bool" },
  ],
  [
    [0n, -(2n ** 63n), 5e-324, 0n, true],
    [2n ** 64n - 1n, 2n ** 63n - 1n, 1.7976931348623157e308, 86_399_999_999_999n, false],
    [2n ** 53n, -(2n ** 53n), 0.1 + 0.2, 123n, null],
    [2n ** 53n + 1n, 0n, -1 / 3, 3_600_000_000_000_000n, null],
    [null, null, null, null, null],
  ],
);

async function eachTable(use: (table: ResultTable, what: string) => Promise<void> | void): Promise<void> {
  for (const [what, table] of Object.entries({ texts, lonely, numbers, awkward })) await use(table, what);
  let tables = 0;
  for (const path of SAMPLES) {
    const session: Session = await sampleSession({ a: path });
    for (const name of session.catalog.tableNames) {
      for await (const outcome of session.run(session.prepare(`${name} | take ${MOST_ROWS}`))) {
        if (outcome.kind !== "query") continue;
        await use(outcome.table, `${name} of ${path}`);
        outcome.release();
        tables++;
      }
    }
  }
  assert(tables > 50, `only ${tables} tables`);
}

function cellsOf<Cell>(
  table: ResultTable,
  cell: (value: ResultValue, column: ResultColumn) => Cell,
): Cell[][] {
  return Array.from(
    { length: table.rowCount },
    (_, row) => table.columns.map((column, at) => cell(table.value(row, at), column)),
  );
}

const exact = (value: ResultValue, column: ResultColumn): string | null =>
  value === null ? null : exactText(column)(value);

Deno.test("DuckDB reads csv back, with nulls and empty texts distinct", async () => {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const folder = await Deno.makeTempDir();
  const file = `${folder}/rows.csv`;
  try {
    await eachTable(async (table, what) => {
      if (table.columns.length === 0 || table.rowCount === 0) return;
      await Deno.writeTextFile(file, await rendered("csv", table));
      const { names, rows } = await readCsv(connection, file, table.columns);
      assertEquals(names, table.columns.map(({ name }) => name), what);
      assertEquals(rows, cellsOf(table, exact), what);
    });
    // A database also reads integers as such, to the last bit.
    await Deno.writeTextFile(file, await rendered("csv", numbers));
    const reader = await connection.runAndReadAll(
      `SELECT u, i, f FROM read_csv('${file}', columns = {u: 'UBIGINT', i: 'BIGINT', f: 'DOUBLE', t: 'VARCHAR', b: 'BOOLEAN'})`,
    );
    assertEquals(
      reader.getRows() as ResultValue[][],
      cellsOf(numbers, (value) => value).map((row) => row.slice(0, 3)),
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
    await Deno.remove(folder, { recursive: true });
  }
});

async function readCsv(
  connection: DuckDBConnection,
  file: string,
  columns: readonly ResultColumn[],
): Promise<{ names: readonly string[]; rows: unknown[][] }> {
  const types = columns.map(({ name }) => `'${name.replaceAll("'", "''")}': 'VARCHAR'`).join(", ");
  const reader = await connection.runAndReadAll(
    `SELECT * FROM read_csv('${file}', header = true, delim = ',', quote = '"', escape = '"', nullstr = '',
      allow_quoted_nulls = false, auto_detect = false, columns = {${types}})`,
  );
  return { names: reader.columnNames(), rows: reader.getRows() };
}

Deno.test("tsv is read back by splitting and unescaping", async () => {
  await eachTable(async (table, what) => {
    if (table.columns.length === 0) return;
    const lines = (await rendered("tsv", table)).split("\n");
    assertEquals(lines.pop(), "", what);
    const unescape = (field: string): string =>
      field.replace(/\\(.)/g, (_, letter: string) => ({ t: "\t", n: "\n", r: "\r", "\\": "\\" })[letter]!);
    const rows = lines.map((line) => line.split("\t").map(unescape));
    assertEquals(rows.shift(), table.columns.map(({ name }) => name), what);
    assertEquals(rows, cellsOf(table, (value, column) => exact(value, column) ?? ""), what);
  });
});

Deno.test("JSON.parse reads json and ndjson back", async () => {
  await eachTable(async (table, what) => {
    const wanted = cellsOf(table, (value, { name }) => [name, jsonValue(value)] as const)
      .map((row) => Object.fromEntries(row));
    const whole = await rendered("json", table);
    assertEquals(JSON.parse(whole), wanted, what);
    const lines = (await rendered("ndjson", table)).split("\n");
    assertEquals(lines.pop(), "", what);
    assertEquals(lines.map((line) => JSON.parse(line)), wanted, what);
    // With --json-numbers every integer is written in full, and as a number.
    const forced = await rendered("json", table, { jsonNumbers: true });
    const digits = JSON.parse(
      forced,
      (_key, value, context?: { source: string }) =>
        typeof value === "number" ? { digits: context!.source } : value,
    ) as Record<string, unknown>[];
    for (const [row, cells] of cellsOf(table, (value) => value).entries()) {
      for (const [column, value] of cells.entries()) {
        if (typeof value !== "bigint") continue;
        assertEquals(digits[row]![table.columns[column]!.name], { digits: String(value) }, what);
      }
    }
  });
});

function jsonValue(value: ResultValue): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? value.toHex() : value;
}

Deno.test("a browser's parser reads html back, and runs nothing in it", async () => {
  const nasty = tableOf([{ name: "<b>&amp;", type: "text" }], [
    ["<script>alert(1)</script>"],
    ['" onload="x'],
    ["</td></tr></table>"],
    ["&lt;"],
    ["a\0b"],
  ]);
  const render = async (table: ResultTable): Promise<string> => {
    let text = "";
    await rendererNamed("html")!.render(table, (part) => void (text += part), PLAIN_OPTIONS);
    return text;
  };
  const problems: string[] = [];
  const shown = (text: string): string[][] => {
    const document = parse(`<!doctype html><title>t</title>${text}`, {
      onParseError: ({ code }) => problems.push(code),
    });
    return nodesNamed(document, "tr").map((row) =>
      [...nodesNamed(row, "th"), ...nodesNamed(row, "td")].map(textOf)
    );
  };
  assertEquals(shown(await render(nasty)), [
    ["<b>&amp;"],
    ["<script>alert(1)</script>"],
    ['" onload="x'],
    ["</td></tr></table>"],
    ["&lt;"],
    ["a\\x00b"],
  ]);
  await eachTable(async (table, what) => {
    const [names, ...rows] = shown(await render(table));
    assertEquals(rows.length, table.rowCount, what);
    assertEquals(names?.length ?? 0, table.columns.length, what);
    const whole = table.columns.map(({ type, display }) => type === "u64" && display !== "bytes");
    for (const [row, cells] of cellsOf(table, exact).entries()) {
      for (const [column, cell] of cells.entries()) {
        if (whole[column]) assertEquals(rows[row]![column], cell ?? "", what);
      }
    }
  });
  assertEquals(problems, []);
});

type Node = DefaultTreeAdapterMap["node"];

function nodesNamed(node: Node, name: string): Node[] {
  const children = "childNodes" in node ? node.childNodes : [];
  return children.flatMap((child) => child.nodeName === name ? [child] : nodesNamed(child, name));
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}
