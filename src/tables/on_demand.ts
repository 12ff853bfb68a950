/**
 * Tables that are filled on demand.
 * @module
 */

import type { StackPool } from "../events/stack_pool.ts";
import type { StringPool } from "../events/string_pool.ts";
import type {
  ColumnSpec,
  FamilyWords,
  OnDemandSink,
  OpenFamily,
  ReadContents,
  RowWriter,
  TableLayout,
} from "../events/trace_sink.ts";
import type { Arena } from "../memory/arena.ts";
import { type Pools, withPoolsWithin } from "./pools.ts";
import { RowStager } from "./row_stager.ts";
import { Table } from "./table.ts";
import type { TableMaker } from "./trace.ts";

/** What is filled on demand. */
export interface OnDemand {
  /** Tables that can be made. */
  readonly makers: Map<string, TableMaker>;
  /** Columns by argument: `TABLE.FAMILY`. */
  readonly families: Map<string, OpenFamily>;
  /** Words of these families. */
  readonly familyWords: Map<string, FamilyWords>;
  /** The memory that calls carry. */
  readonly contents: ReadContents | undefined;
}

/** Takes declarations of what is filled on demand, for a trace with these pools. */
export class OnDemandParts implements OnDemandSink {
  readonly #makers = new Map<string, TableMaker>();
  readonly #families = new Map<string, OpenFamily>();
  readonly #familyWords = new Map<string, FamilyWords>();
  readonly #pools: Pools;
  #contents: ReadContents | undefined;

  /** Nothing is declared yet. */
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

  lazyTable(
    { name, columns, readsFile = false }: TableLayout,
    fill: (writer: RowWriter) => Promise<void>,
  ): void {
    const make = (check?: () => void): Promise<Table> =>
      tableOnDemand(name, this.#pools, columns, fill, check);
    this.#makers.set(name, { columns, readsFile, make });
  }

  columnFamily(table: string, family: string, open: OpenFamily, words?: FamilyWords): void {
    this.#families.set(`${table}.${family}`, open);
    if (words) this.#familyWords.set(`${table}.${family}`, words);
  }

  contents(read: ReadContents): void {
    this.#contents = read;
  }

  /** What was declared. */
  get parts(): OnDemand {
    return {
      makers: this.#makers,
      families: this.#families,
      familyWords: this.#familyWords,
      contents: this.#contents,
    };
  }
}

/** A table that is filled on demand, in pools of its own inside its trace's. */
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
