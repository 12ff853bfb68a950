/**
 * Aggregates: one cell of 32 bytes per group, or all values of a group where an aggregate needs them.
 * @module
 */

import type { BoundAggregate } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { largeSum, type RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { compareText } from "../execution/compare_text.ts";
import type { Piece, Workspace } from "../execution/relation.ts";
import { joinZeros, toConstant } from "../execution/words.ts";
import {
  type Accumulator,
  type AggregateInput,
  kindOf,
  type PieceScratch,
  readInput,
} from "./aggregate_input.ts";
import { Grouper } from "./grouping.ts";
import { QuantileAccumulator } from "./quantile.ts";

const CELL_BYTES = 32;

/** The accumulator of an aggregate. */
export function accumulatorOf(aggregate: BoundAggregate, context: RunContext): Accumulator {
  switch (aggregate.fn.name) {
    case "distinct":
      return new DistinctAccumulator(context);
    case "median":
    case "p90":
    case "p99":
    case "percentile":
      return new QuantileAccumulator(aggregate, context);
    case "min":
    case "max":
      if (aggregate.arg?.type === "text") return new TextExtremeAccumulator(aggregate, context);
      return new CellAccumulator(aggregate, context);
    default:
      return new CellAccumulator(aggregate, context);
  }
}

/** Cells that grow with the number of groups. */
class Cells {
  readonly #work: Workspace;
  #capacity = 0;
  #pointer = 0;

  constructor(work: Workspace) {
    this.#work = work;
  }

  reserve(groups: number): number {
    if (groups <= this.#capacity) return this.#pointer;
    const capacity = Math.max(groups, this.#capacity * 2, 64);
    const pointer = this.#work.takeZeroed(capacity * CELL_BYTES);
    this.#work.arena.u8.copyWithin(pointer, this.#pointer, this.#pointer + this.#capacity * CELL_BYTES);
    this.#work.give(this.#pointer);
    this.#pointer = pointer;
    this.#capacity = capacity;
    return pointer;
  }

  count(group: number): bigint {
    return this.#work.arena.u64[(this.#pointer >>> 3) + 4 * group]!;
  }

  word(group: number, field: 1 | 2 | 3): bigint {
    return this.#work.arena.u64[(this.#pointer >>> 3) + 4 * group + field]!;
  }

  double(group: number, field: 1 | 2 | 3): number {
    return this.#work.arena.f64[(this.#pointer >>> 3) + 4 * group + field]!;
  }

  release(): void {
    this.#work.give(this.#pointer);
  }
}

class CellAccumulator implements Accumulator {
  readonly #aggregate: BoundAggregate;
  readonly #context: RunContext;
  readonly #cells: Cells;

  constructor(aggregate: BoundAggregate, context: RunContext) {
    this.#aggregate = aggregate;
    this.#context = context;
    this.#cells = new Cells(context.work);
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const { group } = kernelsOf(this.#context.work.arena);
    const cells = this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    const n = piece.count;
    const { values } = scratch;
    const kind = kindOf(this.#aggregate.arg?.type);
    switch (this.#aggregate.fn.name) {
      case "count":
        group.countRows(groups, nulls, pass, n, cells);
        break;
      case "sum":
      case "avg":
        if (kind === 2) group.addDoubles(groups, values, nulls, pass, n, cells);
        else group.sumRows(groups, values, nulls, pass, n, kind, cells);
        break;
      case "stddev":
        group.sumDoubles(groups, values, nulls, pass, n, kind, cells);
        break;
      case "min":
      case "max":
        group.extremeRows(
          groups,
          values,
          nulls,
          pass,
          n,
          kind,
          this.#aggregate.fn.name === "max" ? 1 : 0,
          cells,
        );
        break;
      default:
        group.edgeRows(groups, values, nulls, pass, n, this.#aggregate.fn.name === "last" ? 1 : 0, cells);
    }
  }

  finish(groupCount: number): Constant[] {
    this.#cells.reserve(groupCount);
    const result: Constant[] = [];
    for (let group = 0; group < groupCount; group++) {
      this.#context.work.did(2);
      result.push(this.#value(group));
    }
    this.#cells.release();
    return result;
  }

  #value(group: number): Constant {
    const cells = this.#cells;
    const count = cells.count(group);
    const { name } = this.#aggregate.fn;
    const type = this.#aggregate.arg?.type;
    if (name === "count") return count;
    if (count === 0n) return null;
    switch (name) {
      case "sum":
        return type === "f64" ? cells.double(group, 3) : this.#sum(group);
      case "avg":
        return type === "f64" ? cells.double(group, 3) / Number(count) : this.#average(group, count);
      case "stddev":
        return count < 2n ? null : Math.sqrt(cells.double(group, 3) / Number(count - 1n));
      default:
        return toConstant(cells.word(group, 1), type!, this.#context.work.pools);
    }
  }

  #whole(group: number): bigint {
    const whole = (this.#cells.word(group, 2) << 64n) | this.#cells.word(group, 1);
    return this.#aggregate.arg?.type === "i64" ? BigInt.asIntN(128, whole) : whole;
  }

  #sum(group: number): bigint | null {
    const whole = this.#whole(group);
    const signed = this.#aggregate.type === "i64";
    const fits = signed ? BigInt.asIntN(64, whole) === whole : whole >> 64n === 0n;
    return fits ? whole : largeSum(this.#context, whole, this.#aggregate.span);
  }

  /** The mean from the exact sum, rounded once. */
  #average(group: number, count: bigint): number {
    const whole = this.#whole(group);
    const quotient = whole / count;
    return Number(quotient) + Number(whole - quotient * count) / Number(count);
  }
}

class DistinctAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #cells: Cells;
  readonly #seen: Grouper;

  constructor(context: RunContext) {
    this.#context = context;
    this.#cells = new Cells(context.work);
    this.#seen = new Grouper(context.work);
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const { work } = this.#context;
    const { group } = kernelsOf(work.arena);
    this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    if (input.arg?.type === "f64") joinZeros(work.pools, scratch.values, piece.count);
    const values = work.take(piece.count * 8);
    const ids = work.take(piece.count * 4);
    const count = group.collectRows(groups, scratch.values, nulls, pass, piece.count, values, ids);
    const owners = work.take(count * 4);
    work.arena.u8.copyWithin(owners, ids, ids + 4 * count);
    let known = this.#seen.count;
    // A pair that is new has the next number; its owner gains a value.
    this.#seen.assign(values, 0, count, ids, true, 0, 0);
    const cells = this.#cells.reserve(groupCount);
    const { u32, u64 } = work.arena;
    for (let at = 0; at < count; at++) {
      if (u32[(ids >>> 2) + at] !== known) continue;
      known++;
      u64[(cells >>> 3) + 4 * u32[(owners >>> 2) + at]!]!++;
    }
    work.give(values, ids, owners);
  }

  finish(groupCount: number): Constant[] {
    this.#cells.reserve(groupCount);
    const result: Constant[] = [];
    for (let group = 0; group < groupCount; group++) {
      this.#context.work.did(1);
      result.push(this.#cells.count(group));
    }
    this.#seen.release();
    this.#cells.release();
    return result;
  }
}

/** Smallest or largest text. */
class TextExtremeAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #most: boolean;
  /** Texts, and their codes: the way back from a text of other bytes than UTF-8 would end at another code. */
  readonly #best: (string | undefined)[] = [];
  readonly #codes: number[] = [];

  constructor(aggregate: BoundAggregate, context: RunContext) {
    this.#context = context;
    this.#most = aggregate.fn.name === "max";
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
