/**
 * Reads the lines of one recording.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import { BATCH_ROWS, type ProblemSeverity, type TraceSink } from "../../events/trace_sink.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import type { Growth, ReadOptions } from "../format.ts";
import { nanosecondsOf } from "../heaptrack/clock.ts";
import { LATEST_VERSION, LETTERS, parseVersions, SIZED_VERSION, type Versions } from "../heaptrack/header.ts";
import { HexLine } from "../heaptrack/hex_line.ts";
import { RESIDENT_TABLE } from "../heaptrack/table_docs.ts";
import { readTextLine } from "../heaptrack/text_line.ts";
import { CodePaths } from "./code_paths.ts";
import { Stop } from "./decoder_layout.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import { type EventColumns, openEvents } from "./event_columns.ts";
import { CALL_VERSION, FORMAT_NAME } from "./header.ts";
import { RAW_LIMITS } from "./limits.ts";
import { LineDecoder } from "./line_decoder.ts";
import { type Module, Modules, parseModule } from "./modules.ts";
import type { NamedTraces } from "./named_traces.ts";

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const MODULE = 0x6d;
const PROGRAM = 0x78;
/** The program's name in the list of modules. */
const OWN_NAME = "x";
/** Stands in place of a module's name: a new list of modules follows. */
const NEW_LIST = "-";
/** A longer line is reported and skipped, so a file without line ends cannot fill the memory. */
const LONGEST_LINE = TRACE_LIMITS.reportLine.most;
const MOST_ANEW = RAW_LIMITS.placesAnew.most;
/** A compressed file of this many bytes has more than a million records. */
const MANY_BYTES = 1 << 25;

const decoder = new TextDecoder();

/** Reads lines into the tables of one trace. */
export class RawTraceReader {
  readonly #sink: TraceSink;
  readonly #versions: Versions;
  readonly #named: NamedTraces | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #growth: Growth | undefined;
  readonly #line = new HexLine(true);
  readonly #modules = new Modules();
  readonly #paths: CodePaths;
  readonly #events: EventColumns;
  readonly #lines: LineDecoder;
  readonly #resident: TableRows;
  #program = "";
  #timeLow = 0;
  #timeHigh = 0;
  #nanoseconds: [low: number, high: number] = [0, 0];
  #pageSize = 0;
  #anew = 0;
  #isFinished = false;
  /** Content of the version line of the next trace, where the last reading stopped. */
  #next: Versions | undefined;

  /** Describes the trace and opens its tables. */
  constructor(
    sink: TraceSink,
    versions: Versions,
    window: ByteWindow,
    { named, functionAt, signal, growth }: Pick<ReadOptions, "functionAt" | "signal" | "growth"> & {
      readonly named?: NamedTraces;
    },
  ) {
    this.#sink = sink;
    this.#versions = versions;
    this.#named = named;
    this.#signal = signal;
    this.#growth = growth;
    const { program, file } = versions;
    sink.describe({
      format: FORMAT_NAME,
      version: `${file}`,
      wordBits: 0,
      byteOrder: "none",
      mainTable: "events",
    });
    sink.tag("heaptrack", program);
    const inCall = file >= CALL_VERSION;
    const kernel = instantiate<Kernels>(WASM_BASE64, sink.arena);
    this.#paths = new CodePaths(sink, kernel, { modules: this.#modules, named, functionAt, inCall });
    this.#events = openEvents(sink, (window.size ?? 0) >= MANY_BYTES);
    this.#lines = new LineDecoder(sink, kernel, this.#paths.tree, this.#events);
    const resident = sink.table(RESIDENT_TABLE);
    this.#resident = new TableRows(() => resident, sink.strings);
    if (file > LATEST_VERSION) {
      const message = `Version ${file} of the file is newer than ${LATEST_VERSION}`;
      this.#problem(
        "warning",
        "newer-version",
        window.offset,
        message,
        `read it as version ${LATEST_VERSION}`,
      );
    }
  }

  /** Reads up to the next version line and returns its content; reads up to the end if there is none. */
  async read(window: ByteWindow): Promise<Versions | undefined> {
    try {
      await this.#readLines(window);
      if (!this.#isFinished) this.#finish(window.offset);
    } finally {
      this.#paths.tree.close();
      this.#lines.close();
    }
    return this.#next;
  }

  async #readLines(window: ByteWindow): Promise<void> {
    while (true) {
      if (this.#modules.isPending && window.left > 0 && isPlain(window.bytes[window.at]!)) {
        this.#commitModules(window.offset);
      }
      const stop = this.#lines.run(window);
      this.#paths.compare();
      if (stop === Stop.Full) {
        this.#flush();
        continue;
      }
      if (stop === Stop.Place) {
        this.#lookUp(this.#lines.trace);
        continue;
      }
      if (stop === Stop.Room) {
        this.#paths.tree.makeRoom();
        continue;
      }
      const isCut = this.#readOthers(window);
      if (this.#next) return;
      if (!isCut) continue;
      if (window.left >= LONGEST_LINE && !hasNewline(window)) await this.#skipLong(window);
      else if (!(await window.more()) && !(await this.#hasGrown(window))) break;
    }
    if (window.left === 0) return;
    const message = "The last line has no line end";
    this.#problem("error", "cut-record", window.offset, message, "kept the lines before it");
    window.at = window.end;
  }

  /** Shows what has been read until the file grows; returns false if the trace has ended. */
  async #hasGrown({ left, offset }: ByteWindow): Promise<boolean> {
    const growth = this.#growth;
    // Do not stop inside a line, since a text may contain line ends, nor with interpreted data, whose sums
    // for the last batch are compared only once.
    if (!growth || left > 0 || this.#named) {
      growth?.giveUp();
      return false;
    }
    growth.atEnd();
    this.#finish(offset);
    const hasGrown = await growth.grown();
    if (hasGrown) this.#lines.begin();
    this.#isFinished = !hasGrown;
    return hasGrown;
  }

  /**
   * Reads lines up to the next one that the decoder can handle; returns true if the next line is incomplete.
   */
  #readOthers(window: ByteWindow): boolean {
    const { bytes, end, base, ended } = window;
    let isFirst = true;
    while (window.at < end) {
      const { at } = window;
      const letter = bytes[at]!;
      if (!isFirst && isPlain(letter)) return false;
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 || newline >= end) return true;
      const stop = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline;
      const offset = base + at;
      this.#line.begin(bytes, at + 1, stop);
      if (letter === LETTERS.versions) {
        this.#next = parseVersions(
          String.fromCharCode(...bytes.subarray(at, Math.min(newline, at + 64) + 1)),
        );
        if (this.#next) return false;
        this.#unknownLine(offset);
      } else if (isEvent(letter)) {
        // The decoder also stops at an ordinary event: a full batch must be written first, or the place of
        // the event's trace is still unknown.
        if (this.#events.writer.count === BATCH_ROWS) this.#flush();
        if (letter === PLUS) this.#readAllocation(offset);
        else this.#readFree(offset);
      } else if (this.#hasText(letter)) {
        const text = readTextLine({ bytes, at, stop, end, ended, sized: true });
        if (text.next < 0) return true;
        if (text.isOdd && ended) this.#growth?.giveUp();
        this.#readText(letter, bytes, text, offset);
        window.at = text.next;
        isFirst = false;
        continue;
      } else if (stop > at) this.#readOther(letter, bytes, at, stop, offset);
      window.at = newline + 1;
      isFirst = false;
    }
    return true;
  }

  #hasText(letter: number): boolean {
    return this.#versions.file >= SIZED_VERSION && (letter === PROGRAM || letter === LETTERS.suppression);
  }

  #readText(
    letter: number,
    bytes: Uint8Array,
    { from, to, isOdd }: { readonly from: number; readonly to: number; readonly isOdd: boolean },
    offset: number,
  ): void {
    if (isOdd) {
      this.#problem(
        "warning",
        "bad-number",
        offset,
        "The stated length of a text is wrong",
        "used the line as it is",
      );
    }
    this.#takeText(letter, decoder.decode(bytes.subarray(from, to)));
  }

  #takeText(letter: number, text: string): void {
    if (letter === LETTERS.suppression) this.#sink.tag("suppression", text);
    else {
      this.#program = text;
      this.#sink.tag("program", text);
    }
  }

  #readOther(letter: number, bytes: Uint8Array, at: number, stop: number, offset: number): void {
    const line = this.#line;
    switch (letter) {
      case LETTERS.backtrace:
        return this.#readTrace(offset);
      case MODULE:
        return this.#readModule(bytes, Math.min(at + 2, stop), stop, offset);
      case LETTERS.time:
        return this.#readTime(offset);
      case LETTERS.resident:
        return this.#readResident(offset);
      case LETTERS.system:
        this.#pageSize = Math.max(line.index(), 0);
        this.#sink.tag("page size", `${this.#pageSize}`);
        if (line.next()) this.#sink.tag("pages", `${joinHalves(line.low, line.high)}`);
        return;
      case LETTERS.command: {
        const command = decoder.decode(bytes.subarray(Math.min(at + 2, stop), stop));
        this.#named?.checkHead(this.#versions, command);
        return this.#sink.tag("command", command);
      }
      case LETTERS.attached:
        return this.#sink.tag("attached", "true");
      case PROGRAM:
      case LETTERS.suppression:
        return this.#takeText(letter, decoder.decode(bytes.subarray(Math.min(at + 2, stop), stop)));
      case LETTERS.comment:
        return;
      default:
        this.#unknownLine(offset);
    }
  }

  #readAllocation(offset: number): void {
    const line = this.#line;
    const hasSize = line.next();
    const size = joinHalves(line.low, line.high);
    const hasTrace = line.next();
    const trace = line.high === 0 ? line.low : -1;
    const hasAddr = line.next();
    const addr = joinHalves(line.low, line.high);
    if (!hasSize || !hasTrace || !hasAddr || line.overflow || !this.#endsInNumbers()) {
      return this.#badNumber(offset, "skipped the line");
    }
    const isKnown = trace >= 0 && trace <= this.#paths.count;
    if (!isKnown) {
      const message = `The allocation refers to an unknown backtrace`;
      this.#problem("warning", "undefined-name", offset, message, "kept it without one");
    } else if (!this.#lines.hasPlace(trace)) this.#lookUp(trace);
    this.#lines.allocate(isKnown ? trace : 0, addr, size, offset);
  }

  #readFree(offset: number): void {
    const line = this.#line;
    const hasAddr = line.next();
    const addr = joinHalves(line.low, line.high);
    if (!hasAddr || line.overflow || !this.#endsInNumbers()) {
      return this.#badNumber(offset, "skipped the line");
    }
    this.#lines.release(addr, offset);
  }

  /** Additional numbers on a line are ignored. */
  #endsInNumbers(): boolean {
    while (this.#line.next());
    return this.#line.isAtEnd;
  }

  #readTrace(offset: number): void {
    const line = this.#line;
    this.#commitModules(offset);
    const hasAddress = line.next();
    const { low, high } = line;
    const parent = line.index();
    const isOdd = !hasAddress || parent < 0 || line.overflow;
    const isKnown = parent <= this.#paths.count;
    // Add a malformed trace as well, because later traces are numbered after it.
    this.#paths.add(isOdd ? 0 : low, isOdd ? 0 : high, isOdd || !isKnown ? 0 : parent);
    if (isOdd) this.#badNumber(offset, "treated it as a free of an unknown address");
    else if (!isKnown) {
      const message = "The backtrace refers to an unknown caller";
      this.#problem("warning", "undefined-name", offset, message, "kept it without callers");
    }
  }

  #readModule(bytes: Uint8Array, at: number, stop: number, offset: number): void {
    const { from, to } = this.#versions.file >= SIZED_VERSION
      ? this.#sizedName(at, stop)
      : plainName(bytes, at, stop);
    if (to > stop || from < 0 || (to < stop && bytes[to] !== SPACE)) {
      return this.#badNumber(offset, "skipped the module");
    }
    const name = decoder.decode(bytes.subarray(from, to));
    if (name === NEW_LIST && to === stop) return this.#modules.clear();
    const parse = (): Module | undefined => {
      this.#line.begin(bytes, to, stop);
      return parseModule(this.#codeOf(name), this.#line);
    };
    const odd = this.#modules.add(bytes, at, stop, parse);
    if (odd === "odd") this.#badNumber(offset, "skipped the module");
    if (odd === "full") {
      const message = `More than ${RAW_LIMITS.modules.most} modules and load addresses of modules`;
      this.#problem("warning", "many-modules", offset, message, "left out the other modules");
    }
  }

  /** Finds a name that is preceded by its length. */
  #sizedName(at: number, stop: number): { readonly from: number; readonly to: number } {
    const length = this.#line.index();
    const from = Math.min(this.#line.at + 1, stop);
    return length < 0 || this.#line.at < at ? { from: -1, to: 0 } : { from, to: from + length };
  }

  #codeOf(name: string): number {
    const shown = name === OWN_NAME && this.#program !== "" ? this.#program : name;
    return shown === "" ? 0 : this.#sink.strings.internText(shown);
  }

  /**
   * Ends a list of modules. If a module took over addresses of another one, stacks are looked up again from
   * here on.
   */
  #commitModules(offset: number): void {
    if (!this.#modules.commit()) return;
    this.#anew += this.#paths.count + 1;
    if (this.#anew > MOST_ANEW) {
      const message = "Modules changed their addresses too often";
      const handling = "stacks keep the names that they had";
      return this.#problem("warning", "many-modules", offset, message, handling);
    }
    this.#paths.tree.forget();
    this.#lines.forgetPlaces();
  }

  #lookUp(trace: number): void {
    this.#lines.setPlace(trace, this.#paths.placeOf(trace));
  }

  #readTime(offset: number): void {
    const line = this.#line;
    if (!line.next()) return this.#badNumber(offset, "kept the time as it is");
    if (line.high < this.#timeHigh || (line.high === this.#timeHigh && line.low < this.#timeLow)) {
      this.#problem("note", "clock-wrapped", offset, "The clock jumps back", "kept the time as it is");
    }
    this.#timeLow = line.low;
    this.#timeHigh = line.high;
    this.#nanoseconds = nanosecondsOf(line.low, line.high);
    this.#lines.setTime(...this.#nanoseconds);
  }

  #readResident(offset: number): void {
    const line = this.#line;
    if (!line.next()) return this.#badNumber(offset, "skipped the line");
    const bytes = (line.high * 0x1_0000_0000 + line.low) * this.#pageSize;
    this.#resident.add({
      time: this.#nanoseconds,
      pages: [line.low, line.high],
      bytes: this.#pageSize > 0 && bytes <= Number.MAX_SAFE_INTEGER ? bytes : null,
    });
  }

  #flush(): void {
    this.#signal?.throwIfAborted();
    this.#named?.checkSums(this.#lines.sums);
    this.#events.writer.flush();
    this.#lines.begin();
  }

  /** Writes the remaining rows. */
  #finish(offset: number): void {
    this.#flush();
    this.#resident.finish();
    this.#sink.stat("temporary", this.#lines.temporary);
    const difference = this.#named?.difference ?? "";
    if (difference !== "") {
      const message = `The interpreted file is from another recording: ${difference}`;
      const handling = "took no names from it from there on";
      this.#problem("warning", "other-recording", -1, message, handling);
    }
    if (!this.#paths.tree.cut) return;
    const message = "Backtraces are deeper than heaptrack ever records";
    this.#problem("warning", "deep-stacks", offset, message, "left out their outermost frames");
  }

  async #skipLong(window: ByteWindow): Promise<void> {
    const message = `A line has more than ${LONGEST_LINE} bytes`;
    this.#problem("warning", "long-line", window.offset, message, "skipped it");
    do {
      const newline = window.bytes.indexOf(NEWLINE, window.at);
      if (newline >= 0 && newline < window.end) {
        window.at = newline + 1;
        return;
      }
      window.at = window.end;
    } while (await window.more());
  }

  #problem(severity: ProblemSeverity, code: string, offset: number, message: string, handling: string): void {
    const { flushed, count } = this.#events.writer;
    this.#sink.problem({ severity, code, offset, record: flushed + count, message, handling });
  }

  #badNumber(offset: number, handling: string): void {
    this.#problem("warning", "bad-number", offset, "A number is missing or malformed", handling);
  }

  #unknownLine(offset: number): void {
    this.#problem("warning", "unknown-line", offset, "The line begins with an unknown letter", "skipped it");
  }
}

/** Returns whether the decoder can handle a line. */
function isPlain(letter: number): boolean {
  return isEvent(letter) || letter === LETTERS.backtrace;
}

function isEvent(letter: number): boolean {
  return letter === PLUS || letter === MINUS;
}

/**
 * Finds a module's name without a length: the part of the line before its numbers. The count of numbers is
 * odd.
 */
function plainName(
  bytes: Uint8Array,
  at: number,
  stop: number,
): { readonly from: number; readonly to: number } {
  let to = stop;
  let numbers = 0;
  for (let end = stop; end > at;) {
    const blank = bytes.lastIndexOf(SPACE, end - 1);
    if (blank <= at || !isNumber(bytes, blank + 1, end)) break;
    numbers++;
    end = blank;
    // The count of numbers is odd: the base, and pairs after it.
    if (numbers % 2 === 1) to = end;
  }
  return { from: at, to };
}

function isNumber(bytes: Uint8Array, at: number, end: number): boolean {
  for (let each = at; each < end; each++) {
    const byte = bytes[each]!;
    if (!((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102))) return false;
  }
  return at < end;
}

function hasNewline({ bytes, at, end }: ByteWindow): boolean {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline >= 0 && newline < end;
}
