import { assertEquals } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { gnatcov } from "../../../src/formats/gnatcov/mod.ts";
import { dumpLines, read } from "./reading.ts";
import { later } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { bytesOf, has, names, textOf, traces } from "./samples.ts";

/** Lines of entries in a reference. */
function referenceLines(name: string): string[] {
  return textOf(name).split("\n").filter((line) => line.includes(" ?: "));
}

for (const name of traces) {
  const bytes = bytesOf(name);
  const left = bytes.length > 300_000 ? later : null;
  Deno.test(
    unless([left], `readGnatcov() gives the entries of ${name} as the original prints them`),
    async () => {
      let sink;
      try {
        sink = await read(bytes);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        assertEquals(textOf(`${name}.dump`), "");
        return;
      }
      // If the original stops before the entries, Quarry shows more.
      const early = !textOf(`${name}.dump`).includes("Traces:");
      if (!early) assertEquals(dumpLines(sink), referenceLines(`${name}.dump`));
      if (has(`${name}.raw.dump`)) {
        assertEquals(dumpLines(sink, true), referenceLines(`${name}.raw.dump`));
      }
      const expected = has(`${name}.stderr`);
      assertEquals(
        sink.problems.some((problem) => problem.severity !== "note"),
        expected,
        sink.codes.join(),
      );
    },
  );
}

Deno.test("sniff() accepts its own samples and no others", () => {
  for (const name of names) {
    if (/\.(tsv|dump|stderr)$/.test(name)) continue;
    const own = traces.includes(name) && name !== "bad-magic.trace";
    assertEquals(gnatcov.sniff(bytesOf(name).subarray(0, 4096)), own, name);
  }
});
