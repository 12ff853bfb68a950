/**
 * Sort keys as unsigned words, and a stable radix sort by them.
 * @module
 */

import { blockKernels } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import { wordKindOf } from "../../aggregates/aggregate_input.ts";
import { compareText } from "../../execution/compare_text.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import type { Workspace } from "../../execution/relation.ts";
import { callForRanges, radixPass } from "./radix_pass.ts";
import { rowRanges } from "../../execution/row_ranges.ts";
import { unifyZeros } from "../../execution/column_words.ts";

/** A key of a sort. */
export interface OrderKey {
  readonly column: Column;
  readonly descending: boolean;
  readonly nullsFirst?: true;
}

/** Ranks of text codes in text order. */
export type TextRanks = ReadonlyMap<number, bigint>;

/** Adds the text codes among words to a set; `nulls` is 0 if none is null. */
export function addTexts(
  work: Workspace,
  codes: Set<number>,
  words: number,
  nulls: number,
  count: number,
): void {
  const { u32, u8 } = work.arena;
  for (let at = 0; at < count; at++) {
    work.tick(1);
    if (!nulls || !u8[nulls + at]) codes.add(u32[(words >>> 2) + 2 * at]!);
  }
}

/** Ranks the texts of all codes. */
export function rankTexts(work: Workspace, codes: ReadonlySet<number>): TextRanks {
  const { strings } = work.pools;
  const sorted = [...codes].sort((left, right) => {
    work.tick(4);
    return compareText(strings.text(left), strings.text(right));
  });
  return new Map(sorted.map((code, rank) => [code, BigInt(rank)]));
}

/** Whether a key sorts as text. */
export function isText({ column: { type } }: OrderKey): boolean {
  return type === "text" || type === "bytes";
}

/**
 * Turns words into keys that sort as unsigned numbers. Null bytes stay. Texts use the given ranks, or ranks
 * among themselves.
 */
export function toSortKeys(
  work: Workspace,
  key: OrderKey,
  words: number,
  nulls: number,
  count: number,
  known?: TextRanks,
): void {
  const { type } = key.column;
  if (isText(key)) {
    const codes = new Set<number>();
    if (!known) addTexts(work, codes, words, nulls, count);
    const ranks = known ?? rankTexts(work, codes);
    const { u64, u32 } = work.arena;
    for (let at = 0; at < count; at++) {
      work.tick(1);
      u64[(words >>> 3) + at] = ranks.get(u32[(words >>> 2) + 2 * at]!) ?? 0n;
    }
  }
  // The sort is stable, and both zeros are equal.
  if (type === "f64") unifyZeros(work.pools, words, count);
  const kind = wordKindOf(type);
  const { compute } = kernelsOf(work.arena);
  for (const [at, n] of rowRanges(work, count)) {
    compute.sortKeys(kind, key.descending ? 1 : 0, words + 8 * at, n, words + 8 * at);
  }
}

/** The positions 0 .. count - 1 (u32), which the caller frees. */
export function positions(work: Workspace, count: number): number {
  const order = work.take(count * 4);
  for (const [at, n] of rowRanges(work, count)) blockKernels(work.arena).fillSequence(at, n, order + 4 * at);
  return order;
}

/**
 * Sorts `order` (positions 0 .. count - 1 in any order) stably by keys; `keys[i]` belongs to position i.
 * Returns the address of the sorted positions, which is `order` itself. Nulls come last in either direction,
 * unless `nullsFirst` is set.
 */
export function sortByKeys(
  work: Workspace,
  keys: number,
  nulls: number,
  order: number,
  count: number,
  nullsFirst = false,
): void {
  if (count < 2) return;
  // The word of a null is arbitrary; clearing it keeps nulls in their order.
  if (nulls) clearNulls(work, keys, nulls, count);
  const sorted = work.take(count * 8);
  const other = work.take(count * 8);
  const otherOrder = work.take(count * 4);
  callForRanges(work, count, (group, at, n) => group.permute(keys, order + 4 * at, n, sorted + 8 * at));
  let [from, to] = [{ keys: sorted, rows: order }, { keys: other, rows: otherOrder }];
  for (let byte = 0n; byte < 64n; byte += 8n) {
    if (radixPass(work, from, to, count, byte)) [from, to] = [to, from];
  }
  if (from.rows !== order) work.arena.u8.copyWithin(order, from.rows, from.rows + 4 * count);
  moveNulls(work, nulls, order, count, nullsFirst);
  work.give(sorted, other, otherOrder);
}

function clearNulls(work: Workspace, keys: number, nulls: number, count: number): void {
  const { u8, u64 } = work.arena;
  for (let at = 0; at < count; at++) {
    work.tick(1);
    if (u8[nulls + at]) u64[(keys >>> 3) + at] = 0n;
  }
}

function moveNulls(work: Workspace, nulls: number, order: number, count: number, toFirst: boolean): void {
  if (!nulls) return;
  const { u8, u32 } = work.arena;
  const from = order >>> 2;
  const missing: number[] = [];
  let kept = 0;
  for (let at = 0; at < count; at++) {
    work.tick(1);
    const position = u32[from + at]!;
    if (u8[nulls + position]) missing.push(position);
    else u32[from + kept++] = position;
  }
  if (toFirst) {
    u32.copyWithin(from + missing.length, from, from + kept);
    kept = 0;
  }
  for (const position of missing) u32[from + kept++] = position;
}
