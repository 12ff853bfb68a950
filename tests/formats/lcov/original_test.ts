/** Freshly recorded coverage compared with the output of lcov; other tools write the same run in their own formats. */

import { assert, assertEquals } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { atFullEffort } from "../../support/effort.ts";
import { withFolder } from "../../support/temporary.ts";
import { pythonWith } from "../../support/tools.ts";

const PROGRAM = `int used(int a) {
  if (a > 2 && a < 9)
    return 1;
  return 0;
}
int unused(void) {
  return 3;
}
int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < 20; i++)
    sum += used(i);
  return sum > 100 ? unused() : 0;
}
`;
const LINES = "lines | summarize n = count(), hit = count() if count > 0";
const FUNCTIONS = "functions | by file, line: c = max(count) | summarize n = count(), hit = count() if c > 0";
const BRANCHES = "branches | summarize n = count(), hit = count() if count > 0";

async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: folder }).output();
  const text = new TextDecoder().decode(stdout);
  assert(success, text + new TextDecoder().decode(stderr));
  return text + new TextDecoder().decode(stderr);
}

async function numbers(path: string, query: string): Promise<number[]> {
  await using trace = await Quarry.open(path);
  const [row] = [...(await trace.query(query)).rows()];
  return Object.values(row as object).map(Number);
}

/** Lines with their counts. */
async function counts(path: string): Promise<string[]> {
  await using trace = await Quarry.open(path);
  const rows = [...(await trace.query("lines | sort line | select line, count")).rows()];
  return rows.map((row) => Object.values(row as object).join(" "));
}

/** Compiles the program for coverage and runs it. */
async function record(folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/a.c`, PROGRAM);
  await run(folder, "gcc", "-O0", "--coverage", "-c", "a.c");
  await run(folder, "gcc", "--coverage", "-o", "a", "a.o");
  await run(folder, "./a");
}

Deno.test({
  ...atFullEffort("the numbers of lines, functions and branches equal those of lcov --summary", [
    "lcov",
    "gcc",
  ]),
  fn: () =>
    withFolder(async (folder) => {
      await record(folder);
      const version = await run(folder, "lcov", "--version");
      const option = /version 1\./.test(version) ? "lcov_branch_coverage=1" : "branch_coverage=1";
      await run(folder, "lcov", "-q", "-c", "-d", ".", "-o", "a.info", "--rc", option);
      const said = await run(folder, "lcov", "--summary", "a.info", "--rc", option);
      for (
        const [what, query] of [["lines", LINES], ["functions", FUNCTIONS], ["branches", BRANCHES]] as const
      ) {
        const [, hit, n] = new RegExp(`${what}\\.+: \\S+ \\((\\d+) of (\\d+)`).exec(said)!;
        assertEquals(await numbers(`${folder}/a.info`, query), [Number(n), Number(hit)], what);
      }
      await run(folder, "gcov", "-b", "-j", "a.gcda");
      assertEquals(await counts(`${folder}/a.gcov.json.gz`), await counts(`${folder}/a.info`));
    }),
});

Deno.test({
  ...atFullEffort("gcovr's Cobertura has the same lines and counts as its JSON", ["gcovr", "gcc"]),
  fn: () =>
    withFolder(async (folder) => {
      await record(folder);
      const python = pythonWith("gcovr")!;
      await run(
        folder,
        python,
        "-m",
        "gcovr",
        "--cobertura",
        "a.xml",
        "--json",
        "a.json",
        "--lcov",
        "a.info",
      );
      const said = JSON.parse(await Deno.readTextFile(`${folder}/a.json`));
      const lines = said.files.flatMap((file: { lines: { line_number: number; count: number }[] }) =>
        file.lines.map((line) => `${line.line_number} ${line.count}`)
      );
      assertEquals(await counts(`${folder}/a.xml`), lines);
      assertEquals(await counts(`${folder}/a.info`), lines);
    }),
});

Deno.test({
  ...atFullEffort("coverage.py's JSON has the same lines and tests as its report", ["coverage"]),
  fn: () =>
    withFolder(async (folder) => {
      const python = pythonWith("coverage")!;
      const program = "def used(a):\n    return a + 1\n\ndef unused():\n    return 3\n\nprint(used(2))\n";
      await Deno.writeTextFile(`${folder}/a.py`, program);
      await run(folder, python, "-m", "coverage", "run", "--context=first", "a.py");
      await run(folder, python, "-m", "coverage", "json", "-q", "--show-contexts", "-o", "a.json");
      const report = await run(folder, python, "-m", "coverage", "report");
      const [, n, missed] = /^TOTAL\s+(\d+)\s+(\d+)/m.exec(report)!;
      const hit = Number(n) - Number(missed);
      assertEquals(await numbers(`${folder}/a.json`, LINES), [Number(n), hit]);
      await using trace = await Quarry.open(`${folder}/a.json`);
      const tests = [...(await trace.query("tests | select test, lines")).rows()];
      assertEquals(tests.map((row) => Object.values(row as object).map(String)), [["first", `${hit}`]]);
    }),
});
