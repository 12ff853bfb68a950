/** The file of an index: reading and closing. */
import { assertEquals, assertThrows } from "@std/assert";
import { DamagedIndexError, openIndexFile } from "../../src/index/open_index_file.ts";

Deno.test("openIndexFile() reads the bytes of the file; reading after close() throws", async () => {
  const path = await Deno.makeTempFile({ prefix: "quarry-index-" });
  await Deno.writeFile(path, Uint8Array.of(1, 2, 3, 4));
  const file = openIndexFile(path)!;
  assertEquals(file.size, 4);
  const bytes = new Uint8Array(2);
  file.read(1, bytes);
  assertEquals(bytes, Uint8Array.of(2, 3));
  file.close();
  file.close();
  assertThrows(() => file.read(1, bytes), Deno.errors.BadResource);
  await Deno.remove(path);
});

Deno.test("an index that ends before a block does is damaged, and is removed", async () => {
  const path = await Deno.makeTempFile({ prefix: "quarry-index-" });
  await Deno.writeFile(path, Uint8Array.of(1, 2, 3, 4));
  const file = openIndexFile(path)!;
  assertThrows(() => file.read(3, new Uint8Array(2)), DamagedIndexError, "it is damaged");
  file.close();
  assertEquals(openIndexFile(path), undefined);
});
