/**
 * Smallest and largest values: `min`, `max`.
 * @module
 */

import { compareText } from "../execution/compare_text.ts";
import type { RunContext } from "../execution/context.ts";
import type { Piece } from "../execution/relation.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, ofOneArgument, ORDERED } from "./aggregate.ts";
import { type Accumulator, type AggregateInput, type PieceScratch, readInput } from "./aggregate_input.ts";
import { CellAccumulator, keptValue } from "./cells.ts";

/** The smallest value. */
export const min: Aggregate = {
  ...ofOneArgument("min", "Smallest value", ORDERED, ["by func: min(size)"]),
  ofCounts: ({ low }) => low,
  accumulator: extreme(false),
};

/** The largest value. */
export const max: Aggregate = {
  ...ofOneArgument("max", "Largest value", ORDERED, ["timeline max(live_bytes)"]),
  ofCounts: ({ high }) => high,
  accumulator: extreme(true),
};

function extreme(most: boolean): Aggregate["accumulator"] {
  return (aggregate, context) => {
    if (aggregate.arg!.type === "text") return new TextExtremeAccumulator(most, context);
    return new CellAccumulator(aggregate, context, {
      add: (group, { groups, values, nulls, pass, count, kind, cells }) =>
        group.extremeRows(groups, values, nulls, pass, count, kind, most ? 1 : 0, cells),
      ...keptValue(aggregate, context),
    });
  };
}

/** Smallest or largest text. */
class TextExtremeAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #most: boolean;
  /** Texts, and their codes: the way back from a text of other bytes than UTF-8 would end at another code. */
  readonly #best: (string | undefined)[] = [];
  readonly #codes: number[] = [];

  constructor(most: boolean, context: RunContext) {
    this.#context = context;
    this.#most = most;
  }

  add(piece: Piece, input: AggregateInput, groups: number, _groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    const { u8, u32, u64 } = work.arena;
    for (let at = 0; at < piece.count; at++) {
      if ((nulls && u8[nulls + at]) || (pass && u64[(pass >>> 3) + at] === 0n)) continue;
      work.did(2);
      const group = groups ? u32[(groups >>> 2) + at]! : 0;
      const code = u32[(scratch.values >>> 2) + 2 * at]!;
      const text = work.pools.strings.text(code);
      const best = this.#best[group];
      if (best === undefined || (this.#most ? compareText(text, best) > 0 : compareText(text, best) < 0)) {
        this.#best[group] = text;
        this.#codes[group] = code;
      }
    }
  }

  finish(groupCount: number): Constant[] {
    return Array.from(
      { length: groupCount },
      (_, group) => this.#best[group] === undefined ? null : BigInt(this.#codes[group]!),
    );
  }
}
