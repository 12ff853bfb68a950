/**
 * The neutral vocabulary between a format's reader and the tables: a reader writes rows into staging columns and
 * reports what it notices; it knows nothing about blocks, indexes or queries.
 * @module
 */

import type { Arena } from "../memory/arena.ts";
import type { StackPool } from "./stack_pool.ts";
import type { StringPool } from "./string_pool.ts";

/** Rows per block and per staging batch. */
export const BATCH_ROWS = 65536;

/** Type of a column. `u64 i64 time f64` take 8 bytes a row while staging, all others 4. */
export type ColumnType = "u64" | "u32" | "i64" | "f64" | "bool" | "text" | "time" | "bytes";

/** One column that a reader is going to fill. */
export interface ColumnSpec {
  /** Column name, as in the schema. */
  readonly name: string;
  /** Type; `text` holds codes of the string pool (0 = null). */
  readonly type: ColumnType;
  /** True when rows may be null. `text` is always nullable through code 0 and needs no flag. */
  readonly nullable?: boolean;
  /** Some numbers do not fit into this column and are null: the column of this name has them. */
  readonly rest?: string;
  /** The format writes 0 where it has nothing to say (u32, and u64 with `dictionary`): such rows are null. */
  readonly zeroIsNull?: boolean;
  /** Addresses of this column are decimal numbers but on a screen, as in files of the tools around the format. */
  readonly decimal?: boolean;
  /** With `dictionary` a u64 column keeps few distinct values (threads): a code per row and the values once. */
  readonly dictionary?: boolean;
  /**
   * The values are row numbers (from 0) of this other table of the same trace, and the query sees that table's column
   * `show` through them: one code per row instead of many wide columns.
   */
  readonly into?: { readonly table: string; readonly show: string };
}

/**
 * Staging rows of one column, 65536 of them, in the arena. Row r of an 8-byte column is `u32[2 * r]` (low half) and
 * `u32[2 * r + 1]` (high half); of a 4-byte column `u32[r]`. After `flush()` the same arrays are filled again.
 * A null row has `nulls[r] = 1`; `flush()` clears them.
 */
export interface StagingColumn {
  readonly spec: ColumnSpec;
  /** Arena address of row 0. */
  readonly pointer: number;
  /** Rows as 32-bit words. */
  readonly u32: Uint32Array;
  /** Rows as doubles, for `f64`. */
  readonly f64: Float64Array;
  /** One byte per row; empty when the column is not nullable. */
  readonly nulls: Uint8Array;
  /** Arena address of `nulls`, 0 when the column is not nullable. */
  readonly nullsPointer: number;
}

/** Takes the rows of one table in batches of at most `BATCH_ROWS`. */
export interface RowWriter {
  /** Rows written into the staging columns and not flushed; the reader counts it up. */
  count: number;
  /** Rows flushed so far. */
  readonly flushed: number;
  /** The staging rows of a column by name. */
  column(name: string): StagingColumn;
  /** Hands the batch over and sets `count` to 0. Call it when `count` reaches `BATCH_ROWS`, and at the end. */
  flush(): void;
}

/** How `events` are joined to lives of blocks. */
export type Pairing =
  /** mpatrol: by allocation index, column `index`. */
  | "index"
  /** sp-rtrace: by (type, addr) with reference counts for the types in `refcounted`. */
  | "resource"
  /** By address and `type`: a second allocation of a live address ends the first. */
  | "address"
  /**
   * By address, as heap profilers write it: frees of what is not live are normal and counted, and the free of a block may
   * come after the next allocation of its address.
   */
  | "heap"
  /** There are no lives. */
  | "none";

/**
 * Where each record of `events` begins in the stream, for readers that know it: nothing keeps it, but what pairing finds
 * wrong is reported with it.
 */
export const RECORD_OFFSET: ColumnSpec = { name: "#offset", type: "u64" };

/**
 * What pairing makes of each record (a value of `EVENT_KINDS`), for readers whose `kind` is a text: a format with words
 * of its own writes them there.
 */
export const PAIRING_KIND: ColumnSpec = { name: "#pairing", type: "u32" };

/**
 * The address space of each record, for traces with several (devices) in which the same address is another block. Only
 * pairing by address looks at it.
 */
export const PAIRING_SPACE: ColumnSpec = { name: "#space", type: "u32" };

/**
 * What pairing knows the block of a record by, for readers whose records do not always name where it begins. Only pairing
 * by address looks at it.
 */
export const PAIRING_KEY: ColumnSpec = { name: "#key", type: "u64" };

/** A table that a reader is going to fill. */
export interface TableLayout {
  /** Table name, as in the schema. */
  readonly name: string;
  readonly columns: readonly ColumnSpec[];
  /** Of a table on demand: whoever fills it reads the file again. */
  readonly readsFile?: boolean;
}

/**
 * Kinds of `events` rows that the tables understand, by staging value. Kinds of one format that mean nothing to
 * pairing come after these.
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
  /** How bad it is. */
  readonly severity: ProblemSeverity;
  /** Stable code in kebab case, such as `cut-record`. */
  readonly code: string;
  /** Byte offset in the decompressed stream; -1 = not known. */
  readonly offset: number;
  /** Record number (from 1) in file order; 0 = none. */
  readonly record: number;
  /** What was found. */
  readonly message: string;
  /** What was done about it, such as "kept the records before it". */
  readonly handling: string;
}

/** What the head of a file says. */
export interface TraceHeader {
  /** Format name. */
  readonly format: string;
  /** Version as the file states it, for people. */
  readonly version: string;
  /** 32 or 64; 0 where the format has no word size. */
  readonly wordBits: 0 | 32 | 64;
  /** Byte order; `none` where the format has none. */
  readonly byteOrder: "little" | "big" | "none";
  /** Table that a bare filter asks. */
  readonly mainTable: "events" | "profile" | "places" | "units" | "lines";
}

/** Where tables and columns are declared that are filled on demand. */
export interface OnDemandSink {
  /** Memory that staging columns live in. */
  readonly arena: Arena;
  /** Texts of the whole session. */
  readonly strings: StringPool;
  /** Backtraces of the whole session. */
  readonly stacks: StackPool;
  /** Declares a table that is filled on first use, from `ReadOptions.reopen` for instance. */
  lazyTable(layout: TableLayout, fill: (writer: RowWriter) => Promise<void>): void;
  /**
   * Declares columns of `table` that exist by argument, such as `arg("target")`: `open` says what the column of that
   * argument is, or null when there is none; the writer takes one row for each row of `table`, in order.
   */
  columnFamily(table: string, family: string, open: OpenFamily, words?: FamilyWords): void;
  /** Says how the memory that calls carry is read from the file. */
  contents(read: ReadContents): void;
}

/** Where a reader puts everything it learns about one trace. */
export interface TraceSink extends OnDemandSink {
  /** States what the file is; once, before any row. */
  describe(header: TraceHeader): void;
  /** Keeps a header field or info entry; names may repeat. */
  tag(name: string, value: string, raw?: Uint8Array): void;
  /** Counts an oddity; the first thousand of each code are kept in full. */
  problem(problem: Problem): void;
  /** Opens the `events` table; `kind` is a column of type `u32` with values of `EVENT_KINDS`, or a text beside `PAIRING_KIND`. */
  events(columns: readonly ColumnSpec[], pairing: Pairing, options?: EventsOptions): RowWriter;
  /** Opens any other table. */
  table(layout: TableLayout): RowWriter;
  /**
   * Keeps what `Format.declareAgain` needs to declare the same tables and columns on demand without reading the file:
   * numbers, texts, bytes, lists, maps and plain objects of these.
   */
  keep(kept: unknown): void;
  /** A figure for `info` that the reader knows better than the tables, by name. */
  stat(name: string, value: bigint | number | string): void;
  /** The file continues with an independent trace: rows go to the returned sink from here on. */
  nextSegment(): TraceSink;
  /** This segment repeats another one: forget it. */
  discard(): void;
}

/**
 * The column of an argument, in its own type or in another one: null when there is no such argument, or when the other
 * type does not hold all its values.
 */
export type OpenFamily = (argument: string, as?: ColumnType) => LazyColumn | null;

/** A column that is filled on first use. */
export interface LazyColumn {
  /** What it is; its name is made by the caller. */
  readonly spec: ColumnSpec;
  /** Writes one row per row of the table into the writer's only column. */
  fill(writer: RowWriter): Promise<void>;
  /**
   * Writes one row for each of a few rows of the table, in their order; `cellsOf` tells what other columns hold there.
   * False when `fill` would not take longer: what was written counts for nothing then.
   */
  fillFew?(writer: RowWriter, cellsOf: CellsOf): Promise<boolean>;
}

/** Memory that a call carries. */
export interface Content {
  /** Number of the call. */
  readonly no: number;
  /** Its function. */
  readonly name: string;
  /** The argument that points to the memory; `return` for the return value. */
  readonly argument: string;
  /** The memory. */
  readonly bytes: Uint8Array;
}

/** Visits the memory of calls, in their order: of those for which `cellsOf` tells columns of `calls`, else of all. */
export type ReadContents = (
  cellsOf: CellsOf | null,
  visit: (content: Content) => void | Promise<void>,
) => Promise<void>;

/** The numbers that a column holds in the rows that are asked for. */
export type CellsOf = (column: string) => readonly (bigint | null)[];

/** What is known of a family of columns without reading one: for suggestions. */
export interface FamilyWords {
  /** Arguments that there are. */
  readonly names: readonly string[];
  /** Words that values of its columns may be, such as the symbols of enumerations. */
  readonly symbols: readonly string[];
}

/** What pairing needs to know beside the columns. */
export interface EventsOptions {
  /** Codes of resource types that count references (pairing `resource`); may grow while reading. */
  readonly refcounted?: Set<number>;
  /** An old file in which an alloc of a freed index continues with that life (mpatrol before 1.4.4). */
  readonly revive?: boolean;
  /** An allocation with the index of a live block is another block in its place, and that one ends (pairing `index`). */
  readonly replace?: boolean;
  /**
   * Allocations have the indexes 1, 2, 3 and so on, and a free has that of a live one with its size, or 0 and no size: nothing
   * has to be looked up (pairing `index`, without other kinds of records).
   */
  readonly counted?: boolean;
  /** Every record of the format counts: `no` is the row number. */
  readonly numbered?: boolean;
  /** Reallocations leave blocks where they are: the address of their records is a different one. */
  readonly staysPut?: boolean;
  /** Columns of the format that `allocs` has as well: a life shows those of the record that it began with. */
  readonly ofLives?: readonly string[];
  /** The reader looks again after each flush where the staging rows are: they may lie elsewhere, which saves a copy. */
  readonly moving?: boolean;
  /** Millions of records follow: a second core is wanted from the first batch on. */
  readonly many?: boolean;
}
