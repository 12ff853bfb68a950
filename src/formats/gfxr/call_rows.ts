/**
 * Writes rows of `calls` and `events`, column by column.
 * @module
 */

import { stagingOf, writeNumber, writeWhole } from "../../events/cells.ts";
import {
  BATCH_ROWS,
  EVENT_KINDS,
  type EventKind,
  type RowWriter,
  type TraceSink,
} from "../../events/trace_sink.ts";
import type { ApiFunction } from "./functions.ts";
import type { MemoryEffect } from "./objects.ts";
import type { CaptureRecord } from "./record_pass.ts";
import { CALLS, EVENT_COLUMNS } from "./table_docs.ts";
import { codeOf, type ExactInteger } from "./values.ts";

/** Writes both tables. */
export class CallRows {
  readonly #calls: RowWriter;
  readonly #events: RowWriter;
  readonly #callColumns;
  readonly #eventColumns;
  /** String ids of the possible values of `kind`. */
  readonly #words: Readonly<Record<"call" | "meta" | "alloc" | "free", number>>;
  readonly #memory: number;
  readonly #strings: TraceSink["strings"];

  /** Opens the tables. */
  constructor(sink: TraceSink) {
    const { strings } = sink;
    this.#strings = strings;
    this.#calls = sink.table(CALLS);
    this.#events = sink.events(EVENT_COLUMNS, "address");
    this.#callColumns = stagingOf(
      this.#calls,
      "no",
      "thread",
      "entry",
      "frame",
      "fake",
      "incomplete",
      "depth",
      "blob_bytes",
      "enter",
      "leave",
    );
    this.#eventColumns = stagingOf(
      this.#events,
      "no",
      "kind",
      "#pairing",
      "thread",
      "name",
      "addr",
      "size",
      "type",
      "frame",
    );
    const word = (text: string): number => strings.internText(text);
    this.#words = { call: word("call"), meta: word("meta"), alloc: word("alloc"), free: word("free") };
    this.#memory = word("Memory");
  }

  /** Adds a call and its effects on memory: the first effect goes into the row of the call in `events`. */
  add(
    record: CaptureRecord,
    api: ApiFunction,
    thread: ExactInteger,
    frame: number,
    meanings: readonly MemoryEffect[],
  ): void {
    const writer = this.#calls;
    const row = writer.count;
    const columns = this.#callColumns;
    writeWhole(columns.no, row, record.no);
    writeWhole(columns.thread, row, thread);
    columns.entry.u32[row] = api.entry;
    columns.frame.u32[row] = frame;
    // The recorder writes only calls made by the program, and only after they have returned.
    columns.fake.u32[row] = columns.incomplete.u32[row] = columns.depth.u32[row] = 0;
    writeNumber(columns.blob_bytes, row, 0);
    writeNumber(columns.enter, row, record.begin);
    writeNumber(columns.leave, row, record.end);
    if (++writer.count === BATCH_ROWS) writer.flush();
    const event = { no: record.no, thread, name: api.code, frame };
    if (meanings.length === 0) this.#event("call", "call", event, null);
    for (const meaning of meanings) this.#event(meaning.kind, meaning.kind, event, meaning);
  }

  /** Adds a record of the recorder itself, which is not a call. */
  addMeta(record: CaptureRecord, frame: number): void {
    const name = record.nameAt < 0 ? 0 : codeOf(record.text, record.nameAt, this.#strings);
    this.#event("meta", "call", { no: record.no, thread: 0, name, frame }, null);
  }

  #event(
    word: "call" | "meta" | "alloc" | "free",
    kind: EventKind,
    { no, thread, name, frame }: {
      readonly no: ExactInteger;
      readonly thread: ExactInteger;
      readonly name: number;
      readonly frame: number;
    },
    memory: MemoryEffect | null,
  ): void {
    const writer = this.#events;
    const row = writer.count;
    const columns = this.#eventColumns;
    writeWhole(columns.no, row, no);
    columns.kind.u32[row] = this.#words[word];
    columns["#pairing"].u32[row] = EVENT_KINDS.indexOf(kind);
    writeWhole(columns.thread, row, thread);
    columns.name.u32[row] = name;
    writeWhole(columns.addr, row, memory?.handle ?? 0);
    columns.addr.nulls[row] = memory === null ? 1 : 0;
    writeWhole(columns.size, row, memory?.size ?? 0);
    columns.size.nulls[row] = memory === null ? 1 : 0;
    columns.type.u32[row] = memory === null ? 0 : this.#memory;
    columns.frame.u32[row] = frame;
    if (++writer.count === BATCH_ROWS) writer.flush();
  }

  /** Writes the remaining rows. */
  finish(): void {
    for (const writer of [this.#calls, this.#events]) if (writer.count > 0) writer.flush();
  }
}
