/**
 * Window functions that read another row: `lag`, `lead`, `first`, `last`.
 * @module
 */

import { EdgeState } from "../execution/kernels/ordered_layout.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { ALL_TYPES } from "../aggregates/aggregate.ts";
import type { LongWindow, PlaceWriter } from "./long_window.ts";
import { runInPieces, type WindowFunction } from "./window_function.ts";

const OF_VALUES = {
  takes: "value",
  accepts: ALL_TYPES,
  result: (argument: ColumnType | null): ColumnType => argument ?? "u64",
} as const satisfies Partial<WindowFunction>;

/** The value of an earlier row. */
export const lag: WindowFunction = {
  ...OF_VALUES,
  name: "lag",
  usage: "lag(x, n)",
  summary: "The value n rows before, 1 by default; null for the first rows",
  examples: ["events | window by thread order seq: gap = seq - lag(seq) | top 3 by gap"],
  parameters: ["x", "n?"],
  number: { least: 0, otherwise: 1 },
  countsAll: true,
  compute: shifted(-1n),
  begin: (window, { number }) => reading(window, -number),
};

/** The value of a later row. */
export const lead: WindowFunction = {
  ...OF_VALUES,
  name: "lead",
  usage: "lead(x, n)",
  summary: "The value n rows after, 1 by default; null for the last rows",
  examples: ["events | where addr != 0 | window by addr order seq: next = lead(kind) | take 5"],
  parameters: ["x", "n?"],
  number: { least: 0, otherwise: 1 },
  countsAll: true,
  compute: shifted(1n),
  begin: (window, { number }) => reading(window, number),
};

/** The first value of the window that is not null. */
export const first: WindowFunction = {
  ...OF_VALUES,
  name: "first",
  usage: "first(x)",
  summary: "The first value of the window that is not null, in its order",
  examples: ["events | window by func order seq: since = seq - first(seq)"],
  parameters: ["x"],
  compute: edge(0),
  begin: (window) => repeating(window, 1),
};

/** The last value of the window that is not null. */
export const last: WindowFunction = {
  ...OF_VALUES,
  name: "last",
  usage: "last(x)",
  summary: "The last value of the window that is not null, in its order",
  examples: ["events | window by func order seq: still = last(seq) - seq"],
  parameters: ["x"],
  compute: edge(1),
  begin: (window) => repeating(window, -1),
};

function shifted(direction: bigint): WindowFunction["compute"] {
  return (rows, { number }, { words, nulls }, to) => {
    const { heads, order, total } = rows;
    const distance = direction * BigInt(Math.min(number, total));
    runInPieces(
      rows,
      (kernels, from, end) =>
        kernels.shiftRows(words, nulls, heads, order, from, end, total, distance, to.words, to.nulls),
    );
  };
}

function edge(isLast: 0 | 1): WindowFunction["compute"] {
  return (rows, _, { words, nulls }, to) => {
    const { heads, order, total, context: { work } } = rows;
    const state = work.takeZeroed(EdgeState.Bytes);
    runInPieces(rows, (kernels, from, end) =>
      kernels.edgeOfWindows(
        ...[isLast, words, nulls, heads, order, from, end, total, state] as const,
        to.words,
        to.nulls,
      ));
    work.give(state);
  };
}

/** Writes the value at a distance from each position. */
function reading(window: LongWindow, distance: number): PlaceWriter {
  return {
    write: (first, count, to) => window.read(first + distance, count, to),
    release: () => {},
  };
}

/** Writes the first value that is not null, from the start or the end, to all positions. */
function repeating({ context: { work }, total, read }: LongWindow, direction: 1 | -1): PlaceWriter {
  const { arena } = work;
  const found = { words: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  const nearest = (): bigint | null => {
    for (let passed = 0; passed < total; passed += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, total - passed);
      read(direction > 0 ? passed : total - passed - count, count, found);
      const { u8, u64 } = arena;
      const nulls = u8.subarray(found.nulls, found.nulls + count);
      const at = direction > 0 ? nulls.indexOf(0) : nulls.lastIndexOf(0);
      if (at >= 0) return u64[(found.words >>> 3) + at]!;
    }
    return null;
  };
  const value = nearest();
  work.give(found.words, found.nulls);
  return {
    write(_, count, { words, nulls }) {
      arena.u64.fill(value ?? 0n, words >>> 3, (words >>> 3) + count);
      arena.u8.fill(value === null ? 1 : 0, nulls, nulls + count);
    },
    release: () => {},
  };
}
