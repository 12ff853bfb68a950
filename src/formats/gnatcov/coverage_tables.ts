/**
 * Tables that follow from a trace's entries, computed on demand: `blocks`, `ranges`, `gaps`, and `edges` of
 * history traces.
 * @module
 */

import type { ColumnSpec, TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import type { AddressRules } from "./address_rules.ts";
import { OP, opText, SECTION } from "./constants.ts";
import { countAgain } from "./count_edges.ts";
import { type Blocks, blocksOf } from "./derive/blocks.ts";
import { type CoverageRows, coverageRows } from "./derive/coverage_rows.ts";
import { type EdgeCounter, edgesOf } from "./derive/edges.ts";
import { type CoveredRange, gapsOf, rangesOf } from "./derive/ranges.ts";
import type { EntryDictionary } from "./entry_dictionary.ts";
import type { SectionHeader } from "./header.ts";
import { TableCells } from "./table_cells.ts";

/** What the tables are made of. */
interface CoverageInput {
  /** The distinct entries; counts have been collected. */
  readonly dictionary: EntryDictionary;
  /** Modules and load address. */
  readonly rules: AddressRules;
  /** Header of the entries. */
  readonly section: SectionHeader;
  /** Text code of the program's name. */
  readonly program: number;
  /** Offset of the first entry. */
  readonly start: number;
  /** True when the infos name a kernel. */
  readonly kernel: boolean;
  /** Successors counted while reading; absent where the bytes can be read again. */
  readonly edges: EdgeCounter | undefined;
  /** How to read them again. */
  readonly options: ReadOptions;
}

const RANGE: readonly ColumnSpec[] = [
  { name: "addr", type: "u64" },
  { name: "size", type: "u64" },
  { name: "end", type: "u64" },
  { name: "module", type: "text" },
];

const STATE: readonly ColumnSpec[] = [
  { name: "op", type: "u32" },
  { name: "type", type: "text" },
  { name: "taken", type: "bool" },
  { name: "fallthrough", type: "bool" },
  { name: "fault", type: "bool" },
  { name: "outcome", type: "text" },
];

const PLACES: readonly ColumnSpec[] = [
  { name: "count", type: "u64" },
  { name: "first", type: "u64" },
  { name: "last", type: "u64" },
];

/** Empty until a program is at hand. */
const SYMBOL: readonly ColumnSpec[] = [
  { name: "symbol", type: "text" },
  { name: "offset", type: "u64", nullable: true },
  { name: "file", type: "text" },
  { name: "line", type: "u32", zeroIsNull: true },
];

const EDGE: readonly ColumnSpec[] = [
  { name: "from", type: "u64" },
  { name: "from_size", type: "u64" },
  { name: "from_module", type: "text" },
  { name: "op", type: "u32" },
  { name: "type", type: "text" },
  { name: "to", type: "u64" },
  { name: "to_size", type: "u64" },
  { name: "to_module", type: "text" },
  { name: "count", type: "u64" },
  { name: "exact", type: "bool" },
];

/** Declares the tables. Nothing is computed here but a copy of the distinct entries. */
export function declareCoverage(sink: TraceSink, input: CoverageInput): void {
  const bits = input.section.pcSize === 8 ? 64 : 32;
  const rows = coverageRows(input.dictionary, input.rules, bits);
  const modules = input.rules.space.modules.map((each) =>
    each ? sink.strings.intern(each.path) : input.program
  );
  let blocks: Blocks | undefined;
  let ranges: CoveredRange[] | undefined;
  sink.lazyTable(
    { name: "blocks", columns: [...RANGE, ...SYMBOL, ...STATE, ...PLACES] },
    (writer) => {
      writeBlocks(new TableCells(sink, writer, modules), rows, blocks ??= blocksOf(rows));
      return Promise.resolve();
    },
  );
  sink.lazyTable(
    { name: "ranges", columns: [...RANGE, ...STATE] },
    (writer) => {
      writeRanges(new TableCells(sink, writer, modules), ranges ??= rangesOf(rows), true);
      return Promise.resolve();
    },
  );
  sink.lazyTable({ name: "gaps", columns: RANGE }, (writer) => {
    writeRanges(new TableCells(sink, writer, modules), gapsOf(ranges ??= rangesOf(rows)), false);
    return Promise.resolve();
  });
  if (input.section.kind !== SECTION.history) return;
  const { section, start, kernel, options } = input;
  const again = { section, start, kernel, options };
  const { edges } = input;
  sink.lazyTable({ name: "edges", columns: EDGE, readsFile: edges === undefined }, async (writer) => {
    const counter = edges ?? (await countAgain(sink, again));
    writeEdges(new TableCells(sink, writer, modules), rows, blocks ??= blocksOf(rows), counter);
  });
}

function writeBlocks(cells: TableCells, rows: CoverageRows, blocks: Blocks): void {
  for (let block = 0; block < blocks.length; block++) {
    const row = blocks.row[block]!;
    const low = rows.low[row]!, high = rows.high[row]!, size = rows.size[row]!;
    const end = (low + size) >>> 0;
    cells.wide("addr", low, high);
    cells.wide("size", size);
    cells.wide("end", end, rows.bits === 32 ? 0 : (high + (end < size ? 1 : 0)) >>> 0);
    cells.module("module", rows.module[row]!);
    cells.word("symbol", 0);
    cells.none("offset");
    cells.word("file", 0);
    cells.word("line", 0);
    cells.state(blocks.op[block]!);
    cells.long("count", BigInt(blocks.count[block]!));
    cells.wide("first", blocks.first[block]!);
    cells.wide("last", blocks.last[block]!);
    cells.next();
  }
  cells.end();
}

function writeRanges(cells: TableCells, ranges: readonly CoveredRange[], withState: boolean): void {
  for (const { module, first, last, op } of ranges) {
    cells.long("addr", first);
    cells.long("size", last - first + 1n);
    cells.long("end", last + 1n);
    cells.module("module", module);
    if (withState) cells.state(op);
    cells.next();
  }
  cells.end();
}

function writeEdges(cells: TableCells, rows: CoverageRows, blocks: Blocks, counter: EdgeCounter): void {
  for (const { from, to, count } of edgesOf(counter, rows, blocks)) {
    const target = blocks.row[to]!;
    cells.wide("from", rows.low[from]!, rows.high[from]!);
    cells.wide("from_size", rows.size[from]!);
    cells.module("from_module", rows.module[from]!);
    cells.word("op", rows.op[from]!);
    cells.text("type", opText(rows.op[from]!));
    cells.wide("to", rows.low[target]!, rows.high[target]!);
    cells.wide("to_size", rows.size[target]!);
    cells.module("to_module", rows.module[target]!);
    cells.long("count", BigInt(count));
    // After a return or an indirect jump a history trace leaves out blocks that ran before.
    cells.word("exact", (rows.op[from]! & (OP.taken | OP.fallthrough)) !== 0 ? 1 : 0);
    cells.next();
  }
  cells.end();
}
