/** The tables of a session as a dataset, written as `quarry export --to dataset` writes them. */

import { eachTable } from "../../src/engine/dataset/dataset_tables.ts";
import { partitionName } from "../../src/engine/dataset/partition_name.ts";
import type { Session } from "../../src/engine/session.ts";
import { bestCodec } from "../../src/export/page_codec.ts";
import { writeParquetRows } from "../../src/export/parquet_file.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";

/** Writes all tables of all open traces; gives the dataset as translations see it. */
export async function writeDataset(session: Session, folder: string): Promise<SqlDataset> {
  const codec = await bestCodec();
  const columns = new Map<string, Map<string, Set<string>>>();
  for (const open of session.traces) {
    const { name: trace } = open;
    const own = `${folder}/${partitionName(trace)}`;
    await Deno.mkdir(own, { recursive: true });
    await eachTable(session, open, {
      fileBytes: 0,
      write: async ({ name, rows }) => {
        if (!columns.has(name)) columns.set(name, new Map());
        columns.get(name)!.set(trace, new Set([...rows.columns.map((each) => each.name), "trace"]));
        using file = Deno.openSync(`${own}/${name}.parquet`, { write: true, create: true, truncate: true });
        await writeParquetRows({ ...rows, pools: session.pools, query: name }, (piece) => {
          const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
          for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
          return Promise.resolve();
        }, codec);
      },
    });
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
