/** Filters on calls compared with the output of the original. */
import { assert, assertEquals } from "@std/assert";
import { turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { ask, askSample, column, dumpedCalls, sessionOf } from "./asking.ts";

const DUMPED = ["real-mapped", "real-threads4", "real-glmark2-build", "real-userarrays"];

for (const { entry: sample, left } of turnsOf(DUMPED, 3, 1)) {
  Deno.test(unless([left], `calls of ${sample} with args and ret equal the lines of the dump`), async () => {
    // A string as a whole value has no quotes in `ret`.
    const unquoted = (text: string): string => text.replace(/\) = "?([^"\\\n]*)"?$/, ") = $1");
    const dumped = (await dumpedCalls(sample)).map((each) => ({ ...each, text: unquoted(each.text) }));
    const rows = await askSample(sample, "calls | select no, thread, name, args, ret");
    const lines = rows.map(([no, thread, name, args, ret]) => {
      const result = ret === null ? "" : ` = ${ret}`;
      return { no, thread, text: `${name}(${args ?? ""})${result}`.split("\n")[0]! };
    });
    assertEquals(lines.length, dumped.length);
    for (const [at, line] of lines.entries()) {
      assertEquals({ ...line, text: unquoted(line.text) }, dumped[at]);
    }
  });
}

/** A query over `calls`, and a pattern of the matching lines of a dump. */
const FILTERS: readonly (readonly [string, string, RegExp])[] = [
  ["real-mapped", 'arg("target") == "GL_ARRAY_BUFFER"', /\btarget = GL_ARRAY_BUFFER\b/],
  ["real-mapped", 'arg("target") ~ "GL_*_BUFFER"', /\btarget = GL_\w+_BUFFER\b/],
  ["real-mapped", 'arg("size") >= 1K', /\bsize = \d{4,}/],
  ["real-mapped", 'arg("size") in 4..20', /\bsize = (?:[4-9]|1\d)\b/],
  ["real-mapped", 'arg("size") == 8192', /\bsize = 8192\b/],
  ["real-mapped", 'arg("timeout") == 0xffffffffffffffff', /\btimeout = 18446744073709551615\b/],
  ["real-mapped", 'arg("access") contains "PERSISTENT"', /\baccess = [^,]*PERSISTENT/],
  ["real-mapped", 'ret == "GL_CONDITION_SATISFIED"', / = GL_CONDITION_SATISFIED$/],
  ["real-mapped", 'arg("return") == "True"', /\) = True$/],
  ["real-mapped", 'ret ~ "0x*"', /\) = 0x/],
  ["real-mapped", 'thread == 0 and name ~ "glX*"', /^glX/],
  ["real-threads4", 'class == "swap-rendertarget,end-frame" or class ~ "*end-frame*"', /^glXSwapBuffers/],
  ["real-threads4", 'arg("mode") == "GL_TRIANGLES"', /\bmode = GL_TRIANGLES\b/],
  ["real-glmark2-build", 'arg("count") == 21516', /\bcount = 21516\b/],
  [
    "syn-v3-basic",
    'name ~ "glTex*" and arg("target") == "GL_TEXTURE_2D"',
    /^glTex.*\btarget = GL_TEXTURE_2D\b/,
  ],
];

for (const { entry: [sample, filter, pattern], left } of turnsOf(FILTERS, 3)) {
  Deno.test(unless([left], `calls of ${sample} where ${filter} equal those of the dump`), async () => {
    const expected = (await dumpedCalls(sample)).filter(({ text }) => pattern.test(text)).map(({ no }) => no);
    assert(expected.length > 0);
    assertEquals(column(await askSample(sample, `calls | where ${filter} | select no`)), expected);
  });
}

Deno.test("calls can be filtered by thread and frame", async () => {
  const session = await sessionOf({ a: "real-threads4" });
  const dumped = await dumpedCalls("real-threads4");
  for (const thread of [0, 1, 2, 3]) {
    const expected = dumped.filter((each) => each.thread === thread).map(({ no }) => no);
    assertEquals(column(await ask(session, `calls | where thread:${thread} | select no`)), expected);
  }
  // A frame has the calls that complete up to the call that ends it.
  let frame = 0;
  const frames = new Map<number, number>();
  for (const { text } of dumped) {
    frames.set(frame, (frames.get(frame) ?? 0) + 1);
    if (text.startsWith("glXSwapBuffers")) frame++;
  }
  const counted = await ask(session, "calls | by frame: n = count() | sort frame");
  assertEquals(counted, [...frames]);
  assertEquals(await ask(session, "frames | select frame, calls"), [...frames]);
});

Deno.test("the examples of the language run on a recording", async () => {
  const session = await sessionOf({ a: "real-es2gears-sigterm" });
  await ask(session, 'calls | where name ~ "glTex*" and arg("target") == "GL_TEXTURE_2D" | by name, thread');
  await ask(session, "frames | where calls > 500 | sort bytes desc");
  const draws = await ask(
    session,
    'calls | where name ~ "glDraw*" and arg("mode") == "GL_TRIANGLE_STRIP" | count',
  );
  const expected = (await dumpedCalls("real-es2gears-sigterm")).filter(({ text }) =>
    /^glDraw.*mode = GL_TRIANGLE_STRIP/.test(text)
  );
  assertEquals(draws, [[expected.length]]);
});
