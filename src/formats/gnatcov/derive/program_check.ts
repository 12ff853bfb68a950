/**
 * Whether a program is the one that a trace was made with.
 * @module
 */

import { crc32 } from "../../../base/crc32.ts";
import { TAG } from "../constants.ts";
import { firstInfo, type InfoEntry } from "../info_list.ts";
import { parseNumber } from "../info_text.ts";

/** What a trace says about its program and the file does not. */
interface ProgramMismatch {
  readonly tag: number;
  /** What the trace says. */
  readonly expected: bigint;
  /** What the file is. */
  readonly found: bigint;
}

/** Compares a program with the size and the CRC of a trace's infos, or of a module's; empty when nothing differs. */
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
  // A file of another length has another sum: it need not be taken.
  if (mismatches.length === 0) compare(TAG.execFileCrc32, () => sumOf(program));
  return mismatches;
}

const sums = new WeakMap<Uint8Array, number>();

/** The traces of a campaign ask for the same program again and again. */
function sumOf(program: Uint8Array): number {
  let sum = sums.get(program);
  if (sum === undefined) sums.set(program, sum = crc32(program));
  return sum;
}
