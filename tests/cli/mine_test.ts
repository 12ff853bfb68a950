/** `--mine GLOB`: which files belong to the traced program, for scripts with and without a definition of it. */
import { assertEquals } from "@std/assert";
import { quarry } from "./program.ts";

const TRACE = "testdata/heaptrack/heaptrack.shapes.zst";
const QUERY = "by own = mine(stack): n = count() | sort own";

Deno.test("--mine is a glob of files that overrides the one of a script", async () => {
  const rows = async (...args: string[]): Promise<string> => (await quarry(["query", TRACE, ...args])).out;
  const own = await rows("-e", QUERY, "--mine", "source.*");
  assertEquals(await rows("-e", `let mine = "source.*"; ${QUERY}`), own);
  assertEquals(await rows("-e", `let mine = "nothing/**"; ${QUERY}`, "--mine", "source.*"), own);
  assertEquals(await rows("-e", QUERY.replace("(stack)", '(stack, "source.*")')), own);
  assertEquals((await rows("-e", QUERY, "--mine", "nothing/**")).split("\n").length, 4);
  assertEquals(own.split("\n").length, 5);
});
