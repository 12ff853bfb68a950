/**
 * Traces out of a saved index. Texts, backtraces and zone maps are read at once, blocks when somebody needs them.
 * @module
 */

import { crc32 } from "node:zlib";
import type { Frame } from "../events/stack_pool.ts";
import type { BlockFile } from "../memory/block_store.ts";
import { assembleTrace } from "../tables/assemble_trace.ts";
import { type Block, BLOCK_ROWS } from "../tables/block.ts";
import { type Column, LookupColumn } from "../tables/column.ts";
import type { PackedEvents } from "../tables/derive_events.ts";
import type { Lives } from "../tables/pairing/lives.ts";
import type { Pools } from "../tables/pools.ts";
import { StoredColumn } from "../tables/stored_column.ts";
import { Table } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";
import { BytesReader } from "./bytes_writer.ts";
import type { SavedColumn, SavedContents, SavedLives, SavedTable, SavedTrace } from "./contents.ts";
import { ENTRY_BYTES, readBlock, readTrailer, TRAILER_BYTES } from "./layout.ts";
import { type Numbers, numbersColumn, sizeOf } from "./numbers.ts";
import { fromJson } from "./plain_values.ts";

/** An open index. */
export interface IndexFile extends Pick<BlockFile, "read"> {
  /** Its length. */
  readonly size: number;
}

/** The contents of an index, checked; undefined when it is none, or damaged. */
export function readContents(file: IndexFile): Uint8Array | undefined {
  if (file.size < TRAILER_BYTES) return undefined;
  const end = new Uint8Array(TRAILER_BYTES);
  file.read(file.size - TRAILER_BYTES, end);
  const trailer = readTrailer(end, file.size);
  if (!trailer) return undefined;
  const contents = new Uint8Array(trailer.length);
  file.read(trailer.offset, contents);
  return crc32(contents) === trailer.checksum ? contents : undefined;
}

/** What an index says, and its traces on demand. */
interface OpenedIndex {
  readonly saved: SavedContents;
  /** Makes the traces; throws where they do not fit together. */
  restore(name: string, pools: Pools): Trace[];
}

/** Reads what `readContents` gave. Throws `RangeError` or `SyntaxError` when it does not fit together. */
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
    restore(name, pools) {
      const textCodes = internTexts(pools, texts);
      const stackIds = internStacks(pools, stacks, textCodes);
      const maker = new ColumnMaker(pools, { texts: textCodes, stacks: stackIds });
      return saved.traces.map((trace, at) =>
        restoreTrace(at === 0 ? name : `${name}#${at + 1}`, pools, trace, (column) => {
          if (column.first + column.blocks > blockCount) {
            throw new RangeError("Cannot read an index: a column has more blocks than there are");
          }
          const signed = column.type === "i64";
          const entries = new BytesReader(list.subarray(column.first * ENTRY_BYTES));
          return maker.make(
            column,
            Array.from(
              { length: column.blocks },
              () => readBlock(entries, pools.arena, file, blocksEnd, signed),
            ),
          );
        })
      );
    },
  };
}

type MakeColumn = (column: SavedColumn) => Column;

function restoreTrace(name: string, pools: Pools, saved: SavedTrace, make: MakeColumn): Trace {
  const tables = saved.tables.map((each) => restoreTable(each, pools, make));
  const events = saved.events && {
    ...saved.events,
    table: restoreTable(saved.events.table, pools, make),
    lives: saved.lives && restoreLives(saved.lives, make),
  } as PackedEvents | undefined;
  const { header, tags, problems, problemCounts, stats } = saved;
  return assembleTrace(name, pools, { header, tags, problems, problemCounts, stats, tables, events }, {
    makers: new Map(),
    families: new Map(),
    familyWords: new Map(),
    contents: undefined,
  });
}

function restoreTable({ name, rows, columns }: SavedTable, pools: Pools, make: MakeColumn): Table {
  const table = new Table(name, pools, rows);
  for (const column of columns) {
    checkRows(column, rows);
    const { name, type, display = "plain", first, blocks, values, rows: count } = column;
    if (!values) table.add(ofRows(make(column), rows));
    else {
      const codes = ofRows(make({ name: "codes", type: "u32", first, blocks }), rows);
      table.add(new LookupColumn({ name, type, display }, pools.arena, codes, make(values), count, true));
    }
  }
  return table;
}

/** Throws where a column cannot have so many rows. */
function checkRows({ name, blocks }: SavedColumn, rows: number): void {
  if (rows >= 0 && rows < 2 ** 32 && blocks === Math.ceil(rows / BLOCK_ROWS)) return;
  throw new RangeError(`Cannot read an index: column ${name} has ${blocks} blocks for ${rows} rows`);
}

/** The same column; throws where its packed blocks have another number of rows. */
function ofRows<T extends Column>(column: T, rows: number): T {
  const stored = column instanceof LookupColumn ? column.dictionary?.codes : column;
  const last = Math.ceil(rows / BLOCK_ROWS) - 1;
  if (rows === 0 || stored?.stored(last)?.rows === rows - last * BLOCK_ROWS) return column;
  throw new RangeError(`Cannot read an index: column ${column.name} has another number of rows`);
}

function restoreLives(saved: SavedLives, make: MakeColumn): Lives {
  const { records, history, count, recordCount, historyCount } = saved;
  const of = (rows: number) => (each: SavedColumn): StoredColumn => {
    checkRows(each, rows);
    const made = ofRows(make(each), rows);
    if (made instanceof StoredColumn) return made;
    throw new RangeError(`Cannot read an index: column ${each.name} is no number`);
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

/** Columns whose texts and stacks have the numbers that they have in this session. */
class ColumnMaker {
  readonly #pools: Pools;
  readonly #numbers: { readonly texts: Numbers; readonly stacks: Numbers };

  constructor(pools: Pools, numbers: { readonly texts: Numbers; readonly stacks: Numbers }) {
    this.#pools = pools;
    this.#numbers = numbers;
  }

  make({ name, type, display }: SavedColumn, blocks: readonly Block[]): Column {
    const { arena } = this.#pools;
    const info = { name, type, ...(display ? { display } : {}) };
    const numbers = type === "text" || type === "bytes"
      ? this.#numbers.texts
      : name === "stack" && type === "u32"
      ? this.#numbers.stacks
      : undefined;
    const renumbered = numbers !== undefined && !numbers.isSame;
    const stored = new StoredColumn(renumbered ? { name, type: "u32" } : info, arena);
    blocks.forEach((block, at) => {
      if (at < blocks.length - 1 && block.rows !== BLOCK_ROWS) {
        throw new RangeError(`Cannot read an index: block ${at} of column ${name} is short`);
      }
      stored.push(block);
    });
    if (!renumbered) return stored;
    const target = numbersColumn(arena, info, numbers);
    return new LookupColumn(info, arena, stored, target, numbers.size);
  }
}

interface SavedText {
  readonly code: number;
  readonly bytes: Uint8Array;
}

function readTexts(from: BytesReader): SavedText[] {
  return Array.from({ length: from.u32() }, () => ({ code: from.u32(), bytes: from.block() }));
}

function sizeOfAll(numbers: readonly number[]): number {
  const size = sizeOf(numbers);
  if (size === undefined) throw new RangeError("Cannot read an index: its numbers lie too far apart");
  return size;
}

function internTexts({ strings }: Pools, texts: readonly SavedText[]): Numbers {
  const size = sizeOfAll(texts.map(({ code }) => code));
  const to = new Uint32Array(size);
  let isSame = true;
  for (const { code, bytes } of texts) {
    const found = strings.internAt(code, bytes);
    to[code] = found;
    if (found !== code) isSame = false;
  }
  return { size, to, isSame };
}

interface SavedStacks {
  readonly frames: readonly { readonly id: number; readonly frame: Frame }[];
  readonly stacks: readonly { readonly id: number; readonly frames: Uint32Array }[];
}

function readStacks(from: BytesReader): SavedStacks {
  const frames = Array.from({ length: from.u32() }, () => {
    const id = from.u32();
    return { id, frame: fromJson(from.text()) as Frame };
  });
  const stacks = Array.from({ length: from.u32() }, () => {
    const id = from.u32();
    const depth = from.u32();
    if (depth * 4 > from.left) throw new RangeError("Cannot read an index: a stack is longer than it");
    return { id, frames: Uint32Array.from({ length: depth }, () => from.u32()) };
  });
  return { frames, stacks };
}

function internStacks({ stacks }: Pools, saved: SavedStacks, texts: Numbers): Numbers {
  const text = (code: number): number => texts.to[code] ?? 0;
  const frameIds = new Map(saved.frames.map(({ id, frame }) => [
    id,
    stacks.frame({ ...frame, func: text(frame.func), module: text(frame.module), file: text(frame.file) }),
  ]));
  const size = sizeOfAll(saved.stacks.map(({ id }) => id));
  const to = new Uint32Array(size);
  let isSame = true;
  for (const { id, frames } of saved.stacks) {
    const found = stacks.stack(frames.map((frame) => frameIds.get(frame) ?? 0), 0, frames.length);
    to[id] = found;
    if (found !== id) isSame = false;
  }
  return { size, to, isSame };
}
