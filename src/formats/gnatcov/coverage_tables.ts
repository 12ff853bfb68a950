/**
 * Tables that are derived from a trace's entries on demand: `blocks`, `ranges`, `gaps`, and for history
 * traces `edges`.
 * @module
 */

import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TableLayout, TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import type { AddressRules } from "./address_rules.ts";
import { OP, opText, SECTION } from "./constants.ts";
import { countEdgesAgain } from "./count_edges.ts";
import { type Blocks, blocksOf } from "./derive/blocks.ts";
import { type CoverageRows, coverageRows } from "./derive/coverage_rows.ts";
import { type CountedEdges, edgesOf } from "./derive/edges.ts";
import { type CoveredRange, gapsOf, rangesOf } from "./derive/ranges.ts";
import type { EntryDictionary } from "./entry_dictionary.ts";
import { OUTCOMES } from "./entry_rows.ts";
import type { SectionHeader } from "./header.ts";
import { COVERAGE_DOCS } from "./table_docs.ts";

/** What the derived tables are computed from. */
interface CoverageInput {
  /** The distinct entries; `collect()` must have been called. */
  readonly dictionary: EntryDictionary;
  /** Loaded modules and the load address. */
  readonly rules: AddressRules;
  /** Header of the section with the entries. */
  readonly section: SectionHeader;
  /** String id of the program's name. */
  readonly program: number;
  /** Offset of the first entry. */
  readonly start: number;
  /** Whether the infos name a kernel. */
  readonly kernel: boolean;
  /** Edges counted while reading; absent if the bytes can be read a second time. */
  readonly edges: CountedEdges | undefined;
  /** Options with which the trace can be reopened. */
  readonly options: ReadOptions;
}

/** Options of columns that are empty until a program is available. */
const SYMBOL = { offset: NULLABLE, line: { zeroIsNull: true } };
const BLOCKS = layoutOf(COVERAGE_DOCS, "blocks", SYMBOL);
const RANGES = layoutOf(COVERAGE_DOCS, "ranges");
const GAPS = layoutOf(COVERAGE_DOCS, "gaps");
const EDGES = layoutOf(COVERAGE_DOCS, "edges");

/** Declares the tables. Only the distinct entries are copied here; everything else is computed on demand. */
export function declareCoverage(sink: TraceSink, input: CoverageInput): void {
  const bits = input.section.pcSize === 8 ? 64 : 32;
  const rows = coverageRows(input.dictionary, input.rules, bits);
  const modules = input.rules.space.modules.map((each) =>
    each ? sink.strings.intern(each.path) : input.program
  );
  let blocks: Blocks | undefined;
  let ranges: CoveredRange[] | undefined;
  const declare = (layout: TableLayout, write: (rows: TableRows) => void | Promise<void>): void =>
    sink.lazyTable(layout, async (writer) => {
      const table = new TableRows(() => writer, sink.strings);
      await write(table);
      table.finish();
    });
  declare(BLOCKS, (table) => writeBlocks(table, rows, blocks ??= blocksOf(rows), modules));
  declare(RANGES, (table) => {
    for (const range of ranges ??= rangesOf(rows)) {
      table.add({ ...rangeCells(range, modules), ...stateCells(range.op) });
    }
  });
  declare(GAPS, (table) => {
    for (const gap of gapsOf(ranges ??= rangesOf(rows))) table.add(rangeCells(gap, modules));
  });
  if (input.section.kind !== SECTION.history) return;
  const { section, start, kernel, options, edges } = input;
  declare({ ...EDGES, readsFile: edges === undefined }, async (table) => {
    const counter = edges ?? (await countEdgesAgain(sink, { section, start, kernel, options }));
    writeEdges(table, rows, blocks ??= blocksOf(rows), counter, modules);
  });
}

/** String ids of module names, by module number. */
type Modules = readonly number[];

function writeBlocks(table: TableRows, rows: CoverageRows, blocks: Blocks, modules: Modules): void {
  for (let block = 0; block < blocks.length; block++) {
    const row = blocks.row[block]!;
    const low = rows.low[row]!, high = rows.high[row]!, size = rows.size[row]!;
    const end = (low + size) >>> 0;
    table.add({
      addr: [low, high],
      size,
      end: [end, (high + (end < size ? 1 : 0)) >>> 0],
      module: modules[rows.module[row]!] ?? 0,
      symbol: 0,
      offset: null,
      file: 0,
      line: 0,
      ...stateCells(blocks.op[block]!),
      count: blocks.count[block]!,
      first: blocks.first[block]!,
      last: blocks.last[block]!,
    });
  }
}

function rangeCells({ module, first, last }: CoveredRange, modules: Modules) {
  return { addr: first, size: last - first + 1n, end: last + 1n, module: modules[module] ?? 0 };
}

/** Computes the columns that depend on the op byte. */
function stateCells(op: number) {
  const has = (bit: number): boolean => (op & bit) !== 0;
  return {
    op,
    type: opText(op),
    taken: has(OP.taken),
    fallthrough: has(OP.fallthrough),
    fault: has(OP.fault),
    outcome: OUTCOMES[op & 3]!,
  };
}

function writeEdges(
  table: TableRows,
  rows: CoverageRows,
  blocks: Blocks,
  counter: CountedEdges,
  modules: Modules,
): void {
  for (const { from, to, count } of edgesOf(counter, rows, blocks)) {
    const target = blocks.row[to]!, op = rows.op[from]!;
    table.add({
      from: [rows.low[from]!, rows.high[from]!],
      from_size: rows.size[from]!,
      from_module: modules[rows.module[from]!] ?? 0,
      op,
      type: opText(op),
      to: [rows.low[target]!, rows.high[target]!],
      to_size: rows.size[target]!,
      to_module: modules[rows.module[target]!] ?? 0,
      count,
      // After a return or an indirect jump, a history trace omits blocks that ran before, so the next entry
      // may not be the real successor.
      exact: (op & (OP.taken | OP.fallthrough)) !== 0,
    });
  }
}
