/** The output of mptrace for a tracing file, as a table of a database: nothing in it comes from Quarry. */
import { gunzipSync } from "node:zlib";
import { Duck } from "../query/oracle/duck.ts";

const RECORD =
  /^ *(\d*) +(alloc|realloc|free|internal|reserve) +(\d*) +(0x[0-9A-F]+) +(\d+)(?: +(\d+))??(?: +(\d+) +(\d+))?$/;
const PLACE = /^ +(?:thread (\d+) ?)?(?:in (\S+) )?(?:at (\S+) line (\d+))?$/;

/** Views of the log: `log` has its records, `lives` a row per block. */
const VIEWS = `
  CREATE VIEW lives AS SELECT
    index,
    max(seq) FILTER (kind = 'alloc') AS made, max(seq) FILTER (kind = 'free') AS freed,
    max(event) FILTER (kind = 'free') - max(event) FILTER (kind = 'alloc') AS life,
    max(size) FILTER (kind = 'alloc') AS first_size,
    max(size) FILTER (kind != 'free') AS max_size,
    arg_max(size, seq) FILTER (kind != 'free') AS size,
    arg_max(addr, seq) FILTER (kind != 'free') AS addr,
    count(*) FILTER (kind = 'realloc') AS resizes,
    max(func) FILTER (kind = 'alloc') AS func, max(func) FILTER (kind = 'free') AS free_func,
    max(file) FILTER (kind = 'alloc') AS file,
    max(line) FILTER (kind = 'alloc') AS line, max(line) FILTER (kind = 'free') AS free_line,
    max(thread) FILTER (kind = 'alloc') AS thread, max(thread) FILTER (kind = 'free') AS free_thread
  FROM log WHERE index IS NOT NULL GROUP BY index;
  CREATE VIEW moved AS SELECT index, count(*) AS moves FROM (
    SELECT index, kind, addr, lag(addr) OVER (PARTITION BY index ORDER BY seq) AS before FROM log
    WHERE kind != 'free' AND index IS NOT NULL) WHERE kind = 'realloc' AND addr != before GROUP BY index;
  CREATE MACRO live_at(moment) AS TABLE SELECT
    lives.* REPLACE ((SELECT arg_max(log.size, log.seq) FROM log
      WHERE log.index = lives.index AND log.kind != 'free' AND log.seq <= moment) AS size)
    FROM lives WHERE made <= moment AND (freed IS NULL OR freed > moment);
  CREATE MACRO share(percent) AS (SELECT ceil(count(*) * percent / 100) FROM log);
  CREATE MACRO shown(addr) AS '0x' || lower(hex(addr));
`;

/** A database with the log of a sample of mpatrol. */
export async function mptraceLog(folder: URL): Promise<Duck> {
  const rows: string[] = [];
  const lines = (await readLog(folder)).split("\n");
  for (let at = 0; at < lines.length && lines[at] !== ""; at++) {
    const record = RECORD.exec(lines[at]!);
    if (!record) continue;
    const [, event, kind, index, addr, size, , blocks, bytes] = record;
    const place = PLACE.exec(lines[at + 1] ?? "");
    const [, thread, func, file, line] = place ?? [];
    const cells = [rows.length + 1, event, `'${kind}'`, index, BigInt(addr!), size, blocks, bytes, thread];
    const texts = [func, file].map((text) => text === undefined ? "" : `'${text}'`);
    rows.push(
      `(${[...cells, ...texts, line].map((cell) => cell === undefined || cell === "" ? "NULL" : cell)})`,
    );
  }
  const duck = await Duck.open();
  await duck.answer(
    `CREATE TABLE log AS SELECT * FROM (VALUES ${rows.join(",")}) AS log(
      seq, event, kind, index, addr, size, blocks, bytes, thread, func, file, line)`,
  );
  for (const statement of VIEWS.split(";").filter((each) => each.trim() !== "")) await duck.answer(statement);
  return duck;
}

async function readLog(folder: URL): Promise<string> {
  const name = "mptrace-verbose-source.txt";
  const packed = await Deno.readFile(new URL(`${name}.gz`, folder)).catch(() => null);
  return packed ? gunzipSync(packed).toString("latin1") : await Deno.readTextFile(new URL(name, folder));
}
