import { assertEquals } from "@std/assert";
import { parseScript } from "../../../src/language/script.ts";
import type { LetStatement } from "../../../src/query/syntax/ast.ts";
import { nodesAt } from "../../../src/query/syntax/walk.ts";
import { outline } from "./outline.ts";
import { EXAMPLES } from "./samples.ts";

/** The outlines of all statements of a correct script. */
function statements(text: string): string[] {
  const { script, diagnostics } = parseScript(text);
  assertEquals(diagnostics, [], text);
  return script.statements.map(outline);
}

/** The outline of the only filter of a script. */
function filter(text: string): string {
  const [statement, ...others] = statements(text);
  assertEquals(others, [], text);
  const match = /^\(query \(pipeline \(filter (.*)\)\)\)$/.exec(statement!);
  return match?.[1] ?? statement!;
}

Deno.test("parseScript() parses every example without a diagnostic", () => {
  for (const example of EXAMPLES) assertEquals(parseScript(example).diagnostics, [], example);
});

Deno.test("parseScript() parses the examples of the contract as one script, one on each line", () => {
  assertEquals(statements(EXAMPLES.slice(0, 14).join("\n")).length, 14);
});

Deno.test("parseScript() follows the precedence of operators", () => {
  assertEquals(filter("a or b and not c == d"), "(or a (and b (not (== c d))))");
  assertEquals(filter("a + b * -c & 3 ^ d << 1 == e"), "(== (^ (& (+ a (* b (- c))) 3) (<< d 1)) e)");
  assertEquals(filter("a - b - c = 0"), "(== (- (- a b) c) 0)");
  assertEquals(filter("a - (b - c) = 0"), "(== (- a (- b c)) 0)");
  assertEquals(filter("a and (b and c) and d"), "(and a b c d)");
  assertEquals(filter("a % 4 == 1 and b > 25%"), "(and (== (% a 4) 1) (> b 25%))");
  assertEquals(filter("a/b/c ~ /x/i"), "(~ (/ (/ a b) c) /x/i)");
});

Deno.test("parseScript() parses every comparison", () => {
  assertEquals(filter("a in 1..2"), "(in a (range 1 2))");
  assertEquals(filter("a not in {1, x}"), "(not-in a (set 1 x))");
  assertEquals(filter("a in (leaks)"), "(in a leaks)");
  assertEquals(
    filter("a in (leaks | take 1)"),
    "(in a (subquery (pipeline (table leaks) (take 1))))",
  );
  assertEquals(filter("a overlaps 0x10..+1"), "(overlaps a (range 0x10 1))");
  assertEquals(
    filter("a has B and c is null and d is not null"),
    "(and (has a B) (isNull c) (not-isNull d))",
  );
  assertEquals(
    filter('a not contains "x" and b startswith c'),
    '(and (not-contains a "x") (startswith b c))',
  );
});

Deno.test("parseScript() reads words after a colon as patterns", () => {
  assertEquals(filter("file:**/net/*.c"), "(match file <**/net/*.c>)");
  assertEquals(statements("file:a--b|count"), ["(query (pipeline (filter (match file <a--b>)) (count)))"]);
  assertEquals(filter("thread: 3"), "(match thread 3)");
  assertEquals(filter("size:large"), "(match size <large>)");
  assertEquals(filter("size:1K..4K"), "(match size (range 1K 4K))");
  assertEquals(filter("size:..=4K"), "(match size (range 4K))");
  assertEquals(filter("addr:0x7f00..+64K"), "(match addr (range 0x7f00 64K))");
  assertEquals(filter("x:1..foo"), "(match x <1..foo>)");
  assertEquals(filter("time:12:31:05.250..12:32:00"), "(match time (range 12:31:05.250 12:32:00))");
  assertEquals(filter("file:/usr/lib/*.c"), "(match file </usr/lib/*.c>)");
  assertEquals(filter("file:/net.*/i"), "(match file /net.*/i)");
  assertEquals(filter("file:it's.c"), "(match file <it's.c>)");
  assertEquals(filter("file:'a b'"), '(match file "a b")');
  assertEquals(filter("func:f(int,char)"), "(match func <f(int,char)>)");
  assertEquals(filter("func:std::vector<int>::push"), "(match func <std::vector<int>::push>)");
  assertEquals(filter("(func:a) and b:{1, c}"), "(and (match func <a>) (match b (set 1 c)))");
  assertEquals(filter("bucket(size):10"), "(match (call bucket size) 10)");
  assertEquals(filter("type:--t-"), "(match type <--t->)");
});

Deno.test("parseScript() distinguishes sources, filters and stages", () => {
  const cases: Record<string, string> = {
    "leaks": "(query (pipeline (table leaks)))",
    "(leaks)": "(query (pipeline (table leaks)))",
    "leaked": "(query (pipeline (table leaked)))",
    "not leaked": "(query (pipeline (filter (not leaked))))",
    "count": "(query (pipeline (count)))",
    "count > 3": "(query (pipeline (filter (> count 3))))",
    "count in {1}": "(query (pipeline (filter (in count (set 1)))))",
    "count not in {1}": "(query (pipeline (filter (not-in count (set 1)))))",
    "top 5 by size": "(query (pipeline (top 5 (sortKey size))))",
    "top == 5": "(query (pipeline (filter (== top 5))))",
    "top:5": "(query (pipeline (filter (match top 5))))",
    "sort -size": "(query (pipeline (sort (sortKey (- size)))))",
    "sort - size > 3": "(query (pipeline (filter (> (- sort size) 3))))",
    "where not a": "(query (pipeline (where (not a))))",
    "where (a or b)": "(query (pipeline (where (or a b))))",
    "(leaks | count) > 3": "(query (pipeline (filter (> (subquery (pipeline (table leaks) (count))) 3))))",
    "(leaks | take 3) | count": "(query (pipeline (pipeline (table leaks) (take 3)) (count)))",
    "big(4K) | count": "(query (pipeline (table big 4K) (count)))",
    "big(4K) > 1 | count": "(query (pipeline (filter (> (call big 4K) 1)) (count)))",
    "diff a, (b | take 1) by x":
      "(query (pipeline (diff (table a) (pipeline (table b) (take 1)) (named x))))",
    "diff > 3": "(query (pipeline (filter (> diff 3))))",
    "gaps": "(query (pipeline (table gaps)))",
    "gaps in main": "(query (pipeline (gaps main)))",
    "gaps in 1..2 | count": "(query (pipeline (gaps (range 1 2)) (count)))",
    "traces": "(query (pipeline (table traces)))",
    "heat in main": "(query (pipeline (heat main)))",
    "traces reaching 0x40": "(query (pipeline (reaching 0x40)))",
    "let > 3": "(query (pipeline (filter (> let 3))))",
    "assert == 3": "(query (pipeline (filter (== assert 3))))",
  };
  for (const [text, expected] of Object.entries(cases)) assertEquals(statements(text), [expected], text);
});

Deno.test("parseScript() lets columns have the names of keywords", () => {
  const columns = "end, count, first, last, type, size, index, by, in, line, time, top, asc, of, has, as";
  const [statement] = statements(`events | select ${columns}`);
  const named = columns.split(", ").map((name) => `(named ${name})`).join(" ");
  assertEquals(statement, `(query (pipeline (table events) (select ${named})))`);
  assertEquals(filter("`and` == `or not`"), "(== and or not)");
  assertEquals(
    statements("sort count desc, first asc, end")[0],
    "(query (pipeline (sort (sortKey count) (sortKey first) (sortKey end))))",
  );
});

Deno.test("parseScript() parses stages into typed fields", () => {
  const cases: Record<string, string> = {
    "by file: n = count(), sum(size) if a == b":
      "(by (named file) (named n (call count)) (named (filtered (call sum size) (== a b))))",
    "summarize a = sum(b) / count() by c, d = dir(e)":
      "(summarize (named a (/ (call sum b) (call count))) (named c) (named d (call dir e)))",
    "extend a = b > 3, c = 4": "(extend (named a (> b 3)) (named c 4))",
    "rename a = b": "(rename (renaming a b))",
    "drop a, free.b": "(drop a free.b)",
    "hist size bins 20": "(hist size 20)",
    "timeline every 250ms b = max(c)": "(timeline 250ms (named b (call max c)))",
    "join left (allocs | take 3) on a, b = c":
      "(join (pipeline (table allocs) (take 3)) (joinKey a) (joinKey b c))",
    "join calls on no": "(join (pipeline (table calls)) (joinKey no))",
    "through net_*::run": "(through <net_*::run>)",
    "callers of /^m/": "(callers /^m/)",
    "tree down": "(tree)",
    "before 40": "(before 40)",
    "as big_ones": "(as big_ones)",
    "unwind": "(unwind)",
  };
  for (const [text, expected] of Object.entries(cases)) {
    assertEquals(statements(`events | ${text}`), [`(query (pipeline (table events) ${expected}))`], text);
  }
});

Deno.test("parseScript() parses every point", () => {
  const point = (text: string): unknown => {
    const { script, diagnostics } = parseScript(`live @ ${text} of a`);
    assertEquals(diagnostics, [], text);
    const [statement] = script.statements;
    if (statement?.kind !== "query" || statement.pipeline.source?.kind !== "table") return null;
    const { span: _, ...rest } = statement.pipeline.source.point!;
    return rest;
  };
  assertEquals(point("5000"), { kind: "numberPoint", form: "no", value: 5000n, text: "5000" });
  assertEquals(point("5M"), { kind: "numberPoint", form: "no", value: 5_000_000n, text: "5M" });
  assertEquals(point("1.5k"), { kind: "numberPoint", form: "no", value: 1500n, text: "1.5k" });
  assertEquals(point("#812"), { kind: "numberPoint", form: "seq", value: 812n, text: "812" });
  assertEquals(point("12.5%"), { kind: "sharePoint", percent: 12.5, text: "12.5%" });
  assertEquals(point("00:00:01.5"), {
    kind: "timePoint",
    form: "clock",
    nanoseconds: 1_500_000_000n,
    text: "00:00:01.5",
  });
  assertEquals(point("2ms"), { kind: "timePoint", form: "elapsed", nanoseconds: 2_000_000n, text: "2ms" });
  assertEquals(point("end"), { kind: "edgePoint", edge: "end" });
  assertEquals(point("peak"), { kind: "peakPoint", of: "bytes" });
  assertEquals(point("peak blocks"), { kind: "peakPoint", of: "blocks" });
});

Deno.test("parseScript() reads literals exactly", () => {
  const literal = (text: string): unknown => {
    const { script, diagnostics } = parseScript(`x == ${text}`);
    assertEquals(diagnostics, [], text);
    const node = nodesAt(script, 5).at(-1)!;
    return "value" in node ? node.value : "nanoseconds" in node ? node.nanoseconds : null;
  };
  assertEquals(literal("18446744073709551615"), 0xffff_ffff_ffff_ffffn);
  assertEquals(literal("0xFFFF_ffff_ffff_ffff"), 0xffff_ffff_ffff_ffffn);
  assertEquals(literal("4K"), 4096n);
  assertEquals(literal("10k"), 10_000n);
  assertEquals(literal("1.5K"), 1536n);
  assertEquals(literal("1P"), 1n << 50n);
  assertEquals(literal("1.5"), 1.5);
  assertEquals(literal("1e3"), 1000n);
  assertEquals(literal("2.5e-2"), 0.025);
  assertEquals(literal("1h30m"), 5_400_000_000_000n);
  assertEquals(literal("1.5us"), 1500n);
  assertEquals(literal("12:31:05.250"), 45_065_250_000_000n);
  assertEquals(literal('"a\\n\\x41\\u{1F600}\\"\\*"'), 'a\nA😀"\\*');
  assertEquals(literal("'say \"x\"'"), 'say "x"');
});

Deno.test("parseScript() ends statements at semicolons, blank lines and lines that nothing continues", () => {
  const count = (text: string): number => parseScript(text).script.statements.length;
  assertEquals(count("leaks; allocs"), 2);
  assertEquals(count("leaks\n\nallocs"), 2);
  assertEquals(count("leaks\r\n \r\nallocs"), 2);
  assertEquals(count("leaks\nallocs"), 2);
  assertEquals(count("leaks\n| count\n  | take 3"), 1);
  assertEquals(count("leaks |\ncount"), 1);
  assertEquals(count("a == 1\nand b == 2\nand (c or\nd)"), 1);
  assertEquals(count("leaks | top 5\nby file"), 2);
  assertEquals(count("leaks | top 5\n  by file"), 1);
  assertEquals(count("f\n(leaks | count)"), 2);
  assertEquals(count("leaks\n-- note\n| count"), 1);
  assertEquals(count("leaks\n-- note\n\nallocs"), 2);
  assertEquals(count("# note\n#1 note\n;;;\n"), 0);
  assertEquals(count("leaks | where (a\n\nallocs"), 2);
});

Deno.test("parseScript() splits an assert into pipeline, comparison and message", () => {
  const cases: Record<string, string> = {
    "assert leaks": "(assert (pipeline (table leaks)))",
    "assert leaks | count == 0 : 'x'": '(assert (pipeline (table leaks) (count)) (== 0) "x")',
    "assert (leaks | count) <= 3": "(assert (pipeline (pipeline (table leaks) (count))) (<= 3))",
    "assert count > 3": "(assert (pipeline (count)) (> 3))",
    "assert leaks | where file:a.c : 'x'": '(assert (pipeline (table leaks) (where (match file <a.c>))) "x")',
    "assert leaks | by file : 'x'": '(assert (pipeline (table leaks) (by (named file))) "x")',
    "assert leaks | summarize sum(a) < 4":
      "(assert (pipeline (table leaks) (summarize (named (call sum a)))) (< 4))",
    "assert leaks | summarize ok = sum(a) < 4":
      "(assert (pipeline (table leaks) (summarize (named ok (< (call sum a) 4)))))",
  };
  for (const [text, expected] of Object.entries(cases)) assertEquals(statements(text), [expected], text);
});

Deno.test("parseScript() keeps the valid parts next to an error node", () => {
  const trees: Record<string, string> = {
    "leaks | where | take 3": "(query (pipeline (table leaks) (where error) (take 3)))",
    "leaks | wher size > 3 | take 3": "(query (pipeline (table leaks) error (take 3)))",
    "leaks | where size > | take 3": "(query (pipeline (table leaks) (where (> size error)) (take 3)))",
    "leaks | where (size > 3 | take 3":
      "(query (pipeline (table leaks) (where (subquery (pipeline (filter (> size 3)) (take 3))))))",
    "leaks | limit 5": "(query (pipeline (table leaks) (take 5)))",
    "leaks | group by file": "(query (pipeline (table leaks) (by (named file))))",
    "group by file": "(query (pipeline (by (named file))))",
    "group > 3": "(query (pipeline (filter (> group 3))))",
    "a && b": "(query (pipeline (filter (and a b))))",
    "size between 3 and 5 and b": "(query (pipeline (filter (and (in size (range 3 5)) b))))",
    "thread in (1, 2)": "(query (pipeline (filter (in thread (set 1 2)))))",
    "diff a by b": "(query (pipeline (diff (table a) error (named b))))",
    "leaks | join (a) | take 3": "(query (pipeline (table leaks) (join (pipeline (table a))) (take 3)))",
  };
  for (const [text, expected] of Object.entries(trees)) {
    assertEquals(outline(parseScript(text).script.statements[0]!), expected, text);
  }
});

Deno.test("parseScript() takes the comment lines directly above a definition as its documentation", () => {
  const docs: Record<string, string> = {
    "-- One\n# Two\nlet a = leaks": "One\nTwo",
    "-- One\n\n-- Two\nlet a = leaks": "Two",
    "leaks; -- after it\nlet a = leaks": "",
    "leaks -- after it\n-- Two\nlet a = leaks": "Two",
    "let a = leaks": "",
  };
  for (const [text, expected] of Object.entries(docs)) {
    const definition = parseScript(text).script.statements.findLast(({ kind }) => kind === "let");
    assertEquals((definition as LetStatement).doc ?? "", expected, text);
  }
});

Deno.test("parseScript() classifies each word for highlighting", () => {
  const text = "diff live @ peak of a, leaks by func; events | where count(size) > 3 | top 3 by `end` desc";
  const roles = parseScript(text).tokens.filter(({ role }) => role !== null).map(({ text, role }) =>
    `${text} ${role}`
  );
  assertEquals(roles, [
    "diff source",
    "live source",
    "peak keyword",
    "of keyword",
    "a name",
    "leaks source",
    "by keyword",
    "func column",
    "events source",
    "where stage",
    "count function",
    "size column",
    "top stage",
    "by keyword",
    "`end` column",
    "desc keyword",
  ]);
});
