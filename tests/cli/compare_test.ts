/**
 * `quarry compare`: the numbers of two runs, rules that fail a build, and the message if a rule cannot be evaluated.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type BeforeAfter, isRuleMet, parseRule } from "../../src/cli/compare/rules.ts";
import { quarry } from "./program.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLES = new URL("../../testdata/", import.meta.url).pathname;
const [OLD, NEW] = ["le64", "le32"].map((name) => `${SAMPLES}mpatrol/wordfreq-${name}/trace.mtrc`) as [
  string,
  string,
];
const [WORDS, MISSING] = ["words", "missing"].map((name) => `${SAMPLES}gnatcov/wordfreq/${name}.trace`) as [
  string,
  string,
];

/** Measures with their numbers before and after, without signs of the change. */
async function measured(...traces: string[]): Promise<string[]> {
  const { out } = await quarry(["compare", ...traces]);
  return [...out.split("###")[0]!.matchAll(/^\| ([a-z\\_]+) \| [^|]+ \| ([\d,.]+) \| ([\d,.]+) \| \S.*\|$/gm)]
    .map(([, name, before, after]) =>
      `${name!.replaceAll("\\", "")} ${before} ${after}`.replaceAll(/(?<=\d),/g, "")
    );
}

async function answerOf(trace: string, query: string): Promise<string> {
  return (await quarry(["query", trace, "--no-header", "-e", query])).out.trim();
}

Deno.test(atFullEffort("compare gives the same numbers as queries on each trace"), async () => {
  const wanted = async (name: string, query: string, ...traces: [string, string]): Promise<string> =>
    `${name} ${(await Promise.all(traces.map((trace) => answerOf(trace, query)))).join(" ")}`;
  assertEquals(await measured(OLD, NEW), [
    await wanted("leaks", "leaks | count", OLD, NEW),
    await wanted("leaked_bytes", "leaks | summarize sum(size)", OLD, NEW),
    await wanted("peak_bytes", "events | summarize max(live_bytes)", OLD, NEW),
    await wanted("allocs", "allocs | count", OLD, NEW),
    await wanted("bytes", "allocs | summarize sum(size)", OLD, NEW),
  ]);
  const [lines, lost] = await measured(WORDS, MISSING);
  assertEquals(
    lines,
    await wanted("lines", "lines | where covered | distinct file, line | count", WORDS, MISSING),
  );
  const both = ["query", WORDS, MISSING, "--no-header", "-e"];
  const query = "lines | by file, line: a = count() if covered and trace == words.trace, " +
    "b = count() if covered and trace == missing.trace | where a > 0 and b == 0 | count";
  assertEquals(lost, `lines_lost 0 ${(await quarry([...both, query])).out.trim()}`);
});

Deno.test("compare fails if a rule holds, and names the rule", async () => {
  const rules = ["bytes_delta > 10%", "bytes_delta < -10%", "function.bytes_delta <= -984"];
  const { out, code, err } = await quarry([
    "compare",
    OLD,
    NEW,
    ...rules.flatMap((rule) => ["--fail-if", rule]),
  ]);
  assertEquals([code, err], [1, ""]);
  assertEquals(out.split("\n").filter((line) => line.startsWith("- ")), [
    "- passed: `bytes_delta > 10%` does not hold",
    "- **failed**: `bytes_delta < -10%`: -2,272 (-16.0%)",
    "- **failed**: `function.bytes_delta <= -984` in `lookup`: -984 (-50.0%)",
  ]);
  assertEquals((await quarry(["compare", OLD, NEW, "--fail-if", "leaks_delta > 0"])).code, 0);
});

Deno.test("rules are exact, also at their threshold, beyond 53 bits, and if the old value is 0", () => {
  const cases: readonly (readonly [string, BeforeAfter, boolean])[] = [
    ["bytes_delta > 10%", { before: 1000n, after: 1100n }, false],
    ["bytes_delta > 10%", { before: 1000n, after: 1101n }, true],
    ["bytes_delta > 0.1%", { before: 3000n, after: 3003n }, false],
    ["bytes_delta >= 10%", { before: 1000n, after: 1100n }, true],
    ["bytes_delta < -5%", { before: 1000n, after: 900n }, true],
    ["bytes_delta > 10%", { before: 0n, after: 1n }, true],
    ["bytes_delta > 10%", { before: 0n, after: 0n }, false],
    ["bytes > 9007199254740992", { before: 0n, after: 9007199254740993n }, true],
    ["bytes > 4K", { before: 0n, after: 4097n }, true],
    ["bytes > 4K", { before: 0n, after: 4096n }, false],
    ["calls_per_frame_delta > 10%", { before: 10, after: 11.5 }, true],
  ];
  for (const [text, pair, wanted] of cases) assertEquals(isRuleMet(parseRule(text), pair), wanted, text);
});

Deno.test("compare refuses rules it cannot evaluate", async () => {
  const refused = async (rule: string): Promise<string> => {
    const { code, err } = await quarry(["compare", OLD, NEW, "--fail-if", rule]);
    assertEquals(code, 2, rule);
    return err;
  };
  assertStringIncludes(await refused("byte > 3"), "did you mean bytes?");
  assertStringIncludes(await refused("bytes"), "expected NAME > NUMBER");
  assertStringIncludes(await refused("bytes > 3%"), "write bytes_delta");
  assertStringIncludes(await refused("calls > 3"), "needs a measure that these traces do not have");
  const ofFunctions = await quarry(["compare", WORDS, MISSING, "--fail-if", "function.count > 3"]);
  assertEquals(ofFunctions.code, 2);
  assertStringIncludes(
    ofFunctions.err,
    "needs a measure that these traces do not have: they have lines, lines_lost",
  );
  assertEquals((await quarry(["compare", OLD])).code, 2);
  assertEquals((await quarry(["compare", OLD, WORDS])).code, 2);
  assertEquals((await quarry(["compare", OLD, `${OLD}.nothing`])).code, 3);
});

Deno.test("function names in verdicts cannot control the terminal", async () => {
  const text = await Deno.readTextFile(`${SAMPLES}sp-rtrace/c01-jsonidx.resolved.txt`);
  using file = Temporary.file();
  await Deno.writeTextFile(file.path, text.replaceAll("new_node", "new\x1b[2Jnode"));
  const { out, code } = await quarry(["compare", file.path, file.path, "--fail-if", "function.count > 0"]);
  assertEquals(code, 1);
  assertStringIncludes(out, "in `new\\x1b[2Jnode`");
  assert(!out.includes("\x1b"));
});

Deno.test("compare writes numbers consistently, and the summary into a file", async () => {
  using folder = Temporary.folder();
  const file = `${folder.path}/summary.md`;
  const { out } = await quarry(["compare", OLD, NEW]);
  const cells = out.split("\n").filter((line) => line.startsWith("| ")).flatMap((line) => line.split(" | "));
  assertEquals(cells.filter((cell) => /^-?\d{4,}$/.test(cell.trim())), []);
  assertStringIncludes(out, "| lookup | 82 | 82 | 0 | 1,968 | 984 | -984 |");
  assertEquals(await quarry(["compare", OLD, NEW, "-o", file]), { code: 0, out: "", err: "" });
  assertEquals(await Deno.readTextFile(file), out);
  await Deno.writeFile(file, Uint8Array.of(0, 1));
  const refused = await quarry(["compare", OLD, NEW, "-o", file]);
  assertEquals([refused.code, refused.out], [1, ""]);
  assertStringIncludes(refused.err, "--force");
});
