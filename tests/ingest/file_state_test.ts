import { assertEquals, assertRejects } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { type Input, openInput } from "../../src/ingest/file_source.ts";
import { Temporary } from "../support/temporary.ts";

/** Reads a file of 3000 bytes, and then changes it. */
async function afterReading(change: (path: string) => Promise<void>): Promise<Input["reopen"]> {
  using folder = Temporary.folder();
  const path = `${folder.path}/file`;
  await Deno.writeFile(path, bytes(3000));
  const { source, reopen } = await openInput(path);
  assertEquals(await lengthOf(source), 3000);
  source.close();
  await change(path);
  const again = await reopen!().catch((error: unknown) => error);
  return () => again instanceof Error ? Promise.reject(again) : Promise.resolve(again as never);
}

function bytes(length: number, first = 0): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => first + at);
}

async function lengthOf(source: { read(into: Uint8Array): Promise<number> }): Promise<number> {
  let length = 0;
  const into = new Uint8Array(700);
  for (let count = 1; count > 0; length += count) count = await source.read(into);
  return length;
}

Deno.test("reopen() gives the original bytes, also of a file that has grown", async () => {
  const kept = await (await afterReading(() => Promise.resolve()))!();
  assertEquals(await lengthOf(kept), 3000);
  kept.close();
  const grown = await (await afterReading((path) => Deno.writeFile(path, bytes(500), { append: true })))!();
  assertEquals(await lengthOf(grown), 3000);
  grown.close();
});

Deno.test("reopen() refuses a file that was replaced", async () => {
  const changes: ((path: string) => Promise<void>)[] = [
    (path) => Deno.truncate(path, 2000),
    // Longer, but with other bytes before the addition.
    (path) => Deno.writeFile(path, bytes(4000, 7)),
    async (path) => {
      await Deno.writeFile(`${path}.new`, bytes(3000));
      await Deno.rename(`${path}.new`, path);
    },
    (path) => Deno.utime(path, 1, 1),
  ];
  for (const change of changes) {
    const reopen = await afterReading(change);
    await assertRejects(() => reopen!(), InputError, "it has changed since it was opened");
  }
  const gone = await afterReading((path) => Deno.remove(path));
  await assertRejects(() => gone!(), InputError, "no such file");
});
