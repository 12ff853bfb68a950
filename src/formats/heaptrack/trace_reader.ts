/**
 * Reads the lines of one trace.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { Backtraces, type LineDefect } from "./backtraces.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import { EventRows } from "./event_rows.ts";
import {
  FORMAT_NAME,
  LATEST_VERSION,
  LETTERS,
  parseVersions,
  SIZED_VERSION,
  type Versions,
} from "./header.ts";
import { HexLine } from "./hex_line.ts";
import { RESIDENT_TABLE } from "./table_docs.ts";
import { hasLength, readTextLine } from "./text_line.ts";

const NEWLINE = 10;
const RETURN = 13;
const PLUS = 43;
const MINUS = 45;

/** Names of the entries that a line may refer to. */
const MISSING: Readonly<Record<Exclude<LineDefect, "" | "number">, string>> = {
  text: "a text",
  instruction: "an instruction",
  backtrace: "a backtrace",
};

/** Reads lines into the tables of one trace. */
export class TraceReader {
  readonly #sink: TraceSink;
  /** Whether texts have lengths; unknown before the first text. */
  #sized: boolean | undefined;
  readonly #line = new HexLine();
  readonly #backtraces: Backtraces;
  readonly #rows: EventRows;
  readonly #resident: TableRows;
  #timeLow = 0;
  #timeHigh = 0;
  #pageSize = 0;
  /** Content of the version line of the next trace, where the last reading stopped. */
  next: Versions | undefined;
  /** Whether the last line was treated as complete only because nothing follows it. */
  isUnsure = false;
  /** Whether the end of the trace was already reported. */
  isReported = false;

  /** Describes the trace and opens its tables. */
  constructor(sink: TraceSink, { program, file }: Versions, offset: number) {
    this.#sink = sink;
    if (file >= SIZED_VERSION) this.#sized = true;
    sink.describe({
      format: FORMAT_NAME,
      version: `${file}`,
      wordBits: 0,
      byteOrder: "none",
      mainTable: "events",
    });
    sink.tag("heaptrack", program);
    const kernel = instantiate<Kernels>(WASM_BASE64, sink.arena);
    this.#backtraces = new Backtraces(sink);
    this.#rows = new EventRows(sink, kernel, this.#backtraces.pointer);
    const resident = sink.table(RESIDENT_TABLE);
    this.#resident = new TableRows(() => resident, sink.strings);
    if (file > LATEST_VERSION) {
      const message = `Version ${file} of the file is newer than ${LATEST_VERSION}`;
      this.problem("warning", "newer-version", offset, message, `read it as version ${LATEST_VERSION}`);
    }
  }

  /** Reads the complete lines in the buffer; returns where the first unread line begins. */
  readLines(window: ByteWindow): number {
    const line = this.#line;
    const { bytes, end, base, ended } = window;
    let { at } = window;
    while (at < end) {
      // Nearly every line is an allocation or a free of an existing kind, a new kind, or a backtrace.
      const first = bytes[at];
      if (first === PLUS || first === MINUS || first === LETTERS.backtrace || first === LETTERS.kind) {
        this.#backtraces.makeRoom();
        at = this.#rows.decode(window, at);
      }
      if (at === end) break;
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 || newline >= end) break;
      const stop = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      const offset = base + at;
      const letter = bytes[at]!;
      line.begin(bytes, at + 1, stop);
      if (letter === PLUS || letter === MINUS) this.#readBlock(letter === PLUS, offset);
      else if (letter === LETTERS.text) {
        const behind = this.#readText(bytes, at, stop, { end, ended, offset });
        if (behind < 0) break;
        at = behind;
        continue;
      } else if (letter === LETTERS.versions) {
        this.next = parseVersions(String.fromCharCode(...bytes.subarray(at, Math.min(newline, at + 64) + 1)));
        if (this.next) break;
        this.#unknownLine(offset);
      } else if (stop > at) this.#readOther(letter, bytes, at, stop, offset);
      at = newline + 1;
    }
    return at;
  }

  /** Reports a problem. */
  problem(severity: ProblemSeverity, code: string, offset: number, message: string, handling: string): void {
    this.#sink.problem({ severity, code, offset, record: this.#rows.rows, message, handling });
  }

  /** Writes the remaining rows. */
  finish(offset: number): void {
    this.#rows.flush();
    this.#sayEnd(offset);
  }

  /** Shows what has been read as if the trace ended here, until `resume`. */
  pause(offset: number): void {
    this.#rows.pause();
    this.#sayEnd(offset);
    this.isReported = true;
  }

  /** Continues after `pause`. */
  resume(): void {
    this.#rows.resume();
    this.isReported = false;
  }

  #sayEnd(offset: number): void {
    this.#resident.finish();
    this.#sink.stat("temporary", BigInt(this.#rows.temporary));
    if (!this.#backtraces.cut) return;
    const message = "Backtraces are deeper than heaptrack ever records";
    this.problem("warning", "deep-stacks", offset, message, "left out their outermost frames");
  }

  /** Frees the memory. Rows of the current batch get their stacks first, which needs the backtraces. */
  close(): void {
    try {
      this.#rows.close();
    } finally {
      this.#backtraces.close();
    }
  }

  /** Reads an allocation or a free. */
  #readBlock(isAllocation: boolean, offset: number): void {
    const kind = this.#line.index();
    if (kind < 0) return this.#badNumber(offset);
    if (kind >= this.#rows.kinds) {
      const message = `The record names kind ${kind} of blocks, but only ${this.#rows.kinds} are defined`;
      return this.problem("warning", "undefined-name", offset, message, "skipped it");
    }
    if (isAllocation) this.#rows.allocate(kind, offset);
    else this.#rows.release(kind, offset);
  }

  /**
   * Reads a text, which may contain line ends if its length is given. Returns where the next line begins, or
   * -1 if the text is incomplete.
   */
  #readText(
    bytes: Uint8Array,
    at: number,
    stop: number,
    { end, ended, offset }: { readonly end: number; readonly ended: boolean; readonly offset: number },
  ): number {
    const sized = this.#sized ??= hasLength(bytes, at, stop);
    const { from, to, next, isOdd } = readTextLine({ bytes, at, stop, end, ended, sized });
    if (isOdd) {
      if (ended) this.isUnsure = true;
      const message = "The stated length of a text is wrong";
      this.problem("warning", "bad-number", offset, message, "used the line as it is");
    }
    if (next >= 0) this.#backtraces.addText(bytes, from, to);
    return next;
  }

  #readOther(letter: number, bytes: Uint8Array, at: number, stop: number, offset: number): void {
    const line = this.#line;
    switch (letter) {
      case LETTERS.instruction:
        return this.#check(this.#backtraces.addInstruction(line), offset);
      case LETTERS.backtrace:
        return this.#check(this.#backtraces.addBacktrace(line), offset);
      case LETTERS.kind:
        return this.#addKind(offset);
      case LETTERS.time:
        return this.#readTime(offset);
      case LETTERS.resident:
        return this.#readResident(offset);
      case LETTERS.system:
        this.#pageSize = Math.max(line.index(), 0);
        this.#sink.tag("page size", `${this.#pageSize}`);
        if (line.next()) this.#sink.tag("pages", `${joinHalves(line.low, line.high)}`);
        return;
      case LETTERS.command:
        return this.#sink.tag("command", textOf(bytes, at + 2, stop));
      case LETTERS.suppression:
        return this.#sink.tag("suppression", suppressionOf(bytes, at, stop));
      case LETTERS.attached:
        return this.#sink.tag("attached", "true");
      case LETTERS.comment:
        return;
      default:
        this.#unknownLine(offset);
    }
  }

  #addKind(offset: number): void {
    const line = this.#line;
    const hasSize = line.next();
    const sizeLow = hasSize ? line.low : 0, sizeHigh = hasSize ? line.high : 0;
    const backtrace = line.index();
    const { overflow } = line;
    const isThere = backtrace <= this.#backtraces.count;
    if (!isThere) this.#check("backtrace", offset);
    // A malformed kind is added too, since later kinds are numbered after it.
    this.#rows.addKind(sizeLow, sizeHigh, isThere ? Math.max(backtrace, 0) : 0);
    if (!hasSize || backtrace < 0) this.#badNumber(offset);
    if (overflow) {
      this.problem(
        "warning",
        "number-overflow",
        offset,
        "A size has more than 64 bits",
        "used the largest number",
      );
    }
  }

  #readTime(offset: number): void {
    const line = this.#line;
    if (!line.next()) return this.#badNumber(offset);
    if (line.high < this.#timeHigh || (line.high === this.#timeHigh && line.low < this.#timeLow)) {
      this.problem("note", "clock-wrapped", offset, "The clock jumps back", "kept the time as it is");
    }
    this.#timeLow = line.low;
    this.#timeHigh = line.high;
    this.#rows.setTime(line.low, line.high);
  }

  #readResident(offset: number): void {
    const line = this.#line;
    if (!line.next()) return this.#badNumber(offset);
    const bytes = (line.high * 0x1_0000_0000 + line.low) * this.#pageSize;
    this.#resident.add({
      time: [this.#rows.timeLow, this.#rows.timeHigh],
      pages: [line.low, line.high],
      bytes: this.#pageSize > 0 && bytes <= Number.MAX_SAFE_INTEGER ? bytes : null,
    });
  }

  #check(odd: LineDefect, offset: number): void {
    if (odd === "number") return this.#badNumber(offset);
    if (odd === "") return;
    const message = `The line refers to ${MISSING[odd]} that does not exist`;
    this.problem("warning", "undefined-name", offset, message, "kept the line without it");
  }

  #badNumber(offset: number): void {
    this.problem(
      "warning",
      "bad-number",
      offset,
      "Missing or malformed number",
      "read the line without it",
    );
  }

  #unknownLine(offset: number): void {
    this.problem("warning", "unknown-line", offset, "The line begins with an unknown letter", "skipped it");
  }
}

/**
 * Files of version 3 have the length of a pattern before it, since their interpreter copies such lines
 * unchanged.
 */
function suppressionOf(bytes: Uint8Array, at: number, stop: number): string {
  const { from } = readTextLine({
    bytes,
    at,
    stop,
    end: stop,
    ended: false,
    sized: hasLength(bytes, at, stop),
  });
  return textOf(bytes, from, stop);
}

function textOf(bytes: Uint8Array, at: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(Math.min(at, end), end));
}
