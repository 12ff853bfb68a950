/**
 * Fuzzes one target in its own process, which may hang or run out of memory: `run.ts` watches it. Reports what happens
 * as lines of JSON on standard output.
 * @module
 */

import { Coverage } from "./coverage.ts";
import { Fuzzer, nameOf, type Tally } from "./fuzzer.ts";
import { FAILURES, foundFolder, inputsIn, keptFolder, SOURCES } from "./places.ts";

/** A line of the output. */
export type Report =
  | ({ readonly kind: "tally"; readonly covered: number; readonly rss: number } & Tally)
  | { readonly kind: "failure"; readonly path: string; readonly text: string };

/** Milliseconds between two reports of counts. */
const PERIOD = 250;

const [name = "", seconds = "10", seed = "1", counts = "yes", current = ""] = Deno.args;

const coverage = counts === "yes" ? new Coverage(SOURCES) : undefined;
await coverage?.start();
// Loaded only now, so that its functions are counted from the start.
const { targets } = await import("./targets.ts");
const target = targets.find((each) => each.name === name)!;
const found = foundFolder(name);
Deno.mkdirSync(found, { recursive: true });
Deno.mkdirSync(FAILURES, { recursive: true });

function tell(report: Report): void {
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(report) + "\n"));
}

let told = 0;
const fuzzer = new Fuzzer(target, {
  seed: Number(seed),
  seconds: Number(seconds),
  known: [...inputsIn(keptFolder(name)), ...inputsIn(found)].map(({ bytes }) => bytes),
  coverage,
  listener: {
    running(input) {
      Deno.writeFileSync(current, input);
      if (performance.now() - told < PERIOD) return;
      told = performance.now();
      reportTally();
    },
    found: (input) => Deno.writeFileSync(`${found}${nameOf(input)}`, input),
    failed(input, error) {
      const path = `${FAILURES}${name}-${nameOf(input)}`;
      Deno.writeFileSync(path, input);
      tell({ kind: "failure", path, text: textOf(error) });
    },
  },
});
function reportTally(): void {
  tell({ kind: "tally", ...fuzzer.tally, covered: coverage?.size ?? 0, rss: Deno.memoryUsage().rss });
}
await fuzzer.run();
reportTally();
Deno.exit(0);

/** The text of an error with its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${textOf(error.cause)}`;
  return (error.stack ?? error.message) + cause;
}
