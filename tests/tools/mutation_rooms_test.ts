/** Mutation testing covers every source, and its test files exist. */
import { assertEquals } from "@std/assert";
import { sourceFiles } from "../../tools/gate/imports.ts";
import { roomOf, ROOMS } from "../../tools/mutate/rooms.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("every source belongs to a room of mutation testing, the innermost one", () => {
  const lost = [...sourceFiles(new URL("src/", ROOT))].map((url) => url.slice(ROOT.href.length))
    .filter((path) => roomOf(path) === undefined);
  assertEquals(lost, []);
  assertEquals(roomOf("src/query/operators/window.ts"), "query/operators");
  assertEquals(roomOf("src/query/run.ts"), "query");
});

Deno.test("the tests of every room of mutation testing exist", () => {
  for (const place of Object.values(ROOMS).flat()) Deno.statSync(new URL(place, ROOT));
});
