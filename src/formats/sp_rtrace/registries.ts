/**
 * What a report says beside its calls: types, contexts, memory map, attachments, arguments and comments. Text and
 * binary reports fill the same tables through this.
 * @module
 */

import type { TraceSink } from "../../events/trace_sink.ts";
import {
  ARGS_TABLE,
  ATTACHMENTS_TABLE,
  COMMENTS_TABLE,
  CONTEXTS_TABLE,
  MAPS_TABLE,
  TYPES_TABLE,
} from "./columns.ts";
import { CallCounts, writeSums } from "./call_counts.ts";
import { MemoryMap } from "./memory_map.ts";
import { SmallTable } from "./small_table.ts";

/** A resource type, texts as codes. */
interface ResourceType {
  readonly name: number;
  /** Bit of the text form. */
  readonly mask: number;
  readonly description: number;
  /** Flags as written between the brackets. */
  readonly flags: number;
  /** True when calls count references. */
  readonly refcount: boolean;
}

/** Fills the side tables of one report. */
export class Registries {
  readonly #typesTable: SmallTable;
  readonly #contextsTable: SmallTable;
  readonly #types: ResourceType[] = [];
  readonly #contexts: (readonly [mask: number, name: number])[] = [];
  readonly #maps: SmallTable;
  readonly #attachments: SmallTable;
  readonly #args: SmallTable;
  readonly #comments: SmallTable;
  readonly #known = new Set<number>();
  /** Calls by type and context. */
  readonly counts = new CallCounts();
  /** Modules by address. */
  readonly map = new MemoryMap();
  /** Codes of types that count references. */
  readonly refcounted = new Set<number>();
  /** Code of the type of a call that names none: the first of the registry, 0 while there is none. */
  defaultType = 0;
  /** Index of the last call, for comments. */
  lastNoLow = 0;
  /** High half of that index. */
  lastNoHigh = 0;
  /** False until the first call. */
  anyCall = false;
  #position = 0;

  /** Opens nothing yet. */
  constructor(sink: TraceSink) {
    this.#typesTable = new SmallTable(sink, TYPES_TABLE);
    this.#contextsTable = new SmallTable(sink, CONTEXTS_TABLE);
    this.#maps = new SmallTable(sink, MAPS_TABLE);
    this.#attachments = new SmallTable(sink, ATTACHMENTS_TABLE);
    this.#args = new SmallTable(sink, ARGS_TABLE);
    this.#comments = new SmallTable(sink, COMMENTS_TABLE);
  }

  /** True when a type of this name is registered. */
  isType(name: number): boolean {
    return this.#known.has(name);
  }

  /** Adds a type; false when there is one of that name already. */
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

  /** Adds a piece of the memory map. */
  addMap(module: number, fromLow: number, fromHigh: number, toLow: number, toHigh: number): void {
    this.map.add(module, fromLow, fromHigh, toLow, toHigh);
    const rows = this.#maps.next();
    const at = 2 * rows.count;
    rows.column("module").u32[rows.count] = module;
    const { u32: from } = rows.column("addr");
    const { u32: to } = rows.column("end");
    const { u32: size } = rows.column("size");
    from[at] = fromLow;
    from[at + 1] = fromHigh;
    to[at] = toLow;
    to[at + 1] = toHigh;
    const borrow = from[at]! > to[at]! ? 1 : 0;
    const backwards = from[at + 1]! + borrow > to[at + 1]!;
    size[at] = backwards ? 0 : toLow - fromLow;
    size[at + 1] = backwards ? 0 : toHigh - fromHigh - borrow;
    rows.count++;
  }

  /** Adds an attached file. */
  addAttachment(name: number, path: number): void {
    const rows = this.#attachments.next();
    rows.column("name").u32[rows.count] = name;
    rows.column("path").u32[rows.count++] = path;
  }

  /** Remembers the call that arguments and comments belong to. */
  noteCall(noLow: number, noHigh: number): void {
    this.lastNoLow = noLow;
    this.lastNoHigh = noHigh;
    this.anyCall = true;
    this.#position = 0;
  }

  /** Adds an argument of the last call, whose function is `call`. */
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
    const rows = this.#comments.next();
    const at = rows.count++;
    const { u32: no, nulls } = rows.column("no");
    no[2 * at] = this.lastNoLow;
    no[2 * at + 1] = this.lastNoHigh;
    nulls[at] = this.anyCall ? 0 : 1;
    rows.column("text").u32[at] = text;
    rows.column("temporary").u32[at] = temporary ? 1 : 0;
  }

  /** Hands over what waits, and makes tables without rows. All calls have been counted. */
  close(): void {
    for (const type of this.#types) {
      const rows = this.#typesTable.next();
      const at = rows.count++;
      rows.column("type").u32[at] = type.name;
      rows.column("mask").u32[at] = type.mask;
      rows.column("description").u32[at] = type.description;
      rows.column("flags").u32[at] = type.flags;
      rows.column("refcount").u32[at] = type.refcount ? 1 : 0;
      writeSums(this.counts.ofType(type.name), at, rows.column("count").u32, rows.column("bytes").u32);
    }
    for (const [mask, name] of this.#contexts) {
      const rows = this.#contextsTable.next();
      const at = rows.count++;
      rows.column("context").u32[at] = mask;
      rows.column("name").u32[at] = name;
      writeSums(this.counts.ofContext(mask), at, rows.column("count").u32, rows.column("bytes").u32);
    }
    const tables = [
      this.#typesTable,
      this.#contextsTable,
      this.#maps,
      this.#attachments,
      this.#args,
      this.#comments,
    ];
    for (const table of tables) table.close();
  }
}
