/** The identity of a file: its size, its time, and samples of its bytes. */
import { assert, assertEquals } from "@std/assert";
import { identityOf, isSameFile } from "../../src/index/file_identity.ts";
import { Temporary } from "../support/temporary.ts";

Deno.test("a file counts as changed if a sampled byte differs, even with equal size and time", () => {
  using folder = Temporary.folder();
  const path = `${folder.path}/file`;
  const time = new Date(1_700_000_000_000);
  const size = 100_000;
  const bytes = Uint8Array.from({ length: size }, (_, at) => at * 7 + (at >> 8));
  const identity = (content: Uint8Array): NonNullable<ReturnType<typeof identityOf>> => {
    Deno.writeFileSync(path, content);
    Deno.utimeSync(path, time, time);
    return identityOf(path)!;
  };
  const first = identity(bytes);
  assert(isSameFile(first, identity(bytes)));
  assertEquals([first.size, first.modified], [size, time.getTime()]);
  // Sixteen samples of 4096 bytes, from the first byte to the last.
  for (let sample = 0; sample < 16; sample++) {
    const start = Math.floor(((size - 4096) * sample) / 15);
    for (const at of [start, start + 4095]) {
      assert(!isSameFile(first, identity(bytes.with(at, bytes[at]! ^ 1))), `byte ${at}`);
    }
  }
  assert(!isSameFile(first, identity(bytes.subarray(0, size - 1))));
  // A file smaller than a sample is one sample.
  const small = identity(bytes.subarray(0, 10));
  assert(!isSameFile(small, identity(bytes.with(0, 9).subarray(0, 10))));
  assert(!isSameFile(small, identity(bytes.with(9, 1).subarray(0, 10))));
  assertEquals(identityOf(folder.path), undefined);
  assertEquals(identityOf(`${folder.path}/nothing`), undefined);
});
