/**
 * Takes batches of rows from a reader and keeps them. Objects are created only when a test reads rows: many tests read
 * only counts, and creating the objects took half of their time.
 * @module
 */

import { joinHalves } from "../../src/base/u64.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  EVENT_KINDS,
  type RowWriter,
  type StagingColumn,
} from "../../src/events/trace_sink.ts";
import type { StringPool } from "../../src/events/string_pool.ts";
import type { Arena } from "../../src/memory/arena.ts";

/**
 * A cell. `u64 i64 time` are bigint, `u32 f64` number, `bool` 0 or 1, `text` string; `bytes` and columns that point
 * `into` another table keep the raw number; null and text code 0 are null.
 */
export type Cell = bigint | number | string | null;

/** A row by column name. */
export type Row = Record<string, Cell>;

/** The contents of cells before a reader writes them. */
const POISON = 0xdeadbeef;
const POISONED_WORDS = 1024;

function isWide(type: ColumnSpec["type"]): boolean {
  return type === "u64" || type === "i64" || type === "f64" || type === "time";
}

function stage(arena: Arena, spec: ColumnSpec): StagingColumn {
  const bytes = BATCH_ROWS * (isWide(spec.type) ? 8 : 4);
  // As in the program, only the nulls begin as zeros. Clearing half a megabyte per column took three quarters
  // of the time of tests that read thousands of small traces.
  const pointer = arena.alloc(bytes);
  const nullsPointer = spec.nullable ? arena.allocZeroed(BATCH_ROWS) : 0;
  const buffer = arena.memory.buffer;
  new Uint32Array(buffer, pointer, POISONED_WORDS).fill(POISON);
  return {
    spec,
    pointer,
    u32: new Uint32Array(buffer, pointer, bytes >> 2),
    f64: new Float64Array(buffer, pointer, isWide(spec.type) ? BATCH_ROWS : 0),
    nulls: new Uint8Array(buffer, nullsPointer, spec.nullable ? BATCH_ROWS : 0),
    nullsPointer,
  };
}

/** The flushed rows of one column and one batch. */
interface Piece {
  readonly u32: Uint32Array;
  readonly nulls: Uint8Array;
}

function cellsOf(spec: ColumnSpec, { u32, nulls }: Piece, strings: StringPool): Cell[] {
  const cell = cellMaker(spec, u32, strings);
  const count = isWide(spec.type) ? u32.length / 2 : u32.length;
  return Array.from({ length: count }, (_, row) => spec.nullable && nulls[row] !== 0 ? null : cell(row));
}

function cellMaker(spec: ColumnSpec, u32: Uint32Array, strings: StringPool): (row: number) => Cell {
  const wide = (row: number): bigint => joinHalves(u32[2 * row]!, u32[2 * row + 1]!);
  switch (spec.type) {
    case "u64":
    case "time":
      return wide;
    case "i64":
      return (row) => BigInt.asIntN(64, wide(row));
    case "f64": {
      const doubles = new Float64Array(u32.buffer);
      return (row) => doubles[row]!;
    }
    case "text":
      if (spec.into) return (row) => u32[row]!;
      return (row) => u32[row] === 0 ? null : strings.text(u32[row]!);
    default:
      return (row) => u32[row]!;
  }
}

/** Takes batches and keeps their rows. Kinds of `events` are converted to their names. */
export class MemoryWriter implements RowWriter {
  /** Rows staged and not flushed. */
  count = 0;
  /** Rows flushed so far. */
  flushed = 0;
  readonly #columns: Map<string, StagingColumn>;
  readonly #pieces = new Map<string, Piece[]>();
  readonly #strings: StringPool;
  readonly #namesKinds: boolean;
  readonly #rows: Row[] = [];

  constructor(
    arena: Arena,
    strings: StringPool,
    columns: readonly ColumnSpec[],
    namesKinds: boolean,
  ) {
    this.#columns = new Map(columns.map((spec) => [spec.name, stage(arena, spec)]));
    if (this.#columns.size !== columns.length) {
      throw new Error("A column name appears twice");
    }
    // Columns with a # are only staged for the tables, and not kept.
    for (const { name } of columns) if (!name.startsWith("#")) this.#pieces.set(name, []);
    this.#strings = strings;
    this.#namesKinds = namesKinds;
  }

  column(name: string): StagingColumn {
    const column = this.#columns.get(name);
    if (!column) throw new Error(`No such staging column: ${name}`);
    return column;
  }

  /** Every row flushed so far. */
  get rows(): Row[] {
    const made = this.#rows.length;
    if (made === this.flushed) return this.#rows;
    const columns = [...this.#pieces.keys()].map((name) => [name, this.cells(name)] as const);
    for (let at = made; at < this.flushed; at++) {
      const row: Row = {};
      for (const [name, cells] of columns) row[name] = cells[at]!;
      this.#rows.push(row);
    }
    return this.#rows;
  }

  /** One column of the rows flushed so far. */
  cells(name: string): Cell[] {
    const { spec } = this.column(name);
    const cells = this.#pieces.get(name)!.flatMap((piece) => cellsOf(spec, piece, this.#strings));
    if (!this.#namesKinds || name !== "kind") return cells;
    return cells.map((kind) => EVENT_KINDS[kind as number] ?? kind);
  }

  /** Frees the staging memory; the rows stay. */
  free(arena: Arena): void {
    for (const { pointer, nullsPointer } of this.#columns.values()) {
      arena.free(pointer);
      arena.free(nullsPointer);
    }
  }

  flush(): void {
    const { count } = this;
    if (count > BATCH_ROWS) throw new Error(`Batch of ${count} rows is larger than ${BATCH_ROWS}`);
    for (const [name, { spec, u32, nulls }] of this.#columns) {
      const words = isWide(spec.type) ? 2 * count : count;
      // Such bytes must be 0 or 1, since kernels add them up.
      if (nulls.subarray(0, count).some((none) => none > 1)) {
        throw new Error(`A null of ${name} is not 0 or 1`);
      }
      if (
        spec.type === "bool" && !spec.into &&
        u32.subarray(0, count).some((cell, row) => cell > 1 && nulls[row] !== 1)
      ) {
        throw new Error(`A cell of ${name} is not 0 or 1`);
      }
      this.#pieces.get(name)?.push({ u32: u32.slice(0, words), nulls: nulls.slice(0, count) });
      // Values of one batch must not leak into the next one unnoticed.
      nulls.fill(0, 0, count);
      u32.fill(POISON, 0, words);
    }
    this.flushed += count;
    this.count = 0;
  }
}
