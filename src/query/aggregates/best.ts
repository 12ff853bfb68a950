/**
 * A value of the row that is best by another one: `argmax`, `argmin`.
 * @module
 */

import { BestCell } from "../execution/kernels/group_layout.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { compareText } from "../execution/compare_text.ts";
import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Piece } from "../execution/relation.ts";
import { joinZeros, toConstant } from "../execution/words.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, ALL, ORDERED } from "./aggregate.ts";
import {
  type Accumulator,
  type AggregateInput,
  kindOf,
  type PieceScratch,
  readInput,
} from "./aggregate_input.ts";
import { Cells } from "./cells.ts";

/** A value of the row where another one is largest. */
export const argmax: Aggregate = best("argmax", "largest", "by func: biggest = argmax(seq, size)");

/** A value of the row where another one is smallest. */
export const argmin: Aggregate = best("argmin", "smallest", "by thread: first = argmin(func, seq)");

function best(name: "argmax" | "argmin", word: string, example: string): Aggregate {
  return {
    name,
    usage: `${name}(x, y)`,
    summary: `x of the row with the ${word} y; of equal ones the first. Rows without y are passed over`,
    examples: [example],
    parameters: ["x", "y"],
    accepts: ALL,
    compares: ORDERED,
    gives: "value",
    result: (argument) => argument ?? "u64",
    accumulator(aggregate, context) {
      const most = name === "argmax";
      return aggregate.order!.type === "text"
        ? new BestByText(aggregate, context, most)
        : new BestByNumber(aggregate, context, most);
    },
  };
}

/** The columns of a piece side by side: what rows are compared by in memory of its own. */
function readBoth(
  context: RunContext,
  piece: Piece,
  { arg, order, condition }: AggregateInput,
  scratch: PieceScratch,
  keys: PieceScratch,
): { keyNulls: number; valueNulls: number; pass: number } {
  const { nulls: keyNulls } = readInput(context, piece, { arg: order, condition }, keys);
  const { nulls: valueNulls, pass } = readInput(context, piece, { arg, condition }, scratch);
  return { keyNulls, valueNulls, pass };
}

/** Room for what rows are compared by, beside the scratch of all accumulators. */
function roomForKeys(context: RunContext): Pick<PieceScratch, "values" | "nulls"> {
  const { work } = context;
  return { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
}

/** Compares words whose order is that of the values. */
class BestByNumber implements Accumulator {
  readonly #context: RunContext;
  readonly #aggregate: BoundAggregate;
  readonly #most: boolean;
  readonly #cells: Cells;
  readonly #keys: Pick<PieceScratch, "values" | "nulls">;

  constructor(aggregate: BoundAggregate, context: RunContext, most: boolean) {
    this.#context = context;
    this.#aggregate = aggregate;
    this.#most = most;
    this.#cells = new Cells(context.work);
    this.#keys = roomForKeys(context);
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { group, compute } = kernelsOf(work.arena);
    const { type } = this.#aggregate.order!;
    const { values: keys } = this.#keys;
    const both = readBoth(this.#context, piece, input, scratch, { ...scratch, ...this.#keys });
    if (type === "f64") joinZeros(work.pools, keys, piece.count);
    compute.sortKeys(kindOf(type), this.#most ? 1 : 0, keys, piece.count, keys);
    const cells = this.#cells.reserve(groupCount);
    const { keyNulls, valueNulls, pass } = both;
    group.bestRows(groups, keys, keyNulls, pass, piece.count, scratch.values, valueNulls, cells);
  }

  finish(groupCount: number): Constant[] {
    const { work } = this.#context;
    const { type } = this.#aggregate;
    this.#cells.reserve(groupCount);
    const result: Constant[] = [];
    for (let group = 0; group < groupCount; group++) {
      work.did(2);
      const isNull = this.#cells.count(group) === 0n || this.#cells.word(group, BestCell.Null) !== 0n;
      result.push(isNull ? null : keptWord(this.#cells.word(group, BestCell.Value), type, this.#context));
    }
    this.#cells.release();
    work.give(this.#keys.values, this.#keys.nulls);
    return result;
  }
}

/** Compares texts. */
class BestByText implements Accumulator {
  readonly #context: RunContext;
  readonly #aggregate: BoundAggregate;
  readonly #most: boolean;
  readonly #best: (string | undefined)[] = [];
  readonly #words: (bigint | null)[] = [];
  readonly #keys: Pick<PieceScratch, "values" | "nulls">;

  constructor(aggregate: BoundAggregate, context: RunContext, most: boolean) {
    this.#context = context;
    this.#aggregate = aggregate;
    this.#most = most;
    this.#keys = roomForKeys(context);
  }

  add(piece: Piece, input: AggregateInput, groups: number, _groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { values: keys } = this.#keys;
    const { keyNulls, valueNulls, pass } = readBoth(this.#context, piece, input, scratch, {
      ...scratch,
      ...this.#keys,
    });
    const { u8, u32, u64 } = work.arena;
    for (let at = 0; at < piece.count; at++) {
      if ((keyNulls && u8[keyNulls + at]) || (pass && u64[(pass >>> 3) + at] === 0n)) continue;
      work.did(2);
      const group = groups ? u32[(groups >>> 2) + at]! : 0;
      const text = work.pools.strings.text(u32[(keys >>> 2) + 2 * at]!);
      const before = this.#best[group];
      const order = before === undefined
        ? 1
        : this.#most
        ? compareText(text, before)
        : compareText(before, text);
      if (order <= 0) continue;
      this.#best[group] = text;
      this.#words[group] = valueNulls && u8[valueNulls + at] ? null : u64[(scratch.values >>> 3) + at]!;
    }
  }

  finish(groupCount: number): Constant[] {
    const { work } = this.#context;
    work.give(this.#keys.values, this.#keys.nulls);
    return Array.from({ length: groupCount }, (_, group) => {
      const word = this.#words[group] ?? null;
      return word === null ? null : keptWord(word, this.#aggregate.type, this.#context);
    });
  }
}

/** The value of a word; a text stays its code, since bytes other than UTF-8 have no way back from their text. */
function keptWord(word: bigint, type: BoundAggregate["type"], { work }: RunContext): Constant {
  return type === "text" || type === "bytes" ? word : toConstant(word, type, work.pools);
}
