/** Indexes of traces whose names come from programs: they hold as long as what was looked at is as it was. */
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
  /** What became of the index. */
  readonly news: readonly string[];
  /** How often a reader asked for a name. */
  readonly asked: number;
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
  let asked = 0, prepared = 0;
  try {
    const file = await loadIndexed({ source, path: trace }, pools, {
      name: "t",
      ...(reopen ? { reopen } : {}),
      functionAt: (...of) => (asked++, resolver.functionAt(...of)),
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
    file.close();
    // What makes names readable takes half a megabyte, and a saved index has them.
    assertEquals(prepared, news.includes("used") || isNameless ? 0 : 1);
    return { lines, news, asked, warnings: resolver.warnings, missing: resolver.missing };
  } finally {
    source.close();
    resolver.close();
  }
}

const CHANGED = "a program or a debug file has changed";

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
  ...withTools(["gcc"], "names of programs come out of the index, until a file that was looked for changes"),
  async fn() {
    await inFolder(async ({ root, trace, folder }) => {
      const options = { sysroot: "/", debugDirs: [`${root}/debug`] };
      const first = await open(trace, folder, options);
      assertEquals(first.news, ["saved"]);
      assert(first.asked > 0);
      const { lines, missing } = first;
      assertEquals(await open(trace, folder, options), { ...first, news: ["used"], asked: 0 });
      // Other places are another way to read it.
      const unnamed = await open(trace, folder, { sysroot: `${root}/nowhere` });
      assertEquals(unnamed.news, ["saved"]);
      assertNotEquals(unnamed.lines, lines);
      // A program that was written again, with the same bytes.
      const program = `${root}/program`;
      Deno.writeFileSync(program, Deno.readFileSync(program));
      const again = await open(trace, folder, options);
      assertEquals([again.news, again.lines], [[CHANGED, "saved"], lines]);
      // A debug file at a place where none was.
      Deno.mkdirSync(`${root}/debug${root}`, { recursive: true });
      Deno.writeTextFileSync(`${root}/debug${program}.debug`, "no program");
      assertEquals((await open(trace, folder, options)).news, [CHANGED, "saved"]);
      // A library that is gone has no names, and that is remembered, too.
      Deno.renameSync(`${root}/libcall.so`, `${root}/elsewhere.so`);
      const without = await open(trace, folder, options);
      assertEquals([without.news, without.missing], [[CHANGED, "saved"], [...missing, `${root}/libcall.so`]]);
      assertEquals(await open(trace, folder, options), { ...without, news: ["used"], asked: 0 });
    });
  },
});

Deno.test({
  ...withTools(
    ["gcc"],
    "where no names are asked for an index with names is taken, and else none are looked up",
  ),
  async fn() {
    await inFolder(async ({ trace, folder }) => {
      const options = { sysroot: "/" };
      const without = await open(trace, folder, options, true);
      assertEquals([without.news, without.asked], [["saved"], 0]);
      assertEquals((await open(trace, folder, options, true)).news, ["used"]);
      const named = await open(trace, folder, options);
      assertEquals(named.news, ["saved"]);
      assertNotEquals(named.lines, without.lines);
      assertEquals(await open(trace, folder, options, true), { ...named, news: ["used"], asked: 0 });
    });
  },
});

Deno.test("names of another way of reading programs are not taken out of an index", () => {
  const { others } = openResolver({ sysroot: "/" });
  const described = others.describe();
  assert(openResolver({ sysroot: "/" }).others.accept(described));
  const { version, ...rest } = JSON.parse(described);
  for (const other of [{ ...rest, version: version - 1 }, rest]) {
    assertEquals(openResolver({ sysroot: "/" }).others.accept(JSON.stringify(other)), false);
  }
});

Deno.test({
  ...withTools(["gcc"], "what was said of programs is said again when names come out of the index"),
  async fn() {
    await inFolder(async ({ root, trace, folder }) => {
      const program = `${root}/program`;
      const bytes = Deno.readFileSync(program);
      const { sections } = openFile(program);
      bytes[Number(sections.find(({ name }) => name === ".debug_line")!.offset) + 4] = 9;
      Deno.writeFileSync(program, bytes);
      const first = await open(trace, folder, { sysroot: "/" });
      assertEquals(first.warnings.length, 1);
      assertEquals(await open(trace, folder, { sysroot: "/" }), { ...first, news: ["used"], asked: 0 });
    });
  },
});

Deno.test({
  ...withTools(["gcc"], "a damaged index with names of programs is made anew with the same names"),
  async fn() {
    await inFolder(async ({ trace, folder }) => {
      const options = { sysroot: "/" };
      const { lines } = await open(trace, folder, options);
      const { path } = indexesIn(folder)[0]!;
      const bytes = Deno.readFileSync(path);
      Deno.writeFileSync(path, bytes.with(0, bytes[0]! ^ 1));
      const again = await open(trace, folder, options);
      assertEquals([again.lines, again.asked], [lines, 0]);
      assertEquals(again.news, ["used", "a part of it is damaged"]);
      assertEquals(Deno.readFileSync(path), bytes);
    });
  },
});
