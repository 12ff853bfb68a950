/**
 * Checks whether a program file is the program that the trace was recorded from.
 * @module
 */

import { crc32 } from "../../../base/crc32.ts";
import { TAG } from "../constants.ts";
import { firstInfo, type InfoEntry } from "../info_list.ts";
import { parseNumber } from "../info_text.ts";

/** A difference between the program file and what the trace says about it. */
interface ProgramMismatch {
  readonly tag: number;
  /** Value in the trace. */
  readonly expected: bigint;
  /** Value in the file. */
  readonly found: bigint;
}

/**
 * Compares a program with the size and the CRC in the infos of a trace or a module; returns the differences.
 */
export function checkProgram(
  program: Uint8Array,
  infos: readonly Pick<InfoEntry, "tag" | "data">[],
): ProgramMismatch[] {
  const mismatches: ProgramMismatch[] = [];
  const compare = (tag: number, found: () => number): void => {
    const info = firstInfo(infos as readonly InfoEntry[], tag);
    const expected = info ? parseNumber(info.data) : null;
    if (expected === null) return;
    const value = BigInt(found());
    if (value !== expected) mismatches.push({ tag, expected, found: value });
  };
  compare(TAG.execFileSize, () => program.length);
  // If the length differs, computing the CRC is unnecessary.
  if (mismatches.length === 0) compare(TAG.execFileCrc32, () => sumOf(program));
  return mismatches;
}

const sums = new WeakMap<Uint8Array, number>();

/** Computes the CRC of a program and caches it, because the traces of a campaign need it again and again. */
function sumOf(program: Uint8Array): number {
  let sum = sums.get(program);
  if (sum === undefined) sums.set(program, sum = crc32(program));
  return sum;
}
