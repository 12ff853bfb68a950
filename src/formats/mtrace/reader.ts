/**
 * Reads text of mtrace line by line.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { FunctionAt, ReadOptions } from "../format.ts";
import { readHex, type Word64 } from "../hex_number.ts";
import { MOST_TRACES, skipOtherTraces } from "../many_traces.ts";
import { CallDecoder } from "./call_decoder.ts";
import { Callers } from "./callers.ts";
import { type Call, EventRows } from "./event_rows.ts";
import { FORMAT_NAME } from "./header.ts";

const NEWLINE = 10;
const RETURN = 13;
const BLANK = 32;
const AT_SIGN = 64;
/** A line that is longer continues as another one, so that a file without line ends needs no memory. */
const LONGEST_LINE = TRACE_LIMITS.reportLine.most;

/** What lines are marked with. */
enum Mark {
  Alloc = 0x2b,
  Free = 0x2d,
  ResizeFrom = 0x3c,
  ResizeTo = 0x3e,
  ResizeFailed = 0x21,
}

const [NIL, START, END] = ["(nil)", "= Start", "= End"].map((text) => new TextEncoder().encode(text)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** Reads one trace after another: a start begins one, unless it follows an end. */
export async function readMtrace(
  window: ByteWindow,
  sink: TraceSink,
  options: ReadOptions,
): Promise<void> {
  for (let count = 1;; count++) {
    const lines = new LineReader(sink, options.functionAt);
    await readLines(window, lines, options);
    lines.finish(window.offset);
    if (!lines.meetsAnother) return;
    if (count === MOST_TRACES) return await skipOtherTraces(window, sink);
    sink = sink.nextSegment();
  }
}

/** Reads up to the start of another trace, or to the end. */
async function readLines(window: ByteWindow, lines: LineReader, { signal }: ReadOptions): Promise<void> {
  while (true) {
    signal?.throwIfAborted();
    window.at = lines.read(window);
    if (lines.meetsAnother) return;
    if (window.left >= LONGEST_LINE) {
      const message = `A line has more than ${LONGEST_LINE} bytes`;
      lines.problem("warning", "long-line", window.offset, message, "skipped it");
      await skipLine(window);
    } else if (!(await window.more())) break;
  }
  if (window.left === 0) return;
  const message = "The last line has no line end: its numbers may lack digits";
  lines.problem("error", "cut-record", window.offset, message, "kept the lines before it");
  window.at = window.end;
}

/** Moves past the next line end. */
async function skipLine(window: ByteWindow): Promise<void> {
  do {
    const newline = window.bytes.subarray(0, window.end).indexOf(NEWLINE, window.at);
    if (newline >= 0) {
      window.at = newline + 1;
      return;
    }
    window.at = window.end;
  } while (await window.more());
}

/** Takes lines. */
class LineReader {
  readonly #sink: TraceSink;
  readonly #callers: Callers;
  readonly #rows: EventRows;
  readonly #call: Call = { caller: 0, addrLow: 0, addrHigh: 0, sizeLow: 0, sizeHigh: 0, offset: 0 };
  readonly #word: Word64 = { low: 0, high: 0, overflow: false };
  /** A block whose resize has begun: the next line says what became of it. */
  readonly #from: Call = { caller: 0, addrLow: 0, addrHigh: 0, sizeLow: 0, sizeHigh: 0, offset: 0 };
  /** Reads most lines, from the first one with a caller on. */
  #decoder: CallDecoder | undefined;
  readonly #takePlain = (mark: number): void => this.#take(mark, false);
  #isResizing = false;
  #hasStart = false;
  #hasEnd = false;
  /** The next line is the start of another trace. */
  meetsAnother = false;
  #hasLines = false;

  constructor(sink: TraceSink, functionAt: FunctionAt | undefined) {
    this.#sink = sink;
    sink.describe({
      format: FORMAT_NAME,
      version: "text",
      wordBits: 64,
      byteOrder: "none",
      mainTable: "events",
    });
    this.#callers = new Callers(sink, functionAt);
    this.#rows = new EventRows(sink, this.#callers);
  }

  problem(severity: ProblemSeverity, code: string, offset: number, message: string, handling: string): void {
    this.#sink.problem({ severity, code, offset, record: this.#rows.rows, message, handling });
  }

  /** Reads the whole lines that are available; where the first unread one begins. */
  read(window: ByteWindow): number {
    const { bytes, end, base } = window;
    let { at } = window;
    while (at < end) {
      if (bytes[at] === AT_SIGN) {
        this.#hasLines = true;
        const decoder = this.#decoder ??= new CallDecoder(this.#sink.arena, this.#callers);
        at = decoder.decode(window, at, this.#call, this.#takePlain);
      }
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 || newline >= end) break;
      const stop = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      if (this.#hasLines && !this.#hasEnd && isStart(bytes, at, stop)) {
        this.meetsAnother = true;
        break;
      }
      if (stop > at) this.#readLine(bytes, at, stop, base + at);
      at = newline + 1;
    }
    return at;
  }

  finish(offset: number): void {
    if (this.#isResizing) this.#endResize();
    this.#decoder?.close();
    this.#rows.close();
    const { repeated, unknown } = this.#rows;
    if (!this.#hasStart && this.#hasLines) {
      this.problem("note", "no-start", 0, "The trace does not begin with = Start", "read it all the same");
    }
    if (unknown > 0) {
      const message = `${unknown} frees or resizes are of blocks from before the trace`;
      this.problem("note", "unmatched-free", offset, message, "kept them without an allocation");
    }
    if (repeated > 0) {
      const message =
        `${repeated} lines repeat an earlier one: a process that forks writes what it held back twice`;
      this.problem(
        "warning",
        "repeated-lines",
        offset,
        message,
        "the later block takes the place of the earlier one",
      );
    }
  }

  #readLine(bytes: Uint8Array, at: number, stop: number, offset: number): void {
    this.#hasLines = true;
    if (bytes[at] === 0x3d) return this.#readFrame(bytes, at, stop, offset);
    const last = lastBlank(bytes, at, stop);
    const second = lastBlank(bytes, at, last);
    // One field after the mark, or two.
    const single = last - second === 2 || (second < at && last === at + 1);
    const before = single ? last - 2 : lastBlank(bytes, at, second);
    const mark = before < at ? at : before + 1;
    const hasCaller = mark > at;
    if (
      last < 0 || (!single && (second < 0 || second - mark !== 1)) ||
      (hasCaller && !isCaller(bytes, at, mark))
    ) {
      return this.#oddLine(offset);
    }
    const kind: Mark = bytes[mark]!;
    if (single !== (kind === Mark.Free || kind === Mark.ResizeFrom)) return this.#oddLine(offset);
    const call = this.#call;
    call.offset = offset;
    call.caller = hasCaller ? this.#callers.numberOf(bytes, at + 2, mark - 1) : 0;
    const addrAt = single ? last + 1 : second + 1;
    const isNil = !single && isText(bytes, addrAt, last, NIL);
    if (!isNil) {
      if (!this.#readNumber(bytes, addrAt, single ? stop : last)) return this.#oddLine(offset);
      call.addrLow = this.#word.low >>> 0;
      call.addrHigh = this.#word.high >>> 0;
    } else call.addrLow = call.addrHigh = 0;
    if (!single) {
      if (!this.#readNumber(bytes, last + 1, stop)) return this.#oddLine(offset);
      call.sizeLow = this.#word.low >>> 0;
      call.sizeHigh = this.#word.high >>> 0;
    } else call.sizeLow = call.sizeHigh = 0;
    this.#take(kind, isNil);
  }

  #take(kind: Mark, isNil: boolean): void {
    const call = this.#call;
    if (this.#isResizing && kind !== Mark.ResizeTo) this.#endResize();
    switch (kind) {
      case Mark.Alloc:
        return isNil ? this.#rows.fail(call, false) : this.#rows.allocate(call);
      case Mark.Free:
        return this.#rows.release(call);
      case Mark.ResizeFrom:
        this.#beginResize(call);
        return;
      case Mark.ResizeTo:
        if (!this.#isResizing) {
          this.problem(
            "warning",
            "lost-resize",
            call.offset,
            "A resize has no first line",
            "took it for an allocation",
          );
          return this.#rows.allocate(call);
        }
        this.#isResizing = false;
        return this.#rows.resize(call, this.#from.addrLow, this.#from.addrHigh);
      case Mark.ResizeFailed:
        return this.#rows.fail(call, true);
    }
    this.#oddLine(call.offset);
  }

  #beginResize({ caller, addrLow, addrHigh, offset }: Call): void {
    const from = this.#from;
    from.caller = caller;
    from.addrLow = addrLow;
    from.addrHigh = addrHigh;
    from.offset = offset;
    this.#isResizing = true;
  }

  /** A resize without its second line gave its block up. */
  #endResize(): void {
    this.#isResizing = false;
    const { offset } = this.#from;
    this.problem("warning", "lost-resize", offset, "A resize has no second line", "took it for a free");
    this.#rows.release(this.#from);
  }

  /** `= Start` and `= End`. */
  #readFrame(bytes: Uint8Array, at: number, stop: number, offset: number): void {
    if (isStart(bytes, at, stop)) this.#hasStart = true;
    else if (!isText(bytes, at, stop, END)) return this.#oddLine(offset);
    this.#hasEnd = !isStart(bytes, at, stop);
  }

  /** A number with `0x`, or a zero. */
  #readNumber(bytes: Uint8Array, at: number, stop: number): boolean {
    const digits = bytes[at + 1] === 0x78 ? at + 2 : at;
    if (digits === at && !(bytes[at] === 0x30 && stop === at + 1)) return false;
    return readHex(bytes, digits, stop, this.#word, false) === stop && stop > digits && !this.#word.overflow;
  }

  #oddLine(offset: number): void {
    this.problem("warning", "unknown-line", offset, "Not a line of mtrace", "skipped it");
  }
}

/** The last blank before `to`; -1 where there is none from `from` on. */
function lastBlank(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (bytes[at] === BLANK) return at;
  return -1;
}

/** Whether `@ ` begins the line and a blank ends the caller. */
function isCaller(bytes: Uint8Array, at: number, mark: number): boolean {
  return bytes[at] === AT_SIGN && bytes[at + 1] === BLANK && mark - 1 > at + 2 && bytes[mark - 1] === BLANK;
}

function isStart(bytes: Uint8Array, at: number, stop: number): boolean {
  return isText(bytes, at, stop, START);
}

function isText(bytes: Uint8Array, at: number, stop: number, text: Uint8Array): boolean {
  return stop - at === text.length && text.every((byte, each) => bytes[at + each] === byte);
}
