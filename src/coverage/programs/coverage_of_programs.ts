/**
 * Coverage of the functions, sections and source lines of the programs of a trace.
 * @module
 */

import type { Table } from "../../tables/table.ts";
import type { Trace } from "../../tables/trace.ts";
import { functionCoverage, uncoveredIn } from "../ranges/functions.ts";
import type { AddressRange, LocatedEntry } from "../ranges/entries.ts";
import type { ModuleLine } from "./line_tables.ts";
import { byteCount, linesWithoutData, shiftRanges, subtractRanges } from "../ranges/subtract_data.ts";
import { lineCoverage } from "../ranges/lines.ts";
import type { AttachedProgram, ModuleFunction, ModuleSection, ProgramCoverage } from "./program_coverage.ts";

interface OpEntry extends LocatedEntry {
  readonly op: bigint;
}

/** Computes the coverage of functions and sections; `entries` is the table of distinct entries. */
export async function coverPrograms(
  trace: Trace,
  entries: Table,
  programs: ReadonlyMap<string, AttachedProgram>,
): Promise<ProgramCoverage> {
  const ranges = rangesByModule(trace.tables.get("ranges") ?? (await trace.makers.get("ranges")!.make()));
  const rows = entriesByModule(entries);
  const functions: ModuleFunction[] = [];
  const sections: ModuleSection[] = [];
  for (const [module, { symbols, bias, sections: own = [], data: constants = [] }] of programs) {
    const covered = ranges.get(module) ?? [];
    const data = shiftRanges(constants, -bias);
    for (const { name, address, size } of symbols.functions) {
      // A label without a size has no bytes to cover.
      if (size === 0n) continue;
      const symbol = { name, address: address - bias, size };
      functions.push({ module, ...functionCoverage(symbol, covered, rows.get(module) ?? [], data) });
    }
    for (const section of own) {
      if (!section.loaded || section.size === 0n) continue;
      const addr = section.addr - bias;
      const gaps = uncoveredIn(covered, addr, addr + section.size - 1n);
      const uncovered = section.executable ? subtractRanges(gaps, data) : null;
      const left = byteCount(uncovered ?? []);
      sections.push({ module, section, addr, uncovered, data: uncovered ? byteCount(gaps) - left : 0n });
    }
  }
  let lines: ModuleLine[] | undefined;
  const linesOf = ([module, program]: [string, AttachedProgram]): ModuleLine[] => {
    if (!program.lines) return [];
    // Skip addresses in a decision map, which did not run.
    const ran = (rows.get(module) ?? []).filter(({ op }) => op !== 0n);
    const { bias, data = [] } = program;
    const covered = ranges.get(module) ?? [];
    const lines = linesWithoutData(program.lines, subtractRanges(data, shiftRanges(covered, bias)));
    return lineCoverage(lines, bias, covered, ran).map((line) => ({
      ...line,
      module,
      func: program.symbols.symbolAt(line.addr + program.bias)?.symbol.name ?? null,
    }));
  };
  return { functions, sections, lines: () => lines ??= [...programs].flatMap(linesOf) };
}

function rangesByModule(ranges: Table): Map<string, AddressRange[]> {
  const byModule = new Map<string, AddressRange[]>();
  const [addrs, sizes] = [ranges.cells("addr") as bigint[], ranges.cells("size") as bigint[]];
  ranges.cells("module").forEach((module, row) => {
    const first = addrs[row]!;
    listForKey(byModule, String(module ?? "")).push({ first, last: first + sizes[row]! - 1n });
  });
  // Adjacent ranges that differ only in their ops are merged here.
  for (const [module, list] of byModule) byModule.set(module, mergeRanges(list));
  return byModule;
}

/** Merges sorted ranges that are adjacent. */
export function mergeRanges(list: readonly AddressRange[]): AddressRange[] {
  const sorted = [...list].sort((a, b) => a.first < b.first ? -1 : a.first > b.first ? 1 : 0);
  const joined: AddressRange[] = [];
  for (const range of sorted) {
    const before = joined[joined.length - 1];
    if (!before || range.first > before.last + 1n) joined.push(range);
    else if (range.last > before.last) joined[joined.length - 1] = { first: before.first, last: range.last };
  }
  return joined;
}

function entriesByModule(entries: Table): Map<string, OpEntry[]> {
  const byModule = new Map<string, OpEntry[]>();
  const names = ["addr", "count", "taken", "fallthrough", "dropped", "type", "size", "first", "last", "op"];
  const columns = names.map((name) => entries.cells(name));
  const [addrs, counts, taken, fell, dropped, types, sizes, firsts, lasts, ops] = columns;
  entries.cells("module").forEach((module, row) => {
    // Special entries have no op letters.
    if (dropped![row] || types![row] === null) return;
    listForKey(byModule, String(module ?? "")).push({
      addr: addrs![row] as bigint,
      count: counts![row] as bigint,
      taken: Boolean(taken![row]),
      fallthrough: Boolean(fell![row]),
      size: sizes![row] as bigint,
      first: firsts![row] as bigint,
      last: lasts![row] as bigint,
      op: BigInt(ops![row] as bigint | number),
    });
  });
  for (const list of byModule.values()) list.sort((a, b) => a.addr < b.addr ? -1 : a.addr > b.addr ? 1 : 0);
  return byModule;
}

/** Returns the list of a key, creating it if it is missing. */
export function listForKey<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key);
  if (!list) map.set(key, list = []);
  return list;
}
