/** Coverage for other tools: lcov and xmllint read it, and lines that several runs reach are combined. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { quarry } from "../cli/program.ts";
import { byEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

const FOLDER = new URL("../../testdata/gnatcov/wordfreq/", import.meta.url).pathname;
const [WORDS, MISSING] = ["words", "missing"].map((name) => `${FOLDER}${name}.trace`) as [string, string];

/** The elements of Cobertura and Clover with their contents, as their documents describe them. */
const COBERTURA = `
<!ELEMENT coverage (sources?, packages)><!ATTLIST coverage line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED
  lines-covered CDATA #REQUIRED lines-valid CDATA #REQUIRED branches-covered CDATA #REQUIRED
  branches-valid CDATA #REQUIRED complexity CDATA #REQUIRED version CDATA #REQUIRED timestamp CDATA #REQUIRED>
<!ELEMENT sources (source*)><!ELEMENT source (#PCDATA)><!ELEMENT packages (package*)>
<!ELEMENT package (classes)><!ATTLIST package name CDATA #REQUIRED line-rate CDATA #REQUIRED
  branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT classes (class*)><!ELEMENT class (methods, lines)><!ATTLIST class name CDATA #REQUIRED
  filename CDATA #REQUIRED line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT methods (method*)><!ELEMENT method (lines)><!ATTLIST method name CDATA #REQUIRED
  signature CDATA #REQUIRED line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT lines (line*)><!ELEMENT line EMPTY><!ATTLIST line number CDATA #REQUIRED hits CDATA #REQUIRED
  branch (true|false) "false">`;
const METRICS =
  "statements coveredstatements conditionals coveredconditionals methods coveredmethods elements " +
  "coveredelements complexity loc ncloc";
const CLOVER = `
<!ELEMENT coverage (project)><!ATTLIST coverage generated CDATA #REQUIRED clover CDATA #REQUIRED>
<!ELEMENT project (metrics, file*)><!ATTLIST project timestamp CDATA #REQUIRED name CDATA #IMPLIED>
<!ELEMENT metrics EMPTY><!ATTLIST metrics files CDATA #IMPLIED
  ${METRICS.split(" ").map((name) => `${name} CDATA #REQUIRED`).join(" ")}>
<!ELEMENT file (metrics, line*)><!ATTLIST file name CDATA #REQUIRED path CDATA #IMPLIED>
<!ELEMENT line EMPTY><!ATTLIST line num CDATA #REQUIRED type (stmt|method|cond) #REQUIRED
  name CDATA #IMPLIED count CDATA #REQUIRED>`;

async function exported(to: string, ...more: string[]): Promise<string> {
  const { out, err, code } = await quarry(["export", ...more, "--to", to]);
  assertEquals([err, code], ["", 0]);
  return out;
}

/** Lines of several traces together, and whether they ran, according to the table. */
async function coverageByTable(...traces: string[]): Promise<string[]> {
  const query = "lines | by file, line: ran = count() if covered | sort file, line | select line, ran";
  const { out } = await quarry(["query", ...traces, "--no-header", "-e", query]);
  return out.trimEnd().split("\n").map((row) =>
    row.replace(/\t(\d+)$/, (_, ran) => ran === "0" ? ":0" : ":1")
  );
}

Deno.test("export writes each line of the lines table once, whether it ran or not, over all traces", async () => {
  for (const traces of byEffort([[WORDS], [MISSING], [WORDS, MISSING]], [[WORDS, MISSING]])) {
    const wanted = await coverageByTable(...traces);
    const found = (pattern: RegExp, text: string) =>
      [...text.matchAll(pattern)].map(([, line, hits]) => `${line}:${hits === "0" ? 0 : 1}`);
    assertEquals(found(/^DA:(\d+),(\d+)$/gm, await exported("lcov", ...traces)), wanted);
    const lines = (await exported("cobertura", ...traces)).replaceAll(/<methods>[^]*?<\/methods>/g, "");
    assertEquals(found(/<line number="(\d+)" hits="(\d+)"/g, lines), wanted);
    assertEquals(
      found(/num="(\d+)" type="stmt" count="(\d+)"/g, await exported("clover", ...traces)),
      wanted,
    );
  }
});

Deno.test("export of coverage requires a query over lines, and says what is missing", async () => {
  const some = await exported("lcov", WORDS, "-e", "lines | where line < 10");
  assertEquals([...some.matchAll(/^DA:(\d+)/gm)].map(([, line]) => line), ["8", "9"]);
  const { err, code } = await quarry(["export", WORDS, "-e", "lines | select file", "--to", "lcov"]);
  assertEquals(code, 2);
  assertStringIncludes(err, 'The rows have no column "line", "func", "covered", "count"');
  const heap = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
  assertStringIncludes(
    (await quarry(["export", heap, "--to", "lcov"])).err,
    'The trace has no table "lines" to export',
  );
});

Deno.test(
  withTools(["lcov"], "lcov and genhtml read exported files, and give the same counts"),
  async () => {
    using folder = Temporary.folder();
    const run = async (program: string, ...args: string[]): Promise<string> => {
      const { stdout, stderr, success } = await new Deno.Command(program, { args, cwd: folder.path })
        .output();
      const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assert(success, text);
      return text;
    };
    await Deno.writeTextFile(`${folder.path}/wordfreq.c`, "int a;\n".repeat(40));
    await quarry(["export", MISSING, "-o", `${folder.path}/lcov.info`]);
    const lines = await coverageByTable(MISSING);
    const ran = lines.filter((line) => line.endsWith(":1")).length;
    assertStringIncludes(await run("lcov", "--summary", "lcov.info"), `(${ran} of ${lines.length} lines)`);
    assertStringIncludes(
      await run("genhtml", "lcov.info", "-o", "pages"),
      `(${ran} of ${lines.length} lines)`,
    );
    assert((await Deno.stat(`${folder.path}/pages/index.html`)).isFile);
  },
);

Deno.test(withTools(["xmllint"], "xmllint finds exported coverage XML valid"), async () => {
  using folder = Temporary.folder();
  for (const [to, dtd] of [["cobertura", COBERTURA], ["clover", CLOVER]] as const) {
    await Deno.writeTextFile(`${folder.path}/${to}.dtd`, dtd);
    await Deno.writeTextFile(`${folder.path}/${to}.xml`, await exported(to, WORDS, MISSING));
    const args = ["--noout", "--nonet", "--dtdvalid", `${folder.path}/${to}.dtd`, `${folder.path}/${to}.xml`];
    const { success, stderr } = await new Deno.Command("xmllint", { args }).output();
    assert(success, new TextDecoder().decode(stderr));
  }
});
