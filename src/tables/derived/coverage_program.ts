/**
 * Gives a coverage trace the symbols of its programs: `func` in `events`, `symbol` and `offset` in `entries` and
 * `blocks`, and the tables `functions` and `uncovered`.
 * @module
 */

import type { ColumnSpec } from "../../events/trace_sink.ts";
import { LookupColumn } from "../column.ts";
import type { Table } from "../table.ts";
import type { Trace } from "../trace.ts";
import { fillTable } from "../trace_builder.ts";
import {
  type AddressRange,
  type CoverageEntry,
  type FunctionCoverage,
  functionCoverage,
  type ProgramFunction,
} from "./coverage_functions.ts";

/** A symbol and how far an address is inside of it. */
export interface FoundFunction {
  /** The function. */
  readonly symbol: ProgramFunction;
  /** Distance from its start. */
  readonly offset: bigint;
}

/** Symbols of one program or module; the symbol table of an ELF file is such a thing. */
export interface ProgramSymbols {
  /** Functions by address. */
  readonly functions: readonly ProgramFunction[];
  /** The function at a link address. */
  symbolAt(address: bigint): FoundFunction | undefined;
}

/** A program at hand. */
export interface AttachedProgram {
  /** Its symbols. */
  readonly symbols: ProgramSymbols;
  /** What to add to an address of the trace to get a link address: 0 but for modules, whose code begins behind. */
  readonly bias: bigint;
}

const SYMBOL: ColumnSpec = { name: "symbol", type: "text" };
const OFFSET: ColumnSpec = { name: "offset", type: "u64", nullable: true };

const FUNCTIONS: readonly ColumnSpec[] = [
  { name: "func", type: "text" },
  { name: "module", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64" },
  { name: "end", type: "u64" },
  { name: "state", type: "text" },
  { name: "covered", type: "u64" },
  { name: "uncovered", type: "u64" },
  { name: "count", type: "u64" },
  { name: "taken", type: "u64" },
  { name: "fallthrough", type: "u64" },
];

const UNCOVERED: readonly ColumnSpec[] = [
  { name: "func", type: "text" },
  { name: "module", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64" },
  { name: "end", type: "u64" },
];

/** Attaches programs by the module text that the trace gives them. */
export function attachPrograms(trace: Trace, programs: ReadonlyMap<string, AttachedProgram>): void {
  const entries = trace.tables.get("entries");
  const events = trace.tables.get("events");
  if (!entries || !events) return;
  addSymbols(trace, entries, programs);
  const shown = entries.column("symbol")!;
  const codes = events.column("addr")?.dictionary?.codes;
  if (codes) {
    const info = { name: "func", type: "text" } as const;
    events.add(new LookupColumn(info, trace.pools.arena, codes, shown, events.blockRows, entries.rowCount));
  }
  const makeBlocks = trace.makers.get("blocks");
  if (makeBlocks) {
    const { columns } = makeBlocks;
    const make = async (): Promise<Table> => {
      const blocks = await makeBlocks.make();
      addSymbols(trace, blocks, programs);
      return blocks;
    };
    trace.makers.set("blocks", { columns, make });
  }
  let made: Promise<readonly ModuleFunction[]> | undefined;
  const functions = (): Promise<readonly ModuleFunction[]> =>
    made ??= coverFunctions(trace, entries, programs);
  trace.makers.set("functions", {
    columns: FUNCTIONS,
    make: async () => functionsTable(trace, await functions()),
  });
  trace.makers.set("uncovered", {
    columns: UNCOVERED,
    make: async () => uncoveredTable(trace, await functions()),
  });
}

/** Adds `symbol` and `offset` to a table with `addr` and `module`. */
function addSymbols(trace: Trace, table: Table, programs: ReadonlyMap<string, AttachedProgram>): void {
  const addrs = table.cells("addr") as (bigint | null)[];
  const modules = table.cells("module") as (string | null)[];
  const found = fillTable(table.name, trace.pools, [SYMBOL, OFFSET], table.rowCount, (row) => {
    const program = programs.get(modules[row] ?? "");
    const addr = addrs[row];
    const hit = program && typeof addr === "bigint"
      ? program.symbols.symbolAt(addr + program.bias)
      : undefined;
    return hit ? [hit.symbol.name, hit.offset] : [null, null];
  });
  for (const column of found.columns) table.add(column);
}

interface ModuleFunction extends FunctionCoverage {
  readonly module: string;
  readonly bias: bigint;
}

async function coverFunctions(
  trace: Trace,
  entries: Table,
  programs: ReadonlyMap<string, AttachedProgram>,
): Promise<readonly ModuleFunction[]> {
  const ranges = rangesByModule(trace.tables.get("ranges") ?? (await trace.makers.get("ranges")!.make()));
  const rows = entriesByModule(entries);
  const all: ModuleFunction[] = [];
  for (const [module, { symbols, bias }] of programs) {
    for (const symbol of symbols.functions) {
      // A label without a size has no bytes to cover.
      if (symbol.size === 0n) continue;
      const own = { name: symbol.name, address: symbol.address - bias, size: symbol.size };
      all.push({ module, bias, ...functionCoverage(own, ranges.get(module) ?? [], rows.get(module) ?? []) });
    }
  }
  return all;
}

function rangesByModule(ranges: Table): Map<string, AddressRange[]> {
  const byModule = new Map<string, AddressRange[]>();
  const [addrs, sizes] = [ranges.cells("addr") as bigint[], ranges.cells("size") as bigint[]];
  ranges.cells("module").forEach((module, row) => {
    const first = addrs[row]!;
    listOf(byModule, String(module ?? "")).push({ first, last: first + sizes[row]! - 1n });
  });
  // The same file may have been loaded at several places: its ranges come together here and may overlap.
  for (const [module, list] of byModule) byModule.set(module, disjoint(list));
  return byModule;
}

function disjoint(list: readonly AddressRange[]): AddressRange[] {
  const sorted = [...list].sort((a, b) => a.first < b.first ? -1 : a.first > b.first ? 1 : 0);
  const joined: AddressRange[] = [];
  for (const range of sorted) {
    const before = joined[joined.length - 1];
    if (!before || range.first > before.last + 1n) joined.push(range);
    else if (range.last > before.last) joined[joined.length - 1] = { first: before.first, last: range.last };
  }
  return joined;
}

function entriesByModule(entries: Table): Map<string, CoverageEntry[]> {
  const byModule = new Map<string, CoverageEntry[]>();
  const columns = ["addr", "count", "taken", "fallthrough", "dropped", "type"].map((name) =>
    entries.cells(name)
  );
  const [addrs, counts, taken, fell, dropped, types] = columns;
  entries.cells("module").forEach((module, row) => {
    // Special entries have no op letters.
    if (dropped![row] || types![row] === null) return;
    listOf(byModule, String(module ?? "")).push({
      addr: addrs![row] as bigint,
      count: counts![row] as bigint,
      taken: Boolean(taken![row]),
      fallthrough: Boolean(fell![row]),
    });
  });
  for (const list of byModule.values()) list.sort((a, b) => a.addr < b.addr ? -1 : a.addr > b.addr ? 1 : 0);
  return byModule;
}

function listOf<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key);
  if (!list) map.set(key, list = []);
  return list;
}

function functionsTable(trace: Trace, functions: readonly ModuleFunction[]): Table {
  return fillTable("functions", trace.pools, FUNCTIONS, functions.length, (row) => {
    const { symbol, module, state, covered, count, taken, fallthrough } = functions[row]!;
    const { name, address, size } = symbol;
    return [
      name,
      module,
      address,
      size,
      address + size,
      state,
      covered,
      size - covered,
      count,
      taken,
      fallthrough,
    ];
  });
}

function uncoveredTable(trace: Trace, functions: readonly ModuleFunction[]): Table {
  const gaps = functions.flatMap(({ symbol, module, uncovered }) =>
    uncovered.map(({ first, last }) => [symbol.name, module, first, last - first + 1n, last + 1n])
  );
  return fillTable("uncovered", trace.pools, UNCOVERED, gaps.length, (row) => gaps[row]!);
}
