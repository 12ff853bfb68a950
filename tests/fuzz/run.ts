/**
 * `deno task fuzz`: damages inputs of everything that the program reads, and checks all properties.
 *
 *     deno task fuzz [TARGET...] [--seconds N] [--seed S] [--no-coverage]
 *     deno task fuzz TARGET FILE        runs one input again
 *     deno task fuzz faults             lets every call that can fail do so, one after the other
 *     deno task fuzz [TARGET...] --keep puts the smallest set of found inputs with all outcomes into testdata/fuzz
 *
 * Without a target all of them run, each for this many seconds. Found inputs are kept in `.cache/fuzz`, and the next
 * run begins with them. The exit code is 1 if a property failed.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import type { Report } from "./child.ts";
import { runFaults } from "./faults/run.ts";
import { keep } from "./keep.ts";
import { FAILURES, shortPath } from "./places.ts";
import type { Target } from "./target.ts";
import { targets } from "./targets.ts";
import { digestOf } from "./target.ts";

/** A run without output for this long hangs. */
const PATIENCE_MS = 60_000;

const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(text));
const isTerminal = Deno.stdout.isTerminal();

/** The result of a target. */
interface Outcome {
  readonly target: string;
  readonly runs: number;
  readonly seconds: number;
  readonly found: number;
  readonly covered: number;
  readonly rss: number;
  readonly failures: readonly string[];
}

async function fuzz(
  target: Target,
  options: { seconds: string; seed: string; coverage: boolean },
): Promise<Outcome> {
  const started = performance.now();
  const current = Deno.makeTempFileSync({ prefix: `quarry-fuzz-${target.name}-` });
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "--no-check", "--v8-flags=--max-old-space-size=3000"],
      ...["--config", "tests/deno.json", "--lock", "tests/deno.lock", "tests/fuzz/child.ts"],
      ...[target.name, options.seconds, options.seed, options.coverage ? "yes" : "no", current],
    ],
    cwd: new URL("../../", import.meta.url),
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const failures: string[] = [];
  const strays: string[] = [];
  let last = { runs: 0, found: 0, covered: 0, rss: 0 };
  let heard = performance.now();
  let hangs = false;
  const watch = setInterval(() => {
    if (performance.now() - heard < PATIENCE_MS) return;
    hangs = true;
    child.kill("SIGKILL");
  }, 1000);
  const take = (line: string): void => {
    heard = performance.now();
    if (!line.startsWith("{")) {
      // Other output would not be a line of JSON.
      strays.push(line);
      return;
    }
    const report: Report = JSON.parse(line);
    if (report.kind === "failure") {
      failures.push(report.path);
      sayFailure(target.name, report.path, report.text);
    } else {
      last = report;
      if (isTerminal) say(`\r\x1b[K${progressLine(target.name, report, started)}`);
    }
  };
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) take(line);
  }
  const { code, signal } = await child.status;
  clearInterval(watch);
  if (code !== 0) {
    const input = Deno.readFileSync(current);
    const path = `${FAILURES}${target.name}-${digestOf(input).toString(16).padStart(8, "0")}`;
    Deno.writeFileSync(path, input);
    failures.push(path);
    const how = hangs
      ? `said nothing for ${PATIENCE_MS / 1000} s`
      : `ended with ${signal ?? `exit code ${code}`}`;
    sayFailure(target.name, path, `The process ${how}`);
  }
  if (strays.length > 0) {
    failures.push(current);
    say(`${target.name} fails: something was written to standard output: ${strays[0]}\n`);
  }
  Deno.removeSync(current);
  if (isTerminal) say("\r\x1b[K");
  return { target: target.name, seconds: (performance.now() - started) / 1000, ...last, failures };
}

function progressLine(
  name: string,
  { runs, found, covered }: { runs: number; found: number; covered: number },
  started: number,
): string {
  const seconds = (performance.now() - started) / 1000;
  return `${name}: ${runs} runs, ${Math.round(runs / seconds)} a second, ${found} new, ${covered} covered`;
}

function sayFailure(name: string, path: string, text: string): void {
  say(
    `${isTerminal ? "\r\x1b[K" : ""}${name} fails: ${text}\n  repeat: deno task fuzz ${name} ${
      shortPath(path)
    }\n`,
  );
}

function summary(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ target, runs, seconds, found, covered, rss, failures }) => [
    target,
    String(runs),
    (runs / seconds).toFixed(0),
    String(found),
    String(covered),
    `${Math.round(rss / 2 ** 20)} MB`,
    String(failures.length),
  ]);
  const cells = [["target", "runs", "runs/s", "new inputs", "covered", "memory", "failures"], ...rows];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)).join("  ")
  ).join("\n") + "\n";
}

/** Runs one input again; throws if a property fails. */
async function repeat(target: Target, path: string): Promise<void> {
  const runner = await target.start();
  try {
    const outcome = await runner.run(Deno.readFileSync(path));
    say(`${path}: all holds\n  ${outcome.join("\n  ")}\n`);
  } finally {
    await runner.close();
  }
}

if (import.meta.main) {
  const args = parseArgs(Deno.args.filter((arg) => arg !== "--"), {
    string: ["seconds", "seed", "_"],
    boolean: ["keep", "coverage"],
    negatable: ["coverage"],
    default: { seconds: "10", coverage: true, seed: String(Date.now() % 1_000_000) },
  });
  const words: readonly string[] = args._.map(String);
  const chosen = words.map((word) => targets.find(({ name }) => name === word));
  if (words[0] === "faults") {
    await runFaults(say);
  } else if (chosen.length === 2 && chosen[0] && !chosen[1]) {
    await repeat(chosen[0], words[1]!);
  } else if (chosen.includes(undefined)) {
    say(`There is no target "${words[chosen.indexOf(undefined)]}". Targets:\n`);
    for (const { name, summary } of targets) say(`  ${name.padEnd(14)} ${summary}\n`);
    say(`  ${"faults".padEnd(14)} memory, files and threads that fail\n`);
    Deno.exit(1);
  } else {
    const some = chosen.length > 0 ? chosen as Target[] : targets;
    if (args.keep) {
      for (const target of some) say(`${target.name}: ${await keep(target)}\n`);
    } else {
      say(`Seed ${args.seed}, ${args.seconds} s for each of ${some.length} targets\n`);
      const outcomes: Outcome[] = [];
      for (const target of some) outcomes.push(await fuzz(target, args));
      say(summary(outcomes));
      if (outcomes.some(({ failures }) => failures.length > 0)) Deno.exit(1);
    }
  }
  Deno.exit(0);
}
