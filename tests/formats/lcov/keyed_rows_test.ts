/** Coverage rows by key: memory is reserved by how much of a file has been read, which may mislead. */
import { assert, assertEquals } from "@std/assert";
import { KeyedRows } from "../../../src/formats/lcov/keyed_rows.ts";

/** Number of words from which on memory is reserved ahead. */
const MANY_WORDS = 1 << 20;

/** Adds rows of four words until they need more than that; returns the capacity before and after the last step. */
function grow(part: number): [before: number, after: number] {
  const rows = new KeyedRows(4, 2, { part });
  while (rows.words.length < MANY_WORDS) rows.push();
  const before = rows.words.length;
  while (rows.words.length === before) rows.push();
  return [before, rows.words.length];
}

Deno.test("KeyedRows reserves memory by the part of the file read so far, within limits", () => {
  const [before, usual] = grow(0);
  assertEquals(usual, 4 * before);
  const [, half] = grow(0.5);
  assertEquals(half, Math.ceil(2.25 * before));
  for (const part of [1e-3, 1e-12]) assertEquals(grow(part), [before, usual]);
  const [, nearlyAll] = grow(1);
  assert(nearlyAll >= 1.5 * before);
});
