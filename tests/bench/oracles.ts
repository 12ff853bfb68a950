/**
 * Random tests with many more seeds than every day: what a test run of two minutes has no time for.
 * @module
 */

import { EFFORT } from "../support/effort.ts";

const TIMES = 20;
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

/** Runs them; throws when one fails. */
export async function runOracles(): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/test/run.ts", ...randomTests()],
    cwd: ROOT,
    env: { [EFFORT]: String(TIMES) },
    stdout: "null",
  }).output();
  if (!success) {
    throw new Error(`Random tests fail with ${TIMES} times the seeds: run them with ${EFFORT}=${TIMES}`);
  }
}
