/** A match decided on the bytes of a text has the same result as on the text, for any bytes. */
import { assert, assertEquals } from "@std/assert";
import type { StringPool } from "../../../src/events/string_pool.ts";
import { shortName } from "../../../src/names/short_name.ts";
import { ByteTest } from "../../../src/query/execution/byte_test.ts";
import { TextVerdict } from "../../../src/query/execution/kernels/texts_layout.ts";
import { matchTest, type TextPattern } from "../../../src/query/execution/match_test.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { TextBatch } from "../../../src/query/execution/text_batch.ts";
import { passingTexts, testOf } from "../../../src/query/execution/text_memo.ts";
import { NAMES } from "../../names/function_names.ts";
import { byEffort, seeds } from "../../support/effort.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";

const ENCODER = new TextEncoder();
/** Texts are built from these bytes, including a Kelvin sign, a long s, and invalid UTF-8. */
const PIECES = [
  ...["a", "b", "k", "K", "s", "S", "_", "__", "/", ".", "ab", "step_", "1", "9", "\0", "\n", " "],
  ...["ä", "\u212a", "\u017f", "\ufeff", "€", "😀", "::", "<int>", "$s"],
].map((text) => ENCODER.encode(text));
const BROKEN = [[0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0x80]].map((bytes) =>
  Uint8Array.from(bytes)
);
const LETTERS = ["a", "b", "k", "s", "S", "_", "/", ".", "ab", "step_", "1", "ä", "\u212a", "😀"];
const OF_GLOBS = [...LETTERS, "*", "?", "**", "[ab]", "[!a]", "{a,b_}"];
const OF_REGEXES = [
  ...[
    ...LETTERS,
    "a+",
    "b*",
    "_?",
    "(a|b)",
    "[^a]",
    "\\.",
    "\\d",
    "\\w",
    "^",
    "$",
    "\\b",
    "(?=a)",
    "a{2}",
    "[kK]",
  ],
  ...["(step|stop)_", "."],
];

function textOf(random: Random, letters: readonly string[], most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(letters)).join("");
}

function anyPattern(random: Random): TextPattern {
  const how = random.pick(["contains", "startswith", "endswith", "equal", "glob", "regex", "regex"] as const);
  const letters = how === "glob" ? OF_GLOBS : how === "regex" ? OF_REGEXES : LETTERS;
  const long = random.oneIn(20) ? "ab".repeat(30 + random.below(10)) : "";
  const flags = how === "regex" ? random.pick(["", "i", "u", "iu", "m", "s"]) : "";
  return {
    how,
    pattern: long + textOf(random, letters, 5),
    flags,
    ...(random.oneIn(3) ? { ofNames: true } : {}),
  };
}

/** Bytes of a text: letters, sometimes invalid UTF-8, sometimes very many. */
function anyBytes(random: Random): Uint8Array {
  if (random.oneIn(10)) return ENCODER.encode(random.pick(NAMES)[0]);
  const pieces: Uint8Array[] = [];
  const isAscii = random.oneIn(2);
  const many = random.oneIn(200) ? byEffort(500, 60_000) : 12;
  for (let left = random.below(many); left > 0; left--) {
    const piece = random.oneIn(30) ? random.pick(BROKEN) : random.pick(PIECES);
    if (!isAscii || piece.every((byte) => byte < 0x80)) pieces.push(piece);
  }
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

/** Some texts, and their codes in random order, some repeated. */
function someTexts(random: Random, strings: StringPool): number[] {
  const codes = Array.from({ length: 1 + random.below(150) }, () => strings.intern(anyBytes(random)));
  for (let at = codes.length - 1; at > 0; at--) {
    if (random.oneIn(3)) codes[at] = codes[random.below(at)]!;
  }
  return codes.filter((code) => code !== 0);
}

/** A valid pattern, and its test on texts. */
function readable(random: Random): { match: TextPattern; passes: (text: string) => boolean } {
  for (;;) {
    const match = anyPattern(random);
    try {
      return { match, passes: matchTest(match) };
    } catch {
      // The pattern is invalid: try another one.
    }
  }
}

Deno.test("tests on bytes agree with tests on texts, or are undecided", () => {
  let decided = 0, all = 0;
  for (let seed = 0; seed < seeds(2000); seed++) {
    const random = new Random(seed);
    const pools = newPools(), work = new Workspace(pools), { strings } = pools;
    const { match, passes } = readable(random);
    const codes = someTexts(random, strings);
    const label = `seed ${seed}: ${
      match.ofNames ? "name " : ""
    }${match.how} ${match.pattern} /${match.flags}`;
    const bytes = new ByteTest(work, match), batch = new TextBatch(work);
    // In the second round, the transitions are known from the first.
    for (let round = 0; round < 2; round++) {
      for (let next = 0; next < codes.length;) {
        next = batch.fill(codes, next, 1 + random.below(200));
        bytes.test(batch);
        for (let at = 0; at < batch.count; at++) {
          const verdict = work.arena.u8[batch.results + at]!, text = strings.text(batch.codes[at]!);
          all++;
          if (verdict === TextVerdict.Undecided) continue;
          decided++;
          assertEquals(verdict === TextVerdict.Passes, passes(text), `${label} of ${JSON.stringify(text)}`);
        }
      }
      for (const code of codes) passes(strings.text(code));
    }
    const wanted = codes.filter((code) => passes(strings.text(code)));
    assertEquals([...passingTexts(work, match, codes)], wanted, label);
    assertEquals(codes.filter((code) => testOf(work, match).passes(code)), wanted, label);
    work.release();
  }
  assert(decided > all / 3, `${decided} of ${all}`);
});

Deno.test("tests on bytes decide all ASCII texts once transitions are known", () => {
  const texts = ["step_19", "stop_12", "x/step_1", "STEP_15", "a", "step_1x", "b/STEP_1"];
  const undecided = (match: TextPattern): number[] => {
    const pools = newPools(), work = new Workspace(pools);
    const codes = texts.map((text) => pools.strings.internText(text));
    const bytes = new ByteTest(work, match), batch = new TextBatch(work);
    const passes = matchTest(match);
    return [0, 1].map(() => {
      batch.fill(codes, 0, codes.length);
      bytes.test(batch);
      const verdicts = codes.map((_, at) => work.arena.u8[batch.results + at]!);
      for (const text of texts) passes(text);
      return verdicts.filter((verdict) => verdict === TextVerdict.Undecided).length;
    });
  };
  assertEquals(undecided({ how: "regex", pattern: "step_1[0-7]$", flags: "" }), [3, 0]);
  assertEquals(undecided({ how: "regex", pattern: "step_1[0-6]$", flags: "i" }), [5, 0]);
  assertEquals(undecided({ how: "regex", pattern: "st[eo]p_1[25]", flags: "" }), [4, 0]);
  assertEquals(undecided({ how: "glob", pattern: "st?p_1*", flags: "" }), [4, 0]);
  assertEquals(undecided({ how: "contains", pattern: "step", flags: "" }), [0, 0]);
});

Deno.test("case-insensitive letters include the characters outside ASCII that the engine equates with them", () => {
  // A Kelvin sign and a long s, alone and among other letters.
  const texts = ["\u212a", "\u017ftep", "a\u212ab", "k", "K", "step", "STEP", "akb", "ä", "äk", "x"];
  const filling = Array.from({ length: 20 }, (_, at) => `ä${at}`);
  for (const flags of ["", "i", "u", "iu"]) {
    for (const pattern of ["k", "step", "akb", "[kK]", "^k$", "s"]) {
      const pools = newPools(), work = new Workspace(pools);
      const codes = [...texts, ...filling].map((text) => pools.strings.internText(text));
      const passing = passingTexts(work, { how: "regex", pattern, flags }, codes);
      const expected = [...texts, ...filling].filter((text) => new RegExp(pattern, flags).test(text));
      assertEquals([...passing].map((code) => pools.strings.text(code)), expected, `/${pattern}/${flags}`);
    }
  }
});

Deno.test("names classified as plain by their bytes have no shorter form", () => {
  const pieces =
    "a,main,step_1,z,A,9,_,__,ada__,system__,TKB,___elabb,_Z,_R,$s,<lambda>,::,.part.0,(int),@GLIBC,gnat__,__2"
      .split(",");
  const pools = newPools(), work = new Workspace(pools), { strings } = pools;
  const names: string[] = [...NAMES.map(([name]) => name), "main", "step_1", "_start", "a__b"];
  for (let seed = 0; seed < seeds(3000); seed++) names.push(textOf(new Random(seed), pieces, 5));
  const ascii = names.filter((name) => name !== "" && /^[\0-\x7f]*$/.test(name)).slice(0, 4000);
  const codes = ascii.map((name) => strings.internText(name));
  const batch = new TextBatch(work);
  batch.fill(codes, 0, codes.length);
  // No text has this letter, so that only short forms remain undecided.
  new ByteTest(work, { how: "contains", pattern: "\x01", flags: "", ofNames: true }).test(batch);
  let plain = 0;
  for (let at = 0; at < batch.count; at++) {
    if (work.arena.u8[batch.results + at] !== TextVerdict.Fails) continue;
    plain++;
    const name = strings.text(batch.codes[at]!);
    assertEquals(shortName(name), name);
  }
  assert(plain > 10, `${plain} plain names`);
});
