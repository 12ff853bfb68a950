/**
 * What an index records about a file and its traces. Columns refer to ranges of the block list.
 * @module
 */

import type { SavedUnnamedFrames } from "../events/unnamed_frames.ts";
import type { ColumnSpec } from "../events/trace_sink.ts";
import type { FileSums } from "../ingest/region_sums.ts";
import type { PackedTrace } from "../tables/packed_trace.ts";
import type { ColumnInfo } from "../tables/column.ts";
import type { PackedEvents } from "../tables/derive_events.ts";
import type { BlockLives } from "../tables/pairing/lives.ts";
import type { FileIdentity } from "./file_identity.ts";

/** A column: its blocks are consecutive in the list. */
export interface SavedColumn extends ColumnInfo {
  /** Number of the first block of the column. */
  readonly first: number;
  /** Number of blocks. */
  readonly blocks: number;
  /** For a column of codes: the values, one per code. */
  readonly values?: SavedColumn;
  /** Number of codes. */
  readonly rows?: number;
  /**
   * Set for a column that shows a column of another table and so has no blocks: column `keys` of this table
   * contains the row numbers.
   */
  readonly into?: { readonly table: string; readonly show: string; readonly keys: string };
}

/** A table. */
export interface SavedTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly SavedColumn[];
}

/** A table that is filled on demand. */
export interface SavedTableOnDemand {
  readonly name: string;
  /** The table with its rows; absent if reading it again from the trace takes longer than loading did. */
  readonly table?: SavedTable;
  /** Columns of the table, known before it is filled. */
  readonly columns: readonly ColumnSpec[];
}

/** The lives from the pair index. */
export interface SavedPairIndex
  extends Omit<BlockLives, "rows" | "ends" | "keys" | "resized" | "records" | "history"> {
  readonly rows: SavedColumn;
  readonly ends: SavedColumn;
  readonly keys: SavedColumn | undefined;
  readonly resized: SavedColumn;
  readonly records: Readonly<Record<keyof BlockLives["records"], SavedColumn>>;
  readonly history: Readonly<Record<keyof BlockLives["history"], SavedColumn>>;
}

/** A trace of a saved index. */
export interface SavedTrace extends Omit<PackedTrace, "tables" | "events" | "unnamedFrames" | "whole"> {
  readonly tables: readonly SavedTable[];
  readonly events: Omit<PackedEvents, "table" | "lives"> & { readonly table: SavedTable } | undefined;
  readonly lives: SavedPairIndex | undefined;
  /** Frames without names. */
  readonly later?: SavedUnnamedFrames;
  /** Tables on demand, for formats that do not declare them again. */
  readonly makers: readonly SavedTableOnDemand[];
}

/** Everything except texts, backtraces and blocks. */
export interface SavedContents {
  /** The file that was read. */
  readonly file: FileIdentity;
  /** Set if the file was longer than what was read, so that the index belongs to no complete file. */
  readonly isPart?: true;
  /** Name of the file when it was read, which is one of the texts. */
  readonly name: string;
  /** The options that affect what was read. */
  readonly options: string;
  /** Version of the reader. */
  readonly reader: number;
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Bytes of the innermost stream. */
  readonly bytes: number;
  /** Positions from which the file can be decoded, for data read on demand. */
  readonly points: readonly number[];
  /** Checksums of the file, for data read on demand. */
  readonly sums: FileSums | undefined;
  readonly traces: readonly SavedTrace[];
}
