import { assert, assertEquals, assertGreaterOrEqual, assertRejects, assertThrows } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { FormatError } from "../../../src/base/errors.ts";
import { parseHeader } from "../../../src/formats/mtrc/header.ts";
import { MtrcWriter } from "./mtrc_writer.ts";
import { caseFile, casesWith, flipped, randomFrom, readBytes, readOrRefuse } from "./support.ts";
import { atFullEffort, byEffort, seeds } from "../../support/effort.ts";

const SOURCE = { thread: 7, func: "main", file: "a.c", line: 3 };

/** Three valid records. */
function threeRecords(version = 10501): MtrcWriter {
  return new MtrcWriter({ version }).head().reserve(4096, 8192).alloc(1, 4096, 10, SOURCE).free(1, SOURCE);
}

Deno.test(atFullEffort("readMtrc() keeps every complete record of every prefix"), async () => {
  const bytes = caseFile("tutorial2-le64", "trace.mtrc");
  const whole = (await readBytes(bytes)).rows("events");
  let before = 0;
  for (let length = 20; length < bytes.length; length++) {
    const sink = await readBytes(bytes.subarray(0, length));
    const rows = sink.rows("events");
    assertEquals(rows, whole.slice(0, rows.length));
    assertGreaterOrEqual(rows.length, before);
    before = rows.length;
    const letters = length - 298;
    const expected = letters > 0 ? "half-trailer" : letters === 0 ? "missing-trailer" : undefined;
    assertEquals(sink.problems.length, 1);
    if (expected) assertEquals(sink.codes, [expected]);
    else assert(["cut-record", "missing-trailer"].includes(sink.codes[0]!), `${length}: ${sink.codes}`);
    if (sink.codes[0] === "cut-record") assertEquals(sink.problems[0]!.record, rows.length + 1);
  }
  assertEquals(before, whole.length);
});

for (const name of casesWith("trace.mtrc")) {
  Deno.test(`readMtrc() survives prefixes and flipped bytes of ${name}`, async () => {
    const bytes = caseFile(name, "trace.mtrc");
    const random = randomFrom(bytes.length);
    const head = bytes.subarray(0, 4000);
    let kept = 0;
    for (let round = 0; round < seeds(25); round++) {
      const cut = await readOrRefuse(head.subarray(0, random() % head.length));
      const odd = await readOrRefuse(flipped(head, random), round % 2 === 0 ? {} : { window: 256 });
      for (const sink of [cut, odd]) if (sink && sink.count("events") > 0) kept++;
    }
    assert(kept > byEffort(seeds(25), 0), `rows of ${kept} damaged files are kept`);
  });
}

Deno.test("readMtrc() refuses a file without a valid header", async () => {
  const head = threeRecords().take();
  for (let length = 0; length < 20; length++) {
    assertEquals(await readOrRefuse(head.subarray(0, length)), null);
  }
  const other = head.slice();
  other[4] = 2;
  assertThrows(() => parseHeader(other, "MTRC", 0), FormatError, "expected the number 1");
  assertThrows(() => parseHeader(new TextEncoder().encode("MPTLxxxxxxxxxxxxxxxx"), "MTRC", 0), FormatError);
});

Deno.test("parseHeader() detects word size and byte order", () => {
  for (const wordBytes of [4, 8] as const) {
    for (const little of [true, false]) {
      const bytes = new MtrcWriter({ wordBytes, little, version: 10502 }).head().take();
      const header = parseHeader(bytes, "MTRC", 0);
      assertEquals(header, { wordBytes, little, version: 10502n, bytes: wordBytes === 4 ? 12 : 20 });
    }
  }
});

interface Damage {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly codes: readonly string[];
  readonly rows: number;
}

const LONG = new Array<number>(11).fill(0xff);

const DAMAGES: readonly Damage[] = [
  { name: "a whole file", bytes: threeRecords().trailer().take(), codes: [], rows: 3 },
  { name: "a header and a trailer", bytes: new MtrcWriter().head().trailer().take(), codes: [], rows: 0 },
  { name: "no trailer", bytes: threeRecords().take(), codes: ["missing-trailer"], rows: 3 },
  { name: "half a trailer", bytes: threeRecords().text("MT").take(), codes: ["half-trailer"], rows: 3 },
  { name: "another trailer", bytes: threeRecords().text("MTXX").take(), codes: ["unknown-record"], rows: 3 },
  {
    name: "a truncated number",
    bytes: threeRecords().raw(0x46, 0x80).take(),
    codes: ["cut-record"],
    rows: 3,
  },
  {
    name: "a truncated name",
    bytes: threeRecords().raw(0x46, 2, 0, 0x82, 0x66).take(),
    codes: ["cut-record"],
    rows: 3,
  },
  {
    name: "an unknown letter",
    bytes: threeRecords().raw(0x5a, 1, 2).take(),
    codes: ["unknown-record"],
    rows: 3,
  },
  {
    name: "bytes after the trailer",
    bytes: threeRecords().trailer().raw(1, 2, 3).take(),
    codes: ["trailing-bytes"],
    rows: 3,
  },
  {
    name: "a number of more than 64 bits",
    bytes: threeRecords().raw(0x48, ...LONG, 1, 5).trailer().take(),
    codes: ["number-overflow"],
    rows: 4,
  },
  {
    name: "a number in more bytes than it needs",
    bytes: threeRecords().raw(0x48, 0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 5)
      .trailer().take(),
    codes: [],
    rows: 4,
  },
  {
    name: "a 40-bit address in a 32-bit file",
    bytes: new MtrcWriter({ wordBytes: 4 }).head().reserve(2 ** 40, 1).trailer().take(),
    codes: ["number-overflow"],
    rows: 1,
  },
  {
    name: "a line of more than 32 bits",
    bytes: threeRecords().alloc(2, 1, 1, { ...SOURCE, line: 2 ** 40 }).trailer().take(),
    codes: ["number-overflow"],
    rows: 4,
  },
  {
    name: "a slot that was never defined",
    bytes: threeRecords().raw(0x46, 1, 0, 9, 0, 0).trailer().take(),
    codes: ["undefined-name"],
    rows: 4,
  },
  {
    name: "slots outside 1 to 32",
    bytes: threeRecords().raw(0x46, 1, 0, 0x80, 0x66, 0, 0xff, 0x67, 0, 0, 0x46, 1, 0, 0, 0x7f, 0).trailer()
      .take(),
    codes: ["name-slot", "name-slot", "name-slot"],
    rows: 5,
  },
  {
    name: "a name in the last slot",
    bytes: threeRecords().raw(0x46, 1, 0, 0xa0, 0x66, 0, 0, 0).raw(0x46, 1, 0, 0x20, 0, 0).trailer().take(),
    codes: [],
    rows: 5,
  },
  { name: "a newer version", bytes: threeRecords(10600).trailer().take(), codes: ["newer-version"], rows: 3 },
  {
    name: "a version before the first",
    bytes: threeRecords(9999).trailer().take(),
    codes: ["unknown-version"],
    rows: 3,
  },
  {
    name: "a realloc in a version without reallocs",
    bytes: threeRecords(10300).realloc(1, 1, 1).realloc(1, 1, 1).trailer().take(),
    codes: ["unexpected-realloc"],
    rows: 5,
  },
];

for (const { name, bytes, codes, rows } of DAMAGES) {
  Deno.test(`readMtrc() reads ${name}`, async () => {
    // After many valid records, the compiled decoder reads the same bytes.
    for (const reading of [{}, { piece: 1, window: 64 }]) {
      const sink = await readBytes(bytes, reading);
      assertEquals(sink.codes, codes);
      assertEquals(sink.count("events"), rows);
    }
  });
}

Deno.test("readMtrc() gives bytes after the trailer no record number", async () => {
  const { problems } = await readBytes(threeRecords().trailer().raw(1, 2, 3).take());
  assertEquals(problems.map(({ code, record }) => [code, record]), [["trailing-bytes", 0]]);
});

Deno.test("readMtrc() reports the same damage in the middle of a file as at its end", async () => {
  let tried = 0;
  for (const { name, bytes, codes, rows } of DAMAGES) {
    if (!codes.some((code) => ["number-overflow", "undefined-name", "name-slot"].includes(code))) continue;
    const shape = name.includes("32-bit file") ? { wordBytes: 4 as const } : {};
    const more = new MtrcWriter(shape);
    for (let at = 0; at < 50; at++) more.reserve(at, at);
    const sink = await readBytes(joinBytes([bytes.subarray(0, -4), more.trailer().take()]));
    assertEquals(sink.codes, codes, name);
    assertEquals(sink.count("events"), rows + 50, name);
    tried++;
  }
  assert(tried >= 3, `${tried} damages`);
});

Deno.test("readMtrc() reports the offset of a problem", async () => {
  const bytes = threeRecords().raw(0x5a).take();
  const [problem] = (await readBytes(bytes)).problems;
  assertEquals([problem!.offset, problem!.record, problem!.severity], [bytes.length - 1, 4, "error"]);
});

Deno.test(atFullEffort("readMtrc() stops at an endless name"), async () => {
  const sink = await readBytes(threeRecords().raw(0x46, 1, 0, 0x81).text("x".repeat(3 << 20)).take());
  assertEquals(sink.codes, ["overlong-record"]);
  assertEquals(sink.count("events"), 3);
});

Deno.test("readMtrc() finds source fields in files that call themselves 10404", async () => {
  const writer = new MtrcWriter({ version: 10404 }).head().reserve(4096, 8192);
  for (let at = 1; at < 20; at++) writer.alloc(at, 4096 + 16 * at, 16).sourceFields({ ...SOURCE, line: at });
  const sink = await readBytes(writer.trailer().take());
  assertEquals(sink.codes, ["early-source-fields"]);
  const rows = sink.rows("events");
  assertEquals(rows.length, 20);
  assertEquals([rows[19]!["func"], rows[19]!["line"], rows[19]!["thread"]], ["main", 19, 7n]);
});

Deno.test("readMtrc() stops when it is cancelled", async () => {
  const writer = new MtrcWriter().head();
  for (let at = 0; at < 70_000; at++) writer.reserve(at, 1);
  const options = { signal: AbortSignal.abort() };
  const { name } = await assertRejects(() => readBytes(writer.trailer().take(), { options }), DOMException);
  assertEquals(name, "AbortError");
});

Deno.test("readMtrc() assumes no source fields if many records before the damage have none", async () => {
  const writer = new MtrcWriter({ version: 10404 }).head();
  for (let at = 1; at <= 200; at++) writer.alloc(at, 4096 + 16 * at, 16);
  // Read with source fields, the name that seems to begin here has no end, so no further damage can be found.
  const bytes = writer.raw(0x00).text("A").raw(1, 1, 1, 1, 0x81).text("x".repeat(200)).take();
  const sink = await readBytes(bytes);
  assertEquals(sink.codes, ["unknown-record"]);
  assertEquals(sink.count("events"), 200);
});
