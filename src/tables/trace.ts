/**
 * An open trace with all its data.
 * @module
 */

import type { ColumnSpec, FamilyInfo, OpenFamilyColumn, ReadContents } from "../events/trace_sink.ts";
import type { PackedTrace } from "./packed_trace.ts";
import type { DeferredNames } from "./deferred_names.ts";
import type { BlockLives } from "./pairing/lives.ts";
import type { Pools } from "./pools.ts";
import type { Table } from "./table.ts";

/** A table that is built on demand. */
export interface TableBuilderOnDemand {
  /** Columns of the table, known before it is filled. */
  readonly columns: readonly ColumnSpec[];
  /** Whether building the table reads the file again. */
  readonly readsFile?: boolean;
  /** Builds the table; `check` throws if the query was cancelled. */
  make(check?: () => void): Promise<Table>;
}

/** An open trace: header, tables, problems. */
export interface Trace extends Omit<PackedTrace, "tables" | "events" | "kept" | "unnamedFrames"> {
  /** Name in queries. */
  name: string;
  /** Memory, texts and stacks of the session. */
  readonly pools: Pools;
  /** Tables that exist. */
  readonly tables: Map<string, Table>;
  /** Tables that can be built on demand. */
  readonly makers: Map<string, TableBuilderOnDemand>;
  /** Column families: `TABLE.FAMILY`. */
  readonly families: Map<string, OpenFamilyColumn>;
  /** Descriptions of these families, if known. */
  readonly familyWords?: ReadonlyMap<string, FamilyInfo>;
  /** Names that are looked up when a query reads them; absent if all names are known. */
  readonly later?: DeferredNames | undefined;
  /** The pair index, if blocks have lives. */
  readonly lives: BlockLives | undefined;
  /** Reads memory contents recorded with calls, if the file can be read again. */
  readonly contents?: ReadContents | undefined;
  readonly columnBytes: number;
  /** The data that the reader wrote, for saving an index. */
  readonly packed?: PackedTrace;
}
