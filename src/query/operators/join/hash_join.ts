/**
 * Joins on packed keys: build-side rows get ids by key, and the probe side looks them up. If no build key
 * occurs twice, the left side stays in place with its partners as lookups; otherwise pairs are written.
 * @module
 */

import {
  type Block,
  BLOCK_ROWS,
  blockKernels,
  constantBlock,
  NO_ROW,
  NullMode,
  sealBlock,
} from "../../../tables/block.ts";
import { CachedColumn } from "../../../tables/cached_column.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import { StoredColumn } from "../../../tables/stored_column.ts";
import { type KeyPacking, KeyReader } from "../../execution/key_packing.ts";
import { numbersTest, rangeTest } from "../../execution/block_tests.ts";
import { KeyTable } from "../../execution/key_table.ts";
import type { RunContext } from "../../execution/context.ts";
import { type BlockCrew, eachBlock } from "../../execution/each_block.ts";
import { threadSettings } from "../../../memory/threads.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { PairState } from "../../execution/kernels/keyed_layout.ts";
import {
  BITMAP_BYTES,
  type BlockBits,
  type BlockRows,
  blocksInOrder,
  type Part,
  pieceOf,
  pieces,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { testBlocks } from "../../execution/test_blocks.ts";
import { rowsByGroup } from "../hash_group/group_order.ts";
import { ROW_NUMBER_COLUMN } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { PieceForm } from "../partition/partitioned_blocks.ts";

/** Rows of one side, with their keys. */
export interface JoinSide {
  readonly part: Part;
  readonly keys: readonly Column[];
}

/** Up to this many keys, the range of keys is computed, and one thread adds them. */
const FEW_KEYS = 1 << 17;
/** Estimated nanoseconds per row looked up or added. */
const COST = 6;
/** Bytes per build-side row for ids and row numbers, in input order and by key. */
const BYTES_OF_PLACES = 16;
/**
 * If the right side has this many times the rows of the left, it is first filtered by the keys of the left.
 */
const MUCH_LARGER = 4;

/** Rows of a block or list, whose keys are read on demand. */
interface KeyedRows extends BlockRows {
  /** Reads the keys as words, with null bytes; `nulls` is 0 if none is null. */
  keys(): { readonly words: number; readonly nulls: number };
  /** Address of memory for the ids of the keys (u32). */
  readonly ids: number;
  /**
   * Returns the address of the row numbers, counted in the block or in the part; 0 if all rows of the block are
   * selected.
   */
  list(): number;
  /** Writes the row numbers, counted in the part (u32). */
  writeRows(to: number): void;
  /** Frees the list. */
  done(): void;
}

/** A pass over the rows of a side. */
interface KeyPass<R> {
  /** Makes the calls for the rows of a block; returns what to do once they have run, in block order. */
  write(rows: KeyedRows, memory: number): (() => void) | undefined;
  end(): R;
}

/** A pass over rows whose key ids are at `ids`. */
interface LookUp<R> extends KeyPass<R> {
  /** Receives blocks whose zone maps show that all keys are unknown; if absent, `write` gets them too. */
  missed?(rows: BlockRows): void;
}

/** Requirements for sharing the work among threads. */
interface KeyWork {
  /** If absent, one thread does the work. */
  readonly context?: RunContext;
  /** Bytes of memory per block. */
  readonly each?: number;
}

/** Ids of the keys of some rows. */
class KeyIds {
  readonly #work: Workspace;
  readonly #packing: KeyPacking;
  readonly #reader: KeyReader;
  readonly #ids: number;
  readonly #list: number;
  readonly table: KeyTable;
  /** Whether any row had a null key. */
  someNull = false;
  /** Whether the key of an id can be read; false after keys were added on several threads. */
  #hasKeys = true;

  constructor(work: Workspace, packing: KeyPacking) {
    [this.#work, this.#packing] = [work, packing];
    this.#reader = new KeyReader(work, packing);
    this.table = new KeyTable(work, packing.direct);
    this.#ids = work.take(BLOCK_ROWS * 4);
    this.#list = work.take(BLOCK_ROWS * 4);
  }

  /** Adds the keys of a side in row order; rows with a null key get no id. */
  add(side: JoinSide, take: (rows: KeyedRows) => void): Steps<void> {
    return this.#each(side, {}, () => ({
      write: (rows) => {
        const { words, nulls } = rows.keys();
        const [base, list] = [rows.block * BLOCK_ROWS, rows.list()];
        this.table.assign(words, nulls, rows.count, rows.ids, {
          ...{ rows: list, base, add: true, nullsAreNone: true },
        });
        this.someNull ||= nulls !== 0;
        take(rows);
        return undefined;
      },
      end() {},
    }));
  }

  /** Looks up the rows of a side; rows with a null key have no id. */
  lookUp<R>(side: JoinSide, needs: KeyWork, begin: (crew: BlockCrew) => LookUp<R>): Steps<R> {
    const range = this.#range();
    const zones = range && side.part.selection.kind !== "list" ? zonesOf(side.keys) : undefined;
    return this.#each(side, needs, (crew) => {
      const { missed, write, end } = begin(crew);
      return {
        // Probe: for each row of the left side, look up the id of its key.
        write: (rows, memory) => {
          const { count, ids } = rows;
          const isUnknown = range && zones && misses(keyRangeOfBlock(zones, rows.block), range);
          if (isUnknown && missed) {
            missed(rows);
            return undefined;
          }
          if (isUnknown) crew.calls.fill(ids, 255, 4 * count);
          else {
            const { words, nulls } = rows.keys();
            this.table.lookUp(crew.kernels.keyed, words, nulls, count, ids);
          }
          return write(rows, memory);
        },
        end,
      };
    });
  }

  /**
   * The rows of a side whose key is in the range of known keys, if that can be tested without looking up
   * each.
   */
  *near(side: JoinSide): Steps<JoinSide> {
    const { part } = side;
    const key = zonesOf(side.keys), range = this.#range();
    const isPlain = key instanceof SequenceColumn || key instanceof StoredColumn;
    if (!range || !isPlain || part.selection.kind === "list") return side;
    const words = { ...range, negate: false };
    const predicate = key instanceof SequenceColumn ? numbersTest(key, words) : rangeTest(key, words);
    const { blocks } = yield* testBlocks({ part, predicate, work: this.#work });
    return { ...side, part: { ...part, selection: { kind: "bits", blocks } } };
  }

  /**
   * Adds the rows of a side, and writes their ids to `ids` and row numbers to `list` (u32). The id of a key
   * is the position of a row that has it. Returns whether any key occurs twice; undefined for few rows, which
   * are better added in order.
   */
  *addRows(side: JoinSide, ids: number, list: number, context: RunContext): Steps<boolean | undefined> {
    const work = this.#work;
    const count = selectedRows(side.part);
    if (count <= FEW_KEYS && !threadSettings().always) return undefined;
    this.#hasKeys = false;
    let hasBegun = false;
    const isTwice = yield* this.#each(side, { context }, ({ calls, kernels: { keyed } }) => {
      if (hasBegun) this.table.clear();
      hasBegun = true;
      this.table.reserve(count);
      const twice = work.takeZeroed(4);
      let first = 0;
      return {
        // Build: for each row of the right side, add its key to the table, and write its id and row number.
        write: (rows: KeyedRows) => {
          const { words, nulls } = rows.keys();
          calls.note(twice, this.table.addRows(keyed, words, nulls, rows.count, first, ids + 4 * first));
          rows.writeRows(list + 4 * first);
          first += rows.count;
          return () => {};
        },
        end: (): boolean => work.arena.u32[twice >>> 2] !== 0,
      };
    });
    this.table.setCount(count);
    return isTwice;
  }

  /**
   * Reads the keys of a side block by block, on several threads if there is a context. If a key fails to
   * compute, one thread starts over with a fresh `begin`.
   */
  #each<R>(
    side: JoinSide,
    { context, each = 0 }: KeyWork,
    begin: (crew: BlockCrew) => KeyPass<R>,
  ): Steps<R> {
    const work = this.#work;
    const { part } = side;
    const isList = part.selection.kind === "list";
    const form = context && !isList
      ? new PieceForm([{ ...side, inputs: [] }], this.#packing, context)
      : undefined;
    const needs = {
      cost: COST * selectedRows(part),
      own: form?.own ?? 0,
      pieces: Math.ceil(part.rowCount / BLOCK_ROWS),
      each,
    };
    return eachBlock(work, needs, form !== undefined && !form.readsHere, (crew) => {
      const { write, end } = begin(crew);
      return {
        blocks: isList ? this.#listed(side) : this.#blocks(side, crew, form),
        write: (rows: KeyedRows, memory: number) => {
          const used = write(rows, memory);
          return used && (() => {
            used();
            rows.done();
          });
        },
        end,
      };
    });
  }

  /** Rows of a list, read on one thread. */
  *#listed({ part, keys }: JoinSide): Generator<KeyedRows> {
    for (const piece of pieces(this.#work, part)) {
      const { count, rows } = piece;
      yield {
        ...{ block: 0, rows: count, bits: 0, count },
        keys: () => this.#reader.read(piece, keys, true),
        ids: this.#ids,
        list: () => rows,
        writeRows: (to) => this.#work.arena.u8.copyWithin(to, rows, rows + 4 * count),
        done() {},
      };
    }
  }

  /** Rows of blocks. */
  *#blocks(side: JoinSide, crew: BlockCrew, form: PieceForm | undefined): Generator<KeyedRows> {
    const work = this.#work;
    const { part } = side;
    const { later, kernels } = crew;
    const ids = later ? form!.idsOf(later.shared) : this.#ids;
    for (const each of blocksInOrder(work, part)) {
      const { block, rows, bits, count } = each;
      const base = block * BLOCK_ROWS;
      let list = 0;
      const listOf = (): number => {
        if (!bits || list) return list;
        list = later ? work.take(BLOCK_ROWS * 4) : this.#list;
        kernels.select.bitsToRows(bits, rows, base, list);
        return list;
      };
      yield {
        ...each,
        keys: () => {
          if (later) return form!.readWholeKeys({ ...each, from: { ...side, inputs: [] } }, later);
          const piece = pieceOf(work, part, each, this.#list);
          list = piece.rows;
          return this.#reader.read(piece, side.keys, true);
        },
        ids,
        list: listOf,
        writeRows(to) {
          if (bits) kernels.select.bitsToRows(bits, rows, base, to);
          else kernels.block.fillSequence(base, count, to);
        },
        done() {
          if (later) work.give(list);
        },
      };
    }
  }

  /** The smallest and largest key, if there are few keys. */
  #range(): { readonly low: bigint; readonly high: bigint } | undefined {
    if (!this.#hasKeys) return undefined;
    return this.table.count > FEW_KEYS ? undefined : this.table.range() ?? { low: 1n, high: 0n };
  }
}

/** The only key, if its blocks have zone maps that compare as words. */
function zonesOf([key, ...others]: readonly Column[]): Column | undefined {
  if (!key || others.length > 0 || key instanceof CachedColumn) return undefined;
  return key.type === "u64" || key.type === "u32" || key.type === "time" ? key : undefined;
}

/** The smallest and largest key of a block; null if it has no keys, undefined if unknown. */
function keyRangeOfBlock(
  key: Column,
  block: number,
): { readonly min: bigint; readonly max: bigint } | null | undefined {
  if (key instanceof SequenceColumn) {
    const min = BigInt(key.first + block * BLOCK_ROWS);
    return { min, max: min + BigInt(BLOCK_ROWS - 1) };
  }
  const stored = key.stored(block);
  return stored?.nullMode === NullMode.All ? null : stored;
}

/** Whether a zone map shows that no row of a block has a key in the range. */
function misses(
  zone: ReturnType<typeof keyRangeOfBlock>,
  { low, high }: { readonly low: bigint; readonly high: bigint },
): boolean {
  return zone === null || (zone !== undefined && (zone.max < low || zone.min > high));
}

function rowsOfBlock({ rowCount }: Part, block: number): number {
  return Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
}

/** A block in which no row has a partner. */
function noPartners(part: Part, block: number): Block {
  return constantBlock(rowsOfBlock(part, block), null);
}

function emptyBlocks({ rowCount }: Part): BlockBits[] {
  return Array.from({ length: Math.ceil(rowCount / BLOCK_ROWS) }, () => ({ pointer: 0, count: 0 }));
}

/** The rows of a large right side whose keys occur on the left. */
export function* leftKeys(
  left: JoinSide,
  right: JoinSide,
  packing: KeyPacking,
  work: Workspace,
): Steps<JoinSide> {
  const total = selectedRows(right.part);
  if (selectedRows(left.part) * MUCH_LARGER > total) return right;
  const { keyed } = kernelsOf(work.arena);
  const numbers = new KeyIds(work, { ...packing, direct: undefined });
  yield* numbers.add(left, () => {});
  const near = yield* numbers.near(right);
  const pointer = work.take(selectedRows(near.part) * 4 + 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  let count = 0;
  yield* numbers.lookUp(near, {}, () => ({
    missed() {},
    write(rows) {
      rows.writeRows(scratch);
      count += keyed.rowsOfIds(rows.ids, scratch, rows.count, 0, pointer + 4 * count);
      return undefined;
    },
    end() {},
  }));
  work.give(scratch);
  return { ...right, part: { ...right.part, selection: { kind: "list", pointer, count } } };
}

/** Bytes needed for the rows of a build side. */
export function bytesOfRight({ part }: JoinSide, { direct }: KeyPacking): number {
  const rows = selectedRows(part);
  return KeyTable.bytesOfRows(rows, direct) + rows * BYTES_OF_PLACES;
}

/** Build-side rows by the ids of their keys. */
export class KeyedRight {
  readonly #result: Workspace;
  readonly #work: Workspace;
  readonly #numbers: KeyIds;
  /** Offsets of each id in `rows` (u32), and the end of the last one. */
  #starts = 0;
  /** Row numbers (u32); without `starts`, one per id. */
  #rows = 0;

  /** Results stay in `result`; `work` lasts until the join is done. */
  constructor(result: Workspace, work: Workspace, packing: KeyPacking) {
    [this.#result, this.#work] = [result, work];
    this.#numbers = new KeyIds(work, packing);
  }

  /** Whether no key occurs twice. */
  get isUnique(): boolean {
    return this.#starts === 0;
  }

  /** Adds the build side. */
  *build(side: JoinSide, context: RunContext): Steps<void> {
    const work = this.#work;
    const count = selectedRows(side.part);
    const numbers = work.take(count * 4), ids = work.take(count * 4);
    const isTwice = yield* this.#numbers.addRows(side, ids, numbers, context);
    if (isTwice === false) {
      this.#rows = numbers;
      work.give(ids);
      return;
    }
    const { table } = this.#numbers;
    if (isTwice) return this.#placeRows(ids, numbers, count);
    let done = 0, nullRows = 0;
    yield* this.#numbers.add(side, (rows) => {
      const { u8, u32 } = work.arena;
      const from = rows.ids >>> 2;
      u8.copyWithin(ids + 4 * done, rows.ids, rows.ids + 4 * rows.count);
      rows.writeRows(numbers + 4 * done);
      done += rows.count;
      if (!this.#numbers.someNull) return;
      for (let row = from; row < from + rows.count; row++) if (u32[row] === NO_ROW) nullRows++;
    });
    if (table.count < count - nullRows) return this.#placeRows(ids, numbers, count);
    this.#rows = table.firsts;
    work.give(ids, numbers);
  }

  /** Sorts rows by id, and frees both lists. */
  #placeRows(ids: number, numbers: number, rows: number): void {
    const groups = { groups: ids, count: this.#numbers.table.count };
    const placed = rowsByGroup(groups, numbers, rows, this.#work);
    [this.#rows, this.#starts] = [placed.rows, placed.starts];
    this.#work.give(ids, numbers);
  }

  /** The rows of the left side with a partner, or with `none` those without one. */
  matching(left: JoinSide, none: boolean, context: RunContext): Steps<Part> {
    const { arena } = this.#work;
    const { part } = left;
    if (part.selection.kind === "list") {
      const pointer = this.#result.take(part.selection.count * 4 + 4);
      let count = 0;
      const { keyed } = kernelsOf(arena);
      return this.#numbers.lookUp(left, {}, () => ({
        write(rows) {
          const to = pointer + 4 * count;
          count += keyed.rowsOfIds(rows.ids, rows.list(), rows.count, none ? 1 : 0, to);
          return undefined;
        },
        end: (): Part => ({ ...part, selection: { kind: "list", pointer, count } }),
      }));
    }
    return this.#numbers.lookUp(left, { context, each: 8 }, (crew) => {
      const blocks: BlockBits[] = emptyBlocks(part);
      return {
        // If all keys of a block are unknown, its rows have no partner.
        missed: ({ block, bits, count }) => {
          if (none) blocks[block] = { pointer: this.#copyOf(bits), count };
        },
        write: (rows, memory) => {
          const end = this.#writeBits(crew, rows, none, memory);
          return () => blocks[rows.block] = end();
        },
        end: (): Part => ({ ...part, selection: { kind: "bits", blocks } }),
      };
    });
  }

  /** Makes the calls that set the bits of rows with a partner, or with `none` of those without one. */
  #writeBits(
    { calls, kernels: { keyed } }: BlockCrew,
    { ids, list, count, rows }: KeyedRows,
    none: boolean,
    memory: number,
  ): () => BlockBits {
    const pointer = this.#result.takeZeroed(BITMAP_BYTES);
    calls.keep(memory, keyed.bitsOfIds(ids, list(), count, none ? 1 : 0, pointer));
    return () => this.#blockBits(pointer, this.#work.arena.u32[memory >>> 2]!, rows);
  }

  /** A copy of the bits of a block, if it has any. */
  #copyOf(bits: number): number {
    if (!bits) return 0;
    const pointer = this.#result.take(BITMAP_BYTES);
    this.#result.arena.u8.copyWithin(pointer, bits, bits + BITMAP_BYTES);
    return pointer;
  }

  /** The bits of a block; they are freed if none or all are set. */
  #blockBits(pointer: number, count: number, rows: number): BlockBits {
    if (count > 0 && count < rows) return { pointer, count };
    this.#result.give(pointer);
    return { pointer: 0, count };
  }

  /**
   * The left side with the row numbers of its partners, at most one each; `all` rows, or only those with one.
   */
  beside(
    left: JoinSide,
    all: boolean,
    context: RunContext,
  ): Steps<{ part: Part; partners: StoredColumn }> {
    const { part } = left;
    const work = this.#work;
    let begun: StoredColumn | undefined;
    return this.#numbers.lookUp(left, { context, each: 8 }, (crew) => {
      begun?.free();
      const partners = begun = new StoredColumn(ROW_NUMBER_COLUMN, this.#result.arena);
      const blocks: BlockBits[] = emptyBlocks(part);
      const skipTo = (block: number): void => {
        while (partners.blockCount < block) partners.push(noPartners(part, partners.blockCount));
      };
      return {
        missed() {},
        write: (looked, memory) => {
          const { block, ids, list, count, rows } = looked;
          const found = work.take(BLOCK_ROWS * 4);
          const places = list();
          if (places) crew.calls.fill(found, 255, 4 * rows);
          crew.kernels.keyed.partnersOfIds(ids, places, count, this.#rows, found);
          const bits = all ? undefined : this.#writeBits(crew, looked, false, memory);
          return () => {
            skipTo(block);
            partners.push(this.#seal(found, rows));
            work.give(found);
            if (bits) blocks[block] = bits();
          };
        },
        end(): { part: Part; partners: StoredColumn } {
          skipTo(blocks.length);
          return { part: all ? part : { ...part, selection: { kind: "bits", blocks } }, partners };
        },
      };
    });
  }

  /** Counts the pairs; with `lone`, a left row without a partner counts too. */
  count(left: JoinSide, lone: boolean, context: RunContext): Steps<number> {
    const starts = this.#allStarts();
    return this.#numbers.lookUp(left, { context, each: 8 }, ({ kernels: { partitions } }) => {
      let pairs = 0;
      return {
        missed: ({ count }) => pairs += lone ? count : 0,
        write: ({ ids, count }, memory) => {
          partitions.pairsOfIds(ids, count, starts, lone ? 1 : 0, memory);
          return () => pairs += Number(this.#work.arena.u64[memory >>> 3]!);
        },
        end: () => pairs,
      };
    });
  }

  /**
   * Makes pairs of rows in the order of the left side; with `lone`, a left row without a partner gets a pair
   * with null.
   */
  *pairs(
    left: JoinSide,
    lone: boolean,
    check: (pairs: number) => void,
  ): Steps<{ lefts: StoredColumn; rights: StoredColumn; count: number }> {
    const work = this.#work;
    const { keyed } = kernelsOf(work.arena);
    const starts = this.#allStarts();
    const [lefts, rights] = [0, 1].map(() => new StoredColumn(ROW_NUMBER_COLUMN, this.#result.arena));
    const [ql, qr, scratch] = [0, 1, 2].map(() => work.take(BLOCK_ROWS * 4));
    const state = work.take(PairState.Bytes);
    const isLone = lone ? 1 : 0;
    let staged = 0, total = 0;
    const flush = (): void => {
      if (staged === 0) return;
      lefts!.push(this.#seal(ql!, staged));
      rights!.push(this.#seal(qr!, staged));
      staged = 0;
    };
    const write = (rows: KeyedRows): undefined => {
      const { ids, count } = rows;
      total += Number(keyed.countPairs(ids, count, starts, isLone));
      check(total);
      rows.writeRows(scratch!);
      for (let from = 0, place = 0; from < count;) {
        if (staged === BLOCK_ROWS) flush();
        const to = 4 * staged;
        staged += keyed.writePairs(
          ...[ids, scratch!, from, count, place, starts, this.#rows, isLone] as const,
          ...[BLOCK_ROWS - staged, ql! + to, qr! + to, state] as const,
        );
        work.check();
        const { u32 } = work.arena;
        [from, place] = [u32[(state + PairState.Row) >>> 2]!, u32[(state + PairState.Place) >>> 2]!];
      }
    };
    yield* this.#numbers.lookUp(left, {}, () => ({ ...lone ? {} : { missed() {} }, write, end() {} }));
    flush();
    work.give(ql!, qr!, scratch!, state);
    return { lefts: lefts!, rights: rights!, count: total };
  }

  /** Row numbers as a block, with 0xffffffff as null. */
  #seal(rows: number, count: number): Block {
    const nulls = this.#work.take(BLOCK_ROWS);
    const someNull = kernelsOf(this.#work.arena).keyed.nullsOfRows(rows, count, nulls) !== 0;
    const block = sealBlock(this.#result.arena, {
      pointer: rows,
      rows: count,
      nulls: someNull ? nulls : 0,
      form: "u32",
    });
    this.#work.give(nulls);
    return block;
  }

  /** Offsets of the rows of each id, even if each has only one. */
  #allStarts(): number {
    if (!this.isUnique) return this.#starts;
    const { count } = this.#numbers.table;
    const starts = this.#work.take((count + 1) * 4);
    blockKernels(this.#work.arena).fillSequence(0, count + 1, starts);
    return starts;
  }
}
