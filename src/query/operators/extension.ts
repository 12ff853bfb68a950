/**
 * Extensions for traces of some formats: tables over all open traces, names of code, and explanations of what
 * is missing. The other folders know extensions only through this interface.
 * @module
 */

import type { ColumnSpec } from "../../events/trace_sink.ts";
import type { Pools } from "../../tables/pools.ts";
import type { Table } from "../../tables/table.ts";
import type { Trace } from "../../tables/trace.ts";

/** An open trace. */
export interface OpenRun {
  /** Name in queries. */
  readonly name: string;
  /** Path as given by the user. */
  readonly path: string;
  /** The trace of the run. */
  readonly trace: Trace;
}

/** The open traces, with the tables made from them. */
export interface OpenTables {
  /** In the order of opening. */
  readonly traces: readonly OpenRun[];
  /** A table of one trace, if it has been filled. */
  table(open: OpenRun, name: string): Table | undefined;
}

/** A table over all open traces together. */
export interface ExtensionTable<S = unknown> {
  /** Name in queries. */
  readonly name: string;
  /** Describes a row of the table. */
  readonly doc: string;
  /** Columns of the table. */
  readonly columns: readonly (ColumnSpec & { readonly doc: string })[];
  /** Tables of the traces that it is made from. */
  readonly needs: readonly string[];
  /** Whether the table exists for these traces. */
  isThere(traces: readonly OpenRun[]): boolean;
  /** Makes the table. */
  make(pools: Pools, traces: readonly OpenRun[], state: S): Table;
}

/** Address range of a name in the code of a program; `high` is excluded. */
export interface NamedCode {
  readonly low: bigint;
  readonly high: bigint;
  /** The module of the code, if known. */
  readonly module?: string | undefined;
}

/** Names of code, from programs that are available. */
export interface CodeNames {
  /** The function at an address. */
  symbolAt(address: bigint): string | null;
  /** File and line of an address, as `file:line`. */
  sourceAt(address: bigint): string | null;
  /** Address range of a function. */
  symbolRange(name: string): NamedCode | undefined;
  /** Address range of a section. */
  sectionRange(name: string): NamedCode | undefined;
}

/** One extension; `S` is its state for the open traces. */
export interface Extension<S = unknown> {
  /** Makes the state on demand; it is dropped when the open traces change. */
  open(tables: OpenTables): S;
  /** Tables over all traces together. */
  readonly tables: readonly ExtensionTable<S>[];
  /** Names of code in the programs of these traces. */
  codeNames(traces: readonly OpenRun[]): CodeNames;
  /** Why a trace lacks a table; undefined if this extension does not know. */
  missingTable(trace: Trace, table: string): string | undefined;
  /** Whether a column is known to be null in every row, before its table is made. */
  isEmptyColumn(trace: Trace, column: string): boolean;
}
