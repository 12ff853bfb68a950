/** `quarry report` with two traces, with sources, and with wrong arguments. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { quarry } from "../cli/program.ts";
import { withFolder } from "../support/temporary.ts";

const BEFORE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const AFTER = "testdata/mpatrol/wordfreq-le32/trace.mtrc";

Deno.test("report --compare requires two traces", async () => {
  for (const traces of [[BEFORE], [BEFORE, AFTER, AFTER]]) {
    const { code, err } = await quarry(["report", "--compare", ...traces, "-o", "-"]);
    assertEquals(code, 2);
    assertStringIncludes(err, `Expected two traces to compare, found ${traces.length}`);
  }
});

Deno.test("report --compare writes a page about changes, with the given names", async () => {
  const { code, out } = await quarry(["report", "--compare", `was=${BEFORE}`, `is=${AFTER}`, "-o", "-"]);
  assertEquals(code, 0);
  assertStringIncludes(out, "<title>was and is compared</title>");
  assertStringIncludes(out, '<h3 id="p4-title">Leaks: what changed</h3>');
});

Deno.test("report --sources embeds files below the folder and none outside of it", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/src`);
    await Deno.writeTextFile(`${folder}/secret.c`, "not to be read\n".repeat(30));
    await Deno.writeTextFile(`${folder}/src/other.c`, "");
    await Deno.symlink(`${folder}/secret.c`, `${folder}/src/wordfreq.c`);
    const page = async (): Promise<string> => {
      const { code, out } = await quarry(["report", BEFORE, "--sources", `${folder}/src`, "-o", "-"]);
      assertEquals(code, 0);
      return out;
    };
    const refused = await page();
    assert(!refused.includes("not to be read"));
    assertStringIncludes(refused, "no such file below the folder of sources");
    await Deno.remove(`${folder}/src/wordfreq.c`);
    await Deno.writeTextFile(`${folder}/src/wordfreq.c`, "to be read & shown\n".repeat(30));
    assertStringIncludes(await page(), "to be read &amp; shown");
  });
});

Deno.test("report --sources refuses a folder that does not exist", async () => {
  const { code, err } = await quarry(["report", BEFORE, "--sources", "no-such-folder", "-o", "-"]);
  assertEquals(code, 3);
  assertStringIncludes(err, 'Cannot read sources in "no-such-folder"');
});
