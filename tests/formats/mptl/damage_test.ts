import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { mptl } from "../../../src/formats/mptl/mod.ts";
import { caseFile, casesWith, flipped, randomFrom, readBytes, readOrRefuse } from "../mtrc/support.ts";
import { atFullEffort, effort, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";

// The sample of the format's description: 32-bit little-endian, 2 records, 5 sites, 2 symbols.
const SAMPLE = caseFile("pass1-le32", "profile.mptl");
const BINS = 0x18;
const RECORDS = 0x2024;
const FIRST_RECORD = 0x2028;
const SITES = 0x20b0;
const FIRST_SITE = 0x20b4;
const SECOND_SITE = 0x20cc;
const SYMBOLS = 0x212c;
const STRINGS = 0x2138;
const LAST_STRING_BYTE = 0x2148;
const TRAILER = 0x2149;

/** The sample with some words changed. */
function patched(...words: readonly [number, number][]): Uint8Array {
  const bytes = SAMPLE.slice();
  const view = new DataView(bytes.buffer);
  for (const [at, value] of words) view.setUint32(at, value, true);
  return bytes;
}

interface Damage {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly codes: readonly string[];
}

const byteChanged = (at: number, value: number): Uint8Array => {
  const bytes = SAMPLE.slice();
  bytes[at] = value;
  return bytes;
};

const DAMAGES: readonly Damage[] = [
  { name: "a whole file", bytes: SAMPLE, codes: [] },
  {
    name: "a record index of 0",
    bytes: patched([FIRST_RECORD, 0]),
    codes: ["record-index"],
  },
  {
    name: "a record index beyond the number of records",
    bytes: patched([FIRST_RECORD, 9]),
    codes: ["record-index"],
  },
  { name: "the same record index twice", bytes: patched([FIRST_RECORD, 2]), codes: ["record-index"] },
  {
    name: "more freed than allocated",
    bytes: patched([FIRST_RECORD + 4, 0]),
    codes: ["freed-exceeds-allocated"],
  },
  {
    name: "more in a record than in the bins",
    bytes: patched([FIRST_RECORD + 4, 5000]),
    codes: ["records-exceed-bins"],
  },
  { name: "a site index of 0", bytes: patched([FIRST_SITE, 0]), codes: ["site-index", "site-parent"] },
  {
    name: "a site index beyond the number of sites",
    bytes: patched([FIRST_SITE, 6]),
    codes: ["site-index", "site-parent"],
  },
  {
    name: "the same site index twice",
    bytes: patched([FIRST_SITE, 2]),
    codes: ["site-index"],
  },
  { name: "a site that is its own caller", bytes: patched([SECOND_SITE + 4, 4]), codes: ["site-parent"] },
  { name: "a caller that comes later", bytes: patched([SECOND_SITE + 4, 5]), codes: ["site-parent"] },
  {
    name: "a symbol beyond the number of symbols",
    bytes: patched([SECOND_SITE + 12, 3]),
    codes: ["site-symbol"],
  },
  { name: "a name without a symbol", bytes: patched([SECOND_SITE + 12, 0]), codes: ["site-symbol"] },
  { name: "a name beyond the string table", bytes: patched([FIRST_SITE + 16, 13]), codes: ["symbol-name"] },
  {
    name: "two names for a symbol",
    bytes: patched([SECOND_SITE + 16, 1]),
    codes: ["symbol-name"],
  },
  {
    name: "a name without an end",
    bytes: byteChanged(LAST_STRING_BYTE, 0x78),
    codes: ["symbol-name", "symbol-name"],
  },
  {
    name: "a site record beyond the number of records",
    bytes: patched([SECOND_SITE + 20, 3]),
    codes: ["site-record", "record-sites"],
  },
  { name: "a record of two sites", bytes: patched([FIRST_SITE + 20, 1]), codes: ["record-sites"] },
  { name: "a record of no site", bytes: patched([SECOND_SITE + 20, 0]), codes: ["record-sites"] },
  { name: "no trailer", bytes: SAMPLE.subarray(0, TRAILER), codes: ["missing-trailer"] },
  { name: "another trailer", bytes: byteChanged(TRAILER, 0x58), codes: ["missing-trailer"] },
  { name: "half a trailer", bytes: SAMPLE.subarray(0, TRAILER + 2), codes: ["half-trailer"] },
  {
    name: "bytes after the trailer",
    bytes: joinBytes([SAMPLE, new Uint8Array(9)]),
    codes: ["trailing-bytes"],
  },
  { name: "a newer version", bytes: patched([8, 10600]), codes: ["newer-version"] },
  ...[BINS, RECORDS, SITES, SYMBOLS, STRINGS].flatMap((at) =>
    [2 ** 20, 2 ** 32 - 1].map((count) => ({
      name: `${count} entries at ${at}`,
      bytes: patched([at, count]),
      codes: ["count-exceeds-file", "cut-section"],
    }))
  ),
];

for (const { name, bytes, codes } of DAMAGES) {
  Deno.test(`readMptl() reads ${name}`, async () => {
    const sink = await readBytes(bytes, { format: mptl });
    const [profile, sites] = [sink.rows("profile"), sink.rows("sites")];
    // Counts that exceed the file may also make the rows before its end meaningless.
    const found = codes.includes("count-exceeds-file")
      ? sink.codes.filter((code) => codes.includes(code))
      : sink.codes;
    assertEquals([...new Set(found)].sort(), [...new Set(codes)].sort());
    assert(profile.length <= 3 && sites.length <= 5);
  });
}

Deno.test("readMptl() keeps all complete rows of a file that is cut at any length", async () => {
  const whole = await readBytes(SAMPLE, { format: mptl });
  for (let length = 12; length < SAMPLE.length; length += Math.ceil((length < 8200 ? 97 : 1) / effort)) {
    const sink = await readBytes(SAMPLE.subarray(0, length), { format: mptl });
    assertEquals(
      sink.count("bins"),
      length < 0x1c ? 0 : Math.min(1024, Math.floor((length - 0x1c) / 4)),
    );
    const records = Math.max(0, Math.min(2, Math.floor((length - FIRST_RECORD) / 68)));
    assertEquals(sink.count("profile"), records);
    const sites = Math.max(0, Math.min(5, Math.floor((length - FIRST_SITE) / 24)));
    assertEquals(
      sink.rows("sites").map((row) => row["addr"]),
      whole.rows("sites").slice(0, sites).map((row) => row["addr"]),
    );
    const allowed = ["cut-section", "count-exceeds-file", "missing-trailer", "half-trailer"];
    assert(
      sink.codes.length > 0 && sink.codes.every((code) => allowed.includes(code)),
      `${length}: ${sink.codes}`,
    );
  }
});

for (const { entry: name, left } of turnsOf(casesWith("profile.mptl"), 4)) {
  Deno.test(unless([left], `readMptl() survives prefixes and flipped bytes of ${name}`), async () => {
    const bytes = caseFile(name, "profile.mptl");
    const random = randomFrom(bytes.length);
    for (let round = 0; round < 6; round++) {
      await readOrRefuse(bytes.subarray(0, random() % bytes.length), { format: mptl });
      await readOrRefuse(flipped(bytes, random), { format: mptl });
      // Half of the flips are among counts, sites and strings.
      const end = bytes.slice();
      for (let flips = 0; flips < 4; flips++) {
        end[16000 % end.length + (random() % (end.length - 16000 % end.length))]! ^= 1 << (random() % 8);
      }
      await readOrRefuse(end, { format: mptl });
    }
  });
}

Deno.test(atFullEffort("readMptl() does not keep endless chains of callers"), async () => {
  const count = 30_000;
  const words = [1, 10501, 32, 256, 2048, 0, 0, count];
  for (let site = 1; site <= count; site++) words.push(site, site - 1, 4096 + site, 0, 0, 0);
  words.push(0, 1);
  const bytes = new Uint8Array(4 + words.length * 4 + 5);
  const view = new DataView(bytes.buffer);
  words.forEach((word, at) => view.setUint32(4 + at * 4, word, true));
  for (const at of [0, bytes.length - 4]) bytes.set(new TextEncoder().encode("MPTL"), at);
  const sink = await readBytes(bytes, { format: mptl });
  assertEquals(sink.codes, ["deep-stacks"]);
  assertEquals(sink.count("sites"), count);
  assert(sink.stacks.byteLength < 64 << 20);
});

Deno.test("readMptl() stops at impossible sections", async () => {
  const zeros = new Uint8Array(1 << 20);
  const cases: readonly (readonly [string, number, Uint8Array])[] = [
    ["damaged-section", RECORDS, zeros],
    ["damaged-section", SITES, zeros],
    ["impossible-count", SYMBOLS, zeros],
    ["impossible-count", STRINGS, zeros],
  ];
  for (const [code, at, rest] of cases) {
    const head = patched([at, 2 ** 32 - 1]).subarray(0, at + 4);
    const sink = await readBytes(joinBytes([head, rest]), { format: mptl });
    assert(sink.codes.includes(code), `${at}: ${sink.codes}`);
    const { offset } = sink.problems.find((problem) => problem.code === code)!;
    assert(offset > at && offset < at + 300_000, `${at}: ended at ${offset}`);
  }
});
