/**
 * What traces of some formats need of the language and of a session, and others do not: tables about all open traces
 * together, names of code, why something is missing. The general rooms know extensions by this interface only.
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
  /** Path as it was given. */
  readonly path: string;
  /** Its tables. */
  readonly trace: Trace;
}

/** The open traces, with the tables that were made of them. */
export interface OpenTables {
  /** In the order in which they were opened. */
  readonly traces: readonly OpenRun[];
  /** A table of one trace, if it has been made. */
  table(open: OpenRun, name: string): Table | undefined;
}

/** A table about all open traces together. */
export interface ExtensionTable<S = unknown> {
  /** Name as in queries. */
  readonly name: string;
  /** What a row is. */
  readonly doc: string;
  /** Its columns. */
  readonly columns: readonly (ColumnSpec & { readonly doc: string })[];
  /** Tables of the traces that it is made of. */
  readonly needs: readonly string[];
  /** Whether it says something about these traces. */
  isThere(traces: readonly OpenRun[]): boolean;
  /** Makes it. */
  make(pools: Pools, traces: readonly OpenRun[], state: S): Table;
}

/** Where a name is in the code of a program; `high` is not included. */
export interface NamedCode {
  readonly low: bigint;
  readonly high: bigint;
  /** The module that it belongs to, where that is known. */
  readonly module?: string | undefined;
}

/** Names of code, out of programs that are available. */
export interface CodeNames {
  /** The function at an address. */
  symbolAt(address: bigint): string | null;
  /** File and line of an address, as `file:line`. */
  sourceAt(address: bigint): string | null;
  /** Where a function is. */
  symbolRange(name: string): NamedCode | undefined;
  /** Where a section is. */
  sectionRange(name: string): NamedCode | undefined;
}

/** One extension; `S` is what it keeps for the traces that are open. */
export interface Extension<S = unknown> {
  /** Made when it is asked for, forgotten when other traces are open. */
  open(tables: OpenTables): S;
  /** Tables about all traces together. */
  readonly tables: readonly ExtensionTable<S>[];
  /** Names of code. */
  codeNames(traces: readonly OpenRun[]): CodeNames;
  /** Why a trace lacks a table; undefined when this extension does not know. */
  missingTable(trace: Trace, table: string): string | undefined;
  /** Whether a column that a table will have is known to be empty. */
  isEmptyColumn(trace: Trace, column: string): boolean;
}
