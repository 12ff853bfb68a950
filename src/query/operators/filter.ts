/**
 * `where`: narrows the selection; nothing is copied.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import type { Predicate } from "../execution/block_tests.ts";
import { CallsNow } from "../execution/kernel_calls.ts";
import { PredicateCompiler } from "../execution/predicate.ts";
import {
  BITMAP_BYTES,
  type BlockBits,
  type Part,
  type Relation,
  selectedRows,
  type Workspace,
} from "../execution/relation.ts";
import { shareWork } from "../execution/shared_work.ts";
import { learnTexts } from "../execution/text_memo.ts";
import type { Expr } from "../plan/expressions.ts";
import type { FilterPlan } from "../plan/steps.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/** Rows that pass the condition. With `limit` at least that many in order, where there are: who takes few needs no more. */
export function* runFilter(
  plan: FilterPlan,
  input: Relation,
  context: OperatorContext,
  limit: number = Infinity,
): Steps<Relation> {
  let left = limit;
  const parts: Part[] = [];
  for (const part of input.parts) {
    const filtered: Part = part.selection.kind === "list"
      ? yield* filterList(part, part.selection, plan.condition, context)
      : yield* filterBlocks(part, plan.condition, context, left);
    left -= selectedRows(filtered);
    parts.push(filtered);
  }
  return { columns: plan.columns, parts };
}

function* filterBlocks(part: Part, condition: Expr, context: OperatorContext, limit: number): Steps<Part> {
  const { work } = context;
  yield* learnTexts(context, condition, part.columns);
  const expressions = new ExpressionCompiler(context, part);
  const predicate = new PredicateCompiler(context, expressions).compile(condition);
  const question: Question = { part, predicate, work };
  const shared = limit === Infinity ? yield* testTogether(question) : undefined;
  const { blocks, skipped } = shared ?? (yield* testAlone(question, limit));
  context.countBlocks(blocks.length, skipped);
  return { ...part, selection: { kind: "bits", blocks } };
}

/** What is tested. */
interface Question {
  readonly part: Part;
  readonly predicate: Predicate;
  readonly work: Workspace;
}

/** Which rows passed, and how many blocks were settled without a look at their rows. */
interface Tested {
  readonly blocks: BlockBits[];
  readonly skipped: number;
}

function* testAlone({ part, predicate, work }: Question, limit: number): Steps<Tested> {
  const calls = new CallsNow(work);
  const blocks: BlockBits[] = [];
  let skipped = 0;
  let found = 0;
  for (const { block, rows, old, count } of blocksOf(part)) {
    if (count === 0 || found >= limit) {
      blocks.push(NOTHING);
      skipped++;
      continue;
    }
    yield;
    const bits = work.take(BITMAP_BYTES);
    if (old) calls.copy(old, bits, BITMAP_BYTES);
    else calls.select.fillBits(bits, rows);
    const outcome = predicate.narrow(block, rows, bits, calls);
    if (outcome !== "rows") skipped++;
    const left = outcome === "rows" ? calls.select.countBits(bits, rows) : outcome === "all" ? count : 0;
    found += left;
    blocks.push(settled(work, bits, rows, left));
  }
  return { blocks, skipped };
}

/** The same, by several threads. */
function testTogether({ part, predicate, work }: Question): Steps<Tested | undefined> {
  const cost = predicate.cost * part.rowCount / 1000;
  return shareWork(work, { cost, bitmaps: predicate.bitmaps, each: 4 }, function* (shared) {
    const { section, select, tests } = shared;
    const now = new CallsNow(work);
    const blocks: BlockBits[] = [];
    let skipped = 0;
    for (const { block, rows, old, count } of blocksOf(part)) {
      if (count === 0) {
        blocks.push(NOTHING);
        skipped++;
        continue;
      }
      yield* section.begin();
      const isAhead = predicate.isAhead(block);
      const bits = work.take(BITMAP_BYTES);
      const calls = isAhead ? tests : now;
      if (old) calls.copy(old, bits, BITMAP_BYTES);
      else calls.select.fillBits(bits, rows);
      const outcome = predicate.narrow(block, rows, bits, calls);
      if (outcome !== "rows" || !isAhead) {
        if (outcome !== "rows") skipped++;
        if (outcome === "all" && old) now.copy(old, bits, BITMAP_BYTES);
        const left = outcome === "rows" ? now.select.countBits(bits, rows) : outcome === "all" ? count : 0;
        blocks.push(settled(work, bits, rows, left));
        section.drop();
        yield;
        continue;
      }
      const at = blocks.push(NOTHING) - 1;
      const counted = section.each;
      select.countBits(bits, rows);
      section.calls.keep(counted);
      yield* section.add(() => blocks[at] = settled(work, bits, rows, work.arena.u32[counted >>> 2]!));
    }
    yield* section.finish();
    return { blocks, skipped };
  });
}

const NOTHING: BlockBits = { pointer: 0, count: 0 };

/** The blocks of a part with the bits that they have so far, 0 where all rows count. */
function* blocksOf({ rowCount, selection }: Part): Generator<{
  readonly block: number;
  readonly rows: number;
  readonly old: number;
  readonly count: number;
}> {
  const before = selection.kind === "bits" ? selection.blocks : undefined;
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
    const rows = Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
    const { pointer: old = 0, count = rows } = before?.[block] ?? {};
    yield { block, rows, old, count };
  }
}

/** The bits of a block that was tested; they are given back where none or all are set. */
function settled(work: Workspace, bits: number, rows: number, left: number): BlockBits {
  if (left > 0 && left < rows) return { pointer: bits, count: left };
  work.give(bits);
  return { pointer: 0, count: left };
}

/** Rows in an order of their own stay in it. */
function* filterList(
  part: Part,
  list: { pointer: number; count: number },
  condition: Expr,
  context: OperatorContext,
): Steps<Part> {
  const { work } = context;
  const { arena } = work;
  const column = new ExpressionCompiler(context, part).compile(condition);
  const kept = work.take(list.count * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  let count = 0;
  for (let from = 0; from < list.count; from += BLOCK_ROWS) {
    yield;
    const rows = Math.min(BLOCK_ROWS, list.count - from);
    const hasNulls = column.gather(list.pointer + 4 * from, rows, values, nulls) > 0;
    const { u8, u32, u64 } = arena;
    for (let at = 0; at < rows; at++) {
      if (u64[(values >>> 3) + at] === 0n || (hasNulls && u8[nulls + at])) continue;
      u32[(kept >>> 2) + count++] = u32[(list.pointer >>> 2) + from + at]!;
    }
  }
  work.give(values, nulls);
  return { ...part, selection: { kind: "list", pointer: kept, count } };
}
