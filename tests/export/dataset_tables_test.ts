/** A dataset has every table of a trace, value for value, and additional tables for plain SQL. */
import { assert, assertEquals } from "@std/assert";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ResultTable } from "../../src/base/result_table.ts";
import { queryForRows } from "../../src/engine/ask_rows.ts";
import { CALL_TEXTS_TABLE, eachTable } from "../../src/engine/dataset/dataset_tables.ts";
import type { Session } from "../../src/engine/session.ts";
import { STACKS_COLUMNS } from "../../src/engine/built_in_tables.ts";
import { FOOTER_END, footerLength, readFooter } from "../../src/sql/parquet_schema.ts";
import { bestCodec } from "../../src/export/page_codec.ts";
import { writeParquetRows } from "../../src/export/parquet_file.ts";
import { columnsIn, rowsIn, withDuck } from "../support/duckdb.ts";
import { entriesOf, seeds } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { cellsOf, SAMPLES, withTwins } from "./export_support.ts";

/** Writes the tables of the only trace of a session; returns their names. */
async function write(session: Session, folder: string): Promise<string[]> {
  const names: string[] = [];
  const codec = await bestCodec();
  const [open] = session.traces;
  await eachTable(session, open!, {
    fileBytes: 1,
    write: async (name, rows) => {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      await writeParquetRows({ ...rows, pools: open!.trace.pools, query: name }, (piece) => {
        pieces.push((piece as Uint8Array<ArrayBuffer>).slice());
        return Promise.resolve();
      }, codec);
      await Deno.writeFile(`${folder}/${name}.parquet`, new Uint8Array(await new Blob(pieces).arrayBuffer()));
      names.push(name);
    },
  });
  return names;
}

/** All cells but those of `trace`. */
function ownCells(table: ResultTable): unknown[][] {
  const cells = cellsOf(table);
  return table.columns.flatMap(({ name }, at) =>
    name === "trace" || table.rowCount === 0 ? [] : [cells[at]!]
  );
}

/** The blocks that are live after an event, found with SQL. */
async function liveIn(connection: DuckDBConnection, folder: string, seq: number): Promise<unknown[]> {
  const [row] = await rowsIn(
    connection,
    `SELECT count(*), coalesce(sum(size), 0)::UBIGINT FROM '${folder}/sizes.parquet'
     WHERE "from" <= ${seq} AND (${seq} < "to" OR "to" IS NULL)`,
  );
  return row!;
}

Deno.test("every table of every format is read back unchanged", async () => {
  await withDuck(async (connection, folder) => {
    let tables = 0;
    for (const [format, path] of entriesOf(Object.entries(SAMPLES), 0.5)) {
      const session = await sampleSession({ a: path });
      const place = `${folder}/${format}`;
      await Deno.mkdir(place);
      const names = await write(session, place);
      const known = session.catalog.tableNames;
      assertEquals(
        names.filter((name) => !["sizes", "stack_frames", CALL_TEXTS_TABLE].includes(name)).sort(),
        [...known].sort(),
      );
      for (const name of known.filter((each) => each !== "traces" && each !== "stacks")) {
        tables++;
        await queryForRows(session, name, async (table) => {
          const own = { columns: table.columns.filter(({ name }) => name !== "trace") };
          assertEquals(
            await columnsIn(connection, `SELECT * FROM '${place}/${name}.parquet'`),
            withTwins(own, ownCells(table)),
            `${format} ${name}`,
          );
        });
      }
      if (names.includes(CALL_TEXTS_TABLE)) {
        await queryForRows(session, "calls | select no, args, ret, normal, redundant", async (table) => {
          assert(table.rowCount > 0, format);
          assertEquals(
            await columnsIn(connection, `SELECT * FROM '${place}/${CALL_TEXTS_TABLE}.parquet'`),
            ownCells(table),
            format,
          );
        });
      }
      const columns =
        "name, path, format, version, word_bits, byte_order, container, bytes, rows, problems, seconds";
      await queryForRows(session, `traces | select ${columns}`, async (table) => {
        assertEquals(
          await columnsIn(connection, `SELECT ${columns} FROM '${place}/traces.parquet'`),
          cellsOf(table),
        );
      });
    }
    assert(tables > seeds(50), `${tables} tables`);
  });
});

Deno.test("stack_frames has the rows of unwind, and stacks the frames as a list", async () => {
  await withDuck(async (connection, folder) => {
    const paths = ["backtraces", "sp-rtrace", "mptl"].map((name) => SAMPLES[name]!);
    for (const path of entriesOf(paths, 0.1, 1)) {
      const session = await sampleSession({ a: path });
      await write(session, folder);
      const frames =
        `SELECT stack, depth, addr, name, module, "offset", file, line FROM '${folder}/stack_frames.parquet'
        ORDER BY stack, depth`;
      const query =
        "stacks | unwind | sort stack, level | select stack, level, addr, func, module, offset, file, line";
      await queryForRows(session, query, async (table) => {
        assert(table.rowCount > 10, `${table.rowCount} frames`);
        const [stored, shown] = [await columnsIn(connection, frames), cellsOf(table)];
        // Frames without a name are stored without one, and shown by their module and address.
        const FUNC = 3;
        shown[FUNC] = shown[FUNC]!.map((func, row) => stored[FUNC]![row] === null ? null : func);
        assertEquals(stored, shown, path);
      });
      const stacks = `SELECT id, depth, innermost, outermost, frames FROM '${folder}/stacks.parquet'`;
      await queryForRows(
        session,
        "stacks | select id, depth, innermost, outermost, frames",
        async (table) => {
          assertEquals(await columnsIn(connection, stacks), cellsOf(table), path);
        },
      );
      // The list and the text have the same frames.
      const odd = `SELECT count(*) FROM '${folder}/stacks.parquet'
        WHERE array_to_string(funcs, ' < ') != frames OR len(funcs) != depth`;
      assertEquals(await rowsIn(connection, odd), [[0n]]);
      // Queries over a dataset know its columns from the footer, which excludes lists.
      const bytes = await Deno.readFile(`${folder}/stacks.parquet`);
      const length = footerLength(bytes.subarray(-FOOTER_END))!;
      assertEquals(
        readFooter(bytes.subarray(-FOOTER_END - length, -FOOTER_END)).columns.map(({ name }) => name),
        STACKS_COLUMNS.map(({ name }) => name),
      );
    }
  });
});

Deno.test("the exported table sizes has the live blocks after every event, including resized ones", async () => {
  const samples = [
    "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    "testdata/mpatrol/old144-wordfreq-le64/trace.mtrc",
    SAMPLES["sp-rtrace"]!,
    SAMPLES["heaptrack"]!,
  ];
  await withDuck(async (connection, folder) => {
    let resized = 0;
    // The second sample has resized blocks.
    for (const path of entriesOf(samples, 0.1, 1)) {
      const session = await sampleSession({ a: path });
      await write(session, folder);
      const { rowCount } = session.traces[0]!.trace.tables.get("events")!;
      resized += session.traces[0]!.trace.lives!.historyCount;
      for (let step = 0; step <= 12; step++) {
        const seq = 1 + Math.floor(((rowCount - 1) * step) / 12);
        const query = `live @ #${seq} | summarize count(), coalesce(sum(size), 0)`;
        await queryForRows(session, query, async (table) => {
          const right = table.columns.map((_, column) => table.value(0, column));
          assertEquals(await liveIn(connection, folder, seq), right, `${path} @ #${seq}`);
        });
      }
      const [peaks] = await rowsIn(connection, `SELECT peak, peak_blocks FROM '${folder}/traces.parquet'`);
      for (const [at, point] of ["peak", "peak blocks"].entries()) {
        await queryForRows(session, `live @ ${point} | count`, async (table) => {
          assertEquals(
            (await liveIn(connection, folder, Number(peaks![at])))[0],
            table.value(0, 0),
            `${path} ${point}`,
          );
        });
      }
    }
    assert(resized > 300, `${resized} resizes`);
  });
});
