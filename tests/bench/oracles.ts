/** Random tests with many more seeds than a test run of two minutes has time for. */

import { EFFORT } from "../support/effort.ts";

const TIMES = 20;
/** Queries in long sessions over real traces. */
const QUERIES = 20_000;
const LONG_RUN = "tests/oracle/long_run.ts";
const ROOT = new URL("../../", import.meta.url);

/** The test files whose seeds can be raised. */
function randomTests(folder = "tests/"): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) => {
    const path = folder + name;
    if (isDirectory) return randomTests(`${path}/`);
    if (!name.endsWith("_test.ts")) return [];
    return /support\/effort\.ts"/.test(Deno.readTextFileSync(new URL(path, ROOT))) ? [path] : [];
  });
}

/**
 * Runs the random tests, and 20,000 queries in long sessions over real traces; throws if one fails. Returns a summary
 * of the sessions.
 */
export async function runOracles(): Promise<string> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/test/run.ts", ...randomTests()],
    cwd: ROOT,
    env: { [EFFORT]: String(TIMES) },
    stdout: "null",
  }).output();
  if (!success) {
    throw new Error(`Random tests fail with ${TIMES} times the seeds: run them with ${EFFORT}=${TIMES}`);
  }
  const sessions = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--config",
      "tests/deno.json",
      "--lock",
      "tests/deno.lock",
      LONG_RUN,
      String(QUERIES),
    ],
    cwd: ROOT,
  }).output();
  const said = new TextDecoder().decode(sessions.stdout);
  if (!sessions.success) throw new Error(`Long sessions give other answers: run ${LONG_RUN}\n${said}`);
  return said;
}
