/**
 * Writes the index of a loaded file.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import { type LoadedFile, MEMORY_FULL } from "../ingest/load.ts";
import type { Block } from "../tables/block.ts";
import { type Column, LookupColumn } from "../tables/column.ts";
import type { PackedEvents } from "../tables/derive_events.ts";
import { StoredColumn } from "../tables/stored_column.ts";
import type { Table } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";
import type { BlockTarget } from "./block_target.ts";
import { BytesWriter } from "./bytes_writer.ts";
import type { SavedColumn, SavedContents, SavedTable, SavedTableOnDemand, SavedTrace } from "./contents.ts";
import { trailerOf, writeBlock } from "./layout.ts";
import { denseSize } from "./packed_numbers.ts";
import { toJson } from "./plain_values.ts";
import { writeStacks, writeTexts } from "./texts_and_stacks.ts";

/** Identifies the index together with the contents of the file. */
type IndexKey = Pick<SavedContents, "file" | "isPart" | "options" | "sums">;

/** Whether everything in a file can be saved. */
export function canSave({ traces }: LoadedFile): boolean {
  const pools = traces[0]?.pools;
  // In a session with millions of other texts, numbers of texts are large.
  if (!pools || denseSize(pools.strings.held) === undefined || denseSize(pools.stacks.held) === undefined) {
    return false;
  }
  return traces.every((trace) =>
    // The next process may have more memory.
    !trace.problemCounts.has(MEMORY_FULL) && formatNamed(trace.header.format)?.readerVersion !== undefined &&
    trace.packed !== undefined &&
    (declaresAgain(trace) || (trace.families.size === 0 && trace.contents === undefined)) &&
    tablesOf(trace).every((table) =>
      [...table.columns].every((column) =>
        savable(column) || intoOf(column, table, trace) || column.name === "trace"
      )
    )
  );
}

/** Whether the format declares again which data is read from the file on demand. */
function declaresAgain({ header, packed }: Trace): boolean {
  return formatNamed(header.format)?.declareAgain !== undefined && packed?.kept !== undefined;
}

/** The packed columns that a column consists of; undefined if it is computed from other columns. */
function savable(column: Column): readonly [StoredColumn, StoredColumn?] | undefined {
  if (column instanceof StoredColumn) return [column];
  const own = column instanceof LookupColumn ? column.ownDictionary : undefined;
  if (!own) return undefined;
  const { codes, values } = own;
  return codes instanceof StoredColumn && values instanceof StoredColumn ? [codes, values] : undefined;
}

/** The table and keys of a column that shows a column of another table. */
function intoOf(column: Column, table: Table, { packed }: Trace): SavedColumn["into"] {
  const { dictionary } = column;
  if (!(column instanceof LookupColumn) || !dictionary) return undefined;
  const keys = [...table.columns].find((each) => each === dictionary.codes);
  const shown = packed!.tables.find((each) => each.column(column.target.name) === column.target);
  return keys && shown && { table: shown.name, show: column.target.name, keys: keys.name };
}

function tablesOf({ packed }: Trace): readonly Table[] {
  return packed!.events ? [...packed!.tables, packed!.events.table] : packed!.tables;
}

/** Writes the index of a file that satisfies `canSave`. */
export async function saveIndex(loaded: LoadedFile, key: IndexKey, target: BlockTarget): Promise<void> {
  const [first] = loaded.traces;
  const { pools, header } = first!;
  const blocks = new BlockList(target);
  const traces: SavedTrace[] = [];
  for (const trace of loaded.traces) traces.push(await saveTrace(trace, blocks));
  const contents = new BytesWriter();
  writeTexts(contents, pools);
  writeStacks(contents, pools);
  contents.u32(blocks.count);
  contents.block(await blocks.entries());
  const saved: SavedContents = {
    ...key,
    name: first!.name,
    reader: formatNamed(header.format)!.readerVersion!,
    containers: loaded.containers,
    bytes: loaded.bytes,
    points: loaded.traces.some(declaresAgain) ? loaded.points : [],
    traces,
  };
  contents.text(toJson(saved));
  await target.write(contents.bytes);
  await target.write(trailerOf(target.offset, contents.bytes));
}

/** Lists blocks and hands them to the writer. */
class BlockList {
  readonly #target: BlockTarget;
  readonly #blocks: Block[] = [];

  constructor(target: BlockTarget) {
    this.#target = target;
  }

  get count(): number {
    return this.#blocks.length;
  }

  async add(block: Block): Promise<void> {
    this.#blocks.push(block);
    if (block.packed) await this.#target.put(block.packed);
  }

  /** Waits until the added blocks are written and may be freed. */
  flush(): Promise<void> {
    return this.#target.flush();
  }

  /** The entries of all blocks, with their positions. */
  async entries(): Promise<Uint8Array> {
    await this.flush();
    const list = new BytesWriter();
    for (const block of this.#blocks) {
      const { offset, checksum } = block.packed ? this.#target.placeOf(block.packed) : NOWHERE;
      writeBlock(list, block, offset, checksum);
    }
    return list.bytes;
  }
}

const NOWHERE = { offset: 0, checksum: 0 } as const;

async function saveTrace(trace: Trace, blocks: BlockList): Promise<SavedTrace> {
  const { header, tags, stats, tables, events, kept, unnamedFrames } = trace.packed!;
  // Include the problems about the end of the file, because it counts as complete when the index is opened.
  const { problems, problemCounts } = trace.packed!.whole ?? trace.packed!;
  const saved: SavedTable[] = [];
  for (const table of tables) saved.push(await saveTable(table, trace, blocks));
  const column = (each: StoredColumn): Promise<SavedColumn> => saveColumn(each, blocks);
  const lives = events?.lives;
  return {
    ...{ header, tags, problems, problemCounts, stats, kept },
    ...(unnamedFrames ? { later: unnamedFrames.save() } : {}),
    tables: saved,
    makers: declaresAgain(trace) ? [] : await saveMakers(trace, blocks),
    events: events && await saveEvents(events, trace, blocks),
    lives: lives && {
      ...lives,
      rows: await column(lives.rows),
      ends: await column(lives.ends),
      keys: lives.keys && await column(lives.keys),
      resized: await column(lives.resized),
      records: {
        largest: await column(lives.records.largest),
        count: await column(lives.records.count),
        moves: await column(lives.records.moves),
        last: await column(lives.records.last),
      },
      history: {
        record: await column(lives.history.record),
        row: await column(lives.history.row),
        before: await column(lives.history.before),
      },
    },
  };
}

async function saveEvents(
  { table, lives: _, ...rest }: PackedEvents,
  trace: Trace,
  blocks: BlockList,
): Promise<SavedTrace["events"]> {
  return { table: await saveTable(table, trace, blocks), ...rest };
}

/**
 * Fills tables on demand, one at a time, since the index does not contain the data from which they are
 * computed.
 */
async function saveMakers(trace: Trace, blocks: BlockList): Promise<SavedTableOnDemand[]> {
  const saved: SavedTableOnDemand[] = [];
  for (const [name, { columns, readsFile, make }] of trace.makers) {
    if (readsFile) {
      saved.push({ name, columns });
      continue;
    }
    const table = await make();
    saved.push({ name, table: await saveTable(table, trace, blocks), columns });
    await blocks.flush();
    for (const column of table.columns) column.free();
  }
  return saved;
}

async function saveTable(table: Table, trace: Trace, blocks: BlockList): Promise<SavedTable> {
  const columns: SavedColumn[] = [];
  for (const column of table.columns) {
    const { name, type, display } = column;
    const into = intoOf(column, table, trace);
    if (into) {
      columns.push({ name, type, display, first: 0, blocks: 0, into });
      continue;
    }
    const parts = savable(column);
    // `trace` is omitted: it is created again from the name of the trace.
    if (!parts) continue;
    const [codes, values] = parts;
    const saved = await saveColumn(codes, blocks);
    columns.push(
      values ? { ...saved, values: await saveColumn(values, blocks), rows: column.dictionary!.count } : saved,
    );
  }
  return { name: table.name, rows: table.rowCount, columns };
}

async function saveColumn(column: StoredColumn, blocks: BlockList): Promise<SavedColumn> {
  const { name, type, display, blockCount } = column;
  const first = blocks.count;
  for (let block = 0; block < blockCount; block++) await blocks.add(column.stored(block)!);
  return { name, type, display, first, blocks: blockCount };
}
