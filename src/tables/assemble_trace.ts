/**
 * Assembles a trace from the packed tables that its reader wrote, and the columns and tables derived from
 * them. A trace from a saved index is assembled in the same way.
 * @module
 */

import type { FunctionAt } from "../events/code_place.ts";
import type { FrameNaming } from "../events/unnamed_frames.ts";
import type { ColumnSpec, Problem } from "../events/trace_sink.ts";
import { ConstantColumn } from "./column.ts";
import { deriveEvents, withDeferredPlaces } from "./derive_events.ts";
import { fillTable } from "./fill_table.ts";
import { deferredPlaces } from "./deferred_column.ts";
import { DeferredNames } from "./deferred_names.ts";
import type { OnDemand } from "./on_demand.ts";
import type { Pools } from "./pools.ts";
import type { Table } from "./table.ts";
import type { Trace } from "./trace.ts";
import type { PackedTrace, Tag } from "./packed_trace.ts";

/** How frames without names are named: the rules of the format, and a function that looks up names. */
export interface Naming {
  readonly rules: FrameNaming;
  readonly functionAt: FunctionAt;
}

/** Returns the trace, including the columns that are derived rather than read from the file. */
export function assembleTrace(
  name: string,
  pools: Pools,
  packed: PackedTrace,
  onDemand: OnDemand,
  naming?: Naming,
): Trace {
  const { header, tags, problems, problemCounts, stats, unnamedFrames } = packed;
  const later = naming && unnamedFrames && unnamedFrames.size > 0
    ? new DeferredNames(pools, unnamedFrames, naming.rules, naming.functionAt)
    : undefined;
  const tables = new Map<string, Table>();
  let hiddenBytes = 0;
  for (const table of packed.tables) {
    const places = deferredPlaces(table.name, later, naming?.rules);
    const shown = places ? withDeferredPlaces(table, places) : { table, hiddenBytes: 0 };
    tables.set(table.name, shown.table);
    hiddenBytes += shown.hiddenBytes;
  }
  const events = packed.events && deriveEvents(packed.events, deferredPlaces("events", later, naming?.rules));
  if (events) {
    tables.set("events", events.table);
    if (events.allocs) tables.set("allocs", events.allocs);
  }
  tables.set("tags", tagsTable(pools, tags));
  tables.set("problems", problemsTable(pools, problems));
  const code = pools.strings.internText(name);
  let columnBytes = 0;
  for (const table of tables.values()) {
    columnBytes += table.bytes;
    table.add(new ConstantColumn({ name: "trace", type: "text" }, pools.arena, BigInt(code)));
  }
  return {
    name,
    header,
    pools,
    tables,
    ...onDemand,
    tags,
    problems,
    problemCounts,
    stats,
    lives: packed.events?.lives,
    later,
    columnBytes: columnBytes + hiddenBytes + (events?.hiddenBytes ?? 0),
    packed,
  };
}

/** Builds a table of the header fields. */
function tagsTable(pools: Pools, tags: readonly Tag[]): Table {
  const text = (name: string): ColumnSpec => ({ name, type: "text" });
  return fillTable("tags", pools, [text("name"), text("value"), text("raw")], tags.length, (row) => {
    const { name, value, raw } = tags[row]!;
    const hex = raw ? Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join(" ") : null;
    return [name, value, hex];
  });
}

function problemsTable(pools: Pools, problems: readonly Problem[]): Table {
  const columns: ColumnSpec[] = [
    { name: "severity", type: "text" },
    { name: "code", type: "text" },
    { name: "offset", type: "u64", nullable: true },
    { name: "record", type: "u64", nullable: true },
    { name: "message", type: "text" },
    { name: "handling", type: "text" },
  ];
  return fillTable("problems", pools, columns, problems.length, (row) => {
    const { severity, code, offset, record, message, handling } = problems[row]!;
    return [
      severity,
      code,
      offset < 0 ? null : BigInt(offset),
      record > 0 ? BigInt(record) : null,
      message,
      handling,
    ];
  });
}
