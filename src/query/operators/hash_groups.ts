/**
 * Groups by hash tables: one pass over rows.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import type { StoredColumn } from "../../tables/stored_column.ts";
import type { Accumulator, AggregateInput, PieceScratch } from "../aggregates/aggregate_input.ts";
import { accumulatorOf } from "../aggregates/registry.ts";
import type { RunContext } from "../execution/context.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { Grouper } from "../execution/grouping.ts";
import {
  type Part,
  type Piece,
  pieces,
  readPiece,
  type Relation,
  rowNumbers,
  Workspace,
} from "../execution/relation.ts";
import { joinZeros } from "../execution/words.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { PlanColumn } from "../plan/values.ts";
import { ColumnFiller } from "./column_filler.ts";
import type { Steps } from "./operator.ts";

/** Rows to group, with the columns of keys and aggregates. */
export interface GroupPart {
  readonly part: Part;
  readonly keys: readonly Column[];
  readonly inputs: readonly AggregateInput[];
  /** Where each row is in the relation that is grouped: number of the part there · 2^32 + row; absent where that is it. */
  readonly places?: Column;
}

/** Groups in order of their first rows. */
export interface HashGroups {
  /** Keys, then aggregates. */
  readonly columns: readonly StoredColumn[];
  /** Where the first row of each group is: number of the part · 2^32 + row. */
  readonly firsts: StoredColumn;
  readonly count: number;
}

/** There was no room for the groups. */
export interface NoRoom {
  /** Rows until then. */
  readonly rows: number;
  /** Bytes until then. */
  readonly bytes: number;
}

const FIRST: PlanColumn = { name: "", type: "u64", display: "plain" };

/** Groups rows; `most` bytes are there for tables and cells. `partsFor` compiles the columns for a run. */
export function* hashGroups(
  plan: AggregatePlan,
  partsFor: (context: RunContext) => readonly GroupPart[],
  context: RunContext,
  most: number,
): Steps<HashGroups | NoRoom> {
  const pass = new GroupPass(plan, context, most);
  try {
    for (const [at, part] of partsFor(pass.context).entries()) {
      if (yield* pass.add(part, at)) continue;
      pass.discard();
      return pass.room;
    }
    return pass.finish();
  } finally {
    pass.close();
  }
}

/** The columns of all parts of a relation. */
export function compileParts(
  { keys, aggregates }: AggregatePlan,
  { parts }: Relation,
  context: RunContext,
): GroupPart[] {
  return parts.map((part) => {
    const compiler = new ExpressionCompiler(context, part);
    return {
      part,
      keys: keys.map(({ expr }) => compiler.compile(expr)),
      inputs: aggregates.map(({ arg, order, condition }) => ({
        arg: arg ? compiler.compile(arg) : undefined,
        order: order ? compiler.compile(order) : undefined,
        condition: condition ? compiler.compile(condition) : undefined,
      })),
    };
  });
}

/** Bytes in use that cannot leave memory. */
function fixedBytes({ heap, store }: Arena): number {
  return heap.used - store.bytesInMemory;
}

/** The same run with scratch memory of its own, which goes back at once; texts stay with the run. */
export function withScratch(context: RunContext, owner: string): RunContext {
  const { pools, signal, progress } = context.work;
  const work = new Workspace({ ...pools, arena: pools.arena.forOwner(owner), within: new Set() }, signal);
  work.progress = progress;
  const { source, functions, largeSumsAreNull = false } = context;
  return {
    ...{ work, source, functions, largeSumsAreNull },
    run: (plan) => context.run(plan),
    family: (expr, rows) => context.family(expr, rows),
  };
}

/** Rows (u32) of a part as words: number of the part · 2^32 + row. */
export function placeWords(
  { arena }: Workspace,
  rows: number,
  count: number,
  part: number,
  to: number,
): void {
  const { u32 } = arena;
  for (let at = 0; at < count; at++) {
    u32[(to >>> 2) + 2 * at] = u32[(rows >>> 2) + at]!;
    u32[(to >>> 2) + 2 * at + 1] = part;
  }
}

/** One pass over rows. */
class GroupPass {
  readonly #plan: AggregatePlan;
  readonly #most: number;
  /** What is needed during the pass is taken here. */
  readonly #work: Workspace;
  readonly #result: Workspace;
  /** The run, with the memory of the pass. */
  readonly context: RunContext;
  readonly #steps: readonly Grouper[];
  readonly #accumulators: readonly Accumulator[];
  readonly #keys: readonly ColumnFiller[];
  readonly #firsts: ColumnFiller;
  readonly #scratch: PieceScratch;
  readonly #groups: number;
  readonly #rows: number;
  readonly #before: number;
  #rowsSeen = 0;

  constructor(plan: AggregatePlan, context: RunContext, most: number) {
    this.#plan = plan;
    this.#most = most;
    this.context = withScratch(context, "groups");
    const work = this.#work = this.context.work;
    this.#result = context.work;
    this.#steps = plan.keys.map(() => new Grouper(work));
    this.#accumulators = plan.aggregates.map((each) => accumulatorOf(each, this.context));
    // Results are packed where they stay.
    this.#keys = plan.keys.map((_, at) => new ColumnFiller(context.work, plan.columns[at]!));
    this.#firsts = new ColumnFiller(context.work, FIRST);
    this.#scratch = {
      values: work.take(BLOCK_ROWS * 8),
      nulls: work.take(BLOCK_ROWS),
      pass: work.take(BLOCK_ROWS * 8),
      passNulls: work.take(BLOCK_ROWS),
    };
    this.#groups = work.take(BLOCK_ROWS * 4);
    this.#rows = work.take(BLOCK_ROWS * 4);
    this.#before = fixedBytes(work.arena);
  }

  get #count(): number {
    return this.#plan.keys.length > 0 ? this.#steps.at(-1)!.count : 1;
  }

  /** How much was read, and what it took. */
  get room(): NoRoom {
    return { rows: this.#rowsSeen, bytes: fixedBytes(this.#work.arena) - this.#before };
  }

  /** Takes the rows of a part; false when there is no room for more groups. */
  *add({ part, keys, inputs, places }: GroupPart, number: number): Steps<boolean> {
    for (const piece of pieces(this.#work, part)) {
      yield;
      const before = this.#count;
      this.#addPiece(piece, keys, inputs);
      if (keys.length > 0 && this.#count > before) this.#remember(keys, places ?? number, before);
      this.#rowsSeen += piece.count;
      if (keys.length > 0 && this.room.bytes > this.#most) return false;
    }
    return true;
  }

  #addPiece(piece: Piece, keys: readonly Column[], inputs: readonly AggregateInput[]): void {
    const scratch = this.#scratch;
    const isGrouped = keys.length > 0;
    const numbers = isGrouped ? rowNumbers(this.#work, piece, this.#rows) : 0;
    keys.forEach((key, at) => {
      const nullsAt = readPiece(key, piece, scratch.values, scratch.nulls);
      if (key.type === "f64") joinZeros(this.#work.pools, scratch.values, piece.count);
      this.#steps[at]!.assign(scratch.values, nullsAt, piece.count, this.#groups, at > 0, numbers, 0);
    });
    const count = this.#count;
    this.#accumulators.forEach((each, at) => {
      each.add(piece, inputs[at]!, isGrouped ? this.#groups : 0, count, scratch);
    });
  }

  /** Reads the keys of new groups at the rows where they were first seen. */
  #remember(keys: readonly Column[], places: Column | number, from: number): void {
    const { firsts } = this.#steps.at(-1)!;
    const count = this.#count - from;
    const rows = firsts + 4 * from;
    keys.forEach((key, at) => this.#keys[at]!.gather(key, rows, count));
    if (typeof places !== "number") return this.#firsts.gather(places, rows, count);
    const words = this.#work.take(count * 8);
    placeWords(this.#work, rows, count, places, words);
    this.#firsts.add(words, 0, count);
    this.#work.give(words);
  }

  finish(): HashGroups {
    const count = this.#count;
    const { columns, keys } = this.#plan;
    const stored = this.#keys.map((each) => each.finish());
    for (const step of this.#steps) step.release();
    this.#accumulators.forEach((each, at) => {
      const filler = new ColumnFiller(this.#result, columns[keys.length + at]!);
      filler.putAll(each.finish(count));
      stored.push(filler.finish());
    });
    return { columns: stored, firsts: this.#firsts.finish(), count };
  }

  /** Nothing was made: gives back what has been packed. */
  discard(): void {
    for (const each of [...this.#keys, this.#firsts]) each.finish().free();
  }

  close(): void {
    this.#work.arena.close();
  }
}
