/** Every format recognizes its own samples by their first bytes, and nothing else. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { SNIFF_BYTES } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/registry.ts";
import { entriesOf, seeds, someOf } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { bytesOf, FILES, isJoined, SAMPLES } from "./samples.ts";

/** Names of all formats that recognize these bytes. */
function recognizingFormats(head: Uint8Array): string[] {
  return formats.filter((format) => format.sniff(head)).map(({ name }) => name);
}

/** The first bytes of the content of a file's containers. */
async function headOf(bytes: Uint8Array): Promise<Uint8Array> {
  return (await unwrap(sourceOf(bytes), (head) => recognizingFormats(head).length > 0)).head;
}

for (const { name, sniff } of formats) {
  Deno.test(`conformance of ${name}: it has samples, and recognizes each of them`, async () => {
    const samples = SAMPLES.get(name)!;
    assert(samples.length > 0, "a format without samples is not tested");
    for (const { path, bytes } of samples) assert(sniff(await headOf(bytes)), path);
  });
}

Deno.test("conformance: no format recognizes a file of the sample folders that is not its sample", async () => {
  const owners = new Map([...SAMPLES].flatMap(([format, own]) => own.map(({ path }) => [path, format])));
  assert(FILES.some((path) => !owners.has(path)), "outputs of the original tools stand beside the samples");
  for (const path of entriesOf(FILES.filter((each) => !isJoined(each)), 0.15)) {
    const bytes = bytesOf(path);
    const allowed = owners.get(path);
    // No format recognizes the bytes of a wrapped sample; its own format recognizes the content.
    for (const head of [bytes.subarray(0, SNIFF_BYTES), await headOf(bytes)]) {
      assertEquals(recognizingFormats(head).filter((name) => name !== allowed), [], path);
    }
  }
});

Deno.test("conformance: no format recognizes the first bytes of another format's sample, however few", async () => {
  for (const [format, samples] of SAMPLES) {
    for (const { path, bytes } of samples) {
      const head = await headOf(bytes);
      for (const length of someOf(Math.min(head.length, 200), 0.25, path.length)) {
        const others = recognizingFormats(head.subarray(0, length)).filter((name) => name !== format);
        assertEquals(others, [], `${length} bytes of ${path}`);
      }
    }
  }
});

Deno.test("conformance: no format recognizes noise", () => {
  const makers: ((random: Random) => number)[] = [
    (random) => random.below(256),
    (random) => 0x20 + random.below(0x5f),
    (random) => random.oneIn(8) ? 0x0a : 0x20 + random.below(0x5f),
    (random) => random.below(8),
    (random) => random.oneIn(2) ? 0 : random.below(256),
  ];
  for (let seed = 1; seed <= seeds(4000); seed++) {
    const random = new Random(seed);
    const next = random.pick(makers);
    const noise = Uint8Array.from(
      { length: random.below(seed % 40 === 0 ? SNIFF_BYTES : 100) },
      () => next(random),
    );
    assertEquals(recognizingFormats(noise), [], `seed ${seed}`);
  }
  for (let byte = 0; byte < 256; byte++) {
    for (const length of [1, 2, 20, SNIFF_BYTES]) {
      assertEquals(recognizingFormats(new Uint8Array(length).fill(byte)), [], `${length} times ${byte}`);
    }
  }
  assertEquals(recognizingFormats(new Uint8Array(0)), [], "nothing at all");
});
