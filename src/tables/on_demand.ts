/**
 * Tables that are filled on demand.
 * @module
 */

import type { StackPool } from "../events/stack_pool.ts";
import type { StringPool } from "../events/string_pool.ts";
import type {
  ColumnSpec,
  FamilyInfo,
  OnDemandSink,
  OpenFamilyColumn,
  ReadContents,
  RowWriter,
  TableLayout,
} from "../events/trace_sink.ts";
import type { Arena } from "../memory/arena.ts";
import { type Pools, withPoolsWithin } from "./pools.ts";
import { RowStager } from "./row_stager.ts";
import { Table } from "./table.ts";
import type { TableBuilderOnDemand } from "./trace.ts";

/** Everything in a trace that is filled on demand. */
export interface OnDemand {
  /** Tables that can be built. */
  readonly makers: Map<string, TableBuilderOnDemand>;
  /** Column families: `TABLE.FAMILY`. */
  readonly families: Map<string, OpenFamilyColumn>;
  /** Descriptions of these families. */
  readonly familyWords: Map<string, FamilyInfo>;
  /** Reads memory contents recorded with calls. */
  readonly contents: ReadContents | undefined;
}

/** Collects the declarations of tables and columns that a trace with these pools fills on demand. */
export class OnDemandParts implements OnDemandSink {
  readonly #makers = new Map<string, TableBuilderOnDemand>();
  readonly #families = new Map<string, OpenFamilyColumn>();
  readonly #familyWords = new Map<string, FamilyInfo>();
  readonly #pools: Pools;
  readonly #tables = new Map<string, [layout: TableLayout, fill: (writer: RowWriter) => Promise<void>]>();
  #contents: ReadContents | undefined;

  /** Starts without declarations. */
  constructor(pools: Pools) {
    this.#pools = pools;
  }

  get arena(): Arena {
    return this.#pools.arena;
  }

  get strings(): StringPool {
    return this.#pools.strings;
  }

  get stacks(): StackPool {
    return this.#pools.stacks;
  }

  /** Copies the declarations of another trace; they fill their tables in these pools. */
  copyFrom(other: OnDemandParts): void {
    for (const declared of other.#tables.values()) this.lazyTable(...declared);
    for (const [name, open] of other.#families) this.#families.set(name, open);
    for (const [name, words] of other.#familyWords) this.#familyWords.set(name, words);
    this.#contents = other.#contents;
  }

  lazyTable(layout: TableLayout, fill: (writer: RowWriter) => Promise<void>): void {
    const { name, columns, readsFile = false } = layout;
    this.#tables.set(name, [layout, fill]);
    const make = (check?: () => void): Promise<Table> =>
      tableOnDemand(name, this.#pools, columns, fill, check);
    this.#makers.set(name, { columns, readsFile, make });
  }

  columnFamily(table: string, family: string, open: OpenFamilyColumn, words?: FamilyInfo): void {
    this.#families.set(`${table}.${family}`, open);
    if (words) this.#familyWords.set(`${table}.${family}`, words);
  }

  contents(read: ReadContents): void {
    this.#contents = read;
  }

  /** Everything declared so far. */
  get parts(): OnDemand {
    return {
      makers: this.#makers,
      families: this.#families,
      familyWords: this.#familyWords,
      contents: this.#contents,
    };
  }
}

/** Fills a table on demand, in pools of its own within those of its trace. */
export function tableOnDemand(
  name: string,
  owner: Pools,
  columns: readonly ColumnSpec[],
  fill: (writer: RowWriter) => Promise<void>,
  check?: () => void,
): Promise<Table> {
  return withPoolsWithin(owner, name, async (pools) => {
    const table = new Table(name, pools);
    const stager = new RowStager(table, columns, { check });
    await fill(stager);
    stager.finish(() => undefined);
    return table;
  });
}
