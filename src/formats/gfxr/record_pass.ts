/**
 * Iterates over the records of a capture: either one per line, or the elements of one list. A malformed
 * record is reported and skipped.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import type { ProblemSeverity } from "../../events/trace_sink.ts";
import { GFXR_LIMITS } from "./limits.ts";
import * as P from "./paths.ts";
import { RecordText, Value } from "./record_text.ts";
import { integerOf } from "./values.ts";

/** The kind of a record. */
type RecordKind = "call" | "meta" | "frame" | "state" | "header" | "annotation";

/**
 * A record: the index of each of its values, or -1 if it is missing. One object is reused for all records.
 */
export class CaptureRecord {
  readonly text: RecordText;
  kind: RecordKind = "call";
  /** Number of the block in the capture. */
  no: number | bigint = 0;
  /** Stream offsets of its start and end. */
  begin = 0;
  end = 0;
  nameAt = -1;
  returnAt = -1;
  threadAt = -1;
  /** Index of the value that gives the type of the object whose method is called. */
  typeAt = -1;
  /** Range of the values that belong to arguments. */
  firstArg = 0;
  endArg = 0;

  /** Creates an empty capture record. */
  constructor(arena: Arena, paths: P.Paths) {
    this.text = new RecordText(arena, paths);
  }
}

/** Receives problems: offset, record number, and how the problem was handled. */
type ReportProblem = (
  severity: ProblemSeverity,
  code: string,
  offset: number,
  record: number,
  message: string,
  handling: string,
) => void;

/** Options of a pass. */
interface PassOptions {
  readonly signal?: AbortSignal | undefined;
  readonly tell?: ReportProblem;
  /** Called between pieces of the stream and awaited, so that the pass can pause. */
  readonly pause?: () => Promise<void> | void;
}

const MOST_BYTES = GFXR_LIMITS.gfxrRecord.most;
const [NEWLINE, QUOTE, COMMA, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [
  10,
  34,
  44,
  92,
  91,
  93,
  123,
  125,
];
const LEFT_OUT = "left it out";

/** The kind of a record, by the path of the key that it contains. */
const KINDS: ReadonlyMap<number, RecordKind> = new Map([
  [P.CALL, "call"],
  [P.META, "meta"],
  [P.FRAME, "frame"],
  [P.STATE, "state"],
  [P.HEADER, "header"],
  [P.ANNOTATION, "annotation"],
]);

/** Visits the records in order. */
export class RecordPass {
  readonly #paths: P.Paths;
  readonly #record: CaptureRecord;
  readonly #visit: (record: CaptureRecord) => void;
  readonly #options: PassOptions;
  /** Number of records so far, including skipped ones. */
  #count = 0;
  #no: number | bigint = 0;

  /** Creates a pass that calls `visit` for each record. */
  constructor(
    arena: Arena,
    paths: P.Paths,
    visit: (record: CaptureRecord) => void,
    options: PassOptions = {},
  ) {
    this.#paths = paths;
    this.#record = new CaptureRecord(arena, paths);
    this.#visit = visit;
    this.#options = options;
  }

  /** Reads the whole stream and frees the memory; may be called only once. */
  async run(window: ByteWindow): Promise<void> {
    try {
      await this.#run(window);
    } finally {
      this.#record.text.close();
    }
  }

  async #run(window: ByteWindow): Promise<void> {
    await window.need(3);
    if (window.left >= 3 && window.bytes[window.at] === 0xef) window.at += 3;
    if (await this.#firstByte(window) === LIST) {
      window.at++;
      await this.#elements(window);
    } else await this.#lines(window);
  }

  async #firstByte(window: ByteWindow): Promise<number> {
    while (true) {
      for (; window.at < window.end; window.at++) {
        if (window.bytes[window.at]! > 32) return window.bytes[window.at]!;
      }
      if (!(await window.more())) return 0;
    }
  }

  async #lines(window: ByteWindow): Promise<void> {
    let looked = 0;
    while (true) {
      const { bytes } = window;
      let { at } = window;
      while (true) {
        const end = this.#record.text.lineEnd(bytes, at + looked, window.end);
        if (end === window.end) break;
        looked = 0;
        window.at = end + 1;
        if (end - at > MOST_BYTES) this.#tellLong(window.base + at);
        else this.#take(bytes, at, end, window.base + at);
        at = window.at;
      }
      looked = window.end - at;
      if (looked > MOST_BYTES) {
        await this.#skipLine(window);
        looked = 0;
      } else if (!(await this.#more(window))) break;
    }
    const { bytes, at, end } = window;
    if (end > at) this.#take(bytes, at, end, window.base + at, "cut-record");
    window.at = end;
  }

  async #skipLine(window: ByteWindow): Promise<void> {
    this.#tellLong(window.offset);
    while (true) {
      const found = window.bytes.subarray(window.at, window.end).indexOf(NEWLINE);
      window.at = found < 0 ? window.end : window.at + found + 1;
      if (found >= 0 || !(await this.#more(window))) return;
    }
  }

  #tellLong(offset: number): void {
    this.#count++;
    this.#tell("long-line", offset, `A record has more than ${MOST_BYTES} bytes`);
  }

  async #elements(window: ByteWindow): Promise<void> {
    while (true) {
      const byte = await this.#firstByte(window);
      if (byte === 0) return this.#tellCut(window, "The file ends inside the list of calls");
      if (byte === LIST_END) break;
      if (byte === COMMA) {
        window.at++;
        continue;
      }
      if (byte !== OBJECT) {
        this.#count++;
        const message = "Expected a record or a comma in the list of calls";
        this.#options.tell?.("error", "bad-line", window.offset, this.#count, message, LEFT_OUT);
        await this.#skipTo(window, OBJECT);
        continue;
      }
      const length = await this.#lengthOf(window);
      if (length < 0) return this.#tellCut(window, "The file ends inside a record");
      if (length > MOST_BYTES) {
        this.#tellLong(window.offset);
        break;
      }
      const from = window.at;
      window.at = from + length;
      this.#take(window.bytes, from, from + length, window.base + from);
    }
    await this.#end(window);
  }

  /** Handles the end of the list; text after it does not belong to the capture. */
  async #end(window: ByteWindow): Promise<void> {
    if (window.bytes[window.at] === LIST_END) {
      window.at++;
      if (await this.#firstByte(window) !== 0) {
        const message = "Unexpected text after the list of calls";
        this.#options.tell?.("warning", "trailing-bytes", window.offset, 0, message, "skipped it");
      }
    }
    while (await window.skip(window.left + 1));
  }

  #tellCut(window: ByteWindow, message: string): void {
    this.#options.tell?.(
      "error",
      "cut-record",
      window.offset,
      this.#count + 1,
      message,
      "kept what is before it",
    );
    window.at = window.end;
  }

  async #skipTo(window: ByteWindow, byte: number): Promise<void> {
    while (true) {
      const found = window.bytes.subarray(window.at, window.end).indexOf(byte);
      window.at = found < 0 ? window.end : window.at + found;
      if (found >= 0 || !(await this.#more(window))) return;
    }
  }

  /** Returns the length of the object at the window's position; -1 if the stream ends inside it. */
  async #lengthOf(window: ByteWindow): Promise<number> {
    let length = 0;
    let depth = 0;
    let isText = false;
    while (true) {
      const { bytes, at } = window;
      const room = window.end - at;
      for (; length < room; length++) {
        const byte = bytes[at + length]!;
        if (isText) {
          if (byte === BACKSLASH) length++;
          else if (byte === QUOTE) isText = false;
        } else if (byte === QUOTE) isText = true;
        else if (byte === OBJECT || byte === LIST) depth++;
        else if ((byte === OBJECT_END || byte === LIST_END) && --depth === 0) return length + 1;
      }
      if (length > MOST_BYTES) return length;
      if (!(await this.#more(window))) return -1;
    }
  }

  async #more(window: ByteWindow): Promise<boolean> {
    this.#options.signal?.throwIfAborted();
    await this.#options.pause?.();
    return await window.more();
  }

  /** Parses a record and passes its members to the visitor. */
  #take(bytes: Uint8Array, from: number, end: number, offset: number, code = "bad-line"): void {
    // Empty lines are ignored; a byte order mark may precede any line.
    const hasMark = bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;
    let first = hasMark ? Math.min(end, from + 3) : from;
    while (first < end && bytes[first]! <= 32) first++;
    if (first === end) return;
    this.#count++;
    const record = this.#record;
    const why = record.text.read(bytes, first, end);
    if (why !== null) {
      const what = code === "cut-record" ? "The file ends inside a record" : "A record is not JSON";
      return this.#tell(code, offset, `${what}: ${why}`);
    }
    record.begin = offset + first - from;
    record.end = offset + record.text.end - from;
    if (this.#place(record, offset)) this.#visit(record);
  }

  /** Finds the values that records of all kinds have; returns false if the record must be skipped. */
  #place(record: CaptureRecord, offset: number): boolean {
    const { text } = record;
    const { pathOf, kindOf, count } = text;
    let kind: RecordKind | undefined;
    let indexAt = -1;
    let [args, isFlat, isList] = [false, false, false];
    record.nameAt =
      record.returnAt =
      record.threadAt =
      record.typeAt =
        -1;
    record.firstArg = record.endArg = 0;
    for (let at = 0; at < count; at++) {
      const path = pathOf[at]!;
      const argument = this.#paths.argumentOf(path);
      if (argument !== 0) {
        if (!args) {
          args = true;
          record.firstArg = at;
          kind = "call";
          isList = this.#paths.isItem(argument);
        }
        record.endArg = at + 1;
        continue;
      }
      const outer = this.#paths.outermost(path);
      kind ??= KINDS.get(outer);
      if (path === P.INDEX) indexAt = at;
      else if (path === P.NAME || path === P.META_NAME) record.nameAt = at;
      else if (path === P.RETURN) record.returnAt = at;
      else if (path === P.THREAD) record.threadAt = at;
      else if (path === P.OBJECT_TYPE) record.typeAt = at;
      else if (path === P.CALL && kindOf[at] !== Value.Whole) isFlat = true;
      else if (path === P.ARGUMENTS && kindOf[at] !== Value.Whole && kindOf[at] !== Value.Null) isList = true;
    }
    if (kind === undefined || isFlat) {
      this.#tell("bad-record", offset, "A record is not of a known kind, such as a call or a frame");
      return false;
    }
    record.kind = kind;
    if (kind !== "call") {
      if (indexAt >= 0) this.#no = integerOf(text, indexAt) ?? this.#no;
      record.no = this.#no;
      return true;
    }
    if (record.nameAt < 0 || !isText(kindOf[record.nameAt]!)) {
      this.#tell("no-name", offset, "A call has no name");
      return false;
    }
    const no = indexAt < 0 ? undefined : integerOf(text, indexAt);
    if (no === undefined || no < 0) {
      this.#tell("no-index", offset, "A call has no index", "numbered it after the one before", "warning");
      this.#no = typeof this.#no === "bigint" ? this.#no : this.#no + 1;
    } else this.#no = no;
    record.no = this.#no;
    if (isList) {
      this.#tell(
        "bad-args",
        offset,
        "The arguments of a call are not an object",
        "kept the call without them",
      );
      record.firstArg = record.endArg = 0;
    }
    return true;
  }

  #tell(
    code: string,
    offset: number,
    message: string,
    handling = LEFT_OUT,
    severity: ProblemSeverity = "error",
  ): void {
    this.#options.tell?.(severity, code, offset, this.#count, message, handling);
  }
}

function isText(kind: number): boolean {
  return kind === Value.Text || kind === Value.Escaped;
}
