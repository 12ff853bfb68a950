/**
 * Partitions rows, by the hash of their keys or otherwise: columns needed for grouping are written partition
 * by partition, in chunks that may spill.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Column, ColumnInfo } from "../../../tables/column.ts";
import { type AggregateInput, type PieceScratch, readInput } from "../../aggregates/aggregate_input.ts";
import type { RunContext } from "../../execution/context.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { type Piece, pieces, readPiece, rowNumbers, type Workspace } from "../../execution/relation.ts";
import { unifyZeros } from "../../execution/column_words.ts";
import { ChunkColumn } from "../../execution/chunk_column.ts";
import type { GroupPart } from "./group_part.ts";
import type { Steps } from "../operator.ts";

const NUMBER: ColumnInfo = { name: "", type: "u64" };

/** Columns of one partition. */
interface PartitionColumns {
  readonly columns: readonly ChunkColumn[];
  rows: number;
}

/** A partition of the rows. */
export interface RowPartition extends GroupPart {
  readonly places: Column;
  /** Row numbers in their part. */
  readonly rows: Column;
}

/** Frees a partition. */
export function freePartition({ part }: RowPartition): void {
  for (const each of part.columns) each.free();
}

/** Frees a partition's columns except its row positions, which outlive it. */
export function freeAllButPlaces({ part, places }: RowPartition): void {
  for (const each of part.columns) if (each !== places) each.free();
}

/** Columns that are written: keys, then those of each aggregate, then positions and row numbers. */
function columnsOf({ keys, inputs }: GroupPart): (Column | undefined)[] {
  return [...keys, ...inputs.flatMap(({ arg, order, condition }) => [arg, order, condition])];
}

/** Assigns rows to partitions. */
interface Numbering {
  /** Number of partitions, and the shift that turns a row's number into that of its partition. */
  readonly partitions: number;
  readonly shift: number;
  /** Writes a number per row of a piece (u32 at `to`). */
  number(piece: Piece, part: GroupPart, scratch: PieceScratch, to: number): void;
}

/** Divides rows into 2^bits hash partitions, in the memory of `context`. */
export function partitionRows(
  parts: readonly GroupPart[],
  context: RunContext,
  bits: number,
): Steps<RowPartition[]> {
  const { work } = context;
  return partitionBy(parts, context, {
    partitions: 1 << bits,
    shift: 32 - bits,
    number(piece, { keys }, { values, nulls }, to) {
      const { group } = kernelsOf(work.arena);
      keys.forEach((key, at) => {
        const nullsAt = readPiece(key, piece, values, nulls);
        if (key.type === "f64") unifyZeros(work.pools, values, piece.count);
        group.mixKeys(values, nullsAt, piece.count, at === 0 ? 1 : 0, to);
      });
    },
  });
}

/** Divides rows into partitions, which keep the order of rows, in the memory of `context`. */
export function* partitionBy(
  parts: readonly GroupPart[],
  context: RunContext,
  numbering: Numbering,
): Steps<RowPartition[]> {
  const { work } = context;
  const [first] = parts;
  if (!first) return [];
  const partitions = Array.from({ length: numbering.partitions }, (): PartitionColumns => ({
    columns: [
      ...columnsOf(first).flatMap((column) => column ? [new ChunkColumn(work, column)] : []),
      new ChunkColumn(work, NUMBER),
      new ChunkColumn(work, NUMBER),
    ],
    rows: 0,
  }));
  const divider = new Divider(context, numbering, partitions);
  // For each row: find its partition, by hash or by range, and append keys, arguments and position there.
  for (const part of parts) {
    for (const piece of pieces(work, part.part)) {
      yield;
      divider.add(piece, part);
    }
  }
  divider.release();
  return partitions.map(({ columns, rows }) => {
    for (const each of columns) each.finish();
    let next = 0;
    const taken = (column: Column | undefined): Column | undefined => column && columns[next++];
    return {
      keys: first.keys.map((key) => taken(key)!),
      inputs: first.inputs.map(({ arg, order, condition }) => ({
        arg: taken(arg),
        order: taken(order),
        condition: taken(condition),
      })),
      places: columns.at(-2)!,
      rows: columns.at(-1)!,
      part: { columns, rowCount: rows, selection: { kind: "all" }, source: null },
    };
  });
}

/** Appends the rows of a piece to their partitions. */
class Divider {
  readonly #context: RunContext;
  readonly #work: Workspace;
  readonly #numbering: Numbering;
  readonly #partitions: readonly PartitionColumns[];
  readonly #hashes: number;
  readonly #ends: number;
  readonly #order: number;
  readonly #rows: number;
  readonly #sorted: number;
  readonly #sortedNulls: number;
  readonly #scratch: PieceScratch;
  #next = 0;

  constructor(context: RunContext, numbering: Numbering, partitions: readonly PartitionColumns[]) {
    const { work } = context;
    [this.#context, this.#work, this.#numbering, this.#partitions] = [context, work, numbering, partitions];
    this.#hashes = work.take(BLOCK_ROWS * 4);
    this.#ends = work.take(partitions.length * 4);
    this.#order = work.take(BLOCK_ROWS * 4);
    this.#rows = work.take(BLOCK_ROWS * 4);
    this.#sorted = work.take(BLOCK_ROWS * 8);
    this.#sortedNulls = work.take(BLOCK_ROWS);
    this.#scratch = {
      values: work.take(BLOCK_ROWS * 8),
      nulls: work.take(BLOCK_ROWS),
      pass: work.take(BLOCK_ROWS * 8),
      passNulls: work.take(BLOCK_ROWS),
    };
  }

  /** Adds the rows of a piece of a part. */
  add(piece: Piece, part: GroupPart): void {
    const { group } = kernelsOf(this.#work.arena);
    const { keys, inputs, places } = part;
    const { values, nulls } = this.#scratch;
    const { partitions, shift } = this.#numbering;
    this.#numbering.number(piece, part, this.#scratch, this.#hashes);
    group.orderByHash(this.#hashes, piece.count, shift, partitions, this.#ends, this.#order);
    let column = 0;
    for (const key of keys) this.#write(column++, readPiece(key, piece, values, nulls), piece.count);
    for (const input of inputs) column = this.#writeInput(column, input, piece);
    const first = this.#next;
    this.#next += piece.count;
    // If a partition is divided again, positions and row numbers stay those among all rows.
    if (places) this.#write(column++, readPiece(places, piece, values, nulls), piece.count);
    else this.#writeNumbers(column++, piece.count, (at) => first + at);
    if (part.rows) this.#write(column, readPiece(part.rows, piece, values, nulls), piece.count);
    else {
      const { u32 } = this.#work.arena;
      const rows = rowNumbers(this.#work, piece, this.#rows) >>> 2;
      this.#writeNumbers(column, piece.count, (at) => u32[rows + at]!);
    }
    this.#eachPartition((partition, from, to) => void (partition.rows += to - from));
  }

  release(): void {
    const { values, nulls, pass, passNulls } = this.#scratch;
    this.#work.give(this.#hashes, this.#ends, this.#order, this.#rows, this.#sorted, this.#sortedNulls);
    this.#work.give(values, nulls, pass, passNulls);
  }

  /** Writes the columns that an aggregate reads. Rows excluded by its condition are not computed. */
  #writeInput(column: number, input: AggregateInput, piece: Piece): number {
    const { arg, order, condition } = input;
    for (const each of [arg, order]) {
      if (!each) continue;
      const { nulls } = readInput(this.#context, piece, { arg: each, condition }, this.#scratch);
      this.#write(column++, nulls, piece.count);
    }
    if (!condition) return column;
    const { values, nulls } = this.#scratch;
    this.#write(column, readPiece(condition, piece, values, nulls), piece.count);
    return column + 1;
  }

  /** Writes the words in the scratch memory to a column of each partition. */
  #write(column: number, nulls: number, count: number): void {
    const { group } = kernelsOf(this.#work.arena);
    group.permute(this.#scratch.values, this.#order, count, this.#sorted);
    if (nulls) group.permuteBytes(nulls, this.#order, count, this.#sortedNulls);
    this.#eachPartition((partition, from, to) => {
      const nullsAt = nulls ? this.#sortedNulls + from : 0;
      partition.columns[column]!.add(this.#sorted + 8 * from, nullsAt, to - from);
    });
  }

  #writeNumbers(column: number, count: number, numberOf: (at: number) => number): void {
    const { u32 } = this.#work.arena;
    const to = this.#scratch.values >>> 2;
    for (let at = 0; at < count; at++) {
      const number = numberOf(at);
      u32[to + 2 * at] = number;
      u32[to + 2 * at + 1] = Math.floor(number / 2 ** 32);
    }
    this.#write(column, 0, count);
  }

  #eachPartition(visit: (partition: PartitionColumns, from: number, to: number) => void): void {
    let from = 0;
    for (let number = 0; number < this.#partitions.length; number++) {
      // Writing may grow the memory and replace the view.
      const to = this.#work.arena.u32[(this.#ends >>> 2) + number]!;
      if (to > from) visit(this.#partitions[number]!, from, to);
      from = to;
    }
  }
}
