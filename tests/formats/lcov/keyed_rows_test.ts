/** Rows of coverage by key: room is foreseen by how much of a file has been read, and a file may mislead. */
import { assert, assertEquals } from "@std/assert";
import { KeyedRows } from "../../../src/formats/lcov/keyed_rows.ts";

/** From so many words on room is foreseen. */
const MANY_WORDS = 1 << 20;

/** Adds rows of four words until they need more than many; gives the room before the last step and after it. */
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
