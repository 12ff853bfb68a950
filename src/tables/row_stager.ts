/**
 * Takes rows from a reader in batches and packs them into columns.
 * @module
 */

import { BATCH_ROWS, type ColumnSpec, type RowWriter, type StagingColumn } from "../events/trace_sink.ts";
import type { Arena } from "../memory/arena.ts";
import { sealBlock, type SealOptions } from "./block.ts";
import { type Column, type Display, LookupColumn, StoredColumn } from "./column.ts";
import { DictionaryEncoder } from "./dictionary_encoder.ts";
import type { Table } from "./table.ts";

/** Bytes of one staged row of a type. */
function stagedBytes(spec: ColumnSpec): 4 | 8 {
  return spec.type === "u64" || spec.type === "i64" || spec.type === "time" || spec.type === "f64" ? 8 : 4;
}

/** How staged rows of a type are sealed. */
function sealForm(spec: ColumnSpec): SealOptions["form"] {
  switch (spec.type) {
    case "text":
    case "bytes":
      return "text";
    case "u64":
    case "time":
      return "u64";
    case "i64":
    case "f64":
      return spec.type;
    default:
      // The code of "no text" is 0 as well: packing treats both alike.
      return spec.zeroIsNull ? "text" : "u32";
  }
}

/** Staging rows of one column and where they go. */
interface Staged extends StagingColumn {
  readonly column: StoredColumn;
  readonly encoder: DictionaryEncoder | undefined;
}

/** Columns that show addresses. */
const HEX_NAMES = new Set(["addr", "end", "addr_end", "target", "return_addr", "bias", "pc", "from", "to"]);

/** How a column of this name is shown. */
export function displayOf(spec: { name: string; type: string }): Display {
  if (spec.type === "time") return "time";
  return spec.type === "u64" && HEX_NAMES.has(spec.name.split(".").pop()!) ? "hex" : "plain";
}

/** The writer of one table. */
export class RowStager implements RowWriter {
  count = 0;
  readonly #table: Table;
  readonly #arena: Arena;
  readonly #specs: readonly ColumnSpec[];
  readonly #staged = new Map<string, Staged>();
  readonly #beforeSeal: ((rows: number, first: number) => void) | undefined;
  readonly #unsealed: ReadonlySet<string>;
  #flushed = 0;
  #open = true;

  /** `beforeSeal` sees each batch before it is packed; columns named in `unsealed` are staged only for it. */
  constructor(
    table: Table,
    specs: readonly ColumnSpec[],
    beforeSeal?: (rows: number, first: number) => void,
    unsealed: ReadonlySet<string> = new Set(),
  ) {
    this.#table = table;
    this.#arena = table.pools.arena;
    this.#specs = specs;
    this.#beforeSeal = beforeSeal;
    this.#unsealed = unsealed;
    for (const spec of specs) if (!spec.into) this.#staged.set(spec.name, this.#stage(spec));
  }

  get flushed(): number {
    return this.#flushed;
  }

  column(name: string): StagingColumn {
    const staged = this.#staged.get(name);
    if (!staged) throw new RangeError(`Table ${this.#table.name} stages no column "${name}"`);
    return staged;
  }

  /** Whether a column is staged. */
  has(name: string): boolean {
    return this.#staged.has(name);
  }

  /** The packed rows of a column so far. */
  sealedColumn(name: string): StoredColumn {
    return this.#staged.get(name)!.column;
  }

  flush(): void {
    const rows = this.count;
    if (rows === 0) return;
    if (rows > BATCH_ROWS || this.#flushed % BATCH_ROWS !== 0) {
      throw new RangeError(`Table ${this.#table.name}: only the last batch may be short`);
    }
    this.#beforeSeal?.(rows, this.#flushed);
    for (const staged of this.#staged.values()) {
      if (!this.#unsealed.has(staged.spec.name)) this.#seal(staged, rows);
    }
    for (const staged of this.#staged.values()) {
      if (staged.nullsPointer) this.#arena.u8.fill(0, staged.nullsPointer, staged.nullsPointer + rows);
    }
    this.#flushed += rows;
    this.count = 0;
    this.#table.rowCount = this.#flushed;
  }

  /** Packs what is left, frees the staging rows and adds the columns to the table. */
  finish(tableOf: (name: string) => Table | undefined): void {
    if (!this.#open) return;
    this.flush();
    this.#open = false;
    for (const spec of this.#specs) {
      const column = this.#finishColumn(spec, tableOf);
      if (column) this.#table.add(column);
    }
    for (const { spec, pointer, nullsPointer } of this.#staged.values()) {
      this.#arena.free(pointer, BATCH_ROWS * stagedBytes(spec));
      this.#arena.free(nullsPointer, BATCH_ROWS);
    }
  }

  #finishColumn(spec: ColumnSpec, tableOf: (name: string) => Table | undefined): Column | undefined {
    const info = { name: spec.name, type: spec.type, display: displayOf(spec) };
    const rows = this.#table.blockRows;
    if (spec.into) {
      const target = tableOf(spec.into.table);
      const shown = target?.column(spec.into.show);
      const keys = this.#staged.get("entry");
      if (!target || !shown || !keys) {
        throw new RangeError(`Table ${this.#table.name}: no table to see ${spec.name} in`);
      }
      return new LookupColumn(info, this.#arena, keys.column, shown, rows, target.rowCount);
    }
    const staged = this.#staged.get(spec.name)!;
    if (this.#unsealed.has(spec.name)) return undefined;
    if (!staged.encoder) return staged.column;
    const count = staged.encoder.count;
    return new LookupColumn(info, this.#arena, staged.column, staged.encoder.finish(info), rows, count, true);
  }

  #stage(spec: ColumnSpec): Staged {
    const arena = this.#arena;
    const pointer = arena.alloc(BATCH_ROWS * stagedBytes(spec));
    const nullsPointer = spec.nullable ? arena.allocZeroed(BATCH_ROWS) : 0;
    const { buffer } = arena.memory;
    return {
      spec,
      pointer,
      u32: new Uint32Array(buffer, pointer, BATCH_ROWS * (stagedBytes(spec) / 4)),
      f64: stagedBytes(spec) === 8 ? new Float64Array(buffer, pointer, BATCH_ROWS) : new Float64Array(0),
      nulls: nullsPointer ? new Uint8Array(buffer, nullsPointer, BATCH_ROWS) : new Uint8Array(0),
      nullsPointer,
      column: new StoredColumn({ name: spec.name, type: spec.type, display: displayOf(spec) }, arena),
      encoder: spec.dictionary ? new DictionaryEncoder(arena, spec.zeroIsNull ? 0n : undefined) : undefined,
    };
  }

  #seal(staged: Staged, rows: number): void {
    const arena = this.#arena;
    const nulls = staged.nullsPointer;
    if (!staged.encoder) {
      const form = sealForm(staged.spec);
      staged.column.push(sealBlock(arena, { pointer: staged.pointer, rows, nulls, form }));
      return;
    }
    const codes = arena.alloc(rows * 4);
    staged.encoder.encode(staged.pointer, rows, codes);
    const form = staged.spec.zeroIsNull ? "text" : "u32";
    staged.column.push(sealBlock(arena, { pointer: codes, rows, nulls, form }));
    arena.free(codes, rows * 4);
  }
}
