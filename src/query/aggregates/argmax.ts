/**
 * The value of the row in which another expression is largest or smallest: `argmax`, `argmin`.
 * @module
 */

import { BestCell } from "../execution/kernels/group_layout.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { compareText } from "../execution/compare_text.ts";
import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Piece } from "../execution/relation.ts";
import { toConstant, unifyZeros } from "../execution/column_words.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { type Aggregate, ALL_TYPES, ORDERED_TYPES } from "./aggregate.ts";
import {
  type Accumulator,
  type AggregateInput,
  type PieceScratch,
  readInput,
  wordKindOf,
} from "./aggregate_input.ts";
import { Cells } from "./cells.ts";

/** The value of the row where another expression is largest. */
export const argmax: Aggregate = best("argmax", "largest", "by func: biggest = argmax(seq, size)");

/** The value of the row where another expression is smallest. */
export const argmin: Aggregate = best("argmin", "smallest", "by thread: first = argmin(func, seq)");

function best(name: "argmax" | "argmin", word: string, example: string): Aggregate {
  return {
    name,
    usage: `${name}(x, y)`,
    summary: `x of the row with the ${word} y, the first of equal rows. Rows without y are skipped`,
    examples: [example],
    elsewhere: [{ word: `${name.slice(0, 3)}_${name.slice(3)}`, swaps: true }],
    parameters: ["x", "y"],
    accepts: ALL_TYPES,
    compares: ORDERED_TYPES,
    gives: "value",
    followsOrder: true,
    result: (argument) => argument ?? "u64",
    accumulator: (aggregate, context) =>
      (aggregate.order!.type === "text" ? bestByText : bestByNumber)(aggregate, context, name === "argmax"),
  };
}

/**
 * Reads the value and comparison columns of a piece together; the comparison keys are written to separate
 * memory, `keys`.
 */
function sideBySide(context: RunContext): {
  readonly keys: number;
  read(
    piece: Piece,
    input: AggregateInput,
    scratch: PieceScratch,
  ): { keyNulls: number; valueNulls: number; pass: number };
  release(): void;
} {
  const { work } = context;
  const own = { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  return {
    keys: own.values,
    read(piece, { arg, order, condition }, scratch) {
      const { nulls: keyNulls } = readInput(context, piece, { arg: order, condition }, {
        ...scratch,
        ...own,
      });
      const { nulls: valueNulls, pass } = readInput(context, piece, { arg, condition }, scratch);
      return { keyNulls, valueNulls, pass };
    },
    release: () => work.give(own.values, own.nulls),
  };
}

/** Compares rows by words that sort like the values. */
function bestByNumber({ type, order }: BoundAggregate, context: RunContext, most: boolean): Accumulator {
  const { work } = context;
  const cells = new Cells(work);
  const columns = sideBySide(context);
  const { keys } = columns;
  return {
    add(piece, input, groups, groupCount, scratch) {
      const { group, compute } = kernelsOf(work.arena);
      const { keyNulls, valueNulls, pass } = columns.read(piece, input, scratch);
      if (order!.type === "f64") unifyZeros(work.pools, keys, piece.count);
      compute.sortKeys(wordKindOf(order!.type), most ? 1 : 0, keys, piece.count, keys);
      const to = cells.reserve(groupCount);
      group.bestRows(groups, keys, keyNulls, pass, piece.count, scratch.values, valueNulls, to);
    },
    finish(groupCount) {
      cells.reserve(groupCount);
      const result = Array.from({ length: groupCount }, (_, group) => {
        work.tick(2);
        const isNull = cells.count(group) === 0n || cells.word(group, BestCell.Null) !== 0n;
        return isNull ? null : keptWord(cells.word(group, BestCell.Value), type, context);
      });
      cells.release();
      columns.release();
      return result;
    },
  };
}

/** Compares rows by text. */
function bestByText({ type }: BoundAggregate, context: RunContext, most: boolean): Accumulator {
  const { work } = context;
  const best: (string | undefined)[] = [];
  const words: (bigint | null)[] = [];
  const columns = sideBySide(context);
  return {
    add(piece, input, groups, _groupCount, scratch) {
      const { keyNulls, valueNulls, pass } = columns.read(piece, input, scratch);
      const { u8, u32, u64 } = work.arena;
      for (let at = 0; at < piece.count; at++) {
        if ((keyNulls && u8[keyNulls + at]) || (pass && u64[(pass >>> 3) + at] === 0n)) continue;
        work.tick(2);
        const group = groups ? u32[(groups >>> 2) + at]! : 0;
        const text = work.pools.strings.text(u32[(columns.keys >>> 2) + 2 * at]!);
        const before = best[group];
        if (before !== undefined && (most ? compareText(text, before) : compareText(before, text)) <= 0) {
          continue;
        }
        best[group] = text;
        words[group] = valueNulls && u8[valueNulls + at] ? null : u64[(scratch.values >>> 3) + at]!;
      }
    },
    finish(groupCount) {
      columns.release();
      return Array.from({ length: groupCount }, (_, group) => {
        const word = words[group] ?? null;
        return word === null ? null : keptWord(word, type, context);
      });
    },
  };
}

/**
 * Converts a kept word to a value. Text stays a code, because bytes that are not UTF-8 cannot be recovered from decoded
 * text.
 */
function keptWord(word: bigint, type: BoundAggregate["type"], { work }: RunContext): Constant {
  return type === "text" || type === "bytes" ? word : toConstant(word, type, work.pools);
}
