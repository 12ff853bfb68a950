/**
 * A profile in the form that mprof prints, from the tables of a profiling file.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { CLASS_COLUMNS } from "../../formats/mptl/table_docs.ts";
import type { Trace } from "../../tables/trace.ts";
import { latin1Text } from "../mptrace/format.ts";
import { type BlockColumn, TableBlock } from "../mptrace/table_block.ts";

/** Number of size classes. */
const CLASSES = 4;

/** Figures by size class: allocations, their bytes, frees, their bytes. */
export class Figures {
  /** Values in the order of the file. */
  readonly values: bigint[];

  /** Starts with zeros, or with the given values. */
  constructor(values: readonly bigint[] = new Array<bigint>(4 * CLASSES).fill(0n)) {
    this.values = [...values];
  }

  /** Adds other figures. */
  add(other: Figures): void {
    for (let at = 0; at < this.values.length; at++) this.values[at]! += other.values[at]!;
  }

  /** Allocations in each class, as blocks or as bytes. */
  allocated(counts: boolean): bigint[] {
    return this.#part(counts ? 0 : 1);
  }

  /** Memory not freed in each class. */
  unfreed(counts: boolean): bigint[] {
    const freed = this.#part(counts ? 2 : 3);
    return this.allocated(counts).map((allocated, at) => allocated - freed[at]!);
  }

  /** Allocations in all classes. */
  totalAllocated(counts: boolean): bigint {
    return sumOf(this.allocated(counts));
  }

  /** Total over all size classes of what was not freed: blocks if `counts`, bytes otherwise. */
  totalUnfreed(counts: boolean): bigint {
    return sumOf(this.unfreed(counts));
  }

  #part(number: number): bigint[] {
    const classes = this.values.length / 4;
    return this.values.slice(classes * number, classes * (number + 1));
  }
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** A call site. */
export interface Site {
  readonly index: bigint;
  readonly addr: bigint;
  /** The caller; undefined for the outermost frame. */
  parent: Site | undefined;
  /** Number of the call site's symbol; 0 if it has none. */
  readonly symbol: number;
  /** Name of its symbol; each character is a byte. */
  readonly symbolName: string;
  /** Distance from the start of the symbol. */
  readonly offset: bigint;
  /** Figures of its own allocations; undefined if it is only a caller. */
  readonly figures: Figures | undefined;
}

/** Requests of one size. */
interface Bin {
  readonly size: bigint;
  /** True for the bin that also holds all larger sizes. */
  readonly atLeast: boolean;
  /** Figures of one class. */
  readonly figures: Figures;
}

/** Everything that mprof prints. */
export interface Profile {
  readonly wordBits: number;
  /** Upper bounds of the small, medium and large class. */
  readonly bounds: readonly bigint[];
  readonly bins: readonly Bin[];
  /** Sites in file order: by address, then by index. */
  readonly sites: readonly Site[];
}

/** Reads the tables. */
export function readProfile(trace: Trace): Profile {
  // Only a crafted file has such chains of callers; walking all of them would take exponential time.
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

function* rowsOf<Name extends string>(
  trace: Trace,
  table: string,
  names: readonly Name[],
): Generator<[Record<Name, BlockColumn>, number]> {
  const block = new TableBlock(trace.tables.get(table));
  for (let at = 0; at < block.blocks; at++) {
    const columns = block.load(at, names);
    for (let row = 0; row < block.rows; row++) yield [columns, row];
  }
}

function readBins(trace: Trace): Bin[] {
  const bins: Bin[] = [];
  const figures = ["allocs", "alloc_bytes", "frees", "freed_bytes"] as const;
  for (const [bin, row] of rowsOf(trace, "bins", ["size", "at_least", ...figures])) {
    bins.push({
      size: bin.size.wide(row),
      atLeast: bin.at_least.low(row) !== 0,
      figures: new Figures(figures.map((name) => bin[name].wide(row))),
    });
  }
  return bins;
}

function readRecords(trace: Trace): Map<bigint, Figures> {
  const records = new Map<bigint, Figures>();
  for (const [record, row] of rowsOf(trace, "profile", ["index", ...CLASS_COLUMNS])) {
    if (record.index!.isNull(row)) continue;
    const figures = new Figures(CLASS_COLUMNS.map((name) => record[name]!.wide(row)));
    records.set(record.index!.wide(row), figures);
  }
  return records;
}

function readSites(trace: Trace, records: ReadonlyMap<bigint, Figures>): Site[] {
  const { strings } = trace.pools;
  const sites: Site[] = [];
  const parents: bigint[] = [];
  const names = ["index", "parent", "addr", "symbol", "symbol_id", "offset", "profile"] as const;
  for (const [site, row] of rowsOf(trace, "sites", names)) {
    parents.push(site.parent.wide(row));
    sites.push({
      index: site.index.wide(row),
      addr: site.addr.wide(row),
      parent: undefined,
      symbol: site.symbol_id.low(row),
      symbolName: latin1Text(strings.bytes(site.symbol.low(row))),
      offset: site.offset.wide(row),
      figures: records.get(site.profile.wide(row)),
    });
  }
  const byIndex = new Map(sites.map((site) => [site.index, site]));
  sites.forEach((site, at) => site.parent = byIndex.get(parents[at]!));
  return sites;
}
