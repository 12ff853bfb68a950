/**
 * Amounts made of several rows of the window: `cumulative`, `moving`, `share`.
 * @module
 */

import { kindOf } from "../aggregates/aggregate_input.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import { largeSum } from "../execution/context.ts";
import { type Kernels, NO_FAILURE } from "../execution/kernels.ts";
import type { BoundWindow } from "../plan/window.ts";
import { MEASURES } from "../plan/types.ts";
import { overPlaces, type WindowFunction, type WindowRows, type Words } from "./window_function.ts";

/** Aggregates that run along with the rows, by the numbers that kernels know them by. */
const ALONG = ["count", "sum", "avg", "min", "max"];
/** From here on they keep one of the values. */
const LEAST = ALONG.indexOf("min");
const STATE_BYTES = 40;

/** Whether an aggregate can run along with the rows. */
export function runsAlong(aggregate: string): boolean {
  return ALONG.includes(aggregate);
}

/** The aggregates that can, for messages. */
export const RUNNING_AGGREGATES: readonly string[] = ALONG;

const OF_AGGREGATES = {
  takes: "aggregate",
  accepts: MEASURES,
  result: (argument) => argument ?? "u64",
} as const satisfies Partial<WindowFunction>;

/** From the first row to this one. */
export const cumulative: WindowFunction = {
  ...OF_AGGREGATES,
  name: "cumulative",
  usage: "cumulative(x)",
  summary: "The sum from the first row of the window to this one; or another aggregate: cumulative(max(x))",
  examples: [
    "allocs | window order seq: total = cumulative(size)",
    "events | window order seq: n = cumulative(count() if kind == free), most = cumulative(max(size))",
  ],
  parameters: ["x"],
  compute(rows, call, { words, nulls }, to) {
    const { heads, order } = rows;
    const [how, kind] = formOf(call);
    withState(
      rows,
      call,
      to,
      (kernels, state, from, end) =>
        kernels.runningRows(how, kind, words, nulls, heads, order, from, end, state, to.words, to.nulls),
    );
  },
};

/** The last rows. */
export const moving: WindowFunction = {
  ...OF_AGGREGATES,
  name: "moving",
  usage: "moving(avg(x), n)",
  summary: `An aggregate over this row and the n - 1 rows before it: one of ${ALONG.join(", ")}`,
  examples: ["allocs | window order seq: smooth = moving(avg(size), 5) | take 10"],
  parameters: ["avg(x)", "n"],
  number: { least: 1 },
  compute(rows, call, input, to) {
    const [how, kind] = formOf(call);
    const width = Math.min(call.number, Math.max(1, rows.total));
    if (how >= LEAST || kind === WordKind.Double && how > 0) {
      return overBlocks(rows, [how, kind, width], input, to);
    }
    const { words, nulls } = input;
    const { heads, order } = rows;
    withState(rows, call, to, (kernels, state, from, end) =>
      kernels.movingSums(
        how,
        kind,
        words,
        nulls,
        heads,
        order,
        from,
        end,
        width,
        state,
        to.words,
        to.nulls,
      ));
  },
};

/** The part of a row. */
export const share: WindowFunction = {
  name: "share",
  usage: "share(x)",
  summary: "The part of the value in the sum of its window, from 0 to 1; null where that sum is 0",
  examples: ["leaks | by func, line | window by func: part = share(bytes) | where part < 1"],
  parameters: ["x"],
  takes: "sum",
  accepts: MEASURES,
  result: () => "f64",
  compute(rows, { arg }, { words, nulls }, to) {
    const { heads, order, total, context: { work } } = rows;
    const state = work.takeZeroed(STATE_BYTES);
    const kind = kindOf(arg!.type);
    overPlaces(rows, (kernels, from, end) =>
      kernels.shareOfWindows(
        kind,
        words,
        nulls,
        heads,
        order,
        from,
        end,
        total,
        state,
        to.words,
        to.nulls,
      ));
    work.give(state);
  },
};

/** What kernels make of the values, and how they read them; of counted rows only the null bytes matter. */
function formOf({ aggregate, arg }: BoundWindow): [how: number, kind: WordKind] {
  const how = ALONG.indexOf(aggregate!.fn.name);
  return [how, how === 0 ? WordKind.Unsigned : kindOf(arg!.type)];
}

/** Runs a kernel that says at which place a sum does not fit: an error, or null where that is none. */
function withState(
  rows: WindowRows,
  call: BoundWindow,
  to: Words,
  run: (kernels: Kernels["ordered"], state: number, from: number, to: number) => number,
): void {
  const { context, order } = rows;
  const { work } = context;
  const state = work.takeZeroed(STATE_BYTES);
  overPlaces(rows, (kernels, from, end) => {
    for (let at = from; at < end;) {
      const failed = run(kernels, state, at, end);
      if (failed === NO_FAILURE) return;
      const { u8, u32, u64 } = work.arena;
      const [low, high] = [u64[state >>> 3]!, u64[(state >>> 3) + 1]!];
      const whole = (high << 64n) | low;
      largeSum(context, call.type === "i64" ? BigInt.asIntN(128, whole) : whole, call.span);
      const position = u32[(order >>> 2) + failed]!;
      u64[(to.words >>> 3) + position] = 0n;
      u8[to.nulls + position] = 1;
      at = failed + 1;
    }
  });
  work.give(state);
}

/** Sums of doubles and extremes. */
function overBlocks(
  rows: WindowRows,
  [how, kind, width]: readonly [number, number, number],
  { words, nulls }: Words,
  to: Words,
): void {
  const { heads, order, context: { work } } = rows;
  const state = work.takeZeroed(STATE_BYTES);
  const ends = work.take(width * 8);
  const counts = work.take(width * 4);
  overPlaces(rows, (kernels, from, end) =>
    kernels.movingBlocks(
      how,
      kind,
      words,
      nulls,
      heads,
      order,
      from,
      end,
      width,
      ends,
      counts,
      state,
      to.words,
      to.nulls,
    ));
  work.give(state, ends, counts);
}
