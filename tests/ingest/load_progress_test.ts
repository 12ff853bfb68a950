/** Progress reports of a load. */
import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { newPools } from "../support/pools.ts";

const BYTES = Deno.readFileSync(
  new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url),
);

Deno.test("load() reports progress, and the total if the file is not compressed", async () => {
  const packed = new Uint8Array(gzipSync(BYTES));
  for (const [bytes, total] of [[BYTES, BYTES.length], [packed, undefined]] as const) {
    const told: (readonly [number, number | undefined])[] = [];
    const file = await load(sourceOf(bytes, 50_000), newPools(), {
      name: "t",
      onProgress: (done, of) => void told.push([done, of]),
    });
    assertEquals(file.bytes, BYTES.length);
    assert(told.length > 0);
    assertEquals(told.at(-1), [BYTES.length, total]);
    for (const [at, [done, of]] of told.entries()) {
      assertEquals(of, total);
      assert(done <= BYTES.length && (at === 0 || done >= told[at - 1]![0]));
    }
    file.close();
  }
});
