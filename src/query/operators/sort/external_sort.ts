/**
 * Sorts within the memory budget: many rows are divided into ranges of their first key, and sorted range by
 * range. Only the list of row numbers stays in memory.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import {
  listRows,
  type Part,
  pieces,
  readPiece,
  rowNumbers,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { CHUNK_BYTES, ChunkColumn } from "../../execution/chunk_column.ts";
import { readWholeColumn, writeRowNumbers } from "../columns/materialize.ts";
import { type ChosenStrategy, type Steps, toSteps } from "../operator.ts";
import { stepBudget } from "../../execution/step_budget.ts";
import { callForRanges } from "./radix_pass.ts";
import {
  addTexts,
  isText,
  type OrderKey,
  positions,
  rankTexts,
  sortByKeys,
  type TextRanks,
  toSortKeys,
} from "./sort_keys.ts";

/** Bytes per row during a sort: row, position, two keys, a null byte, and two more positions. */
const BYTES_OF_ROW = 37;
/** A range is rarely divided again: only for frequent keys that no sample showed. */
const DEEPEST = 4;
/** Rows sampled per piece to choose the bounds of ranges. */
const SAMPLED = 256;

/** A list of row numbers. */
interface RowList {
  readonly pointer: number;
  readonly count: number;
}

/** Chooses how to sort the rows of a part: at once if they fit. The sort is stable. */
export function chooseSort(work: Workspace, part: Part, keys: readonly OrderKey[]): ChosenStrategy<RowList> {
  const count = selectedRows(part);
  return {
    names: [isAtOnce(work, part, keys) ? "radix sort" : "radix sort, one range after the other"],
    *run() {
      const pointer = work.take(count * 4);
      yield* sortTo(work, part, keys, pointer, DEEPEST);
      return { pointer, count };
    },
  };
}

/** The rows of a part, sorted by some keys. */
export function sortedRows(work: Workspace, part: Part, keys: readonly OrderKey[]): Steps<RowList> {
  return toSteps(chooseSort(work, part, keys).run());
}

/** Whether all rows of a part can be sorted at once. */
function isAtOnce(work: Workspace, part: Part, keys: readonly OrderKey[]): boolean {
  return keys.length === 0 || selectedRows(part) * BYTES_OF_ROW <= stepBudget(work.arena);
}

/** Writes the sorted rows to a list. */
function* sortTo(
  work: Workspace,
  part: Part,
  keys: readonly OrderKey[],
  to: number,
  depth: number,
): Steps<void> {
  if (depth === 0 || isAtOnce(work, part, keys)) return yield* sortAtOnce(work, part, keys, to);
  const count = selectedRows(part);
  const most = stepBudget(work.arena);
  const wanted = Math.min(
    Math.ceil((2 * count * BYTES_OF_ROW) / most),
    Math.max(2, Math.floor(most / CHUNK_BYTES)),
  );
  const ranges = yield* divide(work, part, keys[0]!, wanted);
  let at = to;
  for (const { rows, isEqual } of ranges) {
    yield* rows.writeRows(at);
    rows.free();
    const own: Part = { ...part, selection: { kind: "list", pointer: at, count: rows.count } };
    yield* sortTo(work, own, isEqual ? keys.slice(1) : keys, at, depth - 1);
    at += 4 * rows.count;
  }
}

function* sortAtOnce(work: Workspace, part: Part, keys: readonly OrderKey[], to: number): Steps<void> {
  const { pointer: rows, count } = listRows(work, part);
  const order = positions(work, count);
  // From the last key to the first: each stable pass keeps the order of the one before.
  for (const key of keys.toReversed()) {
    yield;
    const { words, nulls, someNull } = readWholeColumn(work, [part], [key.column], count);
    toSortKeys(work, key, words, nulls, count);
    sortByKeys(work, words, someNull ? nulls : 0, order, count, key.nullsFirst);
    work.give(words, nulls);
  }
  callForRanges(work, count, (group, at, n) => group.permute32(rows, order + 4 * at, n, to + 4 * at));
  work.give(rows, order);
}

/** Rows of a range, in order. */
class RangeRows {
  readonly #work: Workspace;
  readonly #column: ChunkColumn;
  count = 0;

  constructor(work: Workspace) {
    this.#work = work;
    this.#column = new ChunkColumn(work, { name: "", type: "u64" });
  }

  add(words: number, count: number): void {
    this.#column.add(words, 0, count);
    this.count += count;
  }

  finish(): void {
    this.#column.finish();
  }

  /** Writes the row numbers to a list. */
  writeRows(to: number): Steps<void> {
    return writeRowNumbers(this.#work, this.#column, this.count, to);
  }

  free(): void {
    this.#column.free();
  }
}

interface Range {
  readonly rows: RangeRows;
  /** Whether all keys are equal. */
  readonly isEqual: boolean;
}

/** Divides the rows of a part into about this many ranges of a key. */
function* divide(work: Workspace, part: Part, key: OrderKey, wanted: number): Steps<Range[]> {
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  const numbers = work.take(BLOCK_ROWS * 4), ranges = work.take(BLOCK_ROWS * 4);
  const order = work.take(BLOCK_ROWS * 4), sorted = work.take(BLOCK_ROWS * 8);
  const scratch = { values, nulls };
  const ranks = yield* textRanks(work, [{ part, key }], scratch);
  const found = boundsOf(yield* sampleOf(work, { part, key }, scratch, ranks), wanted);
  const bounds = work.take(found.length * 8 + 8);
  work.arena.u64.set(found, bounds >>> 3);
  // One range for keys below the first bound, and one for null.
  const lists = Array.from({ length: found.length + 2 }, () => new RangeRows(work));
  const ends = work.take(lists.length * 4);
  const { group } = kernelsOf(work.arena);
  // For each row: find the range of its first key, and append the row there; ranges are sorted one after the
  // other.
  for (const piece of pieces(work, part)) {
    yield;
    const nullsAt = readPiece(key.column, piece, values, nulls);
    toSortKeys(work, key, values, nullsAt || clearNullBytes(work, nulls, piece.count), piece.count, ranks);
    group.rangesOf(values, nullsAt, piece.count, bounds, found.length, ranges);
    group.orderByHash(ranges, piece.count, 0, lists.length, ends, order);
    const rows = rowNumbers(work, piece, numbers);
    const { u32 } = work.arena;
    for (let at = 0; at < piece.count; at++) {
      u32[(values >>> 2) + 2 * at] = u32[(rows >>> 2) + at]!;
      u32[(values >>> 2) + 2 * at + 1] = 0;
    }
    group.permute(values, order, piece.count, sorted);
    let from = 0;
    for (let each = 0; each < lists.length; each++) {
      const end = work.arena.u32[(ends >>> 2) + each]!;
      if (end > from) lists[each]!.add(sorted + 8 * from, end - from);
      from = end;
    }
  }
  work.give(values, nulls, numbers, ranges, order, sorted, bounds, ends);
  const divided = lists.map((rows, at): Range => {
    rows.finish();
    const isNull = at === lists.length - 1;
    return { rows, isEqual: isNull || (at > 0 && found[at] === found[at - 1]! + 1n) };
  });
  const missing = divided.pop()!;
  return key.nullsFirst ? [missing, ...divided] : [...divided, missing];
}

/** Clears null bytes. */
export function clearNullBytes({ arena }: Workspace, nulls: number, count: number): number {
  arena.u8.fill(0, nulls, nulls + count);
  return nulls;
}

/** Memory for a piece. */
interface Scratch {
  readonly values: number;
  readonly nulls: number;
}

/** A sort key of one part. */
export interface PartKey {
  readonly part: Part;
  readonly key: OrderKey;
}

/** Ranks of all texts of a key; undefined if it is not text. */
export function* textRanks(
  work: Workspace,
  parts: readonly PartKey[],
  { values, nulls }: Scratch,
): Steps<TextRanks | undefined> {
  if (!parts.some(({ key }) => isText(key))) return undefined;
  const codes = new Set<number>();
  for (const { part, key } of parts) {
    for (const piece of pieces(work, part)) {
      yield;
      addTexts(work, codes, values, readPiece(key.column, piece, values, nulls), piece.count);
    }
  }
  return rankTexts(work, codes);
}

/** Keys of some rows of each piece. */
export function* sampleOf(
  work: Workspace,
  { part, key }: PartKey,
  { values, nulls }: Scratch,
  ranks: TextRanks | undefined,
): Steps<bigint[]> {
  const sample: bigint[] = [];
  const rows = work.take(SAMPLED * 4), numbers = work.take(BLOCK_ROWS * 4);
  for (const piece of pieces(work, part)) {
    yield;
    const all = rowNumbers(work, piece, numbers);
    const { u32 } = work.arena;
    const count = Math.min(SAMPLED, piece.count);
    for (let at = 0; at < count; at++) {
      u32[(rows >>> 2) + at] = u32[(all >>> 2) + Math.floor((at * piece.count) / count)]!;
    }
    const someNull = key.column.gather(rows, count, values, nulls) > 0;
    if (!someNull) clearNullBytes(work, nulls, count);
    toSortKeys(work, key, values, nulls, count, ranks);
    const { u8, u64 } = work.arena;
    for (let at = 0; at < count; at++) if (!u8[nulls + at]) sample.push(u64[(values >>> 3) + at]!);
  }
  work.give(rows, numbers);
  return sample;
}

/** Ascending bounds of ranges with about equally many rows; a frequent key gets a range of its own. */
export function boundsOf(keys: readonly bigint[], wanted: number): BigUint64Array {
  const sample = BigUint64Array.from(keys).sort();
  const bounds = new Set<bigint>();
  let before: bigint | undefined;
  for (let each = 1; each < wanted && sample.length > 0; each++) {
    const key = sample[Math.floor((each * sample.length) / wanted)]!;
    bounds.add(key);
    if (key === before && key < 0xffff_ffff_ffff_ffffn) bounds.add(key + 1n);
    before = key;
  }
  return BigUint64Array.from(bounds).sort();
}
