import { assertEquals } from "@std/assert";
import { spRtraceBin } from "../../../src/formats/sp_rtrace_bin/mod.ts";
import type { MemorySink } from "../../support/memory_sink.ts";
import { addressesOf, readBytes, sample, samplesWith } from "../sp_rtrace/read_sample.ts";
import { turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";

/** The content that both forms of a report share, with texts instead of ids. */
function contentOf(sink: MemorySink): unknown {
  const events = sink.rows("events").map(({ stack, ...row }) => ({
    ...row,
    frames: addressesOf(sink, { stack: stack! }),
  }));
  const tables = ["args", "contexts", "types", "maps", "attachments"].map((
    table,
  ) => sink.rows(table));
  const comments = sink.rows("comments").map((row) => row["text"]);
  return { events, tables, comments };
}

for (const { entry: name, left } of turnsOf(samplesWith(".rtrace"), 3)) {
  Deno.test(unless([left], `spRtraceBin.read() gives the rows of the text report for ${name}`), async () => {
    const binary = await readBytes(sample(name + ".rtrace"), {
      format: spRtraceBin,
    });
    const text = await readBytes(sample(name + ".txt"), { fileOrder: true });
    assertEquals(contentOf(binary), contentOf(text));
    assertEquals(binary.codes, []);
    for (
      const key of ["version", "arch", "process", "pid", "backtrace depth"]
    ) {
      const value = (sink: MemorySink): unknown => sink.tags.find((tag) => tag.name === key)?.value;
      assertEquals(value(binary), value(text), key);
    }
    assertEquals(binary.stats.get("recorded"), text.stats.get("recorded"));
  });
}
