/** The first rows of an order, found while scanning, are those of the whole order. */
import { assertEquals } from "@std/assert";
import { entriesOf } from "../../support/effort.ts";
import { generatedSession } from "../../support/generated_session.ts";
import { rowsOf } from "../../support/rows_of.ts";

const memory = await generatedSession(68_000);

const KEYS = [
  "size desc",
  "size",
  "size desc, addr",
  "addr, size desc",
  "func",
  "func desc, size desc",
  "func, file, line desc, addr",
  "kind, func, size",
  "index, size",
  "line, seq desc",
  "index desc",
  "size desc nulls first, seq",
];

Deno.test("sort and take give the first rows of the sorted ones", async () => {
  for (const condition of ["", " | where size > 40"]) {
    for (const keys of entriesOf(KEYS, 0.15, condition.length)) {
      const source = `events${condition} | select seq, func, kind, size, addr, line, index, file`;
      assertEquals(
        await rowsOf(memory, `${source} | sort ${keys} | take 20`),
        // All rows are asked for: nothing is left out before the sort.
        await rowsOf(memory, `${source} | sort ${keys} | tail 99999999 | take 20`),
        `${condition} ${keys}`,
      );
    }
  }
});
