/**
 * Groups by hash tables on several threads. Some million rows at a time are divided into hash partitions,
 * block by block, then grouped partition by partition, so that no two threads work on the same key. As on one
 * thread, groups are numbered in order of their first rows, and the values of a group are added in row order.
 * @module
 */

import { threadSettings } from "../../../memory/threads.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Accumulator, SharedCells } from "../../aggregates/aggregate_input.ts";
import type { RunContext } from "../../execution/context.ts";
import type { KeyPacking } from "../../execution/key_packing.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { DeferredReader } from "../../execution/deferred_reader.ts";
import { selectedBlocks, selectedRows } from "../../execution/relation.ts";
import { type SharedWork, shareWork } from "../../execution/shared_work.ts";
import type { GroupPart, GroupsDoNotFit } from "../partition/group_part.ts";
import type { Steps } from "../operator.ts";
import { type InputBlock, PARTITIONS, PieceForm } from "../partition/partitioned_blocks.ts";
import { PartitionTables } from "./partition_tables.ts";
import { threadTableBytes, ThreadTables } from "./thread_tables.ts";

/** Estimated nanoseconds per row, and per row and aggregate. */
const COST = 20;
const COST_OF_AGGREGATE = 8;
/** Minimum number of blocks for which partitions pay. */
const LEAST_BLOCKS = 8;
/** Blocks partitioned before their partitions are grouped; more if there are many groups. */
const BLOCKS_AT_ONCE = 8;
const MOST_BLOCKS_AT_ONCE = 32;
/** The partitioned blocks may take at most this fraction of the memory for groups. */
const ROOM_SHARE = 4;
/** Maximum number of blocks, since positions of first rows are 32-bit numbers. */
const MOST_BLOCKS = 1 << 16;
/** With fewer rows per partition, a task takes two partitions. */
const ROWS_OF_PARTITION = 16_384;

/** An aggregation with packed keys. */
interface PackedAggregation {
  readonly parts: readonly GroupPart[];
  readonly packing: KeyPacking;
  readonly accumulators: readonly Accumulator[];
  readonly context: RunContext;
  /** Maximum number of bytes for groups. */
  readonly most: number;
}

/** All groups, in order of their first rows. The cells of aggregates are in their accumulators. */
interface PartitionedGroups {
  readonly count: number;
  /** Address of the packed keys (words). */
  readonly keys: number;
  /** The group of null if null is not part of the packed word; otherwise -1. */
  readonly nullNumber: number;
}

/** Groups rows on several threads; undefined if one thread should do it. */
export function* partitionedGroups(
  aggregation: PackedAggregation,
): Steps<PartitionedGroups | GroupsDoNotFit | undefined> {
  const { parts, packing, accumulators, context, most } = aggregation;
  const { threads, always } = threadSettings();
  const rows = parts.reduce((sum, { part }) => sum + selectedRows(part), 0);
  if (threads < 2 || (!always && rows < LEAST_BLOCKS * BLOCK_ROWS)) return undefined;
  const cells = accumulators.map(({ shared }) => shared);
  if (parts.some(({ part, places }) => places || part.selection.kind === "list")) return undefined;
  if (!cells.every((each) => each !== undefined)) return undefined;
  const form = new PieceForm(parts, packing, context);
  const room = Math.floor(most / ROOM_SHARE / form.bytes);
  if (room < 4 || (form.own + threadTableBytes(cells)) * threads * ROOM_SHARE > most) return undefined;
  const mayMerge = cells.every(({ merge }) => merge !== undefined) && blocksOf(parts) <= MOST_BLOCKS;
  const needs = {
    cost: rows * (COST + COST_OF_AGGREGATE * cells.length),
    own: form.own + (mayMerge ? threadTableBytes(cells) : 0),
    pieces: rows / BLOCK_ROWS,
  };
  const least = always ? 2 : Math.min(BLOCKS_AT_ONCE, room);
  const limits = { least, most: always ? 2 : Math.min(MOST_BLOCKS_AT_ONCE, room) };
  return yield* shareWork(context.work, needs, function* (shared) {
    const grouping = new Grouping(aggregation, form, shared, cells);
    try {
      const few = mayMerge ? yield* grouping.few(limits.least) : undefined;
      if (few || !paysByPartitions(packing, threads)) return few;
      return yield* grouping.run(limits);
    } finally {
      // Tasks must have ended before the memory they write to is freed.
      shared.section.close();
      grouping.end();
    }
  });
}

/**
 * Whether partitioning is worth it, since it moves every row twice. One thread with a direct table moves
 * none, and finds ascending keys in cache, so two threads are no faster.
 */
function paysByPartitions({ direct }: KeyPacking, threads: number): boolean {
  return !direct || threads > 2 || threadSettings().always;
}

/** A pass over the rows. */
class Grouping {
  readonly #aggregation: PackedAggregation;
  readonly #form: PieceForm;
  readonly #shared: SharedWork;
  readonly #cells: readonly SharedCells[];
  readonly #tables: PartitionTables;
  readonly #reader: DeferredReader;
  readonly #failed: number;
  #pieces = 0;
  #marks = 0;
  #before = 0;
  #room = 0;

  constructor(
    aggregation: PackedAggregation,
    form: PieceForm,
    shared: SharedWork,
    cells: readonly SharedCells[],
  ) {
    [this.#aggregation, this.#form, this.#shared, this.#cells] = [aggregation, form, shared, cells];
    const { work } = aggregation.context;
    this.#tables = new PartitionTables(work, cells, aggregation.packing.direct);
    this.#failed = work.takeZeroed(8);
    this.#reader = new DeferredReader(shared, work, this.#failed);
  }

  /**
   * Groups all rows with a table per thread, if there are few groups; undefined if there are many, or a row
   * fails.
   */
  *few(blocksAtOnce: number): Steps<PartitionedGroups | undefined> {
    const { parts, context: { work }, packing, accumulators } = this.#aggregation;
    const [form, shared] = [this.#form, this.#shared];
    const tables = new ThreadTables(work, shared, this.#cells, { start: form.own, full: this.#failed + 4 });
    const blocks = [...blocksOfParts(parts)];
    const step = form.readsHere ? blocksAtOnce : blocks.length;
    if (form.readsHere) this.#makeRoom(step);
    const untilFull = function* (from: number, to: number): Generator<number> {
      for (let at = from; at < to && !tables.isFull; at++) yield at;
    };
    for (let from = 0; from < blocks.length; from += step) {
      yield* shared.doAll(untilFull(from, Math.min(blocks.length, from + step)), (at) => {
        const piece = this.#pieces + (at - from) * form.bytes;
        tables.add(blocks[at]!, at * BLOCK_ROWS, form.readsHere ? piece : 0, form, this.#reader);
        return () => {};
      });
      if (tables.isFull || work.arena.u32[this.#failed >>> 2] !== 0) return undefined;
    }
    const { count, keys, cells, nullNumber } = tables.merge(packing);
    accumulators.forEach(({ shared }, at) => shared!.adopt(cells[at]!, count));
    return { count, keys, nullNumber };
  }

  /** Groups all rows, this many blocks at a time; undefined if a row fails. */
  *run(
    { least, most }: { readonly least: number; readonly most: number },
  ): Steps<PartitionedGroups | GroupsDoNotFit | undefined> {
    const { parts, context } = this.#aggregation;
    this.#tables.begin();
    let rows = 0;
    let waiting: InputBlock[] = [];
    for (const each of blocksOfParts(parts)) {
      waiting.push(each);
      rows += each.count;
      const wanted = Math.ceil(this.#tables.count / BLOCK_ROWS);
      if (waiting.length < Math.max(least, Math.min(most, wanted))) continue;
      const noRoom = this.#noRoomFor(waiting, rows);
      if (noRoom) return noRoom;
      if (!(yield* this.#add(waiting))) return undefined;
      waiting = [];
    }
    const noRoom = this.#noRoomFor(waiting, rows);
    if (noRoom) return noRoom;
    if (waiting.length > 0 && !(yield* this.#add(waiting))) return undefined;
    context.work.give(this.#pieces);
    this.#pieces = 0;
    return yield* this.#finish();
  }

  /**
   * Returns an estimate for all rows if the groups of these blocks may not fit; undefined if they fit. `seen` counts
   * the rows up to and including these blocks.
   */
  #noRoomFor(blocks: readonly InputBlock[], seen: number): GroupsDoNotFit | undefined {
    const { parts, most } = this.#aggregation;
    const bytes = this.#tables.bytesWith(rowsOf(blocks));
    if (bytes <= most) return undefined;
    return { expected: bytes * parts.reduce((sum, { part }) => sum + selectedRows(part), 0) / seen };
  }

  /** Frees the memory. */
  end(): void {
    const { work } = this.#aggregation.context;
    this.#tables.release();
    this.#reader.end();
    work.give(this.#failed, this.#pieces, this.#marks, this.#before);
  }

  /** Groups the rows of some blocks; false if one fails. */
  *#add(blocks: readonly InputBlock[]): Steps<boolean> {
    const shared = this.#shared, tables = this.#tables;
    const { work } = this.#aggregation.context;
    this.#makeRoom(blocks.length);
    yield* shared.doAll(blocks.entries(), ([at, rows]) => {
      this.#form.fill(rows, this.#pieces + at * this.#form.bytes, shared, this.#reader);
      return () => {};
    }, 1);
    if (work.arena.u32[this.#failed >>> 2] !== 0) return false;
    const together = rowsOf(blocks) / PARTITIONS < ROWS_OF_PARTITION ? 2 : 1;
    yield* shared.doAll(Array(PARTITIONS).keys(), (partition) => this.#group(partition, blocks), together);
    tables.giveMoved();
    const { partitions } = kernelsOf(work.arena);
    const more = partitions.countMarks(this.#marks, blocks.length * BLOCK_ROWS, this.#before);
    if (more === 0) return true;
    yield* shared.doAll(tables.newPartitions(), (partition) => {
      tables.number(partition, this.#marks, this.#before, shared);
      return () => {};
    }, 8);
    tables.count += more;
    return true;
  }

  /** Records the calls that group the rows of a partition. */
  #group(partition: number, blocks: readonly InputBlock[]): (() => void) | undefined {
    const shared = this.#shared, tables = this.#tables, form = this.#form;
    const counts = blocks.map((_, at) => this.#rowsOf(at, partition));
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return undefined;
    tables.reserve(partition, total, shared);
    for (let from = 0; from < blocks.length;) {
      let to = from, count = 0;
      while (to < blocks.length && count + counts[to]! <= BLOCK_ROWS) count += counts[to++]!;
      if (count > 0) {
        const joined = form.join(this.#pieces, from, to, partition, shared);
        tables.assign(partition, joined, count, shared);
        this.#aggregation.accumulators.forEach((_, at) => {
          const input = form.joinInput(at, this.#pieces, from, to, partition, shared);
          tables.add(partition, at, shared, { ...input, groups: joined.ids, count });
        });
      }
      from = to;
    }
    tables.mark(partition, this.#marks, shared);
    return () => {};
  }

  /** Number of rows of a partition in a piece. */
  #rowsOf(piece: number, partition: number): number {
    const { u32 } = this.#aggregation.context.work.arena;
    const ends = this.#form.endsOf(this.#pieces + piece * this.#form.bytes) >>> 2;
    return u32[ends + partition]! - (partition === 0 ? 0 : u32[ends + partition - 1]!);
  }

  #makeRoom(blocks: number): void {
    const { work } = this.#aggregation.context;
    if (blocks > this.#room) {
      work.give(this.#pieces, this.#marks, this.#before);
      this.#pieces = work.take(blocks * this.#form.bytes);
      this.#marks = work.take(blocks * BLOCK_ROWS);
      this.#before = work.take(blocks * BLOCK_ROWS / 16);
      this.#room = blocks;
    }
    work.arena.u8.fill(0, this.#marks, this.#marks + blocks * BLOCK_ROWS);
  }

  /** Arranges keys and cells of all partitions in group order. */
  *#finish(): Steps<PartitionedGroups> {
    const { context: { work }, accumulators } = this.#aggregation;
    const tables = this.#tables, shared = this.#shared;
    const { count, nullNumber } = tables;
    tables.giveTables();
    const kept = tables.widths.map((width, at) => ({
      width,
      list: tables.listCells(at),
      to: work.take(Math.max(1, count) * width),
    }));
    yield* shared.doAll(Array(Math.ceil(count / BLOCK_ROWS)).keys(), (block) => {
      const from = block * BLOCK_ROWS, to = Math.min(count, from + BLOCK_ROWS);
      for (const { list, width, to: q } of kept) {
        shared.partitions.placeCells(list, PARTITIONS, from, to, width, q + from * width);
      }
      return () => {};
    }, 1);
    work.give(...kept.map(({ list }) => list));
    const [keys, ...cells] = kept;
    accumulators.forEach(({ shared }, at) => shared!.adopt(cells[at]!.to, count));
    return { count, keys: keys!.to, nullNumber };
  }
}

function rowsOf(blocks: readonly InputBlock[]): number {
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

function blocksOf(parts: readonly GroupPart[]): number {
  return parts.reduce((sum, { part }) => sum + Math.ceil(part.rowCount / BLOCK_ROWS), 0);
}

/** The blocks of all parts with selected rows. */
function* blocksOfParts(parts: readonly GroupPart[]): Generator<InputBlock> {
  for (const from of parts) {
    for (const { block, rows, bits, count } of selectedBlocks(from.part)) {
      yield { from, block, rows, bits, count };
    }
  }
}
