/**
 * Reads calls from the tables of a trace, some thousands at a time, in any order.
 * @module
 */

import type { Table } from "../../tables/table.ts";
import type { Trace } from "../../tables/trace.ts";

/** Number of calls read at once. */
export const BATCH_CALLS = 1 << 14;

const COLUMNS = ["no", "addr", "size", "kind", "context", "time", "name", "type", "stack"] as const;
const HALF = 0x1_0000_0000;
const DAY = 86_400_000;
const MILLISECOND = 1_000_000;

/** One column of the batch. */
interface Place {
  readonly name: typeof COLUMNS[number];
  readonly pointer: number;
  readonly nulls: number;
  /** Two words per call. */
  readonly words: Uint32Array;
  /** 1 for null. */
  readonly isNull: Uint8Array;
}

/** The calls of a trace. */
export class CallBatch {
  readonly #table: Table | undefined;
  readonly #places: readonly Place[];
  readonly #rows: number;
  readonly #freeCode: number;
  readonly #wrapped: boolean;
  readonly #stack: Place;
  readonly #time: Place;
  readonly #kind: Place;
  readonly #context: Place;
  readonly #name: Place;
  readonly #type: Place;
  /** Indexes, two words per call. */
  readonly no: Uint32Array;
  /** Resource ids, which are addresses. */
  readonly addr: Uint32Array;
  /** Sizes as signed numbers; undefined for frees. */
  readonly size: Uint32Array;

  /** Allocates memory until `close`. */
  constructor(trace: Trace) {
    const { arena, strings } = trace.pools;
    this.#table = trace.tables.get("events");
    this.#rows = arena.alloc(BATCH_CALLS * 4);
    this.#freeCode = strings.find("free");
    // Days were added to timestamps only if the clock passed midnight; other writers may count hours beyond
    // 24.
    this.#wrapped = (trace.problemCounts.get("clock-wrapped") ?? 0) > 0;
    this.#places = COLUMNS.map((name) => {
      const pointer = arena.alloc(BATCH_CALLS * 8);
      const nulls = arena.alloc(BATCH_CALLS);
      const { buffer } = arena.memory;
      const words = new Uint32Array(buffer, pointer, BATCH_CALLS * 2);
      return { name, pointer, nulls, words, isNull: new Uint8Array(buffer, nulls, BATCH_CALLS) };
    });
    const place = (name: Place["name"]): Place => this.#places.find((each) => each.name === name)!;
    this.no = place("no").words;
    this.addr = place("addr").words;
    this.size = place("size").words;
    this.#name = place("name");
    this.#type = place("type");
    this.#stack = place("stack");
    this.#time = place("time");
    this.#kind = place("kind");
    this.#context = place("context");
  }

  /** Reads the calls of `rows[from..to)`, at most a batch. */
  load(rows: Uint32Array, from: number, to: number): void {
    const table = this.#table;
    if (!table || from === to) return;
    table.pools.arena.u32.set(rows.subarray(from, to), this.#rows >>> 2);
    for (const { name, pointer, nulls } of this.#places) {
      table.column(name)!.gather(this.#rows, to - from, pointer, nulls);
    }
  }

  /** True for a free. */
  isFree(at: number): boolean {
    return this.#kind.words[2 * at] === this.#freeCode;
  }

  /** Context mask; 0 if none. */
  context(at: number): number {
    return orZero(this.#context, at);
  }

  /** Backtrace; 0 if none. */
  stack(at: number): number {
    return orZero(this.#stack, at);
  }

  /** Text code of the function; 0 if none. */
  name(at: number): number {
    return orZero(this.#name, at);
  }

  /** Text code of the type; 0 if none. */
  type(at: number): number {
    return orZero(this.#type, at);
  }

  /** Milliseconds of the day; -1 if none. */
  time(at: number): number {
    if (this.#time.isNull[at]) return -1;
    const { words } = this.#time;
    // A timestamp is at most 2^32 milliseconds plus a few days. In nanoseconds, that is below 2^53, so a double
    // is exact.
    const milliseconds = Math.floor((words[2 * at + 1]! * HALF + words[2 * at]!) / MILLISECOND);
    return this.#wrapped ? milliseconds % DAY : milliseconds;
  }

  /** Nanoseconds beyond the milliseconds; only reports from other writers have any. */
  fine(at: number): number {
    if (this.#time.isNull[at]) return 0;
    const { words } = this.#time;
    return (words[2 * at + 1]! * HALF + words[2 * at]!) % MILLISECOND;
  }

  /** Frees the memory. */
  close(): void {
    if (!this.#table) return;
    const { arena } = this.#table.pools;
    arena.free(this.#rows);
    for (const { pointer, nulls } of this.#places) {
      arena.free(pointer);
      arena.free(nulls);
    }
  }
}

function orZero({ isNull, words }: Place, at: number): number {
  return isNull[at] ? 0 : words[2 * at]!;
}
