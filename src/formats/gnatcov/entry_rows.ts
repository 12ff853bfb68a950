/**
 * The tables of a trace's entries: `entries` has a row per distinct entry, and `events` refers to one of
 * these rows for each entry of the file.
 * @module
 */

import { stagingOf, writeBig, writeHalves } from "../../events/cells.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  EVENT_KINDS,
  type EventKind,
  type RowWriter,
  type StagingColumn,
  type TableLayout,
  type TraceSink,
} from "../../events/trace_sink.ts";
import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
import type { AddressRules } from "./address_rules.ts";
import { OP, opText, SPECIAL } from "./constants.ts";
import type { EntryDictionary } from "./entry_dictionary.ts";
import { COVERAGE_DOCS } from "./table_docs.ts";

/** Columns of `entries` that `events` shows as well, looked up by code. */
const SHOWN = "kind addr size end pc op type module outcome taken fallthrough fault dropped";

/**
 * The layout of `entries`: the columns that `events` shows as well, the number of occurrences, and the first
 * and the last one.
 */
export const ENTRIES: TableLayout = layoutOf(
  COVERAGE_DOCS,
  "entries",
  { kind: NULLABLE, size: NULLABLE, end: NULLABLE },
  `${SHOWN} count first last`,
);

/** The columns of `events`: a code, and the columns that it looks up in `entries`. */
export const EVENT_COLUMNS: readonly ColumnSpec[] = [
  { name: "entry", type: "u32" },
  ...layoutOf(COVERAGE_DOCS, "entries", {}, SHOWN).columns
    .map((column) => ({ ...column, into: { table: "entries", show: column.name } })),
];

/** Outcome of a block, by the two branch bits of its op. */
export const OUTCOMES: readonly string[] = ["none", "one", "one", "both"];

const KIND = Object.fromEntries(EVENT_KINDS.map((kind, at) => [kind, at])) as Record<EventKind, number>;

const SPECIAL_KINDS: Readonly<Record<number, number>> = {
  [SPECIAL.loadAddress]: KIND["load-address"],
  [SPECIAL.moduleLoad]: KIND["module-load"],
  [SPECIAL.moduleUnload]: KIND["module-unload"],
};

/** What the rows of `entries` are computed from. */
interface EntryRowsInput {
  /** The distinct entries; `collect()` must have been called. */
  readonly dictionary: EntryDictionary;
  /** Loaded modules and the load address. */
  readonly rules: AddressRules;
  /** Bytes of a pc: 4 or 8. */
  readonly pcSize: number;
  /** String id of the program's name. */
  readonly program: number;
}

/** Writes the `entries` table. */
export function writeEntries(sink: TraceSink, writer: RowWriter, input: EntryRowsInput): void {
  const { dictionary, rules, pcSize } = input;
  const { space, facts } = rules;
  const wide = stagingOf(writer, "addr", "size", "end", "pc", "count", "first", "last");
  const { addr, size, end, pc, count, first, last } = wide;
  const { kind, op, type, module } = stagingOf(writer, "kind", "op", "type", "module");
  const { outcome, taken, fallthrough, fault } = stagingOf(
    writer,
    "outcome",
    "taken",
    "fallthrough",
    "fault",
  );
  const { dropped } = stagingOf(writer, "dropped");
  const outcomes = OUTCOMES.map((text) => sink.strings.internText(text));
  // String ids by op, interned at first use: a campaign has thousands of traces that use only a handful of
  // ops.
  const types = new Uint32Array(256);
  const names = space.modules.map((each) => each ? sink.strings.intern(each.path) : input.program);
  const bases = space.modules.map((_, number) => space.baseOf(number));
  const basesLow = Uint32Array.from(bases, lowHalf), basesHigh = Uint32Array.from(bases, highHalf);
  const highMask = pcSize === 8 ? 0xffff_ffff : 0;
  for (let code = 0; code < dictionary.size; code++) {
    const row = writer.count;
    const low = dictionary.pcLow(code), high = dictionary.pcHigh(code);
    const number = facts.moduleOf(code);
    const special = facts.isSpecial(code), drop = facts.isDropped(code);
    const bits = dictionary.opOf(code);
    writeHalves(pc, row, low, high);
    writeHalves(count, row, dictionary.countOf(code), 0);
    writeHalves(first, row, dictionary.firstOf(code), 0);
    writeHalves(last, row, dictionary.lastOf(code), 0);
    op.u32[row] = bits;
    module.u32[row] = names[number]!;
    dropped.u32[row] = drop ? 1 : 0;
    if (special) {
      const what = SPECIAL_KINDS[dictionary.sizeOf(code)];
      kind.u32[row] = what ?? 0;
      if (what === undefined) kind.nulls[row] = 1;
      const about = space.modules[number];
      const bytes = what === KIND["module-load"] && about ? about.size : null;
      writeHalves(addr, row, low, high);
      for (const { u32 } of [type, outcome, taken, fallthrough, fault]) u32[row] = 0;
      putSize(size, row, bytes);
      putSize(end, row, bytes === null ? null : BigInt.asUintN(64, about!.start + bytes));
    } else {
      const minusLow = drop ? 0 : basesLow[number]!, minusHigh = drop ? 0 : basesHigh[number]!;
      const addrLow = (low - minusLow) >>> 0;
      const addrHigh = (high - minusHigh - (low < minusLow ? 1 : 0)) & highMask;
      const bytes = dictionary.sizeOf(code);
      const endLow = (addrLow + bytes) >>> 0;
      kind.u32[row] = (bits & OP.fault) !== 0 ? KIND.fault : KIND.block;
      writeHalves(addr, row, addrLow, addrHigh);
      writeHalves(size, row, bytes, 0);
      // The end address may be 2^32 even if addresses have 32 bits.
      writeHalves(end, row, endLow, (addrHigh + (endLow < bytes ? 1 : 0)) >>> 0);
      type.u32[row] = types[bits] ||= sink.strings.internText(opText(bits));
      outcome.u32[row] = outcomes[bits & 3]!;
      taken.u32[row] = (bits & OP.taken) !== 0 ? 1 : 0;
      fallthrough.u32[row] = (bits & OP.fallthrough) !== 0 ? 1 : 0;
      fault.u32[row] = (bits & OP.fault) !== 0 ? 1 : 0;
    }
    if (++writer.count === BATCH_ROWS) writer.flush();
  }
  if (writer.count > 0) writer.flush();
}

function putSize(column: StagingColumn, row: number, value: bigint | null): void {
  writeBig(column, row, value ?? 0n);
  if (value === null) column.nulls[row] = 1;
}
