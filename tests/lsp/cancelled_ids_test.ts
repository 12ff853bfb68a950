/** Ids that one thread marks as cancelled are visible to the other; the last 64 of them. */
import { assert, assertEquals } from "@std/assert";
import { CancelledIds } from "../../src/lsp/cancelled_ids.ts";

const PLACES = 64;

Deno.test("CancelledIds contains the ids that were added, and no others", () => {
  const ids = new CancelledIds();
  assertEquals([0, 1, -1, "", "a"].map((id) => ids.has(id)), [false, false, false, false, false]);
  for (const id of [0, 5, -1, 2 ** 31, 2 ** 32, 2 ** 40 + 5, Number.MAX_SAFE_INTEGER, "", "5", "a", "ab"]) {
    const fresh = new CancelledIds();
    fresh.add(id);
    for (
      const other of [
        0,
        5,
        -1,
        2 ** 31,
        2 ** 32,
        2 ** 40 + 5,
        Number.MAX_SAFE_INTEGER,
        "",
        "5",
        "a",
        "ab",
        "ba",
      ]
    ) {
      assertEquals(fresh.has(other), other === id, `${JSON.stringify(id)} and ${JSON.stringify(other)}`);
    }
  }
});

Deno.test("CancelledIds remembers the last 64", () => {
  for (const idOf of [(at: number): number => at, (at: number): string => `request-${at}`]) {
    const ids = new CancelledIds();
    for (let count = 1; count <= 3 * PLACES; count++) {
      ids.add(idOf(count));
      for (let at = 1; at <= 3 * PLACES; at++) {
        assertEquals(ids.has(idOf(at)), at <= count && at > count - PLACES, `${idOf(at)} after ${count}`);
      }
    }
  }
});

Deno.test("CancelledIds is the same list for both users of its memory", () => {
  const here = new CancelledIds();
  const there = new CancelledIds(here.buffer);
  there.add("x");
  there.add(12);
  assertEquals([here.has("x"), here.has(12), here.has("y"), here.has(13)], [true, true, false, false]);
  assertEquals(here.buffer, there.buffer);
});

Deno.test("CancelledIds shows a cancel from another thread while this one is busy", async () => {
  const ids = new CancelledIds();
  const source = new URL("../../src/lsp/cancelled_ids.ts", import.meta.url).href;
  const program = `import { CancelledIds } from ${JSON.stringify(source)};
    onmessage = ({ data }) => { new CancelledIds(data).add(41); close(); };
    postMessage("ready");`;
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  try {
    await new Promise((resolve) => worker.onmessage = resolve);
    worker.postMessage(ids.buffer);
    // The event loop of this thread does not run in between: only the shared memory changes. The count ends a
    // test that would never end.
    let looks = 0;
    while (!ids.has(41) && looks < 1e8) looks++;
    assert(ids.has(41));
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
});
