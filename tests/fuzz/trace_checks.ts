/**
 * Properties of every file, however damaged: it is refused with a reason or opened, an open one answers all queries,
 * answers do not depend on how the bytes arrive, and closing it frees all memory.
 * @module
 */

import { FormatError, QueryError } from "../../src/base/errors.ts";
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { readContents } from "../../src/engine/contents.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load, type LoadedFile } from "../../src/ingest/load.ts";
import { closePools, type Pools, poolsFor } from "../../src/tables/pools.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { type Answer, ask } from "../conformance/opened.ts";
import { misplaced, type Rows, rowsOf } from "../conformance/records.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import type { Random } from "../support/random.ts";
import { expect } from "./target.ts";

/** Memory that any file may take, plus the allowance per byte of its stream. */
const LEAST_MEMORY = 96 << 20;
const MEMORY_PER_BYTE = 256;
/** Number of rows of a table that are read cell by cell. */
const ROWS_READ = 3;
/** Columns whose cells a later line may name: in damaged files a map may be anywhere. */
const NAMED_LATER: Readonly<Record<string, RegExp>> = { "sp-rtrace": /events\.(module|func|stack):/ };
/** Texts that no message contains, for any file. */
const SLIPS = /(?<!-)\bundefined\b(?!-)|\bNaN\b|\[object|internal error/;

/** Memory that loads share, replaced after a file has needed much of it. */
export class Memory {
  session = new Session();

  /** Fails if a run leaks, or has used too much for a stream of this many bytes. */
  check(bytes: number): void {
    const { arena, strings, stacks } = this.session.pools;
    const held = [arena.used, strings.inUse, stacks.inUse];
    expect(
      held.every((each) => each === 0),
      () => `After closing, ${held.join(", ")} bytes, texts and stacks are held`,
    );
    const { highWater } = arena.heap;
    if (highWater <= LEAST_MEMORY) return;
    this.session = new Session();
    const most = LEAST_MEMORY + MEMORY_PER_BYTE * bytes;
    expect(highWater <= most, () => `${highWater} bytes of memory were taken for a stream of ${bytes}`);
  }
}

/** Opens a file, or returns the reason for its refusal. */
export async function openOrRefuse(
  file: Uint8Array,
  pools: Pools,
  options: { readonly format?: string; readonly source?: ByteSource; readonly fileOrder?: boolean } = {},
): Promise<LoadedFile | FormatError> {
  const { source = sourceOf(file), ...rest } = options;
  const reopen = () => Promise.resolve(sourceOf(file));
  try {
    return await load(source, pools, { name: "t", reopen, ...rest });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(
      // The quoted first bytes of the file may contain such a word.
      !SLIPS.test(error.message.replace(/begins with [^]*/, "")) && /^[\p{Lu}"]/u.test(error.message),
      () => `Message: ${error.message}`,
    );
    return error;
  }
}

/**
 * The number of rows is limited by the bytes: every record takes at least one byte, and there are few rows per file.
 */
export function checkRows({ traces, bytes }: LoadedFile): void {
  for (const { tables } of traces) {
    for (const [name, { rowCount }] of tables) {
      expect(rowCount <= bytes + 100, () => `${name} has ${rowCount} rows, the stream ${bytes} bytes`);
    }
  }
}

/** Checks the messages of a trace's problems. */
export function checkProblems(trace: Trace, bytes: number): void {
  for (const { code, message, handling, offset, severity } of trace.problems) {
    const text = `${code}: ${message} (${handling}) at ${offset}`;
    expect(/^[a-z][a-z-]*\d*[a-z-]*$/.test(code) && /^(error|warning|note)$/.test(severity), () => text);
    expect(!SLIPS.test(text) && message.length > 0 && handling.length > 0, () => text);
    expect(offset >= -1 && offset <= bytes, () => `${text}, beyond ${bytes}`);
  }
}

/** Reads each table's length and some of its rows. */
export async function askEveryTable(session: Session, loaded: LoadedFile): Promise<void> {
  const opened = tracesOf(loaded, "t");
  session.add(opened);
  for (const open of opened) {
    const of = `of ${JSON.stringify(open.name)}`;
    for (const table of session.catalog.tableNames) {
      if (table === "traces" || table === "_") continue;
      const counted = await rowsOfQuery(session, `${table} ${of} | count`);
      if (counted === undefined) continue;
      const count = Number(counted[0]![0]);
      const rows = await rowsOfQuery(session, `${table} ${of} | take ${ROWS_READ}`);
      expect(
        rows?.length === Math.min(count, ROWS_READ),
        () => `${table} has ${count} rows and gives ${rows?.length}`,
      );
      const last = await rowsOfQuery(session, `${table} ${of} | tail ${ROWS_READ}`);
      expect(last?.length === rows!.length, () => `${table} ends with ${last?.length} rows of ${count}`);
    }
    if (open.trace.contents) await readContents(open, null, ({ bytes }) => void bytes.length);
  }
  for (const { name } of opened) session.close(name);
}

/** Cells of a query; undefined if the trace reports that it lacks what the table needs. */
async function rowsOfQuery(session: Session, text: string): Promise<Answer["rows"] | undefined> {
  try {
    const [answer] = await ask(session, text);
    return answer!.rows;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const absent = /^Unknown table|program of the trace|is empty|has no|have no/;
    expect(absent.test(error.message), () => `${text}: ${error.message}`);
    return undefined;
  }
}

/** All content of a load, as lines. */
export async function snapshot(file: LoadedFile | FormatError, pools: Pools): Promise<string[]> {
  if (file instanceof FormatError) return [`refused: ${file.message} at ${file.offset}`];
  const own = poolsFor("snapshot", pools);
  try {
    return await new Snapshooter(own).lines(file.traces);
  } finally {
    closePools(own);
  }
}

/** Loads the file once more, from pieces of some size: the result must be the same. */
export async function checkSplit(
  file: Uint8Array,
  expected: readonly string[],
  random: Random,
  pools: Pools,
): Promise<void> {
  const piece = 1 + random.below(random.pick([8, 300, 5000]));
  const again = await openOrRefuse(file, pools, { source: sourceOf(file, piece) });
  const actual = await snapshot(again, pools);
  if (!(again instanceof FormatError)) again.close();
  const at = expected.findIndex((line, each) => line !== actual[each]);
  expect(
    at < 0 && expected.length === actual.length,
    () => `In pieces of ${piece} bytes: ${actual[at] ?? "nothing"}, at once: ${expected[at] ?? "nothing"}`,
  );
}

/** Rows that are in the order of the file, as checksums. */
export function rowSums(file: LoadedFile, format: string, pools: Pools, settled: boolean): Rows {
  const own = poolsFor("rows", pools);
  try {
    return rowsOf({ format, traces: file.traces, settled }, new Snapshooter(own));
  } finally {
    closePools(own);
  }
}

/** Loads a prefix: its records must agree with those of the whole file. Returns its problems; null if it is refused. */
export async function checkPrefix(
  file: Uint8Array,
  length: number,
  whole: { readonly format: string; readonly rows: Rows },
  pools: Pools,
): Promise<number | null> {
  const { format } = whole;
  const part = await openOrRefuse(file.slice(0, length), pools, { fileOrder: true });
  if (part instanceof FormatError) return null;
  try {
    if (part.traces[0]?.header.format !== format) return null;
    const found = misplaced(rowSums(part, format, pools, true), whole.rows)
      .filter((each) => !(NAMED_LATER[format]?.test(each) ?? false));
    expect(found.length === 0, () => `Of the first ${length} bytes: ${found.slice(0, 3).join("; ")}`);
    return part.traces.reduce((sum, { problemCounts }) => sum + problemCounts.size, 0);
  } finally {
    part.close();
  }
}
