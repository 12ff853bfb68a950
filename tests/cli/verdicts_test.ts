/** Verdicts for build servers carry the failure: the rows, their source lines, the line of the script. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { junitXml } from "../../src/cli/junit.ts";
import { parseScript } from "../../src/language/script.ts";
import type { Verdict } from "../../src/cli/verdicts.ts";
import { quarry } from "./program.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
const SCRIPT = `let words = allocs | where file == "wordfreq.c"

assert words | where leaked and size > 6 | select func, file, line, size | count == 0 : "no long words, 100% freed"
assert leaks
  | where func is null
  | select size : "every leak has a function"
assert events | count > 5
assert summarize max(live_bytes) < 10
`;

async function judged(): Promise<{ xml: string; sarif: Sarif; err: string; rows: string[] }> {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  await Deno.writeTextFile(`${folder}/check.qry`, SCRIPT);
  const files = ["--junit", `${folder}/j.xml`, "--sarif", `${folder}/s.json`];
  const { code, err } = await quarry(["query", TRACE, "-f", `${folder}/check.qry`, ...files, "--github"]);
  assertEquals(code, 1);
  const rows = await quarry([
    ...["query", TRACE, "--no-header", "-e"],
    'leaks | where file == "wordfreq.c" and size > 6 | select func, file, line, size',
  ]);
  return {
    xml: (await Deno.readTextFile(`${folder}/j.xml`)).replaceAll(folder, "F"),
    sarif: JSON.parse((await Deno.readTextFile(`${folder}/s.json`)).replaceAll(folder, "F")),
    err: err.replaceAll(folder, "F"),
    rows: rows.out.trimEnd().split("\n").map((row) => {
      const [func, file, line, size] = row.split("\t");
      return `func = ${func}, file = ${file}, line = ${line}, size = ${size}`;
    }),
  };
}

/** The parts of SARIF that a reader uses. */
interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number };
        };
      }[];
    }[];
  }[];
}

Deno.test("--junit, --sarif and --github name the rows, their source lines and the line of the script", async () => {
  const { xml, sarif, err, rows } = await judged();
  assertStringIncludes(
    xml,
    'name="no long words, 100% freed" classname="F/check.qry" file="F/check.qry" line="3"',
  );
  assertStringIncludes(
    xml,
    'name="every leak has a function" classname="F/check.qry" file="F/check.qry" line="4"',
  );
  for (const row of rows) assertStringIncludes(xml, row);
  assertStringIncludes(xml, ": &quot;every leak has a function&quot;\nsize = 4096\nsize = 4096</failure>");
  assertStringIncludes(
    xml,
    '<failure message="found 12317">assert summarize max(live_bytes) &lt; 10</failure>',
  );

  assertEquals(sarif.version, "2.1.0");
  const { tool, results } = sarif.runs[0]!;
  assertEquals(tool.driver.rules.length, 4);
  for (const { ruleId, ruleIndex } of results) assertEquals(tool.driver.rules[ruleIndex]!.id, ruleId);
  const places = results.map(({ locations: [place] }) => {
    const { artifactLocation, region } = place!.physicalLocation;
    return `${artifactLocation.uri}:${region.startLine}`;
  });
  assertEquals(places, [...rows.map(() => "wordfreq.c:13"), "file://F/check.qry:4", "file://F/check.qry:8"]);
  results.slice(0, rows.length).forEach(({ message }, at) => assertStringIncludes(message.text, rows[at]!));

  const lines = err.split("\n").filter((line) => line.startsWith("::"));
  assertEquals(lines, [
    ...rows.map((row) => `::error file=wordfreq.c,line=13,title=no long words%2C 100%25 freed::${row}`),
    "::error file=F/check.qry,line=4,title=every leak has a function::found 2 rows%0Asize = 4096%0Asize = 4096",
    "::error file=F/check.qry,line=8,title=assert summarize max(live_bytes) < 10::found 12317",
  ]);
});

Deno.test("verdicts that all pass have no rows and no annotations", async () => {
  const { code, out, err } = await quarry(["query", TRACE, "-e", "assert leaks | count == 26", "--github"]);
  assertEquals([code, out, err], [0, "", "assertion passed: assert leaks | count == 26\n"]);
});

Deno.test("--format github, junit and sarif write the same as their options, also when a trace format is given", async () => {
  const queries = ["-e", "leaks | count", "-e", "assert leaks | count == 25"];
  const asked = (...more: string[]) => quarry(["query", TRACE, ...queries, ...more]);
  const [old, now] = [await asked("--github"), await asked("--format", "github", "--format", "mtrc")];
  assertEquals([now.code, now.out, now.err], [old.code, old.out, old.err]);
  assertStringIncludes(now.err, "\n::error file=wordfreq.c,line=13,title=assert leaks | count == 25::");
  assertEquals(now.out, "count\n26\n");

  const times = (text: string): string => text.replaceAll(/time="[^"]*"/g, "");
  const rows = "count\n26\n";
  for (const name of ["junit", "sarif"]) {
    const [document, file] = [await asked("--format", name), await asked(`--${name}`, "-")];
    assertEquals([document.code, file.code], [1, 1]);
    // A document is printed alone: rows before it would make it invalid.
    assertEquals(rows + times(document.out), times(file.out));
  }
  assertEquals(JSON.parse((await asked("--format=sarif")).out).version, "2.1.0");
});

Deno.test("--format rejects names of display modes", async () => {
  for (
    const [message, ...args] of [
      ['Unknown format "githb"', "--format", "githb"],
      ["use --mode csv to show rows", "--format", "csv"],
      [
        "A trace has one format, found --format mtrc and --format mptl",
        "--format",
        "mtrc",
        "--format",
        "mptl",
      ],
      ["Give --junit FILE or --format junit, not both", "--format", "junit", "--junit", "x.xml"],
      ["Standard output can contain only one document", "--format", "junit", "--format", "sarif"],
    ] as const
  ) {
    const { code, err } = await quarry(["query", TRACE, "-e", "leaks", ...args]);
    assertEquals(code, 2, err);
    assertStringIncludes(err, message);
  }
  const info = await quarry(["info", TRACE, "--format", "github"]);
  assertStringIncludes(info.err, 'Unknown format "github"');
});

Deno.test("junitXml() counts verdicts, and gives seconds for each and in total", () => {
  const text = "assert a < 2";
  const [node] = parseScript(text).script.statements;
  if (node?.kind !== "assert") throw new Error(`${text} is no assertion`);
  const verdict = (milliseconds: number, passed: boolean): Verdict => ({
    outcome: {
      kind: "assert",
      message: null,
      text,
      node,
      span: { start: 0, end: 12 },
      milliseconds,
      passed,
      found: "3",
    },
    file: undefined,
    line: 1,
    rows: [],
  });
  const xml = junitXml([verdict(1234.56, true), verdict(500, false), verdict(0.4, false)]);
  assertEquals(xml.match(/<testsuite(?:s| ).*/g), [
    '<testsuites tests="3" failures="2" time="1.735">',
    '<testsuite name="quarry" tests="3" failures="2" time="1.735">',
  ]);
  const cases = [...xml.matchAll(/<testcase (.*?)(\/?)>/g)].map(([, words, end]) => `${words}${end}`);
  assertEquals(cases, [
    'name="assert a &lt; 2" classname="command line" line="1" time="1.235"/',
    ...["0.500", "0.000"].map((time) =>
      `name="assert a &lt; 2" classname="command line" line="1" time="${time}"`
    ),
  ]);
});
