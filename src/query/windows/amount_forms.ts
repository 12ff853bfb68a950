/**
 * How kernels compute window aggregates.
 * @module
 */

import { AmountState } from "../execution/kernels/ordered_layout.ts";
import { wordKindOf } from "../aggregates/aggregate_input.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import { largeSum, type RunContext } from "../execution/context.ts";
import { NO_FAILURE } from "../execution/kernels.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { OrderedWords } from "./long_window.ts";

/** Aggregates that can run over a window; their index is the kernel's number for them. */
export const RUNNING_AGGREGATES: readonly string[] = ["count", "sum", "avg", "min", "max"];
/** From this index on, the result of an aggregate is one of the values. */
const LEAST: number = RUNNING_AGGREGATES.indexOf("min");

/**
 * Returns the kernel's number of the aggregate and the kind of its words; a count needs only the null bytes.
 */
export function kernelFormOf({ aggregate, arg }: BoundWindow): [how: number, kind: WordKind] {
  const how = RUNNING_AGGREGATES.indexOf(aggregate!.fn.name);
  return [how, how === 0 ? WordKind.Unsigned : wordKindOf(arg!.type)];
}

/**
 * Whether rows that leave a moving window can be subtracted: true for counts and for sums of whole numbers.
 */
export function isInvertible([how, kind]: ReturnType<typeof kernelFormOf>): boolean {
  return how < LEAST && (how === 0 || kind !== WordKind.Double);
}

/** Returns the width of a moving window, limited to the number of rows. */
export function widthOf({ number }: BoundWindow, total: number): number {
  return Math.min(number, Math.max(1, total));
}

/** Addresses that the kernel needs to compute sums. */
interface SumPlaces {
  readonly state: number;
  /** Row numbers by position in the window. */
  readonly order: number;
  readonly to: OrderedWords;
  readonly from: number;
  readonly end: number;
}

/**
 * Runs a kernel that returns the position where a sum overflows, until the end. Each overflow is an error, or
 * null if that is allowed.
 */
export function reportOverflows(
  context: RunContext,
  call: BoundWindow,
  { state, order, to, from, end }: SumPlaces,
  run: (at: number) => number,
): void {
  for (let at = from; at < end;) {
    const failed = run(at);
    if (failed === NO_FAILURE) return;
    const { u8, u32, u64 } = context.work.arena;
    const [low, high] = [u64[(state + AmountState.Low) >>> 3]!, u64[(state + AmountState.High) >>> 3]!];
    const whole = (high << 64n) | low;
    largeSum(context, call.type === "i64" ? BigInt.asIntN(128, whole) : whole, call.span);
    const position = u32[(order >>> 2) + failed]!;
    u64[(to.words >>> 3) + position] = 0n;
    u8[to.nulls + position] = 1;
    at = failed + 1;
  }
}
