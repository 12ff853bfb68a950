/**
 * A language server and a prompt, real processes, under requests, reloads, cancels and damaged files for as long as one
 * likes. Memory, descriptors and answer times at the end must be those of the beginning. Since a machine is not equally
 * quick for an hour, the last window is repeated with fresh processes beside the old ones.
 *
 *     deno task bench soak [--minutes N] [--rate N] [--seed S]
 *
 * Requests come at `--rate` a second for each of both, 8 without it, and not before the last one is answered.
 * @module
 */

import { programPath } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { figuresOf, type Times } from "./process_figures.ts";
import { SoakPrompt } from "./soak_prompt.ts";
import { SoakServer } from "./soak_server.ts";
import { SoakTraces } from "./soak_traces.ts";

/** How long, how often, and which dice. */
export interface SoakOptions {
  readonly minutes: number;
  readonly rate: number;
  readonly seed: number;
}

/** Lines of the table, from the beginning to the end. */
const WINDOWS = 20;

/** Somebody who does one thing after the other. */
interface Soaked {
  readonly pid: number;
  readonly times: Times;
  step(): Promise<void>;
}

/** Runs both; `say` gets a line for each window. */
export async function soak(
  { minutes, rate, seed }: SoakOptions,
  say: (line: string) => void,
): Promise<void> {
  const random = new Random(seed);
  const { server, prompt, traces } = await startBoth(random);
  let end = Date.now() + minutes * 60_000;
  const drive = async (soaked: Soaked): Promise<void> => {
    while (Date.now() < end) {
      const next = Date.now() + 1000 / rate;
      await soaked.step();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    }
  };
  const look = (name: string, { pid, times }: Soaked): void => {
    const { rss, own, descriptors, threads } = figuresOf(pid);
    const { p50, p99 } = times.take();
    const passed = ((minutes * 60_000 - (end - Date.now())) / 60_000).toFixed(1);
    say(
      [name, passed, times.count, rss, own, descriptors, threads, p50.toFixed(0), p99.toFixed(0)].join("\t"),
    );
  };
  say("process\tminutes\tanswers\tRSS MB\tits own MB\tdescriptors\tthreads\tp50 ms\tp99 ms");
  const all: (readonly [string, Soaked])[] = [
    ["server", server],
    ...(prompt ? [["prompt", prompt] as const] : []),
  ];
  const clock = setInterval(() => {
    for (const [name, soaked] of all) look(name, soaked);
  }, minutes * 60_000 / WINDOWS);
  try {
    await Promise.all(all.map(([, soaked]) => drive(soaked)));
  } finally {
    clearInterval(clock);
  }
  const window = minutes * 60_000 / WINDOWS;
  const fresh = await startBoth(random);
  const beside: (readonly [string, Soaked])[] = [
    ...all,
    ["fresh server", fresh.server],
    ...(fresh.prompt ? [["fresh prompt", fresh.prompt] as const] : []),
  ];
  // A process is slow while it warms up: that is not counted.
  for (const counted of [false, true]) {
    end = Date.now() + window;
    for (const [, { times }] of beside) times.take();
    await Promise.all(beside.map(([, soaked]) => drive(soaked)));
    if (counted) { for (const [name, soaked] of beside) look(name, soaked); }
  }
  await Promise.all([fresh.server.stop(), fresh.prompt?.stop()]);
  say(`server: ${server.reloads} reloads, ${server.cancelled} cancelled, ${server.failed} failed`);
  if (prompt) say(`prompt: ${prompt.opened} opened, ${prompt.cancelled} cancelled`);
  say(`exit codes: ${await server.stop()}${prompt ? `, ${await prompt.stop()}` : ""}`);
  for (const each of [...traces, ...fresh.traces]) each.close();
}

/** Starts a server and, where a terminal can be had, a prompt; each with traces of its own. */
async function startBoth(random: Random): Promise<{
  readonly server: SoakServer;
  readonly prompt: SoakPrompt | null;
  readonly traces: readonly SoakTraces[];
}> {
  const [ofServer, ofPrompt] = [new SoakTraces(random), new SoakTraces(random)];
  const server = await SoakServer.start(ofServer, random);
  const prompt = programPath("script") === null ? null : await SoakPrompt.start(ofPrompt, random);
  return { server, prompt, traces: [ofServer, ofPrompt] };
}
