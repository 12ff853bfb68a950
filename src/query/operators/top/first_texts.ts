/**
 * Finds the first rows by a text column with many values. Each text is compared once, and the rows of the
 * first texts are sufficient, since each text has a row.
 * @module
 */

import { type AsciiText, emptyAsciiText } from "../../../base/ascii_text.ts";
import { asciiBytes } from "../../../patterns/byte_finder.ts";
import { NullMode, withBlock } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import { compareText } from "../../execution/compare_text.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { BITMAP_BYTES, type Part, selectedBlocks, type Workspace } from "../../execution/relation.ts";
import type { Steps } from "../operator.ts";
import type { OrderKey } from "../sort/sort_keys.ts";

/** Maximum number of rows to return; with more, there is nothing to gain. */
export const FEW_TEXTS = 4096;
/** Maximum range of codes. */
const CODE_SPAN = 1n << 24n;
/** Texts compared between two yields to the event loop. */
const SLICE = 1 << 14;

/** A text that occurs. */
interface FirstText {
  readonly code: number;
  readonly text: string;
}

/**
 * Codes of the first `limit` texts, and of those that read like the last of them; undefined if there are
 * fewer.
 */
export function* firstTexts(
  work: Workspace,
  part: Part,
  { column, descending }: OrderKey,
  limit: number,
): Steps<readonly number[] | undefined> {
  const span = spanOf(part, column);
  if (!span) return undefined;
  const { low, size } = span;
  const set = work.takeZeroed(size);
  markCodes(work, part, column, low, set);
  const { strings } = work.pools;
  const compare = (left: FirstText, right: FirstText): number => {
    work.tick(4);
    return descending ? compareText(right.text, left.text) : compareText(left.text, right.text);
  };
  let first: FirstText[] = [], last: FirstText | undefined, lastBytes: Uint8Array | undefined;
  const own = emptyAsciiText();
  // For each text: keep it unless it is after the last of `limit`; cut the list whenever it has doubled.
  for (let at = 0; at < size; at++) {
    if (at % SLICE === 0) yield;
    if (!work.arena.u8[set + at]) continue;
    const code = low + at;
    // Most texts are decided by their bytes, which sort like the texts.
    if (lastBytes && strings.ascii(code, own)) {
      work.tick(1);
      const order = compareBytes(own, lastBytes);
      if (descending ? order < 0 : order > 0) continue;
    }
    const each = { code, text: strings.text(code) };
    if (last && compare(each, last) > 0) continue;
    if (first.push(each) < 2 * limit) continue;
    ({ first, last } = cut(first, limit, compare));
    lastBytes = asciiBytes(last.text);
  }
  work.give(set);
  if (first.length < limit) return undefined;
  return cut(first, limit, compare).first.map(({ code }) => code);
}

function compareBytes({ bytes, start, end }: AsciiText, other: Uint8Array): number {
  const length = Math.min(end - start, other.length);
  for (let at = 0; at < length; at++) {
    const difference = bytes[start + at]! - other[at]!;
    if (difference !== 0) return difference;
  }
  return end - start - other.length;
}

/** The first of some texts, with those that equal the last of them. */
function cut(
  texts: FirstText[],
  limit: number,
  compare: (left: FirstText, right: FirstText) => number,
): { readonly first: FirstText[]; readonly last: FirstText } {
  texts.sort(compare);
  const last = texts[limit - 1]!;
  let end = limit;
  while (end < texts.length && compare(texts[end]!, last) === 0) end++;
  return { first: texts.slice(0, end), last };
}

/** The range of a column's codes; undefined if they are not packed, or spread too far. */
function spanOf(part: Part, column: Column): { readonly low: number; readonly size: number } | undefined {
  let low: bigint | undefined, high = 0n;
  for (const { block } of selectedBlocks(part)) {
    const stored = column.stored(block);
    if (!stored || stored.nullMode === NullMode.Bytes) return undefined;
    if (stored.nullMode === NullMode.All) continue;
    low = low === undefined || stored.min < low ? stored.min : low;
    high = stored.max > high ? stored.max : high;
  }
  if (low === undefined || high - low >= CODE_SPAN) return undefined;
  return { low: Number(low), size: Number(high - low) + 1 };
}

/** Marks each code that a row has, one byte per code. */
function markCodes(work: Workspace, part: Part, column: Column, low: number, set: number): void {
  const { select } = kernelsOf(work.arena);
  const all = work.take(BITMAP_BYTES);
  for (const { block, rows, bits } of selectedBlocks(part)) {
    work.check();
    const stored = column.stored(block)!;
    if (stored.nullMode === NullMode.All) continue;
    const offset = Number(BigInt.asUintN(32, stored.origin - BigInt(low)));
    if (stored.width === 0) {
      work.arena.u8[set + offset] = 1;
      continue;
    }
    if (!bits) select.fillBits(all, rows);
    const zero = stored.nullMode === NullMode.Zero ? 1 : 0;
    withBlock(
      stored,
      (pointer) => select.markSelected(pointer, stored.width, rows, offset, zero, bits || all, set),
    );
  }
  work.give(all);
}
