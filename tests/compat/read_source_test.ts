import { assertEquals, assertRejects } from "@std/assert";
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { readSource } from "../../src/compat/read_source.ts";

/** A source that counts how often it is closed. */
function counted(read: ByteSource["read"]): { source: ByteSource; closed(): number } {
  let closed = 0;
  return { source: { read, close: () => void closed++ } as ByteSource, closed: () => closed };
}

Deno.test("readSource() returns all bytes and closes the source, also one that cannot be read", async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at);
  const pieces = sourceOf(bytes, 300);
  const whole = counted((into) => pieces.read(into));
  assertEquals(await readSource(whole.source), bytes);
  assertEquals(whole.closed(), 1);
  const broken = counted(() => Promise.reject(new RangeError("The disk is gone")));
  await assertRejects(() => readSource(broken.source), RangeError, "The disk is gone");
  assertEquals(broken.closed(), 1);
});
