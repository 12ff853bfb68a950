/**
 * The tables of real traces as rows for a database. Each trace is read alone, in its own session; rows of several
 * traces are combined here.
 * @module
 */

import type { ResultColumn, ResultValue } from "../../src/base/result_table.ts";
import type { Session } from "../../src/engine/session.ts";
import type { Random } from "../support/random.ts";
import { ask } from "../conformance/opened.ts";
import type { Source } from "../query/oracle/queries.ts";
import type { Col } from "../query/oracle/relation.ts";
import type { OracleColumn, Type, Value } from "../query/oracle/tables.ts";
import { describe } from "../query/oracle/world.ts";
import { type Named, sessionWith } from "./traces.ts";
import { shuffled } from "./sets.ts";

/** Rows of a source, by trace. */
interface Rows {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly ResultValue[])[];
}

/** Tables about the session instead of a trace, or with ids that the session assigns. */
const OF_SESSIONS = new Set(["traces", "runs", "stacks", "frame_texts"]);
/** Additional sources of a trace with blocks. */
const LIVE = ["leaks", "peak", "live @ 25%", "live @ 75%", "live @ #100"];
/** Maximum number of sources that are queried for a set of traces. */
const MOST_SOURCES = 7;
/** More rows would take the database seconds: larger tables are sampled. */
const MOST_ROWS = 6000;
/** Number of arguments of calls that are queried. */
const MOST_ARGUMENTS = 6;
/** Functions on arguments whose values can be compared directly. */
const FAMILIES = ["arg", "text", "number", "arg", "u8", "f32"];

/** A source of queries, and its rows. */
export interface Exported extends Source {
  readonly columns: readonly OracleColumn[];
  /** Whether these are only some of the rows. */
  readonly sampled: boolean;
}

/** Some tables of a set of traces, open in a session; larger ones than `mostRows` are sampled. */
export async function exportTraces(
  random: Random,
  traces: readonly Named[],
  session: Session,
  mostRows = MOST_ROWS,
): Promise<Exported[]> {
  const alone = new Map<string, Session>();
  for (const trace of traces) alone.set(trace.name, await sessionWith([trace]));
  const sources: Exported[] = [];
  try {
    for (const text of chosen(random, session, [...alone.keys()])) {
      const source = await exportSource(random, text, session, alone, sources.length, mostRows);
      if (source) sources.push(source);
    }
  } finally {
    for (const each of alone.values()) each.closeAll();
  }
  return sources;
}

/** Some sources; the main table is always among them. */
function chosen(random: Random, session: Session, names: readonly string[]): string[] {
  const { catalog } = session;
  const tables = catalog.tableNames.filter((name) => !OF_SESSIONS.has(name));
  const live = catalog.table("allocs", null) ? LIVE : [];
  const all = [...tables, ...tables, ...live].map((text) => {
    const of = random.pick(["", "", ...names.map((name) => ` of ${name}`)]);
    return of === "" || catalog.table(text.split(" ")[0]!, of.slice(4)) || live.includes(text)
      ? text + of
      : text;
  });
  const first = [catalog.mainTable, ...["calls", "allocs"].filter((name) => tables.includes(name))];
  return [...new Set([...first, ...shuffled(random, all)])].slice(0, MOST_SOURCES);
}

async function exportSource(
  random: Random,
  text: string,
  session: Session,
  alone: ReadonlyMap<string, Session>,
  number: number,
  mostRows: number,
): Promise<Exported | undefined> {
  const [, source, , only] = /^(.*?)( of (\w+))?$/.exec(text)!;
  const table = source!.split(" ")[0]!;
  const columns = columnsOf(session, LIVE.includes(source!) ? "allocs" : table, only ?? null);
  if (columns === undefined) return undefined;
  const parts: Rows[] = [];
  const bounds: Bounds[] = [];
  const lazy = lazyColumns(random, session, table, [...alone.values()]);
  let total = 0;
  for (const [name, own] of alone) {
    if (only !== undefined && only !== name) continue;
    if (!own.catalog.table(LIVE.includes(source!) ? "allocs" : table, null)) continue;
    const extra = lazy.map(({ text }, at) => `lazy_${at} = ${text}`).join(", ");
    const [[count]] = (await ask(own, `${source} | count`))[0]!.rows as [[bigint]];
    total += Number(count);
    const script = `${source}${extra === "" ? "" : ` | extend ${extra}`}`;
    parts.push((await ask(own, count > mostRows ? `${script} | sample ${mostRows / 2}` : script))[0]!);
    if (count > mostRows) bounds.push(await boundsOf(own, source!));
  }
  const all = [...columns, ...lazy.map(({ type }, at) => ({ name: `lazy_${at}`, type }))];
  const filled = all.map((column) => cellsOf(column, parts));
  const sql = `source_${number}`;
  const cols = filled.map((column, at): Col => {
    const info = all[at]!;
    const { values, ...rest } = widened(describe(column), bounds);
    // Columns of a pivot are named in hexadecimal where addresses are, and a live set has all values of its table.
    const isTurned = values !== undefined && columns[at]?.display !== "hex" && !LIVE.includes(source!);
    const known = isTurned ? { ...rest, values } : rest;
    const described = bounds.length > 0 ? { ...known, unique: false } : known;
    const extra = at < columns.length ? undefined : lazy[at - columns.length]!.text;
    if (extra !== undefined) return { ...described, lazy: extra };
    // Most columns of most formats are empty: few queries on them are enough.
    const dull = total > 0 && column.values.every((value) => value === null) && !random.oneIn(5);
    return isOpaque(info) || dull ? { ...described, opaque: true } : described;
  });
  const main = text === session.catalog.mainTable;
  return { text, sql, cols, rows: total, columns: filled, sampled: bounds.length > 0, main };
}

/** Smallest and largest values by column. */
type Bounds = ReadonlyMap<string, readonly [least: bigint, most: bigint]>;

/** Bounds of the integers of a source that is only sampled. */
async function boundsOf(session: Session, source: string): Promise<Bounds> {
  const { columns } = (await ask(session, `${source} | take 0`))[0]!;
  const whole = columns.filter(({ type }) => ["u64", "u32", "i64", "time"].includes(type));
  const list = whole.map(({ name }, at) => `a${at} = min(\`${name}\`), b${at} = max(\`${name}\`)`).join(", ");
  const [row] = (await ask(session, `${source} | summarize ${list}`))[0]!.rows;
  return new Map(
    whole.map(({ name }, at) => [name, [row![2 * at] ?? 0n, row![2 * at + 1] ?? 0n] as [bigint, bigint]]),
  );
}

function widened(col: Col, all: readonly Bounds[]): Col {
  let { low, high } = col;
  for (const bounds of all) {
    const [least, most] = bounds.get(col.name) ?? [low, high];
    low = least < low ? least : low;
    high = most > high ? most : high;
  }
  return { ...col, low, high };
}

function columnsOf(
  session: Session,
  table: string,
  trace: string | null,
): readonly ResultColumn[] | undefined {
  return session.catalog.table(table, trace)?.columns.map(({ name, type }) => ({ name, type }));
}

/** Arguments of calls, if each trace gives them with the common type. */
function lazyColumns(
  random: Random,
  session: Session,
  table: string,
  alone: readonly Session[],
): { readonly text: string; readonly type: ResultColumn["type"] }[] {
  const { catalog } = session;
  const names = catalog.familyArguments?.(table, "arg") ?? [];
  if (names.length === 0) return [];
  const made = Array.from({ length: MOST_ARGUMENTS }, () => {
    const [family, name] = [random.pick(FAMILIES), random.pick(names)];
    const type = catalog.familyType?.(table, family, name);
    const same = alone.every((each) => (each.catalog.familyType?.(table, family, name) ?? type) === type);
    return type && same && type !== "bytes"
      ? { text: `${family}(${JSON.stringify(name)})`, type }
      : undefined;
  });
  const known = made.filter((each) => each !== undefined);
  return known.filter(({ text }, at) => known.findIndex((each) => each.text === text) === at);
}

/** Ids of backtraces differ between sessions, and bytes have no value in a table. */
function isOpaque({ name, type }: ResultColumn): boolean {
  return type === "bytes" || /(?:^|\.)stack$/.test(name);
}

function cellsOf(info: ResultColumn, parts: readonly Rows[]): OracleColumn {
  const type = (info.type === "u32" ? "u64" : info.type) as Type | "bytes";
  const values = parts.flatMap(({ columns, rows }): Value[] => {
    const at = columns.findIndex(({ name }) => name === info.name);
    if (at < 0 || isOpaque(info)) return rows.map(() => null);
    const given = columns[at]!.type === "u32" ? "u64" : columns[at]!.type;
    if (given !== type && rows.some((row) => row[at] !== null)) {
      throw new Error(`${info.name} is ${given} in one trace and ${type} in all`);
    }
    return rows.map((row) => row[at] as Value);
  });
  return {
    spec: { name: info.name, type: type === "bytes" ? "text" : type },
    type: type === "bytes" ? "text" : type,
    values,
  };
}
