/**
 * Shared by both decoders of tracing files: the staging columns of `events` and the slots of the name caches.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import {
  type ColumnSpec,
  RECORD_OFFSET,
  type RowWriter,
  type StagingColumn,
  type TraceSink,
} from "../../events/trace_sink.ts";
import { SLOTS, UNDEFINED } from "./decoder_layout.ts";

/** The columns of `events` that tracing files fill; tables derive the number, the end and the pairing. */
const COLUMNS: readonly ColumnSpec[] = [
  { name: "kind", type: "u32" },
  { name: "thread", type: "u64", nullable: true, dictionary: true, zeroIsNull: true },
  { name: "func", type: "text" },
  { name: "file", type: "text" },
  { name: "line", type: "u32", nullable: true, zeroIsNull: true },
  { name: "addr", type: "u64", nullable: true },
  { name: "size", type: "u64", nullable: true },
  { name: "index", type: "u64", nullable: true },
  RECORD_OFFSET,
];

/** Encoding of the records of a segment. */
export interface BodyForm {
  /** Records end with thread, function, file and line. */
  readonly source: boolean;
  /** No number has more than 32 bits. */
  readonly narrow: boolean;
  /** The version has `R` records. */
  readonly reallocs: boolean;
}

/** The staging columns of one segment. Their addresses change with each batch. */
export class Staging {
  /** The `events` table. */
  readonly writer: RowWriter;
  /** Columns by name. */
  readonly kind: StagingColumn;
  readonly thread: StagingColumn;
  readonly func: StagingColumn;
  readonly file: StagingColumn;
  readonly line: StagingColumn;
  readonly addr: StagingColumn;
  readonly size: StagingColumn;
  readonly index: StagingColumn;
  readonly offset: StagingColumn;

  /** Opens the table `events`; `many` means that millions of records follow. */
  constructor(sink: TraceSink, revive: boolean, many: boolean) {
    const writer = sink.events(COLUMNS, "index", { revive, moving: true, many });
    this.writer = writer;
    this.kind = writer.column("kind");
    this.thread = writer.column("thread");
    this.func = writer.column("func");
    this.file = writer.column("file");
    this.line = writer.column("line");
    this.addr = writer.column("addr");
    this.size = writer.column("size");
    this.index = writer.column("index");
    this.offset = writer.column(RECORD_OFFSET.name);
  }

  /** Number of the next record, from 1. */
  get record(): number {
    return this.writer.flushed + this.writer.count + 1;
  }
}

/** The two name caches in the arena: 128 string codes of functions, then 128 of files. */
export class NameSlots {
  /** Arena address of the first slot. */
  readonly pointer: number;
  /** All slots; slot n of the files is at `SLOTS + n`. */
  readonly codes: Uint32Array;
  readonly #arena: Arena;

  /** Allocates the slots in the arena. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.pointer = arena.alloc(2 * SLOTS * 4);
    this.codes = new Uint32Array(arena.memory.buffer, this.pointer, 2 * SLOTS);
    this.clear();
  }

  /** Clears all names. A byte of 0 means "no name", so slot 0 always has none. */
  clear(): void {
    this.codes.fill(UNDEFINED);
    this.codes[0] = 0;
    this.codes[SLOTS] = 0;
  }

  /** Frees the slots. */
  close(): void {
    this.#arena.free(this.pointer);
  }
}
