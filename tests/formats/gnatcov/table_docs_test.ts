import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { Format } from "../../../src/formats/format.ts";
import { gnatcov } from "../../../src/formats/gnatcov/mod.ts";
import { gnatcovSource } from "../../../src/formats/gnatcov_src/mod.ts";
import { programsOf } from "../../../src/coverage/programs/attached_program.ts";
import { sampleSession } from "../../support/sample_session.ts";
import { bytesOf } from "./samples.ts";
import { MemorySink } from "../../support/memory_sink.ts";

async function columnsOf(format: Format, name: string): Promise<Map<string, Map<string, string>>> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytesOf(name)), sink.arena);
  await format.read(window, sink, {});
  window.close();
  return new Map(
    [...sink.columns].map(([table, specs]) => [table, new Map(specs.map(({ name, type }) => [name, type]))]),
  );
}

Deno.test("the documentation of coverage describes every column that the readers declare", async () => {
  const tables = new Map([
    ...(await columnsOf(gnatcov, "qemu-arm-history-bare1.trace")),
    ...(await columnsOf(gnatcovSource, "shop-ppc.srctrace")),
  ]);
  tables.delete("events");
  for (const [table, columns] of tables) {
    const doc = [...gnatcov.tableDocs!, ...gnatcovSource.tableDocs!].find((each) => each.name === table);
    for (const [name, type] of columns) {
      assertEquals(doc?.columns.find((each) => each.name === name)?.type, type as never, `${table}.${name}`);
    }
  }
});

Deno.test("the documentation of coverage describes every column of the tables that a program adds", async () => {
  const session = await sampleSession({ words: "testdata/gnatcov/wordfreq/words.trace" });
  const [{ trace }] = session.traces as [typeof session.traces[0]];
  assertEquals([...programsOf(trace)!.keys()], ["wordfreq-x86_64"]);
  for (const name of ["functions", "lines", "files", "uncovered", "symbols", "sections"]) {
    const doc = gnatcov.tableDocs!.find((each) => each.name === name);
    const made = await trace.makers.get(name)!.make();
    const described = doc!.columns.map(({ name, type }) => `${name} ${type}`);
    assertEquals([...made.columns].map(({ name, type }) => `${name} ${type}`).sort(), described.sort(), name);
  }
});
