/** `.watch` at the prompt, and prompts that follow their traces. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { followerOf } from "../../src/repl/dot/watch.ts";
import { withFolder } from "../support/temporary.ts";
import { talking } from "./talking.ts";

const SAMPLE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url);
const ESCAPE = "\x1b";
/** Moves up this many lines, and clears them. */
const END = new RegExp(`${ESCAPE}\\[(\\d+)A\\r${ESCAPE}\\[J`);

Deno.test(".watch redraws in place when the trace grows, and ends with the trace", async () => {
  await withFolder(async (folder) => {
    const bytes = await Deno.readFile(SAMPLE);
    for (const query of ["events | count", "plot events | by kind"]) {
      const path = `${folder}/t.mtrc`;
      await Deno.writeFile(path, bytes.subarray(0, 6000));
      let isGrown = false;
      const { say, conversation } = await talking({
        sample: path,
        // Continues after the first output.
        write: async (text) => {
          if (isGrown || !text.includes("Press Ctrl-C to stop")) return;
          isGrown = true;
          await Deno.writeFile(path, bytes.subarray(6000), { append: true });
        },
      });
      const said = await say(`.watch ${query}`);
      const [, lines] = END.exec(said) ?? [];
      const [first = "", second = ""] = said.split(END).filter((_, at) => at % 2 === 0);
      assertEquals(Number(lines), first.split("\n").length - 1);
      assertStringIncludes(first, "Press Ctrl-C to stop\n");
      assertMatch(second, /t: [\d,]+ events more, 1,257 now, complete\n$/);
      if (!query.startsWith("plot")) assertStringIncludes(second, "count\n1257\n");
      conversation.close();
    }
  });
});

Deno.test("Ctrl-C ends .watch, but not the session", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrc`;
    await Deno.writeFile(path, (await Deno.readFile(SAMPLE)).subarray(0, 6000));
    const found = await talking({
      sample: path,
      write: (text) => {
        if (text.includes("Press Ctrl-C to stop")) found.host.interrupt();
        return Promise.resolve();
      },
    });
    const { say, conversation } = found;
    assertStringIncludes(await say(".watch events | count"), "Press Ctrl-C to stop");
    assertMatch(await say("events | count"), /^count\n\d+\n$/);
    assertStringIncludes(await say(".watch"), "Command .watch takes a query");
    assertStringIncludes(await say(".watch nothing"), "nothing");
    conversation.close();
  });
});

Deno.test("a prompt that follows its traces reads new data before each query", async () => {
  await withFolder(async (folder) => {
    const bytes = await Deno.readFile(SAMPLE);
    const path = `${folder}/t.mtrc`;
    await Deno.writeFile(path, bytes.subarray(0, 6000));
    const { say, conversation } = await talking({ sample: path });
    conversation.follower = followerOf(conversation);
    await say("let least = 1");
    await Deno.writeFile(path, bytes.subarray(6000), { append: true });
    const said = await say("leaks | where size >= least | count");
    assertStringIncludes(said, "count\n26\n");
    assertMatch(said, /t: \d+ events more, 1,257 now, complete\n$/);
    assertEquals(await say("events | count"), "count\n1257\n");
    conversation.close();
  });
});
