/**
 * Writes the profiling records, and one row for the requests that only the bins count.
 * @module
 */

import type { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { U64_MAX } from "../../base/u64.ts";
import { type BinTotals, binTotals, CLASSES, classOf } from "./bin_totals.ts";
import type { CallSite, CallSites } from "./call_sites.ts";
import { PROFILE, rowsOf } from "./layout.ts";
import { RECORD_WORDS, type Sections } from "./sections.ts";
import type { SymbolTable } from "./symbol_table.ts";
import { CLASS_COLUMNS, CLASS_NAMES, FIGURE_NAMES } from "./table_docs.ts";

/**
 * The sixteen numbers of a record, each for four size classes: allocations, their bytes, frees, their bytes;
 * null = not known.
 */
type Figures = (bigint | null)[];

const ALLOCS = 0;
const ALLOC_BYTES = CLASSES;
const FREES = 2 * CLASSES;
const FREED_BYTES = 3 * CLASSES;

/** Fills the table `profile`. */
export class ProfileRows {
  readonly #sink: TraceSink;
  readonly #sections: Sections;
  readonly #symbols: SymbolTable;
  readonly #rows: TableRows;
  readonly #sums = new Array<bigint>(RECORD_WORDS - 1).fill(0n);

  /** Opens the table. */
  constructor(sink: TraceSink, sections: Sections, symbols: SymbolTable) {
    this.#sink = sink;
    this.#sections = sections;
    this.#symbols = symbols;
    this.#rows = rowsOf(sink, PROFILE);
  }

  /** Writes a row per record, and one for requests that no record covers. */
  write(sites: CallSites): void {
    const owners = this.#owners(sites);
    const { words, announced } = this.#sections.records;
    const cut = words.length < announced * RECORD_WORDS;
    const seen = new Set<bigint>();
    for (let row = 0; row * RECORD_WORDS < words.length; row++) {
      const index = words[row * RECORD_WORDS]!;
      // Records are numbered in order. In a truncated section, or one shorter than its count says, a
      // different number means that other data begins here.
      if (cut && index !== BigInt(row + 1)) break;
      if (index === 0n || index > BigInt(announced) || seen.has(index)) {
        const why = seen.has(index) ? "appears twice" : `is outside 1 to ${announced}`;
        this.#odd("record-index", row, `Profiling record ${index} ${why}`, "left it out");
        continue;
      }
      seen.add(index);
      this.#record(row, index, owners.get(index));
    }
    this.#rest();
    this.#rows.finish();
  }

  /**
   * Returns the call site of each profiling record. There should be exactly one; anything else is reported.
   */
  #owners(sites: CallSites): Map<bigint, CallSite> {
    const owners = new Map<bigint, CallSite>();
    let doubled = 0;
    for (const site of sites.list) {
      if (site.profile === null) continue;
      if (owners.has(site.profile)) doubled++;
      else owners.set(site.profile, site);
    }
    const { sites: section, records } = this.#sections;
    if (doubled > 0) {
      this.#file("record-sites", section.offset, `${doubled} call sites share a profiling record`);
    }
    const missing = records.announced - owners.size;
    if (this.#sections.complete && missing > 0) {
      this.#file("record-sites", section.offset, `${missing} profiling records belong to no call site`);
    }
    return owners;
  }

  #record(row: number, index: bigint, site: CallSite | undefined): void {
    const { words } = this.#sections.records;
    const figures: Figures = [];
    for (let word = 1; word < RECORD_WORDS; word++) {
      const value = words[row * RECORD_WORDS + word]!;
      figures.push(value);
      this.#sums[word - 1]! += value;
    }
    for (let each = 0; each < 2 * CLASSES; each++) {
      if (figures[each]! >= figures[each + FREES]!) continue;
      const name = CLASS_COLUMNS[each + FREES];
      const message = `Profiling record ${index} frees more than it allocates: ${name}`;
      this.#odd("freed-exceeds-allocated", row, message);
      break;
    }
    const totals = FIGURE_NAMES.map((_, group) => sum(figures.slice(group * CLASSES, (group + 1) * CLASSES)));
    this.#add(index, site, figures, totals);
  }

  #add(index: bigint | null, site: CallSite | undefined, figures: Figures, totals: Figures): void {
    this.#rows.add({
      index,
      site: site?.index ?? null,
      addr: site?.addr ?? null,
      func: site?.symbol ? this.#symbols.code(site.symbol) : 0,
      file: 0,
      stack: site?.stack || null,
      ...Object.fromEntries(CLASS_COLUMNS.map((name, each) => [name, figures[each]!])),
      ...totalCells(totals),
    });
  }

  /** Writes the row for requests whose stack was unknown: only the bins count them. */
  #rest(): void {
    const allocs = binTotals(this.#sections, "alloc");
    const frees = binTotals(this.#sections, "free");
    if (!allocs || !frees || !this.#sections.complete) return;
    const totals = [
      allocs.count - this.#sumOf(ALLOCS),
      allocs.bytes - this.#sumOf(ALLOC_BYTES),
      frees.count - this.#sumOf(FREES),
      frees.bytes - this.#sumOf(FREED_BYTES),
    ];
    if (totals.every((total) => total === 0n)) return;
    if (totals.some((total) => total < 0n || total > U64_MAX)) {
      const message = "Profiling records hold more than the bins";
      this.#file("records-exceed-bins", this.#sections.records.offset, message);
      return;
    }
    const figures = [...this.#classRest(allocs, ALLOCS, totals), ...this.#classRest(frees, FREES, totals)];
    this.#add(null, undefined, figures, totals);
  }

  /**
   * Splits the remaining requests by size class. The number of a class is exact if the class ends below the
   * last bin, or if it is the only class left.
   */
  #classRest(bins: BinTotals, first: number, totals: readonly bigint[]): Figures {
    const { bounds, allocBins } = this.#sections;
    const counts: Figures = [];
    const bytes: Figures = [];
    let countLeft = totals[first / CLASSES]!;
    let bytesLeft = totals[first / CLASSES + 1]!;
    let open = 0;
    for (let each = 0; each < CLASSES; each++) {
      const exact = each < bounds.length && bounds[each]! < BigInt(allocBins.announced);
      if (!exact) open++;
      counts[each] = exact ? bins.classCounts[each]! - this.#sums[first + each]! : null;
      bytes[each] = exact ? bins.classBytes[each]! - this.#sums[first + CLASSES + each]! : null;
      countLeft -= counts[each] ?? 0n;
      bytesLeft -= bytes[each] ?? 0n;
    }
    const lone = countLeft === 1n ? classOf(bytesLeft, bounds) : -1;
    for (let each = 0; each < CLASSES; each++) {
      if (counts[each] !== null) continue;
      if (countLeft === 0n || (lone >= 0 && each !== lone)) counts[each] = bytes[each] = 0n;
      else if (open === 1 || each === lone) [counts[each], bytes[each]] = [countLeft, bytesLeft];
    }
    return [...counts, ...bytes].map((value) => value !== null && value < 0n ? null : value);
  }

  #sumOf(first: number): bigint {
    return sum(this.#sums.slice(first, first + CLASSES))!;
  }

  #odd(code: string, row: number, message: string, handling = "kept it as it is"): void {
    const { records, wordBytes } = this.#sections;
    const offset = records.offset + row * RECORD_WORDS * wordBytes;
    this.#sink.problem({ severity: "warning", code, offset, record: row + 1, message, handling });
  }

  #file(code: string, offset: number, message: string): void {
    this.#sink.problem({ severity: "warning", code, offset, record: 0, message, handling: "kept both" });
  }
}

CLASS_NAMES satisfies { length: typeof CLASSES };

/** Cells for allocations, their bytes, frees and their bytes, plus what is live. */
export function totalCells(totals: Figures): Record<string, bigint | null> {
  const [allocs, allocBytes, frees, freedBytes] = totals as [...Figures] & { length: 4 };
  return {
    ...Object.fromEntries(FIGURE_NAMES.map((name, figure) => [name, totals[figure]!])),
    live: less(allocs!, frees!),
    live_bytes: less(allocBytes!, freedBytes!),
  };
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  let total = 0n;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total;
}

/** Allocated minus freed; null when more was freed than allocated. */
function less(allocated: bigint | null, freed: bigint | null): bigint | null {
  if (allocated === null || freed === null || freed > allocated) return null;
  return allocated - freed;
}
