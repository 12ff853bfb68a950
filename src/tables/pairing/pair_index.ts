/**
 * The pair index: it tells which free and which reallocs belong to which allocation. It is built batch by
 * batch while the trace is loaded; afterwards no query has to replay the trace.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { KernelThread } from "../../memory/kernel_thread.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { EventsOptions, Pairing } from "../../events/trace_sink.ts";
import { type Block, BLOCK_ROWS, NullMode, sealPage } from "../block.ts";
import { StoredColumn } from "../stored_column.ts";
import { ColumnTail } from "../column_tail.ts";
import { LatePages } from "./late_pages.ts";
import {
  Detail,
  Entry,
  LateValue,
  Mode,
  MOST_LOOKS,
  Problem,
  ProblemKind,
  Resize,
  ResizeRecord,
  State,
} from "./pair_layout.ts";
import { ResizeRecords } from "./resize_records.ts";
import type { BlockLives, PairTotals, Revival } from "./lives.ts";
import type { PairBatch, PairProblem, StagedEvents } from "./pair_batch.ts";
import { type Exports as PairKernels, WASM_BASE64 } from "./pair.wasm.ts";

const SLOT_BYTES = 4;
const NO_LIFE = 0xffff_ffff;
/** Unpacked ends of lives take at most this fraction (1/4) of the budget. */
const PAGES_SHARE = 4;
/**
 * Maximum unpacked pages of a followed trace, since each copy of the trace copies them. Most blocks are freed before
 * their page is spilled.
 */
const COPIED_PAGES = 4;

const MODES = {
  index: Mode.Index,
  resource: Mode.Resource,
  address: Mode.Address,
  heap: Mode.Heap,
} as const;
/** Page lists with four bytes per life. */
const NARROW_PAGES = [State.RowPages, State.EndPages, State.ResizedPages] as const;
/** All page lists. */
const PAGES = [...NARROW_PAGES, State.KeyPages] as const;

/** Lists with an element for each live block, and one more. */
const ENTRY_LISTS = [
  [State.Entries, Entry.Bytes],
  [State.Details, Detail.Bytes],
  [State.FreeEntries, 4],
] as const;

/** Counters that are reset for each batch. */
const COUNTS = [
  State.ResizeCount,
  State.ProblemCount,
  State.LateCount,
  State.FinishedCount,
  State.Others,
] as const;

/** A batch in progress, with its memory. */
interface Running {
  readonly batch: PairBatch;
  readonly thread: KernelThread | undefined;
  readonly rooms: readonly number[];
}

/** Matches frees to allocations while a trace is read. */
export class PairIndex {
  readonly #arena: Arena;
  readonly #kernels: PairKernels;
  readonly #mode: Mode;
  readonly #state: KernelState<State>;
  readonly #revive: boolean;
  readonly #placeOf: (row: number) => { addr: bigint; size: bigint };
  readonly #rows: StoredColumn;
  readonly #keys: StoredColumn | undefined;
  readonly #replaced = new Map<number, number>();
  readonly #revivals: Revival[] = [];
  readonly #blocksBefore: bigint[] = [];
  readonly #bytesBefore: bigint[] = [];
  /** The first pages, spilled when memory is short. */
  readonly #ends: LatePages;
  readonly #resized: LatePages;
  readonly #records: ResizeRecords;
  readonly #history: { record: ColumnTail; row: ColumnTail; before: ColumnTail };
  #running: Running | undefined;
  #capacity = 0;
  #pageCapacity = 0;
  #pageCount = 0;
  #sealedPages = 0;
  #recordCapacity = 0;
  #historyCount = 0;
  /** Whether the trace is followed, so that the index is copied again and again. */
  #isFollowed = false;

  /** `pairing` tells how records are matched; `placeOf` reads event rows of earlier batches. */
  constructor(
    arena: Arena,
    pairing: Exclude<Pairing, "none">,
    { revive = false, replace = false, counted = false }: Pick<
      EventsOptions,
      "revive" | "replace" | "counted"
    >,
    placeOf: (row: number) => { addr: bigint; size: bigint },
  ) {
    this.#arena = arena;
    this.#placeOf = placeOf;
    this.#kernels = instantiate<PairKernels>(WASM_BASE64, arena);
    this.#mode = counted ? Mode.Counted : MODES[pairing];
    this.#revive = revive;
    this.#state = new KernelState(arena, State.Bytes);
    const random = crypto.getRandomValues(new BigUint64Array(1))[0]!;
    this.#state.setWide(State.HashFactor, random | 1n);
    this.#state.set(State.Mode, this.#mode);
    this.#state.set(State.Revive, revive ? 1 : 0);
    this.#state.set(State.Replace, replace ? 1 : 0);
    this.#rows = new StoredColumn({ name: "row", type: "u32" }, arena);
    this.#keys = pairing === "index"
      ? new StoredColumn({ name: "index", type: "u64", display: "plain" }, arena)
      : undefined;
    this.#ends = new LatePages(arena, endRows);
    this.#resized = new LatePages(arena);
    this.#records = new ResizeRecords(arena);
    this.#history = {
      record: new ColumnTail("record", arena),
      row: new ColumnTail("row", arena),
      before: new ColumnTail("before", arena),
    };
  }

  /** Number of lives so far. */
  get count(): number {
    return this.#state.word(State.Lives);
  }

  /** Allocations, reallocations and frees in the last batch. */
  get counted(): number {
    return this.#state.word(State.Rows) - this.#state.word(State.Others);
  }

  /** Number of frees of blocks that were not live, in formats where such frees are normal. */
  get unmatchedFrees(): bigint {
    return this.#state.wide(State.UnmatchedFrees);
  }

  /**
   * Copies the lives of `other` into this new index. Packed blocks are shared, so the owner of `other` must outlive
   * this index.
   */
  copyFrom(other: PairIndex): void {
    const arena = this.#arena;
    other.#isFollowed = true;
    other.#spillOldPages();
    this.#state.copyFrom(other.#state);
    this.#rows.shareBlocks(other.#rows);
    if (other.#keys) this.#keys?.shareBlocks(other.#keys);
    for (const [life, row] of other.#replaced) this.#replaced.set(life, row);
    for (const revival of other.#revivals) this.#revivals.push(revival);
    for (const blocks of other.#blocksBefore) this.#blocksBefore.push(blocks);
    for (const bytes of other.#bytesBefore) this.#bytesBefore.push(bytes);
    this.#ends.copyFrom(other.#ends);
    this.#resized.copyFrom(other.#resized);
    this.#records.copyFrom(other.#records);
    this.#history.record.copyFrom(other.#history.record);
    this.#history.row.copyFrom(other.#history.row);
    this.#history.before.copyFrom(other.#history.before);
    this.#historyCount = other.#historyCount;
    this.#capacity = other.#capacity;
    this.#pageCapacity = other.#pageCapacity;
    this.#pageCount = other.#pageCount;
    this.#sealedPages = other.#sealedPages;
    this.#recordCapacity = other.#recordCapacity;
    const copy = (field: State, bytes: number): void => {
      if (bytes > 0) this.#state.set(field, arena.allocCopy(this.#state.word(field), bytes));
    };
    copy(State.Table, this.#capacity * SLOT_BYTES);
    for (const [field, bytes] of ENTRY_LISTS) {
      if (this.#capacity > 0) copy(field, (this.#capacity / 2 + 1) * bytes);
    }
    copy(State.Records, this.#recordCapacity * ResizeRecord.Bytes);
    for (const list of PAGES) {
      copy(list, this.#pageCapacity * 4);
      const isOpen = list === State.RowPages || list === State.KeyPages;
      if (list === State.KeyPages && !this.#keys) continue;
      // Pages before these are packed or have been spilled.
      for (let page = isOpen ? this.#sealedPages : this.#ends.count; page < this.#pageCount; page++) {
        const bytes = BLOCK_ROWS * (list === State.KeyPages ? 8 : 4);
        this.#setPage(list, page, arena.allocCopy(other.#pagePointer(list, page), bytes));
      }
    }
  }

  /** Starts a thread that `begin` can work on. */
  startThread(): KernelThread | undefined {
    return KernelThread.start(this.#arena, WASM_BASE64, ["pair"]);
  }

  /** Starts pairing staged rows, on a thread if one is given: nothing else may touch the rows until `end`. */
  begin(batch: PairBatch, thread?: KernelThread): void {
    const arena = this.#arena;
    const { rows, refcounted } = batch;
    this.#blocksBefore.push(this.#state.wide(State.AllocatedCount) - this.#state.wide(State.FreedCount));
    this.#bytesBefore.push(this.#state.wide(State.AllocatedBytes) - this.#state.wide(State.FreedBytes));
    if (this.#capacity === 0) this.#growTable();
    // A thread must not run out of room halfway through a batch.
    while (
      thread && this.#mode !== Mode.Counted &&
      this.#state.word(State.MostLive) - this.#state.word(State.Live) < rows
    ) this.#growTable();
    this.#reservePages(rows);
    this.#reserveRecords(rows);
    const rooms: number[] = [];
    const room = (field: State, bytes: number): void => {
      const pointer = arena.alloc(bytes);
      rooms.push(pointer);
      this.#state.set(field, pointer);
    };
    room(State.Resizes, rows * Resize.Bytes);
    room(State.Problems, rows * Problem.Bytes);
    if (this.#ends.count > 0) room(State.Late, rows * LateValue.Bytes);
    room(State.Finished, rows * ResizeRecord.Bytes);
    room(State.CountedTypes, 4 * Math.max(1, refcounted?.size ?? 0));
    arena.u32.set([...refcounted ?? []], this.#state.word(State.CountedTypes) >>> 2);
    this.#state.set(State.CountedTypesLength, refcounted?.size ?? 0);
    for (const count of COUNTS) this.#state.set(count, 0);
    this.#state.set(State.LooksLeft, MOST_LOOKS);
    this.#stage(batch);
    thread?.begin("pair", [this.#state.pointer, 0]);
    this.#running = { batch, thread, rooms };
  }

  #stage({ staged, rows, first }: PairBatch): void {
    this.#state.set(State.Rows, rows);
    this.#state.set(State.FirstRow, first);
    this.#state.set(State.Kinds, staged.kinds);
    this.#state.set(State.Keys, staged.keys);
    this.#state.set(State.Types, staged.types);
    this.#state.set(State.Addrs, staged.addrs);
    this.#state.set(State.AddrNulls, staged.addrNulls);
    this.#state.set(State.Sizes, staged.sizes);
    this.#state.set(State.SizeNulls, staged.sizeNulls);
    this.#state.set(State.LifeNumbers, staged.lives);
    this.#state.set(State.LifeNulls, staged.lifeNulls);
  }

  /** Completes the batch started by `begin`. */
  end(onProblem: (problem: PairProblem) => void): void {
    const running = this.#running!;
    this.#running = undefined;
    const { batch, thread, rooms } = running;
    const arena = this.#arena;
    const run = (from: number): number => this.#kernels.pair(this.#state.pointer, from) >>> 0;
    let done = thread ? thread.end() >>> 0 : run(0);
    while (done < batch.rows) {
      if (this.#state.word(State.Live) >= this.#state.word(State.MostLive)) this.#growTable();
      else this.#reviveOrBegin(batch, done++);
      done = run(done);
    }
    this.#noteResizes();
    this.#noteProblems(batch, onProblem);
    this.#noteLate();
    this.#records.take(this.#state.word(State.Finished), this.#state.word(State.FinishedCount));
    for (const room of rooms) arena.free(room);
    this.#sealFullPages();
    this.#spillOldPages();
  }

  #noteResizes(): void {
    const { u32 } = this.#arena;
    const count = this.#state.word(State.ResizeCount);
    const at = this.#state.word(State.Resizes);
    const field = (column: ColumnTail, place: Resize): void =>
      column.pushField(u32, (at + place) >>> 2, Resize.Bytes >>> 2, count);
    field(this.#history.record, Resize.Record);
    field(this.#history.row, Resize.Row);
    field(this.#history.before, Resize.RowBefore);
    this.#historyCount += count;
  }

  #noteProblems({ staged, first }: PairBatch, onProblem: (problem: PairProblem) => void): void {
    const { u32 } = this.#arena;
    const count = this.#state.word(State.ProblemCount);
    for (let each = 0, at = this.#state.word(State.Problems); each < count; each++, at += Problem.Bytes) {
      const row = u32[(at + Problem.Row) >>> 2]!;
      const life = u32[(at + Problem.Life) >>> 2]!;
      const kind: ProblemKind = u32[(at + Problem.Kind) >>> 2]!;
      if (kind === ProblemKind.Double) this.#replaced.set(life, first + row);
      onProblem({ at: row, life, code: this.#problemCode(kind, staged, row, first) });
    }
  }

  /** The sums so far. */
  get totals(): PairTotals {
    return {
      allocatedCount: this.#state.wide(State.AllocatedCount),
      allocatedBytes: this.#state.wide(State.AllocatedBytes),
      freedCount: this.#state.wide(State.FreedCount),
      freedBytes: this.#state.wide(State.FreedBytes),
      peakBlocks: this.#state.wide(State.PeakBlocks),
      peakBytes: this.#state.wide(State.PeakBytes),
      peakBlocksRow: this.#state.word(State.PeakBlocksRow),
      peakBytesRow: this.#state.word(State.PeakBytesRow),
      reservedCount: this.#state.wide(State.ReservedCount),
      reservedBytes: this.#state.wide(State.ReservedBytes),
      internalCount: this.#state.wide(State.InternalCount),
      internalBytes: this.#state.wide(State.InternalBytes),
      smallest: this.#state.wide(State.Smallest),
      largest: this.#state.wide(State.Largest),
    };
  }

  /** Packs the remaining lives and frees the working memory. */
  finish(): BlockLives {
    const arena = this.#arena;
    const count = this.count;
    const totals = this.totals;
    const refs = this.#leftoverRefs();
    const ends = new StoredColumn({ name: "freed", type: "u32" }, arena);
    const resized = new StoredColumn({ name: "resized", type: "u32" }, arena);
    const left = this.#ends.count;
    this.#ends.finish((block) => ends.push(block));
    this.#resized.finish((block) => resized.push(block));
    for (let page = left; page * BLOCK_ROWS < count; page++) {
      const rows = Math.min(BLOCK_ROWS, count - page * BLOCK_ROWS);
      this.#sealPage(page, rows);
      for (const [list, column] of [[State.EndPages, ends], [State.ResizedPages, resized]] as const) {
        const block = sealPage(arena, { pointer: this.#pagePointer(list, page), rows, form: "text" });
        column.push(column === ends ? endRows(block) : block);
      }
    }
    for (let page = Math.ceil(count / BLOCK_ROWS); page < this.#pageCount; page++) {
      for (const list of NARROW_PAGES) arena.free(this.#pagePointer(list, page));
      if (this.#keys) arena.free(this.#pagePointer(State.KeyPages, page));
    }
    const recordCount = this.#state.word(State.ResizedLives);
    this.#records.takeLive(
      this.#state.word(State.Records) + ResizeRecord.Bytes,
      this.#state.word(State.RecordsUsed),
    );
    arena.free(this.#state.word(State.Records));
    const records = this.#records.finish(recordCount);
    arena.free(this.#state.word(State.Table));
    for (const [field] of ENTRY_LISTS) arena.free(this.#state.word(field));
    for (const list of PAGES) arena.free(this.#state.word(list));
    this.#state.close();
    return {
      count,
      rows: this.#rows,
      ends,
      keys: this.#keys,
      resized,
      records,
      recordCount,
      history: {
        record: this.#history.record.finish(),
        row: this.#history.row.finish(),
        before: this.#history.before.finish(),
      },
      historyCount: this.#historyCount,
      blocksBefore: this.#blocksBefore,
      bytesBefore: this.#bytesBefore,
      refs,
      replaced: this.#replaced,
      revivals: this.#revivals,
      totals,
    };
  }

  /** Makes room for more live blocks: a hash table at most half full, and an entry for each block. */
  #growTable(): void {
    const arena = this.#arena;
    const capacity = Math.max(1024, this.#capacity * 2);
    const table = arena.allocZeroed(capacity * SLOT_BYTES);
    const before = ENTRY_LISTS.map(([field]) => this.#state.word(field));
    for (const [field, bytes] of ENTRY_LISTS) {
      // Entry 0 means that there is no entry.
      const list = arena.alloc((capacity / 2 + 1) * bytes);
      if (this.#capacity > 0) {
        const from = this.#state.word(field);
        arena.u8.copyWithin(list, from, from + (this.#capacity / 2 + 1) * bytes);
      }
      this.#state.set(field, list);
    }
    if (this.#capacity > 0) {
      this.#kernels.rehash(
        this.#state.pointer,
        this.#state.word(State.Entries),
        this.#state.word(State.EntriesUsed),
        table,
        capacity - 1,
      );
      for (const list of [this.#state.word(State.Table), ...before]) arena.free(list);
    }
    this.#state.set(State.Table, table);
    this.#state.set(State.Mask, capacity - 1);
    this.#state.set(State.MostLive, capacity / 2);
    this.#capacity = capacity;
  }

  #reservePages(n: number): void {
    const arena = this.#arena;
    const needed = Math.ceil((this.count + n) / BLOCK_ROWS) + 1;
    if (needed > this.#pageCapacity) {
      const capacity = Math.max(16, needed * 2);
      for (const list of PAGES) {
        const before = this.#state.word(list);
        const larger = arena.allocZeroed(capacity * 4);
        if (before) {
          arena.u8.copyWithin(larger, before, before + this.#pageCapacity * 4);
          arena.free(before);
        }
        this.#state.set(list, larger);
      }
      this.#pageCapacity = capacity;
    }
    for (; this.#pageCount < needed; this.#pageCount++) {
      this.#setPage(State.RowPages, this.#pageCount, arena.alloc(BLOCK_ROWS * 4));
      for (const list of [State.EndPages, State.ResizedPages]) {
        this.#setPage(list, this.#pageCount, arena.allocZeroed(BLOCK_ROWS * 4));
      }
      // Only allocation indices are stored as a column.
      if (this.#keys) this.#setPage(State.KeyPages, this.#pageCount, arena.alloc(BLOCK_ROWS * 8));
    }
  }

  #pagePointer(list: State, page: number): number {
    return this.#arena.u32[(this.#state.word(list) >>> 2) + page]!;
  }

  #setPage(list: State, page: number, pointer: number): void {
    this.#arena.u32[(this.#state.word(list) >>> 2) + page] = pointer;
  }

  #reserveRecords(n: number): void {
    const needed = this.#state.word(State.RecordsUsed) + n + 1;
    if (needed <= this.#recordCapacity) return;
    const capacity = Math.max(needed, this.#recordCapacity * 2);
    const larger = this.#arena.alloc(capacity * ResizeRecord.Bytes);
    const before = this.#state.word(State.Records);
    if (before) {
      this.#arena.u8.copyWithin(larger, before, before + this.#recordCapacity * ResizeRecord.Bytes);
      this.#arena.free(before);
    }
    this.#state.set(State.Records, larger);
    this.#recordCapacity = capacity;
  }

  /** Packs pages that receive no new lives; if lives can be revived, the keys are needed until the end. */
  #sealFullPages(): void {
    if (this.#revive) return;
    const full = Math.floor(this.count / BLOCK_ROWS);
    for (let page = this.#sealedPages; page < full; page++) this.#sealPage(page, BLOCK_ROWS);
  }

  /**
   * Spills pages of old lives when all pages together take too much memory: most blocks are freed soon, so
   * few of their ends arrive late.
   */
  #spillOldPages(): void {
    if (this.#revive) return;
    const arena = this.#arena;
    const fitting = Math.floor(arena.heap.budget / PAGES_SHARE / (2 * BLOCK_ROWS * 4));
    const most = this.#isFollowed ? Math.min(fitting, COPIED_PAGES) : fitting;
    if (this.#sealedPages - this.#ends.count <= most) return;
    // Spill half of them, so that this does not happen with every batch.
    for (let page = this.#ends.count; page < this.#sealedPages - (most >>> 1); page++) {
      for (
        const [list, pages] of [[State.EndPages, this.#ends], [State.ResizedPages, this.#resized]] as const
      ) {
        const pointer = this.#pagePointer(list, page);
        pages.spill(pointer);
        this.#setPage(list, page, 0);
        arena.free(pointer);
      }
    }
  }

  #noteLate(): void {
    const { u32 } = this.#arena;
    const count = this.#state.word(State.LateCount);
    for (let each = 0, at = this.#state.word(State.Late); each < count; each++, at += LateValue.Bytes) {
      const pages = u32[(at + LateValue.Pages) >>> 2] === State.EndPages ? this.#ends : this.#resized;
      pages.note(u32[(at + LateValue.Life) >>> 2]!, u32[(at + LateValue.Value) >>> 2]!);
    }
  }

  #sealPage(page: number, rows: number): void {
    if (page < this.#sealedPages) return;
    const arena = this.#arena;
    const pointer = this.#pagePointer(State.RowPages, page);
    this.#rows.push(sealPage(arena, { pointer, rows, form: "u32" }));
    if (this.#keys) {
      const keys = this.#pagePointer(State.KeyPages, page);
      this.#keys.push(sealPage(arena, { pointer: keys, rows, form: "u64" }));
    }
    this.#sealedPages = page + 1;
  }

  #leftoverRefs(): Map<number, number> {
    const refs = new Map<number, number>();
    if (this.#mode !== Mode.Resource) return refs;
    const { u32 } = this.#arena;
    const used = this.#state.word(State.EntriesUsed);
    let at = this.#state.word(State.Entries);
    for (let each = 0; each < used; each++) {
      at += Entry.Bytes;
      const count = u32[(at + Entry.Refs) >>> 2]!;
      if (count > 1) refs.set(u32[(at + Entry.Life) >>> 2]!, count);
    }
    return refs;
  }

  #problemCode(kind: ProblemKind, staged: StagedEvents, row: number, first: number): PairProblem["code"] {
    if (kind === ProblemKind.Double) return "double-allocation";
    if (kind === ProblemKind.Late) return "late-free";
    if (kind === ProblemKind.Null) return "free-of-null";
    if (!this.#keys) return "unmatched-free";
    const key = this.#arena.u64[(staged.keys >>> 3) + row]!;
    return this.#wasSeen(key, first + row) ? "already-freed" : "unknown-index";
  }

  /**
   * Whether there was already a life with an allocation index before a row; in an undamaged file, indices
   * ascend.
   */
  #wasSeen(key: bigint, before: number): boolean {
    const arena = this.#arena;
    const probe = arena.alloc(32);
    let low = 0;
    let high = this.count;
    let found = false;
    while (low < high && !found) {
      const middle = (low + high) >>> 1;
      let value: bigint;
      if (middle >> 16 < this.#sealedPages) {
        arena.u32[probe >>> 2] = middle;
        this.#keys!.gather(probe, 1, probe + 8, probe + 16);
        value = arena.u64[(probe + 8) >>> 3]!;
      } else value = arena.u64[(this.#pagePointer(State.KeyPages, middle >> 16) >>> 3) + (middle & 0xffff)]!;
      if (value === key) {
        // Lives of sealed pages come from earlier batches.
        found = middle >> 16 < this.#sealedPages || this.#rowOf(middle) < before;
        if (!found) break;
      } else if (value < key) low = middle + 1;
      else high = middle;
    }
    arena.free(probe);
    return found;
  }

  /** Returns the row that began a life whose page is not sealed. */
  #rowOf(life: number): number {
    return this.#arena.u32[(this.#pagePointer(State.RowPages, life >> 16) >>> 2) + (life & 0xffff)]!;
  }

  #reviveOrBegin(batch: PairBatch, at: number): void {
    let life = this.#kernels.lifeOfKey(this.#state.pointer, at) >>> 0;
    if (life === NO_LIFE) life = this.#kernels.beginAt(this.#state.pointer, at) >>> 0;
    else this.#revived(batch, at, life);
    this.#arena.u32[(batch.staged.lives >>> 2) + at] = life;
  }

  /** Handles an old-style realloc: the free before it gives the address that the block had. */
  #revived({ staged, first }: PairBatch, at: number, life: number): void {
    const { u32, u64 } = this.#arena;
    const page = this.#pagePointer(State.EndPages, life >> 16);
    // The life has been freed, since its key is not live, so the row of the free is known.
    const before = u32[(page >>> 2) + (life & 0xffff)]! - 1;
    this.#revivals.push({ life, freed: before, again: first + at });
    const old = before >= first
      ? {
        addr: u64[(staged.addrs >>> 3) + before - first]!,
        size: u64[(staged.sizes >>> 3) + before - first]!,
      }
      : this.#placeOf(before);
    this.#kernels.reviveAt(this.#state.pointer, at, life, before, old.addr, old.size);
  }
}

/** Ends are stored as row + 1, so that 0 can mean "live"; this block is read as the row. */
function endRows(block: Block): Block {
  if (block.nullMode === NullMode.All) return block;
  return {
    ...block,
    origin: BigInt.asUintN(64, block.origin - 1n),
    min: block.min - 1n,
    max: block.max - 1n,
  };
}
