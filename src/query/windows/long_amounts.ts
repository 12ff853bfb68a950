/**
 * Window aggregates for a window that does not fit in memory.
 * @module
 */

import { AmountState, StretchState } from "../execution/kernels/ordered_layout.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { wordKindOf } from "../aggregates/aggregate_input.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import { type Kernels, kernelsOf } from "../execution/kernels.ts";
import type { Workspace } from "../execution/relation.ts";
import type { BoundWindow } from "../plan/window.ts";
import { isInvertible, kernelFormOf, reportOverflows, widthOf } from "./amount_forms.ts";
import { LocalRows, type LongWindow, type OrderedWords, type PlaceWriter } from "./long_window.ts";

/** Allocates memory for a number of input and output values and for a state; returns it with the kernels. */
function roomFor({ context: { work } }: LongWindow, places: number, stateBytes: number): {
  readonly work: Workspace;
  readonly ordered: Kernels["ordered"];
  readonly given: LocalRows;
  readonly made: LocalRows;
  readonly state: number;
  /** Frees the memory allocated here, and the given lists. */
  release(...lists: number[]): void;
} {
  const { ordered } = kernelsOf(work.arena);
  const given = new LocalRows(work, places), made = new LocalRows(work, places);
  const state = work.takeZeroed(stateBytes);
  return {
    work,
    ordered,
    given,
    made,
    state,
    release(...lists) {
      given.release();
      made.release();
      work.give(state, ...lists);
    },
  };
}

/** Starts a cumulative aggregate from the first row. */
export function beginCumulative(window: LongWindow, call: BoundWindow): PlaceWriter {
  const { context } = window;
  const [how, kind] = kernelFormOf(call);
  // Position 0 is a dummy, so that no real position is the first of the window, which would clear the state.
  const room = roomFor(window, BLOCK_ROWS + 1, AmountState.Bytes);
  const { work, ordered, given, made, state } = room;
  const { order, heads } = given;
  return {
    write(first, count, to) {
      window.read(first, count, given.from(1));
      reportOverflows(
        context,
        call,
        { state, order, to: made, from: 1, end: count + 1 },
        (at) =>
          ordered.runningRows(
            ...[how, kind, given.words, given.nulls, heads, order, at, count + 1, state] as const,
            made.words,
            made.nulls,
          ),
      );
      copy(work, made.from(1), count, to);
    },
    release: () => room.release(),
  };
}

/** Starts the fraction that each row contributes to the sum of all rows. */
export function beginShare(window: LongWindow, { arg }: BoundWindow): PlaceWriter {
  const { total } = window;
  const kind = wordKindOf(arg!.type);
  const room = roomFor(window, BLOCK_ROWS + 1, AmountState.Bytes);
  const { work, ordered, given, made, state } = room;
  const { order, heads } = given;
  for (let first = 0; first < total; first += BLOCK_ROWS) {
    work.check();
    const count = Math.min(BLOCK_ROWS, total - first);
    window.read(first, count, given.from(1));
    // A count (aggregate 0) computes the sum as well, and cannot overflow.
    ordered.runningRows(
      ...[0, kind, given.words, given.nulls, heads, order, 1, count + 1, state] as const,
      made.words,
      made.nulls,
    );
  }
  if (kind !== WordKind.Double) {
    const { u64, f64 } = work.arena;
    const [low, high] = [u64[(state + AmountState.Low) >>> 3]!, u64[(state + AmountState.High) >>> 3]!];
    f64[(state + AmountState.Sum) >>> 3] = wide(low, high);
  }
  return {
    write(first, count, to) {
      window.read(first, count, given.from(1));
      ordered.shareOfWindows(
        ...[kind, given.words, given.nulls, heads, order, 1, count + 1, count + 1, state] as const,
        made.words,
        made.nulls,
      );
      copy(work, made.from(1), count, to);
    },
    release: () => room.release(),
  };
}

/** Converts a signed 128-bit number to a double, rounded as the kernels do. */
function wide(low: bigint, high: bigint): number {
  const whole = BigInt.asIntN(128, (high << 64n) | low);
  const size = whole < 0n ? -whole : whole;
  const double = Number(size >> 64n) * 2 ** 64 + Number(BigInt.asUintN(64, size));
  return whole < 0n ? -double : double;
}

/** Starts a moving aggregate over the last rows. */
export function beginMoving(window: LongWindow, call: BoundWindow): PlaceWriter {
  const width = widthOf(call, window.total);
  if (isInvertible(kernelFormOf(call))) return movingSums(window, call, width);
  return width <= BLOCK_ROWS ? movingNear(window, call, width) : movingFar(window, call, width);
}

/**
 * Computes moving sums of whole numbers: rows that enter the window are added, rows that leave it are
 * subtracted.
 */
function movingSums(window: LongWindow, call: BoundWindow, width: number): PlaceWriter {
  const { context } = window;
  const [how, kind] = kernelFormOf(call);
  const room = roomFor(window, 2 * BLOCK_ROWS, AmountState.Bytes);
  const { work, ordered, given, made, state } = room;
  const { order, heads } = given;
  return {
    write(first, count, to) {
      // Rows that leave are placed before those that enter, at a distance of the width that is passed to the
      // kernel.
      window.read(first - width, count, given);
      window.read(first, count, given.from(count));
      const end = 2 * count;
      reportOverflows(context, call, { state, order, to: made, from: count, end }, (at) =>
        ordered.movingSums(
          ...[how, kind, given.words, given.nulls, heads, order, at, end, count, state] as const,
          made.words,
          made.nulls,
        ));
      copy(work, made.from(count), count, to);
    },
    release: () => room.release(),
  };
}

/**
 * Computes moving sums of doubles and moving extremes. Starts at the previous block, because the kernel
 * divides windows into blocks of the width.
 */
function movingNear(window: LongWindow, call: BoundWindow, width: number): PlaceWriter {
  const [how, kind] = kernelFormOf(call);
  const room = roomFor(window, 2 * width + BLOCK_ROWS, StretchState.Bytes);
  const { work, ordered, given, made, state } = room;
  const ends = work.take(width * 8), counts = work.take(width * 4);
  return {
    write(first, count, to) {
      const base = Math.max(0, Math.floor(first / width) - 1) * width;
      const end = first + count - base;
      window.read(base, end, given);
      ordered.movingBlocks(
        ...[how, kind, given.words, given.nulls, given.heads, given.order, 0, end, width] as const,
        ...[ends, counts, state, made.words, made.nulls] as const,
      );
      copy(work, made.from(first - base), count, to);
    },
    release: () => room.release(ends, counts),
  };
}

/**
 * Computes a moving aggregate wider than a block. The window is cut into stretches of its width; a stretch is read
 * again once it is complete, and its totals are kept.
 */
function movingFar(window: LongWindow, call: BoundWindow, width: number): PlaceWriter {
  const [how, kind] = kernelFormOf(call);
  const room = roomFor(window, width + BLOCK_ROWS, StretchState.Bytes);
  const { work, ordered, given, made, state } = room;
  const ends = work.take(width * 8), counts = work.take(width * 4);
  const heads = work.take(BLOCK_ROWS * 4);
  return {
    write(first, count, to) {
      for (let at = first; at < first + count;) {
        const inside = at % width;
        const n = Math.min(first + count - at, width - inside);
        const before = inside === 0 && at > 0 ? width : 0;
        window.read(at - before, before + n, given);
        // The kernel derives a row's position in the stretch from its distance to the head, so negative heads stand for
        // the positions already written.
        if (before === 0) work.arena.u32.fill(-at, heads >>> 2, (heads >>> 2) + n);
        ordered.movingBlocks(
          ...[how, kind, given.words, given.nulls, before ? given.heads : heads, given.order] as const,
          ...[before, before + n, width, ends, counts, state, made.words, made.nulls] as const,
        );
        copy(work, made.from(before), n, {
          words: to.words + 8 * (at - first),
          nulls: to.nulls + at - first,
        });
        at += n;
      }
    },
    release: () => room.release(ends, counts, heads),
  };
}

function copy({ arena: { u8 } }: Workspace, from: OrderedWords, count: number, to: OrderedWords): void {
  u8.copyWithin(to.words, from.words, from.words + 8 * count);
  u8.copyWithin(to.nulls, from.nulls, from.nulls + count);
}
