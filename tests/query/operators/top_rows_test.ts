/** The first rows of an order, found while scanning, are those of the whole order. */
import { assertEquals } from "@std/assert";
import { generatedSession, rowsOf } from "../../support/generated_session.ts";

const memory = await generatedSession(68_000);

Deno.test("sort and take give the first rows of the sorted ones", async () => {
  for (const condition of ["", " | where size > 40"]) {
    for (
      const keys of [
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
      ]
    ) {
      for (const count of [20]) {
        const source = `events${condition} | select seq, func, kind, size, addr, line, index, file`;
        assertEquals(
          await rowsOf(memory, `${source} | sort ${keys} | take ${count}`),
          // All rows are asked for: nothing is left out before the sort.
          await rowsOf(memory, `${source} | sort ${keys} | tail 99999999 | take ${count}`),
          `${condition} ${keys} ${count}`,
        );
      }
    }
  }
});
