import { assert, assertEquals, assertRejects } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { withTools } from "../support/programs.ts";
import { withFolder } from "../support/temporary.ts";

Deno.test("openInput() reads into shared memory, counts, and opens again", () =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/file`, new Uint8Array([1, 2, 3, 4, 5]));
    const { source, reopen } = await openInput(`${folder}/file`);
    const into = new Uint8Array(new SharedArrayBuffer(4));
    assertEquals(source.size, 5);
    assertEquals([await source.read(into), await source.read(into.subarray(2)), await source.read(into)], [
      4,
      1,
      0,
    ]);
    assertEquals([...into], [1, 2, 5, 4]);
    assertEquals(source.offset, 5);
    source.close();
    source.close();
    assertEquals(await source.read(into), 0);
    const again = await reopen!();
    assertEquals(await again.read(into), 4);
    again.close();
  }));

Deno.test("a file can be read from a given offset, also after it was read, but not after it was closed", () =>
  withFolder(async (folder) => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7) >>> 3);
    await Deno.writeFile(`${folder}/file`, bytes);
    const { source, reopen } = await openInput(`${folder}/file`);
    const readAt = async (each: typeof source, offset: number): Promise<void> => {
      assertEquals(await each.seek(offset), true);
      const into = new Uint8Array(10);
      const count = await each.read(into);
      assertEquals(into.subarray(0, count), bytes.slice(offset, offset + 10));
      assertEquals(each.offset, Math.min(offset + 10, bytes.length));
    };
    for (const offset of [150_000, 0, 7, 199_995]) await readAt(source, offset);
    const into = new Uint8Array(1 << 16);
    await source.seek(0);
    while (await source.read(into) > 0);
    source.close();
    const again = await reopen!();
    for (const offset of [150_000, 0, 7, 199_995]) await readAt(again, offset);
    again.close();
    assertEquals(await again.seek(0), false);
  }));

Deno.test("openInput() supports sizes beyond 4 GB", () =>
  withFolder(async (folder) => {
    const file = await Deno.create(`${folder}/sparse`);
    await file.truncate(5 * 2 ** 30);
    file.close();
    const { source } = await openInput(`${folder}/sparse`);
    assertEquals(source.size, 5 * 2 ** 30);
    source.close();
  }));

Deno.test("openInput() reads a growing file up to its end", () =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/file`, new Uint8Array(10));
    const { source } = await openInput(`${folder}/file`);
    await Deno.writeFile(`${folder}/file`, new Uint8Array(20), { append: true });
    const into = new Uint8Array(100);
    let total = 0;
    for (let count = 1; count > 0; total += count) count = await source.read(into);
    assertEquals(total, 30);
    source.close();
  }));

Deno.test(withTools(["mkfifo"], "openInput() reads a named pipe once"), () =>
  withFolder(async (folder) => {
    const path = `${folder}/pipe`;
    await new Deno.Command("mkfifo", { args: [path] }).output();
    const writer = Deno.writeFile(path, new Uint8Array(100_000).fill(7));
    const { source, reopen } = await openInput(path);
    assertEquals([source.size, reopen], [undefined, undefined]);
    const into = new Uint8Array(65536);
    let total = 0;
    for (let count = 1; count > 0; total += count) count = await source.read(into);
    await writer;
    assertEquals(total, 100_000);
    source.close();
  }));

Deno.test("openInput() reports the reason for a failure", () =>
  withFolder(async (folder) => {
    const missing = await assertRejects(() => openInput(`${folder}/none`), InputError);
    assertEquals([missing.trouble, missing.path], ["missing", `${folder}/none`]);
    const directory = await assertRejects(() => openInput(folder), InputError);
    assertEquals(directory.trouble, "directory");
    const under = await assertRejects(() => openInput("/dev/null/x"), InputError);
    assert(under.message.startsWith('Cannot open "/dev/null/x": '));
  }));

Deno.test("timers run while a file is read for a long time", () =>
  withFolder(async (folder) => {
    // Too long to be read byte by byte before the timer.
    await Deno.writeFile(`${folder}/file`, new Uint8Array(1));
    await Deno.truncate(`${folder}/file`, 1 << 30);
    const { source } = await openInput(`${folder}/file`);
    let isOver = false;
    const timer = setTimeout(() => isOver = true, 30);
    const into = new Uint8Array(1);
    const start = performance.now();
    // Makes sure that the test ends.
    while (!isOver && performance.now() - start < 20_000 && await source.read(into) > 0) {
      while (performance.now() % 1 < 0.9);
    }
    clearTimeout(timer);
    source.close();
    assert(isOver);
  }));
