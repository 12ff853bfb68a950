/**
 * The tables that a profiling file fills.
 * @module
 */

import { writeBig } from "../../events/cells.ts";
import type {
  ColumnSpec,
  RowWriter,
  StagingColumn,
  TableLayout,
  TraceSink,
} from "../../events/trace_sink.ts";
import { U64_MAX } from "../../base/u64.ts";

/** Size classes, in the order of the file. */
export const CLASS_NAMES = ["small", "medium", "large", "xlarge"] as const;
/** What is kept per size class, in the order of the file. */
export const FIGURE_NAMES = ["allocs", "alloc_bytes", "frees", "freed_bytes"] as const;

/** The sixteen class columns: `small_allocs`, `medium_allocs` ... `xlarge_freed_bytes`. */
export const CLASS_COLUMNS: readonly string[] = FIGURE_NAMES.flatMap((figure) =>
  CLASS_NAMES.map((name) => `${name}_${figure}`)
);

const wide = (name: string): ColumnSpec => ({ name, type: "u64", nullable: true });
const narrow = (name: string): ColumnSpec => ({ name, type: "u32", nullable: true });
const text = (name: string): ColumnSpec => ({ name, type: "text" });

/** Profiling records with what follows from them. The row without `index` is what no record accounts for. */
export const PROFILE: TableLayout = {
  name: "profile",
  columns: [
    wide("index"),
    wide("site"),
    wide("addr"),
    text("func"),
    text("file"),
    narrow("stack"),
    ...CLASS_COLUMNS.map(wide),
    ...FIGURE_NAMES.map(wide),
    wide("live"),
    wide("live_bytes"),
  ],
};

/** Call sites: places in the program together with how they were reached. */
export const SITES: TableLayout = {
  name: "sites",
  columns: [
    wide("index"),
    wide("parent"),
    wide("addr"),
    text("symbol"),
    wide("symbol_id"),
    wide("offset"),
    wide("profile"),
    narrow("stack"),
  ],
};

/** Requests by size; `at_least` marks the last bin, which holds all larger ones too. */
export const BINS: TableLayout = {
  name: "bins",
  columns: [
    wide("size"),
    { name: "at_least", type: "bool" },
    ...FIGURE_NAMES.map(wide),
    wide("live"),
    wide("live_bytes"),
  ],
};

/** Functions that call sites lie in. */
export const SYMBOLS: TableLayout = { name: "symbols", columns: [wide("id"), text("name"), wide("addr")] };

/** Writes rows value by value; profiles are small, and this keeps their writers readable. */
export class TableRows {
  readonly #writer: RowWriter;
  readonly #columns = new Map<string, StagingColumn>();
  readonly #capacity: number;

  /** Opens a table. */
  constructor(sink: TraceSink, layout: TableLayout, capacity: number) {
    this.#writer = sink.table(layout);
    this.#capacity = capacity;
    for (const { name } of layout.columns) this.#columns.set(name, this.#writer.column(name));
  }

  /** Sets a 64-bit value of the row at hand; a sum that does not fit is unknown, never wrapped. */
  wide(name: string, value: bigint | null): void {
    const column = this.#columns.get(name)!;
    const row = this.#writer.count;
    if (value === null || value > U64_MAX) column.nulls[row] = 1;
    else writeBig(column, row, value);
  }

  /** Sets a 32-bit value of the row at hand. */
  narrow(name: string, value: number | null): void {
    const column = this.#columns.get(name)!;
    if (value === null) column.nulls[this.#writer.count] = 1;
    else column.u32[this.#writer.count] = value;
  }

  /** Ends the row at hand; every column must have been set. */
  next(): void {
    if (++this.#writer.count === this.#capacity) this.#writer.flush();
  }

  /** Hands the last rows over. */
  end(): void {
    if (this.#writer.count > 0) this.#writer.flush();
  }
}
