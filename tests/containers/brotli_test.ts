/** Brotli by our own decoder, compared with the output of the runtime's encoder and decoder. */
import { assert, assertEquals } from "@std/assert";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { dictionaryWord } from "../../src/containers/brotli/dictionary.ts";
import { brotli } from "../../src/containers/brotli.ts";
import type { ContainerDamage } from "../../src/containers/container.ts";
import { entriesOf, seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const ROOT = new URL("../../", import.meta.url);
const TEXT = Deno.readFileSync(new URL("README.md", ROOT));
const PROGRAM = Deno.readFileSync(new URL("testdata/gnatcov/elf/bare1-x86_64", ROOT));

interface Decoded {
  readonly bytes: Uint8Array;
  readonly damage: readonly ContainerDamage[];
}

async function decode(file: Uint8Array, piece = Infinity): Promise<Decoded> {
  const source = brotli.open(sourceOf(file, piece));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const piecesOf = new Uint8Array(1 << 16);
  for (let count = await source.read(piecesOf); count > 0; count = await source.read(piecesOf)) {
    pieces.push(piecesOf.slice(0, count));
  }
  return { bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()), damage: source.damage };
}

function encode(bytes: Uint8Array, quality: number, window = 22): Uint8Array {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: window };
  return new Uint8Array(brotliCompressSync(bytes, { params }));
}

Deno.test("brotli of every quality and window decodes to the original", async () => {
  const random = new Random(1);
  const contents: Readonly<Record<string, Uint8Array>> = {
    text: TEXT,
    "a little text": TEXT.subarray(0, 300),
    program: PROGRAM,
    nothing: new Uint8Array(0),
    "one byte": Uint8Array.of(7),
    zeros: new Uint8Array(400_000),
    random: Uint8Array.from({ length: 90_000 }, () => random.below(256)),
  };
  const settings = [0, 1, 2, 4, 5, 9, 11].flatMap((quality) =>
    [10, 17, 24].map((window) => ({ quality, window }))
  );
  for (const [turn, [name, content]] of Object.entries(contents).entries()) {
    for (const { quality, window } of entriesOf(settings, 0.45, turn)) {
      const what = `${name}, quality ${quality}, window ${window}`;
      const { bytes, damage } = await decode(encode(content, quality, window));
      assertEquals(damage, [], what);
      assert(bytes.length === content.length && bytes.every((byte, at) => byte === content[at]), what);
    }
  }
});

Deno.test("brotli decodes to the same bytes for any split of the input", async () => {
  for (const quality of [1, 5, 11]) {
    const file = encode(TEXT.subarray(0, 3000), quality);
    for (const piece of [1, 2, 7, 300]) {
      const { bytes, damage } = await decode(file, piece);
      assertEquals(damage, []);
      assertEquals(bytes, TEXT.slice(0, 3000));
    }
  }
});

/** Bits of a stream, lowest first. */
class Bits {
  readonly #bits: number[] = [];

  put(value: number, count: number): void {
    for (let bit = 0; bit < count; bit++) this.#bits.push(Math.floor(value / 2 ** bit) & 1);
  }

  take(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    this.#bits.forEach((bit, at) => bytes[at >> 3]! |= bit << (at & 7));
    return bytes;
  }
}

const COPY_BASES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30];
const COPY_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3];

/** A stream that consists of one dictionary word. */
function wordStream(length: number, reference: number, bytes: number): Uint8Array {
  const out = new Bits();
  out.put(0, 1); // window of 16 bits
  out.put(0b01, 2); // the last meta-block, not empty
  out.put(0, 2); // its length in four nibbles
  out.put(bytes - 1, 16);
  out.put(0, 3); // one type of block of each kind
  out.put(0, 6); // no postfix bits of distances, no direct distances
  out.put(0, 2); // contexts by low bits
  out.put(0, 2); // one code for literals, one for distances
  const single = (symbol: number, bits: number): void => {
    out.put(0b0001, 4);
    out.put(symbol, bits);
  };
  const copy = COPY_BASES.findLastIndex((base) => base <= length);
  const [symbol, extra] = distanceOf(reference + 1);
  single(0, 8);
  single((copy < 8 ? 128 : 192) + (copy & 7), 10);
  single(symbol, 6);
  out.put(length - COPY_BASES[copy]!, COPY_BITS[copy]!);
  out.put(extra, 1 + ((symbol - 16) >> 1));
  return out.take();
}

/** Symbol and extra bits of a distance. */
function distanceOf(distance: number): [number, number] {
  for (let symbol = 16;; symbol++) {
    const far = symbol - 16;
    const bits = 1 + (far >> 1);
    const base = (2 + (far & 1)) * 2 ** bits - 4 + 1;
    if (distance >= base && distance < base + 2 ** bits) return [symbol, distance - base];
  }
}

Deno.test("dictionaryWord() equals the runtime's words under every transformation", () => {
  const random = new Random(3);
  let words = 0;
  for (let length = 4; length <= 24; length++) {
    for (let change = 0; change <= 121; change++) {
      const counts = [10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5];
      const count = 2 ** counts[length - 4]!;
      const reference = change * count + random.below(count);
      const word = dictionaryWord(length, reference);
      assertEquals(word === undefined, change === 121);
      // An empty meta-block cannot be written.
      if (!word || word.length === 0) continue;
      words++;
      const expected = new Uint8Array(brotliDecompressSync(wordStream(length, reference, word.length)));
      assertEquals(word, expected, `length ${length}, change ${change}`);
    }
  }
  assert(words > 2500);
  assertEquals(dictionaryWord(3, 0), undefined);
  assertEquals(dictionaryWord(25, 0), undefined);
});

Deno.test("a truncated brotli stream gives everything before the end, and reports the truncation", async () => {
  const file = encode(TEXT, 5);
  let before = 0;
  for (let length = 0; length < file.length; length += 97) {
    const { bytes, damage } = await decode(file.subarray(0, length));
    assertEquals(damage.map(({ code }) => code), ["cut-container"], `${length} bytes`);
    assert(bytes.length >= before && bytes.every((byte, at) => byte === TEXT[at]));
    before = bytes.length;
  }
  assert(before > TEXT.length - 400, `${before} of ${TEXT.length}`);
});

Deno.test("damaged brotli streams end with a problem, and never throw", async () => {
  const found = new Map<string, number>();
  const files = [TEXT, PROGRAM].map((content) =>
    [1, 5, 11].map((quality) => encode(content.subarray(0, 2000), quality))
  );
  for (let seed = 1; seed <= seeds(1500); seed++) {
    const random = new Random(seed);
    const file = random.pick(random.pick(files)).slice();
    for (let changes = 1 + random.below(3); changes > 0; changes--) {
      file[random.below(random.oneIn(2) ? 60 : file.length)] = random.below(256);
    }
    const { damage } = await decode(file, random.oneIn(2) ? Infinity : 1 + random.below(200));
    const [first] = damage;
    assert(damage.length <= 1);
    if (first) assert(first.offset <= file.length, `seed ${seed}`);
    found.set(first?.code ?? "", (found.get(first?.code ?? "") ?? 0) + 1);
  }
  assert(
    found.get("damaged-container")! > seeds(300) && found.get("cut-container")! > seeds(5),
    `${[...found]}`,
  );
});

Deno.test("bytes after a brotli stream are reported", async () => {
  const file = encode(TEXT, 5);
  const longer = new Uint8Array(file.length + 3);
  longer.set(file);
  const { bytes, damage } = await decode(longer);
  assertEquals(bytes, TEXT);
  assertEquals(damage.map(({ code, offset }) => [code, offset]), [["trailing-bytes", file.length]]);
});

Deno.test("a damaged brotli stream writes nothing to standard output", async () => {
  // The runtime's decoder prints "leaking memory block" for this one.
  const path = "testdata/fuzz/containers/brotli-speaks.br";
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "cli.ts", "query", path, "-e", "events"],
    cwd: ROOT,
  }).output();
  assertEquals(new TextDecoder().decode(stdout), "");
  assert(new TextDecoder().decode(stderr).includes("it is in no known format"));
  assertEquals(code, 3);
});
