/**
 * Builds `events`, and pairs records if blocks have lives.
 * @module
 */

import type { KernelThread } from "../memory/kernel_thread.ts";
import {
  type ColumnSpec,
  type EventsOptions,
  type Pairing,
  PAIRING_KEY,
  PAIRING_KIND,
  PAIRING_SPACE,
  type Problem,
  RECORD_OFFSET,
} from "../events/trace_sink.ts";
import { LIFE_COLUMN, type PackedEvents } from "./derive_events.ts";
import type { PairBatch, PairProblem, StagedEvents } from "./pairing/pair_batch.ts";
import { PairIndex } from "./pairing/pair_index.ts";
import { type BatchWork, RowStager } from "./row_stager.ts";
import type { Pools } from "./pools.ts";
import { Table } from "./table.ts";

/** From about half a million rows on, a second core pays off. */
const BATCHES_BEFORE_THREAD = 8;

/** The column with the life of each record, staged in addition to the reader's columns. */
const LIFE: ColumnSpec = { name: LIFE_COLUMN, type: "u32", nullable: true };

const HANDLING: Record<PairProblem["code"], string> = {
  "double-allocation": "kept the earlier one live",
  "late-free": "kept both: the next free ends the earlier one",
  "unknown-index": "kept without an allocation, left out of the totals",
  "already-freed": "kept without an allocation, left out of the totals",
  "unmatched-free": "kept without an allocation",
  "free-of-null": "kept without an allocation",
};

/** How an allocation at the address of a live block was handled: the free of that block was not recorded. */
const ENDED = "ended the earlier one there";

/** Problems that are normal, and so are reported as notes. */
const NOTES: ReadonlySet<PairProblem["code"]> = new Set(["unmatched-free", "free-of-null", "late-free"]);

const MESSAGES: Record<PairProblem["code"], string> = {
  "double-allocation": "Allocation of a resource that is live already",
  "late-free": "Allocation of an address before the record that frees it",
  "unknown-index": "Record names an allocation that is not live",
  "already-freed": "Record names an allocation that was already freed",
  "unmatched-free": "Free of a resource that is not live",
  "free-of-null": "Free of address 0",
};

/** Receives event rows and pairs each batch. */
export class EventsBuilder {
  readonly #table: Table;
  readonly #stager: RowStager;
  readonly #columns: readonly ColumnSpec[];
  readonly #pairing: Pairing;
  readonly #options: EventsOptions;
  readonly #index: PairIndex | undefined;
  /** The column with the kind of each record, which decides what pairing does. */
  readonly #kinds: string;
  /** The column that identifies a block. */
  readonly #keys: string;
  /** The column that distinguishes blocks at the same address. */
  readonly #types: string;
  readonly #report: (problem: Problem) => void;
  readonly #threads: boolean;
  readonly #unpaired = new Map<number, bigint>();
  readonly #countsBefore: number[] = [];
  /** Records counted so far: mpatrol numbers allocations, reallocations and frees. */
  #counted = 0;
  #thread: KernelThread | undefined;

  /** `columns` are those that the reader stages; with `threads` a second core may help. */
  constructor(
    pools: Pools,
    columns: readonly ColumnSpec[],
    pairing: Pairing,
    options: EventsOptions,
    report: (problem: Problem) => void,
    threads: boolean,
  ) {
    this.#threads = threads;
    this.#table = new Table("events", pools);
    this.#columns = columns;
    this.#pairing = pairing;
    this.#options = options;
    this.#report = report;
    this.#kinds = columns.includes(PAIRING_KIND) ? PAIRING_KIND.name : "kind";
    this.#keys = pairing === "index" ? "index" : columns.includes(PAIRING_KEY) ? PAIRING_KEY.name : "addr";
    this.#types = columns.includes(PAIRING_SPACE) ? PAIRING_SPACE.name : "type";
    if (pairing === "none") this.#stager = new RowStager(this.#table, columns);
    else {
      const placeOf = (row: number): { addr: bigint; size: bigint } => this.#placeOf(row);
      this.#index = new PairIndex(pools.arena, pairing, options, placeOf);
      // The allocation index is stored once per life, not per record.
      const unsealed = new Set([
        ...pairing === "index" ? ["index"] : [],
        PAIRING_KEY.name,
        PAIRING_SPACE.name,
        RECORD_OFFSET.name,
      ]);
      this.#stager = new RowStager(this.#table, [...columns, LIFE], {
        work: this.#pairWork(),
        unsealed,
        moving: options.moving ?? false,
      });
      if (options.many) this.#startThread();
    }
  }

  /**
   * Creates another builder with the same rows and lives so far, in its own memory: later changes to one do
   * not affect the other. It shares packed blocks with this builder, whose owner must outlive it.
   */
  copy(pools: Pools, report: (problem: Problem) => void): EventsBuilder {
    const { many: _, ...options } = this.#options;
    // Do this before the index is copied, because another thread may be using it until then.
    this.#stager.settle();
    this.stop();
    const copy = new EventsBuilder(pools, this.#columns, this.#pairing, options, report, false);
    if (this.#index) copy.#index!.copyFrom(this.#index);
    for (const [row, key] of this.#unpaired) copy.#unpaired.set(row, key);
    for (const count of this.#countsBefore) copy.#countsBefore.push(count);
    copy.#counted = this.#counted;
    // Do this after the index is copied, because complete batches that are not packed yet are paired now.
    copy.#stager.copyFrom(this.#stager);
    return copy;
  }

  /** Packs the rows so far. */
  flush(): void {
    this.#stager.flush();
  }

  /** The writer that the reader fills. */
  get writer(): RowStager {
    return this.#stager;
  }

  /** Ends the input; no more rows may follow. */
  close(tableOf: (name: string) => Table | undefined): void {
    this.#stager.finish(tableOf);
    this.stop();
  }

  /** Stops the thread that pairs records while the reader continues. */
  stop(): void {
    this.#thread?.stop();
    this.#thread = undefined;
  }

  /** Packs the remaining rows. */
  finish(tableOf: (name: string) => Table | undefined): PackedEvents {
    this.close(tableOf);
    this.#reportUnmatched();
    return {
      table: this.#table,
      pairing: this.#pairing,
      revive: this.#options.revive ?? false,
      numbered: this.#options.numbered ?? false,
      allocColumns: this.#options.allocColumns ?? [],
      staysPut: this.#options.staysPut ?? false,
      lives: this.#index?.finish(),
      unpaired: this.#unpaired,
      countsBefore: this.#countsBefore,
    };
  }

  /** Reports unmatched frees that are normal as one problem with their number, not one by one. */
  #reportUnmatched(): void {
    const count = this.#index?.unmatchedFrees ?? 0n;
    if (count === 0n) return;
    const message = count === 1n
      ? "1 free of an address that is not live"
      : `${count} frees of addresses that are not live`;
    const handling = HANDLING["unmatched-free"];
    this.#report({ severity: "note", code: "unmatched-free", offset: -1, record: 0, message, handling });
  }

  #startThread(): void {
    if (this.#threads) this.#thread ??= this.#index?.startThread();
  }

  /** Returns pairing as work on batches, which a second core does if there are many batches. */
  #pairWork(): BatchWork {
    const index = this.#index!;
    const byIndex = this.#pairing === "index";
    const [kinds, keys, types] = [this.#kinds, this.#keys, this.#types];
    // A reader with keys of its own also writes the addresses itself, so pairing does not fill them in.
    const hasAddrs = keys !== PAIRING_KEY.name;
    let batches = 0;
    let thread: KernelThread | undefined;
    let batch: PairBatch | undefined;
    let offsets = 0;
    return {
      // Addresses may be the keys, but each column must be moved only once.
      reads: [...new Set([kinds, keys, types, "addr", "size", LIFE.name, RECORD_OFFSET.name])],
      changes: ["addr", "size", LIFE.name],
      isConcurrent: () => {
        if (++batches === BATCHES_BEFORE_THREAD) this.#startThread();
        thread = this.#thread?.ready ? this.#thread : undefined;
        return thread !== undefined;
      },
      begin: (rows, first, at) => {
        const staged: StagedEvents = {
          kinds: at(kinds).pointer,
          keys: at(keys).pointer,
          types: byIndex ? 0 : at(types).pointer,
          addrs: hasAddrs ? at("addr").pointer : 0,
          addrNulls: hasAddrs ? at("addr").nullsPointer : 0,
          sizes: at("size").pointer,
          sizeNulls: at("size").nullsPointer,
          lives: at(LIFE.name).pointer,
          lifeNulls: at(LIFE.name).nullsPointer,
        };
        if (byIndex) this.#countsBefore.push(this.#counted);
        offsets = at(RECORD_OFFSET.name).pointer;
        batch = { staged, rows, first, refcounted: this.#options.refcounted };
        index.begin(batch, thread);
      },
      end: () => {
        index.end((problem) => this.#reportPairing(problem, batch!, offsets));
        this.#counted += index.counted;
      },
    };
  }

  #reportPairing({ code, at }: PairProblem, { staged, first }: PairBatch, offsets: number): void {
    const row = first + at;
    const key = this.#table.pools.arena.u64[(staged.keys >>> 3) + at]!;
    if (this.#pairing === "index" && code !== "double-allocation") this.#unpaired.set(row, key);
    const names = { index: `index ${key}`, heap: `address 0x${key.toString(16)}` };
    const name = this.#pairing === "index" || this.#pairing === "heap"
      ? names[this.#pairing]
      : `id 0x${key.toString(16)}`;
    this.#report({
      severity: NOTES.has(code) ? "note" : "warning",
      code,
      offset: offsets ? Number(this.#table.pools.arena.u64[(offsets >>> 3) + at]!) : -1,
      record: row + 1,
      message: `${MESSAGES[code]}: ${name}`,
      handling: code === "double-allocation" && this.#ends ? ENDED : HANDLING[code],
    });
  }

  /** Whether an allocation at a live address ends the block that was there. */
  get #ends(): boolean {
    return this.#pairing === "heap" || this.#pairing === "address" || this.#options.replace === true;
  }

  /** Returns address and size of an event row that is already packed. */
  #placeOf(row: number): { addr: bigint; size: bigint } {
    const { arena } = this.#table.pools;
    const read = (name: string): bigint => {
      const column = this.#stager.sealedColumn(name);
      const at = arena.alloc(32);
      arena.u32[at >>> 2] = row;
      column.gather(at, 1, at + 8, at + 16);
      const value = arena.u64[(at + 8) >>> 3]!;
      arena.free(at);
      return value;
    };
    return { addr: read("addr"), size: read("size") };
  }
}
