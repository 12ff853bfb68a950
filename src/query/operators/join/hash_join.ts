/**
 * Joins on keys that have room in a word: rows of the right get numbers by their key, and the left looks these up. Where no key
 * of the right is there twice, the left stays as it is and sees its partners beside it; else pairs are written.
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
import { threadSettings } from "../../../memory/threads.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import type { Exports as KeyedKernels } from "../../execution/kernels/keyed.wasm.ts";
import type { Exports as SharesKernels } from "../../execution/kernels/shares.wasm.ts";
import type { Written } from "../../../memory/kernel_table.ts";
import { PairState } from "../../execution/kernels/keyed_layout.ts";
import { LaterReader } from "../../execution/later_reader.ts";
import {
  BITMAP_BYTES,
  type BlockBits,
  type Part,
  type Piece,
  pieces,
  rowNumbers,
  selectedBlocks,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { type SharedWork, shareWork } from "../../execution/shared_work.ts";
import { testBlocks } from "../../execution/test_blocks.ts";
import { rowsByGroup } from "../hash_group/group_order.ts";
import { NUMBER } from "../columns/materialize.ts";
import type { Steps } from "../operator.ts";
import { type InputBlock, PieceForm } from "../partition/partitioned_blocks.ts";

/** Rows of one side with their keys. */
export interface JoinSide {
  readonly part: Part;
  readonly keys: readonly Column[];
}

/** Known keys up to which their range is looked for, and which one thread adds. */
const FEW_KEYS = 1 << 17;
/** Nanoseconds for a row that is looked up, or added. */
const COST = 6;
/** Numbers and rows of the right, as they come and side by side with those of the same key. */
const BYTES_OF_PLACES = 16;
/** The right is looked through for keys of the left first where it has so many times its rows. */
const MUCH_LARGER = 4;

/** Rows of a block that are looked up, with the numbers of their keys. */
interface LookedUp {
  readonly block: number;
  readonly ids: number;
  readonly count: number;
  /** Rows of the block. */
  readonly rows: number;
  /** Where their numbers in the block are; 0 where all of its rows are looked up. */
  list(): number;
}

/** Where the calls for a block go. */
interface LookUpCalls {
  readonly keyed: Written<KeyedKernels>;
  readonly partitions: Written<SharesKernels>;
  /** Writes what the last call gave to an address, as 32 bits. */
  keep(address: number, result: unknown): void;
  /** Fills bytes. */
  fill(address: number, byte: number, length: number): void;
}

/** What is done with rows that are looked up. */
interface LookUp<R> {
  /** Told of blocks whose keys are all unknown, as zone maps say; others may be handed on all the same. */
  missed(rows: InputBlock): void;
  /** Writes the calls for a block; what is to be done when they have been made, in the order of the blocks. */
  write(to: LookUpCalls, rows: LookedUp, memory: number): () => void;
  end(): R;
  /** Gives back what was made, where it is not needed. */
  leave(): void;
}

/** Numbers of the keys of some rows. */
class Numbers {
  readonly #work: Workspace;
  readonly #packing: KeyPacking;
  readonly #reader: KeyReader;
  readonly #ids: number;
  readonly table: KeyTable;
  /** Whether a row had a null key. */
  someNull = false;
  /** Whether the keys by number are there: of those that were added together not all are. */
  #hasKeys = true;

  constructor(work: Workspace, packing: KeyPacking) {
    [this.#work, this.#packing] = [work, packing];
    this.#reader = new KeyReader(work, packing);
    this.table = new KeyTable(work, packing.direct);
    this.#ids = work.take(BLOCK_ROWS * 4);
  }

  /**
   * The numbers of the rows of a side, piece by piece; those with a null key have none. With `onlyKnown` pieces are left out
   * whose zone maps say that all their keys are unknown.
   */
  *each(
    { part, keys }: JoinSide,
    add: boolean,
    take: (ids: number, piece: Piece) => void,
    onlyKnown = false,
  ): Steps<void> {
    const { arena } = this.#work;
    const range = add ? undefined : this.#range();
    const zones = range && part.selection.kind !== "list" ? zonesOf(keys) : undefined;
    for (const piece of pieces(this.#work, part)) {
      yield;
      if (range && zones && misses(zoneOf(zones, blockOf(piece)), range)) {
        if (onlyKnown) continue;
        arena.u32.fill(NO_ROW, this.#ids >>> 2, (this.#ids >>> 2) + piece.count);
      } else {
        const { words, nulls } = this.#reader.read(piece, keys, true);
        const { rows, base, count } = piece;
        this.table.assign(words, nulls, count, this.#ids, { rows, base, add, nullsAreNone: true });
        this.someNull ||= nulls !== 0;
      }
      take(this.#ids, piece);
    }
  }

  /** The rows of a side whose key lies between those that are known, where that is seen without looking each up. */
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
   * Looks the rows of a side up on several threads: `write` adds calls to those that look a block up. Whether that was done;
   * not where one thread does it sooner, or has to read the keys. With an ending for blocks without a known key.
   */
  *#together(
    { part, keys }: JoinSide,
    context: RunContext,
    { each, missed }: { readonly each: number; readonly missed: (rows: InputBlock) => void },
    write: (shared: SharedWork, ids: number, rows: InputBlock, memory: number) => () => void,
  ): Steps<boolean> {
    if (part.selection.kind === "list") return false;
    const form = new PieceForm([{ part, keys, inputs: [] }], this.#packing, context);
    if (form.readsHere) return false;
    const rows = selectedRows(part);
    const needs = {
      cost: COST * rows,
      own: form.own,
      pieces: Math.ceil(part.rowCount / BLOCK_ROWS),
      each,
    };
    const work = this.#work;
    const range = this.#range();
    const zones = range && zonesOf(keys);
    const from = { part, keys, inputs: [] };
    const done = yield* shareWork(
      work,
      needs,
      function* (this: Numbers, shared: SharedWork): Steps<boolean> {
        const failed = work.takeZeroed(4);
        const reader = new LaterReader(shared, work, failed);
        yield* shared.doAll(selectedBlocks(part), (block, memory) => {
          const rows = { ...block, from };
          if (range && zones && misses(zoneOf(zones, block.block), range)) {
            missed(rows);
            return undefined;
          }
          const { words, nulls, ids } = form.readWholeKeys(rows, 0, shared, reader);
          this.table.assignLater(shared.keyed, words, nulls, block.count, ids);
          return write(shared, ids, rows, memory);
        });
        reader.end();
        return work.arena.u32[failed >>> 2] === 0;
      }.bind(this),
    );
    return done ?? false;
  }

  /**
   * Looks the rows of a side up, block by block, written once for any number of threads. Where a thread has failed, one thread
   * begins anew with what `begin` gives.
   */
  *lookUp<R>(side: JoinSide, context: RunContext, each: number, begin: () => LookUp<R>): Steps<R> {
    const work = this.#work;
    const shared = begin();
    const done = yield* this.#together(
      side,
      context,
      { each, missed: shared.missed },
      ({ keyed, partitions, select, section: { calls } }, ids, { block, rows, bits, count }, memory) => {
        let list = 0;
        const listOf = (): number => {
          if (!bits || list) return list;
          list = work.take(BLOCK_ROWS * 4);
          select.bitsToRows(bits, rows, 0, list);
          return list;
        };
        const to: LookUpCalls = {
          keyed,
          partitions,
          keep: (at) => calls.keep(at),
          fill: (address, byte, length) => calls.fill(address, byte, length),
        };
        const end = shared.write(to, { block, ids, list: listOf, rows, count }, memory);
        return () => {
          end();
          work.give(list);
        };
      },
    );
    if (done) return shared.end();
    shared.leave();
    const { write, end } = begin();
    const { arena } = work;
    const { keyed, partitions } = kernelsOf(arena);
    const to: LookUpCalls = {
      keyed,
      partitions,
      keep: (at, result) => arena.u32[at >>> 2] = Number(result),
      fill: (address, byte, length) => arena.u8.fill(byte, address, address + length),
    };
    const memory = work.take(each);
    yield* this.each(side, false, (ids, piece) => {
      const block = blockOf(piece);
      write(
        to,
        { block, ids, list: () => piece.rows, rows: rowsOfBlock(side.part, block), count: piece.count },
        memory,
      )();
    });
    work.give(memory);
    return end();
  }

  /**
   * Adds the rows of a side, and writes their numbers to `ids` and the rows to `list` (u32). The number of a key is the place of
   * a row that has it. Gives whether a key is there twice; undefined where there are few, which are better known in their order.
   */
  *addRows(side: JoinSide, ids: number, list: number, context: RunContext): Steps<boolean | undefined> {
    const count = selectedRows(side.part);
    if (count <= FEW_KEYS && !threadSettings().always) return undefined;
    this.#hasKeys = false;
    const isTwice = (yield* this.#addTogether(side, ids, list, context)) ??
      (yield* this.#addAlone(side, ids, list));
    this.table.setCount(count);
    return isTwice;
  }

  /** Adds the rows of a side on several threads; undefined where one thread is quicker, or has to read the keys. */
  *#addTogether(
    { part, keys }: JoinSide,
    ids: number,
    list: number,
    context: RunContext,
  ): Steps<boolean | undefined> {
    const count = selectedRows(part);
    if (part.selection.kind === "list") return undefined;
    const form = new PieceForm([{ part, keys, inputs: [] }], this.#packing, context);
    if (form.readsHere) return undefined;
    const needs = { cost: COST * count, own: form.own, pieces: Math.ceil(part.rowCount / BLOCK_ROWS) };
    const work = this.#work;
    const from = { part, keys, inputs: [] };
    const { table } = this;
    let isBegun = false, isTwice = false;
    const done = yield* shareWork(work, needs, function* (shared): Steps<boolean> {
      isBegun = true;
      const failed = work.takeZeroed(4), twice = work.takeZeroed(4);
      const reader = new LaterReader(shared, work, failed);
      table.reserve(count);
      let first = 0;
      yield* shared.doAll(selectedBlocks(part), (each) => {
        const { block, rows, bits, count: n } = each;
        const { words, nulls } = form.readWholeKeys({ ...each, from }, 0, shared, reader);
        table.addRows(shared.keyed, words, nulls, n, first, ids + 4 * first);
        shared.section.calls.expect(0, twice);
        const base = block * BLOCK_ROWS, to = list + 4 * first;
        if (bits) shared.select.bitsToRows(bits, rows, base, to);
        else shared.block.countUp(base, n, to);
        first += n;
        return () => {};
      });
      reader.end();
      isTwice = work.arena.u32[twice >>> 2] !== 0;
      return work.arena.u32[failed >>> 2] === 0;
    });
    if (done) return isTwice;
    if (isBegun) table.clear();
    return undefined;
  }

  /** Adds the rows of a side on one thread. */
  *#addAlone({ part, keys }: JoinSide, ids: number, list: number): Steps<boolean> {
    const work = this.#work;
    const { keyed } = kernelsOf(work.arena);
    const scratch = work.take(BLOCK_ROWS * 4);
    this.table.reserve(selectedRows(part));
    let first = 0, isTwice = false;
    // Build: for each row of the right, put its key into the table, and write down its number and its row.
    for (const piece of pieces(work, part)) {
      yield;
      const { words, nulls } = this.#reader.read(piece, keys, true);
      isTwice = this.table.addRows(keyed, words, nulls, piece.count, first, ids + 4 * first) !== 0 || isTwice;
      const rows = rowNumbers(work, piece, scratch);
      work.arena.u8.copyWithin(list + 4 * first, rows, rows + 4 * piece.count);
      first += piece.count;
    }
    work.give(scratch);
    return isTwice;
  }

  /** The smallest and the largest of few known words. */
  #range(): { readonly low: bigint; readonly high: bigint } | undefined {
    if (!this.#hasKeys) return undefined;
    return this.table.count > FEW_KEYS ? undefined : this.table.range() ?? { low: 1n, high: 0n };
  }
}

/** The only key, where blocks have zone maps that compare as words. */
function zonesOf([key, ...others]: readonly Column[]): Column | undefined {
  if (!key || others.length > 0 || key instanceof CachedColumn) return undefined;
  return key.type === "u64" || key.type === "u32" || key.type === "time" ? key : undefined;
}

/** The smallest and the largest key of a block; null where there are none, undefined where nobody knows. */
function zoneOf(
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

/** Whether a zone map says that no row of a block has a key in the range. */
function misses(
  zone: ReturnType<typeof zoneOf>,
  { low, high }: { readonly low: bigint; readonly high: bigint },
): boolean {
  return zone === null || (zone !== undefined && (zone.max < low || zone.min > high));
}

/** The block in which the rows of a piece lie, unless they are of a list. */
function blockOf({ base }: Piece): number {
  return base / BLOCK_ROWS;
}

function rowsOfBlock({ rowCount }: Part, block: number): number {
  return Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
}

/** A block of which no row has a partner. */
function noPartners(part: Part, block: number): Block {
  return constantBlock(rowsOfBlock(part, block), null);
}

function emptyBlocks({ rowCount }: Part): BlockBits[] {
  return Array.from({ length: Math.ceil(rowCount / BLOCK_ROWS) }, () => ({ pointer: 0, count: 0 }));
}

/** The rows of a large right side with keys that the left has. */
export function* keysOfLeft(
  left: JoinSide,
  right: JoinSide,
  packing: KeyPacking,
  work: Workspace,
): Steps<JoinSide> {
  const total = selectedRows(right.part);
  if (selectedRows(left.part) * MUCH_LARGER > total) return right;
  const { keyed } = kernelsOf(work.arena);
  const numbers = new Numbers(work, { ...packing, direct: undefined });
  yield* numbers.each(left, true, () => {});
  const near = yield* numbers.near(right);
  const pointer = work.take(selectedRows(near.part) * 4 + 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  let count = 0;
  yield* numbers.each(near, false, (ids, piece) => {
    const rows = rowNumbers(work, piece, scratch);
    count += keyed.rowsOfIds(ids, rows, piece.count, 0, pointer + 4 * count);
  }, true);
  work.give(scratch);
  return { ...right, part: { ...right.part, selection: { kind: "list", pointer, count } } };
}

/** Bytes that are taken for the rows of a right side. */
export function bytesOfRight({ part }: JoinSide, { direct }: KeyPacking): number {
  const rows = selectedRows(part);
  return KeyTable.bytesOfRows(rows, direct) + rows * BYTES_OF_PLACES;
}

/** Rows of the right by the numbers of their keys. */
export class KeyedRight {
  readonly #result: Workspace;
  readonly #work: Workspace;
  readonly #numbers: Numbers;
  /** Where the rows of each number begin in `rows` (u32), and where those of the last one end. */
  #starts = 0;
  /** Row numbers (u32); without `starts` one for each number. */
  #rows = 0;

  /** What is made stays in `result`; `work` is there until the join is done. */
  constructor(result: Workspace, work: Workspace, packing: KeyPacking) {
    [this.#result, this.#work] = [result, work];
    this.#numbers = new Numbers(work, packing);
  }

  /** Whether no key is there twice. */
  get isUnique(): boolean {
    return this.#starts === 0;
  }

  /** Takes the rows that are found later. */
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
    const scratch = work.take(BLOCK_ROWS * 4);
    let done = 0, nullRows = 0;
    yield* this.#numbers.each(side, true, (at, piece) => {
      const { u8, u32 } = work.arena;
      const rows = rowNumbers(work, piece, scratch);
      u8.copyWithin(ids + 4 * done, at, at + 4 * piece.count);
      u8.copyWithin(numbers + 4 * done, rows, rows + 4 * piece.count);
      done += piece.count;
      if (!this.#numbers.someNull) return;
      for (let row = at >>> 2; row < (at >>> 2) + piece.count; row++) if (u32[row] === NO_ROW) nullRows++;
    });
    work.give(scratch);
    if (table.count < count - nullRows) return this.#placeRows(ids, numbers, count);
    this.#rows = table.firsts;
    work.give(ids, numbers);
  }

  /** Puts rows beside one another that have one number, and gives both lists back. */
  #placeRows(ids: number, numbers: number, rows: number): void {
    const groups = { groups: ids, count: this.#numbers.table.count };
    const placed = rowsByGroup(groups, numbers, rows, this.#work);
    [this.#rows, this.#starts] = [placed.rows, placed.starts];
    this.#work.give(ids, numbers);
  }

  /** The rows of the left with a partner, or with `none` those without. */
  *matching(left: JoinSide, none: boolean, context: RunContext): Steps<Part> {
    const { arena } = this.#work;
    const { keyed } = kernelsOf(arena);
    const { part } = left;
    if (part.selection.kind === "list") {
      const pointer = this.#result.take(part.selection.count * 4 + 4);
      let count = 0;
      yield* this.#numbers.each(left, false, (ids, piece) => {
        count += keyed.rowsOfIds(ids, piece.rows, piece.count, none ? 1 : 0, pointer + 4 * count);
      });
      return { ...part, selection: { kind: "list", pointer, count } };
    }
    return yield* this.#numbers.lookUp(left, context, 8, () => {
      const blocks: BlockBits[] = emptyBlocks(part);
      return {
        // Of the rows whose keys are all unknown none has a partner.
        missed: ({ block, bits, count }) => {
          if (none) blocks[block] = { pointer: this.#copyOf(bits), count };
        },
        write: (to, looked, memory) => {
          const end = this.#writeBits(to, looked, none, memory);
          return () => blocks[looked.block] = end();
        },
        end: (): Part => ({ ...part, selection: { kind: "bits", blocks } }),
        leave() {},
      };
    });
  }

  /** Writes the calls for the bits of the rows of a block that have a partner, or of which there is `none`. */
  #writeBits(
    { keyed, keep }: LookUpCalls,
    { ids, list, count, rows }: LookedUp,
    none: boolean,
    memory: number,
  ): () => BlockBits {
    const pointer = this.#result.takeZeroed(BITMAP_BYTES);
    keep(memory, keyed.bitsOfIds(ids, list(), count, none ? 1 : 0, pointer));
    return () => this.#blockBits(pointer, this.#work.arena.u32[memory >>> 2]!, rows);
  }

  /** A copy of the bits of a block, where it has some. */
  #copyOf(bits: number): number {
    if (!bits) return 0;
    const pointer = this.#result.take(BITMAP_BYTES);
    this.#result.arena.u8.copyWithin(pointer, bits, bits + BITMAP_BYTES);
    return pointer;
  }

  /** The bits of a block, which are given back where none or all are set. */
  #blockBits(pointer: number, count: number, rows: number): BlockBits {
    if (count > 0 && count < rows) return { pointer, count };
    this.#result.give(pointer);
    return { pointer: 0, count };
  }

  /** The left with the numbers of its partners beside it, where each row has one at most; `all` rows, or those with one. */
  *beside(
    left: JoinSide,
    all: boolean,
    context: RunContext,
  ): Steps<{ part: Part; partners: StoredColumn }> {
    const { part } = left;
    const work = this.#work;
    return yield* this.#numbers.lookUp(left, context, 8, () => {
      const partners = new StoredColumn(NUMBER, this.#result.arena);
      const blocks: BlockBits[] = emptyBlocks(part);
      const skipTo = (block: number): void => {
        while (partners.blockCount < block) partners.push(noPartners(part, partners.blockCount));
      };
      return {
        missed() {},
        write: (to, looked, memory) => {
          const { block, ids, list, count, rows } = looked;
          const found = work.take(BLOCK_ROWS * 4);
          const places = list();
          if (places) to.fill(found, 255, 4 * rows);
          to.keyed.partnersOfIds(ids, places, count, this.#rows, found);
          const bits = all ? undefined : this.#writeBits(to, looked, false, memory);
          return () => {
            skipTo(block);
            partners.push(this.#seal(found, rows));
            work.give(found);
            if (bits) blocks[block] = bits();
          };
        },
        end() {
          skipTo(blocks.length);
          return { part: all ? part : { ...part, selection: { kind: "bits", blocks } }, partners };
        },
        leave: () => partners.free(),
      };
    });
  }

  /** How many pairs there are; with `lone` a left row without a partner is one too. */
  *count(left: JoinSide, lone: boolean, context: RunContext): Steps<number> {
    const starts = this.#allStarts();
    return yield* this.#numbers.lookUp(left, context, 8, () => {
      let pairs = 0;
      return {
        missed: ({ count }) => pairs += lone ? count : 0,
        write: ({ partitions }, { ids, count }, memory) => {
          partitions.pairsOfIds(ids, count, starts, lone ? 1 : 0, memory);
          return () => pairs += Number(this.#work.arena.u64[memory >>> 3]!);
        },
        end: () => pairs,
        leave() {},
      };
    });
  }

  /** Pairs of rows, in the order of the left; with `lone` a left row without a partner has a pair without one. */
  *pairs(
    left: JoinSide,
    lone: boolean,
    check: (pairs: number) => void,
  ): Steps<{ lefts: StoredColumn; rights: StoredColumn; count: number }> {
    const work = this.#work;
    const { keyed } = kernelsOf(work.arena);
    const starts = this.#allStarts();
    const [lefts, rights] = [0, 1].map(() => new StoredColumn(NUMBER, this.#result.arena));
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
    yield* this.#numbers.each(left, false, (ids, piece) => {
      total += Number(keyed.countPairs(ids, piece.count, starts, isLone));
      check(total);
      const rows = rowNumbers(work, piece, scratch!);
      for (let from = 0, place = 0; from < piece.count;) {
        if (staged === BLOCK_ROWS) flush();
        const to = 4 * staged;
        staged += keyed.writePairs(
          ...[ids, rows, from, piece.count, place, starts, this.#rows, isLone] as const,
          ...[BLOCK_ROWS - staged, ql! + to, qr! + to, state] as const,
        );
        work.check();
        const { u32 } = work.arena;
        [from, place] = [u32[(state + PairState.Row) >>> 2]!, u32[(state + PairState.Place) >>> 2]!];
      }
    });
    flush();
    work.give(ql!, qr!, scratch!, state);
    return { lefts: lefts!, rights: rights!, count: total };
  }

  /** Row numbers as a block, in which 0xffffffff is null. */
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

  /** Where the rows of each number begin, also where each has one. */
  #allStarts(): number {
    if (!this.isUnique) return this.#starts;
    const { count } = this.#numbers.table;
    const starts = this.#work.take((count + 1) * 4);
    blockKernels(this.#work.arena).countUp(0, count + 1, starts);
    return starts;
  }
}
