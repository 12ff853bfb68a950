/**
 * The tables `functions`, `uncovered`, `symbols` and `sections` of a coverage trace whose program is
 * available.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";
import { COVERAGE_DOCS } from "../../formats/gnatcov/table_docs.ts";
import { byteCount } from "../ranges/subtract_data.ts";
import { uncoveredIn } from "../ranges/functions.ts";
import type { AddressRange } from "../ranges/entries.ts";
import { listForKey, mergeRanges } from "./coverage_of_programs.ts";
import type { AttachedProgram, ModuleFunction, ModuleSection, ProgramCoverage } from "./program_coverage.ts";
import type { TableRow } from "./table_row.ts";

/** An address may have no source line. */
export const NO_LINE = { line: { zeroIsNull: true } };

/** Columns of `functions`. */
export const FUNCTIONS: TableLayout = layoutOf(COVERAGE_DOCS, "functions", NO_LINE);

/** Columns of `uncovered`. */
export const UNCOVERED: TableLayout = layoutOf(
  COVERAGE_DOCS,
  "uncovered",
  NO_LINE,
  "func file line section module addr size end",
);

/** Columns of `symbols`. */
export const SYMBOLS: TableLayout = layoutOf(COVERAGE_DOCS, "symbols", {}, "symbol module addr size end");

/** Columns of `sections`. */
export const SECTIONS: TableLayout = layoutOf(
  COVERAGE_DOCS,
  "sections",
  { covered: NULLABLE, uncovered: NULLABLE, data: NULLABLE },
  "section module addr size end executable covered uncovered data",
);

/** File and line. */
export type SourceCells = readonly [string | null, bigint | null];

/** File and line of an address of a module. */
export type FindSource = (module: string, address: bigint) => SourceCells;

/** A row of `functions`. */
export function functionRow(
  { symbol, module, state, covered, data, count, taken, fallthrough }: ModuleFunction,
  lookUp: FindSource,
): TableRow {
  const { name, address, size } = symbol;
  const counts = [covered, size - covered - data, data, count, taken, fallthrough];
  return [name, ...lookUp(module, address), module, address, size, address + size, state, ...counts];
}

/** Returns the uncovered parts of each function, then those of code sections outside functions. */
export function uncoveredRows({ functions, sections }: ProgramCoverage, lookUp: FindSource): TableRow[] {
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
    listForKey(inside, module).push({ first: symbol.address, last: symbol.address + symbol.size - 1n });
  }
  for (const [module, list] of inside) inside.set(module, mergeRanges(list));
  for (const { section, module, uncovered } of sections) {
    for (const { first, last } of uncovered ?? []) {
      const outside = uncoveredIn(inside.get(module) ?? [], first, last);
      for (const gap of outside) rows.push(row(null, section.name, module, gap));
    }
  }
  return rows;
}

/** Rows of `symbols`. */
export function symbolRows(module: string, { symbols, bias }: AttachedProgram): TableRow[] {
  return symbols.functions.map(({ name, address, size }) => {
    const addr = address - bias;
    return [name, module, addr, size, addr + size];
  });
}

/** A row of `sections`. */
export function sectionRow({ section, module, addr, uncovered, data }: ModuleSection): TableRow {
  const { name, size, executable } = section;
  const left = uncovered && byteCount(uncovered);
  const bytes = left === null ? [null, null, null] : [size - left - data, left, data];
  return [name, module, addr, size, addr + size, executable, ...bytes];
}
