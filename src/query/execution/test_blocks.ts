/**
 * Tests the rows of a part, block by block: on one thread, or on several.
 * @module
 */

import { threadSettings } from "../../memory/threads.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { all, type Predicate } from "./block_tests.ts";
import { CALLS_NEVER, CallsNow, type KernelCalls, type LaterWords } from "./kernel_calls.ts";
import { LaterReader, SPARE_BYTES } from "./later_reader.ts";
import {
  BITMAP_BYTES,
  type BlockBits,
  type BlockRows,
  blocksOf,
  type Part,
  type Workspace,
} from "./relation.ts";
import { type SharedWork, shareWork } from "./shared_work.ts";

/** What is tested. */
interface Question {
  readonly part: Part;
  readonly predicate: Predicate;
  readonly work: Workspace;
}

/** Blocks that take no time are looked through in strides. */
const BLOCKS_BETWEEN_LOOKS = 64;

/** Which rows passed, and at the rows of which blocks somebody had to look. */
interface Tested {
  readonly blocks: BlockBits[];
  readonly looked: readonly boolean[];
}

/** Tests all blocks, or as many from the first on as it takes to find `limit` rows. */
export function* testBlocks(question: Question, limit: number = Infinity): Generator<void, Tested> {
  const { part, work } = question;
  const [ahead, rest] = limit === Infinity && threadSettings().threads > 1 ? divided(question) : [];
  const first = ahead && isMuch({ part, predicate: ahead, work })
    ? yield* testTogether({ part, predicate: ahead, work })
    : undefined;
  if (!first) return yield* testAlone(question, limit);
  if (!rest) return first;
  const left: Part = { ...part, selection: { kind: "bits", blocks: first.blocks } };
  const second = yield* testAlone({ part: left, predicate: rest, work }, limit);
  work.give(...first.blocks.map(({ pointer }) => pointer));
  return { blocks: second.blocks, looked: second.looked.map((looked, at) => looked || first.looked[at]!) };
}

/**
 * The first tests, as far as any thread may make them, and the others. The order stays: what fails for a row is computed for
 * no more rows than it would be on one thread.
 */
function divided({ part, predicate }: Question): [ahead?: Predicate, rest?: Predicate] {
  const tests = predicate.tests ?? [predicate];
  const others = tests.findIndex((test) => !isAllAhead(part, test));
  if (others < 0) return [predicate];
  return others === 0 ? [] : [all(tests.slice(0, others)), all(tests.slice(others))];
}

/** Whether any thread may test each block of a part. */
export function isAllAhead({ rowCount }: Part, test: Predicate): boolean {
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) if (!test.isAhead(block)) return false;
  return true;
}

/** Nanoseconds of work, from which on another thread may help. */
const MUCH = 1e6;

/** Whether so much is left where zone maps have said what they know, which most of the time the first few blocks show. */
export function isMuch({ part, predicate }: Question): boolean {
  if (threadSettings().always) return true;
  let left = MUCH;
  for (const { block, rows, count } of blocksOf(part)) {
    if (count === 0 || predicate.narrow(block, rows, 0, CALLS_NEVER) !== "rows") continue;
    left -= predicate.cost * rows / 1000;
    if (left <= 0) return true;
  }
  return false;
}

function* testAlone({ part, predicate, work }: Question, limit: number): Generator<void, Tested> {
  const calls = new CallsNow(work);
  const blocks: BlockBits[] = [];
  const looked: boolean[] = [];
  // Rows of which a bitmap that is left over still has all bits.
  let found = 0, spare = 0, full = 0;
  for (const { block, rows, bits: old, count } of blocksOf(part)) {
    if (block % BLOCKS_BETWEEN_LOOKS === 0) yield;
    if (count === 0 || found >= limit) {
      blocks.push(NOTHING);
      looked.push(false);
      continue;
    }
    // Blocks that zone maps decide leave it to the next one.
    const bits = spare || work.take(BITMAP_BYTES);
    if (old) calls.copy(old, bits, BITMAP_BYTES);
    else if (full !== rows) calls.select.fillBits(bits, rows);
    const outcome = predicate.narrow(block, rows, bits, calls);
    const isLooked = outcome === "rows";
    full = isLooked || old ? 0 : rows;
    looked.push(isLooked);
    const left = isLooked ? calls.select.countBits(bits, rows) : outcome === "all" ? count : 0;
    found += left;
    const isKept = left > 0 && left < rows;
    blocks.push({ pointer: isKept ? bits : 0, count: left });
    spare = isKept ? 0 : bits;
    if (isLooked) yield;
  }
  if (spare) work.give(spare);
  return { blocks, looked };
}

/** Tests blocks on several threads. */
function testTogether({ part, predicate, work }: Question): Generator<void, Tested | undefined> {
  const cost = predicate.cost * part.rowCount / 1000;
  const pieces = Math.ceil(part.rowCount / BLOCK_ROWS);
  const { bitmaps, own = 0 } = predicate;
  return shareWork(work, { cost, bitmaps, own, pieces, each: 4 }, function* (shared) {
    const { section, select, tests } = shared;
    const reader = readLater(shared, work);
    const now = new CallsNow(work);
    const blocks: BlockBits[] = [];
    const looked: boolean[] = [];
    yield* shared.doAll(blocksOf(part), (selected, counted) => {
      const { block, rows, bits: old, count } = selected;
      const at = blocks.push(NOTHING) - 1;
      looked.push(false);
      if (count === 0) return undefined;
      const bits = work.take(BITMAP_BYTES);
      writeBits(selected, bits, tests);
      const outcome = predicate.narrow(block, rows, bits, tests);
      if (outcome !== "rows") {
        // Nothing of what was written down will be done.
        if (outcome === "all" && old) now.copy(old, bits, BITMAP_BYTES);
        blocks[at] = blockBits(work, bits, rows, outcome === "all" ? count : 0);
        return undefined;
      }
      looked[at] = true;
      select.countBits(bits, rows);
      section.calls.keep(counted);
      return () => blocks[at] = blockBits(work, bits, rows, work.arena.u32[counted >>> 2]!);
    });
    // One thread says which row it was, if the row is looked at there.
    return reader.end() ? { blocks, looked } : undefined;
  });
}

/**
 * Tests blocks on several threads, and hands what passed to `take`, in the order of the blocks. The predicate may change while
 * it is asked, to one that fewer rows pass. Undefined where one thread does it sooner, and where a row cannot be computed.
 */
export function testInOrder(
  { predicate, work }: Pick<Question, "predicate" | "work">,
  blocks: readonly BlockRows[],
  take: (passed: BlockRows) => void,
): Generator<void, true | undefined> {
  const total = blocks.reduce((sum, { rows }) => sum + rows, 0);
  const { bitmaps, own = 0, cost } = predicate;
  const needs = { cost: cost * total / 1000, bitmaps, own, pieces: blocks.length, each: 4 };
  return shareWork(work, needs, function* (shared) {
    const { section, select, tests } = shared;
    const reader = readLater(shared, work);
    yield* shared.doAll(blocks, (selected, counted) => {
      const { block, rows } = selected;
      const bits = work.take(BITMAP_BYTES);
      writeBits(selected, bits, tests);
      if (predicate.narrow(block, rows, bits, tests) === "none") {
        work.give(bits);
        return undefined;
      }
      select.countBits(bits, rows);
      section.calls.keep(counted);
      return () => {
        const count = work.arena.u32[counted >>> 2]!;
        if (count > 0 && !reader.hasFailed) take({ block, rows, bits, count });
        work.give(bits);
      };
    });
    return reader.end() || undefined;
  });
}

/** Writes a bit for each row that counts. */
export function writeBits({ rows, bits: old }: BlockRows, bits: number, calls: KernelCalls): void {
  if (old) calls.copy(old, bits, BITMAP_BYTES);
  else calls.select.fillBits(bits, rows);
}

/** Lets tests of a section read columns. */
export function readLater(
  shared: SharedWork,
  work: Workspace,
): { readonly hasFailed: boolean; readonly end: () => boolean } {
  const failed = work.takeZeroed(4);
  const reader = new LaterReader(shared, work, failed);
  shared.tests.later = wordsOf(reader, shared.own);
  return {
    get hasFailed() {
      return work.arena.u32[failed >>> 2] !== 0;
    },
    /** Gives back what all tasks have looked at; whether all rows were computed. */
    end() {
      reader.end();
      return !this.hasFailed;
    },
  };
}

/** Columns are read to the memory that each thread has of its own. */
function wordsOf(reader: LaterReader, own: number): LaterWords {
  return {
    read: (column, block, rows) => {
      const nulls = own + BLOCK_ROWS * 8;
      return { values: own, nulls: reader.read(column, block, rows, own, nulls, own + SPARE_BYTES) };
    },
    readWords: (columns, block, rows) => reader.readWords(columns, block, rows, own),
    loop: (module, args, canFail) => reader.callLoop(module, args, canFail),
  };
}

const NOTHING: BlockBits = { pointer: 0, count: 0 };

/** The bits of a block that was tested; they are given back where none or all are set. */
function blockBits(work: Workspace, bits: number, rows: number, left: number): BlockBits {
  if (left > 0 && left < rows) return { pointer: bits, count: left };
  work.give(bits);
  return { pointer: 0, count: left };
}
