/**
 * Window functions that depend on the position of a row: `row_number`, `rank`.
 * @module
 */

import type { WindowFunction } from "./window_function.ts";
import { runInPieces } from "./window_function.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";

const OF_PLACES = {
  parameters: [],
  takes: "nothing",
  accepts: [],
  countsAll: true,
  result: () => "u64",
} as const satisfies Partial<WindowFunction>;

/** The number of a row in its window. */
export const rowNumber: WindowFunction = {
  ...OF_PLACES,
  name: "row_number",
  usage: "row_number()",
  summary: "The number of the row in its window, from 1",
  examples: ["allocs | window by func order size desc: n = row_number() | where n <= 2"],
  compute: (rows, _call, _input, to) =>
    runInPieces(
      rows,
      (kernels, from, end) => kernels.numberRows(rows.heads, 0, rows.order, from, end, to.words),
    ),
  begin: ({ context: { work: { arena } } }) => ({
    write(first, count, { words, nulls }) {
      const { u8, u32 } = arena;
      for (let at = 0; at < count; at++) {
        u32[(words >>> 2) + 2 * at] = first + at + 1;
        u32[(words >>> 2) + 2 * at + 1] = 0;
      }
      u8.fill(0, nulls, nulls + count);
    },
    release: () => {},
  }),
};

/** The rank of a row in its window. */
export const rank: WindowFunction = {
  ...OF_PLACES,
  name: "rank",
  usage: "rank()",
  summary: "The number of the first row with the same order in the window: 1, 1, 3",
  examples: ["allocs | window order size desc: place = rank() | where place <= 3"],
  needsOrder: true,
  marks: true,
  compute: (rows, _call, _input, to) =>
    runInPieces(
      rows,
      (kernels, from, end) => kernels.numberRows(rows.heads, rows.marks, rows.order, from, end, to.words),
    ),
  begin: ({ context: { work }, readMarks }) => {
    const marks = work.take(BLOCK_ROWS);
    let rank = 1;
    return {
      write(first, count, { words, nulls }) {
        readMarks(first, count, marks);
        const { u8, u32 } = work.arena;
        for (let at = 0; at < count; at++) {
          if (u8[marks + at] !== 0) rank = first + at + 1;
          u32[(words >>> 2) + 2 * at] = rank;
          u32[(words >>> 2) + 2 * at + 1] = 0;
        }
        u8.fill(0, nulls, nulls + count);
      },
      release: () => work.give(marks),
    };
  },
};
