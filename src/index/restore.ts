/**
 * Restores traces from a saved index. Texts, backtraces and zone maps are read at once, blocks on demand.
 * @module
 */

import type { FunctionAt } from "../events/code_place.ts";
import { UnnamedFrames } from "../events/unnamed_frames.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import type { ReadOptions } from "../formats/format.ts";
import { formatNamed } from "../formats/registry.ts";
import { type LoadOptions, reopener } from "../ingest/load.ts";
import type { Arena } from "../memory/arena.ts";
import { assembleTrace } from "../tables/assemble_trace.ts";
import { BLOCK_ROWS } from "../tables/block.ts";
import { type Column, LookupColumn } from "../tables/column.ts";
import type { PackedEvents } from "../tables/derive_events.ts";
import type { BlockLives } from "../tables/pairing/lives.ts";
import { OnDemandParts } from "../tables/on_demand.ts";
import { type Pools, withPoolsWithin } from "../tables/pools.ts";
import { StoredColumn } from "../tables/stored_column.ts";
import { Table } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";
import { BytesReader } from "./bytes_writer.ts";
import type { SavedColumn, SavedContents, SavedPairIndex, SavedTable, SavedTrace } from "./contents.ts";
import { checkBlocks, ENTRY_BYTES, type IndexFile, readBlock, TRAILER_BYTES } from "./layout.ts";
import { numbersColumn, type PackedNumbers } from "./packed_numbers.ts";
import { loadOnDemand } from "./load_on_demand.ts";
import { fromJson } from "./plain_values.ts";
import { internStacks, internTexts, readStacks, readTexts } from "./texts_and_stacks.ts";

/** The contents of an index, with its traces on demand. */
interface OpenedIndex {
  readonly saved: SavedContents;
  /** Creates the traces; throws if the contents are inconsistent. */
  restore(
    name: string,
    pools: Pools,
    options?: {
      readonly reopen?: LoadOptions["reopen"] | undefined;
      readonly functionAt?: FunctionAt | undefined;
    },
  ): Promise<Trace[]>;
}

/** Reads the result of `readIndexContents`. Throws `RangeError` or `SyntaxError` if it is inconsistent. */
export function openIndex(file: IndexFile, contents: Uint8Array): OpenedIndex {
  const from = new BytesReader(contents);
  const texts = readTexts(from);
  const stacks = readStacks(from);
  const blockCount = from.u32();
  const list = from.block();
  const saved = fromJson(from.text()) as SavedContents;
  const blocksEnd = file.size - TRAILER_BYTES - contents.length;
  return {
    saved,
    async restore(name, pools, { reopen, functionAt } = {}) {
      const textCodes = internTexts(pools, texts);
      const stackIds = internStacks(pools, stacks, textCodes);
      const numbers = { texts: textCodes, stacks: stackIds, frames: stackIds.frames };
      const maker = new ColumnMaker(pools.arena, numbers);
      const { containers, points } = saved;
      const options = reopen
        ? { reopen: reopener(reopen, pools, () => ({ containers, points: () => points })) }
        : {};
      const traces: Trace[] = [];
      const again = reopen && loadOnDemand(reopen, { name, format: saved.traces[0]?.header.format }, pools);
      for (const [at, trace] of saved.traces.entries()) {
        const making = {
          pools,
          options,
          makeIn,
          frames: stackIds.frames.to,
          ...(functionAt ? { functionAt } : {}),
          ...(again ? { again: async () => (await again())[at] } : {}),
        };
        traces.push(await restoreTrace(at === 0 ? name : `${name}#${at + 1}`, trace, making));
      }
      return traces;

      function makeIn({ arena }: Pools): MakeColumn {
        return (column, rows, holdsFrames) => {
          if (column.first + column.blocks > blockCount) {
            throw new RangeError("Cannot read an index: a column has more blocks than there are");
          }
          const signed = column.type === "i64";
          const { first, blocks: count } = column;
          const own = list.subarray(first * ENTRY_BYTES, (first + count) * ENTRY_BYTES);
          const bytes = checkBlocks({ list: own, count, rows, end: blocksEnd });
          return maker.make(arena, column, {
            count,
            bytes,
            *blocks() {
              const entries = new BytesReader(own);
              for (let at = 0; at < count; at++) yield readBlock(entries, arena, file, signed);
            },
          }, holdsFrames);
        };
      }
    },
  };
}

/** Creates a column, which must have this many rows if given, and whose values may be numbers of frames. */
type MakeColumn = (column: SavedColumn, rows?: number, holdsFrames?: boolean) => Column;

/** Context for creating a trace. */
interface Making {
  readonly pools: Pools;
  readonly options: ReadOptions;
  /** Creates columns for an owner. */
  makeIn(pools: Pools): MakeColumn;
  /** Numbers of frames by their number in the index. */
  readonly frames: Uint32Array;
  /** Looks up names of frames that have none. */
  readonly functionAt?: FunctionAt;
  /** Reads the trace from its file again. Called at most once. */
  again?(): Promise<Trace | undefined>;
}

async function restoreTrace(
  name: string,
  saved: SavedTrace,
  { pools, options, makeIn, frames, functionAt, again }: Making,
): Promise<Trace> {
  const make = makeIn(pools);
  const tables: Table[] = [];
  const frameNumbers = new Set(formatNamed(saved.header.format)?.frameNumbers);
  for (const each of saved.tables) tables.push(restoreTable(each, { pools, make, tables, frameNumbers }));
  const events = saved.events && {
    ...saved.events,
    table: restoreTable(saved.events.table, { pools, make, tables, frameNumbers }),
    lives: saved.lives && restoreLives(saved.lives, make),
  } as PackedEvents | undefined;
  const { header, tags, problems, problemCounts, stats, kept } = saved;
  const onDemand = new OnDemandParts(pools);
  await formatNamed(header.format)?.declareAgain?.(onDemand, kept, options);
  for (const { name: of, table, columns } of saved.makers) {
    onDemand.parts.makers.set(of, {
      columns,
      readsFile: !table,
      // A table that is filled on demand has its own arena.
      make: (check) =>
        table
          ? withPoolsWithin(
            pools,
            of,
            (own) => restoreTable(table, { pools: own, make: makeIn(own), tables: [], frameNumbers }),
          )
          : declareTableAgain(of, again, check),
    });
  }
  const unnamedFrames = saved.later && new UnnamedFrames(pools);
  unnamedFrames?.restore(saved.later!, (frame) => frames[frame] ?? 0);
  const packed = {
    ...{ header, tags, problems, problemCounts, stats, tables, events, kept },
    ...(unnamedFrames ? { unnamedFrames } : {}),
  };
  const rules = formatNamed(header.format)?.namesLater;
  const naming = rules && functionAt ? { rules, functionAt } : undefined;
  return assembleTrace(name, pools, packed, onDemand.parts, naming);
}

async function declareTableAgain(table: string, again: Making["again"], check?: () => void): Promise<Table> {
  const maker = (await again?.())?.makers.get(table);
  if (!maker) throw new RangeError(`Cannot make ${table}: the file cannot be read again`);
  return await maker.make(check);
}

/** Context for creating a table: its own columns, and the earlier tables whose columns it may use. */
interface TableMaking {
  readonly pools: Pools;
  readonly make: MakeColumn;
  readonly tables: readonly Table[];
  /** Columns that hold numbers of frames. */
  readonly frameNumbers: ReadonlySet<string>;
}

function restoreTable(
  { name: tableName, rows, columns }: SavedTable,
  { pools, make, tables, frameNumbers }: TableMaking,
): Table {
  const table = new Table(tableName, pools, rows);
  for (const column of columns) {
    const { name, type, display = "plain", first, blocks, values, rows: count, into } = column;
    if (into) {
      const shown = tables.find((each) => each.name === into.table);
      const [keys, target] = [table.column(into.keys), shown?.column(into.show)];
      if (!keys || !shown || !target) {
        throw new RangeError(`Cannot read an index: column ${name} shows a table that is missing`);
      }
      table.add(new LookupColumn({ name, type, display }, pools.arena, keys, target, shown.rowCount));
      continue;
    }
    checkRows(column, rows);
    if (!values) table.add(make(column, rows, frameNumbers.has(`${tableName}.${name}`)));
    else {
      const codes = make({ name: "codes", type: "u32", first, blocks }, rows);
      table.add(new LookupColumn({ name, type, display }, pools.arena, codes, make(values), count, true));
    }
  }
  return table;
}

/** Throws if a column cannot have this many rows. */
function checkRows({ name, blocks }: SavedColumn, rows: number): void {
  if (rows >= 0 && rows < 2 ** 32 && blocks === Math.ceil(rows / BLOCK_ROWS)) return;
  throw new RangeError(`Cannot read an index: column ${name} has ${blocks} blocks for ${rows} rows`);
}

function restoreLives(saved: SavedPairIndex, make: MakeColumn): BlockLives {
  const { records, history, count, recordCount, historyCount } = saved;
  const of = (rows: number) => (each: SavedColumn): StoredColumn => {
    checkRows(each, rows);
    const made = make(each, rows);
    if (made instanceof StoredColumn) return made;
    throw new RangeError(`Cannot read an index: column ${each.name} is not a number`);
  };
  const [column, record, resize] = [of(count), of(recordCount + 1), of(historyCount)];
  return {
    ...saved,
    rows: column(saved.rows),
    ends: column(saved.ends),
    keys: saved.keys && column(saved.keys),
    resized: column(saved.resized),
    records: {
      largest: record(records.largest),
      count: record(records.count),
      moves: record(records.moves),
      last: record(records.last),
    },
    history: {
      record: resize(history.record),
      row: resize(history.row),
      before: resize(history.before),
    },
  };
}

/** Names of columns that contain numbers of stacks. */
const STACKS: ReadonlySet<string> = new Set(["stack", "native"]);

/** The numbers of this session. */
interface SessionNumbers {
  readonly texts: PackedNumbers;
  readonly stacks: PackedNumbers;
  readonly frames: PackedNumbers;
}

/** Creates columns whose texts and stacks are renumbered for this session. */
class ColumnMaker {
  readonly #arena: Arena;
  readonly #numbers: SessionNumbers;
  /** Session numbers by index numbers, for each type; shared by all columns. */
  readonly #targets = new Map<PackedNumbers, Map<ColumnType, StoredColumn>>();

  /** Data that columns share is in this arena, which lives as long as the columns. */
  constructor(arena: Arena, numbers: SessionNumbers) {
    this.#arena = arena;
    this.#numbers = numbers;
  }

  make(
    arena: Arena,
    { name, type, display }: SavedColumn,
    blocks: Parameters<StoredColumn["fillLater"]>[0],
    holdsFrames = false,
  ): Column {
    const info = { name, type, ...(display ? { display } : {}) };
    const numbers = holdsFrames
      ? this.#numbers.frames
      : type === "text" || type === "bytes"
      ? this.#numbers.texts
      : STACKS.has(name) && type === "u32"
      ? this.#numbers.stacks
      : undefined;
    const renumbered = numbers !== undefined && !numbers.isSame;
    const stored = new StoredColumn(renumbered ? { name, type: "u32" } : info, arena);
    stored.fillLater(blocks);
    if (!renumbered) return stored;
    const targets = this.#targets.get(numbers) ?? new Map<ColumnType, StoredColumn>();
    this.#targets.set(numbers, targets);
    const target = targets.get(type) ?? numbersColumn(this.#arena, { name: "number", type }, numbers);
    targets.set(type, target);
    return new LookupColumn(info, arena, stored, target, numbers.size);
  }
}
