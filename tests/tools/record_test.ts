/** The combined result of two runs of the same tests. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "node:fs";
import { Temporary } from "../support/temporary.ts";
import type { Outcome, TestCase } from "../../tools/test/junit.ts";
import {
  countLine,
  countRuns,
  type RunRecord,
  unsteadyTests,
  withSecondRun,
} from "../../tools/test/record.ts";

function cases(outcomes: Readonly<Record<string, Outcome>>): TestCase[] {
  return Object.entries(outcomes).map(([name, outcome]) => ({
    file: "a_test.ts",
    name,
    outcome,
    seconds: 1,
  }));
}

function record(ok: boolean, outcomes: Readonly<Record<string, Outcome>>): RunRecord {
  return { ok, tests: cases(outcomes), leftOut: [], unsteady: [] };
}

Deno.test("a test that passes on a second run counts as passed, and is named", () => {
  const first = record(false, { one: "passed", two: "failed", three: "skipped" });
  const both = withSecondRun(first, record(true, { two: "passed" }));
  assertEquals(both.ok, true);
  assertEquals(countLine(countRuns([both])), "2 passed, 0 failed, 1 skipped");
  assertEquals(unsteadyTests([both]), "1 passed only when they ran once more:\n  a_test.ts: two");
});

Deno.test("a test that fails twice or does not run again counts as failed", () => {
  const first = record(false, { one: "failed", two: "failed" });
  const both = withSecondRun(first, record(false, { one: "failed" }));
  assertEquals(both.ok, false);
  assertEquals(countLine(countRuns([both])), "0 passed, 2 failed, 0 skipped");
  assertEquals(withSecondRun(first, record(true, { one: "passed" })).ok, false);
  assertEquals(unsteadyTests([both]), "");
});

/** If the program started by the last test finds this variable, there is a test that fails until a file exists. */
const mark = Deno.env.get("QUARRY_TEST_MARK");
if (mark !== undefined) {
  Deno.test("fails the first time", () => {
    const isFirst = !existsSync(mark);
    Deno.writeTextFileSync(mark, "");
    assert(!isFirst);
  });
}

Deno.test("--twice runs a failed test once more, and reports it", async () => {
  using folder = Temporary.folder();
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "tools/test/run.ts", "tests/tools/record_test.ts", "fails the first time"],
      ...["--twice", "--record", `${folder.path}/record`],
    ],
    cwd: new URL("../../", import.meta.url),
    env: { NO_COLOR: "1", QUARRY_TEST_MARK: `${folder.path}/mark` },
    stderr: "null",
  }).output();
  const told = "1 passed only when they ran once more:\n  tests/tools/record_test.ts: fails the first time";
  assertStringIncludes(new TextDecoder().decode(stdout), told);
  assertEquals(code, 0);
  const { ok, tests }: RunRecord = JSON.parse(Deno.readTextFileSync(`${folder.path}/record`));
  // The report also lists the others, as skipped tests.
  const outcomes = tests.map(({ outcome }) => outcome).filter((outcome) => outcome !== "skipped");
  assertEquals([ok, outcomes], [true, ["passed"]]);
});
