/**
 * Reads text of mtrace line by line.
 * @module
 */

import { countOf } from "../../base/amount_text.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { FunctionAt } from "../../events/code_place.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import type { Growth, ReadOptions } from "../format.ts";
import { readHex, type Word64 } from "../hex_number.ts";
import { MOST_TRACES, skipOtherTraces } from "../trace_count_limit.ts";
import { CallDecoder } from "./call_decoder.ts";
import { CallerNumbering } from "./caller_table.ts";
import { Callers } from "./callers.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import { EventRows, type ParsedCall } from "./event_rows.ts";
import { FORMAT_NAME } from "./header.ts";

const NEWLINE = 10;
const RETURN = 13;
const BLANK = 32;
const AT_SIGN = 64;
/** Longer lines are skipped, so that a file without line ends cannot exhaust memory. */
const LONGEST_LINE = TRACE_LIMITS.reportLine.most;

/** The mark of a line, which says what kind of call it is. */
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

/**
 * Reads all traces of a file: each `= Start` after other lines begins a new one, unless it follows `= End`.
 */
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

/** Reads lines up to the start of another trace or the end of the file. */
async function readLines(
  window: ByteWindow,
  lines: LineReader,
  { signal, growth }: ReadOptions,
): Promise<void> {
  while (true) {
    signal?.throwIfAborted();
    window.at = lines.read(window);
    if (lines.meetsAnother) return;
    if (window.left >= LONGEST_LINE) {
      const message = `A line has more than ${LONGEST_LINE} bytes`;
      lines.problem("warning", "long-line", window.offset, message, "skipped it");
      await skipLine(window);
    } else if (!(await window.more()) && !(await hasGrown(window, lines, growth))) break;
  }
  if (window.left === 0) return;
  const message = "The last line has no line end: its numbers may lack digits";
  lines.problem("error", "cut-record", window.offset, message, "kept the lines before it");
  window.at = window.end;
}

/** Shows the current content until the file has grown; returns false if it ends. */
async function hasGrown(
  window: ByteWindow,
  lines: LineReader,
  growth: Growth | undefined,
): Promise<boolean> {
  if (window.left > 0) growth?.giveUp();
  else if (growth) {
    growth.atEnd();
    lines.pause(window.offset);
    if (await growth.grown()) return true;
    lines.isReported = true;
  }
  return false;
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

/** Parses lines into rows. */
class LineReader {
  readonly #sink: TraceSink;
  readonly #callers: Callers;
  readonly #rows: EventRows;
  readonly #call: ParsedCall = { caller: 0, addrLow: 0, addrHigh: 0, sizeLow: 0, sizeHigh: 0, offset: 0 };
  readonly #word: Word64 = { low: 0, high: 0, overflow: false };
  /** The first line of a resize, whose result is on the next line. */
  readonly #from: ParsedCall = { caller: 0, addrLow: 0, addrHigh: 0, sizeLow: 0, sizeHigh: 0, offset: 0 };
  /** Decodes most lines. */
  readonly #decoder: CallDecoder;
  readonly #takePlain = (mark: number): void => this.#take(mark, false);
  #isResizing = false;
  #hasStart = false;
  #hasEnd = false;
  /** Whether the next line starts another trace. */
  meetsAnother = false;
  /** Whether everything about the end was already reported. */
  isReported = false;
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
    const kernel = instantiate<Kernels>(WASM_BASE64, sink.arena);
    this.#callers = new Callers(sink, new CallerNumbering(sink.arena, kernel), functionAt);
    this.#rows = new EventRows(sink, this.#callers);
    this.#decoder = new CallDecoder(sink.arena, kernel, this.#callers);
  }

  problem(severity: ProblemSeverity, code: string, offset: number, message: string, handling: string): void {
    this.#sink.problem({ severity, code, offset, record: this.#rows.rows, message, handling });
  }

  /** Reads all complete lines in the window; returns the start of the first unread one. */
  read(window: ByteWindow): number {
    const { bytes, end } = window;
    let { at } = window;
    while (at < end) {
      if (bytes[at] === AT_SIGN) {
        this.#hasLines = true;
        at = this.#decoder.decode(window, at, this.#call, this.#takePlain);
      }
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 || newline >= end) break;
      const stop = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      if (this.#hasLines && !this.#hasEnd && isStart(bytes, at, stop)) {
        this.meetsAnother = true;
        break;
      }
      if (stop > at) this.#readLine(window, at, stop);
      at = newline + 1;
    }
    return at;
  }

  /** Reports what is known about the end of a trace that may continue. */
  pause(offset: number): void {
    // The result of a resize is on the next line.
    if (this.#isResizing) this.#noteLost();
    const isUnknown = this.#isResizing && this.#rows.showRelease(this.#from);
    this.#rows.close();
    this.#sayEnd(offset, isUnknown ? 1 : 0);
  }

  finish(offset: number): void {
    if (this.#isResizing && !this.isReported) this.#endResize();
    this.#decoder.close();
    this.#callers.table.close();
    this.#rows.close();
    this.#sayEnd(offset);
  }

  #sayEnd(offset: number, more = 0): void {
    if (this.isReported) return;
    const { repeated } = this.#rows;
    const unknown = this.#rows.unknown + more;
    if (!this.#hasStart && this.#hasLines) {
      this.problem("note", "no-start", 0, "The trace does not begin with = Start", "read it anyway");
    }
    if (unknown > 0) {
      const message = unknown === 1
        ? "1 free or resize refers to a block from before the trace"
        : `${unknown} frees or resizes refer to blocks from before the trace`;
      this.problem("note", "unmatched-free", offset, message, "kept them without an allocation");
    }
    if (repeated > 0) {
      const message = `${
        countOf(repeated, "line repeats", "lines repeat")
      } an earlier one: a process that forks writes its buffered lines twice`;
      this.problem(
        "warning",
        "repeated-lines",
        offset,
        message,
        "the later block takes the place of the earlier one",
      );
    }
  }

  #readLine({ bytes, base, pointer }: ByteWindow, at: number, stop: number): void {
    this.#hasLines = true;
    const offset = base + at;
    if (bytes[at] === 0x3d) return this.#readFrame(bytes, at, stop, offset);
    const last = lastBlank(bytes, at, stop);
    const second = lastBlank(bytes, at, last);
    // `single`: one field follows the mark, not two.
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
    call.caller = hasCaller ? this.#callers.numberOf(pointer + at + 2, mark - 1 - (at + 2)) : 0;
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
            "treated it as an allocation",
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

  #beginResize({ caller, addrLow, addrHigh, offset }: ParsedCall): void {
    const from = this.#from;
    from.caller = caller;
    from.addrLow = addrLow;
    from.addrHigh = addrHigh;
    from.offset = offset;
    this.#isResizing = true;
  }

  /** Treats a resize without a second line as a free. */
  #endResize(): void {
    this.#isResizing = false;
    this.#noteLost();
    this.#rows.release(this.#from);
  }

  #noteLost(): void {
    const { offset } = this.#from;
    this.problem("warning", "lost-resize", offset, "A resize has no second line", "treated it as a free");
  }

  /** Reads a `= Start` or `= End` line. */
  #readFrame(bytes: Uint8Array, at: number, stop: number, offset: number): void {
    if (isStart(bytes, at, stop)) this.#hasStart = true;
    else if (!isText(bytes, at, stop, END)) return this.#oddLine(offset);
    this.#hasEnd = !isStart(bytes, at, stop);
  }

  /** Reads a hexadecimal number with `0x`, or a plain `0`; false if it is neither. */
  #readNumber(bytes: Uint8Array, at: number, stop: number): boolean {
    const digits = bytes[at + 1] === 0x78 ? at + 2 : at;
    if (digits === at && !(bytes[at] === 0x30 && stop === at + 1)) return false;
    return readHex(bytes, digits, stop, this.#word, false) === stop && stop > digits && !this.#word.overflow;
  }

  #oddLine(offset: number): void {
    this.problem("warning", "unknown-line", offset, "Not a line of mtrace", "skipped it");
  }
}

/** Position of the last blank in `[from, to)`; -1 if there is none. */
function lastBlank(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (bytes[at] === BLANK) return at;
  return -1;
}

/** Whether the line begins with `@ ` and a blank follows the caller. */
function isCaller(bytes: Uint8Array, at: number, mark: number): boolean {
  return bytes[at] === AT_SIGN && bytes[at + 1] === BLANK && mark - 1 > at + 2 && bytes[mark - 1] === BLANK;
}

function isStart(bytes: Uint8Array, at: number, stop: number): boolean {
  return isText(bytes, at, stop, START);
}

function isText(bytes: Uint8Array, at: number, stop: number, text: Uint8Array): boolean {
  return stop - at === text.length && text.every((byte, each) => bytes[at + each] === byte);
}
