/**
 * Real processes of a language server, a prompt, a workbench and a server for assistants receive requests, reloads,
 * cancels, damaged files and unauthorized clients for as long as wanted. Memory, descriptors and answer times at the
 * end must be those of the beginning. Since the speed of a machine varies over an hour, the last window is repeated
 * with fresh processes beside the old ones.
 *
 *     deno task bench soak [--minutes N] [--rate N] [--seed S]
 *
 * Requests come at `--rate` a second for each of them, 8 without it, each after the previous one is answered.
 * @module
 */

import { programPath } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { figuresOf, type Times } from "./process_figures.ts";
import { SoakAssistant } from "./soak_assistant.ts";
import { SoakPrompt } from "./soak_prompt.ts";
import { SoakServer } from "./soak_server.ts";
import { SoakTraces } from "./soak_traces.ts";
import { SoakWorkbench } from "./soak_workbench.ts";

/** Duration, rate and seed. */
export interface SoakOptions {
  readonly minutes: number;
  readonly rate: number;
  readonly seed: number;
}

/** Number of lines of the table, from the beginning to the end. */
const WINDOWS = 20;

/** A process with a client that performs one step after the other. */
interface Soaked {
  readonly pid: number;
  readonly times: Times;
  step(): Promise<void>;
  stop(): Promise<number>;
}

/** The processes under test by name, each with its own traces. */
interface Soak {
  readonly all: ReadonlyMap<string, Soaked>;
  /** Counts of what was done besides answers. */
  told(): string[];
  close(): void;
}

/** Runs all processes of the soak; `say` receives a line for each window. */
export async function soak(
  { minutes, rate, seed }: SoakOptions,
  say: (line: string) => void,
): Promise<void> {
  const random = new Random(seed);
  const old = await startAll(random);
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
  const clock = setInterval(() => {
    for (const [name, soaked] of old.all) look(name, soaked);
  }, minutes * 60_000 / WINDOWS);
  try {
    await Promise.all([...old.all.values()].map(drive));
  } finally {
    clearInterval(clock);
  }
  const fresh = await startAll(random);
  const beside: (readonly [string, Soaked])[] = [
    ...old.all,
    ...[...fresh.all].map(([name, each]) => [`fresh ${name}`, each] as const),
  ];
  // A process is slow while it warms up, so the first round is not counted.
  for (const counted of [false, true]) {
    end = Date.now() + minutes * 60_000 / WINDOWS;
    for (const [, { times }] of beside) times.take();
    await Promise.all(beside.map(([, soaked]) => drive(soaked)));
    if (counted) { for (const [name, soaked] of beside) look(name, soaked); }
  }
  for (const line of old.told()) say(line);
  for (const { all, close } of [fresh, old]) {
    for (const [name, soaked] of all) say(`${name}: exit code ${await soaked.stop()}`);
    close();
  }
}

/** Starts all processes; no prompt if no terminal is available. */
async function startAll(random: Random): Promise<Soak> {
  const folders: SoakTraces[] = [];
  const traces = (): SoakTraces => {
    folders.push(new SoakTraces(random));
    return folders.at(-1)!;
  };
  const server = await SoakServer.start(traces(), random);
  const prompt = programPath("script") === null ? null : await SoakPrompt.start(traces(), random);
  const workbench = await SoakWorkbench.start(traces(), random);
  const assistant = await SoakAssistant.start(traces(), random);
  return {
    all: new Map<string, Soaked>([
      ["language server", server],
      ...(prompt ? [["prompt", prompt] as const] : []),
      ["workbench", workbench],
      ["assistant", assistant],
    ]),
    told: () => [
      `language server: ${server.reloads} reloads, ${server.cancelled} cancelled, ${server.failed} failed`,
      ...(prompt ? [`prompt: ${prompt.opened} opened, ${prompt.cancelled} cancelled`] : []),
      `workbench: ${workbench.cancelled} left, ${workbench.refused} sent away`,
      `assistant: ${assistant.opened} opened, ${assistant.cancelled} cancelled, ${assistant.refused} refused`,
    ],
    close() {
      for (const each of folders) each.close();
    },
  };
}
