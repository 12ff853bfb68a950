/** Files in Node.js and Bun, as the library reads them. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { nodeFiles, openNodeFile } from "../../src/ingest/node_files.ts";
import { withFolder } from "../support/temporary.ts";

const files = nodeFiles()!;

Deno.test("openNodeFile() reads all bytes of a file in order, and from an offset", () =>
  withFolder(async (folder) => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) >>> 3);
    await Deno.writeFile(`${folder}/file`, bytes);
    const { source, reopen } = openNodeFile(files, `${folder}/file`);
    assertEquals(source.size, bytes.length);
    const read: number[] = [];
    const into = new Uint8Array(30_000);
    for (let count = 1; count > 0; read.push(...into.subarray(0, count))) count = await source.read(into);
    assertEquals(Uint8Array.from(read), bytes);
    assertEquals(await source.seek!(99_990), true);
    assertEquals(await source.read(into), 10);
    assertEquals(into.slice(0, 10), bytes.slice(99_990));
    source.close();
    source.close();
    assertEquals(await source.read(into), 0);
    const again = await reopen!();
    assertEquals(await again.read(into), into.length);
    assertEquals(into, bytes.slice(0, into.length));
    again.close();
    await Deno.writeFile(`${folder}/file`, new Uint8Array(5));
    await assertRejects(async () => await reopen!(), InputError, "it has changed since it was opened");
  }));

Deno.test("openNodeFile() says why a file cannot be opened, and which one has a similar name", () =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/trace.mtrc`, new Uint8Array(1));
    const missing = assertThrows(() => openNodeFile(files, `${folder}/trace.mtr`), InputError);
    assert(missing.message.endsWith(`did you mean "${folder}/trace.mtrc"?`), missing.message);
    assertEquals(missing.trouble, "missing");
    assertThrows(() => openNodeFile(files, folder), InputError, "it is a directory");
  }));
