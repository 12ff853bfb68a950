/** Wrapping of words. */
import { assert, assertEquals } from "@std/assert";
import { wrapWords } from "../../src/repl/layout.ts";
import { Random } from "../support/random.ts";

Deno.test("wrapWords() fills each line with as many words as fit", () => {
  const random = new Random(1);
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: random.below(20) }, () => "w".repeat(1 + random.below(9)));
    const width = 1 + random.below(25);
    const lines = wrapWords(words.join(random.pick([" ", "\n", "  "])), width);
    assertEquals(lines.flatMap((line) => line.split(" ")), words);
    for (const [at, line] of lines.entries()) {
      assert(line.length <= width || !line.includes(" "), `"${line}" in ${width}`);
      const next = lines[at + 1]?.split(" ")[0];
      if (next !== undefined) {
        assert(line.length + 1 + next.length > width, `"${line}" and "${next}" in ${width}`);
      }
    }
  }
});
