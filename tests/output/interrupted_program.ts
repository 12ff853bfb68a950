/**
 * A program that handles Ctrl-C for a while, and stops that just when Ctrl-C is pressed: what its arguments say.
 * @module
 */

import { awaitEndWorker, endBySignals, onInterrupt } from "../../src/output/on_exit.ts";

const [way, moment] = Deno.args;
/** Long enough for a signal that the test sends to arrive, on a busy machine too. */
const BUSY_MS = 500;
const LONGEST_MS = 20_000;

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Keeps the thread busy, so that it does not notice signals. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

endBySignals();
if (way === "thread") await awaitEndWorker();
const within = moment === "deadline" ? { within: 300 } : {};
const stop = onInterrupt(() => {
  say("handled");
  if (moment === "deadline") work(LONGEST_MS);
  if (moment === "handled") Deno.exit(3);
}, within);
say("ready");
if (moment === "late") {
  // The signal comes while this thread is busy, and its handler has gone when the thread is idle.
  work(BUSY_MS);
  stop();
  say("stopped");
  if (way === "thread") work(LONGEST_MS);
}
await new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
say("not interrupted");
