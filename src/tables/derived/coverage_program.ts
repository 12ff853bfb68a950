/**
 * Gives a coverage trace the symbols and source lines of its programs: `func`, `file` and `line` in `events`; `symbol`,
 * `offset`, `file` and `line` in `entries` and `blocks`; and the tables `functions`, `lines`, `files`, `uncovered`,
 * `symbols` and `sections`.
 * @module
 */

import type { ColumnSpec } from "../../events/trace_sink.ts";
import { LookupColumn } from "../column.ts";
import type { Table } from "../table.ts";
import type { Trace } from "../trace.ts";
import { fillTable } from "../trace_builder.ts";
import {
  type AddressRange,
  type FunctionCoverage,
  functionCoverage,
  type ProgramFunction,
  uncoveredIn,
} from "./coverage_functions.ts";
import { fileRows, FILES, lineCells, LINES, type ModuleLine } from "./coverage_line_tables.ts";
import { lineCoverage, type PlacedEntry, type ProgramLines } from "./coverage_lines.ts";

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

/** A section of a program. */
export interface ProgramSection {
  /** Its name. */
  readonly name: string;
  /** Link address; 0 when it is not loaded. */
  readonly addr: bigint;
  /** Bytes. */
  readonly size: bigint;
  /** Occupies memory. */
  readonly loaded: boolean;
  /** Holds code. */
  readonly executable: boolean;
}

/** A program at hand. */
export interface AttachedProgram {
  /** Its symbols. */
  readonly symbols: ProgramSymbols;
  /** Its sections, where it has any. */
  readonly sections?: readonly ProgramSection[];
  /** Its source lines, where it has any. */
  readonly lines?: ProgramLines;
  /** What to add to an address of the trace to get a link address: 0 but for modules, whose code begins behind. */
  readonly bias: bigint;
}

const SYMBOL: ColumnSpec = { name: "symbol", type: "text" };
const OFFSET: ColumnSpec = { name: "offset", type: "u64", nullable: true };
const FILE: ColumnSpec = { name: "file", type: "text" };
const LINE: ColumnSpec = { name: "line", type: "u32", zeroIsNull: true };

const FUNCTIONS: readonly ColumnSpec[] = [
  { name: "func", type: "text" },
  FILE,
  LINE,
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
  FILE,
  LINE,
  { name: "section", type: "text" },
  { name: "module", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64" },
  { name: "end", type: "u64" },
];

const SYMBOLS: readonly ColumnSpec[] = [
  { name: "symbol", type: "text" },
  { name: "module", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64" },
  { name: "end", type: "u64" },
];

const SECTIONS: readonly ColumnSpec[] = [
  { name: "section", type: "text" },
  { name: "module", type: "text" },
  { name: "addr", type: "u64" },
  { name: "size", type: "u64" },
  { name: "end", type: "u64" },
  { name: "executable", type: "bool" },
  { name: "covered", type: "u64", nullable: true },
  { name: "uncovered", type: "u64", nullable: true },
];

/** Attaches programs by the module text that the trace gives them. */
export function attachPrograms(trace: Trace, programs: ReadonlyMap<string, AttachedProgram>): void {
  const entries = trace.tables.get("entries");
  const events = trace.tables.get("events");
  if (!entries || !events) return;
  trace.programs = programs;
  addSymbols(trace, entries, programs);
  const codes = events.column("addr")?.dictionary?.codes;
  const shown = { func: "symbol", file: "file", line: "line" };
  for (const [name, source] of codes ? Object.entries(shown) : []) {
    const column = entries.column(source)!;
    const info = { name, type: column.type };
    events.add(new LookupColumn(info, trace.pools.arena, codes!, column, events.blockRows, entries.rowCount));
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
  let made: Promise<ProgramCoverage> | undefined;
  const coverage = (): Promise<ProgramCoverage> => made ??= coverPrograms(trace, entries, programs);
  const lookUp: LookUp = (module, address) => sourceCells(programs.get(module), address);
  const makers: Record<string, [readonly ColumnSpec[], (from: ProgramCoverage) => TableRow[]]> = {
    functions: [FUNCTIONS, ({ functions }) => functions.map((each) => functionRow(each, lookUp))],
    uncovered: [UNCOVERED, (from) => uncoveredRows(from, lookUp)],
    symbols: [SYMBOLS, () => [...programs].flatMap(([module, program]) => symbolRows(module, program))],
    sections: [SECTIONS, ({ sections }) => sections.map(sectionRow)],
  };
  if ([...programs.values()].some(hasLines)) {
    makers["lines"] = [LINES, ({ lines }) => lines().map(lineCells)];
    makers["files"] = [FILES, ({ lines }) => fileRows(lines())];
  }
  for (const [name, [columns, rowsOf]] of Object.entries(makers)) {
    const make = async (): Promise<Table> => {
      const rows = rowsOf(await coverage());
      return fillTable(name, trace.pools, columns, rows.length, (row) => rows[row]!);
    };
    trace.makers.set(name, { columns, make });
  }
}

/** Whether a program knows its source lines. */
export function hasLines({ lines }: AttachedProgram): boolean {
  return lines !== undefined && lines.starts.length > 0;
}

/** File and line. */
type SourceCells = readonly [string | null, bigint | null];

/** File and line of an address of a module. */
type LookUp = (module: string, address: bigint) => SourceCells;

function sourceCells(program: AttachedProgram | undefined, address: bigint): SourceCells {
  const place = program?.lines?.lineAt(address + program.bias);
  return place ? [place.file, BigInt(place.line)] : [null, null];
}

/** Adds `symbol`, `offset`, `file` and `line` to a table with `addr` and `module`. */
function addSymbols(trace: Trace, table: Table, programs: ReadonlyMap<string, AttachedProgram>): void {
  const addrs = table.cells("addr") as (bigint | null)[];
  const modules = table.cells("module") as (string | null)[];
  const found = fillTable(table.name, trace.pools, [SYMBOL, OFFSET, FILE, LINE], table.rowCount, (row) => {
    const program = programs.get(modules[row] ?? "");
    const addr = addrs[row];
    if (!program || typeof addr !== "bigint") return [null, null, null, null];
    const hit = program.symbols.symbolAt(addr + program.bias);
    return [hit?.symbol.name ?? null, hit?.offset ?? null, ...sourceCells(program, addr)];
  });
  for (const column of found.columns) table.add(column);
}

type TableRow = readonly (string | bigint | boolean | null)[];

interface ModuleFunction extends FunctionCoverage {
  readonly module: string;
}

interface ModuleSection {
  readonly module: string;
  readonly section: ProgramSection;
  /** First address as the trace counts. */
  readonly addr: bigint;
  /** The parts that did not run; null for data. */
  readonly uncovered: readonly AddressRange[] | null;
}

/** What ran of the programs. */
interface ProgramCoverage {
  readonly functions: readonly ModuleFunction[];
  readonly sections: readonly ModuleSection[];
  /** Source lines, counted when somebody asks. */
  readonly lines: () => readonly ModuleLine[];
}

async function coverPrograms(
  trace: Trace,
  entries: Table,
  programs: ReadonlyMap<string, AttachedProgram>,
): Promise<ProgramCoverage> {
  const ranges = rangesByModule(trace.tables.get("ranges") ?? (await trace.makers.get("ranges")!.make()));
  const rows = entriesByModule(entries);
  const functions: ModuleFunction[] = [];
  const sections: ModuleSection[] = [];
  for (const [module, { symbols, bias, sections: own = [] }] of programs) {
    const covered = ranges.get(module) ?? [];
    for (const { name, address, size } of symbols.functions) {
      // A label without a size has no bytes to cover.
      if (size === 0n) continue;
      const symbol = { name, address: address - bias, size };
      functions.push({ module, ...functionCoverage(symbol, covered, rows.get(module) ?? []) });
    }
    for (const section of own) {
      if (!section.loaded || section.size === 0n) continue;
      const addr = section.addr - bias;
      const uncovered = section.executable ? uncoveredIn(covered, addr, addr + section.size - 1n) : null;
      sections.push({ module, section, addr, uncovered });
    }
  }
  let lines: ModuleLine[] | undefined;
  const linesOf = ([module, program]: [string, AttachedProgram]): ModuleLine[] =>
    program.lines
      ? lineCoverage(program.lines, program.bias, ranges.get(module) ?? [], rows.get(module) ?? []).map((
        line,
      ) => ({
        ...line,
        module,
        func: program.symbols.symbolAt(line.addr + program.bias)?.symbol.name ?? null,
      }))
      : [];
  return { functions, sections, lines: () => lines ??= [...programs].flatMap(linesOf) };
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

function entriesByModule(entries: Table): Map<string, PlacedEntry[]> {
  const byModule = new Map<string, PlacedEntry[]>();
  const names = ["addr", "count", "taken", "fallthrough", "dropped", "type", "size", "first", "last"];
  const columns = names.map((name) => entries.cells(name));
  const [addrs, counts, taken, fell, dropped, types, sizes, firsts, lasts] = columns;
  entries.cells("module").forEach((module, row) => {
    // Special entries have no op letters.
    if (dropped![row] || types![row] === null) return;
    listOf(byModule, String(module ?? "")).push({
      addr: addrs![row] as bigint,
      count: counts![row] as bigint,
      taken: Boolean(taken![row]),
      fallthrough: Boolean(fell![row]),
      size: sizes![row] as bigint,
      first: firsts![row] as bigint,
      last: lasts![row] as bigint,
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

function functionRow(
  { symbol, module, state, covered, count, taken, fallthrough }: ModuleFunction,
  lookUp: LookUp,
): TableRow {
  const { name, address, size } = symbol;
  const counts = [covered, size - covered, count, taken, fallthrough];
  return [name, ...lookUp(module, address), module, address, size, address + size, state, ...counts];
}

/** What did not run of each function, then what did not run of code sections outside of functions. */
function uncoveredRows({ functions, sections }: ProgramCoverage, lookUp: LookUp): TableRow[] {
  const row = (
    func: string | null,
    section: string | null,
    module: string,
    { first, last }: AddressRange,
  ): TableRow => [func, ...lookUp(module, first), section, module, first, last - first + 1n, last + 1n];
  const sectionOf = (module: string, address: bigint): string | null =>
    sections.find(({ module: own, addr, section }) =>
      own === module && address >= addr && address < addr + section.size
    )?.section.name ?? null;
  const rows: TableRow[] = [];
  const inside = new Map<string, AddressRange[]>();
  for (const { symbol, module, uncovered } of functions) {
    const section = sectionOf(module, symbol.address);
    for (const gap of uncovered) rows.push(row(symbol.name, section, module, gap));
    listOf(inside, module).push({ first: symbol.address, last: symbol.address + symbol.size - 1n });
  }
  for (const [module, list] of inside) inside.set(module, disjoint(list));
  for (const { section, module, uncovered } of sections) {
    for (const { first, last } of uncovered ?? []) {
      const outside = uncoveredIn(inside.get(module) ?? [], first, last);
      for (const gap of outside) rows.push(row(null, section.name, module, gap));
    }
  }
  return rows;
}

function symbolRows(module: string, { symbols, bias }: AttachedProgram): TableRow[] {
  return symbols.functions.map(({ name, address, size }) => {
    const addr = address - bias;
    return [name, module, addr, size, addr + size];
  });
}

function sectionRow({ section, module, addr, uncovered }: ModuleSection): TableRow {
  const { name, size, executable } = section;
  const left = uncovered?.reduce((sum, { first, last }) => sum + last - first + 1n, 0n) ?? null;
  return [name, module, addr, size, addr + size, executable, left === null ? null : size - left, left];
}
