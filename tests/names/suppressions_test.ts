/** Files of suppressions: the meaning of their lines, and errors in them. */
import { assertEquals, assertMatch } from "@std/assert";
import { KNOWN_LEAKS } from "../../src/names/known_leaks.ts";
import { parseSuppressions } from "../../src/names/parse_suppressions.ts";
import {
  matchesWildcards,
  passesFrames,
  passesPattern,
  ruleOfFrame,
  type StackRule,
} from "../../src/names/suppression_rules.ts";
import { Random } from "../support/random.ts";

const frame = (func: string, module = "", file = "", line = 0) => ({ func, module, file, line });

Deno.test("passesPattern() finds pieces in order, and ^ and $ match the ends", () => {
  for (
    const [pattern, text, wanted] of [
      ["foo", "a_foo_b", true],
      ["^foo", "a_foo", false],
      ["^foo", "foobar", true],
      ["foo$", "a_foo", true],
      ["foo$", "foob", false],
      ["^a*z$", "a to z", true],
      ["a*b*c", "xaybzc", true],
      ["a*b*c", "xbyazc", false],
      ["*", "anything", true],
      ["foo*$", "foobar", true],
      ["foo", "", false],
      ["f(char*)", "f(char*)", true],
      ["b$", "bab", false],
    ] as const
  ) assertEquals(passesPattern(pattern, text), wanted, `${pattern} in ${text}`);
});

Deno.test("passesStars() takes time linear in the stars, and supports ?", () => {
  assertEquals(matchesWildcards("a?c*", "abcdef"), true);
  assertEquals(matchesWildcards("*", ""), true);
  assertEquals(matchesWildcards("a?c", "ac"), false);
  assertEquals(matchesWildcards("*a".repeat(40) + "b", "a".repeat(4000)), false);
});

Deno.test("parseSuppressions() reads lines and blocks, and names the first invalid line", () => {
  const text = "# known\r\nleak:libfoo\n  leak:^bar$  \nrace:other\n{\n  <name>\n  Memcheck:Leak\n" +
    "  match-leak-kinds: reachable\n  fun:malloc\n  ...\n  obj:*/libz.so*\n  src:a.c:12\n}\n" +
    "{\n  cond\n  Memcheck:Cond\n  fun:x\n}\n";
  const { rules, problem } = parseSuppressions(text);
  assertEquals([rules.map((each) => each.text), problem], [["leak:libfoo", "leak:^bar$", "<name>"], null]);
  assertEquals((rules[2] as StackRule).frames, [
    { what: "func", pattern: "malloc", line: 0 },
    { what: "any" },
    { what: "module", pattern: "*/libz.so*", line: 0 },
    { what: "file", pattern: "a.c", line: 12 },
  ]);
  assertEquals(
    parseSuppressions("leak:a\nlaek:b").problem,
    'expected leak:NAME or a block of valgrind, found "laek:b" in line 2',
  );
  assertEquals(parseSuppressions("{\nx").problem, "block without an end, in line 1");
  assertEquals(
    parseSuppressions("{\nx\nMemcheck:Leak\nfn:a\n}").problem,
    'expected fun:, obj:, src: or ..., found "fn:a" in line 4',
  );
});

Deno.test("passesFrames() starts at the innermost frame, with or without the allocator", () => {
  const rule = (...lines: string[]): StackRule =>
    parseSuppressions(`{\nx\nMemcheck:Leak\n${lines.join("\n")}\n}`).rules[0] as StackRule;
  const stack = [frame("a"), frame("b", "/lib/libz.so.1"), frame("main", "", "src/main.c", 9)];
  assertEquals(passesFrames(rule("fun:malloc", "fun:a"), stack), true);
  assertEquals(passesFrames(rule("fun:malloc", "fun:b"), stack), false);
  assertEquals(passesFrames(rule("fun:*alloc", "...", "fun:main"), stack), true);
  assertEquals(passesFrames(rule("fun:a", "obj:*/libz.so*"), stack), true);
  assertEquals(passesFrames(rule("...", "src:main.c:9"), stack), true);
  assertEquals(passesFrames(rule("...", "src:main.c:8"), stack), false);
  assertEquals(
    passesFrames(rule("fun:_Znwm", "fun:_ZN1a1bEv"), [frame("operator new(unsigned long)"), frame("a::b()")]),
    true,
  );
});

Deno.test("the built-in list of suppressions is parsed like a file", () => {
  const { rules } = parseSuppressions(KNOWN_LEAKS.map(({ text }) => text).join("\n"));
  assertEquals(rules, KNOWN_LEAKS);
});

Deno.test("parseSuppressions() and rules accept files with any content", () => {
  const pieces = [
    "leak:",
    "{",
    "}",
    "\n",
    "*",
    "^",
    "$",
    "...",
    "fun:",
    "Memcheck:Leak",
    "a",
    "\0",
    "src:a:1",
    "obj:",
  ];
  let seed = 7;
  const next = (most: number): number => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: next(30) }, () => pieces[next(pieces.length)]).join("");
    for (const rule of parseSuppressions(text).rules) {
      if (rule.kind === "name") passesPattern(rule.pattern, "main a*b");
      else passesFrames(rule, [frame("a"), frame("main", "m", "f", 1)]);
    }
  }
});

Deno.test("damaged files give rules or a problem with its line, and patterns end quickly", () => {
  const random = new Random(7);
  const pieces = [
    "leak:",
    "{",
    "}",
    "\n",
    "fun:",
    "obj:",
    "src:",
    "...",
    "Memcheck:Leak",
    "*",
    "?",
    "^",
    "$",
    "a",
    "\u{feff}",
    "\0",
    ":9",
    " ",
  ];
  const text = (most: number): string =>
    Array.from({ length: random.below(most) }, () => pieces[random.below(pieces.length)]!).join("");
  for (let round = 0; round < 2000; round++) {
    const { rules, problem } = parseSuppressions(text(60));
    if (problem !== null) assertMatch(problem, /line \d+$/);
    const frames = [{ func: text(20), file: text(5), line: random.below(10), module: text(5) }];
    for (const rule of rules) {
      if (rule.kind === "stack") passesFrames(rule, frames);
      else ruleOfFrame([rule], frames[0]!);
    }
  }
  // A pattern that can match in many ways does not try all of them.
  const long = "a".repeat(20_000);
  assertEquals(matchesWildcards("*a".repeat(200) + "b", long), false);
  assertEquals(passesPattern("*a".repeat(200) + "b", long), false);
  const deep = Array.from({ length: 5000 }, () => ({ func: "a", file: "", line: 0, module: "" }));
  const block = ["{", "x", "Memcheck:Leak", ...Array.from({ length: 200 }, () => "...\nfun:a"), "fun:b", "}"]
    .join("\n");
  const [rule] = parseSuppressions(block).rules;
  assertEquals(rule?.kind === "stack" && passesFrames(rule, deep), false);
});
