/**
 * Queries over ten million events, in one run with DuckDB on the same rows and with C loops over plain arrays.
 * @module
 */

import { DuckDBInstance } from "@duckdb/node-api";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import type { Session } from "../../src/engine/session.ts";
import type { Table } from "../../src/tables/table.ts";
import { type BenchRow, best } from "./report.ts";

/** One question in three languages. */
interface Question {
  readonly work: string;
  readonly query: string;
  readonly sql: string;
  /** Name of the C loop. */
  readonly scan?: string;
}

const LOW = String(0x55d0_0010_0000);
const QUESTIONS: readonly Question[] = [
  {
    work: "filter on kind, thread and size; count and sum",
    query:
      "events | where kind == alloc and thread == $THREAD and size in 64..4096 | summarize n = count(), b = sum(size)",
    sql:
      "SELECT count(*), sum(size) FROM events WHERE kind = 'alloc' AND thread = $THREAD AND size >= 64 AND size < 4096",
    scan: "filter3",
  },
  {
    work: "address range, count",
    query: "events | where addr in $LOW..+1M | count",
    sql: "SELECT count(*) FROM events WHERE addr >= $LOW AND addr < $LOW + 1048576",
    scan: "range",
  },
  {
    work: "blocks that overlap a range, count",
    query: "events | where addr overlaps $LOW..+1M | count",
    sql: "SELECT count(*) FROM events WHERE addr < $LOW + 1048576 AND (addr + size > $LOW OR addr >= $LOW)",
    scan: "overlap",
  },
  {
    work: "group by file, top 10 by bytes",
    query: "events | by file | top 10 by bytes",
    sql: "SELECT file, count(*), sum(size) AS bytes FROM events GROUP BY file ORDER BY bytes DESC LIMIT 10",
    scan: "group",
  },
  {
    work: "histogram of allocation sizes by powers of two",
    query: "events | where kind == alloc | by bucket(size): n = count()",
    sql:
      "SELECT CASE WHEN size = 0 THEN 0 ELSE floor(log2(size)) END AS b, count(*) FROM events WHERE kind = 'alloc' GROUP BY b",
    scan: "buckets",
  },
  {
    work: "leaks by site, top 10 by bytes",
    query: "leaks | by file, line | top 10 by bytes",
    sql: `SELECT file, line, count(*), sum(size) AS bytes FROM events a
          WHERE kind = 'alloc' AND NOT EXISTS (SELECT 1 FROM events f WHERE f.kind = 'free' AND f.idx = a.idx)
          GROUP BY file, line ORDER BY bytes DESC LIMIT 10`,
  },
  {
    work: "live blocks and bytes at the middle event",
    query: "live @ #$MIDDLE | summarize n = count(), b = sum(size)",
    sql: `SELECT count(*), sum(size) FROM (
            SELECT idx, arg_max(size, seq) AS size, bool_or(kind = 'free') AS freed FROM events
            WHERE seq <= $MIDDLE AND kind IN ('alloc', 'realloc', 'free') GROUP BY idx) WHERE NOT freed`,
  },
  {
    work: "mean lifetime by file",
    query: "allocs | by file: m = avg(life)",
    sql: `SELECT a.file, avg(f.no - a.no) FROM events a JOIN events f ON f.idx = a.idx AND f.kind = 'free'
          WHERE a.kind = 'alloc' GROUP BY a.file`,
  },
  {
    work: "twenty events at one line",
    query: 'events | where line == $LINE and file == "$FILE" | take 20',
    sql: "SELECT * FROM events WHERE line = $LINE AND file = '$FILE' LIMIT 20",
    scan: "oneline",
  },
];

/** Runs all questions over a session that holds one mpatrol trace. */
export async function benchQueries(session: Session, folder: string): Promise<BenchRow[]> {
  const events = session.traces[0]!.trace.tables.get("events")!;
  const some = Math.floor(events.rowCount / 3);
  const values: Record<string, string> = {
    THREAD: String(events.cells("thread", some, 1000).find((each) => each !== null)),
    LINE: String(events.cells("line", some, 1000).find((each) => each !== null)),
    FILE: String(events.cells("file", some, 1000).find((each) => each !== null)),
    MIDDLE: String(Math.floor(events.rowCount / 2)),
    LOW,
  };
  const fill = (text: string): string => text.replace(/\$([A-Z]+)/g, (_, name: string) => values[name]!);
  const scans = cScans(events, folder);
  const csv = `${folder}/events.csv`;
  await writeCsv(events, csv);
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  const duckdb = await instance.connect();
  await duckdb.run(
    `CREATE TABLE events AS SELECT * FROM read_csv('${csv}', header = true, columns = {seq: 'UBIGINT', no: 'UBIGINT',
     kind: 'VARCHAR', thread: 'UBIGINT', file: 'VARCHAR', line: 'UINTEGER', addr: 'UBIGINT', size: 'UBIGINT',
     idx: 'UBIGINT'})`,
  );
  const rows: BenchRow[] = [];
  for (const question of QUESTIONS) {
    const query = fill(question.query);
    const prepared = session.prepare(query);
    const quarry = await best(5, async () => {
      for await (const outcome of session.run(prepared)) {
        if (outcome.kind !== "query") continue;
        if (outcome.table.rowCount > 0) outcome.table.value(0, 0);
        outcome.release();
      }
    });
    const other = await best(3, async () => await (await duckdb.runAndReadAll(fill(question.sql))).getRows());
    const scan = question.scan ? (await scans).get(question.scan) : undefined;
    rows.push({
      group: "query",
      work: question.work,
      quarry,
      peers: { DuckDB: other, ...(scan === undefined ? {} : { C: scan }) },
    });
  }
  duckdb.closeSync();
  return rows;
}

/** Unpacks some columns block by block. */
function* blocksOf(
  events: Table,
  names: readonly string[],
): Generator<{ rows: number; words: BigUint64Array[]; nulls: Uint8Array[] }> {
  const { arena } = events.pools;
  const values = arena.alloc(BLOCK_ROWS * 8);
  const nulls = arena.alloc(BLOCK_ROWS);
  for (let block = 0; block < events.blockCount; block++) {
    const rows = events.blockRows(block);
    const words: BigUint64Array[] = [];
    const empty: Uint8Array[] = [];
    for (const name of names) {
      const some = events.column(name)!.decode(block, rows, values, nulls);
      words.push(arena.u64.slice(values >>> 3, (values >>> 3) + rows));
      empty.push(some ? arena.u8.slice(nulls, nulls + rows) : new Uint8Array(rows));
    }
    yield { rows, words, nulls: empty };
  }
  arena.free(values);
  arena.free(nulls);
}

const CSV_COLUMNS = ["seq", "no", "kind", "thread", "file", "line", "addr", "size", "index"];

async function writeCsv(events: Table, path: string): Promise<void> {
  const { strings } = events.pools;
  const file = await Deno.open(path, { write: true, create: true, truncate: true });
  const writer = file.writable.getWriter();
  const encoder = new TextEncoder();
  await writer.write(encoder.encode("seq,no,kind,thread,file,line,addr,size,idx\n"));
  for (const { rows, words, nulls } of blocksOf(events, CSV_COLUMNS)) {
    const lines: string[] = [];
    for (let row = 0; row < rows; row++) {
      const cells = words.map((column, at) => {
        if (nulls[at]![row]) return "";
        return at === 2 || at === 4 ? strings.text(Number(column[row]!)) : String(column[row]!);
      });
      lines.push(cells.join(","));
    }
    await writer.write(encoder.encode(lines.join("\n") + "\n"));
  }
  await writer.close();
}

/** Times of the C loops by name; empty without a compiler. */
async function cScans(events: Table, folder: string): Promise<Map<string, number>> {
  const program = `${folder}/scan`;
  const source = new URL("scan.c", import.meta.url).pathname;
  const times = new Map<string, number>();
  try {
    const compiled = await new Deno.Command("gcc", { args: ["-O3", "-march=native", "-o", program, source] })
      .output();
    if (!compiled.success) return times;
  } catch {
    return times;
  }
  const n = events.rowCount;
  const lists = [
    new Uint8Array(n),
    new Uint8Array(n),
    new Uint8Array(n),
    new Uint16Array(n),
    new Uint32Array(n),
  ] as const;
  const addrs = new BigUint64Array(n);
  const codes = [new Map<bigint, number>(), new Map<bigint, number>(), new Map<bigint, number>()];
  let base = 0;
  for (const { rows, words } of blocksOf(events, ["kind", "thread", "file", "line", "size", "addr"])) {
    for (let row = 0; row < rows; row++) {
      for (let at = 0; at < 3; at++) {
        const word = words[at]![row]!;
        let code = codes[at]!.get(word);
        if (code === undefined) codes[at]!.set(word, code = codes[at]!.size);
        lists[at]![base + row] = code;
      }
      lists[3][base + row] = Number(words[3]![row]!);
      lists[4][base + row] = Number(words[4]![row]! & 0xffff_ffffn);
      addrs[base + row] = words[5]![row]!;
    }
    base += rows;
  }
  const data = `${folder}/columns.bin`;
  using file = Deno.openSync(data, { write: true, create: true, truncate: true });
  for (const part of [new BigUint64Array([BigInt(n)]), ...lists, addrs]) {
    const bytes = new Uint8Array(part.buffer);
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  }
  const { stdout } = await new Deno.Command(program, { args: [data] }).output();
  for (const line of new TextDecoder().decode(stdout).trim().split("\n")) {
    const [name, time] = line.split(" ");
    times.set(name!, Number(time));
  }
  return times;
}
