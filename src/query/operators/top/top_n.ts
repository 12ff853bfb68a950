/**
 * Rows that can be among the first ones of an order, key after key: by numbers up to a bound, and by few values as they are
 * counted.
 * @module
 */

import { BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import { mayTake } from "../../execution/ways.ts";
import { isPacked, type Predicate, rangeTest, widthCost } from "../../execution/block_tests.ts";
import { compareText } from "../../execution/compare_text.ts";
import {
  type BlockBits,
  listRows,
  type Part,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { testBlocks } from "../../execution/test_blocks.ts";
import { WORD_TYPES } from "../../plan/values.ts";
import { countCodes, planCodes } from "../dense_group/dense_groups.ts";
import { KeyRange } from "./key_range.ts";
import { type CountBlocks, TopThreshold } from "./top_threshold.ts";
import type { Steps } from "../operator.ts";
import { isText, type OrderKey, toSortKeys } from "../sort/sort_keys.ts";

/** Fewer rows are sorted as a whole. */
const FEW_ROWS = 4096;

/**
 * A part with fewer rows, among which are the first `limit` in the order of the keys; the part itself where that cannot be said
 * of the first key. Equal rows keep their order.
 */
export function* topN(
  work: Workspace,
  part: Part,
  keys: readonly OrderKey[],
  limit: number,
  countBlocks: CountBlocks,
): Steps<Part> {
  const [key, ...others] = keys;
  const total = selectedRows(part);
  if (!mayTake("top rows by threshold")) return part;
  if (key?.nullsFirst || total <= FEW_ROWS || limit > total / 8 || limit === 0) return part;
  const isList = part.selection.kind === "list";
  if (!key) return edgeBlocks(part, limit);
  if (key.column instanceof SequenceColumn && !isList) return edgeBlocks(part, limit, key.descending);
  let divided = isList ? undefined : yield* firstValues(work, part, key, limit);
  work.ways.add("top rows by threshold");
  if (!divided && !isText(key)) {
    const first = yield* new TopThreshold(work, part, key, limit, others.length > 0).find(countBlocks);
    if (!first) return part;
    const { pointer, count, tied } = first;
    const before: Part = { ...part, selection: { kind: "list", pointer, count } };
    if (tied === undefined) return before;
    const equal = isList ? undefined : yield* withKey(work, part, key, tied);
    divided = equal && { before: count > 0 ? before : undefined, equal, isOne: true };
  }
  if (!divided) return part;
  const { before, equal, isOne } = divided;
  const left = before ? limit - selectedRows(before) : limit;
  const rest = isOne ? yield* topN(work, equal, others, left, countBlocks) : equal;
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
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) if (!isPacked(column, block)) return false;
  return true;
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
    work.tick(1);
  }
  work.give(a.pointer, b.pointer);
  return { ...one, selection: { kind: "list", pointer, count: a.count + b.count } };
}

/** Rows with one key; undefined where they cannot be found by it. */
function* withKey(work: Workspace, part: Part, key: OrderKey, wanted: bigint): Steps<Part | undefined> {
  const predicate = new KeyRange(work, part, key);
  return predicate.only(wanted) ? yield* passing(work, part, predicate) : undefined;
}

function* passing(work: Workspace, part: Part, predicate: Predicate): Steps<Part> {
  const { blocks } = yield* testBlocks({ part, predicate, work });
  return { ...part, selection: { kind: "bits", blocks } };
}

/** A value that some rows have. */
interface CountedValue {
  readonly code: number;
  readonly rows: number;
  /** In the order of the key, if it is not a text. */
  readonly word: bigint;
  readonly text: string;
}

/**
 * Rows of the first values, where few stand after codes: of those that all are needed, and of the last one. Undefined where
 * not enough rows have a value, or there are too many.
 */
function* firstValues(
  work: Workspace,
  part: Part,
  key: OrderKey,
  limit: number,
): Steps<Divided | undefined> {
  const { column, descending } = key;
  if (WORD_TYPES.has(column.type) && isStored(column, part)) return undefined;
  const codes = isStored(column, part) && column.type === "text" ? column : column.dictionary?.codes;
  if (!codes || !isStored(codes, part) || column.type === "bytes") return undefined;
  const values = countedValues(work, part, key, codes);
  if (!values) return undefined;
  const isText = column.type === "text";
  const compare = (left: CountedValue, right: CountedValue): number => {
    work.tick(4);
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
  const having = (some: readonly CountedValue[]): Steps<Part> =>
    some.length === 1
      ? passing(work, part, codeTest(codes, some[0]!.code))
      : withCodes(work, part, codes, some.map(({ code }) => code));
  // Few more than are needed: they are sorted without being divided.
  if (rows <= 2 * limit) {
    return { before: undefined, equal: yield* having([...before, ...equal]), isOne: false };
  }
  return {
    before: before.length > 0 ? yield* having(before) : undefined,
    equal: yield* having(equal),
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
  const plan = planCodes(part, codes);
  if (!plan) return undefined;
  const counted = countCodes(work, plan).filter(({ code }) => code !== null);
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

/** Rows with one code. */
function codeTest(column: Column, code: number): Predicate {
  return rangeTest(column, { low: BigInt(code), high: BigInt(code), negate: false });
}

/** Rows whose code is among some. */
function* withCodes(work: Workspace, part: Part, column: Column, codes: readonly number[]): Steps<Part> {
  const size = Math.max(...codes) + 1;
  const set = work.takeZeroed((size >>> 3) + 8);
  for (const code of codes) work.arena.u8[set + (code >>> 3)]! |= 1 << (code & 7);
  const predicate: Predicate = {
    cost: widthCost(column),
    bitmaps: 0,
    isAhead: () => true,
    narrow(block, rows, bits, calls) {
      const stored = column.stored(block)!;
      const { width, origin, nullMode, nullCount, min } = stored;
      if (nullMode === NullMode.All) return "none";
      if (width === 0 && !codes.includes(Number(min))) return "none";
      if (width === 0 && nullCount === 0) return "all";
      calls.withBlock(stored, (pointer, nulls) => {
        if (nulls) calls.select.dropNulls(nulls, rows, bits);
        if (width === 0) return;
        calls.select.selectSet(
          pointer,
          width,
          rows,
          origin,
          nullMode === NullMode.Zero ? 1 : 0,
          set,
          size,
          bits,
        );
      });
      return "rows";
    },
  };
  const narrowed = yield* passing(work, part, predicate);
  work.give(set);
  return narrowed;
}
