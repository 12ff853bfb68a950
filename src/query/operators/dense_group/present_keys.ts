/**
 * Dense keys with slots only for the codes that occur, if these are few, as after a filter on the key.
 * @module
 */

import { NullMode, withBlock } from "../../../tables/block.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import {
  BITMAP_BYTES,
  type BlockRows,
  type Part,
  selectedBlocks,
  type Workspace,
} from "../../execution/relation.ts";
import { FAST_PATH_KEYS } from "./dense_calls.ts";
import { type KeyWithoutStride, slotsOf } from "./dense_plan.ts";

/** Number of slots below which omitting some gains little. */
const FEW_CODES = 16;
/** Codes are numbered with two bytes; one number is reserved. */
const MOST_CODES = 65535;
/** Slots are omitted if fewer than one code in this many occurs. */
const SHARE = 4;

/** The keys of a part, with slots only for codes that occur if that saves many. */
export function keysThatOccur(
  work: Workspace,
  part: Part,
  keys: readonly KeyWithoutStride[],
): readonly KeyWithoutStride[] {
  // A small table is fast enough, and a single key is grouped directly.
  if (part.selection.kind !== "bits" || keys.length < 2 || slotsOf(keys) <= FAST_PATH_KEYS) return keys;
  return keys.map((key) => {
    const { size, step, buckets } = key;
    if (buckets || step > 0n || size < FEW_CODES || size > MOST_CODES) return key;
    const present = presentIn(work, part, key);
    return present ? { ...key, size: present.length, present } : key;
  });
}

/** Codes that occur, minus the base; undefined if there are too many, which the first block usually shows. */
function presentIn(
  work: Workspace,
  part: Part,
  { codes, base, size }: KeyWithoutStride,
): Uint32Array | undefined {
  const { arena } = work;
  const { select } = kernelsOf(arena);
  const set = work.takeZeroed(size);
  const all = work.take(BITMAP_BYTES);
  const mark = ({ block, rows, bits }: BlockRows): void => {
    const stored = codes.stored(block)!;
    if (stored.nullMode === NullMode.All) return;
    const offset = Number(BigInt.asUintN(32, stored.origin - base));
    if (stored.width === 0) {
      arena.u8[set + offset] = 1;
      return;
    }
    if (!bits) select.fillBits(all, rows);
    const zero = stored.nullMode === NullMode.Zero ? 1 : 0;
    withBlock(
      stored,
      (pointer) => select.markSelected(pointer, stored.width, rows, offset, zero, bits || all, set),
    );
  };
  const counted = (): number => arena.u8.subarray(set, set + size).reduce((sum, each) => sum + each, 0);
  let isFirst = true, isFew = true;
  for (const each of selectedBlocks(part)) {
    work.check();
    mark(each);
    if (isFirst) isFew = counted() * SHARE < size;
    isFirst = false;
    if (!isFew) break;
  }
  const found = new Uint32Array(isFew ? counted() : 0);
  let count = 0;
  for (let code = 0; isFew && code < size; code++) if (arena.u8[set + code]) found[count++] = code;
  work.give(set, all);
  return isFew && count * SHARE < size ? found : undefined;
}
