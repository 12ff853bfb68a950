/**
 * A profile as mprof sees it, out of the tables of a profiling file.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { CLASS_COLUMNS } from "../../formats/mptl/table_docs.ts";
import type { Trace } from "../../tables/trace.ts";
import { binaryText } from "../mptrace/format.ts";
import { TableBlock } from "../mptrace/table_block.ts";

/** Number of size classes. */
export const CLASSES = 4;

/** Sixteen figures by class: allocations, their bytes, frees, their bytes. */
export class Figures {
  /** In the order of the file. */
  readonly values: bigint[];

  /** All zero, or a copy. */
  constructor(values: readonly bigint[] = new Array<bigint>(4 * CLASSES).fill(0n)) {
    this.values = [...values];
  }

  /** Adds another one's figures. */
  add(other: Figures): void {
    for (let at = 0; at < this.values.length; at++) this.values[at]! += other.values[at]!;
  }

  /** What was allocated in one class, as a number of blocks or as bytes. */
  allocated(sizeClass: number, counts: boolean): bigint {
    return this.values[sizeClass + (counts ? 0 : CLASSES)]!;
  }

  /** What was not freed in one class. */
  unfreed(sizeClass: number, counts: boolean): bigint {
    return this.allocated(sizeClass, counts) - this.values[sizeClass + (counts ? 2 : 3) * CLASSES]!;
  }

  /** What was allocated in all classes. */
  totalAllocated(counts: boolean): bigint {
    let total = 0n;
    for (let each = 0; each < CLASSES; each++) total += this.allocated(each, counts);
    return total;
  }

  /** What was not freed in all classes. */
  totalUnfreed(counts: boolean): bigint {
    let total = 0n;
    for (let each = 0; each < CLASSES; each++) total += this.unfreed(each, counts);
    return total;
  }
}

/** A call site. */
export interface Site {
  readonly index: bigint;
  readonly addr: bigint;
  /** The caller; undefined for the outermost frame. */
  parent: Site | undefined;
  /** Number of its symbol, 0 = none. */
  readonly symbol: number;
  /** Name of its symbol; characters are bytes. */
  readonly symbolName: string;
  /** Distance from the start of the symbol. */
  readonly offset: bigint;
  /** What was allocated here; undefined when it is only a caller. */
  readonly figures: Figures | undefined;
}

/** Requests of one size. */
interface Bin {
  readonly size: bigint;
  /** True for the bin that holds all larger sizes too. */
  readonly atLeast: boolean;
  readonly allocs: bigint;
  readonly allocBytes: bigint;
  readonly frees: bigint;
  readonly freedBytes: bigint;
}

/** Everything that mprof prints from. */
export interface Profile {
  readonly wordBits: number;
  /** Small, medium and large bound. */
  readonly bounds: readonly bigint[];
  readonly bins: readonly Bin[];
  /** In file order: by address, then by index. */
  readonly sites: readonly Site[];
}

/** Reads the tables. */
export function profileOf(trace: Trace): Profile {
  // Only a crafted file has such chains of callers; walking them all would take exponential time.
  if (trace.problemCounts.has("deep-stacks")) {
    throw new FormatError("Cannot summarise profile: its chains of callers are too long", {
      format: "mptl",
      offset: 0,
    });
  }
  const bound = (name: string): bigint => BigInt(trace.stats.get(name) ?? 0n);
  return {
    wordBits: trace.header.wordBits,
    bounds: [bound("small"), bound("medium"), bound("large")],
    bins: readBins(trace),
    sites: readSites(trace, readRecords(trace)),
  };
}

function* rowsOf(trace: Trace, table: string, names: readonly string[]): Generator<[TableBlock, number]> {
  const block = new TableBlock(trace.tables.get(table));
  for (let at = 0; at < block.blocks; at++) {
    block.load(at, names);
    for (let row = 0; row < block.rows; row++) yield [block, row];
  }
}

function readBins(trace: Trace): Bin[] {
  const bins: Bin[] = [];
  const names = ["size", "at_least", "allocs", "alloc_bytes", "frees", "freed_bytes"];
  for (const [block, row] of rowsOf(trace, "bins", names)) {
    bins.push({
      size: block.wide("size", row),
      atLeast: block.low("at_least", row) !== 0,
      allocs: block.wide("allocs", row),
      allocBytes: block.wide("alloc_bytes", row),
      frees: block.wide("frees", row),
      freedBytes: block.wide("freed_bytes", row),
    });
  }
  return bins;
}

function readRecords(trace: Trace): Map<bigint, Figures> {
  const records = new Map<bigint, Figures>();
  for (const [block, row] of rowsOf(trace, "profile", ["index", ...CLASS_COLUMNS])) {
    if (block.isNull("index", row)) continue;
    records.set(block.wide("index", row), new Figures(CLASS_COLUMNS.map((name) => block.wide(name, row))));
  }
  return records;
}

function readSites(trace: Trace, records: ReadonlyMap<bigint, Figures>): Site[] {
  const { strings } = trace.pools;
  const sites: Site[] = [];
  const parents: bigint[] = [];
  const names = ["index", "parent", "addr", "symbol", "symbol_id", "offset", "profile"];
  for (const [block, row] of rowsOf(trace, "sites", names)) {
    parents.push(block.wide("parent", row));
    sites.push({
      index: block.wide("index", row),
      addr: block.wide("addr", row),
      parent: undefined,
      symbol: block.low("symbol_id", row),
      symbolName: binaryText(strings.bytes(block.low("symbol", row))),
      offset: block.wide("offset", row),
      figures: records.get(block.wide("profile", row)),
    });
  }
  const byIndex = new Map(sites.map((site) => [site.index, site]));
  sites.forEach((site, at) => site.parent = byIndex.get(parents[at]!));
  return sites;
}
