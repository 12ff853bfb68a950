import { newPools } from "../../src/tables/pools.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { openDemangler } from "../../src/ingest/demangle.ts";
import { load } from "../../src/ingest/load.ts";
import { openResolver } from "../../src/ingest/resolve.ts";
import type { ResolveOptions } from "../../src/ingest/resolve_options.ts";
import { withTools } from "../support/programs.ts";
import { compile, EXPECTED, run } from "./traced_program.ts";

/** Functions of the only backtrace of a report, innermost first, modules that were not found, and lines of the calls. */
async function functionsOf(
  report: string,
  options: ResolveOptions,
): Promise<[string[], readonly string[], string[], readonly string[]]> {
  const pools = newPools();
  const resolver = openResolver({ ...options, lines: true });
  await resolver.others.prepare();
  const { functionAt } = resolver;
  await load(sourceOf(new TextEncoder().encode(report)), pools, { name: "t", functionAt });
  resolver.close();
  const { stacks, strings } = pools;
  const frames = Array.from(
    { length: stacks.depth(1) },
    (_, level) => stacks.describeFrame(stacks.frameAt(1, level)),
  );
  const names = frames.map(({ func }) => func === 0 ? "" : strings.text(func));
  const calls = frames.map(({ file, line }) => file === 0 ? "" : `${strings.text(file)}:${line}`);
  return [names, resolver.missing, calls, resolver.warnings];
}

for (const flags of [["-pie", "-fPIE"], ["-no-pie"]]) {
  for (const form of ["as the kernel lists it", "from the load base"]) {
    Deno.test({
      ...withTools(["gcc"], `openResolver() names functions of a program (${flags[0]}), map ${form}`),
      async fn() {
        const folder = Deno.makeTempDirSync();
        try {
          const program = compile(folder, ...flags);
          const report = run(program, ...(form.startsWith("from") ? ["lowered"] : []));
          const [names, missing] = await functionsOf(report, { sysroot: "/" });
          assertEquals([names.slice(0, EXPECTED.length), missing], [[...EXPECTED], []]);
          // The C library has the outer frames; a stripped one names at least the exported function.
          assertEquals(names.some((name) => name.startsWith("__libc_start_main")), true);
          assertEquals(names.at(-1), "_start");
        } finally {
          Deno.removeSync(folder, { recursive: true });
        }
      },
    });
  }
}

Deno.test({
  ...withTools(
    ["gcc", "binutils"],
    "openResolver() finds stripped programs in a root, and their debug files",
  ),
  async fn() {
    const folder = Deno.makeTempDirSync();
    try {
      const program = compile(folder);
      const report = run(program);
      const root = `${folder}/root`;
      const debug = `${folder}/debug`;
      Deno.mkdirSync(`${root}${folder}`, { recursive: true });
      Deno.mkdirSync(`${root}/real`);
      Deno.mkdirSync(debug);
      run("objcopy", "--only-keep-debug", program, `${debug}/program.debug`);
      run(
        "objcopy",
        "--strip-all",
        `--add-gnu-debuglink=${debug}/program.debug`,
        program,
        `${root}/real/program`,
      );
      // An absolute link in the root is relative to the root.
      Deno.symlinkSync("/real/program", `${root}${program}`);
      Deno.copyFileSync(`${folder}/libcall.so`, `${root}${folder}/libcall.so`);
      const [without, missing] = await functionsOf(report, { sysroot: root });
      assertEquals(without.slice(0, 4), ["", "", "lib_call", ""]);
      assertEquals(missing.map((path) => path.replace(/.*\//, "")).includes("program"), false);
      assertEquals(missing.some((path) => path.includes("libc.so")), true);
      const [names] = await functionsOf(report, { sysroot: root, debugDirs: [debug + "/"] });
      assertEquals(names.slice(0, EXPECTED.length), [...EXPECTED]);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  ...withTools(
    ["gcc", "binutils"],
    "openResolver() finds debug files that debuginfod has downloaded, by build id",
  ),
  async fn() {
    const folder = Deno.makeTempDirSync();
    try {
      const program = compile(folder);
      const report = run(program);
      const id = new ElfFile(accessOf(Deno.readFileSync(program))).buildId;
      const downloads = `${folder}/debuginfod_client`;
      Deno.mkdirSync(`${downloads}/${id}`, { recursive: true });
      run("objcopy", "--only-keep-debug", program, `${downloads}/${id}/debuginfo`);
      run("objcopy", "--strip-all", program);
      const [without] = await functionsOf(report, { sysroot: "/" });
      assertEquals(without.slice(0, 2), ["", ""]);
      const [names] = await functionsOf(report, { sysroot: "/", downloads });
      assertEquals(names.slice(0, EXPECTED.length), [...EXPECTED]);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  ...withTools(["gcc", "binutils"], "openResolver() finds the lines of calls in a debug file"),
  async fn() {
    const folder = Deno.makeTempDirSync();
    try {
      const program = compile(folder, "-g");
      const report = run(program);
      const debug = `${folder}/debug`;
      Deno.mkdirSync(debug);
      run("objcopy", "--only-keep-debug", program, `${debug}/program.debug`);
      run("objcopy", "--strip-all", `--add-gnu-debuglink=${debug}/program.debug`, program);
      const [names, , calls] = await functionsOf(report, { sysroot: "/", debugDirs: [debug] });
      assertEquals(names.slice(0, EXPECTED.length), [...EXPECTED]);
      const source = Deno.readTextFileSync(`${folder}/program.c`).split("\n");
      const lineOf = (call: string): string =>
        `${folder}/program.c:${source.findIndex((text) => text.includes(call)) + 1}`;
      const innermost = ["= backtrace(frames", " inner(depth);"].map(lineOf);
      const outermost = ["lib_call(middle", "  outer(16)"].map(lineOf);
      // The library in the middle was compiled without lines.
      assertEquals(calls.slice(0, 5), [...innermost, "", ...outermost]);
      const broken = Deno.readFileSync(`${debug}/program.debug`);
      const { sections } = new ElfFile(accessOf(broken));
      broken[Number(sections.find((section) => section.name === ".debug_line")!.offset) + 4] = 9;
      Deno.writeFileSync(`${debug}/program.debug`, broken);
      const [still, , none, warnings] = await functionsOf(report, { sysroot: "/", debugDirs: [debug] });
      assertEquals([still.slice(0, 2), none.slice(0, 2)], [EXPECTED.slice(0, 2), ["", ""]]);
      assertMatch(
        warnings[0]!,
        /Source lines of ".*program" are not complete: A unit of version 9 is skipped/,
      );
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test("openResolver() keeps the names of the report, and survives cycles of links", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.symlinkSync("b", `${folder}/a`);
    Deno.symlinkSync("a", `${folder}/b`);
    Deno.writeTextFileSync(`${folder}/text`, "no program");
    const report =
      "version=2.0, \n: /a => 0x1000-0x2000\n: /text => 0x3000-0x4000\n: /../../../x => 0x5000-0x6000\n" +
      "1. f(1) = 0x1\n\t0x1500\n\t0x3500\n\t0x5500\n\t0x1600 main() at x.c:3\n\n";
    const [names, missing] = await functionsOf(report, { sysroot: folder });
    assertEquals([names, missing], [["", "", "", "main"], ["/a", "/text", "/../../../x"]]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("openDemangler() demangles C++ and Rust, and keeps other names", async () => {
  const demangle = await openDemangler();
  const names: Record<string, string> = {
    "_ZN2ns1fEiPKc": "ns::f(int, char const*)",
    "_Znwm": "operator new(unsigned long)",
    "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE": "core::fmt::Write::write_fmt",
    "main": "main",
    "_Z": "_Z",
    "_start": "_start",
    "_ZN": "_ZN",
    "?foo@@YAXXZ": "?foo@@YAXXZ",
  };
  assertEquals(Object.fromEntries(Object.keys(names).map((name) => [name, demangle(name)])), names);
  // Each part refers to the previous one twice: 2^40 names if expanded.
  let doubling = "_Z1fSt4pairIiiE";
  for (let at = 0; at < 36; at++) {
    const part = at.toString(36).toUpperCase();
    doubling += `S_IS${part}_S${part}_E`;
  }
  assertEquals(demangle(doubling), doubling);
});
