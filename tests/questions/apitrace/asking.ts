/** Queries apitrace samples. */
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { load } from "../../../src/ingest/load.ts";
import { reference, SAMPLES } from "../../formats/apitrace/support.ts";

/** A value, small integers as numbers. */
export type Cell = bigint | number | string | boolean | null;

/** Opens samples, or bytes, under names. */
export async function sessionOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Session> {
  const session = new Session();
  for (const [name, file] of Object.entries(files)) {
    const bytes = typeof file === "string" ? Deno.readFileSync(new URL(`${file}.trace`, SAMPLES)) : file;
    const reopen = () => Promise.resolve(sourceOf(bytes));
    session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name, reopen }), name));
  }
  return session;
}

/** Rows of a query as lists; safe integers as numbers. */
export async function ask(session: Session, query: string): Promise<Cell[][]> {
  let rows: Cell[][] = [];
  for await (const outcome of session.run(session.prepare(query))) {
    if (outcome.kind !== "query") return [[outcome.passed]];
    const { table } = outcome;
    rows = Array.from(
      { length: table.rowCount },
      (_, row) => table.columns.map((_, column) => cellOf(table.value(row, column) as Cell)),
    );
    outcome.release();
  }
  return rows;
}

/** Rows of a query over one sample. */
export async function askSample(sample: string, query: string): Promise<Cell[][]> {
  return await ask(await sessionOf({ a: sample }), query);
}

/** The first column. */
export function column(rows: readonly Cell[][]): Cell[] {
  return rows.map(([first]) => first ?? null);
}

function cellOf(value: Cell): Cell {
  return typeof value === "bigint" && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** One call of a dump. */
export interface DumpedCall {
  readonly no: number;
  readonly thread: number;
  /** Name, arguments and return value. */
  readonly text: string;
}

/** The calls that the original printed with thread numbers, without its other messages. */
export async function dumpedCalls(sample: string): Promise<DumpedCall[]> {
  const text = new TextDecoder().decode((await reference(`${sample}.dump-full.txt`))!);
  const calls: DumpedCall[] = [];
  for (const line of text.split("\n")) {
    const match = /^(\d+) @(\d+) (.*)$/.exec(line);
    if (!match) continue;
    const [, no, thread, rest] = match;
    calls.push({
      no: Number(no),
      thread: Number(thread),
      text: rest!.replace(/( \/\/ (?:fake|incomplete|[^"]*))+$/, ""),
    });
  }
  return calls;
}
