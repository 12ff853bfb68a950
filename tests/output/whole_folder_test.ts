/**
 * A folder of several files appears as a whole, and leftovers of killed writers are removed, but not files of living
 * ones.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { removeUnfinishedOutputs } from "../../src/output/end_worker.ts";
import { OutputError } from "../../src/output/output_error.ts";
import { openWholeFolder, removeUnfinished } from "../../src/output/whole_folder.ts";
import { withFolder } from "../support/temporary.ts";

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

async function fill(place: string, text: string): Promise<Awaited<ReturnType<typeof openWholeFolder>>> {
  const folder = await openWholeFolder(place);
  for (const name of ["a", "b"]) {
    const file = await folder.create(name);
    await file.write(text);
    await file.finish();
  }
  return folder;
}

Deno.test("openWholeFolder() shows nothing before the folder is complete", () =>
  withFolder(async (place) => {
    const folder = await fill(place, "one");
    assert(names(place).every((name) => name.startsWith(".writing-")), names(place).join());
    assert(await folder.finish("x", { replace: false }));
    assertEquals([names(place), names(`${place}/x`)], [["x"], ["a", "b"]]);
    // An existing folder of that name is kept, unless replacing it is requested.
    assertEquals(await (await fill(place, "two")).finish("x", { replace: false }), false);
    assertEquals([names(place), Deno.readTextFileSync(`${place}/x/a`)], [["x"], "one"]);
    assert(await (await fill(place, "three")).finish("x", { replace: true }));
    assertEquals([names(place), Deno.readTextFileSync(`${place}/x/a`)], [["x"], "three"]);
    const given = await fill(place, "four");
    given.discard();
    assertEquals(names(place), ["x"]);
  }));

Deno.test("if two writers finish at the same time, one folder remains", () =>
  withFolder(async (place) => {
    const folders = await Promise.all(["one", "two", "three"].map((text) => fill(place, text)));
    const risen = await Promise.all(folders.map((folder) => folder.finish("x", { replace: false })));
    assertEquals(risen.filter((each) => each).length, 1);
    assertEquals(names(place), ["x"]);
  }));

Deno.test("removeUnfinished() removes files of dead writers and keeps those of living ones", () =>
  withFolder(async (place) => {
    const living = await fill(place, "alive");
    const before = names(place);
    Deno.mkdirSync(`${place}/.writing-1-00000001`);
    Deno.writeTextFileSync(`${place}/.writing-1-00000001/a`, "cut");
    Deno.writeTextFileSync(`${place}/.writing-1-00000001.lock`, "");
    Deno.mkdirSync(`${place}/.writing-1-00000002`);
    Deno.writeTextFileSync(`${place}/.writing-1-00000003.lock`, "");
    // Its writer was killed while it removed the leftovers of an interrupted run.
    Deno.mkdirSync(`${place}/.writing-1-00000006.discarded`);
    Deno.writeTextFileSync(`${place}/.writing-1-00000006.discarded/a`, "cut");
    Deno.mkdirSync(`${place}/.writing-notes`);
    // Killed between the two renames of a replacement, and after them.
    for (const [id, name] of [["00000004", "gone"], ["00000005", "new"]]) {
      Deno.mkdirSync(`${place}/.writing-1-${id}.old`);
      Deno.writeTextFileSync(`${place}/.writing-1-${id}.old/name`, name!);
    }
    Deno.mkdirSync(`${place}/new`);
    await removeUnfinished(place, (folder) => Deno.readTextFileSync(`${folder}/name`));
    assertEquals(names(place), [...before, ".writing-notes", "gone", "new"].sort());
    assertEquals(names(`${place}/new`), []);
    assert(await living.finish("x", { replace: false }));
    assertEquals(names(`${place}/x`), ["a", "b"]);
  }));

Deno.test("removeUnfinishedOutputs() moves a folder away before it removes it, so that no half of it is ever visible", () =>
  withFolder(async (place) => {
    const writing = await fill(place, "x");
    removeUnfinishedOutputs({ folder: writing.path });
    assertEquals(names(place).filter((name) => !name.endsWith(".lock")), []);
    await assertRejects(() => writing.finish("x", { replace: false }), OutputError);
    assertEquals(names(place), []);
  }));

Deno.test("removeUnfinishedOutputs() truncates a file to its earlier length, and removes files and empty folders", () =>
  withFolder((place) => {
    Deno.writeTextFileSync(`${place}/log`, "before and after");
    Deno.writeTextFileSync(`${place}/half`, "half");
    Deno.mkdirSync(`${place}/outer/inner`, { recursive: true });
    removeUnfinishedOutputs({
      cut: { path: `${place}/log`, bytes: 6 },
      file: `${place}/half`,
      empty: [`${place}/outer/inner`, `${place}/outer`, place],
    });
    assertEquals(names(place), ["log"]);
    assertEquals(Deno.readTextFileSync(`${place}/log`), "before");
  }));
