/**
 * Traces typed in by hand. A table is a line of column names with types, and a line per row:
 *
 * ```text seq:u64 kind:text addr:u64 size:u64? file:text 1       alloc     0x10     -         "a b.c"
 * ```
 *
 * A `?` after the type allows nulls in a column, which is written `-` (a text may always be null).
 */

import { Shared } from "../../src/engine/shared.ts";
import type { ColumnSpec, ColumnType } from "../../src/events/trace_sink.ts";
import type { OpenTrace } from "../../src/engine/open_trace.ts";
import { ConstantColumn } from "../../src/tables/column.ts";
import type { Pools } from "../../src/tables/pools.ts";
import type { Table } from "../../src/tables/table.ts";
import { fillTable } from "../../src/tables/fill_table.ts";

type Cell = string | bigint | number | boolean | null;

/** A table from its text. */
export function typedTable(name: string, pools: Pools, text: string): Table {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const specs = words(lines[0] ?? "").map(columnSpec);
  const rows = lines.slice(1).map((line) => {
    const cells = words(line);
    if (cells.length !== specs.length) throw new Error(`Table ${name}: ${cells.length} cells in "${line}"`);
    return cells.map((cell, at) => readCell(cell, specs[at]!.type));
  });
  return fillTable(name, pools, specs, rows.length, (row) => rows[row]!);
}

/** A trace with these tables; the first one is its main table. */
export function typedTrace(name: string, pools: Pools, tables: readonly Table[]): OpenTrace {
  const code = BigInt(pools.strings.internText(name));
  for (const table of tables) {
    table.add(new ConstantColumn({ name: "trace", type: "text" }, pools.arena, code));
  }
  const header = { format: "typed", version: "1", wordBits: 0, byteOrder: "none" } as const;
  return {
    name,
    path: "typed",
    containers: [],
    bytes: 0,
    seconds: 0,
    memory: new Shared(() => {}),
    trace: {
      name,
      header: { ...header, mainTable: (tables[0]?.name ?? "events") as "events" },
      pools,
      tables: new Map(tables.map((table) => [table.name, table])),
      makers: new Map(),
      families: new Map(),
      tags: [],
      problems: [],
      problemCounts: new Map(),
      stats: new Map(),
      lives: undefined,
      columnBytes: 0,
    },
  };
}

function words(line: string): string[] {
  return line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
}

function columnSpec(text: string): ColumnSpec {
  const [, name, type, nullable] = /^([^:]+):(\w+)(\?)?$/.exec(text) ?? [];
  if (name === undefined || type === undefined) throw new Error(`Column "${text}" is not NAME:TYPE`);
  return { name, type: type as ColumnType, ...(nullable === undefined ? {} : { nullable: true }) };
}

function readCell(text: string, type: ColumnType): Cell {
  if (text === "-") return null;
  switch (type) {
    case "text":
      return text.startsWith('"') ? JSON.parse(text) : text;
    case "bool":
      return text === "true";
    case "f64":
      return Number(text);
    default:
      return text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
  }
}
