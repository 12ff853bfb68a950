/**
 * Stores program points while the file is read. Rows are written at the end, because frames get their names
 * only there.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { highHalf, lowHalf, U64_MAX } from "../../base/u64.ts";
import { Byte, type JsonScanner } from "./json_scanner.ts";
import { Point } from "./plain_layout.ts";
import type { PlainPoints } from "./plain_points.ts";

/** Keys of a point's figures, in the order of the columns of `profile`. */
const KEYS = ["tbk", "tb", "tl", "mbk", "mb", "gbk", "gb", "ebk", "eb", "rb", "wb"] as const;

/** Number of figures of a point. */
export const FIGURE_COUNT: number = KEYS.length;
/**
 * Bits of figures: those in every file, those in files with lifetimes, and those in files with access counts.
 */
export const FIGURES_OF_ALL = 0b11, OF_LIFETIMES = 0b001_1111_1100, OF_ACCESSES = 0b110_0000_0000;

/** Maps the bytes of a key, packed into a number, to its figure: no key has more than three bytes. */
const FIGURE_OF: ReadonlyMap<number, number> = new Map(KEYS.map((key, at) => [packed(key), at]));
const FRAMES_KEY = packed("fs"), ACCESSES_KEY = packed("acc");
/** Numbers with up to this many digits are exact as a double. */
const SAFE_DIGITS = 15;
/** Digits of the largest 64-bit number. */
const WIDE_DIGITS = 20;
const HALF = 2 ** 32;
/** Marks an invalid frame number. */
export const NO_FRAME = 0xffff_ffff;

function packed(key: string): number {
  return [...key].reduce((sum, letter) => sum << 8 | letter.charCodeAt(0), 0);
}

/** Flags for what is wrong with a point. */
export enum PointDefect {
  Number = 1,
  NoFrames = 2,
}

/** Program points, in columns. */
export class Points {
  /** Two words for each figure. */
  words = new Uint32Array(FIGURE_COUNT * 2 * 1024);
  /** For each point, a bit for each figure that is present, and a bit for each that is not a number. */
  present = new Uint32Array(1024);
  damaged = new Uint32Array(1024);
  /** Position of the point in the list. */
  index = new Uint32Array(1024);
  /** Where the frames of each point begin; an additional entry marks the end of the last point's frames. */
  frameStart = new Uint32Array(1025);
  frames = new Uint32Array(8192);
  /** String ids of the texts of `acc`. */
  accesses = new Uint32Array(1024);
  offset = new Float64Array(1024);
  count = 0;
  /** Bits of the figures that at least one point has. */
  seen = 0;

  /** Removes all points. */
  clear(): void {
    this.count = this.seen = 0;
  }

  /** Reads a point after its opening brace; returns bits for what is wrong with it. */
  read(scanner: JsonScanner, index: number, offset: number, intern: Intern): number {
    this.#makeRoom();
    const { count } = this;
    const base = count * FIGURE_COUNT * 2;
    this.words.fill(0, base, base + FIGURE_COUNT * 2);
    this.present[count] = this.damaged[count] = this.accesses[count] = 0;
    this.index[count] = index;
    this.offset[count] = offset;
    this.frameStart[count + 1] = this.frameStart[count]!;
    let odd = PointDefect.NoFrames as number;
    if (!scanner.takes(Byte.ObjectEnd)) {
      do {
        const from = scanner.key();
        const { bytes, keyEnd } = scanner;
        let key = 0;
        for (let at = from; at < keyEnd; at++) key = keyEnd - from > 3 ? -1 : key << 8 | bytes[at]!;
        const figure = FIGURE_OF.get(key);
        if (figure !== undefined) odd |= this.#figure(scanner, figure);
        else if (key === FRAMES_KEY) odd = (odd & ~PointDefect.NoFrames) | this.#frames(scanner);
        else if (key === ACCESSES_KEY) this.accesses[count] = readAccesses(scanner, intern);
        else scanner.skip();
      } while (scanner.takes(Byte.Comma));
      scanner.expect(Byte.ObjectEnd, "a comma or an end");
    }
    this.seen |= this.present[count]!;
    this.count++;
    return odd;
  }

  /**
   * Copies points from the compiled loop: `first` is the index of the first one, and `base` is the file
   * offset of `bytes[0]`.
   */
  take(plain: PlainPoints, first: number, { bytes, base }: Place, intern: Intern): void {
    const { frames } = plain;
    let start = this.frameStart[this.count]!;
    if (start + frames.length > this.frames.length) {
      this.frames = growArray(this.frames, Math.max(2 * this.frames.length, start + frames.length));
    }
    this.frames.set(frames, start);
    const pointer = bytes.byteOffset;
    for (let point = 0; point < plain.count; point++) {
      this.#makeRoom();
      const { count } = this;
      this.words.set(plain.figures(point, FIGURE_COUNT * 2), count * FIGURE_COUNT * 2);
      this.damaged[count] = 0;
      this.present[count] = plain.word(point, Point.Present);
      this.index[count] = first + point;
      this.offset[count] = base + plain.word(point, Point.From) - pointer;
      this.frameStart[count + 1] = start += plain.word(point, Point.FrameCount);
      const accesses = plain.word(point, Point.Accesses);
      this.accesses[count] = accesses === 0
        ? 0
        : intern(bytes, accesses - pointer, plain.word(point, Point.AccessesEnd) - pointer);
      this.seen |= this.present[count]!;
      this.count++;
    }
  }

  #figure(scanner: JsonScanner, figure: number): number {
    const { count } = this;
    const bit = 1 << figure;
    const at = (count * FIGURE_COUNT + figure) * 2;
    this.present[count]! |= bit;
    this.damaged[count]! &= ~bit;
    const byte = scanner.peek();
    if (byte >= Byte.Zero && byte <= Byte.Nine) {
      const from = scanner.word();
      const length = scanner.at - from;
      const { bytes } = scanner;
      let value = 0;
      let each = from;
      for (; each < scanner.at; each++) {
        const digit = bytes[each]! - Byte.Zero;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (each === scanner.at && length <= SAFE_DIGITS) {
        this.words[at] = value >>> 0;
        this.words[at + 1] = value / HALF;
        return 0;
      }
      if (each === scanner.at && length <= WIDE_DIGITS) {
        const big = BigInt(String.fromCharCode(...bytes.subarray(from, scanner.at)));
        if (big <= U64_MAX) {
          this.words[at] = lowHalf(big);
          this.words[at + 1] = highHalf(big);
          return 0;
        }
      }
    } else scanner.skip();
    this.damaged[count]! |= bit;
    return PointDefect.Number;
  }

  /** If a point has several lists of frames, the last one wins. */
  #frames(scanner: JsonScanner): number {
    const from = this.frameStart[this.count]!;
    let at = from;
    if (scanner.peek() !== Byte.List) {
      scanner.skip();
      return PointDefect.NoFrames;
    }
    scanner.at++;
    if (!scanner.takes(Byte.ListEnd)) {
      do {
        if (at === this.frames.length) this.frames = growArray(this.frames, at * 2);
        this.frames[at++] = frameNumber(scanner);
      } while (scanner.takes(Byte.Comma));
      scanner.expect(Byte.ListEnd, "a comma or an end");
    }
    this.frameStart[this.count + 1] = at;
    return at === from ? PointDefect.NoFrames : 0;
  }

  #makeRoom(): void {
    const { count } = this;
    if (count < this.index.length) return;
    const room = count * 2;
    this.words = growArray(this.words, room * FIGURE_COUNT * 2);
    this.present = growArray(this.present, room);
    this.damaged = growArray(this.damaged, room);
    this.index = growArray(this.index, room);
    this.frameStart = growArray(this.frameStart, room + 1);
    this.accesses = growArray(this.accesses, room);
    this.offset = growArray(this.offset, room);
  }
}

/** A piece of the file: its bytes and its offset. */
interface Place {
  readonly bytes: Uint8Array;
  readonly base: number;
}

/** Interns a string and returns its id. */
type Intern = (bytes: Uint8Array, from: number, end: number) => number;

/** Reads a frame number; 0 is the root, which no point's backtrace contains. */
function frameNumber(scanner: JsonScanner): number {
  const byte = scanner.peek();
  if (byte < Byte.Zero || byte > Byte.Nine) {
    scanner.skip();
    return NO_FRAME;
  }
  const from = scanner.word();
  if (scanner.at - from > 10) return NO_FRAME;
  const { bytes } = scanner;
  let value = 0;
  for (let at = from; at < scanner.at; at++) {
    const digit = bytes[at]! - Byte.Zero;
    if (digit < 0 || digit > 9) return NO_FRAME;
    value = value * 10 + digit;
  }
  return value === 0 || value >= NO_FRAME ? NO_FRAME : value;
}

/** Interns the list of accesses as written in the file, without blanks. */
function readAccesses(scanner: JsonScanner, intern: Intern): number {
  if (scanner.peek() !== Byte.List) {
    scanner.skip();
    return 0;
  }
  const from = scanner.at;
  scanner.skip();
  const { bytes, at: end } = scanner;
  for (let at = from; at < end; at++) {
    if (bytes[at]! > 32) continue;
    const text = bytes.slice(from, end).filter((byte) => byte > 32);
    return intern(text, 0, text.length);
  }
  return intern(bytes, from, end);
}
