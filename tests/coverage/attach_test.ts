import { newPools } from "../../src/tables/pools.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { SECTION, TAG } from "../../src/formats/gnatcov/constants.ts";
import { crc32 } from "node:zlib";
import { gnatcov } from "../../src/formats/gnatcov/mod.ts";
import { writeTrace } from "../formats/gnatcov/write_trace.ts";
import { attachCoverage } from "../../src/coverage/programs/attach.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import { INPUTS } from "../../tools/coverage_sample/inputs.ts";
import { run } from "../elf/traced_program.ts";
import { withTools } from "../support/programs.ts";
import { bytesOf } from "../formats/gnatcov/samples.ts";

async function load(bytes: Uint8Array): Promise<Trace> {
  const pools = newPools();
  const builder = new TraceBuilder(pools);
  const window = new ByteWindow(sourceOf(bytes), pools.arena);
  await gnatcov.read(window, builder, {});
  window.close();
  return builder.finish("run")[0]!;
}

const ARM = Deno.readFileSync(new URL("../../testdata/gnatcov/elf/bare1-arm", import.meta.url));

Deno.test("attachCoverage() finds the program next to the trace, or at the path that the user gives", async () => {
  const bytes = bytesOf("qemu-arm-flat-bare1.trace");
  for (
    const [files, exec, from] of [
      [{ "runs/bin/bare1-arm": ARM }, undefined, "runs/bin/bare1-arm"],
      [{ "runs/bare1-arm": ARM }, undefined, "runs/bare1-arm"],
      [{ "elsewhere": ARM }, "elsewhere", "elsewhere"],
    ] as const
  ) {
    const trace = await load(bytes);
    const open = (path: string) => (files as Record<string, Uint8Array>)[path];
    const { attached, warnings } = attachCoverage(trace, { tracePath: "runs/a.trace", exec, open });
    assertEquals([[...attached.values()], warnings], [[from], []]);
    assertEquals(trace.tables.get("events")!.cell(0, "func"), "_start");
  }
});

Deno.test("attachCoverage() identifies a program whose name is not UTF-8 by its name in the tables", async () => {
  const infos = [{ tag: TAG.execFileName, data: Uint8Array.of(0x63, 0x61, 0x66, 0xe9) }];
  const shape = { kind: SECTION.flat, pcSize: 4, bigEndian: false, machine: 40, infos } as const;
  const start = Number(
    new ElfFile(accessOf(ARM)).symbols.functions.find(({ name }) => name === "_start")!.address,
  );
  const trace = await load(writeTrace(shape, (to) => to.entry(start, 0, 4, 0x11)));
  attachCoverage(trace, { tracePath: "a.trace", exec: "x", open: () => ARM });
  const events = trace.tables.get("events")!;
  assertEquals([events.cell(0, "module"), events.cell(0, "func")], ["caf\u00e9", "_start"]);
});

Deno.test("attachCoverage() refuses another program, unless the user insists", async () => {
  const other = ARM.slice();
  other[other.length - 1]! ^= 1;
  const open = () => other;
  const trace = await load(bytesOf("qemu-arm-flat-bare1.trace"));
  const refused = attachCoverage(trace, { tracePath: "a.trace", open });
  assertEquals(refused.attached.size, 0);
  assertMatch(refused.warnings[0]!, /not the program of this trace: .* as CRC.*; not used/);
  assertEquals(trace.tables.get("events")!.cell(0, "func"), null);
  const insisted = attachCoverage(trace, { tracePath: "a.trace", exec: "x", open });
  assertEquals(insisted.attached.size, 1);
  assertMatch(insisted.warnings[0]!, /used anyway/);
  const broken = attachCoverage(trace, { tracePath: "a.trace", exec: "x", open: () => new Uint8Array(100) });
  assertEquals(broken.attached.size, 0);
});

Deno.test("attachCoverage() names functions of modules by the start of their code", async () => {
  const text = (tag: number, value: string) => ({ tag, data: new TextEncoder().encode(value) });
  // The sample program is used as a module: it was linked at 0x10000, and its code begins after its headers.
  const bytes = writeTrace(
    { kind: SECTION.flat, pcSize: 4, bigEndian: false, machine: 40, infos: [text(TAG.execFileName, "main")] },
    (writer) => {
      writer.moduleLoad(0x10000, 0, [
        text(TAG.execFileName, "/lib/bare1.so"),
        text(TAG.execFileSize, ` ${ARM.length}`),
        text(TAG.execFileTimeStamp, "2026-01-02 03:04:05"),
        text(TAG.execFileCrc32, ` ${crc32(ARM)}`),
        text(TAG.execCodeSize, " 4096"),
      ]);
      writer.entry(0x100a8, 0, 4, 0x11);
      writer.entry(0x5000, 0, 4, 0x11);
    },
  );
  const trace = await load(bytes);
  const open = (path: string) => path === "/lib/bare1.so" ? ARM : undefined;
  const { attached } = attachCoverage(trace, { tracePath: "a.trace", open });
  assertEquals([...attached.keys()], ["/lib/bare1.so"]);
  const events = trace.tables.get("events")!;
  assertEquals(events.cells("func").slice(1), ["gcd", null]);
  const functions = [...(await trace.makers.get("functions")!.make()).rows()];
  const states = Object.fromEntries(functions.map((row) => [row["func"], row["state"]]));
  assertEquals([states["gcd"], states["sum"]], ["!", "-"]);
});

const WORDFREQ = new URL("../../testdata/gnatcov/wordfreq/", import.meta.url);
const PROGRAM = Deno.readFileSync(new URL("wordfreq-x86_64", WORDFREQ));

/** A trace of the sample with source lines, and the result of attaching a program to it. */
async function attached(
  name: string,
  program = PROGRAM,
  exec?: string,
): Promise<{ trace: Trace; warnings: readonly string[] }> {
  const trace = await load(Deno.readFileSync(new URL(`${name}.trace`, WORDFREQ)));
  const { warnings } = attachCoverage(trace, { tracePath: "a.trace", exec, open: () => program });
  return { trace, warnings };
}

Deno.test("attachCoverage() gives entries, blocks and events their source lines", async () => {
  const { trace, warnings } = await attached("words");
  assertEquals(warnings, []);
  const blocks = await trace.makers.get("blocks")!.make();
  const { table: known } = new ElfFile(accessOf(PROGRAM)).lines;
  let count = 0;
  for (const table of [trace.tables.get("events")!, trace.tables.get("entries")!, blocks]) {
    for (const { addr, file, line } of table.rows()) {
      const place = known.lineAt(addr as bigint);
      assertEquals([file, line], [place?.file ?? null, place ? BigInt(place.line) : null]);
      if (place) count++;
    }
  }
  assert(count > 100);
  const functions = [...(await trace.makers.get("functions")!.make()).rows()];
  const source = Deno.readTextFileSync(
    new URL("../../testdata/mpatrol/wordfreq-le64/source.c", import.meta.url),
  ).split("\n");
  const named = functions.filter(({ file }) => file === "wordfreq.c");
  assertEquals(named.length, 6);
  for (const { func, line } of named) assert(source[Number(line) - 1]!.includes(`${func}(`), String(func));
});

Deno.test({
  ...withTools(["gcc"], "attachCoverage() finds the same lines covered as gcov"),
  async fn() {
    const folder = Deno.makeTempDirSync();
    const inFolder = (command: string): string => run("sh", "-c", `cd '${folder}' && ${command}`);
    try {
      Deno.copyFileSync(
        new URL("../../testdata/mpatrol/wordfreq-le64/source.c", import.meta.url),
        `${folder}/wordfreq.c`,
      );
      inFolder("gcc --coverage -O0 -o counted wordfreq.c");
      for (const [name, input] of Object.entries(INPUTS)) {
        if (input === null) continue;
        Deno.writeTextFileSync(`${folder}/input.txt`, input);
        inFolder("rm -f *.gcda && ./counted input.txt && gcov *.gcda");
        const report = Deno.readTextFileSync(`${folder}/wordfreq.c.gcov`);
        const executed = new Map(
          [...report.matchAll(/^ *(\d+\*?|#####): *(\d+):/gm)].map(([, count, line]) =>
            [BigInt(line!), count !== "#####"] as const
          ),
        );
        const { trace } = await attached(name);
        const lines = [...(await trace.makers.get("lines")!.make()).rows()];
        assertEquals(lines.map(({ line }) => line), [...executed.keys()]);
        for (const { line, covered, size, uncovered } of lines) {
          // The end of a function belongs to its last line, but gcov does not count it: leave, ret.
          const most = (size as bigint) - (uncovered as bigint) <= 2n;
          assertEquals(
            covered && !(most && !executed.get(line as bigint)),
            executed.get(line as bigint),
            `${name} ${line}`,
          );
        }
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test("attachCoverage() reports errors of a line table, and uses its valid parts", async () => {
  const broken = PROGRAM.slice();
  const section = new ElfFile(accessOf(PROGRAM)).sections.find(({ name }) => name === ".debug_line")!;
  // The version of its first unit.
  broken[Number(section.offset) + 4] = 9;
  const { trace, warnings } = await attached("words", broken, "other");
  assertMatch(warnings[0]!, /not the program of this trace/);
  assertMatch(
    warnings[1]!,
    /^Source lines of "other" are not complete: A unit of version 9 is skipped.* at byte 4 /,
  );
  assertEquals(trace.tables.get("events")!.cell(0, "func"), "_start");
  assertEquals(trace.tables.get("events")!.cell(10, "file"), null);
  assertEquals([trace.makers.has("functions"), trace.makers.has("lines")], [true, false]);
});
