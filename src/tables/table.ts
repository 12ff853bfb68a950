/**
 * A table: named columns of equal length. Single cells are read only for display and in tests; queries read
 * blocks.
 * @module
 */

import { BLOCK_ROWS } from "./block.ts";
import type { Column } from "./column.ts";
import type { Pools } from "./pools.ts";

/** A cell as a JavaScript value. u64, u32, i64 and time are bigint; text is string. */
type Cell = bigint | number | string | boolean | null;

/** Named columns of equal length. */
export class Table {
  /** Name as in queries. */
  readonly name: string;
  /** Memory and texts of the columns. */
  readonly pools: Pools;
  readonly #columns = new Map<string, Column>();
  #rowCount: number;

  /** A table without columns yet. */
  constructor(name: string, pools: Pools, rowCount = 0) {
    this.name = name;
    this.pools = pools;
    this.#rowCount = rowCount;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Set while the table is built. */
  set rowCount(count: number) {
    this.#rowCount = count;
  }

  get blockCount(): number {
    return Math.ceil(this.#rowCount / BLOCK_ROWS);
  }

  readonly blockRows = (block: number): number =>
    Math.max(0, Math.min(BLOCK_ROWS, this.#rowCount - block * BLOCK_ROWS));

  /** The columns in order. */
  get columns(): Iterable<Column> {
    return this.#columns.values();
  }

  /** Column names in order. */
  get columnNames(): string[] {
    return [...this.#columns.keys()];
  }

  column(name: string): Column | undefined {
    return this.#columns.get(name);
  }

  /** Adds a column, or replaces the one of the same name. */
  add(column: Column): void {
    this.#columns.set(column.name, column);
  }

  /** Bytes of all columns. */
  get bytes(): number {
    let bytes = 0;
    for (const column of this.#columns.values()) bytes += column.bytes;
    return bytes;
  }

  cell(row: number, name: string): Cell {
    return this.cells(name, row, 1)[0] ?? null;
  }

  /** Returns some rows of a column, in order, as JavaScript values. */
  cells(name: string, from = 0, count: number = this.#rowCount - from): Cell[] {
    const column = this.#columns.get(name);
    if (!column) throw new RangeError(`Table ${this.name} has no column "${name}"`);
    const result: Cell[] = [];
    const { arena } = this.pools;
    const piece = Math.min(count, 4096);
    const rows = arena.alloc(piece * 4);
    const values = arena.alloc(piece * 8);
    const nulls = arena.alloc(piece);
    for (let at = 0; at < count; at += piece) {
      const n = Math.min(piece, count - at);
      for (let i = 0; i < n; i++) arena.u32[(rows >>> 2) + i] = from + at + i;
      column.gather(rows, n, values, nulls);
      for (let i = 0; i < n; i++) {
        result.push(arena.u8[nulls + i] ? null : toCell(column, this.pools, values + 8 * i));
      }
    }
    arena.free(rows);
    arena.free(values);
    arena.free(nulls);
    return result;
  }

  /** Yields all rows as objects, for tests and small tables. */
  *rows(): Generator<Record<string, Cell>> {
    const names = this.columnNames;
    const columns = names.map((name) => this.cells(name));
    for (let row = 0; row < this.#rowCount; row++) {
      const record: Record<string, Cell> = {};
      for (let at = 0; at < names.length; at++) record[names[at]!] = columns[at]![row]!;
      yield record;
    }
  }
}

/** Converts the value at an arena address to a JavaScript value by the column's type. */
function toCell(column: Column, pools: Pools, pointer: number): Cell {
  const raw = pools.arena.u64[pointer >>> 3]!;
  switch (column.type) {
    case "text":
    case "bytes":
      return pools.strings.text(Number(raw));
    case "bool":
      return raw !== 0n;
    case "f64":
      return pools.arena.f64[pointer >>> 3]!;
    case "i64":
      return BigInt.asIntN(64, raw);
    default:
      return raw;
  }
}
