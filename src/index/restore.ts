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
import { type Numbers, numbersColumn } from "./numbers.ts";
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
export interface OpenedIndex {
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
    if (column.blocks !== table.blockCount) {
      throw new RangeError(`Cannot read an index: column ${column.name} has ${column.blocks} blocks`);
    }
    const { name, type, display = "plain", first, blocks, values, rows: count } = column;
    if (!values) table.add(make(column));
    else {
      const codes = make({ name: "codes", type: "u32", first, blocks });
      table.add(new LookupColumn({ name, type, display }, pools.arena, codes, make(values), count, true));
    }
  }
  return table;
}

/** In the order in which `saveTrace` wrote them. */
function restoreLives(saved: SavedLives, make: MakeColumn): Lives {
  const column = (each: SavedColumn): StoredColumn => make(each) as StoredColumn;
  const { records, history } = saved;
  return {
    ...saved,
    rows: column(saved.rows),
    ends: column(saved.ends),
    keys: saved.keys && column(saved.keys),
    resized: column(saved.resized),
    records: {
      largest: column(records.largest),
      count: column(records.count),
      moves: column(records.moves),
      last: column(records.last),
    },
    history: {
      record: column(history.record),
      row: column(history.row),
      before: column(history.before),
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

function internTexts({ strings }: Pools, texts: readonly SavedText[]): Numbers {
  const size = (texts.at(-1)?.code ?? 0) + 1;
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
    return { id, frames: Uint32Array.from({ length: from.u32() }, () => from.u32()) };
  });
  return { frames, stacks };
}

function internStacks({ stacks }: Pools, saved: SavedStacks, texts: Numbers): Numbers {
  const text = (code: number): number => texts.to[code] ?? 0;
  const frameIds = new Map(saved.frames.map(({ id, frame }) => [
    id,
    stacks.frame({ ...frame, func: text(frame.func), module: text(frame.module), file: text(frame.file) }),
  ]));
  const size = saved.stacks.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  const to = new Uint32Array(size);
  let isSame = true;
  for (const { id, frames } of saved.stacks) {
    const found = stacks.stack(frames.map((frame) => frameIds.get(frame) ?? 0), 0, frames.length);
    to[id] = found;
    if (found !== id) isSame = false;
  }
  return { size, to, isSame };
}
