/**
 * `deno task test`: the tests, as many files at a time as there are cores, and a summary of skipped tests.
 *
 *     deno task test [WHAT...] [--update] [--slowest N] [--record FILE] [--left-out-of FILE] [--twice]
 *
 * WHAT is a file or folder, a part of the paths of test files (`render`, `oracle`), or else a part of the names of
 * tests. `--update` rewrites golden files and documents. `--slowest` lists the tests that took longest. `--record`
 * saves the outcome of each test, and `--left-out-of` runs the tests that such a run skipped. With `--twice`, a few
 * failed tests run once more, alone: tests of real terminals, browsers and servers may meet a machine that is slow for
 * a moment. Tests that pass only then are listed.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { effort } from "../../tests/support/effort.ts";
import { withBundles } from "./bundles.ts";
import { v8Flags } from "./v8_flags.ts";
import { type TestCase, testCases } from "./junit.ts";
import { collectLeftOut, leftOutSummary } from "./left_out.ts";
import { type RunRecord, unsteadyTests, withSecondRun } from "./record.ts";
import { asked, cameTo, type Selection, selection } from "./selection.ts";
import { keepTimes } from "./times.ts";
import { Temporary } from "../../tests/support/temporary.ts";

/** Up to this many failures may be caused by other work on the machine. */
const FEW_FAILURES = 5;

const args = parseArgs(Deno.args.filter((arg) => arg !== "--"), {
  boolean: ["update", "twice"],
  string: ["slowest", "record", "left-out-of", "_"],
});

/** What to run: everything that `args` select. Ends the program if that is nothing. */
function chosen(): Selection {
  const before = args["left-out-of"];
  if (before === undefined) {
    try {
      return selection(args._.map(String));
    } catch (error) {
      say((error as Error).message);
      Deno.exit(1);
    }
  }
  const { tests }: RunRecord = JSON.parse(Deno.readTextFileSync(before));
  return cameTo("skipped", tests);
}

async function run({ files, filter }: Selection): Promise<RunRecord> {
  using report = Temporary.file();
  let ok = false;
  const leftOut = await collectLeftOut((env) =>
    withBundles(files, async (paths, jobs) => {
      const { success } = await new Deno.Command(Deno.execPath(), {
        args: [
          // The gate checks types. Here that would take seven seconds after every change.
          ...["test", "-A", "--no-check", "--parallel", `--junit-path=${report.path}`],
          ...["--config", "tests/deno.json", "--lock", "tests/deno.lock"],
          ...v8Flags(),
          // Guarded memory: a write outside its piece fails the test. At full effort checked kernels also
          // fail for any other access.
          ...["--preload", "tests/support/guards/preload.ts"],
          ...(filter === undefined ? [] : [`--filter=${filter}`]),
          ...paths,
          ...(args.update ? ["--", "--update"] : []),
        ],
        cwd: new URL("../../", import.meta.url),
        stdin: "null",
        // A load of more than a second would save an index, and the next test would find it.
        env: { QUARRY_CACHE: "off", DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(jobs), ...env },
      }).spawn().status;
      ok = success;
    })
  );
  const tests = testCases(Deno.readTextFileSync(report.path));
  // At full effort other files take longest, and tests selected by name are not all of their file.
  if (ok && effort < 1 && filter === undefined) keepTimes(tests);
  return { ok, tests, leftOut, unsteady: [] };
}

/** A run in which a few tests that failed run once more; more than a few failures are not caused by the machine. */
async function runTwice(selection: Selection): Promise<RunRecord> {
  const first = await run(selection);
  const failures = first.tests.filter(({ outcome }) => outcome === "failed").length;
  if (failures === 0 || failures > FEW_FAILURES) return first;
  say(`== ${failures} failed and run once more, alone`);
  return withSecondRun(first, await run(cameTo("failed", first.tests)));
}

function slowest(tests: readonly TestCase[], count: number): string {
  const sorted = tests.toSorted((left, right) => right.seconds - left.seconds).slice(0, count);
  return sorted.map(({ seconds, file, name }) => `${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`)
    .join("\n");
}

function say(text: string): void {
  if (text !== "") Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
}

const choice = chosen();
if (choice.files.length > 0) {
  const record = await (args.twice ? runTwice(choice) : run(choice));
  if (args.record !== undefined) Deno.writeTextFileSync(args.record, JSON.stringify(record));
  const tests = asked(choice, record.tests);
  const shown = [leftOutSummary(record.leftOut, tests), unsteadyTests([record])];
  if (args.slowest !== undefined) shown.push(slowest(record.tests, Number(args.slowest) || 10));
  const { filter } = choice;
  const isEmpty = filter !== undefined && tests.length === 0;
  say(
    isEmpty
      ? `No test has "${filter}" in its path or name`
      : shown.filter((each) => each !== "").join("\n\n"),
  );
  if (!record.ok || isEmpty) Deno.exit(1);
}
