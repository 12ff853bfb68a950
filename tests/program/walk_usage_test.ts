/** A newcomer's experience with typing errors: options, commands, queries and scripts. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Outcome, quarry } from "../cli/program.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const CUT = "testdata/gnatcov/bad-entry-cut.trace";

Deno.test("walk: wrong usage causes one line with the correct form", async () => {
  const cases: [string[], string][] = [
    [[SAMPLE, "--evl=count"], "Unknown option --evl, did you mean --eval?"],
    [[SAMPLE, "--mode", "json"], 'Option --mode belongs to "quarry query [NAME=]FILE... -e QUERY"'],
    [[SAMPLE, "-e"], "Option --eval needs a value: QUERY"],
    [[SAMPLE, "-e", "count", "--mode", "bx"], "did you mean box?"],
    [[SAMPLE, "-e", "count", "--limit", "some"], 'Option --limit needs a number, found "some"'],
    [[SAMPLE, "-e", "count", "--no-header=1"], "Option --no-header takes no value"],
    [[SAMPLE, "-e", "count", "-x"], 'Unknown option -x; "quarry query --help" lists the options'],
    [["-e", "count"], "Cannot query without a trace"],
    [["qurey", SAMPLE], 'Unknown command "qurey", did you mean "query"?'],
    [["READM"], 'did you mean the file "README.md"?'],
    [
      ["query", SAMPLE, "-f", "READNE.md"],
      'Cannot open "READNE.md": no such file, did you mean "README.md"?',
    ],
    [["query", SAMPLE, "-f", "testdata"], 'Cannot open "testdata": it is a directory'],
    [["query", SAMPLE, "-f", "/dev/zero"], 'Cannot read "/dev/zero" as text: it is longer than 16 MB'],
    [["check", SAMPLE], `Cannot read "${SAMPLE}" as text: byte 5 is 0`],
    [["query", "-", "-f", "-"], "Standard input can be read only once"],
    [[SAMPLE, "--sysroot", "testdatas", "-e", "count"], 'no such file, did you mean "testdata"?'],
    [["info", "--exec", "none", SAMPLE], 'Cannot open program "none": no such file'],
  ];
  const outcomes = await Promise.all(cases.map(([args]) => quarry(args)));
  for (const [at, { code, out, err }] of outcomes.entries()) {
    const [args, words] = cases[at]!;
    assertEquals([code, out], [2, ""], args.join(" "));
    assertMatch(err, /^error: [^\n]*\n$/);
    assertStringIncludes(err, words, args.join(" "));
  }
});

Deno.test("walk: a query in place of a file is recognized", async () => {
  const cases: [number, string[]][] = [
    [2, ["leaks | by file", SAMPLE]],
    [2, ["leaks"]],
    [3, ["query", SAMPLE, "leaks | by fiel", "-e", "count"]],
    [3, ["query", SAMPLE, "size > 1K", "-e", "count"]],
  ];
  for (const [code, args] of cases) {
    const outcome = await quarry(args);
    assertEquals([outcome.code, outcome.out], [code, ""]);
    assertMatch(outcome.err, /^error: .*file; a query goes after -e\n$/);
  }
  const file = await quarry(["query", SAMPLE, "no-such-file", "-e", "count"]);
  assertEquals(file.err, 'error: Cannot open "no-such-file": no such file\n');
});

Deno.test("walk: options are accepted anywhere, in any usual form", async () => {
  const forms = [
    [SAMPLE, "-m", "json", "-e", "count"],
    ["-mjson", "-ecount", SAMPLE],
    ["--mode=json", SAMPLE, "--eval=count"],
    ["query", "--eval", "count", "--mode", "json", "--", SAMPLE],
  ];
  const all = await Promise.all(forms.map((args) => quarry(args)));
  for (const outcome of all) assertEquals(outcome, all[0]);
  assertEquals(JSON.parse(all[0]!.out).length, 1);
});

Deno.test("walk: quarry query without a query is a usage error", async () => {
  const hint = "use -e QUERY, -f FILE or standard input";
  const nothing = { code: 2, out: "", err: `error: Cannot run without a query: ${hint}\n` };
  for (const text of ["", "  \n", "# only a remark"]) {
    assertEquals(await quarry([SAMPLE, "-e", text]), nothing, text);
    assertEquals(await quarry(["query", SAMPLE], { stdin: new TextEncoder().encode(text) }), nothing, text);
  }
});

Deno.test("walk: all errors of a script are reported at once, before a trace is loaded", async () => {
  const script = 'let big = events | where siz > 1K\r\nbgi | cont\r\n\r\nleaks | where size > "x"\r\n';
  const stdin = new TextEncoder().encode(script);
  // The trace does not even exist.
  const { code, out, err } = await quarry(["query", "none.mtrc"], { stdin });
  assertEquals([code, out], [2, ""]);
  const found = [...err.matchAll(/^error\[Q\d+\]: (.*)$/gm)].map(([, message]) => message);
  assertEquals(found, [
    'Unknown column "siz"',
    'Unknown table "bgi"',
    'Unknown stage "cont"',
    'Cannot compare "size", which is a number, with the text "x"',
  ]);
  const places = [...err.matchAll(/stdin:(\d+):(\d+)$/gm)].map(([, line]) => Number(line));
  assertEquals(places, [1, 2, 2, 4]);
  for (const end of ["siz", "bgi", "cont"]) assertMatch(err, new RegExp(`\\| .*${end}`));
  assertEquals(err.includes("\r"), false);
});

Deno.test("walk: Windows line ends and a byte order mark change nothing", async () => {
  const plain = await quarry(["query", SAMPLE], {
    stdin: new TextEncoder().encode("count\nleaks | count\n"),
  });
  assertEquals([plain.code, plain.err], [0, ""]);
  for (const text of ["count\r\nleaks | count\r\n", "\ufeffcount\nleaks | count"]) {
    assertEquals(await quarry(["query", SAMPLE], { stdin: new TextEncoder().encode(text) }), plain);
  }
});

Deno.test("walk: scripts that are not UTF-8 are refused and not changed", async () => {
  const path = await Deno.makeTempFile({ suffix: ".qry" });
  const good = await Deno.makeTempFile({ suffix: ".qry" });
  try {
    const bytes = Uint8Array.of(0x63, 0x0a, 0x23, 0x20, 0xe9, 0x0a);
    await Deno.writeFile(path, bytes);
    await Deno.writeTextFile(good, "leaks|count");
    const { code, out, err } = await quarry(["fmt", path, good]);
    assertEquals([code, out], [2, `${good}\n`], "the other one still gets its turn");
    assertEquals(err, `error: Cannot read "${path}" as text: line 2 is not UTF-8\n`);
    assertEquals(await Deno.readFile(path), bytes);
    assertEquals(await Deno.readTextFile(good), "leaks | count\n");
  } finally {
    for (const each of [path, good]) await Deno.remove(each);
  }
});

Deno.test("walk: exit codes 0, 1, 2 and 3 have the documented meaning", async () => {
  const cases: [number, string[]][] = [
    [0, [SAMPLE, "-e", "count"]],
    [0, [CUT, "-e", "count"]],
    [1, [SAMPLE, "-e", "extend huge = size * 18446744073709551615"]],
    [1, [SAMPLE, "-e", "assert count == 0", "-e", "count"]],
    [2, [SAMPLE, "-e", "assert count == 0", "-e", "where nosuch > 1"]],
    [3, [CUT, "--strict", "-e", "count"]],
    [3, ["info", "--strict", CUT]],
    [3, ["info", "--json", "none.trace", SAMPLE]],
  ];
  const outcomes: Outcome[] = await Promise.all(cases.map(([, args]) => quarry(args)));
  assertEquals(outcomes.map(({ code }) => code), cases.map(([code]) => code));
  assertStringIncludes(outcomes[5]!.err, `Cannot use "${CUT}": it is damaged, and --strict is given`);
});
