/**
 * Pieces of rows, partitioned by their keys: the memory layout of a piece, and the calls that fill it and
 * read partitions from it.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import { CachedColumn } from "../../../tables/cached_column.ts";
import type { Column } from "../../../tables/column.ts";
import { type PieceScratch, readInput } from "../../aggregates/aggregate_input.ts";
import type { RunContext } from "../../execution/context.ts";
import type { DeferredReaders } from "../../execution/each_block.ts";
import type { KeyPacking } from "../../execution/key_packing.ts";
import { canReadOnThread, type DeferredReader, scratchBytes } from "../../execution/deferred_reader.ts";
import { type Part, pieceOf, readPiece } from "../../execution/relation.ts";
import type { SharedWork } from "../../execution/shared_work.ts";
import type { GroupPart } from "./group_part.ts";

/** Partitions, as a power of two: their tables stay in cache while some million rows are added. */
const SHARE_BITS = 6;
/** Number of partitions. */
export const PARTITIONS: number = 1 << SHARE_BITS;

const WORDS = BLOCK_ROWS * 8;
const NUMBERS = BLOCK_ROWS * 4;
const BYTES = BLOCK_ROWS;

/** Layout of each thread's scratch memory. */
enum Own {
  /** Keys of rows. */
  Words = 0,
  Nulls = Words + WORDS,
  /** Values of a column. */
  Values = Nulls + BYTES,
  ValueNulls = Values + WORDS,
  /** A whole block, before unselected rows are dropped. */
  Whole = ValueNulls + BYTES,
  WholeNulls = Whole + WORDS,
  /** Conditions of aggregates. */
  Pass = WholeNulls + BYTES,
  /** Selected rows of a block, or positions. */
  Rows = Pass + WORDS,
  /** Ids of the groups. */
  Ids = Rows + NUMBERS,
  /** Partition of each row. */
  Partitions = Ids + NUMBERS,
  /** Scratch memory for reading columns; `scratchBytes` gives its size. */
  Spare = Partitions + BYTES,
}

/** Offset in the memory of a piece. */
interface Place {
  readonly at: number;
  readonly width: number;
}

/** A column of pieces. */
interface Field {
  /** The column of a part; undefined for an input with a condition, which the main thread reads. */
  readonly columnOf: ((part: GroupPart) => Column) | undefined;
  /** Whether any thread may read it; otherwise the main thread does. */
  readonly isLater: boolean;
  readonly someNull: boolean;
  /** Where the main thread writes values, row by row. */
  readonly raw: PieceScratch;
  /** Values in the order of partitions. */
  readonly values: Place;
  readonly nulls: Place | undefined;
  readonly pass: Place | undefined;
}

/** The rows of one block to group. */
export interface InputBlock {
  readonly from: GroupPart;
  readonly block: number;
  readonly rows: number;
  readonly bits: number;
  readonly count: number;
}

/** Keys of some rows. */
interface KeyWords {
  readonly words: number;
  readonly nulls: number;
  /** Address of memory for the group ids of the rows. */
  readonly ids: number;
}

/** Rows of one partition, joined from several pieces. */
export interface JoinedRows extends KeyWords {
  /** Positions among the rows of all pieces. */
  readonly positions: number;
}

/** The input of an aggregate for some rows. */
interface ReadInput {
  readonly values: number;
  readonly nulls: number;
  readonly pass: number;
}

/** The memory layout of a piece. */
export class PieceForm {
  readonly #context: RunContext;
  readonly #packing: KeyPacking;
  readonly #keys: readonly Field[];
  /** Aggregates that read the same column share a field; those that only count rows have none. */
  readonly #inputs: readonly (Field | undefined)[];
  readonly #ends: number;
  readonly #order: number;
  readonly #words: Place;
  readonly #nulls: Place | undefined;
  #bytes = 0;
  #spare = 0;

  constructor(parts: readonly GroupPart[], packing: KeyPacking, context: RunContext) {
    [this.#context, this.#packing] = [context, packing];
    const [first] = parts;
    this.#ends = this.#take(PARTITIONS * 4);
    this.#order = this.#take(NUMBERS);
    this.#words = { at: this.#take(WORDS), width: 8 };
    this.#keys = first!.keys.map((_, at) => this.#field(parts, ({ keys }) => keys[at]!, false));
    // Null is part of a packed word.
    const someNull = !packing.packed && this.#keys[0]!.someNull;
    this.#nulls = someNull ? { at: this.#take(BYTES), width: 1 } : undefined;
    const fields: (Field | undefined)[] = [];
    first!.inputs.forEach(({ arg, condition }, at) => {
      const same = first!.inputs.findIndex((other, before) =>
        before < at && !other.condition &&
        parts.every(({ inputs }) => inputs[before]!.arg === inputs[at]!.arg)
      );
      fields.push(
        condition
          ? this.#guarded(arg !== undefined)
          : !arg
          ? undefined
          : same >= 0
          ? fields[same]
          : this.#field(parts, ({ inputs }) => inputs[at]!.arg!, true),
      );
    });
    this.#inputs = fields;
  }

  /** Bytes of a piece. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Scratch bytes of each thread. */
  get own(): number {
    return Own.Spare + this.#spare;
  }

  /** Address of the partition ends of a piece. */
  endsOf(piece: number): number {
    return piece + this.#ends;
  }

  /** Address of each thread's memory for key ids. */
  idsOf({ own }: SharedWork): number {
    return own + Own.Ids;
  }

  /** Whether the main thread has to read a column, which takes memory in each piece. */
  get readsHere(): boolean {
    return [...this.#keys, ...this.#inputs].some((field) => field && !field.isLater);
  }

  /**
   * Reads columns on the main thread where needed, and records the calls for the rest. `piece` is the memory
   * of the piece.
   */
  fill(rows: InputBlock, piece: number, shared: SharedWork, reader: DeferredReader): void {
    this.readHere(rows, piece);
    const { section, group, partitions } = shared;
    const order = piece + this.#order;
    const { count } = rows;
    const { words, nulls } = this.readKeys(rows, piece, shared, reader);
    const { direct } = this.#packing;
    partitions.orderByPartition(
      ...[words, nulls, count, BigInt(64 - SHARE_BITS), direct ? 1 : 0, direct?.low ?? 0n] as const,
      ...[this.endsOf(piece), shared.own + Own.Partitions, order] as const,
    );
    const put = (values: number, place: Place): void => {
      if (place.width === 8) group.permute(values, order, count, piece + place.at);
      else group.permuteBytes(values, order, count, piece + place.at);
    };
    const putNulls = (nulls: number, place: Place | undefined): void => {
      if (!place) return;
      if (nulls) put(nulls, place);
      else section.calls.fill(piece + place.at, 0, count);
    };
    put(words, this.#words);
    putNulls(nulls, this.#nulls);
    this.#inputs.forEach((field, at) => {
      if (!field || this.#inputs.indexOf(field) < at) return;
      const read = this.readInput(at, rows, piece, shared, reader);
      if (field.columnOf || field.nulls) put(read.values, field.values);
      putNulls(read.nulls, field.nulls);
      if (field.pass) put(read.pass, field.pass);
    });
  }

  /** Records the calls that read the keys of a block as words. */
  readKeys(rows: InputBlock, piece: number, shared: SharedWork, reader: DeferredReader): KeyWords {
    const own = (place: Own): number => shared.own + place;
    const { packed } = this.#packing;
    const ids = own(Own.Ids);
    if (rows.bits) shared.select.bitsToRows(rows.bits, rows.rows, 0, own(Own.Rows));
    if (!packed) {
      const { values, nulls } = this.#read(
        ...[this.#keys[0]!, rows, piece, shared, reader] as const,
        ...[Own.Words, Own.Nulls] as const,
      );
      return { words: values, nulls, ids };
    }
    packed.forEach(({ origin, shift }, at) => {
      const key = this.#read(this.#keys[at]!, rows, piece, shared, reader, Own.Values, Own.ValueNulls);
      const isFirst = at === 0 ? 1 : 0;
      shared.keyed.packKeys(key.values, key.nulls, rows.count, origin, shift, isFirst, own(Own.Words));
    });
    return { words: own(Own.Words), nulls: 0, ids };
  }

  /**
   * Records the calls that read the keys of a block as words; a null in one key column makes the whole key
   * null.
   */
  readWholeKeys(rows: InputBlock, { shared, reader }: DeferredReaders): Omit<KeyWords, "ids"> {
    const read = this.readKeys(rows, 0, shared, reader);
    const nullable = this.#packing.packed?.filter(({ someNull }) => someNull) ?? [];
    const nulls = shared.own + Own.Nulls;
    nullable.forEach(({ shift, mask }, at) => {
      shared.keyed.nullsOfPacked(read.words, rows.count, shift, mask, at === 0 ? 1 : 0, nulls);
    });
    return nullable.length > 0 ? { ...read, nulls } : read;
  }

  /** Records the calls that read the input of an aggregate in a block, after its keys. */
  readInput(
    at: number,
    rows: InputBlock,
    piece: number,
    shared: SharedWork,
    reader: DeferredReader,
  ): ReadInput {
    const field = this.#inputs[at];
    if (!field) return { values: 0, nulls: 0, pass: 0 };
    const { raw, columnOf, pass, nulls } = field;
    if (columnOf) {
      return { ...this.#read(field, rows, piece, shared, reader, Own.Values, Own.ValueNulls), pass: 0 };
    }
    return {
      values: piece + raw.values,
      nulls: nulls ? piece + raw.nulls : 0,
      pass: pass ? piece + raw.pass : 0,
    };
  }

  /** Records the calls that join the rows of a partition from several pieces, starting at `pieces`. */
  join(
    pieces: number,
    from: number,
    to: number,
    partition: number,
    { own, partitions }: SharedWork,
  ): JoinedRows {
    const [words, nulls, positions] = [own + Own.Words, own + Own.Nulls, own + Own.Rows];
    this.#join(pieces, from, to, partition, partitions, this.#words, words);
    this.#join(pieces, from, to, partition, partitions, this.#nulls, nulls);
    partitions.joinPositions(
      ...[pieces + this.#order, this.endsOf(pieces), this.#bytes] as const,
      ...[from, to, partition, positions] as const,
    );
    return { words, nulls: this.#nulls ? nulls : 0, positions, ids: own + Own.Ids };
  }

  /** Records the calls that join the inputs of an aggregate, partition by partition. */
  joinInput(
    at: number,
    pieces: number,
    from: number,
    to: number,
    partition: number,
    { own, partitions }: SharedWork,
  ): ReadInput {
    const field = this.#inputs[at];
    const [values, nulls, pass] = [own + Own.Values, own + Own.ValueNulls, own + Own.Pass];
    if (!field) return { values, nulls: 0, pass: 0 };
    if (field.columnOf || field.nulls) {
      this.#join(pieces, from, to, partition, partitions, field.values, values);
    }
    this.#join(pieces, from, to, partition, partitions, field.nulls, nulls);
    this.#join(pieces, from, to, partition, partitions, field.pass, pass);
    return { values, nulls: field.nulls ? nulls : 0, pass: field.pass ? pass : 0 };
  }

  #join(
    pieces: number,
    from: number,
    to: number,
    partition: number,
    partitions: SharedWork["partitions"],
    place: Place | undefined,
    q: number,
  ): void {
    if (!place) return;
    partitions.joinCells(
      ...[pieces + place.at, this.endsOf(pieces), this.#bytes] as const,
      ...[from, to, partition, place.width, q] as const,
    );
  }

  #take(bytes: number): number {
    const at = this.#bytes;
    this.#bytes += (bytes + 15) & ~15;
    return at;
  }

  #field(parts: readonly GroupPart[], columnOf: (part: GroupPart) => Column, isInput: boolean): Field {
    let isLater = true, someNull = false;
    for (const from of parts) {
      const column = columnOf(from);
      const blocks = blocksIn(from.part);
      for (let block = 0; block < blocks && isLater; block++) isLater = canReadOnThread(column, block);
      this.#spare = Math.max(this.#spare, scratchBytes(column));
      someNull ||= mayBeNull(column, blocks);
    }
    someNull ||= !isLater;
    return {
      columnOf,
      isLater,
      someNull,
      raw: this.#raw(!isLater, false),
      values: { at: isInput ? this.#take(WORDS) : 0, width: 8 },
      nulls: isInput && someNull ? { at: this.#take(BYTES), width: 1 } : undefined,
      pass: undefined,
    };
  }

  /**
   * A field for an input with a condition: rows it rules out must not be computed, so the main thread reads
   * it.
   */
  #guarded(hasArgument: boolean): Field {
    return {
      columnOf: undefined,
      isLater: false,
      someNull: true,
      raw: this.#raw(true, true),
      values: { at: hasArgument ? this.#take(WORDS) : 0, width: 8 },
      nulls: hasArgument ? { at: this.#take(BYTES), width: 1 } : undefined,
      pass: { at: this.#take(WORDS), width: 8 },
    };
  }

  #raw(isRead: boolean, hasPass: boolean): PieceScratch {
    return {
      values: isRead ? this.#take(WORDS) : 0,
      nulls: isRead ? this.#take(BYTES) : 0,
      pass: hasPass ? this.#take(WORDS) : 0,
      passNulls: hasPass ? this.#take(BYTES) : 0,
    };
  }

  /** Reads the columns of the main thread, in the same order as a single thread would. */
  readHere(rows: InputBlock, at: number): void {
    if (!this.readsHere) return;
    const { work } = this.#context;
    const { from, count } = rows;
    const list = rows.bits ? work.take(NUMBERS) : 0;
    const piece = pieceOf(work, from.part, rows, list);
    const clearUnless = (nulls: number, to: number): void => {
      if (!nulls) work.arena.u8.fill(0, to, to + count);
    };
    for (const field of new Set(this.#keys)) {
      if (field.isLater) continue;
      clearUnless(
        readPiece(field.columnOf!(from), piece, at + field.raw.values, at + field.raw.nulls),
        at + field.raw.nulls,
      );
    }
    const read = new Set<Field>();
    this.#inputs.forEach((field, input) => {
      if (!field || field.isLater || read.has(field)) return;
      read.add(field);
      const { values, nulls, pass, passNulls } = field.raw;
      const scratch = { values: at + values, nulls: at + nulls, pass: at + pass, passNulls: at + passNulls };
      clearUnless(readInput(this.#context, piece, from.inputs[input]!, scratch).nulls, scratch.nulls);
    });
    work.give(list);
  }

  /**
   * Records the calls that read a column of the selected rows; returns the addresses of values and null
   * bytes.
   */
  #read(
    { columnOf, isLater, raw }: Field,
    { from, block, rows, bits, count }: InputBlock,
    piece: number,
    { own, group }: SharedWork,
    reader: DeferredReader,
    words: Own,
    bytes: Own,
  ): { readonly values: number; readonly nulls: number } {
    if (!isLater) return { values: piece + raw.values, nulls: piece + raw.nulls };
    const column = columnOf!(from);
    const values = own + words, nulls = own + bytes, spare = own + Own.Spare;
    if (!bits) return { values, nulls: reader.read(column, block, rows, values, nulls, spare) };
    const [whole, wholeNulls] = [own + Own.Whole, own + Own.WholeNulls];
    const found = reader.read(column, block, rows, whole, wholeNulls, spare);
    group.permute(whole, own + Own.Rows, count, values);
    if (found) group.permuteBytes(found, own + Own.Rows, count, nulls);
    return { values, nulls: found ? nulls : 0 };
  }
}

/** Number of blocks of a part. */
function blocksIn({ rowCount }: Part): number {
  return Math.ceil(rowCount / BLOCK_ROWS);
}

/** Whether a column may have nulls, as far as zone maps know. */
function mayBeNull(column: Column, blocks: number): boolean {
  if (column instanceof CachedColumn) return true;
  for (let block = 0; block < blocks; block++) {
    const stored = column.stored(block);
    if (!stored || stored.nullCount > 0) return true;
  }
  return false;
}
