/**
 * Program points as they are read. Their flags and the texts of their frames may stand behind them, so that they wait in
 * columns until all is known.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { U64_MAX } from "../../base/u64.ts";
import type { Json, JsonObject } from "../json_machine.ts";

/** When points have a number: always, with lifetimes, with counted accesses. */
export type Flag = "always" | "bklt" | "bkacc";

/** Numbers of a point: key in the file, column, flag. */
export const FIGURES = [
  ["tbk", "allocs", "always"],
  ["tb", "alloc_bytes", "always"],
  ["tl", "lifetime", "bklt"],
  ["mbk", "max_blocks", "bklt"],
  ["mb", "max_bytes", "bklt"],
  ["gbk", "peak_blocks", "bklt"],
  ["gb", "peak_bytes", "bklt"],
  ["ebk", "live", "bklt"],
  ["eb", "live_bytes", "bklt"],
  ["rb", "read_bytes", "bkacc"],
  ["wb", "written_bytes", "bkacc"],
] as const satisfies readonly (readonly [key: string, column: string, flag: Flag])[];

/** What is known of a number. */
enum Known {
  Missing = 0,
  Yes = 1,
  /** It is none, or has more than 64 bits. */
  Odd = 2,
}

const FIRST_POINTS = 1024;

/** Columns of numbers, and lists of frames. */
export class Points {
  count = 0;
  /** Numbers that were none. */
  oddNumbers = 0;
  /** Frames that were no numbers of frames. */
  oddFrames = 0;
  readonly #figures = FIGURES.map(() => new BigUint64Array(FIRST_POINTS));
  readonly #known = FIGURES.map(() => new Uint8Array(FIRST_POINTS));
  /** Where the frames of each point end. */
  #ends = new Uint32Array(FIRST_POINTS);
  #frames = new Uint32Array(FIRST_POINTS);
  #frameCount = 0;
  readonly #accesses = new Map<number, string>();

  /** Takes a point. */
  add(point: JsonObject): void {
    const row = this.count++;
    if (row === this.#ends.length) this.#grow();
    FIGURES.forEach(([key], figure) => this.#put(figure, row, point.get(key)));
    this.#putFrames(point.get("fs"));
    this.#ends[row] = this.#frameCount;
    const accesses = point.get("acc");
    if (Array.isArray(accesses)) this.#accesses.set(row, accesses.join(","));
  }

  /** A number of a point: what is missing is 0 where the file says that there are such numbers. */
  figure(figure: number, row: number, exists: boolean): bigint | null {
    const known = this.#known[figure]![row] as Known;
    if (known === Known.Yes) return this.#figures[figure]![row]!;
    return known === Known.Missing && exists ? 0n : null;
  }

  /** Whether some point has this number. */
  has(figure: number): boolean {
    return this.#known[figure]!.subarray(0, this.count).includes(Known.Yes);
  }

  /** The numbers of the frames of a point, innermost first. */
  framesOf(row: number): Uint32Array {
    return this.#frames.subarray(row === 0 ? 0 : this.#ends[row - 1]!, this.#ends[row]!);
  }

  /** How often each byte was accessed, as the file has it; null where it does not say so. */
  accessesOf(row: number): string | null {
    return this.#accesses.get(row) ?? null;
  }

  #put(figure: number, row: number, value: Json | undefined): void {
    if (value === undefined) return;
    const number = wholeNumber(value);
    if (number === undefined) this.oddNumbers++;
    else this.#figures[figure]![row] = number;
    this.#known[figure]![row] = number === undefined ? Known.Odd : Known.Yes;
  }

  #putFrames(list: Json | undefined): void {
    if (!Array.isArray(list)) return;
    if (this.#frameCount + list.length > this.#frames.length) {
      this.#frames = grown(this.#frames, 2 * (this.#frameCount + list.length));
    }
    for (const each of list) {
      if (typeof each === "number" && Number.isInteger(each) && each >= 0 && each <= 0xffff_ffff) {
        this.#frames[this.#frameCount++] = each;
      } else this.oddFrames++;
    }
  }

  #grow(): void {
    const length = 2 * this.#ends.length;
    this.#ends = grown(this.#ends, length);
    FIGURES.forEach((_, figure) => {
      this.#figures[figure] = grown(this.#figures[figure]!, length);
      this.#known[figure] = grown(this.#known[figure]!, length);
    });
  }
}

/** A number of 64 bits without a sign; undefined for everything else. */
function wholeNumber(value: Json): bigint | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "bigint" && value >= 0n && value <= U64_MAX) return value;
  return undefined;
}
