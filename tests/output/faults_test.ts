/** Calls that fail at the very end of an output: existing files are unchanged, and no others remain. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { failingAt } from "./system_calls.ts";
import { atFullEffort, entriesOf, someOf } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { atPlace, contentsOf, runProgram, write, WRITERS } from "./writers.ts";
import { Temporary } from "../support/temporary.ts";

const APITRACE = new URL("../../testdata/apitrace/real-userarrays.trace", import.meta.url).pathname;
/** Some file systems report only at the end that there is no space, or no server. */
const FAULTS = [
  ["fsync", "ENOSPC", "no space left on device"],
  ["fsync", "EDQUOT", "quota exceeded"],
  ["/^rename", "EIO", "input/output error"],
] as const;

Deno.test({
  ...withTools(["strace"], "a failed write or rename is an error, for every writer"),
}, async () => {
  for (const at of someOf(WRITERS.length, 4)) {
    const writer = WRITERS[at]!;
    const [calls, error, words] = FAULTS[at % FAULTS.length]!;
    await atPlace(writer, async (place) => {
      Deno.writeFileSync(place.output, new Uint8Array());
      const before = contentsOf(place.out);
      const { code, err } = await write(writer, place, { through: failingAt(calls, error) });
      assertEquals([code, contentsOf(place.out)], [1, before], `${writer.name}: ${err}`);
      assertStringIncludes(err.toLowerCase(), `cannot write "${place.output.toLowerCase()}": `);
      assertStringIncludes(err, words, writer.name);
    });
  }
});

Deno.test({
  ...atFullEffort("no blobs are written if one of them cannot be renamed", ["strace"]),
}, async () => {
  using folder = Temporary.folder();
  const moments = FAULTS.flatMap((fault) => [1, 5].map((nth) => [...fault, nth] as const));
  for (const [calls, error, words, nth] of entriesOf(moments, 1, 2)) {
    const { code, out, err } = await runProgram(["blobs", APITRACE, "-o", `${folder.path}/a/b`], {
      through: failingAt(calls, error, nth),
    });
    assertEquals([code, out, contentsOf(folder.path)], [1, "", {}], err);
    assertStringIncludes(err, words);
  }
});
