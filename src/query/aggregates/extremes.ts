/**
 * The smallest and the largest value: `min`, `max`.
 * @module
 */

import { compareText } from "../execution/compare_text.ts";
import type { RunContext } from "../execution/context.ts";
import { type Aggregate, oneArgumentAggregate, ORDERED_TYPES } from "./aggregate.ts";
import { WordKind } from "../execution/kernels/compute_layout.ts";
import { type Accumulator, readInput, wordKindOf } from "./aggregate_input.ts";
import { cellAccumulator, cellValue } from "./cells.ts";

/** The smallest value. */
export const min: Aggregate = {
  ...oneArgumentAggregate("min", "Smallest value", ORDERED_TYPES, ["by func: min(size)"]),
  elsewhere: [{ word: "minimum" }, { word: "lowest" }],
  keeps: "least",
  ofCounts: ({ low }) => low,
  accumulator: extreme(false),
};

/** The largest value. */
export const max: Aggregate = {
  ...oneArgumentAggregate("max", "Largest value", ORDERED_TYPES, ["timeline max(live_bytes)"]),
  elsewhere: [{ word: "maximum" }, { word: "highest" }],
  keeps: "most",
  ofCounts: ({ high }) => high,
  accumulator: extreme(true),
};

function extreme(most: boolean): Aggregate["accumulator"] {
  return (aggregate, context) => {
    if (aggregate.arg!.type === "text") return textExtreme(most, context);
    const kind = wordKindOf(aggregate.arg!.type), isMost = most ? 1 : 0;
    return cellAccumulator(aggregate, context, {
      add: (group, { groups, values, nulls, pass, count, cells }) =>
        group.extremeRows(groups, values, nulls, pass, count, kind, isMost, cells),
      // Positive and negative zero compare equal, so for doubles the first one is kept and the order of rows
      // matters.
      ...kind === WordKind.Double ? {} : {
        merge: (shares, ids, cells, count, to) => shares.addExtremes(ids, cells, count, kind, isMost, to),
      },
      ...cellValue(aggregate, context),
    });
  };
}

/** The smallest or largest text. */
function textExtreme(most: boolean, context: RunContext): Accumulator {
  const { work } = context;
  // Keep each text with its code, because bytes that are not UTF-8 cannot be recovered from decoded text.
  const texts: (string | undefined)[] = [];
  const codes: number[] = [];
  return {
    add(piece, input, groups, _groupCount, scratch) {
      const { nulls, pass } = readInput(context, piece, input, scratch);
      const { u8, u32, u64 } = work.arena;
      for (let at = 0; at < piece.count; at++) {
        if ((nulls && u8[nulls + at]) || (pass && u64[(pass >>> 3) + at] === 0n)) continue;
        work.tick(2);
        const group = groups ? u32[(groups >>> 2) + at]! : 0;
        const code = u32[(scratch.values >>> 2) + 2 * at]!;
        const text = work.pools.strings.text(code);
        const before = texts[group];
        if (before !== undefined && (most ? compareText(text, before) : compareText(before, text)) <= 0) {
          continue;
        }
        texts[group] = text;
        codes[group] = code;
      }
    },
    finish: (groupCount) =>
      Array.from(
        { length: groupCount },
        (_, group) => texts[group] === undefined ? null : BigInt(codes[group]!),
      ),
  };
}
