/**
 * Tests the rows of a part, block by block.
 * @module
 */

import { threadSettings } from "../../memory/threads.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { allPass, type Predicate } from "./block_tests.ts";
import { eachBlock } from "./each_block.ts";
import { DISCARD_CALLS, ImmediateCalls, type KernelCalls } from "./kernel_calls.ts";
import {
  BITMAP_BYTES,
  type BlockBits,
  type BlockRows,
  blocksOf,
  type Part,
  type Workspace,
} from "./relation.ts";

/** A predicate on a part. */
interface Question {
  readonly part: Part;
  readonly predicate: Predicate;
  readonly work: Workspace;
}

/** The rows that passed, and the blocks whose rows had to be read. */
interface Tested {
  readonly blocks: BlockBits[];
  readonly looked: readonly boolean[];
}

/** Tests all blocks, or only as many as it takes to find `limit` rows. */
export function* testBlocks(question: Question, limit: number = Infinity): Generator<void, Tested> {
  const { part, work } = question;
  const [ahead, rest] = limit === Infinity && threadSettings().threads > 1 ? divided(question) : [];
  if (!ahead || !isWorthThreads({ part, predicate: ahead, work })) {
    return yield* passBlocks(question, limit, false);
  }
  const first = yield* passBlocks({ part, predicate: ahead, work }, Infinity, true);
  if (!rest) return first;
  const left: Part = { ...part, selection: { kind: "bits", blocks: first.blocks } };
  const second = yield* passBlocks({ part: left, predicate: rest, work }, limit, false);
  work.give(...first.blocks.map(({ pointer }) => pointer));
  return { blocks: second.blocks, looked: second.looked.map((looked, at) => looked || first.looked[at]!) };
}

/**
 * Splits a predicate into the first tests that any thread may run, and the rest. The order stays the same, so
 * that a test that can fail is not run on more rows than on one thread.
 */
function divided({ part, predicate }: Question): [ahead?: Predicate, rest?: Predicate] {
  const tests = predicate.tests ?? [predicate];
  const others = tests.findIndex((test) => !canTestOnThreads(part, test));
  if (others < 0) return [predicate];
  return others === 0 ? [] : [allPass(tests.slice(0, others)), allPass(tests.slice(others))];
}

/** Whether any thread may test each block of a part. */
export function canTestOnThreads({ rowCount }: Part, test: Predicate): boolean {
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) if (!test.canDefer(block)) return false;
  return true;
}

/** Nanoseconds of work that justify another thread. */
const MUCH = 1e6;

/** Whether that much work remains after zone maps, which the first few blocks usually show. */
export function isWorthThreads({ part, predicate }: Question): boolean {
  if (threadSettings().always) return true;
  let left = MUCH;
  for (const { block, rows, count } of blocksOf(part)) {
    if (count === 0 || predicate.narrow(block, rows, 0, DISCARD_CALLS) !== "rows") continue;
    left -= predicate.cost * rows / 1000;
    if (left <= 0) return true;
  }
  return false;
}

/** One pass: the rows of each block that pass, in block order. */
function passBlocks(
  { part, predicate, work }: Question,
  limit: number,
  isShared: boolean,
): Generator<void, Tested> {
  const cost = predicate.cost * part.rowCount / 1000;
  const pieces = Math.ceil(part.rowCount / BLOCK_ROWS);
  const { bitmaps, own = 0 } = predicate;
  return eachBlock(work, { cost, bitmaps, own, pieces, each: 4 }, isShared, ({ calls }) => {
    const now = new ImmediateCalls(work);
    const blocks: BlockBits[] = [];
    const looked: boolean[] = [];
    // A spare bitmap, and the number of rows for which all its bits are still set.
    let found = 0, spare = 0, full = 0;
    const takeBits = (): number => {
      const bits = spare || work.take(BITMAP_BYTES);
      spare = 0;
      return bits;
    };
    /** The bits of a tested block; if none or all are set, the bitmap becomes the spare one. */
    const keep = (bits: number, rows: number, left: number): BlockBits => {
      found += left;
      if (left > 0 && left < rows) return { pointer: bits, count: left };
      if (spare) work.give(bits);
      else spare = bits;
      return { pointer: 0, count: left };
    };
    return {
      blocks: blocksOf(part),
      write(selected: BlockRows, counted: number) {
        const { block, rows, bits: old, count } = selected;
        const at = blocks.push(NOTHING) - 1;
        looked.push(false);
        if (count === 0 || found >= limit) return undefined;
        const isFull = !calls.isLater && !old && spare !== 0 && full === rows;
        const bits = takeBits();
        if (!isFull) writeBits(selected, bits, calls);
        const outcome = predicate.narrow(block, rows, bits, calls);
        full = 0;
        if (outcome !== "rows") {
          // Returning undefined discards the calls recorded for this block, so copy its bits now.
          if (outcome === "all" && old && calls.isLater) now.copy(old, bits, BITMAP_BYTES);
          if (!calls.isLater && !old) full = rows;
          blocks[at] = keep(bits, rows, outcome === "all" ? count : 0);
          return undefined;
        }
        looked[at] = true;
        calls.count(bits, rows, counted);
        return () => blocks[at] = keep(bits, rows, work.arena.u32[counted >>> 2]!);
      },
      end() {
        if (spare) work.give(spare);
        return { blocks, looked };
      },
    };
  });
}

/** Sets a bit for each selected row. */
export function writeBits({ rows, bits: old }: BlockRows, bits: number, calls: KernelCalls): void {
  if (old) calls.copy(old, bits, BITMAP_BYTES);
  else calls.select.fillBits(bits, rows);
}

const NOTHING: BlockBits = { pointer: 0, count: 0 };
