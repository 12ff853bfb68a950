/**
 * Window functions that aggregate several rows: `cumulative`, `moving`, `share`.
 * @module
 */

import { AmountState, StretchState } from "../execution/kernels/ordered_layout.ts";
import { wordKindOf } from "../aggregates/aggregate_input.ts";
import type { Kernels } from "../execution/kernels.ts";
import type { BoundWindow } from "../plan/window.ts";
import { MEASURES } from "../plan/types.ts";
import { isInvertible, kernelFormOf, reportOverflows, RUNNING_AGGREGATES, widthOf } from "./amount_forms.ts";
import { beginCumulative, beginMoving, beginShare } from "./long_amounts.ts";
import type { OrderedWords } from "./long_window.ts";
import { runInPieces, type WindowFunction, type WindowRows } from "./window_function.ts";

const OF_AGGREGATES = {
  takes: "aggregate",
  accepts: MEASURES,
  result: (argument) => argument ?? "u64",
} as const satisfies Partial<WindowFunction>;

/** Aggregates the rows from the first one of the window to the current one. */
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
  begin: beginCumulative,
  compute(rows, call, { words, nulls }, to) {
    const { heads, order } = rows;
    const [how, kind] = kernelFormOf(call);
    withState(
      rows,
      call,
      to,
      (kernels, state, from, end) =>
        kernels.runningRows(how, kind, words, nulls, heads, order, from, end, state, to.words, to.nulls),
    );
  },
};

/** Aggregates the last rows up to the current one. */
export const moving: WindowFunction = {
  ...OF_AGGREGATES,
  name: "moving",
  usage: "moving(avg(x), n)",
  summary: `An aggregate over this row and the n - 1 rows before it: one of ${RUNNING_AGGREGATES.join(", ")}`,
  examples: ["allocs | window order seq: smooth = moving(avg(size), 5) | take 10"],
  parameters: ["avg(x)", "n"],
  number: { least: 1 },
  begin: beginMoving,
  compute(rows, call, input, to) {
    const [how, kind] = kernelFormOf(call);
    const width = widthOf(call, rows.total);
    if (!isInvertible([how, kind])) return overBlocks(rows, [how, kind, width], input, to);
    const { words, nulls } = input;
    const { heads, order } = rows;
    withState(rows, call, to, (kernels, state, from, end) =>
      kernels.movingSums(
        ...[how, kind, words, nulls, heads, order, from, end, width, state] as const,
        to.words,
        to.nulls,
      ));
  },
};

/** The fraction of the window's sum that a row contributes. */
export const share: WindowFunction = {
  name: "share",
  usage: "share(x)",
  summary: "The fraction of the window's sum that the value makes up, from 0 to 1; null where that sum is 0",
  examples: ["leaks | by func, line | window by func: part = share(bytes) | where part < 1"],
  parameters: ["x"],
  takes: "sum",
  accepts: MEASURES,
  result: () => "f64",
  begin: beginShare,
  compute(rows, { arg }, { words, nulls }, to) {
    const { heads, order, total, context: { work } } = rows;
    const state = work.takeZeroed(AmountState.Bytes);
    const kind = wordKindOf(arg!.type);
    runInPieces(rows, (kernels, from, end) =>
      kernels.shareOfWindows(
        ...[kind, words, nulls, heads, order, from, end, total, state] as const,
        to.words,
        to.nulls,
      ));
    work.give(state);
  },
};

/** Runs a kernel that keeps a state and returns the position where a sum overflows. */
function withState(
  rows: WindowRows,
  call: BoundWindow,
  to: OrderedWords,
  run: (kernels: Kernels["ordered"], state: number, from: number, to: number) => number,
): void {
  const { context, order } = rows;
  const state = context.work.takeZeroed(AmountState.Bytes);
  runInPieces(
    rows,
    (kernels, from, end) =>
      reportOverflows(context, call, { state, order, to, from, end }, (at) => run(kernels, state, at, end)),
  );
  context.work.give(state);
}

/** Computes moving sums of doubles and moving extremes, block by block. */
function overBlocks(
  rows: WindowRows,
  [how, kind, width]: readonly [number, number, number],
  { words, nulls }: OrderedWords,
  to: OrderedWords,
): void {
  const { heads, order, context: { work } } = rows;
  const state = work.takeZeroed(StretchState.Bytes);
  const ends = work.take(width * 8);
  const counts = work.take(width * 4);
  runInPieces(rows, (kernels, from, end) =>
    kernels.movingBlocks(
      ...[how, kind, words, nulls, heads, order, from, end, width, ends, counts, state] as const,
      to.words,
      to.nulls,
    ));
  work.give(state, ends, counts);
}
