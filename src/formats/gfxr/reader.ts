/**
 * Reads a capture into tables in one pass; only the row of each call is kept.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TableLayout, TraceSink } from "../../events/trace_sink.ts";
import { CLASS_BITS, classNames } from "../apitrace/call_classes.ts";
import { GroupCollector } from "../apitrace/groups_table.ts";
import type { ReadOptions } from "../format.ts";
import { type CaptureFacts, declareArguments } from "./arguments.ts";
import { CallRows } from "./call_rows.ts";
import { FrameCounter } from "./frame_counter.ts";
import { type ApiFunction, Functions } from "./functions.ts";
import { FORMAT_NAME } from "./header.ts";
import { GFXR_LIMITS } from "./limits.ts";
import { Objects } from "./objects.ts";
import { OTHER_PATH, Paths } from "./paths.ts";
import { type CaptureRecord, RecordPass } from "./record_pass.ts";
import { FUNCTIONS, GROUPS, OBJECTS, THREADS } from "./table_docs.ts";
import { Value } from "./record_text.ts";
import { codeOf, integerOf, kindBits, textOf } from "./values.ts";

const PUSH = CLASS_BITS["marker-push"]!;
/** Arguments that hold a label: those of Vulkan's two extensions and of Direct3D. */
const LABELS = /^(?:pLabelName|pMarkerName|pData|Name)$/;

/** Totals of a thread. */
interface ThreadTotals {
  calls: number;
  readonly first: number | bigint;
  last: number | bigint;
}

function opened(sink: TraceSink, layout: TableLayout): TableRows {
  const writer = sink.table(layout);
  return new TableRows(() => writer, sink.strings);
}

/** Reads a complete file into the sink. */
export async function readGfxr(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  const offset = window.offset;
  const reader = new CaptureReader(sink);
  const pass = new RecordPass(sink.arena, reader.paths, (record) => reader.see(record), {
    signal: options.signal,
    tell: (severity, code, at, record, message, handling) =>
      sink.problem({ severity, code, offset: at, record, message, handling }),
  });
  await pass.run(window);
  if (reader.records === 0) {
    throw new FormatError("Cannot read the capture: it has no record", { format: FORMAT_NAME, offset });
  }
  const capture = reader.finish(offset, window.offset - offset);
  sink.keep(capture);
  declareArguments(sink, options, capture);
}

class CaptureReader {
  readonly paths: Paths = new Paths();
  /** Number of records read. */
  records = 0;
  readonly #sink: TraceSink;
  readonly #functions: Functions;
  readonly #functionRows: TableRows;
  readonly #rows: CallRows;
  readonly #frames: FrameCounter;
  readonly #objects: Objects;
  readonly #threads = new Map<number | bigint, ThreadTotals>();
  /** KIND bits of the values at each path. */
  readonly #kinds: number[] = [];
  readonly #groups = new GroupCollector();
  #hasGroups = false;
  #calls = 0;
  #others = 0;
  #version = "";
  #isLater = false;

  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#functions = new Functions(sink.strings);
    // Other tables refer to this one, so it is opened first, although its rows are written last.
    this.#functionRows = opened(sink, FUNCTIONS);
    this.#rows = new CallRows(sink);
    this.#frames = new FrameCounter(sink);
    this.#objects = new Objects(this.paths, sink.strings);
  }

  see(record: CaptureRecord): void {
    this.records++;
    switch (record.kind) {
      case "call":
        return this.#call(record);
      case "frame":
        this.#isLater = true;
        return this.#frames.marker(record);
      case "meta":
        this.#isLater = true;
        return this.#rows.addMeta(record, this.#frames.number);
      case "header":
        return this.#header(record);
      default:
        this.#others++;
    }
  }

  #call(record: CaptureRecord): void {
    const { text, threadAt, firstArg, endArg } = record;
    const api = this.#functions.of(record);
    const thread = threadAt < 0 ? 0 : integerOf(text, threadAt) ?? 0;
    if (api.calls++ === 0) api.args = this.#argumentNames(record);
    for (let at = firstArg; at < endArg; at++) {
      const path = text.pathOf[at]!;
      this.#kinds[path] = (this.#kinds[path] ?? 0) | kindBits(text, at);
    }
    this.#calls++;
    if (thread !== 0) {
      this.#isLater = true;
      const known = this.#threads.get(thread);
      if (known) {
        known.calls++;
        known.last = record.no;
      } else this.#threads.set(thread, { calls: 1, first: record.no, last: record.no });
    }
    this.#frames.call(record, api, thread);
    const meanings = api.effect === null ? [] : this.#objects.see(record, api);
    this.#rows.add(record, api, thread, this.#frames.number, meanings);
    this.#group(record, api, thread);
    this.#frames.called(api, thread !== 0);
  }

  /**
   * Adds a call to the debug groups. Command labels nest within the command buffer or queue that the first
   * argument names.
   */
  #group(record: CaptureRecord, { classes }: ApiFunction, thread: number | bigint): void {
    if (!this.#hasGroups && (classes & PUSH) === 0) return;
    this.#hasGroups = true;
    const { text, firstArg, endArg, typeAt } = record;
    const line = typeAt < 0 && endArg > firstArg ? integerOf(text, firstArg) ?? 0 : 0;
    this.#groups.see({
      line,
      thread,
      no: record.no,
      frame: this.#frames.number,
      classes,
      bytes: 0,
      label: () => {
        for (let at = firstArg; at < endArg; at++) {
          if (text.kindOf[at]! !== Value.Text && text.kindOf[at]! !== Value.Escaped) continue;
          if (LABELS.test(this.paths.nameOf(text.pathOf[at]!))) return textOf(text, at);
        }
        return "";
      },
    });
  }

  /** Returns the names of the arguments, in order. */
  #argumentNames({ text, firstArg, endArg }: CaptureRecord): string {
    const names: string[] = [];
    let last = 0;
    for (let at = firstArg; at < endArg; at++) {
      const argument = this.paths.argumentOf(text.pathOf[at]!);
      if (argument !== 0 && argument !== last) names.push(this.paths.nameOf(argument));
      last = argument;
    }
    return names.join(", ");
  }

  #header({ text }: CaptureRecord): void {
    for (let at = 0; at < text.count; at++) {
      const name = this.paths.nameOf(text.pathOf[at]!);
      if (codeOf(text, at, this.#sink.strings) === 0) continue;
      const value = textOf(text, at);
      this.#sink.tag(name, value);
      if (name === "gfxrecon-version") this.#version = /^[\d.]+/.exec(value)?.[0] ?? value;
    }
  }

  /** Writes the remaining rows and returns what is needed to read arguments again. */
  finish(offset: number, bytes: number): CaptureFacts {
    const sink = this.#sink;
    const version = this.#version === "" ? (this.#isLater ? "1" : "0") : this.#version;
    sink.describe({ format: FORMAT_NAME, version, wordBits: 0, byteOrder: "none", mainTable: "events" });
    this.#frames.finish(offset + bytes);
    this.#rows.finish();
    for (const { code, classes, args, calls, entry } of this.#functions.list) {
      this.#functionRows.add({
        name: sink.strings.text(code),
        class: classNames(classes),
        args,
        calls,
        bytes: 0,
        id: entry,
      });
    }
    this.#functionRows.finish();
    const threads = opened(sink, THREADS);
    for (const [thread, totals] of this.#threads) threads.add({ thread, bytes: 0, ...totals });
    threads.finish();
    const objects = opened(sink, OBJECTS);
    for (const { type, handle, label, size, made, deleted } of this.#objects.list) {
      objects.add({
        type,
        addr: handle,
        object: handle,
        group: 0,
        label: sink.strings.text(label),
        size,
        uploads: 0,
        upload_bytes: 0,
        made,
        deleted,
        source: "",
      });
    }
    objects.finish();
    this.#groups.write(sink.table(GROUPS), sink);
    sink.stat("calls", this.#calls);
    sink.stat("frames", this.#frames.number);
    sink.stat("threads", this.#threads.size);
    sink.stat("functions", this.#functions.list.length);
    if (this.paths.hasOthers) {
      const message = `Arguments have more than ${GFXR_LIMITS.gfxrPaths.most} different paths`;
      const handling = "kept their values in args; arg(PATH) does not find them";
      sink.problem({ severity: "warning", code: "many-paths", offset: -1, record: 0, message, handling });
    }
    return { offset, bytes, kinds: this.#kindsByPath() };
  }

  #kindsByPath(): Map<string, number> {
    const kinds = new Map<string, number>();
    for (const [path, bits] of this.#kinds.entries()) {
      if (bits === undefined || path === OTHER_PATH) continue;
      // In a malicious file, different paths may have equal texts.
      const text = this.paths.argumentText(path);
      kinds.set(text, (kinds.get(text) ?? 0) | bits);
    }
    return kinds;
  }
}
