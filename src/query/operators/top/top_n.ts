/**
 * Reduces the rows for `top`, key by key: numbers by a threshold, columns with few values by counting.
 * @module
 */

import { BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import { isStrategyAllowed, type Strategy } from "../../execution/strategies.ts";
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
import type { PartPlan } from "../dense_group/dense_plan.ts";
import { FEW_TEXTS, firstTexts } from "./first_texts.ts";
import { KeyRange } from "./key_range.ts";
import { type CountBlocks, TopThreshold } from "./top_threshold.ts";
import { type ChosenStrategy, runChosen, type Steps } from "../operator.ts";
import { isText, type OrderKey, toSortKeys } from "../sort/sort_keys.ts";

/** Up to this many rows, sorting all of them is fastest. */
const FEW_ROWS = 4096;

/** A top-N query on a part: the first `limit` rows in the order of the keys. */
export interface TopQuery {
  readonly work: Workspace;
  readonly part: Part;
  readonly keys: readonly OrderKey[];
  readonly limit: number;
  readonly countBlocks: CountBlocks;
}

/** Strategies that leave fewer rows, fastest first; the first one that applies is used. */
const OPERATORS: readonly ((question: TopQuery) => ChosenStrategy<Part> | undefined)[] = [
  edgesOfOrder,
  countedFirst,
  ofFirstTexts,
  belowThreshold,
];

/**
 * Chooses how to reduce a part to fewer rows that include the first ones in the order of the keys; undefined
 * if sorting all rows is fastest. The order of equal rows is kept.
 */
export function chooseTop(question: TopQuery): ChosenStrategy<Part> | undefined {
  const { keys: [key], limit, part } = question;
  const total = selectedRows(part);
  if (key?.nullsFirst || total <= FEW_ROWS || limit > total / 8 || limit === 0) return undefined;
  for (const choose of OPERATORS) {
    const found = choose(question);
    if (found) return found;
  }
  return undefined;
}

/** Runs the chosen strategy; returns all rows if there is none. */
export function* topN(question: TopQuery): Steps<Part> {
  const chosen = chooseTop(question);
  return chosen ? yield* runChosen(chosen, question.work) : question.part;
}

/** Takes rows that are already in order, from one end. */
function edgesOfOrder({ part, keys: [key], limit }: TopQuery): ChosenStrategy<Part> | undefined {
  const name: Strategy = "first and last blocks";
  const isOrdered = !key || (key.column instanceof SequenceColumn && part.selection.kind !== "list");
  return isOrdered && isStrategyAllowed(name)
    ? { names: [name], run: () => edgeBlocks(part, limit, key?.descending) }
    : undefined;
}

/** For a first key with few values: the number of rows per value decides which values are needed. */
function countedFirst(question: TopQuery): ChosenStrategy<Part> | undefined {
  const name: Strategy = "top rows by counted values";
  const { part, keys: [key] } = question;
  if (!key || part.selection.kind === "list" || !isStrategyAllowed(name)) return undefined;
  const codes = packedCodes(key, part);
  const plan = codes && planCodes(part, codes);
  return plan && {
    names: [name],
    *run() {
      const divided = yield* firstValues(question, key, codes, plan);
      if (divided) return yield* withFurtherKeys(question, divided);
      // All values are null, so every row is needed.
      return part;
    },
  };
}

/** For text with too many values to count. */
function ofFirstTexts({ work, part, keys: [key], limit }: TopQuery): ChosenStrategy<Part> | undefined {
  const name: Strategy = "top rows by first texts";
  const isText = key?.column.type === "text" && part.selection.kind !== "list";
  if (!isText || limit > FEW_TEXTS || !isStored(key.column, part) || !isStrategyAllowed(name)) {
    return undefined;
  }
  return {
    names: [name],
    *run() {
      const codes = yield* firstTexts(work, part, key, limit);
      return codes ? yield* withCodes(work, part, key.column, codes) : part;
    },
  };
}

/** For numbers: a falling threshold that enough rows reach. */
function belowThreshold(question: TopQuery): ChosenStrategy<Part> | undefined {
  const name: Strategy = "top rows by threshold";
  const { work, part, keys: [key, ...others], limit, countBlocks } = question;
  if (!key || isText(key) || !isStrategyAllowed(name)) return undefined;
  return {
    names: [name],
    *run() {
      const first = yield* new TopThreshold(work, part, key, limit, others.length > 0).find(countBlocks);
      if (!first) return part;
      const { pointer, count, tied } = first;
      const before: Part = { ...part, selection: { kind: "list", pointer, count } };
      if (tied === undefined) return before;
      const isList = part.selection.kind === "list";
      const equal = isList ? undefined : yield* withKey(work, part, key, tied);
      if (!equal) return part;
      return yield* withFurtherKeys(question, { before: count > 0 ? before : undefined, equal, isOne: true });
    },
  };
}

/** Combines the rows that the first key alone selects with those that further keys select among equal first keys. */
function* withFurtherKeys(question: TopQuery, { before, equal, isOne }: Divided): Steps<Part> {
  const { work, keys, limit } = question;
  const left = before ? limit - selectedRows(before) : limit;
  const rest = isOne ? yield* topN({ ...question, part: equal, keys: keys.slice(1), limit: left }) : equal;
  return before ? together(work, before, rest) : rest;
}

/**
 * Rows that are among the first ones by their first key alone, if any, and rows for which further keys
 * decide.
 */
interface Divided {
  readonly before: Part | undefined;
  readonly equal: Part;
  /** Whether all rows of `equal` have the same key. */
  readonly isOne: boolean;
}

function isStored(column: Column, { rowCount }: Part): boolean {
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) if (!isPacked(column, block)) return false;
  return true;
}

/** The blocks that contain the first `limit` rows of a part, or the last ones. */
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

/** Merges the rows of two disjoint parts of one table, in order. */
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

/** Rows with one key; undefined if the key cannot be searched. */
function* withKey(work: Workspace, part: Part, key: OrderKey, wanted: bigint): Steps<Part | undefined> {
  const predicate = new KeyRange(work, part, key);
  return predicate.only(wanted) ? yield* passing(work, part, predicate) : undefined;
}

function* passing(work: Workspace, part: Part, predicate: Predicate): Steps<Part> {
  const { blocks } = yield* testBlocks({ part, predicate, work });
  return { ...part, selection: { kind: "bits", blocks } };
}

/** A value that occurs. */
interface CountedValue {
  readonly code: number;
  readonly rows: number;
  /** The value as a sort key, if it is not text. */
  readonly word: bigint;
  readonly text: string;
}

/** The code column of a key, if it has one and all blocks are packed. */
function packedCodes({ column }: OrderKey, part: Part): Column | undefined {
  if (column.type === "bytes" || (WORD_TYPES.has(column.type) && isStored(column, part))) return undefined;
  const codes = isStored(column, part) && column.type === "text" ? column : column.dictionary?.codes;
  return codes && isStored(codes, part) ? codes : undefined;
}

/**
 * Divides the rows with the first values: those that are all needed, and those with the last value, of which some may
 * not be. Undefined if too few rows have a value.
 */
function* firstValues(
  { work, part, limit }: TopQuery,
  key: OrderKey,
  codes: Column,
  plan: PartPlan,
): Steps<Divided | undefined> {
  const { column, descending } = key;
  const values = countedValues(work, key, codes, plan);
  const isText = column.type === "text";
  const compare = (left: CountedValue, right: CountedValue): number => {
    work.tick(4);
    // Words already sort in the wanted direction.
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
  // With only a few more rows than needed, dividing them does not pay.
  if (rows <= 2 * limit) {
    return { before: undefined, equal: yield* having([...before, ...equal]), isOne: false };
  }
  return {
    before: before.length > 0 ? yield* having(before) : undefined,
    equal: yield* having(equal),
    isOne: !isText || equal.length === 1,
  };
}

/** The values that occur, with their row counts. */
function countedValues(work: Workspace, key: OrderKey, codes: Column, plan: PartPlan): CountedValue[] {
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

/** A predicate for one code. */
function codeTest(column: Column, code: number): Predicate {
  return rangeTest(column, { low: BigInt(code), high: BigInt(code), negate: false });
}

/** Rows whose code is in a list. */
function* withCodes(work: Workspace, part: Part, column: Column, codes: readonly number[]): Steps<Part> {
  const size = Math.max(...codes) + 1;
  const set = work.takeZeroed((size >>> 3) + 8);
  for (const code of codes) work.arena.u8[set + (code >>> 3)]! |= 1 << (code & 7);
  const predicate: Predicate = {
    cost: widthCost(column),
    bitmaps: 0,
    canDefer: () => true,
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
