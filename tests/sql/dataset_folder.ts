/** The tables of a session as a dataset, written like by `quarry export --to dataset`. */

import { eachTable } from "../../src/engine/dataset/dataset_tables.ts";
import { partitionName } from "../../src/engine/dataset/partition_name.ts";
import { QueryError } from "../../src/base/errors.ts";
import type { OpenTrace } from "../../src/engine/open_trace.ts";
import type { Session } from "../../src/engine/session.ts";
import { bestCodec } from "../../src/export/page_codec.ts";
import { writeParquetRows } from "../../src/export/parquet_file.ts";
import type { SqlDataset } from "../../src/sql/translation.ts";

/** A copy of the object with some members replaced. */
function changed<T extends object>(object: T, other: Partial<T>): T {
  return new Proxy(object, {
    get(target, key): unknown {
      const value: unknown = Reflect.get(key in other ? other : target, key, key in other ? other : target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Typed-in tables lack columns that derived tables need. */
async function withoutBroken(session: Session, open: OpenTrace): Promise<Session> {
  const { catalog } = session;
  const tableNames: string[] = [];
  for (const name of catalog.tableNames) {
    try {
      const isMade = open.trace.tables.has(name) || open.trace.makers.has(name) ||
        !catalog.table(name, open.name);
      if (!isMade) {
        for await (const outcome of session.run(session.prepare(`${name} | take 0`))) release(outcome);
      }
      tableNames.push(name);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
    }
  }
  return changed(session, { catalog: changed(catalog, { tableNames }) });
}

function release(outcome: { readonly kind: string; release?: () => void }): void {
  outcome.release?.();
}

/** Writes all tables of all open traces; returns the dataset for translations. */
export async function writeDataset(session: Session, folder: string): Promise<SqlDataset> {
  const codec = await bestCodec();
  const columns = new Map<string, Map<string, Set<string>>>();
  for (const open of session.traces) {
    const { name: trace } = open;
    const own = `${folder}/${partitionName(trace)}`;
    await Deno.mkdir(own, { recursive: true });
    await eachTable(await withoutBroken(session, open), open, {
      fileBytes: 0,
      write: async (name, rows) => {
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
