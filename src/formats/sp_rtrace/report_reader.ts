/**
 * Reads text reports line by line. A call and its backtrace form a block, which an empty line ends;
 * consecutive calls without an empty line between them share the backtrace that follows the last of them.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { Growth, ReadOptions } from "../format.ts";
import {
  CALL_CUT_TIME,
  CALL_FINE_TIME,
  CALL_FREE,
  CALL_LARGE_SIZE,
  CALL_NEGATIVE_SIZE,
  CALL_OVERFLOW,
} from "./call_bits.ts";
import { CallLine, readCallLine } from "./call_line.ts";
import { BlockReader } from "./block_reader.ts";
import { CallStacks } from "./call_stacks.ts";
import { EventRows } from "./event_rows.ts";
import { describeReport, hasFilter, type HeaderField, parseHeader } from "./header.ts";
import { BufferedRows, type HeldBlock, type OrderIrregularities } from "./held_rows.ts";
import { reportOrder } from "./order_report.ts";
import { FineTimes } from "./fine_times.ts";
import { SideTables } from "./registries.ts";
import {
  readArgumentLine,
  readAttachmentLine,
  readContextLine,
  readMapLine,
  readTypeLine,
  RegistryLine,
} from "./registry_lines.ts";
import { readPrefixedHex, Scan, skipBlanks } from "./scan.ts";
import { isHeader } from "./sniff.ts";

const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
const DOLLAR = 36;
const ZERO = 48;
/** Longer lines are split here, so that a file without line ends cannot exhaust memory. */
export const MAX_LINE: number = TRACE_LIMITS.reportLine.most;
/** Window size while two threads work: about one block of calls. */
const WIDE_WINDOW = 8 << 20;
/** Number of calls written before checking whether the other thread is done. */
const CALLS_AT_ONCE = 1 << 12;

/** Whether a line ends within the window; bytes past the window's end are stale. */
function hasNewline({ bytes, at, end }: ByteWindow): boolean {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline >= 0 && newline < end;
}

/** Reads one report. */
export class ReportReader {
  readonly #sink: TraceSink;
  readonly #registries: SideTables;
  readonly #stacks: CallStacks;
  readonly #rows: BufferedRows;
  readonly #fileOrder: boolean;
  readonly #threads: boolean;
  readonly #call = new CallLine();
  readonly #line = new RegistryLine();
  readonly #scan = new Scan();
  readonly #fineTimes = new FineTimes();
  #events: EventRows | undefined;
  readonly #write = (block: HeldBlock, from: number, to: number): void =>
    this.#events!.write(block, from, to);
  #lineNumber = 0;
  #records = 0;
  #offset = 0;
  /** First row of the current block, -1 if there is none. */
  #block = -1;
  #callName = 0;
  /** Whether a header was found after line 1, which means that another report begins. */
  #atNext = false;
  /** Whether the problems at the end of the trace have been reported. */
  #isReported = false;

  readonly #plain: BlockReader | undefined;

  /** Creates a reader. With `useKernel` false it reads every line without the kernel, for tests. */
  constructor(sink: TraceSink, options: ReadOptions, useKernel = true) {
    this.#sink = sink;
    // Writing calls may open the table of frame texts. Write them before another table is opened, so that the order of
    // the tables does not depend on which thread was faster.
    this.#registries = new SideTables(sink, () => this.#writeSettled());
    this.#stacks = new CallStacks(sink, this.#registries.map, options.functionAt);
    this.#fileOrder = options.fileOrder === true;
    this.#threads = options.threads === true;
    this.#rows = new BufferedRows(sink.arena, this.#fileOrder);
    if (useKernel) this.#stacks.listener = this.#plain = new BlockReader(sink.arena);
  }

  /** Reads to the end of the file or to the header of another report; returns true in the latter case. */
  async read(window: ByteWindow, options: Pick<ReadOptions, "signal" | "growth"> = {}): Promise<boolean> {
    try {
      return await this.#read(window, options);
    } finally {
      this.#plain?.stopThread();
    }
  }

  async #read(
    window: ByteWindow,
    { signal, growth }: Pick<ReadOptions, "signal" | "growth">,
  ): Promise<boolean> {
    while (true) {
      signal?.throwIfAborted();
      window.at = this.#readLines(window);
      if (this.#atNext) break;
      if (window.left >= MAX_LINE && !hasNewline(window)) {
        this.#offset = window.offset;
        const message = `A line has more than ${MAX_LINE} bytes`;
        this.#problem("warning", "long-line", message, "split it there");
        this.#readLine(window.bytes, window.at, window.at + MAX_LINE);
        window.at += MAX_LINE;
      } else if (!window.ended) await window.more();
      else if (!(await this.#hasGrown(window, growth))) break;
    }
    if (this.#isReported) this.#free();
    else {
      if (window.left > 0 && !this.#atNext) this.#readLast(window);
      this.#finish(window.offset);
    }
    return this.#atNext;
  }

  /** Shows what has been read until the file has grown; returns false if the trace ends here. */
  async #hasGrown(window: ByteWindow, growth: Growth | undefined): Promise<boolean> {
    if (!growth || this.#records === 0) return false;
    if (window.left > 0) {
      growth.giveUp();
      return false;
    }
    this.#writeSettled();
    this.#plain?.stopThread();
    growth.atEnd(true);
    this.#show(window.offset);
    if (await growth.grown()) return true;
    this.#isReported = true;
    return false;
  }

  /** Reads all complete lines; returns where the first incomplete line or block begins. */
  #readLines(window: ByteWindow): number {
    const { bytes, end, base } = window;
    let { at } = window;
    while (at < end) {
      if (this.#plain && this.#block < 0 && this.#lineNumber > 0) {
        at = this.#readBlocks(window, at);
        // A block that does not end is read line by line, because no window could contain it.
        if (!this.#plain.odd && !window.ended && end - at < MAX_LINE) return at;
      }
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 || newline >= end) break;
      this.#offset = base + at;
      this.#readLine(bytes, at, newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline);
      if (this.#atNext) break;
      at = newline + 1;
    }
    return at;
  }

  /** Reads as many blocks with the kernel as it can. */
  #readBlocks(window: ByteWindow, at: number): number {
    const plain = this.#plain!;
    while (true) {
      const before = this.#rows.count;
      const stop = plain.read(
        this.#rows,
        window.pointer + at,
        window.pointer + window.end,
        () => this.#writeSome(),
      );
      at = stop - window.pointer;
      const rows = this.#rows.count - before;
      if (rows === 0) return at;
      this.#lineNumber += plain.lines;
      this.#records += rows;
      this.#registries.noteCall(plain.lastNoLow, plain.lastNoHigh);
      if (this.#rows.full) this.#drain(window);
    }
  }

  #readLast(window: ByteWindow): void {
    this.#offset = window.offset;
    const message = "The last line has no line end";
    this.#problem("warning", "no-final-newline", message, "read as it is; it may be truncated");
    this.#readLine(window.bytes, window.at, window.end);
  }

  #readLine(bytes: Uint8Array, start: number, end: number): void {
    this.#lineNumber++;
    if (this.#lineNumber === 1 && this.#readHeader(bytes, start, end)) return;
    const at = skipBlanks(bytes, start, end);
    if (at === end) return this.#endBlock();
    const first = bytes[at]!;
    if (first === ZERO && this.#readFrame(bytes, at, end)) return;
    if (readCallLine(bytes, at, end, this.#call)) return this.#addCall(bytes);
    if (first === DOLLAR && at > start && this.#readArgument(bytes, at, end)) return;
    this.#readOther(bytes, start, end);
  }

  /** Reads the header; returns false if line 1 is something else. */
  #readHeader(bytes: Uint8Array, start: number, end: number): boolean {
    let fields: HeaderField[] = [];
    if (!readCallLine(bytes, start, end, this.#call) && !isRegistryLine(bytes, start, end, this.#line)) {
      fields = bytes[start] === HASH ? [] : parseHeader(bytes, start, end);
    }
    describeReport(fields, "sp-rtrace", this.#sink);
    this.#rows.keepAll = hasFilter(fields, "compress");
    this.#events = EventRows.open(this.#sink, this.#stacks, this.#registries);
    if (fields.length > 0) {
      this.#records++;
      return true;
    }
    this.#problem("warning", "missing-header", "Line 1 is not a header", "read as another record");
    return false;
  }

  #readFrame(bytes: Uint8Array, start: number, end: number): boolean {
    if (readPrefixedHex(bytes, start, end, this.#scan) < 0) return false;
    if (this.#block < 0) {
      this.#problem("warning", "frame-without-call", "A backtrace frame has no call before it", "skipped it");
    } else {
      if (this.#scan.overflow) this.#noteOverflow();
      this.#stacks.addFrame(bytes, start, end);
    }
    return true;
  }

  #addCall(bytes: Uint8Array): void {
    if (this.#stacks.depth > 0) this.#endBlock();
    const call = this.#call;
    this.#records++;
    const { strings } = this.#sink;
    const name = call.nameEnd > call.nameStart ? strings.intern(bytes, call.nameStart, call.nameEnd) : 0;
    let type = this.#registries.defaultType;
    if (call.typeEnd > call.typeStart) {
      type = strings.intern(bytes, call.typeStart, call.typeEnd);
      if (!this.#registries.isType(type)) this.#noteUnregistered(type);
    }
    if ((call.flags & (CALL_NEGATIVE_SIZE | CALL_LARGE_SIZE | CALL_OVERFLOW)) !== 0) {
      this.#noteNumbers(call.flags);
    } else if (this.#plain && (call.typeEnd === call.typeStart || this.#registries.isType(type))) {
      const end = call.typeEnd > call.typeStart ? call.typeEnd + 1 : call.nameEnd;
      this.#plain.learnSignature(bytes, call.nameStart, end, name, type);
    }
    if ((call.flags & CALL_FINE_TIME) !== 0) {
      this.#fineTimes.note((call.flags & CALL_CUT_TIME) !== 0, this.#offset, this.#lineNumber);
    }
    const row = this.#rows.append(call, name, type);
    if (this.#block < 0) this.#block = row;
    this.#callName = name;
    this.#registries.noteCall(call.noLow, call.noHigh);
  }

  #readArgument(bytes: Uint8Array, start: number, end: number): boolean {
    const line = this.#line;
    if (!readArgumentLine(bytes, start, end, line)) return false;
    this.#records++;
    if (this.#block < 0) {
      this.#problem("warning", "argument-without-call", "An argument has no call before it", "skipped it");
      return true;
    }
    const { strings } = this.#sink;
    const arg = strings.intern(bytes, line.nameStart, line.nameEnd);
    const value = strings.intern(bytes, line.textStart, line.textEnd);
    this.#registries.addArgument(this.#callName, arg, value);
    return true;
  }

  /** Reads registry lines and comments. Of these, only permanent comments end a block. */
  #readOther(bytes: Uint8Array, start: number, end: number): void {
    const temporary = bytes[start] === HASH && start + 1 < end && bytes[start + 1] === 32;
    const line = this.#line;
    const { strings } = this.#sink;
    const text = (from: number, to: number): number => from < to ? strings.intern(bytes, from, to) : 0;
    this.#records++;
    if (readMapLine(bytes, start, end, line)) {
      // Resolve the backtraces of settled calls with the modules that are known now, even while another
      // thread is reading on.
      this.#writeSettled();
      const module = text(line.nameStart, line.nameEnd);
      this.#registries.addMap(module, line.low, line.high, line.toLow, line.toHigh);
    } else if (readContextLine(bytes, start, end, line)) {
      this.#registries.addContext(line.low, text(line.nameStart, line.nameEnd));
    } else if (readTypeLine(bytes, start, end, line)) {
      this.#addType(bytes);
    } else if (readAttachmentLine(bytes, start, end, line)) {
      this.#registries.addAttachment(text(line.nameStart, line.nameEnd), text(line.textStart, line.textEnd));
    } else {
      if (!temporary) this.#endBlock();
      if (bytes[start] !== HASH) {
        if (isHeader(bytes, start, end)) {
          this.#atNext = true;
          return;
        }
        this.#problem("note", "unknown-line", "A line is not a record of the protocol", "kept as a comment");
      }
      this.#registries.addComment(strings.intern(bytes, start, end), temporary);
    }
  }

  #addType(bytes: Uint8Array): void {
    const line = this.#line;
    const { strings } = this.#sink;
    const flags = line.flagsEnd > line.flagsStart ? strings.intern(bytes, line.flagsStart, line.flagsEnd) : 0;
    // Write settled calls first: whether calls of a type count references is decided when they are written.
    this.#writeSettled();
    const added = this.#registries.addType({
      name: strings.intern(bytes, line.nameStart, line.nameEnd),
      mask: line.low,
      description: strings.intern(bytes, line.textStart, line.textEnd),
      flags,
      refcount: strings.text(flags).includes("refcount"),
    });
    this.#plain?.typeUntyped(this.#registries.defaultType);
    if (!added) {
      this.#problem("note", "repeated-type", "A resource type is registered twice", "kept the first");
    } else if (this.#registries.anyCall) {
      const message = "A resource type is registered after calls";
      this.#problem("note", "late-type", message, "used for the calls after it");
    }
  }

  #endBlock(): void {
    if (this.#block < 0) return;
    if (this.#stacks.depth > 0) this.#rows.setStack(this.#block, this.#stacks.finish());
    this.#block = -1;
    if (this.#rows.full) this.#drain();
  }

  /**
   * Settles the older half of the calls. They are written at once, or while another thread reads the next
   * calls.
   */
  #drain(window?: ByteWindow): void {
    this.#writeSettled();
    this.#rows.settle(false);
    if (window && this.#threads) {
      this.#plain!.startThread();
      window.widen(WIDE_WINDOW);
    } else this.#writeSettled();
  }

  #writeSettled(): void {
    while (this.#writeSome());
  }

  /** Writes some settled calls; false if there are none. */
  #writeSome(): boolean {
    return this.#rows.handOut(CALLS_AT_ONCE, this.#write);
  }

  #finish(size: number): void {
    if (this.#records === 0) {
      throw new FormatError("Cannot read sp-rtrace trace: no record found", {
        format: "sp-rtrace",
        offset: 0,
      });
    }
    this.#endBlock();
    this.#rows.drain(true, this.#write);
    this.#events!.close();
    this.#registries.close();
    this.#stacks.close();
    this.#plain?.close();
    this.#sayEnd(this.#rows.counts, size);
  }

  /** Writes what `#finish` would write without changing any state, since the rows may be discarded. */
  #show(size: number): void {
    const rows = this.#rows.copy();
    const stacks = this.#stacks.copy();
    const counts = this.#registries.counts.copy();
    const events = this.#events!.copy(stacks, counts);
    const write = (block: HeldBlock, from: number, to: number): void => events.write(block, from, to);
    if (this.#block >= 0) {
      if (stacks.depth > 0) rows.setStack(this.#block, stacks.finish());
      if (rows.full) rows.drain(false, write);
    }
    rows.drain(true, write);
    events.close();
    this.#registries.show(counts);
    stacks.close();
    this.#sayEnd(rows.counts, size);
  }

  #sayEnd(counts: OrderIrregularities, size: number): void {
    this.#fineTimes.report(this.#sink);
    reportOrder(this.#sink, counts, this.#fileOrder, size);
  }

  #free(): void {
    this.#rows.close();
    this.#plain?.close();
  }

  #noteUnregistered(type: number): void {
    const name = this.#sink.strings.text(type);
    this.#problem("note", "unregistered-type", `Resource type "${name}" is not registered`, "kept the name");
  }

  #noteNumbers(flags: number): void {
    const kind = (flags & CALL_FREE) !== 0 ? "free" : "allocation";
    if ((flags & CALL_OVERFLOW) !== 0) return this.#noteOverflow();
    if ((flags & CALL_NEGATIVE_SIZE) !== 0) {
      this.#problem("note", "negative-size", `The size of an ${kind} is negative`, "kept as a 64-bit number");
    } else {
      const message = "A size has more than 31 bits";
      this.#problem("note", "large-size", message, "kept the full size; the original tool wraps it");
    }
  }

  #noteOverflow(): void {
    this.#problem(
      "warning",
      "number-overflow",
      "A number is too large for its field",
      "used the largest size that fits",
    );
  }

  #problem(severity: ProblemSeverity, code: string, message: string, handling: string): void {
    this.#sink.problem({ severity, code, offset: this.#offset, record: this.#lineNumber, message, handling });
  }
}

/** Whether a line is a registry record; its first byte distinguishes it from a header. */
function isRegistryLine(bytes: Uint8Array, start: number, end: number, line: RegistryLine): boolean {
  return readMapLine(bytes, start, end, line) || readContextLine(bytes, start, end, line) ||
    readTypeLine(bytes, start, end, line) || readAttachmentLine(bytes, start, end, line);
}
