/**
 * Reads a DHAT file in one pass over the text, a program point or a frame at a time.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { FrameTable } from "./frame_table.ts";
import { FORMAT_NAME, VERSION_KEY, VERSIONS } from "./header.ts";
import {
  Byte,
  DamagedJson,
  decodeJsonString,
  INCOMPLETE_VALUE,
  JsonScanner,
  unescaped,
} from "./json_scanner.ts";
import { DHAT_LIMITS } from "./limits.ts";
import { FIGURES_OF_ALL, OF_ACCESSES, OF_LIFETIMES, PointDefect, Points } from "./points.ts";
import { PlainPoints } from "./plain_points.ts";
import { ProfileRows } from "./profile_rows.ts";

const MOST_RECORD = DHAT_LIMITS.dhatRecord.most;
/** Number of points and texts between two checks of the abort signal. */
const RUN = 4096;
/** The byte order mark that UTF-8 text may begin with. */
const UTF_8_MARK = [0xef, 0xbb, 0xbf] as const;

/** Reads a DHAT file into the sink. */
export async function readDhat(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void> {
  const file = new DhatFile(window, sink, options);
  try {
    await file.read();
  } finally {
    file.close();
  }
  file.write();
}

class DhatFile {
  readonly #window: ByteWindow;
  readonly #sink: TraceSink;
  readonly #options: ReadOptions;
  readonly #scanner = new JsonScanner();
  readonly #points = new Points();
  readonly #plain: PlainPoints;
  readonly #frames: FrameTable;
  readonly #tags = new Map<string, string>();
  #hasFrames = false;

  constructor(window: ByteWindow, sink: TraceSink, options: ReadOptions) {
    this.#window = window;
    this.#sink = sink;
    this.#options = options;
    this.#frames = new FrameTable(sink);
    this.#plain = new PlainPoints(sink.arena);
  }

  /** Frees memory that is only needed while reading. */
  close(): void {
    this.#plain.close();
  }

  /** Reads up to the end or the first damage. */
  async read(): Promise<void> {
    try {
      await this.#object();
    } catch (error) {
      if (!(error instanceof DamagedJson)) throw error;
      const { message, code, at } = error;
      this.#problem(
        "error",
        code,
        this.#window.base + at,
        this.#points.count,
        message,
        "kept what comes before",
      );
      while (await this.#window.skip(this.#window.left + 1));
    }
    this.#checkVersion();
  }

  async #object(): Promise<void> {
    const scanner = this.#scanner;
    await this.#step(() => {
      // Skip a byte order mark, which does not count as a blank.
      if (scanner.at < scanner.end && scanner.bytes[scanner.at] === UTF_8_MARK[0]) {
        if (scanner.at + UTF_8_MARK.length > scanner.end && !scanner.ended) throw INCOMPLETE_VALUE;
        scanner.at = Math.min(scanner.at + UTF_8_MARK.length, scanner.end);
      }
      scanner.expect(Byte.Object, "an object");
    });
    if (await this.#step(() => scanner.takes(Byte.ObjectEnd))) return await this.#end();
    do {
      const key = await this.#step(() => {
        const from = scanner.key();
        const key = decodeJsonString(scanner.bytes, from, scanner.keyEnd);
        scanner.peek();
        return key;
      });
      if (key === "pps") await this.#pointList();
      else if (key === "ftbl") await this.#frameList();
      else await this.#step(() => this.#tag(key));
    } while (await this.#step(() => scanner.takes(Byte.Comma)));
    await this.#step(() => scanner.expect(Byte.ObjectEnd, "a comma or an end"));
    await this.#end();
  }

  /** Reports bytes after the object, which do not belong to the profile. */
  async #end(): Promise<void> {
    const window = this.#window;
    while (true) {
      let { at } = window;
      while (at < window.end && window.bytes[at]! <= 32) at++;
      window.at = at;
      if (at < window.end) break;
      if (!(await window.more())) return;
    }
    this.#problem(
      "warning",
      "trailing-bytes",
      window.offset,
      0,
      "Data follows the profile",
      "skipped it",
    );
    while (await window.skip(window.left + 1));
  }

  #tag(key: string): void {
    const scanner = this.#scanner;
    const byte = scanner.peek();
    if (byte === Byte.Object || byte === Byte.List) return scanner.skip();
    if (byte === Byte.Quote) {
      const from = scanner.text();
      this.#tags.set(key, decodeJsonString(scanner.bytes, from, scanner.at - 1));
    } else {
      const from = scanner.word();
      this.#tags.set(key, decodeJsonString(scanner.bytes, from, scanner.at));
    }
    if (key === VERSION_KEY) this.#checkVersion();
  }

  #checkVersion(): void {
    const version = this.#tags.get(VERSION_KEY);
    if (version !== undefined && VERSIONS.includes(version)) return;
    const found = version === undefined
      ? `it has no ${VERSION_KEY}`
      : `its ${VERSION_KEY} is ${version.slice(0, 40)}, and ${VERSIONS.join(" and ")} are read`;
    throw new FormatError(`Cannot read the DHAT file: ${found}`, { format: FORMAT_NAME, offset: 0 });
  }

  async #pointList(): Promise<void> {
    const scanner = this.#scanner;
    this.#points.clear();
    const strings = this.#sink.strings;
    const intern = (bytes: Uint8Array, from: number, end: number): number => strings.intern(bytes, from, end);
    let index = 0;
    await this.#list(() => {
      const behind = this.#plain.read(scanner.bytes, scanner.at, scanner.end);
      if (this.#plain.count > 0) {
        const { bytes } = scanner;
        this.#points.take(this.#plain, index, { bytes, base: this.#window.base }, intern);
        index += this.#plain.count;
        scanner.at = behind;
        return;
      }
      const offset = this.#window.base + scanner.at;
      if (scanner.takes(Byte.Object)) {
        const odd = this.#points.read(scanner, index, offset, intern);
        if (odd !== 0) this.#tellOdd(odd, offset, index + 1);
      } else {
        scanner.skip();
        this.#problem(
          "warning",
          "bad-point",
          offset,
          index + 1,
          "A program point is not an object",
          "skipped it",
        );
      }
      index++;
    });
  }

  #tellOdd(odd: number, offset: number, record: number): void {
    if ((odd & PointDefect.Number) !== 0) {
      const message = "A figure is not a whole number of at most 64 bits";
      this.#problem("warning", "bad-number", offset, record, message, "left it unknown");
    }
    if ((odd & PointDefect.NoFrames) !== 0) {
      this.#problem(
        "warning",
        "no-frames",
        offset,
        record,
        "A program point has no frames",
        "kept its figures",
      );
    }
  }

  async #frameList(): Promise<void> {
    const scanner = this.#scanner;
    const frames = this.#frames;
    frames.clear();
    this.#hasFrames = true;
    await this.#list(() => {
      const offset = this.#window.base + scanner.at;
      if (scanner.peek() !== Byte.Quote) {
        scanner.skip();
        frames.addNothing();
        this.#problem("warning", "bad-frame", offset, 0, "A frame is not a text", "left it out");
        return;
      }
      const from = scanner.text();
      const end = scanner.at - 1;
      // The first frame is the root of all backtraces and is left out of each.
      if (frames.count === 0) frames.addNothing();
      else if (!scanner.hasEscape) frames.add(scanner.bytes, from, end);
      else {
        const text = unescaped(scanner.bytes, from, end);
        frames.add(text, 0, text.length);
      }
    });
    frames.isWhole = true;
  }

  /** Reads the elements of a list; a value that is not a list is skipped. */
  async #list(element: () => void): Promise<void> {
    const scanner = this.#scanner;
    const isList = await this.#step(() => {
      if (scanner.takes(Byte.List)) return true;
      scanner.skip();
      return false;
    });
    if (!isList || await this.#step(() => scanner.takes(Byte.ListEnd))) return;
    await this.#step(element);
    let isOpen = true;
    while (isOpen) {
      this.#options.signal?.throwIfAborted();
      isOpen = await this.#step((keep) => {
        for (let each = 0; each < RUN; each++) {
          if (!scanner.takes(Byte.Comma)) {
            scanner.expect(Byte.ListEnd, "a comma or an end");
            return false;
          }
          element();
          keep();
        }
        return true;
      });
    }
  }

  /**
   * Runs `take` on the buffered text. If the bytes end inside an element, it runs again when there are more,
   * from the last call of `keep` or from the start.
   */
  async #step<Taken>(take: (keep: () => void) => Taken): Promise<Taken> {
    const window = this.#window;
    const scanner = this.#scanner;
    const keep = (): void => {
      window.at = scanner.at;
    };
    while (true) {
      scanner.bytes = window.bytes;
      scanner.at = window.at;
      scanner.end = window.end;
      scanner.ended = window.ended;
      try {
        const taken = take(keep);
        keep();
        return taken;
      } catch (error) {
        if (error !== INCOMPLETE_VALUE) throw error;
      }
      if (window.left > MOST_RECORD) {
        throw new DamagedJson(window.at, `A value has more than ${MOST_RECORD} bytes`, "long-text");
      }
      if (!(await window.more()) && scanner.ended) {
        throw new DamagedJson(window.at, "The file ends inside the profile", "cut-record");
      }
    }
  }

  #problem(
    severity: ProblemSeverity,
    code: string,
    offset: number,
    record: number,
    message: string,
    handling: string,
  ): void {
    this.#sink.problem({ severity, code, offset, record, message, handling });
  }

  /** Writes what was read to the sink. */
  write(): void {
    const sink = this.#sink;
    const tags = this.#tags;
    const version = tags.get(VERSION_KEY)!;
    sink.describe({ format: FORMAT_NAME, version, wordBits: 0, byteOrder: "none", mainTable: "profile" });
    for (const [name, value] of tags) sink.tag(name, value);
    const end = this.#points.count;
    if (!this.#hasFrames && end > 0) {
      const message = "The file has no table of frames";
      this.#problem("warning", "no-frame-table", -1, 0, message, "called frames by their numbers");
    }
    const handling = "left the frames out";
    new ProfileRows(sink).write(
      this.#points,
      this.#frames,
      this.#expected,
      (offset, record, missing, depth) => {
        const message = `${missing} of ${depth} frame numbers are not in the table of frames`;
        this.#problem("warning", "frame-number", offset, record, message, handling);
      },
    );
  }

  /** Bits of the figures that every point should have; a missing one counts as 0. */
  get #expected(): number {
    const tags = this.#tags;
    const { seen } = this.#points;
    const has = (tag: string, bits: number): number => {
      const said = tags.get(tag);
      return said === "true" || (said === undefined && (seen & bits) !== 0) ? bits : 0;
    };
    return FIGURES_OF_ALL | has("bklt", OF_LIFETIMES) | has("bkacc", OF_ACCESSES);
  }
}
