/** The tables of a session as a dataset: `trace=NAME/TABLE.parquet`, and what SQL makes of its own out of them. */

import { DuckDBInstance } from "@duckdb/node-api";
import { partitionName } from "../../src/engine/dataset/partition_name.ts";
import { rowBatches } from "../../src/engine/row_batches.ts";
import type { Session } from "../../src/engine/session.ts";
import { EXTENSIONS } from "../../src/language/registry.ts";
import { writeParquet } from "../../src/export/parquet_file.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";

/** What a block was at each time: from the event that made it so to the one that changed it. */
const SIZES = `SELECT e.alloc, e.addr, e.size, e.seq AS "from",
    coalesce(lead(e.seq) OVER (PARTITION BY e.alloc ORDER BY e.seq), a.freed) AS "to"
  FROM EVENTS e JOIN ALLOCS a ON a.alloc = e.alloc
  WHERE (e.seq = a.seq OR e.kind = 'realloc') AND (a.freed IS NULL OR e.seq < a.freed)`;

/** Writes all tables of all open traces; gives the dataset as translations see it. */
export async function writeDataset(session: Session, folder: string): Promise<SqlDataset> {
  const columns = new Map<string, Map<string, Set<string>>>();
  const note = (table: string, trace: string, names: readonly string[]): void => {
    if (!columns.has(table)) columns.set(table, new Map());
    columns.get(table)!.set(trace, new Set(names));
  };
  for (const { name } of session.traces) {
    const own = `${folder}/${partitionName(name)}`;
    await Deno.mkdir(own, { recursive: true });
    const write = async (table: string, query: string): Promise<boolean> => {
      try {
        for await (const outcome of session.run(session.prepare(query))) {
          if (outcome.kind !== "query") continue;
          note(table, name, outcome.table.columns.map((each) => each.name));
          const pieces: Uint8Array<ArrayBuffer>[] = [];
          const rows = {
            table: outcome.table,
            pools: session.pools,
            query,
            batches: () => rowBatches(session.pools, outcome.table),
          };
          await writeParquet(rows, (piece) => {
            pieces.push(new Uint8Array(piece as Uint8Array<ArrayBuffer>));
            return Promise.resolve();
          });
          await Deno.writeFile(`${own}/${table}.parquet`, new Blob(pieces).stream());
          outcome.release();
        }
        return true;
      } catch {
        return false;
      }
    };
    const quoted = JSON.stringify(name);
    for (const table of session.catalog.tableNames) {
      // A table about all open traces together is of none of them.
      if (EXTENSIONS.some(({ tables }) => tables.some((each) => each.name === table))) continue;
      if (table === "traces") await write(table, `traces | where name == ${quoted}`);
      else if (session.catalog.table(table, name)) await write(table, `${table} of ${quoted}`);
    }
    if (session.catalog.table("stacks", name)) {
      await write(
        "stack_frames",
        `stacks of ${quoted} | unwind | select stack, depth = level, addr, func, module, file, line`,
      );
    }
    const has = (table: string): boolean => columns.get(table)?.get(name)?.has("alloc") ?? false;
    if (has("events") && has("allocs")) {
      const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
      const connection = await instance.connect();
      const sql = SIZES.replace("EVENTS", `'${own}/events.parquet'`).replace(
        "ALLOCS",
        `'${own}/allocs.parquet'`,
      );
      await connection.run(`COPY (${sql}) TO '${own}/sizes.parquet' (FORMAT parquet)`);
      connection.closeSync();
      instance.closeSync();
      note("sizes", name, ["alloc", "addr", "size", "from", "to"]);
    }
  }
  return {
    folder,
    traces: (table) => [...columns.get(table)?.keys() ?? []],
    columns(table, trace) {
      const known = columns.get(table);
      if (!known) return undefined;
      return trace === null ? new Set([...known.values()].flatMap((each) => [...each])) : known.get(trace);
    },
    bitNames: (column) => session.catalog.bitNames?.("events", column),
  };
}
