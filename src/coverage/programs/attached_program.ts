/**
 * Adds the symbols and source lines of programs to a coverage trace: `func`, `file` and `line` in `events`;
 * `symbol`, `offset`, `file` and `line` in `entries` and `blocks`; and the tables `functions`, `lines`,
 * `files`, `uncovered`, `symbols` and `sections`.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";
import { COVERAGE_DOCS } from "../../formats/gnatcov/table_docs.ts";
import { LookupColumn } from "../../tables/column.ts";
import type { Table } from "../../tables/table.ts";
import type { Trace } from "../../tables/trace.ts";
import { fillTable } from "../../tables/fill_table.ts";
import { fileRows, FILES, lineCells, LINES } from "./line_tables.ts";
import { coverPrograms } from "./coverage_of_programs.ts";
import type { AttachedProgram, ProgramCoverage } from "./program_coverage.ts";
import {
  type FindSource,
  functionRow,
  FUNCTIONS,
  NO_LINE,
  sectionRow,
  SECTIONS,
  type SourceCells,
  symbolRows,
  SYMBOLS,
  UNCOVERED,
  uncoveredRows,
} from "./program_tables.ts";
import type { TableRow } from "./table_row.ts";

/** Columns added to entries and blocks. */
const NAMES = layoutOf(
  COVERAGE_DOCS,
  "blocks",
  { offset: NULLABLE, ...NO_LINE },
  "symbol offset file line",
).columns;

/** The programs of traces, by module name; the main program comes first. */
const PROGRAMS = new WeakMap<Trace, ReadonlyMap<string, AttachedProgram>>();

/** The programs that were found for a trace. */
export function programsOf(trace: Trace): ReadonlyMap<string, AttachedProgram> | undefined {
  return PROGRAMS.get(trace);
}

/** Attaches programs, keyed by the module name that the trace uses. */
export function attachPrograms(trace: Trace, programs: ReadonlyMap<string, AttachedProgram>): void {
  const entries = trace.tables.get("entries");
  const events = trace.tables.get("events");
  if (!entries || !events) return;
  PROGRAMS.set(trace, programs);
  addSymbols(trace, entries, programs);
  const codes = events.column("addr")?.dictionary?.codes;
  const shown = { func: "symbol", file: "file", line: "line" };
  for (const [name, source] of codes ? Object.entries(shown) : []) {
    const column = entries.column(source)!;
    const info = { name, type: column.type };
    events.add(new LookupColumn(info, trace.pools.arena, codes!, column, entries.rowCount));
  }
  const makeBlocks = trace.makers.get("blocks");
  if (makeBlocks) {
    const { columns } = makeBlocks;
    const make = async (check?: () => void): Promise<Table> => {
      const blocks = await makeBlocks.make(check);
      addSymbols(trace, blocks, programs);
      return blocks;
    };
    trace.makers.set("blocks", { columns, make });
  }
  let made: Promise<ProgramCoverage> | undefined;
  const coverage = (): Promise<ProgramCoverage> => made ??= coverPrograms(trace, entries, programs);
  const lookUp: FindSource = (module, address) => sourceCells(programs.get(module), address);
  const makers: [TableLayout, (from: ProgramCoverage) => TableRow[]][] = [
    [FUNCTIONS, ({ functions }) => functions.map((each) => functionRow(each, lookUp))],
    [UNCOVERED, (from) => uncoveredRows(from, lookUp)],
    [SYMBOLS, () => [...programs].flatMap(([module, program]) => symbolRows(module, program))],
    [SECTIONS, ({ sections }) => sections.map(sectionRow)],
  ];
  if ([...programs.values()].some(hasLines)) {
    makers.push(
      [LINES, ({ lines }) => lines().map(lineCells)],
      [FILES, ({ lines }) => fileRows(lines())],
    );
  }
  for (const [{ name, columns }, rowsOf] of makers) {
    const make = async (): Promise<Table> => {
      const rows = rowsOf(await coverage());
      return fillTable(name, trace.pools, columns, rows.length, (row) => rows[row]!);
    };
    trace.makers.set(name, { columns, make });
  }
}

/** Whether a program has source lines. */
function hasLines({ lines }: AttachedProgram): boolean {
  return lines !== undefined && lines.starts.length > 0;
}

function sourceCells(program: AttachedProgram | undefined, address: bigint): SourceCells {
  const place = program?.lines?.lineAt(address + program.bias);
  return place ? [place.file, BigInt(place.line)] : [null, null];
}

/** Adds `symbol`, `offset`, `file` and `line` to a table with `addr` and `module`. */
function addSymbols(trace: Trace, table: Table, programs: ReadonlyMap<string, AttachedProgram>): void {
  const addrs = table.cells("addr") as (bigint | null)[];
  const modules = table.cells("module") as (string | null)[];
  const found = fillTable(table.name, trace.pools, NAMES, table.rowCount, (row) => {
    const program = programs.get(modules[row] ?? "");
    const addr = addrs[row];
    if (!program || typeof addr !== "bigint") return [null, null, null, null];
    const hit = program.symbols.symbolAt(addr + program.bias);
    return [hit?.symbol.name ?? null, hit?.offset ?? null, ...sourceCells(program, addr)];
  });
  for (const column of found.columns) table.add(column);
}
