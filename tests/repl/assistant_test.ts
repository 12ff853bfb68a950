/** Colours of typed text. */
import { assert, assertEquals } from "@std/assert";
import { Assistant } from "../../src/repl/assistant.ts";
import { talking } from "./talking.ts";

Deno.test("Assistant.colors() leaves a dot command unchanged, and highlights its argument as a query", async () => {
  const { conversation } = await talking();
  const assistant = new Assistant(conversation);
  const painted = (text: string): string[] =>
    assistant.colors(text).map(({ span, style }) => `${text.slice(span.start, span.end)} ${style}`);
  assertEquals(painted(".mode tsv")[0], ".mode keyword");
  assertEquals(painted("  .explain Q101")[0], ".explain keyword");
  assertEquals(painted(".nothing at all")[0], ".nothing mistake");
  assertEquals(assistant.marks(".explain analyze leaks | take 1", 31, false), []);
  assertEquals(assistant.marks(".explain analyze leeks", 22, false)[0]!.span, { start: 17, end: 22 });
  assertEquals(assistant.complete(".explain ana", 12)!.items[0]!.insert, "analyze ");
  const { start, items } = assistant.complete(".explain analyze lea", 20)!;
  assertEquals([start, items[0]!.label], [17, "leaks"]);
  const query = "events | where size > 3";
  const behind = painted(`.plot ${query}`);
  assert(behind[0] === ".plot keyword");
  const alone = painted(query);
  assert(alone.length > 4 && alone.every((each) => query.includes(each.split(" ")[0]!)));
});
