/**
 * Rows that can be among the first ones of an order: a bound is kept that enough rows reach, blocks beyond it are skipped by
 * their zone maps, and of the others the packed numbers are compared with it.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode, withBlock } from "../../tables/block.ts";
import { CachedColumn } from "../../tables/cached_column.ts";
import { type Column, SequenceColumn } from "../../tables/column.ts";
import { compareText } from "../execution/compare_text.ts";
import { kernelsOf } from "../execution/kernels.ts";
import {
  BITMAP_BYTES,
  type BlockBits,
  listRows,
  type Part,
  selectedRows,
  type Workspace,
} from "../execution/relation.ts";
import { WORD_TYPES } from "../plan/values.ts";
import { countCodes } from "./dense_groups.ts";
import { haveBlocks } from "./dense_plan.ts";
import { type OrderKey, toSortKeys } from "./ordering.ts";

/** Fewer rows are sorted as a whole. */
const FEW_ROWS = 4096;
/** The key of rows without a value, which come last; other rows may have it too. */
const KEY_OF_NULLS = 0xffff_ffff_ffff_ffffn;

/** Told how many blocks were looked at, and how many of them were skipped. */
type CountBlocks = (looked: number, skipped: number) => void;

/**
 * A part with fewer rows, among which are the first `limit` in the order of the keys; the part itself where the first key is not
 * stored. Equal rows keep their order.
 */
export function topRows(
  work: Workspace,
  part: Part,
  keys: readonly OrderKey[],
  limit: number,
  countBlocks: CountBlocks,
): Part {
  const [key, ...others] = keys;
  const total = selectedRows(part);
  if (key?.nullsFirst || total <= FEW_ROWS || limit > total / 8 || limit === 0) return part;
  if (part.selection.kind === "list") return part;
  if (!key) return edgeBlocks(part, limit);
  if (key.column instanceof SequenceColumn) return edgeBlocks(part, limit, key.descending);
  let divided: Divided | undefined;
  if (WORD_TYPES.has(key.column.type) && isStored(key.column, part)) {
    const top = new NumberTop(work, part, key, limit, others.length > 0).rows(countBlocks);
    if (top !== part || others.length === 0) return top;
    divided = firstNumbers(work, part, key, limit, countBlocks);
  } else divided = firstValues(work, part, key, limit);
  if (!divided) return part;
  const { before, equal, isOne } = divided;
  const left = before ? limit - selectedRows(before) : limit;
  const rest = isOne ? topRows(work, equal, others, left, countBlocks) : equal;
  return before ? together(work, before, rest) : rest;
}

/** Rows whose first key says that they are among the first ones, if there are such, and those of which the others decide. */
interface Divided {
  readonly before: Part | undefined;
  readonly equal: Part;
  /** All of these have the same key. */
  readonly isOne: boolean;
}

function isStored(column: Column, { rowCount }: Part): boolean {
  return !(column instanceof CachedColumn) && haveBlocks([column], rowCount);
}

/** The blocks of a part that its first `limit` rows are in, or its last ones. */
function edgeBlocks({ selection, rowCount, ...part }: Part, limit: number, last = false): Part {
  if (selection.kind === "list") return { selection, rowCount, ...part };
  const count = Math.ceil(rowCount / BLOCK_ROWS);
  const all = selection.kind === "bits" ? selection.blocks : Array.from({ length: count }, (_, at) => ({
    pointer: 0,
    count: Math.min(BLOCK_ROWS, rowCount - at * BLOCK_ROWS),
  }));
  const blocks: BlockBits[] = Array(count).fill({ pointer: 0, count: 0 });
  let seen = 0;
  for (let each = 0; each < count && seen < limit; each++) {
    const at = last ? count - 1 - each : each;
    blocks[at] = all[at]!;
    seen += all[at]!.count;
  }
  return { ...part, rowCount, selection: { kind: "bits", blocks } };
}

/** The rows of two parts of one table, in their order; no row is in both. */
function together(work: Workspace, one: Part, other: Part): Part {
  const [a, b] = [listRows(work, one), listRows(work, other)];
  const pointer = work.take((a.count + b.count) * 4);
  const { u32 } = work.arena;
  let [at, next] = [a.pointer >>> 2, b.pointer >>> 2];
  const [end, last] = [at + a.count, next + b.count];
  for (let to = pointer >>> 2; at < end || next < last; to++) {
    const isOne = next === last || (at < end && u32[at]! < u32[next]!);
    u32[to] = isOne ? u32[at++]! : u32[next++]!;
    work.did(1);
  }
  work.give(a.pointer, b.pointer);
  return { ...one, selection: { kind: "list", pointer, count: a.count + b.count } };
}

/** Rows with smaller numbers than the last one that is needed, and all that have this one: there are many. */
function firstNumbers(
  work: Workspace,
  part: Part,
  key: OrderKey,
  limit: number,
  countBlocks: CountBlocks,
): Divided | undefined {
  const top = new NumberTop(work, part, key, limit, false).rows(countBlocks);
  // Rows without a value are among the first.
  if (top.selection.kind !== "list") return undefined;
  const { pointer, count } = top.selection;
  const keys = work.take(count * 8), nulls = work.take(count), scratch = work.take(count * 8);
  const counts = work.take(8192), rows = work.take(count * 4 + 4);
  key.column.gather(pointer, count, keys, nulls);
  toSortKeys(work, key, keys, nulls, count);
  const { group } = kernelsOf(work.arena);
  const last = BigInt.asUintN(64, group.nthWord(keys, count, limit - 1, scratch, counts));
  const smaller = last === 0n ? 0 : group.atMost(keys, count, last - 1n, pointer, 0, scratch, rows);
  work.give(keys, nulls, scratch, counts, pointer);
  const value = key.descending ? BigInt.asUintN(64, ~last) : last;
  return {
    before: smaller > 0 ? { ...part, selection: { kind: "list", pointer: rows, count: smaller } } : undefined,
    equal: withNumber(work, part, key.column, value),
    isOne: true,
  };
}

/** Rows that have a number. */
function withNumber(work: Workspace, part: Part, column: Column, value: bigint): Part {
  const { select } = kernelsOf(work.arena);
  return narrowBlocks(work, part, (block, rows, bits) => {
    const stored = column.stored(block)!;
    const { width, origin, nullMode, min, max } = stored;
    if (nullMode === NullMode.All || value < min || value > max) return false;
    if (width === 0) return true;
    withBlock(stored, (pointer, nulls) => {
      if (nulls) select.dropNulls(nulls, rows, bits);
      const wanted = BigInt.asUintN(64, value - origin);
      select.selectRange(pointer, width, rows, wanted, wanted, 0, nullMode === NullMode.Zero ? 1 : 0, bits);
    });
    return true;
  });
}

/** A value that some rows have. */
interface CountedValue {
  readonly code: number;
  readonly rows: number;
  /** In the order of the key, if it is no text. */
  readonly word: bigint;
  readonly text: string;
}

/**
 * Rows of the first values, where few stand behind codes: of those that all are needed, and of the last one. Undefined where
 * not enough rows have a value, or there are too many.
 */
function firstValues(work: Workspace, part: Part, key: OrderKey, limit: number): Divided | undefined {
  const { column, descending } = key;
  const codes = isStored(column, part) && column.type === "text" ? column : column.dictionary?.codes;
  if (!codes || !isStored(codes, part) || column.type === "bytes") return undefined;
  const values = countedValues(work, part, key, codes);
  if (!values) return undefined;
  const isText = column.type === "text";
  const compare = (left: CountedValue, right: CountedValue): number => {
    work.did(4);
    // Words are in the order that is wanted.
    if (!isText) return left.word < right.word ? -1 : left.word > right.word ? 1 : 0;
    return descending ? compareText(right.text, left.text) : compareText(left.text, right.text);
  };
  values.sort(compare);
  let rows = 0;
  const last = values.find((each) => (rows += each.rows) >= limit);
  if (!last) return undefined;
  const before = values.filter((each) => compare(each, last) < 0);
  // Different bytes can read as the same text.
  const equal = values.filter((each) => compare(each, last) === 0);
  const having = (some: readonly CountedValue[]): Part =>
    some.length === 1
      ? withNumber(work, part, codes, BigInt(some[0]!.code))
      : withCodes(work, part, codes, some.map(({ code }) => code));
  // Few more than are needed: they are sorted without being divided.
  if (rows <= 2 * limit) return { before: undefined, equal: having([...before, ...equal]), isOne: false };
  return {
    before: before.length > 0 ? having(before) : undefined,
    equal: having(equal),
    isOne: !isText || equal.length === 1,
  };
}

/** The values that rows of a part have, and how many have each. */
function countedValues(
  work: Workspace,
  part: Part,
  key: OrderKey,
  codes: Column,
): CountedValue[] | undefined {
  const counted = countCodes(work, part, codes)?.filter(({ code }) => code !== null);
  if (!counted) return undefined;
  const { strings } = work.pools;
  const list = work.take(counted.length * 4);
  const words = work.take(counted.length * 8), nulls = work.takeZeroed(counted.length);
  const { u8, u32, u64 } = work.arena;
  counted.forEach(({ code }, at) => {
    u32[(list >>> 2) + at] = Number(code);
    u64[(words >>> 3) + at] = BigInt(Number(code));
  });
  const { dictionary } = key.column;
  const someNull = codes !== key.column && dictionary!.values.gather(list, counted.length, words, nulls) > 0;
  const isText = key.column.type === "text";
  if (!isText) toSortKeys(work, key, words, nulls, counted.length);
  const values = counted.flatMap(({ code, rows }, at): CountedValue[] => {
    if (someNull && u8[nulls + at]) return [];
    const word = u64[(words >>> 3) + at]!;
    return [{
      code: Number(code),
      rows: Number(rows),
      word,
      text: isText ? strings.text(Number(word)) : "",
    }];
  });
  work.give(list, words, nulls);
  return values;
}

/** Rows whose code is among some. */
function withCodes(work: Workspace, part: Part, column: Column, codes: readonly number[]): Part {
  const size = Math.max(...codes) + 1;
  const set = work.takeZeroed((size >>> 3) + 8);
  for (const code of codes) work.arena.u8[set + (code >>> 3)]! |= 1 << (code & 7);
  const { select } = kernelsOf(work.arena);
  const narrowed = narrowBlocks(work, part, (block, rows, bits) => {
    const stored = column.stored(block)!;
    const { width, origin, nullMode } = stored;
    if (nullMode === NullMode.All) return false;
    if (width === 0) return codes.includes(Number(stored.min));
    withBlock(stored, (pointer, nulls) => {
      if (nulls) select.dropNulls(nulls, rows, bits);
      select.selectSet(pointer, width, rows, origin, nullMode === NullMode.Zero ? 1 : 0, set, size, bits);
    });
    return true;
  });
  work.give(set);
  return narrowed;
}

/** Clears bits of blocks; false where no row of a block is left. */
function narrowBlocks(
  work: Workspace,
  part: Part,
  narrow: (block: number, rows: number, bits: number) => boolean,
): Part {
  const { select } = kernelsOf(work.arena);
  const blocks: BlockBits[] = [];
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const rows = Math.min(BLOCK_ROWS, part.rowCount - block * BLOCK_ROWS);
    const bits = selectedBits(work, part, block, rows);
    const count = bits && narrow(block, rows, bits) ? select.countBits(bits, rows) : 0;
    if (bits && count === 0) work.give(bits);
    blocks.push({ pointer: count > 0 ? bits : 0, count });
  }
  return { ...part, selection: { kind: "bits", blocks } };
}

/** A copy of the bits of a block, which the caller gives back; 0 where no row of it counts. */
function selectedBits(work: Workspace, { selection }: Part, block: number, rows: number): number {
  work.check();
  const old = selection.kind === "bits" ? selection.blocks[block]! : undefined;
  if (old?.count === 0) return 0;
  const bits = work.take(BITMAP_BYTES);
  if (old?.pointer) work.arena.u8.copyWithin(bits, old.pointer, old.pointer + BITMAP_BYTES);
  else kernelsOf(work.arena).select.fillBits(bits, rows);
  return bits;
}

/** The first rows by a number without a sign. */
class NumberTop {
  readonly #work: Workspace;
  readonly #part: Part;
  readonly #key: OrderKey;
  readonly #limit: number;
  /** Equal keys count: further ones decide. */
  readonly #keepsTies: boolean;
  #capacity: number;
  #keys: number;
  #rows: number;
  #kept = 0;
  /** Keys up to this one count. */
  #bound = KEY_OF_NULLS;

  constructor(work: Workspace, part: Part, key: OrderKey, limit: number, keepsTies: boolean) {
    [this.#work, this.#part, this.#key, this.#limit, this.#keepsTies] = [work, part, key, limit, keepsTies];
    this.#capacity = 2 * BLOCK_ROWS + 2 * limit;
    this.#keys = work.take(this.#capacity * 8);
    this.#rows = work.take(this.#capacity * 4);
  }

  rows(countBlocks: CountBlocks): Part {
    const work = this.#work;
    const { rowCount } = this.#part;
    const most = Math.max(8 * this.#limit, BLOCK_ROWS);
    let looked = 0, skipped = 0;
    let isEnough = true;
    for (let block = 0; block * BLOCK_ROWS < rowCount && isEnough; block++) {
      looked++;
      const stored = this.#key.column.stored(block)!;
      if (stored.nullMode === NullMode.All || this.#isBeyond(stored)) skipped++;
      else this.#add(block, stored);
      if (this.#kept > 2 * this.#limit + FEW_ROWS) this.#compact();
      isEnough = this.#kept <= most;
      if (this.#kept + BLOCK_ROWS > this.#capacity) this.#grow();
    }
    countBlocks(looked, skipped);
    // Too many equal keys, or rows without a value are among the first.
    const isDone = isEnough && this.#kept >= this.#limit;
    const pointer = isDone ? work.take(this.#kept * 4 + 4) : 0;
    if (isDone) work.arena.u8.copyWithin(pointer, this.#rows, this.#rows + 4 * this.#kept);
    work.give(this.#keys, this.#rows);
    return isDone ? { ...this.#part, selection: { kind: "list", pointer, count: this.#kept } } : this.#part;
  }

  /** The value of the bound. */
  get #limitValue(): bigint {
    return this.#key.descending ? BigInt.asUintN(64, ~this.#bound) : this.#bound;
  }

  #isBeyond({ min, max }: Block): boolean {
    return this.#key.descending ? max < this.#limitValue : min > this.#limitValue;
  }

  /** Adds the rows of a block that the bound lets pass. */
  #add(block: number, stored: Block): void {
    const work = this.#work;
    const { select } = kernelsOf(work.arena);
    const rows = Math.min(BLOCK_ROWS, this.#part.rowCount - block * BLOCK_ROWS);
    const bits = selectedBits(work, this.#part, block, rows);
    if (!bits) return;
    const { width, origin, nullMode, min, max } = stored;
    const value = this.#limitValue;
    const [low, high] = this.#key.descending
      ? [value > min ? value : min, max]
      : [min, value < max ? value : max];
    if (width > 0) {
      withBlock(stored, (pointer, nulls) => {
        if (nulls) select.dropNulls(nulls, rows, bits);
        const [from, to] = [BigInt.asUintN(64, low - origin), BigInt.asUintN(64, high - origin)];
        select.selectRange(pointer, width, rows, from, to, 0, nullMode === NullMode.Zero ? 1 : 0, bits);
      });
    }
    const to = this.#rows + 4 * this.#kept;
    const count = select.bitsToRows(bits, rows, block * BLOCK_ROWS, to);
    work.give(bits);
    if (count === 0) return;
    const nulls = work.take(count);
    const keys = this.#keys + 8 * this.#kept;
    this.#key.column.gather(to, count, keys, nulls);
    toSortKeys(work, this.#key, keys, nulls, count);
    work.give(nulls);
    this.#kept += count;
  }

  /** Lowers the bound to the last key that is needed, and drops what is beyond it. */
  #compact(): void {
    const work = this.#work;
    const { group } = kernelsOf(work.arena);
    const scratch = work.take(this.#kept * 8), counts = work.take(8192);
    const nth = BigInt.asUintN(64, group.nthWord(this.#keys, this.#kept, this.#limit - 1, scratch, counts));
    work.give(scratch, counts);
    if (nth < this.#bound) this.#bound = nth;
    this.#kept = group.atMost(this.#keys, this.#kept, this.#bound, this.#rows, 0, this.#keys, this.#rows);
    if (this.#keepsTies || this.#bound === 0n) return;
    this.#dropTies();
    // No later row can take the place of an equal one.
    this.#bound--;
  }

  /** Of the rows whose key is the bound keeps the first ones: so many that there are enough with the smaller ones. */
  #dropTies(): void {
    const { u64, u32 } = this.#work.arena;
    const [keys, rows] = [this.#keys >>> 3, this.#rows >>> 2];
    let ties = this.#limit;
    for (let at = 0; at < this.#kept; at++) if (u64[keys + at]! < this.#bound) ties--;
    let count = 0;
    for (let at = 0; at < this.#kept; at++) {
      const key = u64[keys + at]!;
      if (key === this.#bound && ties-- <= 0) continue;
      u64[keys + count] = key;
      u32[rows + count++] = u32[rows + at]!;
    }
    this.#kept = count;
  }

  #grow(): void {
    const work = this.#work;
    const capacity = this.#capacity * 2;
    const keys = work.take(capacity * 8), rows = work.take(capacity * 4);
    work.arena.u8.copyWithin(keys, this.#keys, this.#keys + 8 * this.#kept);
    work.arena.u8.copyWithin(rows, this.#rows, this.#rows + 4 * this.#kept);
    work.give(this.#keys, this.#rows);
    [this.#keys, this.#rows, this.#capacity] = [keys, rows, capacity];
  }
}
