/**
 * Reads a profile of DHAT: points and texts of frames first, then the table, because either may come first in the file.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { highHalf, lowHalf } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { DamagedJson, type Json, type JsonLimits, JsonMachine, type JsonTaker } from "../json_machine.ts";
import { type FrameText, parseFrame } from "./frame_text.ts";
import { FORMAT_NAME, VERSION_KEY, VERSIONS } from "./header.ts";
import { DHAT_LIMITS } from "./limits.ts";
import { FIGURES, type Flag, Points } from "./points.ts";
import { PROFILE } from "./table_docs.ts";

const LIMITS: JsonLimits = {
  depth: DHAT_LIMITS.dhatDepth.most,
  text: DHAT_LIMITS.dhatText.most,
  values: DHAT_LIMITS.dhatValues.most,
};
/** What old files do not say: heaps were all that there was. */
const USUAL: ReadonlyMap<string, Json> = new Map<string, Json>([["bklt", true]]);

/** Reads everything and fills `profile`. */
export async function readDhat(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  const file = new DhatFile(sink, window);
  await file.read(options);
  file.write();
}

/** One file. */
class DhatFile implements JsonTaker {
  readonly #sink: TraceSink;
  readonly #window: ByteWindow;
  readonly #points = new Points();
  readonly #texts: (string | null)[] = [];
  /** Keys with a single value, the last one of each. */
  readonly #facts = new Map<string, Json>();
  #isCut = false;

  constructor(sink: TraceSink, window: ByteWindow) {
    this.#sink = sink;
    this.#window = window;
  }

  wants(path: readonly string[]): boolean {
    const [key] = path;
    return key === "pps" || key === "ftbl" ? path.length === 2 : path.length === 1;
  }

  take(path: readonly string[], value: Json): void {
    const key = path[0]!;
    if (path.length === 1) this.#fact(key, value);
    else if (key === "ftbl") this.#texts.push(typeof value === "string" ? value : null);
    else if (value instanceof Map) this.#points.add(value);
    else {
      const message = "A program point is not an object";
      this.#problem(
        "warning",
        "bad-record",
        this.#window.offset,
        message,
        "left it out",
        this.#points.count + 1,
      );
    }
  }

  #fact(key: string, value: Json): void {
    if (key === VERSION_KEY && !VERSIONS.includes(Number(value))) {
      throw new FormatError(
        `Cannot read version ${String(value).slice(0, 20)} of profiles of DHAT: versions ${
          VERSIONS.join(" and ")
        } are known`,
        { format: FORMAT_NAME, offset: this.#window.offset },
      );
    }
    this.#facts.set(key, value);
  }

  /** Reads the object, and what is whole of one that is not. */
  async read(options: ReadOptions): Promise<void> {
    const window = this.#window;
    const machine = new JsonMachine(this, LIMITS);
    await window.need(3);
    if (window.bytes[window.at] === 0xef) window.at += 3;
    while (!machine.isDone) {
      options.signal?.throwIfAborted();
      try {
        window.at = machine.run(window.bytes, window.at, window.end, window.ended);
      } catch (error) {
        if (!(error instanceof DamagedJson)) throw error;
        this.#damaged(error.code, window.base + error.at, error.message);
        break;
      }
      if (machine.isDone || await window.more() || window.left > 0) continue;
      this.#damaged("cut-record", window.offset, "The file ends before its JSON does");
      break;
    }
    const left = await this.#skipSpace();
    if (!this.#isCut && left) {
      const message = "Data follows the end of the JSON";
      this.#problem("note", "trailing-data", window.offset, message, "left it out");
    }
    while (await window.skip(window.left + 1));
    if (!this.#facts.has(VERSION_KEY)) {
      throw new FormatError(`Cannot read the profile of DHAT: its ${VERSION_KEY} is missing`, {
        format: FORMAT_NAME,
        offset: window.offset,
      });
    }
  }

  /** Passes white space over; whether something follows. */
  async #skipSpace(): Promise<boolean> {
    const window = this.#window;
    while (await window.need(1)) {
      if (!" \n\r\t".includes(String.fromCharCode(window.bytes[window.at]!))) return true;
      window.at++;
    }
    return false;
  }

  #damaged(code: string, offset: number, message: string): void {
    this.#isCut = true;
    this.#problem("error", code, offset, message, "kept the points before it");
  }

  /** Writes what has been read. */
  write(): void {
    const sink = this.#sink;
    const version = Number(this.#facts.get(VERSION_KEY));
    const mode = this.#facts.get("mode");
    sink.describe({
      format: FORMAT_NAME,
      version: `${version}${typeof mode === "string" ? ` ${mode}` : ""}`,
      wordBits: 0,
      byteOrder: "none",
      mainTable: "profile",
    });
    for (const [name, value] of this.#facts) {
      if (value !== null && typeof value !== "object") sink.tag(name, String(value));
    }
    this.#writePoints();
    this.#tellOdd();
  }

  #writePoints(): void {
    const sink = this.#sink;
    const writer = sink.table(PROFILE);
    const rows = new TableRows(() => writer, sink.strings);
    const frames = new Frames(sink, this.#texts);
    const exists = FIGURES.map(([, , flag]) => this.#isSaid(flag));
    for (let row = 0; row < this.#points.count; row++) {
      const numbers = this.#points.framesOf(row);
      const { first, stack } = frames.stackOf(numbers);
      const figures = FIGURES.map(([, column], figure) =>
        [column, this.#points.figure(figure, row, exists[figure]!)] as const
      );
      rows.add({
        index: row,
        stack: stack || null,
        func: first?.func ?? "",
        file: first?.file ?? "",
        line: first?.line ?? null,
        module: first?.module ?? "",
        addr: first?.addr ?? null,
        accesses: this.#points.accessesOf(row) ?? "",
        ...Object.fromEntries(figures),
      });
    }
    rows.finish();
    this.#tellFrames(frames);
  }

  /** Whether points have numbers of a kind; an old file shows it by having them. */
  #isSaid(flag: Flag): boolean {
    if (flag === "always") return true;
    const said = this.#facts.get(flag) ?? USUAL.get(flag);
    if (typeof said === "boolean") return said;
    return FIGURES.some(([, , each], figure) => each === flag && this.#points.has(figure));
  }

  #tellFrames({ outside }: Frames): void {
    const offset = -1;
    if (this.#texts.length === 0 && this.#points.count > 0) {
      const message = "The file has no texts of frames, which come last: points have no functions";
      this.#problem("warning", "no-frames", offset, message, "kept their numbers");
    } else if (outside > 0) {
      const message = `${outside} frames of points are not among those that the file lists`;
      this.#problem("warning", "bad-frame", offset, message, "left them out");
    }
  }

  #tellOdd(): void {
    const { oddNumbers, oddFrames } = this.#points;
    if (oddNumbers > 0) {
      const message = `${oddNumbers} numbers of points are negative, fractions, texts or above 2^64 - 1`;
      this.#problem("warning", "bad-number", -1, message, "took them for unknown");
    }
    if (oddFrames > 0) {
      const message = `${oddFrames} frames of points are no numbers of frames`;
      this.#problem("warning", "bad-frame", -1, message, "left them out");
    }
  }

  #problem(
    severity: ProblemSeverity,
    code: string,
    offset: number,
    message: string,
    handling: string,
    record = 0,
  ): void {
    this.#sink.problem({ severity, code, offset, record, message, handling });
  }
}

/** Frames of a file by number, and backtraces of them. */
class Frames {
  readonly #sink: TraceSink;
  readonly #texts: readonly (string | null)[];
  readonly #frames: (FrameText | undefined)[] = [];
  readonly #ids: number[] = [];
  #list = new Uint32Array(64);
  /** Numbers that the table does not have, or has no text for. */
  outside = 0;

  constructor(sink: TraceSink, texts: readonly (string | null)[]) {
    this.#sink = sink;
    this.#texts = texts;
  }

  /** The backtrace of frames by number, innermost first, and the first of them. */
  stackOf(numbers: Uint32Array): { readonly first: FrameText | undefined; readonly stack: number } {
    if (this.#texts.length === 0) return { first: undefined, stack: 0 };
    if (this.#list.length < numbers.length) this.#list = new Uint32Array(2 * numbers.length);
    let depth = 0;
    let first: FrameText | undefined;
    for (const number of numbers) {
      const text = this.#texts[number];
      if (typeof text !== "string") {
        this.outside++;
        continue;
      }
      const frame = this.#frames[number] ??= parseFrame(text);
      first ??= frame;
      this.#list[depth++] = this.#ids[number] ??= this.#idOf(frame);
    }
    return { first, stack: depth === 0 ? 0 : this.#sink.stacks.stack(this.#list, 0, depth) };
  }

  #idOf({ addr, func, file, line, module }: FrameText): number {
    const { strings, stacks } = this.#sink;
    const code = (text: string | undefined): number => text === undefined ? 0 : strings.internText(text);
    return stacks.frame({
      addrLow: addr === undefined ? 0 : lowHalf(addr),
      addrHigh: addr === undefined ? 0 : highHalf(addr),
      hasAddr: addr !== undefined,
      func: code(func),
      module: code(module),
      file: code(file),
      line: line ?? 0,
      offsetLow: 0,
      offsetHigh: 0,
      hasOffset: false,
    });
  }
}
