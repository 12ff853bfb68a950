/** The beginning of the prompt. */
import { assert, assertEquals } from "@std/assert";
import type { FirstQuery } from "../../src/formats/format_types.ts";
import { greeting } from "../../src/repl/first_steps.ts";
import { chooseTheme } from "../../src/repl/theme.ts";

const NONE = chooseTheme("none", true, () => undefined);

Deno.test("greeting() suggests queries with the questions that they answer, also if there is only one", () => {
  const query = (at: number): FirstQuery => ({ query: `events | take ${at}`, answers: `the first ${at}` });
  for (const count of [0, 1, 2, 3]) {
    const queries = Array.from({ length: count }, (_, at) => query(at + 1));
    const text = greeting([], { headlines: [], queries, theme: NONE, width: 60 });
    assertEquals(text.includes("Try:"), count > 0);
    for (const each of queries) {
      assert(text.includes(`${queries.indexOf(each) + 1} ${each.query}  ${each.answers}`), text);
    }
    const narrow = greeting([], { headlines: [], queries, theme: NONE, width: 22 });
    for (const line of narrow.split("\n")) assert(line.length <= 22, line);
  }
});
