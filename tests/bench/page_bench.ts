/**
 * How long the page without a server takes from receiving a trace to its first picture, and how much memory the browser
 * then uses, compared with the first screen of the command line.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tests/bench/page_bench.ts [MEGABYTES] [--rounds N] [--update]
 *
 * A trace of this many megabytes (100 by default) is generated with its own seed. The page is opened from a plain file
 * host, from one that isolates it, and as a file; the command line prints its first screen, without a saved index. With
 * --update the figures go into docs/dev/workbench.md.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Browser, chromium } from "playwright-core";
import { buildPage } from "../page/build_page.ts";
import { hostOf } from "../serve/file_host.ts";
import { programPath } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { between, table } from "./document.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { processesOf, spent } from "./process_time.ts";
import { writePieces } from "./write_pieces.ts";

const ROOT = new URL("../../", import.meta.url);
const PAGE = new URL("docs/dev/workbench.md", ROOT);
/** Approximate bytes per event of the generator. */
const EVENT_BYTES = 22;
/** Milliseconds between two checks of the memory of processes. */
const LOOK = 100;

/** Seconds, and the most bytes of memory that one process used. */
interface Measured {
  readonly seconds: number;
  readonly bytes: number;
}

/** The largest memory of a descendant of this process, without memory shared with files. */
function largestProcess(): number {
  const sizes = processesOf(Deno.pid).slice(1).map((pid) => {
    try {
      const [, kilobytes = "0"] = /^RssAnon:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`)) ??
        [];
      // Memory of kernels is shared with threads, and is counted as memory of a file.
      const [, shared = "0"] = /^RssShmem:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`)) ?? [];
      return 1024 * (Number(kilobytes) + Number(shared));
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...sizes);
}

/** The time of some work, and the memory of the largest process during it. */
async function measured(work: () => Promise<number>): Promise<Measured> {
  let bytes = 0;
  const look = setInterval(() => bytes = Math.max(bytes, largestProcess()), LOOK);
  try {
    const seconds = await work();
    return { seconds, bytes: Math.max(bytes, largestProcess()) };
  } finally {
    clearInterval(look);
  }
}

/** Runs in the page before anything else: records when a trace is given, and when its headline and a curve appear. */
const WATCH = `
  globalThis.given = 0; globalThis.shown = 0;
  addEventListener("change", () => { globalThis.given = performance.now(); }, true);
  new MutationObserver(() => {
    if (globalThis.shown !== 0 || document.querySelector("canvas") === null) return;
    if (document.body.textContent.includes("never freed")) globalThis.shown = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Gives the trace to an open page; returns the seconds until its headline and its first curve appear. */
async function inPage(browser: Browser, address: string, trace: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(300_000);
  await page.addInitScript(WATCH);
  try {
    await page.goto(address);
    const chooser = page.locator("input[type=file]").first();
    await chooser.waitFor({ state: "attached" });
    // A user who has picked a file has given the page at least a second to start its engine.
    await page.waitForTimeout(1000);
    await chooser.setInputFiles(trace);
    for (let left = 3000; left > 0; left--) {
      const [given, shown] = await page.evaluate<number[]>("[globalThis.given, globalThis.shown]");
      if (shown! > 0) return (shown! - given!) / 1000;
      await page.waitForTimeout(LOOK);
    }
    throw new Error("The page has not answered");
  } finally {
    await page.close();
  }
}

/** Prints the first screen of the command line; returns the seconds until it appears. */
async function atShell(trace: string): Promise<number> {
  const { wall } = await spent(async () => {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", new URL("cli.ts", ROOT).pathname, trace, "--no-cache"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    if (!success) throw new Error("The command line failed");
  });
  return wall;
}

if (import.meta.main) {
  const args = parseArgs(Deno.args, { boolean: ["update"], string: ["rounds"] });
  const megabytes = Number(args._[0] ?? 100), rounds = Number(args.rounds ?? 3);
  const executablePath = programPath("chromium");
  if (!executablePath) throw new Error("needs Chromium");
  using folder = Temporary.folder();
  await buildPage(folder.path);
  const trace = `${folder.path}/run.mtrc`;
  writePieces(trace, generateMtrc({ events: Math.ceil(megabytes * 1e6 / EVENT_BYTES) }));
  const hosts = [hostOf(folder.path), hostOf(folder.path, true)];
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const ways: Record<string, () => Promise<number>> = {
    "the command line, first screen": () => atShell(trace),
    "the page, from a plain host": () => inPage(browser, hosts[0]!.address, trace),
    "the page, from a host that isolates it": () => inPage(browser, hosts[1]!.address, trace),
    "the page, as a file": () => inPage(browser, `file://${folder.path}/index.html`, trace),
  };
  const found: Record<string, Measured[]> = {};
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, way] of Object.entries(ways)) (found[name] ??= []).push(await measured(way));
    }
  } finally {
    await browser.close();
    for (const host of hosts) await host.close();
  }
  const best = (name: string): number => Math.min(...found[name]!.map(({ seconds }) => seconds));
  const [shell] = Object.keys(ways);
  const rows = Object.keys(ways).map((name) => [
    name,
    `${best(name).toFixed(1)} s`,
    (best(name) / best(shell!)).toFixed(2),
    `${(Math.max(...found[name]!.map(({ bytes }) => bytes)) / 2 ** 20).toFixed(0)} MiB`,
  ]);
  const size = `${(Deno.statSync(trace).size / 1e6).toFixed(0)} MB`;
  const text =
    `${size} of mpatrol events, the best of ${rounds} rounds in turn, ${navigator.hardwareConcurrency} cores, ` +
    `load of the machine ${Deno.loadavg()[0]!.toFixed(0)}:\n\n` +
    table(["Way", "first picture", "of the command line", "largest process"], rows);
  Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
  if (args.update) {
    Deno.writeTextFileSync(PAGE, between(Deno.readTextFileSync(PAGE), `page ${megabytes}`, text));
  }
}
