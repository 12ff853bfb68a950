/** The text formats write what the renderers of the same name write. */
import { assert, assertEquals } from "@std/assert";
import { csv, tsv } from "../../src/export/separated.ts";
import type { RowExporter } from "../../src/export/exporter.ts";
import { ndjson } from "../../src/export/ndjson.ts";
import { rendererNamed } from "../../src/render/registry.ts";
import { PLAIN_OPTIONS } from "../../src/render/renderer.ts";
import type { ResultTable } from "../../src/base/result_table.ts";
import { sampleSession } from "../support/sample_session.ts";
import { entriesOf, seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { exportRows, ROW_OPTIONS, SAMPLES, withRows } from "./export_support.ts";
import { oddRows, typedRows } from "./typed_rows.ts";

const EXPORTERS: readonly RowExporter[] = [csv, tsv, ndjson];
const decoder = new TextDecoder();

async function rendered(table: ResultTable, mode: string, more: object = {}): Promise<string> {
  let text = "";
  await rendererNamed(mode)!.render(table, (piece) => void (text += piece), { ...PLAIN_OPTIONS, ...more });
  return text;
}

Deno.test("csv, tsv and ndjson equal the output of --mode, for every table of every format", async () => {
  let tables = 0;
  for (const [name, path] of entriesOf(Object.entries(SAMPLES), 0.45, 2)) {
    const session = await sampleSession({ a: path });
    for (const query of session.catalog.tableNames) {
      await withRows(session, query, async (table) => {
        for (const exporter of EXPORTERS) {
          const bytes = await exportRows(session, table, exporter);
          assertEquals(decoder.decode(bytes), await rendered(table, exporter.name), `${name} ${query}`);
        }
      });
      tables++;
    }
  }
  assert(tables > seeds(60), `${tables} tables`);
});

Deno.test("csv, tsv and ndjson write unusual values like --mode", async () => {
  const { session, table } = oddRows();
  for (const exporter of EXPORTERS) {
    const bytes = await exportRows(session, table, exporter);
    assertEquals(decoder.decode(bytes), await rendered(table, exporter.name));
    const forced = await exportRows(session, table, exporter, {
      ...ROW_OPTIONS,
      header: false,
      jsonNumbers: true,
    });
    const options = { header: false, jsonNumbers: true };
    assertEquals(decoder.decode(forced), await rendered(table, exporter.name, options));
  }
});

Deno.test("csv --decimal writes addresses and times as plain numbers", async () => {
  const { session, table } = oddRows();
  const text = decoder.decode(await exportRows(session, table, csv, { ...ROW_OPTIONS, decimal: true }));
  assert(!text.includes("0x"), text);
  assert(text.includes("18446744073709551615") && text.includes("86400000000000"), text);
});

Deno.test("numbers of every length are written like String()", async () => {
  for (let seed = 1; seed <= seeds(20); seed++) {
    const random = new Random(seed);
    const values = Array.from({ length: 200 }, () => {
      // Errors in digits are most likely around powers of ten.
      if (random.u32() % 3 === 0) return 10n ** BigInt(random.u32() % 20) - BigInt(random.u32() % 2);
      const any = (BigInt(random.u32()) << 32n) | BigInt(random.u32());
      return any >> BigInt(random.u32() % 65);
    });
    const { session, table } = typedRows([
      { name: "u", type: "u64", display: "plain", values },
      { name: "h", type: "u64", display: "hex", values },
    ]);
    const text = decoder.decode(await exportRows(session, table, tsv, { ...ROW_OPTIONS, header: false }));
    const expected = values.map((value) => `${value}\t0x${value.toString(16)}\n`).join("");
    assertEquals(text, expected, `seed ${seed}`);
  }
});

Deno.test("rows that pass a filter are written in the order of the query", async () => {
  const session = await sampleSession({ a: SAMPLES.mtrc!, b: SAMPLES["sp-rtrace"]! });
  for (const query of ["events | where size > 100", "events | sort size desc", "allocs | where leaked"]) {
    await withRows(session, query, async (table) => {
      assert(table.rowCount > 10, query);
      const bytes = await exportRows(session, table, csv);
      assertEquals(decoder.decode(bytes), await rendered(table, "csv"), query);
    });
  }
});
