/**
 * Random queries in long sessions over real traces, as many as time allows; tests run a few hundred of them.
 *
 *     deno run -A --config tests/deno.json tests/oracle/long_run.ts [--seed N] [--judge NAME] [--session N] \
 *         [--threads N] [--large] [QUERIES]
 *
 * Prints each failure with everything needed to reproduce it, and how many queries each judge has judged. Sessions of
 * 60 queries, or `--session` of them: with twice as many as there are recipes and examples, `--judge questions` runs
 * all of them twice over one set of formats after the other, and 119 such sessions cover all singles, pairs and
 * triples. With `--threads` sessions have this many threads, and the sessions they are compared with have one; with
 * `--large` each has a trace of several blocks.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { JUDGES } from "./judges.ts";

/** Number of queries of one session. */
const PER_SESSION = "60";
/** Maximum number of failures that are shown: an error in a common operation causes thousands. */
const MOST_SHOWN = 60;

const args = parseArgs(Deno.args, {
  string: ["seed", "judge", "session", "threads", "_"],
  boolean: ["large"],
});
const wanted = Number(args._[0] ?? 20_000);
const judges = Object.entries(JUDGES).filter(([name]) => name === (args.judge ?? name));
const sums = new Map(judges.map(([name]) => [name, { queries: 0, full: 0, sessions: 0, seconds: 0 }]));
const ways = {
  ...args.threads === undefined ? {} : { threads: Number(args.threads) },
  ...args.large ? { large: true } : {},
};
let asked = 0;
let failed = 0;

function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
}

for (let seed = Number(args.seed ?? 1); asked < wanted && judges.length > 0; seed++) {
  for (const [name, judge] of judges) {
    const start = performance.now();
    const { queries, full } = await judge(seed, Number(args.session ?? PER_SESSION), (failure) => {
      if (failed++ < MOST_SHOWN) say(`${name}, seed ${seed}: ${failure}\n`);
    }, ways);
    asked += queries;
    const sum = sums.get(name)!;
    sum.queries += queries;
    sum.full += full;
    sum.sessions++;
    sum.seconds += (performance.now() - start) / 1000;
  }
}
for (const [name, { queries, full, sessions, seconds }] of sums) {
  say(
    `${name}: ${queries} queries, ${full} of them with rows, in ${sessions} sessions, ${
      seconds.toFixed(0)
    } s`,
  );
}
say(`${asked} queries, ${failed} failures`);
// An unknown name of a judge judges nothing.
if (failed > 0 || asked < wanted) Deno.exit(1);
