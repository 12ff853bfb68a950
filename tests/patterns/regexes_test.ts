import { assert, assertEquals } from "@std/assert";
import { AtomTable } from "../../src/patterns/atoms.ts";
import { parseRegex } from "../../src/patterns/parse_regex.ts";
import { replaceMatches } from "../../src/patterns/group_finder.ts";
import type { PatternNode } from "../../src/patterns/pattern_tree.ts";
import { groupCount, groupFinder, regexPattern, regexProblem } from "../../src/patterns/text_pattern.ts";
import { WorkMeter } from "../../src/patterns/work_meter.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const SEEDS = seeds(6000);

const ATOMS =
  "a b A k s _ 1 é 😀 . \\d \\w \\W \\s \\S \\D [ab] [^a] [a-z] [^] [] [\\w-] [\\b] \\n \\x61 \\u0061 \\/ \\. \\cJ \\0"
    .split(" ");
const UNICODE_ATOMS = "\\u{1F600} \\uD83D\\uDE00 \\p{L} \\P{Lu} [😀b]".split(" ");
/** What only expressions without the flag u may have. */
const LOOSE_ATOMS = "\\61 \\8 \\c \\k \\p { } ] \\_ \\uZ \\xg \\377 \\400 \\1".split(" ");
const CLAIMS = ["^", "$", "\\b", "\\B"];
const REPEATS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}", "{0}"];
const LETTERS = [
  "a",
  "b",
  "A",
  "B",
  "_",
  "1",
  "/",
  " ",
  "\n",
  "é",
  "É",
  "k",
  "\u212a",
  "ſ",
  "s",
  "-",
  "j",
  "\b",
  "\\",
  "]",
];

function randomSource(random: Random, depth: number, unicode: boolean): string {
  const inner = (): string => randomSource(random, depth - 1, unicode);
  const atom = (): string => random.pick(random.oneIn(3) ? unicode ? UNICODE_ATOMS : LOOSE_ATOMS : ATOMS);
  const kind = random.below(14);
  if (depth === 0 || kind < 4) return atom();
  if (kind < 7) return inner() + inner();
  if (kind === 7) return `(?:${inner()}|${inner()})`;
  if (kind === 8) return `(${inner()}|${random.oneIn(2) ? "" : inner()})`;
  if (kind === 9) return `(?:${inner()})${random.pick(REPEATS)}`;
  if (kind === 10) return random.pick(CLAIMS) + inner();
  if (kind === 11) return inner() + random.pick(CLAIMS);
  if (kind === 12) {
    const look = random.pick(["(?=", "(?!", "(?<=", "(?<!"]);
    return `${look}${random.pick([atom(), "a|$", "^|b", "[ab]|\\b", "$"])})${inner()}`;
  }
  // The engine of Deno 2.9 evaluates some of these incorrectly with u: /(?-i:a)[b]/iu does not match "aB".
  return unicode ? inner() : `(?${random.pick(["i", "m", "s", "i-m", "-i", "im-s"])}:${inner()})`;
}

Deno.test("regexPattern() matches like the engine", () => {
  const meter = new WorkMeter();
  let refused = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = new Random(seed);
    const flags = ["i", "m", "s", "u"].filter(() => random.oneIn(2)).join("");
    const source = randomSource(random, 3, flags.includes("u"));
    let expected: RegExp;
    try {
      expected = new RegExp(source, flags);
    } catch {
      assertEquals(regexProblem(source, flags)?.isRefused, false, source);
      continue;
    }
    const problem = regexProblem(source, flags);
    if (problem !== null) {
      refused++;
      assert(problem.isRefused && /\\\d|\(\?<?[=!]/.test(source.slice(problem.start, problem.end)), source);
      continue;
    }
    const pattern = regexPattern(source, flags);
    for (let time = 0; time < 8; time++) {
      // The engine also matches between the halves of a pair, which is not a position in the language: /\B/u
      // on "a😀b".
      const letters = flags.includes("u") ? LETTERS : [...LETTERS, "😀", "\ud83d"];
      // Special characters may be literal: "\\c" stands for two of them.
      const own = [...source];
      const pick = (): string => random.pick(own.length > 0 && random.oneIn(3) ? own : letters);
      const text = Array.from({ length: random.below(8) }, pick).join("");
      const context = `/${source}/${flags} on ${JSON.stringify(text)}, seed ${seed}`;
      assertEquals(pattern.test(text, meter), expected.test(text), context);
    }
  }
  assert(refused > 0 && refused < SEEDS / 20, `${refused} refused`);
});

function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case "atom":
      return false;
    case "sequence":
      return node.parts.every(canBeEmpty);
    case "choice":
      return node.parts.some(canBeEmpty);
    case "group":
      return canBeEmpty(node.part);
    case "repeat":
      return node.min === 0 || canBeEmpty(node.part);
    default:
      return true;
  }
}

/** Whether a repeated part may match an empty text. */
function repeatsNothing(node: PatternNode): boolean {
  switch (node.kind) {
    case "sequence":
    case "choice":
      return node.parts.some(repeatsNothing);
    case "group":
      return repeatsNothing(node.part);
    case "repeat":
      return canBeEmpty(node.part) || repeatsNothing(node.part);
    default:
      return false;
  }
}

Deno.test("groupFinder() finds the same groups as the engine", () => {
  const meter = new WorkMeter();
  let [groups, found] = [0, 0];
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = new Random(seed);
    const flags = ["i", "m", "s", "u"].filter(() => random.oneIn(2)).join("");
    const source = randomSource(random, 3, flags.includes("u"));
    if (regexProblem(source, flags) !== null) continue;
    // The engine backtracks if a round of a repetition matches nothing: /(?:a*?)?/ consumes an "a".
    if (repeatsNothing(parseRegex(source, flags, new AtomTable(), true))) continue;
    const expected = new RegExp(source, `g${flags}`);
    const count = groupCount(source);
    const group = random.below(count + 1);
    const finder = groupFinder(source, flags, group);
    for (let time = 0; time < 8; time++) {
      const own = [...source];
      const text = Array.from({ length: random.below(8) }, () => random.pick(random.oneIn(3) ? own : LETTERS))
        .join("");
      const from = random.oneIn(3) ? random.below(text.length + 1) : 0;
      // The middle of a pair is not a position with u.
      if (/[\udc00-\udfff]/.test(text[from] ?? "")) continue;
      expected.lastIndex = from;
      const wanted = expected.exec(text);
      // The engine also matches between the halves of a pair here.
      if (!flags.includes("u") || !/[\ud800-\udfff]/.test(text)) {
        const replaced = replaceMatches(text, finder, "-", meter);
        assertEquals(
          replaced,
          text.replaceAll(expected, "-"),
          `/${source}/${flags} in ${JSON.stringify(text)}`,
        );
      }
      const match = finder.find(text, from, meter);
      const context = `/${source}/${flags} group ${group} on ${
        JSON.stringify(text)
      } from ${from}, seed ${seed}`;
      assertEquals(
        match === null ? null : [match.start, match.end],
        wanted === null ? null : [wanted.index, wanted.index + wanted[0].length],
        context,
      );
      if (match === null || group === 0) continue;
      const { group: at } = match;
      assertEquals(at === null ? "" : text.slice(at.start, at.end), wanted![group] ?? "", context);
      groups++;
      if (at !== null && at.end > at.start) found++;
    }
  }
  assert(groups > SEEDS / 10 && found > SEEDS / 30, `${groups} groups, ${found} with letters`);
});

Deno.test("regexPattern() treats a surrogate pair as one character with u, and as two without", () => {
  const meter = new WorkMeter();
  for (const flags of ["", "u"]) {
    for (const source of ["^.$", "^..$", "^😀$", "😀{2}", "[😀]", "^[^a]$", "\\ud83d", "\\ude00$"]) {
      for (const text of ["😀", "a😀", "😀😀", "\ud83d", "\ude00", "😀\ude00\ude00", "\ud83d\ud83d\ude00"]) {
        const context = `/${source}/${flags} on ${JSON.stringify(text)}`;
        assertEquals(
          regexPattern(source, flags).test(text, meter),
          new RegExp(source, flags).test(text),
          context,
        );
      }
    }
  }
});

/** The underlined part, and the message. */
function refusal(source: string, flags = ""): string[] {
  const problem = regexProblem(source, flags);
  if (problem === null) throw new Error(`/${source}/ is taken`);
  return [problem.message, source.slice(problem.start, problem.end), problem.suggestion ?? ""];
}

Deno.test("regexProblem() reports unsupported parts, their position, and an alternative", () => {
  const behind = "write the preceding text as part of the expression";
  const ahead = "write what follows as a part of the expression";
  const without = "use a second condition with !~ for what must not match";
  const written = "write out what may be repeated: (aa|bb) for (a|b)\\1";
  assertEquals(refusal("net_(?!read|x)w"), [
    "Lookahead of more than one character is not supported",
    "(?!read|x)",
    without,
  ]);
  assertEquals(refusal("a(?=bc)")[1], "(?=bc)");
  assertEquals(refusal("a(?=bc)")[2], ahead);
  assertEquals(refusal("x(?<=ab)c"), [
    "Lookbehind of more than one character is not supported",
    "(?<=ab)",
    behind,
  ]);
  assertEquals(refusal("(?<!ab+)c")[2], without);
  assertEquals(refusal("(a|b)c\\1"), ["Backreferences are not supported", "\\1", written]);
  assertEquals(refusal("(?<name>a)\\k<name>")[1], "\\k<name>");
  assertEquals(
    refusal("((a{100}){100}){100}")[0],
    "Regular expression is too large: written out it has more than 100,000 parts",
  );
  assertEquals(refusal("((((){1000}){1000}){1000}){1000}").length, 3);
  assertEquals(
    refusal("(".repeat(300) + "a" + ")".repeat(300))[0],
    "Groups are nested more than 200 levels deep",
  );
});

Deno.test("regexPattern() treats a backslash that escapes nothing as a literal backslash", () => {
  const meter = new WorkMeter();
  for (const source of ["\\c", "^\\c$", "a\\c+", "\\c1", "[\\c]"]) {
    for (const text of ["\\c", "]c", "c", "a\\cc", "a\\", "\\c1", "\\", "^c"]) {
      assertEquals(
        regexPattern(source, "").test(text, meter),
        new RegExp(source).test(text),
        `${source} on ${text}`,
      );
    }
  }
});

Deno.test("regexProblem() refuses too large repetitions before it expands them", () => {
  for (
    const source of ["a{0,4000000000}", "a{4000000000}", "a{2,4000000000}", "a{4000000000,}", "(a{400}){400}"]
  ) {
    assert(regexProblem(source, "")?.isRefused, source);
  }
  for (const source of ["a{0,100}", "a{1000}", "a{1000,}", "(a{100}){100}"]) {
    assertEquals(regexProblem(source, ""), null);
  }
});

Deno.test("regexProblem() gives the engine's reason for an invalid expression", () => {
  assertEquals(refusal("(a")[0], "Invalid regular expression: Unterminated group");
  assertEquals(regexProblem("(a", "")!.isRefused, false);
  assertEquals(regexProblem("(?<!\\w)net(?=_|$)", ""), null);
});
