/**
 * Tests the rows of a part, block by block: on one thread, or on several.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Predicate } from "./block_tests.ts";
import { CallsNow } from "./kernel_calls.ts";
import { BITMAP_BYTES, type BlockBits, type Part, type Workspace } from "./relation.ts";
import { shareWork } from "./shared_work.ts";

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

/** Tests all blocks, or as many from the first on as it takes to find `limit` rows. */
export function* testBlocks(question: Question, limit: number = Infinity): Generator<void, Tested> {
  const together = limit === Infinity ? yield* testTogether(question) : undefined;
  return together ?? (yield* testAlone(question, limit));
}

function* testAlone({ part, predicate, work }: Question, limit: number): Generator<void, Tested> {
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
function testTogether({ part, predicate, work }: Question): Generator<void, Tested | undefined> {
  const cost = predicate.cost * part.rowCount / 1000;
  const pieces = Math.ceil(part.rowCount / BLOCK_ROWS);
  return shareWork(work, { cost, bitmaps: predicate.bitmaps, pieces, each: 4 }, function* (shared) {
    const { section, select, tests } = shared;
    const now = new CallsNow(work);
    const blocks: BlockBits[] = [];
    let skipped = 0;
    yield* shared.doAll(blocksOf(part), ({ block, rows, old, count }, counted) => {
      const at = blocks.push(NOTHING) - 1;
      if (count === 0) {
        skipped++;
        return undefined;
      }
      const isAhead = predicate.isAhead(block);
      const calls = isAhead ? tests : now;
      const bits = work.take(BITMAP_BYTES);
      if (old) calls.copy(old, bits, BITMAP_BYTES);
      else calls.select.fillBits(bits, rows);
      const outcome = predicate.narrow(block, rows, bits, calls);
      if (outcome === "rows" && isAhead) {
        select.countBits(bits, rows);
        section.calls.keep(counted);
        return () => blocks[at] = settled(work, bits, rows, work.arena.u32[counted >>> 2]!);
      }
      if (outcome !== "rows") skipped++;
      if (outcome === "all" && old) now.copy(old, bits, BITMAP_BYTES);
      const left = outcome === "rows" ? now.select.countBits(bits, rows) : outcome === "all" ? count : 0;
      blocks[at] = settled(work, bits, rows, left);
      return undefined;
    });
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
