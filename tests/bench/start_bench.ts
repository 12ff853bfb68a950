/**
 * How long a person waits before anything can be done: `--help`, and the first prompt on a small trace.
 *
 * The prompt is timed from starting the process to the last byte of the prompt on a pseudo-terminal, which `script`
 * of util-linux provides; Deno has cached the program's modules, as it has from the second start on.
 * @module
 */

import type { BenchRow } from "./report.ts";

const ROOT = new URL("../../", import.meta.url);
const SAMPLE = new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT).pathname;
const HELP_TARGET_MS = 80;
const PROMPT_TARGET_MS = 250;
const PROMPT = "> ";
const CTRL_D = new Uint8Array([4]);
/** A prompt that has not come by then will not. */
const PATIENCE_MS = 20_000;

/** Starts the program so many times; the peer is what it may take at most. */
export async function benchStart(runs = 15): Promise<BenchRow[]> {
  const program = [Deno.execPath(), "run", "-A", new URL("cli.ts", ROOT).pathname];
  const home = Deno.makeTempDirSync({ prefix: "quarry-start-" });
  try {
    const rows = [await row("--help", runs, HELP_TARGET_MS, () => timeOfHelp(program))];
    const script = await has("script");
    if (script) {
      rows.push(
        await row("first prompt on a small trace", runs, PROMPT_TARGET_MS, () => timeOfPrompt(program, home)),
      );
    }
    return rows;
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

async function row(
  work: string,
  runs: number,
  target: number,
  measure: () => Promise<number>,
): Promise<BenchRow> {
  await measure(); // fills the caches
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measure());
  times.sort((left, right) => left - right);
  return {
    group: "start",
    work,
    quarry: times[times.length >> 1]!,
    peers: { target },
    notes: `median of ${runs}; best ${times[0]!.toFixed(0)} ms, worst ${times.at(-1)!.toFixed(0)} ms`,
  };
}

async function timeOfHelp([program = "", ...args]: readonly string[]): Promise<number> {
  const start = performance.now();
  const { success } = await new Deno.Command(program, { args: [...args, "--help"], stdout: "null" }).output();
  const time = performance.now() - start;
  if (!success) throw new Error("--help fails");
  return time;
}

async function timeOfPrompt(program: readonly string[], home: string): Promise<number> {
  const command = [...program, "repl", SAMPLE].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const start = performance.now();
  // Its standard input stays open: at its end the program would leave.
  const child = new Deno.Command("script", {
    args: ["-qfec", command, "/dev/null"],
    env: { TERM: "xterm-256color", XDG_STATE_HOME: home, XDG_CONFIG_HOME: home },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  try {
    let text = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes(PROMPT)) return performance.now() - start;
    }
    throw new Error(`There was no prompt:\n${text}`);
  } finally {
    clearTimeout(timer);
    const keys = child.stdin.getWriter();
    await keys.write(CTRL_D).then(() => keys.close()).catch(() => {}); // it has left already
    await child.status;
  }
}

async function has(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"], stdout: "null" }).output()).success;
  } catch {
    return false;
  }
}
