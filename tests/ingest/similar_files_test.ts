import { assertEquals, assertRejects } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { folderReason, missingFileReason } from "../../src/ingest/similar_files.ts";
import { withFolder } from "../support/temporary.ts";

const samples = new URL("../../testdata/", import.meta.url).pathname;

Deno.test("similarFile() suggests a file of the same folder, spelled the same way", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/run one.mtrc`, "");
    await Deno.writeTextFile(`${folder}/home`, "");
    const cases: [string, string][] = [
      [`${folder}/run_one.mtrc`, `no such file, did you mean "${folder}/run one.mtrc"?`],
      [`${folder}//run one.mtr`, `no such file, did you mean "${folder}//run one.mtrc"?`],
      [`${folder}/entirely-different`, "no such file"],
      // Changing half of a short name gives a different name.
      [`${folder}/nope`, "no such file"],
      [`${folder}/none/x`, `no such file: there is no directory "${folder}/none"`],
      [`-e`, 'no such file; everything after "--" is a file name'],
      ["caf\ufffd", "a name that is not UTF-8 cannot be opened: use - and standard input"],
    ];
    for (const [path, wanted] of cases) assertEquals(missingFileReason(path), wanted);
  }));

Deno.test("folderReason() lists traces, those under containers too, and no other files", () =>
  withFolder(async (folder) => {
    assertEquals(await folderReason(folder), "it is a directory without traces");
    await Deno.writeTextFile(`${folder}/notes.txt`, "this is not a trace");
    await Deno.mkdir(`${folder}/below`);
    await Deno.copyFile(`${samples}gnatcov/syn-empty.trace`, `${folder}/flat`);
    await Deno.copyFile(`${samples}gnatcov/qemu-arm-history-life.trace.gz`, `${folder}/below/wrapped`);
    // A cycle of links must not be followed forever.
    await Deno.symlink(folder, `${folder}/below/circle`);
    assertEquals(
      await folderReason(`${folder}/`),
      `it is a directory; traces in it: ${folder}/flat, ${folder}/below/wrapped`,
    );
  }));

Deno.test("folderReason() names four traces and counts the others", () =>
  withFolder(async (folder) => {
    const names: string[] = [];
    for (let count = 1; count <= 6; count++) {
      names.push(`${folder}/${count}`);
      await Deno.copyFile(`${samples}gnatcov/syn-empty.trace`, names.at(-1)!);
      const more = ["", "", "", "", "", " and 1 more", " and 2 more"][count];
      assertEquals(
        await folderReason(folder),
        `it is a directory; traces in it: ${names.slice(0, 4).join(", ")}${more}`,
      );
    }
  }));

Deno.test("openInput() gives advice for a folder and for a missing file", () =>
  withFolder(async (folder) => {
    await Deno.copyFile(`${samples}gnatcov/syn-empty.trace`, `${folder}/a.trace`);
    const directory = await assertRejects(() => openInput(folder), InputError);
    assertEquals(
      directory.message,
      `Cannot open "${folder}": it is a directory; traces in it: ${folder}/a.trace`,
    );
    const missing = await assertRejects(() => openInput(`${folder}/a.trcae`), InputError);
    assertEquals(
      missing.message,
      `Cannot open "${folder}/a.trcae": no such file, did you mean "${folder}/a.trace"?`,
    );
    await Deno.symlink(`${folder}/two`, `${folder}/one`);
    await Deno.symlink(`${folder}/one`, `${folder}/two`);
    const circle = await assertRejects(() => openInput(`${folder}/one`), InputError);
    // In words, without error numbers of the system.
    assertEquals(circle.message, `Cannot open "${folder}/one": too many levels of symbolic links`);
  }));
