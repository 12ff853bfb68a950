/**
 * Everything that is known of one open trace.
 * @module
 */

import type { ColumnSpec, FamilyWords, OpenFamily, ReadContents } from "../events/trace_sink.ts";
import type { PackedTrace } from "./packed_trace.ts";
import type { Lives } from "./pairing/lives.ts";
import type { Pools } from "./pools.ts";
import type { Table } from "./table.ts";

/** A table that is built on demand. */
export interface TableMaker {
  /** Its columns, known beforehand. */
  readonly columns: readonly ColumnSpec[];
  /** Building it reads the file again. */
  readonly readsFile?: boolean;
  /** Builds it; `check` throws when nobody wants it any more. */
  make(check?: () => void): Promise<Table>;
}

/** One open trace: header, tables, problems. */
export interface Trace extends Omit<PackedTrace, "tables" | "events" | "kept"> {
  /** Name in queries. */
  name: string;
  /** Memory, texts and stacks of the session. */
  readonly pools: Pools;
  /** Tables that are there. */
  readonly tables: Map<string, Table>;
  /** Tables that can be made. */
  readonly makers: Map<string, TableMaker>;
  /** Columns by argument: `TABLE.FAMILY`. */
  readonly families: Map<string, OpenFamily>;
  /** Words of these families, where they are known. */
  readonly familyWords?: ReadonlyMap<string, FamilyWords>;
  /** The pair index, where blocks have lives. */
  readonly lives: Lives | undefined;
  /** Reads the memory that calls carry, where the file can be read again. */
  readonly contents?: ReadContents | undefined;
  readonly columnBytes: number;
  /** What its reader wrote, for whoever saves it. */
  readonly packed?: PackedTrace;
}
