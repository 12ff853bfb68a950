/**
 * Indexes of traces whose names come from programs, and the names beside them: these names are used as long as the
 * searched files are unchanged.
 */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { indexesIn } from "../../src/index/index_folder.ts";
import { loadIndexed } from "../../src/index/load_indexed.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { openResolver } from "../../src/ingest/resolve.ts";
import type { ResolveOptions } from "../../src/ingest/resolve_options.ts";
import { newPools } from "../../src/tables/pools.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { openFile } from "../elf/symbolizers.ts";
import { compile, run } from "../elf/traced_program.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

interface Opened {
  readonly lines: readonly string[];
  /** What happened to the index. */
  readonly news: readonly string[];
  /** Number of names that were looked up in programs. */
  readonly lookedUp: number;
  readonly warnings: readonly string[];
  readonly missing: readonly string[];
}

async function open(
  trace: string,
  folder: string,
  options: ResolveOptions,
  isNameless = false,
): Promise<Opened> {
  const news: string[] = [], pools = newPools();
  const { source, reopen } = await openInput(trace);
  const resolver = openResolver({ ...options, lines: true });
  const { others } = resolver;
  let prepared = 0;
  try {
    const file = await loadIndexed({ source, path: trace }, pools, {
      name: "t",
      ...(reopen ? { reopen } : {}),
      functionAt: resolver.functionAt,
      others: { ...others, prepare: () => (prepared++, others.prepare()) },
      isNameless,
      settings: { folder, seconds: 0 },
      news: {
        saved: () => void news.push("saved"),
        used: () => void news.push("used"),
        unusable: (_, why) => void news.push(why),
      },
    });
    const lines = await new Snapshooter(pools).lines(file.traces);
    await resolver.rest();
    file.close();
    // The demangler takes half a megabyte.
    assertEquals(prepared, isNameless ? 0 : 1);
    const { lookedUp, warnings, missing } = resolver;
    return { lines, news, lookedUp, warnings, missing };
  } finally {
    source.close();
    resolver.close();
  }
}

async function inFolder(
  work: (of: { root: string; trace: string; folder: string }) => Promise<void>,
): Promise<void> {
  using temporary = Temporary.folder();
  const root = temporary.path;
  const program = compile(root, "-g");
  Deno.writeTextFileSync(`${root}/report.txt`, run(program));
  await work({ root, trace: `${root}/report.txt`, folder: `${root}/indexes` });
}

Deno.test({
  ...withTools(
    ["gcc"],
    "names of programs are saved beside the index, and used until one of the searched files changes",
  ),
  async fn() {
    await inFolder(async ({ root, trace, folder }) => {
      const options = { sysroot: "/", debugDirs: [`${root}/debug`] };
      const first = await open(trace, folder, options);
      assertEquals(first.news, ["saved"]);
      assert(first.lookedUp > 0);
      const { lines, lookedUp, missing } = first;
      const isUsed = { news: ["used"], lookedUp: 0 };
      assertEquals(await open(trace, folder, options), { ...first, ...isUsed });
      // With other folders, the trace is read in a different way.
      const unnamed = await open(trace, folder, { sysroot: `${root}/nowhere` });
      assertEquals(unnamed.news, ["saved"]);
      assertNotEquals(unnamed.lines, lines);
      // A program that was rewritten with the same bytes.
      const program = `${root}/program`;
      Deno.writeFileSync(program, Deno.readFileSync(program));
      const again = await open(trace, folder, options);
      assertEquals(again, { ...first, news: ["used"] });
      // A debug file where there was none before.
      Deno.mkdirSync(`${root}/debug${root}`, { recursive: true });
      Deno.writeTextFileSync(`${root}/debug${program}.debug`, "no program");
      assertEquals((await open(trace, folder, options)).lookedUp, lookedUp);
      // A deleted library has no names, which is also remembered.
      Deno.renameSync(`${root}/libcall.so`, `${root}/elsewhere.so`);
      const without = await open(trace, folder, options);
      assertEquals([without.lookedUp, without.missing], [lookedUp, [...missing, `${root}/libcall.so`]]);
      assertEquals(await open(trace, folder, options), { ...without, ...isUsed });
    });
  },
});

Deno.test({
  ...withTools(
    ["gcc"],
    "an index saved without names is used again without names, and none are looked up",
  ),
  async fn() {
    await inFolder(async ({ trace, folder }) => {
      const options = { sysroot: "/" };
      const without = await open(trace, folder, options, true);
      assertEquals([without.news, without.lookedUp], [["saved"], 0]);
      assertEquals((await open(trace, folder, options, true)).news, ["used"]);
      const named = await open(trace, folder, options);
      assertEquals(named.news, ["saved"]);
      assertNotEquals(named.lines, without.lines);
      assertEquals(await open(trace, folder, options, true), { ...without, news: ["used"] });
    });
  },
});

Deno.test("names from another version of the resolver are not taken from an index", () => {
  const { others } = openResolver({ sysroot: "/" });
  const described = others.describe();
  assert(openResolver({ sysroot: "/" }).others.accept(described));
  const { version, ...rest } = JSON.parse(described);
  for (const other of [{ ...rest, version: version - 1 }, rest]) {
    assertEquals(openResolver({ sysroot: "/" }).others.accept(JSON.stringify(other)), false);
  }
});

Deno.test({
  ...withTools(["gcc"], "warnings about programs are repeated when their names come from beside the index"),
  async fn() {
    await inFolder(async ({ root, trace, folder }) => {
      const program = `${root}/program`;
      const bytes = Deno.readFileSync(program);
      const { sections } = openFile(program);
      bytes[Number(sections.find(({ name }) => name === ".debug_line")!.offset) + 4] = 9;
      Deno.writeFileSync(program, bytes);
      const first = await open(trace, folder, { sysroot: "/" });
      assertEquals(first.warnings.length, 1);
      assertEquals(await open(trace, folder, { sysroot: "/" }), { ...first, news: ["used"], lookedUp: 0 });
    });
  },
});

Deno.test({
  ...withTools(["gcc"], "a damaged index of a trace with names of programs is rebuilt"),
  async fn() {
    await inFolder(async ({ trace, folder }) => {
      const options = { sysroot: "/" };
      const { lines, lookedUp } = await open(trace, folder, options);
      const { path } = indexesIn(folder)[0]!;
      const bytes = Deno.readFileSync(path);
      Deno.writeFileSync(path, bytes.with(0, bytes[0]! ^ 1));
      const again = await open(trace, folder, options);
      // The names were removed with the damaged index.
      assertEquals([again.lines, again.lookedUp], [lines, lookedUp]);
      assertEquals(again.news, ["used", "a part of it is damaged"]);
      assertEquals(Deno.readFileSync(path), bytes);
    });
  },
});
