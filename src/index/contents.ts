/**
 * What an index says of a file and its traces. Columns are places in the list of blocks.
 * @module
 */

import type { ColumnSpec } from "../events/trace_sink.ts";
import type { FileSums } from "../ingest/region_sums.ts";
import type { PackedTrace } from "../tables/packed_trace.ts";
import type { ColumnInfo } from "../tables/column.ts";
import type { PackedEvents } from "../tables/derive_events.ts";
import type { Lives } from "../tables/pairing/lives.ts";
import type { FileIdentity } from "./file_identity.ts";

/** A column: its blocks are in the list one after the other. */
export interface SavedColumn extends ColumnInfo {
  /** Number of its first block. */
  readonly first: number;
  /** How many there are. */
  readonly blocks: number;
  /** Where these are codes: their values, one for each code. */
  readonly values?: SavedColumn;
  /** How many codes there are. */
  readonly rows?: number;
  /** Where it has no blocks and shows a column of another table: row numbers of that are in column `keys` of this one. */
  readonly into?: { readonly table: string; readonly show: string; readonly keys: string };
}

/** A table. */
export interface SavedTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly SavedColumn[];
}

/** A table that is filled on demand. */
export interface SavedMaker {
  readonly name: string;
  /** The table, filled; absent where that reads the file again, which takes longer than loading it did. */
  readonly table?: SavedTable;
  /** Its columns, known beforehand. */
  readonly columns: readonly ColumnSpec[];
}

/** The pair index. */
export interface SavedLives
  extends Omit<Lives, "rows" | "ends" | "keys" | "resized" | "records" | "history"> {
  readonly rows: SavedColumn;
  readonly ends: SavedColumn;
  readonly keys: SavedColumn | undefined;
  readonly resized: SavedColumn;
  readonly records: Readonly<Record<keyof Lives["records"], SavedColumn>>;
  readonly history: Readonly<Record<keyof Lives["history"], SavedColumn>>;
}

/** One trace. */
export interface SavedTrace extends Omit<PackedTrace, "tables" | "events"> {
  readonly tables: readonly SavedTable[];
  readonly events: Omit<PackedEvents, "table" | "lives"> & { readonly table: SavedTable } | undefined;
  readonly lives: SavedLives | undefined;
  /** Tables on demand of formats that do not declare them again. */
  readonly makers: readonly SavedMaker[];
}

/** Everything but texts, backtraces and blocks. */
export interface SavedContents {
  /** Which file was read. */
  readonly file: FileIdentity;
  /** Its name then, which is one of the texts. */
  readonly name: string;
  /** How it was read, as far as that changes what was found. */
  readonly options: string;
  /** Version of the reader. */
  readonly reader: number;
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Bytes of the innermost stream. */
  readonly bytes: number;
  /** Where the file can be decoded from the middle, for what is read from it on demand. */
  readonly points: readonly number[];
  /** Its checksums, for the same. */
  readonly sums: FileSums | undefined;
  readonly traces: readonly SavedTrace[];
}
