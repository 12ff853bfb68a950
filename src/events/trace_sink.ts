/**
 * The interface between a format's reader and the tables: a reader writes rows into staging columns and
 * reports problems; it knows nothing about blocks, indexes or queries.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import type { CodeRange } from "./unnamed_frames.ts";
import type { Frame, StackPool } from "./stack_pool.ts";
import type { StringPool } from "./string_pool.ts";

/** Rows per block and per staging batch. */
export const BATCH_ROWS = 65536;

/** Type of a column. `u64 i64 time f64` take 8 bytes per row while staged, all others 4. */
export type ColumnType = "u64" | "u32" | "i64" | "f64" | "bool" | "text" | "time" | "bytes";

/** A column that a reader fills. */
export interface ColumnSpec {
  /** Column name, as in the schema. */
  readonly name: string;
  /** Type; `text` holds codes of the string pool (0 = null). */
  readonly type: ColumnType;
  /** True if rows may be null. `text` is always nullable through code 0 and needs no flag. */
  readonly nullable?: boolean;
  /** Numbers that do not fit in this column are null, and the column of this name contains them. */
  readonly rest?: string;
  /** The format writes 0 for missing values (u32, and u64 with `dictionary`), so 0 becomes null. */
  readonly zeroIsNull?: boolean;
  /**
   * Exports write addresses of this column as decimal numbers, as the format's own tools do; screens show
   * them in hexadecimal.
   */
  readonly decimal?: boolean;
  /** The numbers are nanoseconds: screens show them as durations, exports write the numbers. */
  readonly nanoseconds?: boolean;
  /** A u64 column with few distinct values (threads) is stored as a code per row plus the values. */
  readonly dictionary?: boolean;
  /**
   * The values are row numbers (from 0) of another table of the same trace, and queries see the column `show`
   * of that table instead. This stores one code per row instead of many wide columns.
   */
  readonly into?: { readonly table: string; readonly show: string };
}

/**
 * The staging rows of one column, 65536 of them, in the arena. Row r of an 8-byte column is `u32[2 * r]` (low
 * half) and `u32[2 * r + 1]` (high half); of a 4-byte column `u32[r]`. After `flush()` the same arrays are
 * filled again. A null row has `nulls[r] = 1`; `flush()` clears these.
 */
export interface StagingColumn {
  readonly spec: ColumnSpec;
  /** Arena address of row 0. */
  readonly pointer: number;
  /** Rows as 32-bit words. */
  readonly u32: Uint32Array;
  /** Rows as doubles, for `f64`. */
  readonly f64: Float64Array;
  /** One byte per row; empty if the column is not nullable. */
  readonly nulls: Uint8Array;
  /** Arena address of `nulls`; 0 if the column is not nullable. */
  readonly nullsPointer: number;
}

/** Receives the rows of one table in batches of at most `BATCH_ROWS`. */
export interface RowWriter {
  /** Rows in the staging columns that are not yet flushed; the reader increments it. */
  count: number;
  /** Rows flushed so far. */
  readonly flushed: number;
  /** The staging rows of a column by name. */
  column(name: string): StagingColumn;
  /**
   * Passes the batch on and resets `count` to 0. Call it when `count` reaches `BATCH_ROWS`, and at the end.
   */
  flush(): void;
}

/** How records of `events` are matched to blocks. */
export type Pairing =
  /** mpatrol: by allocation index, in column `index`. */
  | "index"
  /** sp-rtrace: by (type, addr), with reference counts for the types in `refcounted`. */
  | "resource"
  /** By address and `type`: a second allocation of a live address ends the first. */
  | "address"
  /**
   * By address, for heap profilers: frees of blocks that are not live are normal and are only counted, and
   * the free of a block may come after the next allocation at its address.
   */
  | "heap"
  /** Blocks have no lifetimes. */
  | "none";

/**
 * The stream offset of each record of `events`, for readers that know it. It is not stored, only reported
 * with pairing problems.
 */
export const RECORD_OFFSET: ColumnSpec = { name: "#offset", type: "u64" };

/**
 * The kind of each record for pairing (a value of `EVENT_KINDS`), for readers whose column `kind` contains
 * texts of the format.
 */
export const PAIRING_KIND: ColumnSpec = { name: "#pairing", type: "u32" };

/**
 * The address space of each record, for traces with several (devices), where the same address is a different
 * block. Used only by pairing by address.
 */
export const PAIRING_SPACE: ColumnSpec = { name: "#space", type: "u32" };

/**
 * The key that identifies the block of a record, for readers whose records do not always give its start
 * address. Used only by pairing by address.
 */
export const PAIRING_KEY: ColumnSpec = { name: "#key", type: "u64" };

/** The layout of a table that a reader fills. */
export interface TableLayout {
  /** Table name, as in the schema. */
  readonly name: string;
  readonly columns: readonly ColumnSpec[];
  /** Filling this on-demand table reads the file again. */
  readonly readsFile?: boolean;
}

/**
 * Kinds of `events` rows that the tables know, by staging value. Kinds that only one format has, and that
 * pairing ignores, come after these.
 */
export const EVENT_KINDS = [
  "alloc",
  "realloc",
  "free",
  "reserve",
  "internal",
  "call",
  "block",
  "fault",
  "load-address",
  "module-load",
  "module-unload",
] as const;

/** A name from `EVENT_KINDS`. */
export type EventKind = typeof EVENT_KINDS[number];

/**
 * How bad a problem is: `error` = data is missing, `warning` = odd but read, `note` = worth knowing.
 *
 * ```ts
 * import { type ProblemSeverity, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const worst: ProblemSeverity = "error";
 * if (quarry.problems().some(({ severity }) => severity === worst)) throw new Error("Data is missing");
 * ```
 */
export type ProblemSeverity = "error" | "warning" | "note";

/**
 * Something odd or damaged in a file.
 *
 * ```ts
 * import { type Problem, Quarry } from "@quarry/quarry";
 *
 * const bytes = await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * await using quarry = await Quarry.open(bytes.subarray(0, 1000));
 * const [problem]: readonly Problem[] = quarry.problems();
 * console.log(problem?.code, problem?.record, problem?.message, problem?.handling);
 * ```
 */
export interface Problem {
  /** Severity of the problem. */
  readonly severity: ProblemSeverity;
  /** Stable code in kebab case, such as `cut-record`. */
  readonly code: string;
  /** Byte offset in the decompressed stream; -1 if unknown. */
  readonly offset: number;
  /** Record number (from 1) in file order; 0 if there is none. */
  readonly record: number;
  /** Describes what was found. */
  readonly message: string;
  /** How it was handled, such as "kept the records before it". */
  readonly handling: string;
}

/** Facts from the header of a file. */
export interface TraceHeader {
  /** Name of the format. */
  readonly format: string;
  /** Version as the file states it, for display. */
  readonly version: string;
  /** 32 or 64; 0 if the format has no word size. */
  readonly wordBits: 0 | 32 | 64;
  /** Byte order; `none` if the format has none. */
  readonly byteOrder: "little" | "big" | "none";
  /** Table that a filter without a source applies to. */
  readonly mainTable: "events" | "profile" | "places" | "units" | "lines";
}

/** Receives declarations of tables and columns that are filled on demand. */
export interface OnDemandSink {
  /** Memory of staging columns. */
  readonly arena: Arena;
  /** Texts of the whole session. */
  readonly strings: StringPool;
  /** Backtraces of the whole session. */
  readonly stacks: StackPool;
  /**
   * Declares a table that is filled on first use, for instance by reading the file again through
   * `ReadOptions.reopen`.
   */
  lazyTable(layout: TableLayout, fill: (writer: RowWriter) => Promise<void>): void;
  /**
   * Declares a family of columns of `table` that are selected by an argument, such as `arg("target")`. `open`
   * returns the column of an argument, or null if there is none; the column's writer receives one row per row
   * of `table`, in order.
   */
  columnFamily(table: string, family: string, open: OpenFamilyColumn, words?: FamilyInfo): void;
  /** Declares how memory contents recorded with calls are read from the file. */
  contents(read: ReadContents): void;
}

/** Receives everything that a reader learns about one trace. */
export interface TraceSink extends OnDemandSink {
  /** Gives the facts from the header; called once, before any row. */
  describe(header: TraceHeader): void;
  /** Adds a header field or info entry; names may repeat. */
  tag(name: string, value: string, raw?: Uint8Array): void;
  /** Reports a problem; the first thousand of each code are kept in full. */
  problem(problem: Problem): void;
  /**
   * Opens the `events` table; `kind` is a column of type `u32` with values of `EVENT_KINDS`, or a text if
   * there is a column `PAIRING_KIND`.
   */
  events(columns: readonly ColumnSpec[], pairing: Pairing, options?: EventsOptions): RowWriter;
  /** Opens any other table. */
  table(layout: TableLayout): RowWriter;
  /**
   * Stores data for `Format.declareAgain`, which declares the same on-demand tables and columns without
   * reading the file: numbers, texts, bytes, and lists, maps and plain objects of these.
   */
  keep(kept: unknown): void;
  /** Adds a statistic for `info` that the reader knows more exactly than the tables do. */
  stat(name: string, value: bigint | number | string): void;
  /**
   * Returns the id of a frame without names whose code is in a range; its names are looked up when a query
   * needs them. Columns that show a source position must be filled as if the frame remained without names.
   * Absent if names are not looked up later.
   */
  unnamedFrame?(frame: Readonly<Frame>, range: CodeRange): number;
  /** Starts a separate trace in the same file: later rows go to the returned sink. */
  nextSegment(): TraceSink;
  /** Discards this segment, which is a copy of another one. */
  discard(): void;
}

/**
 * Opens the column of an argument, in its own type or in type `as`; null if there is no such argument, or if
 * that type cannot represent all its values.
 */
export type OpenFamilyColumn = (argument: string, as?: ColumnType) => LazyColumn | null;

/** A column that is filled on first use. */
export interface LazyColumn {
  /** Description of the column; the caller sets the name. */
  readonly spec: ColumnSpec;
  /** Writes one row per row of the table into the writer's only column. */
  fill(writer: RowWriter): Promise<void>;
  /**
   * Writes one row for each of a few rows of the table, in their order; `cellsOf` returns the values of other
   * columns in those rows. Returns false if `fill` would be as fast; anything written is then discarded.
   */
  fillFew?(writer: RowWriter, cellsOf: RequestedCells): Promise<boolean>;
}

/** Memory contents recorded with a call. */
export interface Content {
  /** Number of the call. */
  readonly no: number;
  /** Name of the column family. */
  readonly name: string;
  /** The argument that points to the memory; `return` for the return value. */
  readonly argument: string;
  /** The contents of the memory that the argument points to. */
  readonly bytes: Uint8Array;
}

/**
 * Visits the memory contents of calls in order: only of the calls for which `cellsOf` returns columns of
 * `calls`, or of all calls.
 */
export type ReadContents = (
  cellsOf: RequestedCells | null,
  visit: (content: Content) => void | Promise<void>,
) => Promise<void>;

/** The values of a column in the requested rows. */
export type RequestedCells = (column: string) => readonly (bigint | null)[];

/** What is known about a column family without reading a column, for completion. */
export interface FamilyInfo {
  /** Known arguments of the family. */
  readonly names: readonly string[];
  /** Words that occur as values, such as symbols of enumerations. */
  readonly symbols: readonly string[];
}

/** Options of pairing. */
export interface EventsOptions {
  /** Codes of reference-counted resource types (pairing `resource`); may grow while reading. */
  readonly refcounted?: Set<number>;
  /**
   * For old files in which an allocation with the index of a freed block continues that block (mpatrol before
   * 1.4.4).
   */
  readonly revive?: boolean;
  /**
   * An allocation with the index of a live block replaces it, and the earlier block ends (pairing `index`).
   */
  readonly replace?: boolean;
  /**
   * Allocations have the indices 1, 2, 3 …, and a free has the index and size of a live block, or 0 and no
   * size, so that nothing has to be looked up (pairing `index`, no other kinds of records).
   */
  readonly counted?: boolean;
  /** Every record is numbered: `no` is the row number. */
  readonly numbered?: boolean;
  /** Reallocations do not move blocks: the address in their records has another meaning. */
  readonly staysPut?: boolean;
  /** Columns of the format that `allocs` shows, with the values of the record that allocated the block. */
  readonly allocColumns?: readonly string[];
  /**
   * The reader gets the addresses of staging rows again after each flush: if they may move, no copy is
   * needed.
   */
  readonly moving?: boolean;
  /** Millions of records follow, so a second core is used starting with the first batch. */
  readonly many?: boolean;
}
