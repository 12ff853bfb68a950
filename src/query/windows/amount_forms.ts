/**
 * How kernels know amounts that are made of several rows.
 * @module
 */

import { AmountState } from "../execution/kernels/ordered_layout.ts";
import { kindOf } from "../aggregates/aggregate_input.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import { largeSum, type RunContext } from "../execution/context.ts";
import { NO_FAILURE } from "../execution/kernels.ts";
import type { BoundWindow } from "../plan/window.ts";
import type { Words } from "./long_window.ts";

/** Aggregates that run along with the rows, by the numbers that kernels know them by. */
export const RUNNING_AGGREGATES: readonly string[] = ["count", "sum", "avg", "min", "max"];
/** From here on they keep one of the values. */
const LEAST: number = RUNNING_AGGREGATES.indexOf("min");

/** What kernels make of the values, and how they read them; of counted rows only the null bytes matter. */
export function formOf({ aggregate, arg }: BoundWindow): [how: number, kind: WordKind] {
  const how = RUNNING_AGGREGATES.indexOf(aggregate!.fn.name);
  return [how, how === 0 ? WordKind.Unsigned : kindOf(arg!.type)];
}

/** Whether what goes out of a moving window can be taken away again: of counts and of sums of whole numbers. */
export function isInvertible([how, kind]: ReturnType<typeof formOf>): boolean {
  return how < LEAST && (how === 0 || kind !== WordKind.Double);
}

/** Rows that a moving window has at most. */
export function widthOf({ number }: BoundWindow, total: number): number {
  return Math.min(number, Math.max(1, total));
}

/** Where sums are made. */
interface SumPlaces {
  readonly state: number;
  /** Positions by place. */
  readonly order: number;
  readonly to: Words;
  readonly from: number;
  readonly end: number;
}

/** Runs a kernel that says at which place a sum does not fit, on and on: an error, or null where that is none. */
export function passFailures(
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
