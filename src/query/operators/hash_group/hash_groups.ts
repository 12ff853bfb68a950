/**
 * Groups by hash tables, in one pass over the rows.
 * @module
 */

import { type Arena, ArenaFullError } from "../../../memory/arena.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { Accumulator, AggregateInput, PieceScratch } from "../../aggregates/aggregate_input.ts";
import { accumulatorsOf } from "../../aggregates/registry.ts";
import type { RunContext } from "../../execution/context.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import { KeyGroups, keysOfWords } from "../../execution/key_groups.ts";
import { type KeyPacking, packingOf, type ValueRange } from "../../execution/key_packing.ts";
import { type Piece, pieces, type Relation, selectedRows, Workspace } from "../../execution/relation.ts";
import type { AggregatePlan } from "../../plan/steps.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { GroupPart, GroupsDoNotFit } from "../partition/group_part.ts";
import { partitionedGroups } from "./partitioned_groups.ts";
import type { Steps } from "../operator.ts";

/** Groups in order of their first rows. */
export interface HashGroups {
  /** Keys, then aggregates. */
  readonly columns: readonly StoredColumn[];
  /** Position of each group's first row among all rows, if the rows are a partition. */
  readonly firsts: StoredColumn;
  readonly count: number;
}

const FIRST: PlanColumn = { name: "", type: "u64", display: "plain" };

/**
 * From this many groups on, and once this fraction of the rows is read, the memory for all groups is
 * estimated early.
 */
const MANY_GROUPS = 1 << 20;
const EARLY_PART = 8;

/** Limits for a pass. */
interface GroupLimits {
  /** Bytes available for tables and cells; unlimited by default. */
  readonly most?: number;
  /** The range of one key, given by its index, if the rows are a range partition by that key. */
  readonly range?: { readonly key: number; readonly values: ValueRange };
}

/** Groups rows; `partsFor` compiles their columns for a run. */
export function* hashGroups(
  plan: AggregatePlan,
  partsFor: (context: RunContext) => readonly GroupPart[],
  context: RunContext,
  limits: GroupLimits = {},
): Steps<HashGroups | GroupsDoNotFit> {
  const pass = new GroupPass(plan, context, limits);
  try {
    const parts = partsFor(pass.context);
    pass.pack(parts);
    const together = yield* pass.addPartitioned(parts);
    if (together) return together === true ? pass.finish() : pass.leave(together);
    for (const part of parts) {
      if (yield* pass.add(part)) continue;
      return pass.leave();
    }
    return pass.finish();
  } finally {
    pass.close();
  }
}

/** Whether all groups fit in memory. */
export function fitInMemory(groups: HashGroups | GroupsDoNotFit): groups is HashGroups {
  return "firsts" in groups;
}

/** Compiles the columns of all parts of a relation. */
export function compileParts(
  { keys, aggregates }: AggregatePlan,
  { parts }: Pick<Relation, "parts">,
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

/** Bytes in use that cannot spill. */
function fixedBytes({ heap, store }: Arena): number {
  return heap.used - store.bytesInMemory;
}

/** A run with scratch memory of its own, which is freed early; texts stay with the outer run. */
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

/** A pass over the rows. */
class GroupPass {
  readonly #plan: AggregatePlan;
  readonly #most: number;
  readonly #range: GroupLimits["range"];
  /** Memory used only during the pass. */
  readonly #work: Workspace;
  readonly #result: Workspace;
  /** The run, with the memory of the pass. */
  readonly context: RunContext;
  #known: KeyGroups;
  readonly #accumulators: readonly Accumulator[];
  readonly #keys: readonly ColumnFiller[];
  readonly #firsts: ColumnFiller;
  readonly #scratch: PieceScratch;
  readonly #groups: number;
  #before: number;
  #rows = 0;
  #rowsSeen = 0;
  #packing: KeyPacking | undefined;
  /** Number of groups made on several threads. */
  #together: number | undefined;

  constructor(plan: AggregatePlan, context: RunContext, { most = Infinity, range }: GroupLimits) {
    [this.#plan, this.#most, this.#range] = [plan, most, range];
    this.context = withScratch(context, "groups");
    const work = this.#work = this.context.work;
    this.#result = context.work;
    this.#known = new KeyGroups(work, plan.keys.length);
    this.#accumulators = accumulatorsOf(plan.aggregates, this.context);
    // Results are packed in the memory of the outer run.
    this.#keys = plan.keys.map((_, at) => new ColumnFiller(context.work, plan.columns[at]!));
    this.#firsts = new ColumnFiller(context.work, FIRST);
    this.#scratch = {
      values: work.take(BLOCK_ROWS * 8),
      nulls: work.take(BLOCK_ROWS),
      pass: work.take(BLOCK_ROWS * 8),
      passNulls: work.take(BLOCK_ROWS),
    };
    this.#groups = work.take(BLOCK_ROWS * 4);
    this.#before = fixedBytes(work.arena);
  }

  /** Decides whether the keys can be packed into a word, before the first row is added. */
  pack(parts: readonly GroupPart[]): void {
    this.#rows = parts.reduce((sum, { part }) => sum + selectedRows(part), 0);
    const packing = this.#packing = packingOf(parts, this.#most, { range: this.#range });
    if (!packing) return;
    this.#known.release();
    this.#known = new KeyGroups(this.#work, this.#plan.keys.length, packing);
    // Memory for reading keys does not grow with the number of groups, so it is not counted.
    this.#before = fixedBytes(this.#work.arena) - this.#slots;
  }

  /**
   * Adds the rows of all parts by hash partitions on several threads; undefined if they are still to be added
   * on one.
   */
  *addPartitioned(parts: readonly GroupPart[]): Steps<true | GroupsDoNotFit | undefined> {
    if (!this.#packing) return undefined;
    const isOwn = (_: unknown, at: number): boolean => !this.#accumulators[at]!.hasCellsInNext;
    const found = yield* partitionedGroups({
      parts: parts.map((each) => ({ ...each, inputs: each.inputs.filter(isOwn) })),
      packing: this.#packing,
      accumulators: this.#accumulators.filter(isOwn),
      context: this.context,
      most: this.#most,
    });
    if (!found || !("keys" in found)) return found;
    const { count } = found;
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      yield;
      const n = Math.min(BLOCK_ROWS, count - from);
      keysOfWords(this.#work, this.#packing, found, from, n, (at, words, nulls) => {
        this.#keys[at]!.add(words, nulls, n);
      });
    }
    this.#work.give(found.keys);
    this.#together = count;
    return true;
  }

  /** Bytes of the slots of a direct table. */
  get #slots(): number {
    return 4 * (this.#packing?.direct?.size ?? 0);
  }

  /** Bytes of all groups so far. */
  get #bytes(): number {
    return fixedBytes(this.#work.arena) - this.#before;
  }

  /**
   * Estimates the memory for all groups from the rows so far; slots of a direct table are already allocated.
   */
  get room(): GroupsDoNotFit {
    const slots = this.#slots;
    const [bytes, part] = [this.#bytes, Math.max(1, this.#rowsSeen) / Math.max(1, this.#rows)];
    return { expected: slots + Math.max(0, bytes - slots) / Math.min(1, part) };
  }

  /** Adds the rows of a part; returns false if there is no room for more groups. */
  *add({ part, keys, inputs, places }: GroupPart): Steps<boolean> {
    // For each row: look up its keys in the hash table, and add it to the aggregates of its group; stop if
    // there is no room.
    for (const piece of pieces(this.#work, part)) {
      yield;
      const before = this.#known.count;
      try {
        this.#addPiece(piece, keys, inputs);
      } catch (error) {
        if (error instanceof ArenaFullError && this.#most < Infinity) return false;
        throw error;
      }
      if (keys.length > 0 && this.#known.count > before) this.#remember(keys, places, before);
      this.#rowsSeen += piece.count;
      if (keys.length > 0 && this.#hasNoRoom) return false;
    }
    return true;
  }

  get #hasNoRoom(): boolean {
    const most = this.#most;
    if (this.#bytes > most) return true;
    const isEarly = this.#known.count > MANY_GROUPS && this.#rowsSeen * EARLY_PART > this.#rows;
    return isEarly && this.room.expected > most;
  }

  #addPiece(piece: Piece, keys: readonly Column[], inputs: readonly AggregateInput[]): void {
    const scratch = this.#scratch;
    const isGrouped = keys.length > 0;
    this.#known.assign(piece, keys, scratch, this.#groups);
    const count = this.#known.count;
    this.#accumulators.forEach((each, at) => {
      each.add(piece, inputs[at]!, isGrouped ? this.#groups : 0, count, scratch);
    });
  }

  /** Reads the keys of new groups at their first rows. */
  #remember(keys: readonly Column[], places: Column | undefined, from: number): void {
    const count = this.#known.count - from;
    const rows = this.#known.firsts + 4 * from;
    const areKnown = this.#known.readKeys(from, count, (at, words, nulls) => {
      this.#keys[at]!.add(words, nulls, count);
    });
    if (!areKnown) keys.forEach((key, at) => this.#keys[at]!.gather(key, rows, count));
    if (places) this.#firsts.gather(places, rows, count);
  }

  finish(): HashGroups {
    const count = this.#together ?? this.#known.count;
    const { columns, keys } = this.#plan;
    const stored = this.#keys.map((each) => each.finish());
    this.#known.release();
    this.#accumulators.forEach((each, at) => {
      const filler = new ColumnFiller(this.#result, columns[keys.length + at]!);
      if (!each.finishInto?.(count, filler)) filler.putAll(each.finish(count));
      stored.push(filler.finish());
    });
    return { columns: stored, firsts: this.#firsts.finish(), count };
  }

  /** Gives up the pass: frees the packed data, so that its memory no longer counts. */
  leave(room: GroupsDoNotFit = this.room): GroupsDoNotFit {
    // Packing the last block takes some memory.
    this.close();
    for (const each of [...this.#keys, this.#firsts]) each.finish().free();
    return room;
  }

  close(): void {
    this.#work.arena.close();
  }
}
