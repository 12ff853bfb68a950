/**
 * One pass of a radix sort, and other passes over many rows, on any number of threads.
 * @module
 */

import type { RecordedKernels } from "../../../memory/kernel_table.ts";
import { threadSettings } from "../../../memory/threads.ts";
import { withCrew } from "../../execution/each_block.ts";
import type { Exports as GroupKernels } from "../../execution/kernels/group.wasm.ts";
import type { Workspace } from "../../execution/relation.ts";
import { finishSteps } from "../operator.ts";

/** Counters of one byte value each. */
const BYTES = 256;
const COUNTS = BYTES * 4;
/** Estimated nanoseconds per row. */
const COST = 3;
/** Minimum number of rows of a piece; a shorter piece would be done before the next thread starts. */
const LEAST_ROWS = 1 << 16;
const PIECES_OF_THREAD = 4;
/** Maximum number of rows of a piece, so that the run can be cancelled between pieces. */
const ROWS_OF_PIECE = 1 << 20;

/** Calls a kernel for ranges of many rows, in any order. A call may run twice, so it must be repeatable. */
export function callForRanges(
  work: Workspace,
  count: number,
  call: (group: RecordedKernels<GroupKernels>, at: number, n: number) => void,
): void {
  const pieces = piecesOf(count);
  finishSteps(withCrew(work, { cost: COST * count, pieces: pieces.length }, true, function* (crew) {
    yield* crew.doAll(pieces, ({ at, n }) => {
      call(crew.kernels.group, at, n);
      return () => {};
    });
  }));
}

/** Keys, with the row of each. */
interface SortedKeys {
  readonly keys: number;
  readonly rows: number;
}

/**
 * Sorts keys and their rows by one byte of the keys. Returns false, and moves nothing, if all rows have the same byte.
 */
export function radixPass(
  work: Workspace,
  from: SortedKeys,
  to: SortedKeys,
  count: number,
  byte: bigint,
): boolean {
  const pieces = piecesOf(count);
  return finishSteps(withCrew(work, { cost: COST * count, pieces: pieces.length }, true, function* (crew) {
    const { group } = crew.kernels;
    // Each piece has its own counters, and moves its rows after those of earlier pieces.
    const counts = work.takeZeroed(pieces.length * COUNTS);
    yield* crew.doAll(pieces, ({ index, at, n }) => {
      group.radixCount(from.keys + 8 * at, n, byte, counts + index * COUNTS);
      return () => {};
    });
    const moves = placePieces(work.arena.u32, counts >>> 2, pieces.length, count);
    if (moves) {
      yield* crew.doAll(pieces, ({ index, at, n }) => {
        const own = counts + index * COUNTS;
        group.radixMove(from.keys + 8 * at, from.rows + 4 * at, n, byte, to.keys, to.rows, own);
        return () => {};
      });
    }
    work.give(counts);
    return moves;
  }));
}

/** Turns the counts of all pieces into target positions; false if all rows have the same byte. */
function placePieces(u32: Uint32Array, counts: number, pieces: number, count: number): boolean {
  let sum = 0;
  for (let byte = 0; byte < BYTES; byte++) {
    const before = sum;
    for (let piece = 0; piece < pieces; piece++) {
      const at = counts + piece * BYTES + byte;
      const own = u32[at]!;
      u32[at] = sum;
      sum += own;
    }
    if (sum - before === count) return false;
  }
  return true;
}

interface RowPiece {
  readonly index: number;
  readonly at: number;
  readonly n: number;
}

function piecesOf(count: number): RowPiece[] {
  const { threads, always } = threadSettings();
  const share = Math.ceil(count / (threads * PIECES_OF_THREAD));
  const length = Math.min(ROWS_OF_PIECE, Math.max(always ? 1 : LEAST_ROWS, share));
  return Array.from({ length: Math.ceil(count / length) }, (_, index) => {
    const at = index * length;
    return { index, at, n: Math.min(length, count - at) };
  });
}
