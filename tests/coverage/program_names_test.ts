/** The code that a name of a program refers to: symbols without a size and sections that are not loaded have none. */
import { assertEquals } from "@std/assert";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { attachPrograms } from "../../src/coverage/programs/attached_program.ts";
import { ProgramNames } from "../../src/coverage/programs/program_names.ts";
import { gnatcov } from "../../src/formats/gnatcov/mod.ts";
import { newPools } from "../../src/tables/pools.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import { NIGHTLY, runOf } from "../questions/gnatcov/made_program.ts";

const FUNCTIONS = [
  { name: "main", address: 0x1000n, size: 0n },
  { name: "main", address: 0x2000n, size: 0x20n },
  { name: "label", address: 0x3000n, size: 0n },
];
const SECTIONS = [
  { name: ".text", addr: 0x9000n, size: 0x40n, loaded: false, executable: true },
  { name: ".text", addr: 0x4000n, size: 0x40n, loaded: true, executable: true },
  { name: ".data", addr: 0x5000n, size: 0n, loaded: true, executable: true },
];

async function namesOf(bias: bigint): Promise<ProgramNames> {
  const pools = newPools();
  const builder = new TraceBuilder(pools);
  const window = new ByteWindow(sourceOf(runOf(NIGHTLY)), pools.arena);
  await gnatcov.read(window, builder, {});
  window.close();
  const trace = builder.finish("run")[0]!;
  const symbols = { functions: FUNCTIONS, symbolAt: () => undefined };
  attachPrograms(trace, new Map([["bin/demo", { symbols, sections: SECTIONS, bias }]]));
  return new ProgramNames([{ name: "run", path: "run.trace", trace }]);
}

Deno.test("a function is found by its bytes, and a section by its load address", async () => {
  const names = await namesOf(0x100n);
  const module = "bin/demo";
  assertEquals(names.symbolRange("main"), { low: 0x1f00n, high: 0x1f20n, module });
  assertEquals(names.symbolRange("label"), undefined);
  assertEquals(names.symbolRange("other"), undefined);
  assertEquals(names.sectionRange(".text"), { low: 0x3f00n, high: 0x3f40n, module });
  assertEquals(names.sectionRange(".data"), undefined);
});
