import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FormatError, UsageError } from "../../../src/base/errors.ts";
import { mprof } from "../../../src/compat/mprof/mod.ts";
import { caseFile } from "../../formats/mtrc/support.ts";
import { runStandIn } from "../mptrace/support.ts";
import { atFullEffort, someOf } from "../../support/effort.ts";

const PROFILE = caseFile("treerec-le64", "profile.mptl");

Deno.test("mprof accepts combined short options and long names", async () => {
  const one = await runStandIn(mprof, ["-vcag", "out", "-n3", "x"], PROFILE);
  const long = ["--call-graph", "--counts", "--addresses", "--graph-file=out", "--stack-depth", "3", "x"];
  const two = await runStandIn(mprof, long, PROFILE);
  assertEquals(one.out, two.out);
  assertEquals(one.files, two.files);
});

Deno.test("mprof names the profile in its graph as the user did", async () => {
  const { files } = await runStandIn(mprof, ["-g", "out", "dir/my.profile"], PROFILE);
  const [first] = new TextDecoder().decode(files.get("out")).split("\n");
  assertEquals(first, "/* produced by mprof 1.3 from dir/my.profile */");
});

Deno.test("mprof -l without -g changes nothing", async () => {
  assertEquals((await runStandIn(mprof, ["-l"], PROFILE)).out, (await runStandIn(mprof, [], PROFILE)).out);
});

Deno.test("mprof refuses a trace, a wrong depth, and options that it does not know", async () => {
  for (const args of [["-n", "x"], ["-n", "-1"], ["-z"], ["-g"], ["a", "b"]]) {
    await assertRejects(() => runStandIn(mprof, args, PROFILE), UsageError);
  }
  await assertRejects(() => runStandIn(mprof, ["x"], caseFile("tutorial2-le64", "trace.mtrc")), UsageError);
});

Deno.test("mprof prints the readable part of a damaged profile, and reports the damage", async () => {
  for (const behind of someOf(PROFILE.length - 20, 1501)) {
    const { out, code, errors } = await runStandIn(
      mprof,
      ["-v", "-g", "out"],
      PROFILE.subarray(0, 20 + behind),
    );
    assertEquals(code, 0);
    assertMatch(errors, /^mprof: The file ends /m);
    assert(new TextDecoder().decode(out).includes("ALLOCATION CALL GRAPH"));
  }
});

Deno.test(atFullEffort("mprof refuses endless chains of callers"), async () => {
  const count = 20_000;
  const words = [1, 10501, 32, 256, 2048, 0, 0, count];
  for (let site = 1; site <= count; site++) words.push(site, site - 1, 4096 + site, 0, 0, 0);
  words.push(0, 1);
  const bytes = new Uint8Array(4 + words.length * 4 + 5);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setUint32(4 + at * 4, word, true));
  for (const at of [0, bytes.length - 4]) bytes.set(new TextEncoder().encode("MPTL"), at);
  await assertRejects(() => runStandIn(mprof, ["-v"], bytes), FormatError, "too long");
});
