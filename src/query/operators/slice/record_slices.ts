/**
 * Counts and extremes per slice of record numbers. The rows of a slice are consecutive, so packed blocks are read range
 * by range, and no slice number is computed per row.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode, withBlock } from "../../../tables/block.ts";
import { SequenceColumn } from "../../../tables/column.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { Extremes } from "../../execution/kernels/dense_layout.ts";
import { type Part, type Relation, selectedBlocks, type Workspace } from "../../execution/relation.ts";
import type { BoundAggregate, Expr } from "../../plan/expressions.ts";
import { type Constant, WORD_TYPES } from "../../plan/values.ts";
import type { OperatorContext, Steps } from "../operator.ts";

/** An extreme of a column; without a column, a row count. */
interface Wanted {
  readonly index: number;
  readonly isLargest: boolean;
}

/** Rows of one block that belong to one slice. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Address of the bitmap of selected rows; 0 if all rows are selected. */
  readonly bits: number;
  /** Whether they are the whole block. */
  readonly isWhole: boolean;
}

/** Aggregates by slice number, as `grouped` returns them; undefined if this fast path does not apply. */
export function* recordSlices(
  over: Expr,
  { base, step }: { readonly base: bigint; readonly step: bigint },
  aggregates: readonly BoundAggregate[],
  input: Relation,
  { work }: OperatorContext,
): Steps<Map<bigint, Constant[]> | undefined> {
  const wanted = wantedOf(aggregates);
  if (!wanted || over.op !== "column") return undefined;
  const groups = new Map<bigint, Constant[]>();
  const out = work.take(Extremes.Bytes);
  for (const part of input.parts) {
    const numbers = part.columns[over.index];
    if (!(numbers instanceof SequenceColumn) || part.selection.kind === "list") return undefined;
    for (const { block, rows, bits } of selectedBlocks(part)) {
      yield;
      work.check();
      const stored = storedOf(part, block, wanted);
      if (!stored) return undefined;
      const first = BigInt(numbers.first + block * BLOCK_ROWS) - base;
      for (let from = 0; from < rows;) {
        const slice = (first + BigInt(from)) / step;
        const next = (slice + 1n) * step - first;
        const to = next < BigInt(rows) ? Number(next) : rows;
        work.tick(1 + ((to - from) >>> 4));
        const stretch = { from, to, bits, isWhole: bits === 0 && to - from === rows };
        addStretch(work, groups, slice, { wanted, stored }, stretch, out);
        from = to;
      }
    }
  }
  work.give(out);
  return groups;
}

function wantedOf(aggregates: readonly BoundAggregate[]): Wanted[] | undefined {
  const wanted: Wanted[] = [];
  for (const { fn: { name }, arg, condition } of aggregates) {
    if (condition) return undefined;
    if (name === "count" && !arg) wanted.push({ index: -1, isLargest: false });
    else if ((name === "min" || name === "max") && arg?.op === "column" && WORD_TYPES.has(arg.type)) {
      wanted.push({ index: arg.index, isLargest: name === "max" });
    } else return undefined;
  }
  return wanted;
}

/** The packed columns of a block, null for counts; undefined if one is not packed. */
function storedOf(
  { columns }: Part,
  block: number,
  wanted: readonly Wanted[],
): readonly (Block | null)[] | undefined {
  const found: (Block | null)[] = [];
  for (const { index } of wanted) {
    const stored = index < 0 ? null : columns[index]!.stored(block);
    if (stored === undefined) return undefined;
    found.push(stored);
  }
  return found;
}

function addStretch(
  work: Workspace,
  groups: Map<bigint, Constant[]>,
  slice: bigint,
  { wanted, stored }: { readonly wanted: readonly Wanted[]; readonly stored: readonly (Block | null)[] },
  stretch: Stretch,
  out: number,
): void {
  const { from, to, bits } = stretch;
  const rows = bits === 0 ? to - from : kernelsOf(work.arena).dense.bitsBetween(bits, from, to);
  if (rows === 0) return;
  let values = groups.get(slice);
  if (!values) groups.set(slice, values = wanted.map(({ index }) => index < 0 ? 0n : null));
  wanted.forEach(({ isLargest }, at) => {
    const block = stored[at]!;
    const known = values[at]! as bigint | null;
    if (block === null) values[at] = known! + BigInt(rows);
    else {
      const found = extremeOf(work, block, isLargest, stretch, out);
      if (found === null) return;
      if (known === null || (isLargest ? found > known : found < known)) values[at] = found;
    }
  });
}

function extremeOf(
  work: Workspace,
  block: Block,
  isLargest: boolean,
  { from, to, bits, isWhole }: Stretch,
  out: number,
): bigint | null {
  if (block.nullMode === NullMode.All) return null;
  if (isWhole || block.width === 0) return isLargest ? block.max : block.min;
  const { arena } = work;
  const zeroIsNull = block.nullMode === NullMode.Zero ? 1 : 0;
  withBlock(
    block,
    (pointer, nulls) =>
      kernelsOf(arena).dense.extremesBetween(pointer, block.width, from, to, zeroIsNull, nulls, bits, out),
  );
  if (arena.u32[(out + Extremes.Values) >>> 2] === 0) return null;
  const found = arena.u64[(out + (isLargest ? Extremes.Largest : Extremes.Least)) >>> 3]!;
  return BigInt.asUintN(64, found + block.origin);
}
