/** An unfinished file that is removed before it is locked. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { makeTemporary } from "../../src/output/temporary_file.ts";

Deno.test("makeTemporary() makes a file, and another one if the first is removed before it is locked", async () => {
  const folder = Deno.makeTempDirSync();
  const { open } = Deno;
  const opened: Deno.FsFile[] = [];
  let removed = 0;
  Deno.open = async (path, options) => {
    const file = await open(path, options);
    opened.push(file);
    // Another run treats it as a leftover; then there may be a new file of the same name.
    if (opened.length <= removed) Deno.removeSync(path);
    if (opened.length === 2 && removed === 2) Deno.writeTextFileSync(path, "new");
    return file;
  };
  try {
    for (removed of [0, 1, 2]) {
      const { path, file } = await makeTemporary(`${folder}/out`, folder, { what: "new", mode: 0o600 });
      assertEquals(opened.length, removed + 1);
      assertEquals(opened.at(-1), file);
      for (const lost of opened.slice(0, -1)) assertThrows(() => lost.statSync(), Deno.errors.BadResource);
      assertEquals([...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`), [path]);
      assertEquals(Deno.statSync(path).ino, file.statSync().ino);
      assert(Deno.build.os === "windows" || (file.statSync().mode! & 0o777) === 0o600);
      file.close();
      Deno.removeSync(path);
      opened.length = 0;
    }
  } finally {
    Deno.open = open;
    Deno.removeSync(folder, { recursive: true });
  }
});
