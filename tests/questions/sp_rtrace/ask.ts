/** Queries samples, and reads the tables that the original tools printed. */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { load } from "../../../src/ingest/load.ts";
import { sample } from "../../formats/sp_rtrace/read_sample.ts";

/** A value, small integers as numbers. */
export type Cell = number | string | boolean | null;

/** Opens texts or samples under names. */
export async function openSession(
  files: Record<string, string | Uint8Array>,
  options: { readonly fileOrder?: boolean } = {},
): Promise<Session> {
  const session = new Session();
  for (const [name, file] of Object.entries(files)) {
    const bytes = typeof file === "string" ? sample(file) : file;
    session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name, ...options }), name));
  }
  return session;
}

/** Rows of the last query of a script. */
export async function ask(session: Session, query: string): Promise<Cell[][]> {
  let rows: Cell[][] = [];
  for await (const outcome of session.run(session.prepare(query))) {
    if (outcome.kind !== "query") throw new Error(`"${query}" asserts instead of asking`);
    const { table } = outcome;
    rows = Array.from(
      { length: table.rowCount },
      (_, row) => table.columns.map((_, column) => cellOf(table.value(row, column))),
    );
    outcome.release();
  }
  return rows;
}

function cellOf(value: unknown): Cell {
  return typeof value === "bigint" ? Number(value) : value as Cell;
}

/** The data file of a plot. */
export interface Plot {
  /** Its title, such as `memory (\\@1)`; empty for histograms. */
  readonly title: string;
  /** Its numbers. */
  readonly rows: number[][];
}

/** The output of the timeline tool: values of the legend, and the data files. */
export interface Timeline {
  /** The resource type that it shows. */
  readonly type: string;
  /** Numbers of the legend by position (`COLUMN,ROW`), as the original positions them. */
  readonly labels: ReadonlyMap<string, string>;
  /** Its data files. */
  readonly plots: readonly Plot[];
}

const decoder = new TextDecoder();

/** Reads a reference of the timeline tool. */
export function readTimeline(name: string): Timeline {
  const [script = "", ...parts] = decoder.decode(sample(name)).split(/^### data file .*\n/m);
  const labels = new Map<string, string>();
  for (const [, text, column, row] of script.matchAll(/^set label "(.*)" at character (\d+),(\d+)/gm)) {
    labels.set(`${column},${row}`, text!);
  }
  const plots = parts.map((part): Plot => {
    const lines = part.split("\n");
    return {
      title: /^Resource "(.*)"/.exec(lines[0]!)?.[1] ?? "",
      rows: lines.slice(1).filter((line) => /^-?\d/.test(line)).map((line) => line.split(/\s+/).map(Number)),
    };
  });
  const type = /set label "(.*)" at character 1,|ls 2 title "(\S+) allocation/.exec(script);
  return { type: type?.[1] ?? type?.[2] ?? "", labels, plots };
}

/** Milliseconds of a time cell. */
export function milliseconds(cell: Cell): number {
  return Number(cell) / 1e6;
}

/** Rows in a fixed order. */
export function sorted(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.join("\t")).sort();
}
