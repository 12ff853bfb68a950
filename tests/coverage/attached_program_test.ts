import { newPools } from "../../src/tables/pools.ts";
import { assertEquals } from "@std/assert";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { gnatcov } from "../../src/formats/gnatcov/mod.ts";
import { attachPrograms } from "../../src/coverage/programs/attached_program.ts";
import type { ProgramSymbols } from "../../src/coverage/programs/program_coverage.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import { bytesOf, names, textOf } from "../formats/gnatcov/samples.ts";

async function load(bytes: Uint8Array): Promise<Trace> {
  const pools = newPools();
  const builder = new TraceBuilder(pools);
  const window = new ByteWindow(sourceOf(bytes), pools.arena);
  await gnatcov.read(window, builder, {});
  window.close();
  return builder.finish("run")[0]!;
}

/** The programs of the samples that are in the repository. */
function programOf(path: string): ProgramSymbols | null {
  const file = new URL(`../../testdata/gnatcov/elf/${path.split("/").pop()}`, import.meta.url);
  try {
    return new ElfFile(accessOf(Deno.readFileSync(file))).symbols;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

for (const name of names.filter((each) => each.endsWith(".functions.tsv"))) {
  Deno.test(`attachPrograms() gives the functions of ${name}`, async () => {
    const trace = await load(bytesOf(name.replace(".functions.tsv", "")));
    const module = trace.tags.find((tag) => tag.name === "EXEC_FILE_NAME")!.value;
    attachPrograms(trace, new Map([[module, { symbols: programOf(module)!, bias: 0n }]]));
    const functions = await trace.makers.get("functions")!.make();
    const mine = [...functions.rows()].map((row) =>
      [
        row["func"],
        (row["addr"] as bigint).toString(16),
        row["size"],
        row["covered"],
        row["count"],
        row["taken"],
        row[
          "fallthrough"
        ],
      ].join("\t")
    );
    assertEquals(mine.sort(), textOf(name).trimEnd().split("\n").slice(1).sort());

    const uncovered = [...(await trace.makers.get("uncovered")!.make()).rows()];
    for (const row of functions.rows()) {
      const gaps = uncovered.filter((gap) => gap["func"] === row["func"]);
      assertEquals(gaps.reduce((sum, gap) => sum + (gap["size"] as bigint), 0n), row["uncovered"]);
      const state = row["covered"] === 0n ? "-" : row["uncovered"] === 0n ? "+" : "!";
      assertEquals(row["state"], state);
    }

    // Every event shows the function that its address is in.
    const events = trace.tables.get("events")!;
    const [addrs, funcs] = [events.cells("addr") as bigint[], events.cells("func")];
    const list = [...functions.rows()];
    addrs.forEach((addr, row) => {
      const own = list.filter((each) => addr >= (each["addr"] as bigint) && addr < (each["end"] as bigint));
      if (own.length > 0) assertEquals(own.some((each) => each["func"] === funcs[row]), true);
    });
    const blocks = [...(await trace.makers.get("blocks")!.make()).rows()];
    const gcd = blocks.filter((row) => row["symbol"] === "gcd");
    const first = list.find((each) => each["func"] === "gcd")!["addr"] as bigint;
    assertEquals(
      gcd.length > 0 && gcd.every((row) => row["offset"] === (row["addr"] as bigint) - first),
      true,
    );
  });
}
