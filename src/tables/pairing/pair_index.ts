/**
 * The pair index: which free, and which reallocs, belong to which allocation. It is built once, while loading, batch
 * by batch; afterwards no question needs a replay of the trace.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { KernelThread } from "../../memory/kernel_thread.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import type { Pairing } from "../../events/trace_sink.ts";
import { type Block, BLOCK_ROWS, NullMode, sealBlock } from "../block.ts";
import { StoredColumn } from "../stored_column.ts";
import { ColumnTail } from "../column_tail.ts";
import { LatePages } from "./late_pages.ts";
import { RECORD_BYTES, ResizeRecords } from "./resize_records.ts";
import type { Lives, PairTotals, Revival } from "./lives.ts";
import type { PairArguments, PairBatch, PairProblem, StagedEvents } from "./pair_batch.ts";
import { WASM_BASE64 } from "./pair.wasm.ts";

interface PairKernels {
  rehash(s: number, entries: number, used: number, table: number, mask: number): void;
  pair(...words: PairArguments): number;
  beginAt(s: number, row: number, key: bigint, addr: bigint, size: bigint): number;
  reviveAt(
    s: number,
    row: number,
    key: bigint,
    life: number,
    before: number,
    oldAddr: bigint,
    oldSize: bigint,
    addr: bigint,
    size: bigint,
  ): void;
  lifeOfKey(s: number, key: bigint): number;
}

const STATE_BYTES = 240;
const SLOT_BYTES = 4;
const ENTRY_BYTES = 48;
const LATE_BYTES = 12;
const NO_LIFE = 0xffff_ffff;
/** Ends of lives that are not packed yet take at most one part in so many of the budget. */
const PAGES_SHARE = 4;

/** A batch at work, and the memory that goes with it. */
interface Running {
  readonly batch: PairBatch;
  readonly thread: KernelThread | undefined;
  readonly resizes: number;
  readonly problems: number;
  readonly types: number;
  readonly late: number;
  readonly finished: number;
}

/** Joins frees to allocations while a trace is read. */
export class PairIndex {
  readonly #arena: Arena;
  readonly #kernels: PairKernels;
  readonly #mode: number;
  readonly #state: number;
  readonly #revive: boolean;
  readonly #placeOf: (row: number) => { addr: bigint; size: bigint };
  readonly #rows: StoredColumn;
  readonly #keys: StoredColumn | undefined;
  readonly #replaced = new Map<number, number>();
  readonly #revivals: Revival[] = [];
  readonly #blocksBefore: bigint[] = [];
  readonly #bytesBefore: bigint[] = [];
  /** The first pages, where memory is short. */
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

  /** `pairing` says what makes two records belong together; `placeOf` reads event rows of earlier batches. */
  constructor(
    arena: Arena,
    pairing: Exclude<Pairing, "none">,
    revive: boolean,
    placeOf: (row: number) => { addr: bigint; size: bigint },
  ) {
    this.#arena = arena;
    this.#placeOf = placeOf;
    this.#kernels = instantiate<PairKernels>(WASM_BASE64, arena);
    this.#mode = pairing === "index" ? 0 : pairing === "resource" ? 1 : 2;
    this.#revive = revive;
    this.#state = arena.allocZeroed(STATE_BYTES);
    arena.u64[(this.#state + 208) >>> 3] = crypto.getRandomValues(new BigUint64Array(1))[0]! | 1n;
    arena.u32[(this.#state + 144) >>> 2] = this.#mode;
    arena.u32[(this.#state + 148) >>> 2] = revive ? 1 : 0;
    this.#rows = new StoredColumn({ name: "row", type: "u32" }, arena);
    this.#keys = pairing === "index"
      ? new StoredColumn({ name: "index", type: "u64", display: "plain" }, arena)
      : undefined;
    this.#ends = new LatePages("freed", arena);
    this.#resized = new LatePages("resized", arena);
    this.#records = new ResizeRecords(arena);
    this.#history = {
      record: new ColumnTail("record", arena),
      row: new ColumnTail("row", arena),
      before: new ColumnTail("before", arena),
    };
  }

  /** Number of lives so far. */
  get count(): number {
    return this.#word(12);
  }

  /** A thread that `begin` can work on. */
  startThread(): KernelThread | undefined {
    return KernelThread.start(this.#arena, WASM_BASE64, ["pair"]);
  }

  /** Begins to pair staged rows, on a thread when one is given: until `end` nothing else may touch them. */
  begin(batch: PairBatch, thread?: KernelThread): void {
    const arena = this.#arena;
    const { rows, refcounted } = batch;
    this.#blocksBefore.push(this.#wide(24) - this.#wide(40));
    this.#bytesBefore.push(this.#wide(32) - this.#wide(48));
    if (this.#capacity === 0) this.#growTable();
    // A thread must not stop in the middle for want of room.
    while (thread && this.#word(200) - this.#word(8) < rows) this.#growTable();
    this.#reservePages(rows);
    this.#reserveRecords(rows);
    const resizes = arena.alloc(rows * 12);
    const problems = arena.alloc(rows * 12);
    const types = arena.alloc(4 * Math.max(1, refcounted?.size ?? 0));
    const late = this.#ends.count > 0 ? arena.alloc(rows * LATE_BYTES) : 0;
    const finished = arena.alloc(rows * RECORD_BYTES);
    let at = types >>> 2;
    for (const type of refcounted ?? []) arena.u32[at++] = type;
    const words = arena.u32;
    words[(this.#state + 152) >>> 2] = types;
    words[(this.#state + 156) >>> 2] = refcounted?.size ?? 0;
    words[(this.#state + 180) >>> 2] = resizes;
    words[(this.#state + 184) >>> 2] = problems;
    words[(this.#state + 132) >>> 2] = 0;
    words[(this.#state + 136) >>> 2] = 0;
    words[(this.#state + 216) >>> 2] = late;
    words[(this.#state + 220) >>> 2] = 0;
    words[(this.#state + 232) >>> 2] = finished;
    words[(this.#state + 236) >>> 2] = 0;
    thread?.begin("pair", this.#arguments(batch, 0));
    this.#running = { batch, thread, resizes, problems, types, late, finished };
  }

  /** Ends what `begin` began. */
  end(onProblem: (problem: PairProblem) => void): void {
    const running = this.#running!;
    this.#running = undefined;
    const { batch, thread, resizes, problems, types, late, finished } = running;
    const arena = this.#arena;
    const run = (from: number): number => this.#kernels.pair(...this.#arguments(batch, from)) >>> 0;
    let done = thread ? thread.end() >>> 0 : run(0);
    while (done < batch.rows) {
      if (this.#word(8) >= this.#word(200)) this.#growTable();
      else this.#reviveOrBegin(batch.staged, done++, batch.first);
      done = run(done);
    }
    const resizeCount = this.#word(132);
    for (let i = 0; i < resizeCount; i++) {
      const from = (resizes >>> 2) + 3 * i;
      this.#history.record.push(arena.u32[from]!);
      this.#history.row.push(arena.u32[from + 1]!);
      this.#history.before.push(arena.u32[from + 2]!);
    }
    this.#historyCount += resizeCount;
    const problemCount = this.#word(136);
    for (let i = 0; i < problemCount; i++) {
      const from = (problems >>> 2) + 3 * i;
      const row = arena.u32[from]!;
      const life = arena.u32[from + 2]!;
      const kind = arena.u32[from + 1]!;
      if (kind === 1) this.#replaced.set(life, batch.first + row);
      onProblem({ at: row, life, code: this.#problemCode(kind, batch.staged, row) });
    }
    this.#noteLate(late);
    this.#records.take(finished, this.#word(236));
    for (const piece of [resizes, problems, types, late, finished]) arena.free(piece);
    this.#sealFullPages();
    this.#letPagesLeave();
  }

  #arguments({ staged, rows, first }: PairBatch, from: number): PairArguments {
    const { kinds, keys, types, addrs, addrNulls, sizes, sizeNulls, lives, lifeNulls } = staged;
    return [
      this.#state,
      from,
      rows,
      first,
      kinds,
      keys,
      types,
      addrs,
      addrNulls,
      sizes,
      sizeNulls,
      lives,
      lifeNulls,
    ];
  }

  /** The sums so far. */
  get totals(): PairTotals {
    return {
      allocatedCount: this.#wide(24),
      allocatedBytes: this.#wide(32),
      freedCount: this.#wide(40),
      freedBytes: this.#wide(48),
      peakBlocks: this.#wide(56),
      peakBytes: this.#wide(64),
      peakBlocksRow: this.#word(72),
      peakBytesRow: this.#word(76),
      reservedCount: this.#wide(80),
      reservedBytes: this.#wide(88),
      internalCount: this.#wide(96),
      internalBytes: this.#wide(104),
      smallest: this.#wide(112),
      largest: this.#wide(120),
    };
  }

  /** Packs what is left and gives the working memory back. */
  finish(): Lives {
    const arena = this.#arena;
    const count = this.count;
    const totals = this.totals;
    const refs = this.#leftoverRefs();
    const ends = new StoredColumn({ name: "freed", type: "u32" }, arena);
    const resized = new StoredColumn({ name: "resized", type: "u32" }, arena);
    const left = this.#ends.count;
    const whole = (pointer: number): Block =>
      sealBlock(arena, { pointer, rows: BLOCK_ROWS, nulls: 0, form: "text" });
    this.#ends.finish((pointer) => ends.push(endRows(whole(pointer))));
    this.#resized.finish((pointer) => resized.push(whole(pointer)));
    for (let page = left; page * BLOCK_ROWS < count; page++) {
      const rows = Math.min(BLOCK_ROWS, count - page * BLOCK_ROWS);
      this.#sealPage(page, rows);
      for (const [list, column] of [[164, ends], [172, resized]] as const) {
        const pointer = this.#pagePointer(list, page);
        const block = sealBlock(arena, { pointer, rows, nulls: 0, form: "text" });
        column.push(column === ends ? endRows(block) : block);
        arena.free(pointer);
      }
    }
    for (let page = Math.ceil(count / BLOCK_ROWS); page < this.#pageCount; page++) {
      arena.free(this.#pagePointer(160, page));
      arena.free(this.#pagePointer(164, page));
      arena.free(this.#pagePointer(172, page));
      if (this.#keys) arena.free(this.#pagePointer(168, page));
    }
    if (!this.#keys && this.#pageCount > 0) arena.free(this.#pagePointer(168, 0));
    const recordCount = this.#word(128);
    this.#records.take(this.#word(176) + RECORD_BYTES, this.#word(224));
    arena.free(this.#word(176));
    const records = this.#records.finish(recordCount);
    arena.free(this.#word(0));
    arena.free(this.#word(188));
    for (const list of [160, 164, 168, 172]) arena.free(this.#word(list));
    arena.free(this.#state);
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

  #word(offset: number): number {
    return this.#arena.u32[(this.#state + offset) >>> 2]!;
  }

  #wide(offset: number): bigint {
    return this.#arena.u64[(this.#state + offset) >>> 3]!;
  }

  /** Makes room for more live blocks: a table that is at most half full, and an entry for each. */
  #growTable(): void {
    const arena = this.#arena;
    const capacity = Math.max(1024, this.#capacity * 2);
    const table = arena.allocZeroed(capacity * SLOT_BYTES);
    const entries = arena.alloc((capacity / 2) * ENTRY_BYTES);
    if (this.#capacity > 0) {
      const [oldTable, oldEntries] = [this.#word(0), this.#word(188)];
      arena.u8.copyWithin(entries, oldEntries, oldEntries + this.#word(192) * ENTRY_BYTES);
      this.#kernels.rehash(this.#state, entries, this.#word(192), table, capacity - 1);
      arena.free(oldTable);
      arena.free(oldEntries);
    }
    const words = arena.u32;
    words[this.#state >>> 2] = table;
    words[(this.#state + 4) >>> 2] = capacity - 1;
    words[(this.#state + 188) >>> 2] = entries;
    words[(this.#state + 200) >>> 2] = capacity / 2;
    this.#capacity = capacity;
  }

  #reservePages(n: number): void {
    const arena = this.#arena;
    const needed = Math.ceil((this.count + n) / BLOCK_ROWS) + 1;
    if (needed > this.#pageCapacity) {
      const capacity = Math.max(16, needed * 2);
      for (const list of [160, 164, 168, 172]) {
        const before = this.#word(list);
        const larger = arena.allocZeroed(capacity * 4);
        if (before) {
          arena.u8.copyWithin(larger, before, before + this.#pageCapacity * 4);
          arena.free(before);
        }
        arena.u32[(this.#state + list) >>> 2] = larger;
      }
      this.#pageCapacity = capacity;
    }
    for (; this.#pageCount < needed; this.#pageCount++) {
      for (const list of [160, 164, 172]) this.#setPage(list, this.#pageCount, arena.alloc(BLOCK_ROWS * 4));
      // Only mpatrol's index is kept as a column; other keys are written to one page that is never read.
      const shared = this.#pageCount > 0 && !this.#keys;
      this.#setPage(168, this.#pageCount, shared ? this.#pagePointer(168, 0) : arena.alloc(BLOCK_ROWS * 8));
    }
  }

  #pagePointer(list: number, page: number): number {
    return this.#arena.u32[(this.#word(list) >>> 2) + page]!;
  }

  #setPage(list: number, page: number, pointer: number): void {
    this.#arena.u32[(this.#word(list) >>> 2) + page] = pointer;
  }

  #reserveRecords(n: number): void {
    const needed = this.#word(224) + n + 1;
    if (needed <= this.#recordCapacity) return;
    const capacity = Math.max(needed, this.#recordCapacity * 2);
    const larger = this.#arena.alloc(capacity * RECORD_BYTES);
    const before = this.#word(176);
    if (before) {
      this.#arena.u8.copyWithin(larger, before, before + this.#recordCapacity * RECORD_BYTES);
      this.#arena.free(before);
    }
    this.#arena.u32[(this.#state + 176) >>> 2] = larger;
    this.#recordCapacity = capacity;
  }

  /** Pages that no new life goes to are packed at once; reviving needs the keys until the end. */
  #sealFullPages(): void {
    if (this.#revive) return;
    const full = Math.floor(this.count / BLOCK_ROWS);
    for (let page = this.#sealedPages; page < full; page++) this.#sealPage(page, BLOCK_ROWS);
  }

  /** Pages of old lives leave when those of all take too much: most blocks are freed soon, and few ends come late. */
  #letPagesLeave(): void {
    if (this.#revive) return;
    const arena = this.#arena;
    const most = Math.floor(arena.heap.budget / PAGES_SHARE / (2 * BLOCK_ROWS * 4));
    if (this.#sealedPages - this.#ends.count <= most) return;
    // Half of them, so that this is not done with every batch.
    for (let page = this.#ends.count; page < this.#sealedPages - (most >>> 1); page++) {
      for (const [list, pages] of [[164, this.#ends], [172, this.#resized]] as const) {
        const pointer = this.#pagePointer(list, page);
        pages.leave(pointer);
        this.#setPage(list, page, 0);
        arena.free(pointer);
      }
    }
  }

  #noteLate(late: number): void {
    const { u32 } = this.#arena;
    const count = this.#word(220);
    for (let at = late >>> 2, each = 0; each < count; each++, at += 3) {
      (u32[at] === 164 ? this.#ends : this.#resized).note(u32[at + 1]!, u32[at + 2]!);
    }
  }

  #sealPage(page: number, rows: number): void {
    if (page < this.#sealedPages) return;
    const arena = this.#arena;
    const pointer = this.#pagePointer(160, page);
    this.#rows.push(sealBlock(arena, { pointer, rows, nulls: 0, form: "u32" }));
    arena.free(pointer);
    if (this.#keys) {
      const keys = this.#pagePointer(168, page);
      this.#keys.push(sealBlock(arena, { pointer: keys, rows, nulls: 0, form: "u64" }));
      arena.free(keys);
    }
    this.#sealedPages = page + 1;
  }

  #leftoverRefs(): Map<number, number> {
    const refs = new Map<number, number>();
    if (this.#mode !== 1) return refs;
    const words = this.#arena.u32;
    for (let entry = 0; entry < this.#word(192); entry++) {
      const at = (this.#word(188) + entry * ENTRY_BYTES) >>> 2;
      if (words[at + 10]! > 1) refs.set(words[at + 6]!, words[at + 10]!);
    }
    return refs;
  }

  #problemCode(kind: number, staged: StagedEvents, row: number): PairProblem["code"] {
    if (kind === 1) return "double-allocation";
    if (kind === 3) return "free-of-null";
    if (this.#mode !== 0) return "unmatched-free";
    return this.#wasSeen(this.#arena.u64[(staged.keys >>> 3) + row]!) ? "already-freed" : "unknown-index";
  }

  /** Whether an allocation index has had a life; indexes rise within a file. */
  #wasSeen(key: bigint): boolean {
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
      } else value = arena.u64[(this.#pagePointer(168, middle >> 16) >>> 3) + (middle & 0xffff)]!;
      if (value === key) found = true;
      else if (value < key) low = middle + 1;
      else high = middle;
    }
    arena.free(probe);
    return found;
  }

  #reviveOrBegin(staged: StagedEvents, at: number, first: number): void {
    const arena = this.#arena;
    const key = arena.u64[(staged.keys >>> 3) + at]!;
    const addr = arena.u64[(staged.addrs >>> 3) + at]!;
    const size = arena.u64[(staged.sizes >>> 3) + at]!;
    let life = this.#kernels.lifeOfKey(this.#state, key) >>> 0;
    if (life === NO_LIFE) life = this.#kernels.beginAt(this.#state, first + at, key, addr, size) >>> 0;
    else this.#revived(staged, at, first, life, key, addr, size);
    arena.u32[(staged.lives >>> 2) + at] = life;
  }

  /** An old realloc: the free before it gave the place that the block had. */
  #revived(
    staged: StagedEvents,
    at: number,
    first: number,
    life: number,
    key: bigint,
    addr: bigint,
    size: bigint,
  ): void {
    const arena = this.#arena;
    const page = this.#pagePointer(164, life >> 16);
    // A life whose key is not live has been freed, so the free's row is known.
    const before = arena.u32[(page >>> 2) + (life & 0xffff)]! - 1;
    this.#revivals.push({ life, freed: before, again: first + at });
    const old = before >= first
      ? {
        addr: arena.u64[(staged.addrs >>> 3) + before - first]!,
        size: arena.u64[(staged.sizes >>> 3) + before - first]!,
      }
      : this.#placeOf(before);
    this.#kernels.reviveAt(this.#state, first + at, key, life, before, old.addr, old.size, addr, size);
  }
}

/** Ends are written as row + 1, so that 0 can mean "alive", and seen as the row itself. */
function endRows(block: Block): Block {
  if (block.nullMode === NullMode.All) return block;
  return { ...block, less: BigInt.asUintN(64, block.less - 1n), min: block.min - 1n, max: block.max - 1n };
}
