/**
 * The data of a report other than calls: types, contexts, memory map, attachments, arguments and comments.
 * The readers of text and binary reports share this code.
 * @module
 */

import { TableRows } from "../../events/table_rows.ts";
import type { RowWriter, TableLayout, TraceSink } from "../../events/trace_sink.ts";
import {
  ARGS_TABLE,
  ATTACHMENTS_TABLE,
  COMMENTS_TABLE,
  CONTEXTS_TABLE,
  MAPS_TABLE,
  TYPES_TABLE,
} from "./columns.ts";
import { CallCounts, sumCells } from "./call_counts.ts";
import { MemoryMap } from "./memory_map.ts";

/** A resource type; texts are string codes. */
interface ResourceType {
  readonly name: number;
  /** Bit of the type in the text format. */
  readonly mask: number;
  readonly description: number;
  /** Flags as written between the brackets. */
  readonly flags: number;
  /** True when calls count references. */
  readonly refcount: boolean;
}

/** Fills the side tables of one report. */
export class SideTables {
  readonly #typesTable: TableRows;
  readonly #contextsTable: TableRows;
  readonly #types: ResourceType[] = [];
  readonly #contexts: (readonly [mask: number, name: number])[] = [];
  readonly #maps: TableRows;
  readonly #attachments: TableRows;
  readonly #args: TableRows;
  readonly #comments: TableRows;
  readonly #known = new Set<number>();
  /** Counts of calls and bytes, by type and context. */
  readonly counts = new CallCounts();
  /** The memory map, to find modules by address. */
  readonly map = new MemoryMap();
  /** Codes of types that count references. */
  readonly refcounted = new Set<number>();
  /**
   * String code of the type for calls that name none: the first type that was registered; 0 while there is
   * none.
   */
  defaultType = 0;
  /** Low half of the index of the last call, for comments. */
  lastNoLow = 0;
  /** High half of that index. */
  lastNoHigh = 0;
  /** Whether any call has been read. */
  anyCall = false;
  #position = 0;

  /** Creates the tables; each is opened with its first row, after a call of `opens`. */
  constructor(sink: TraceSink, opens: () => void = () => {}) {
    const open = (layout: TableLayout): TableRows => {
      const openTable = (): RowWriter => {
        opens();
        return sink.table(layout);
      };
      return new TableRows(openTable, sink.strings);
    };
    this.#typesTable = open(TYPES_TABLE);
    this.#contextsTable = open(CONTEXTS_TABLE);
    this.#maps = open(MAPS_TABLE);
    this.#attachments = open(ATTACHMENTS_TABLE);
    this.#args = open(ARGS_TABLE);
    this.#comments = open(COMMENTS_TABLE);
  }

  /** True when a type of this name is registered. */
  isType(name: number): boolean {
    return this.#known.has(name);
  }

  /** Adds a type; false if its name is registered already. */
  addType(type: ResourceType): boolean {
    if (this.#known.has(type.name)) return false;
    this.#known.add(type.name);
    if (this.defaultType === 0) this.defaultType = type.name;
    if (type.refcount) this.refcounted.add(type.name);
    this.#types.push(type);
    return true;
  }

  addContext(mask: number, name: number): void {
    this.#contexts.push([mask, name]);
  }

  /** Adds a mapping. */
  addMap(module: number, fromLow: number, fromHigh: number, toLow: number, toHigh: number): void {
    this.map.add(module, fromLow, fromHigh, toLow, toHigh);
    // Compare the halves as unsigned numbers.
    const [low, high, lastLow, lastHigh] = [fromLow >>> 0, fromHigh >>> 0, toLow >>> 0, toHigh >>> 0];
    const borrow = low > lastLow ? 1 : 0;
    const size = high + borrow > lastHigh ? 0 : [toLow - fromLow, toHigh - fromHigh - borrow] as const;
    this.#maps.add({ module, addr: [fromLow, fromHigh], end: [toLow, toHigh], size });
  }

  /** Adds an attached file. */
  addAttachment(name: number, path: number): void {
    this.#attachments.add({ name, path });
  }

  /** Sets the call that later arguments and comments belong to. */
  noteCall(noLow: number, noHigh: number): void {
    this.lastNoLow = noLow;
    this.lastNoHigh = noHigh;
    this.anyCall = true;
    this.#position = 0;
  }

  /** Adds an argument of the last call; `call` is the name of its function. */
  addArgument(call: number, arg: number, value: number): void {
    const rows = this.#args.next();
    const at = rows.count++;
    const { u32: no } = rows.column("no");
    no[2 * at] = this.lastNoLow;
    no[2 * at + 1] = this.lastNoHigh;
    rows.column("name").u32[at] = call;
    rows.column("arg").u32[at] = arg;
    rows.column("position").u32[at] = this.#position++;
    rows.column("value").u32[at] = value;
  }

  addComment(text: number, temporary: boolean): void {
    this.#comments.add({ no: this.anyCall ? [this.lastNoLow, this.lastNoHigh] : null, text, temporary });
  }

  /**
   * Writes the types and contexts, which come last because they contain counts of calls, and flushes all
   * tables; tables without rows are declared here.
   */
  close(): void {
    this.#writeEnd(this.#typesTable, this.#contextsTable, this.counts);
    for (const table of [this.#maps, this.#attachments, this.#args, this.#comments]) table.finish();
  }

  /** Writes what `close` would write, with these counts; the rows can be discarded later. */
  show(counts: CallCounts): void {
    this.#writeEnd(this.#typesTable.copy(), this.#contextsTable.copy(), counts);
    for (const table of [this.#maps, this.#attachments, this.#args, this.#comments]) table.copy().finish();
  }

  #writeEnd(types: TableRows, contexts: TableRows, counts: CallCounts): void {
    for (const { name, ...type } of this.#types) {
      types.add({ type: name, ...type, ...sumCells(counts.ofType(name)) });
    }
    for (const [mask, name] of this.#contexts) {
      contexts.add({ context: mask, name, ...sumCells(counts.ofContext(mask)) });
    }
    types.finish();
    contexts.finish();
  }
}
