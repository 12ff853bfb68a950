/**
 * `deno task check`: the gate. It shows each step with its time, and the output of a step that fails.
 *
 *     deno task check [--full]
 *
 * With `--full` it also compiles the kernels again, which needs the compiler.
 * @module
 */

import { type Step, STEPS } from "./steps.ts";
import { tell } from "../commands.ts";

const full = Deno.args.includes("--full");

async function passes({ name, run }: Step): Promise<boolean> {
  const start = performance.now();
  const wrong = await run();
  const time = `${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s`;
  tell(wrong === "" ? `ok     ${time}  ${name}` : `FAILED ${time}  ${name}\n\n${wrong}\n`);
  return wrong === "";
}

/** Runs steps, as many at a time as there are cores; returns the names of those that fail. */
async function failures(steps: readonly Step[]): Promise<string[]> {
  const waiting = [...steps];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!await passes(step)) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
  return failed;
}

const failed = await failures(STEPS.filter(({ isLong }) => full || !isLong));
if (failed.length > 0) {
  tell(`\nThe gate is closed: ${failed.join(", ")}`);
  Deno.exit(1);
}
