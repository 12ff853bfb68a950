/**
 * Tests on dictionary columns: they run once per value.
 * @module
 */

import type { ColumnDictionary } from "../../tables/column.ts";
import type { Workspace } from "./relation.ts";

/** The codes, in ascending order, whose value is not null and satisfies the test. */
export function passingCodes(
  work: Workspace,
  { count, values }: ColumnDictionary,
  passes: (word: bigint) => boolean,
): number[] {
  const rows = work.take(count * 4);
  const words = work.take(count * 8);
  const nulls = work.take(count);
  for (let at = 0; at < count; at++) work.arena.u32[(rows >>> 2) + at] = at;
  values.gather(rows, count, words, nulls);
  const passing: number[] = [];
  for (let at = 0; at < count; at++) {
    work.tick(8);
    if (!work.arena.u8[nulls + at] && passes(work.arena.u64[(words >>> 3) + at]!)) passing.push(at);
  }
  work.give(rows, words, nulls);
  return passing;
}
