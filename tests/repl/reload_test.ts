/** `.reload` at the prompt. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { withFolder } from "../support/temporary.ts";
import { talking } from "./talking.ts";

const SAMPLE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url);

Deno.test(".reload reads a file again, reports the number of new events, and keeps definitions", async () => {
  await withFolder(async (folder) => {
    const bytes = await Deno.readFile(SAMPLE);
    const path = `${folder}/t.mtrc`;
    await Deno.writeFile(path, bytes.subarray(0, 6000));
    const { say, conversation } = await talking({ sample: path });
    await say("let least = 1");
    assertEquals(await say(".reload"), "t: nothing new\n");
    await Deno.writeFile(path, bytes);
    assertMatch(await say(".reload t"), /^t: [\d,]+ events more, 1,257 now\n$/);
    assertEquals(await say("leaks | where size >= least | count"), "count\n26\n");
    await Deno.truncate(path, 6000);
    assertMatch(await say(".reload"), /^t: the file became shorter, [\d,]+ events fewer, [\d,]+ now\n$/);
    await Deno.remove(path);
    assertStringIncludes(await say(".reload"), "no such file");
    assertMatch(await say("events | count"), /^count\n\d+\n$/);
    assertStringIncludes(await say(".reload other"), 'No trace "other" is open: open traces are t');
    conversation.close();
  });
});
