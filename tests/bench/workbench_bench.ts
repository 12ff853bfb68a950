/**
 * How long a person waits for a picture of the workbench, and how smoothly a brush follows the pointer, in headless
 * Chromium: from the click to the last drawing, by the clock of the page.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tests/bench/workbench_bench.ts [EVENTS] [TRACE]
 *
 * Without TRACE a trace of EVENTS mpatrol events is made. Each picture is asked for three times, and the median counts;
 * what the program computes once, such as an index, is part of the first.
 * @module
 */

import { type Browser, chromium, type Page } from "playwright-core";
import { programPath } from "../support/programs.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { writePieces } from "./write_pieces.ts";

const ROOT = new URL("../../", import.meta.url);
const TARGET_MS = 100;
const RUNS = 3;
/** A picture that has not changed for so long is done, in milliseconds. */
const QUIET = 400;

/** Runs in the page before anything else: notes clicks and keys, and when something was drawn last. */
const WATCH = `
  globalThis.asked = 0; globalThis.drawn = 0;
  const note = (of, name) => {
    const real = of[name];
    of[name] = function (...args) { globalThis.drawn = performance.now(); return real.apply(this, args); };
  };
  note(CanvasRenderingContext2D.prototype, "clearRect");
  note(Element.prototype, "replaceChildren");
  for (const kind of ["pointerdown", "click", "keydown", "wheel", "pointerup"]) {
    addEventListener(kind, () => { globalThis.asked = performance.now(); }, true);
  }
`;

/** Questions of the page that have no answer yet. */
let waiting = 0;

/** Waits until nothing is asked or drawn any more; the milliseconds since it was asked for. */
async function untilQuiet(page: Page): Promise<number> {
  for (;;) {
    const [asked, drawn, now] = await page.evaluate<number[]>(
      "[globalThis.asked, globalThis.drawn, performance.now()]",
    );
    if (waiting === 0 && now! - Math.max(asked!, drawn!) > QUIET) return Math.max(0, drawn! - asked!);
    await page.waitForTimeout(50);
  }
}

async function median(run: () => Promise<number>): Promise<readonly [number, readonly number[]]> {
  const times: number[] = [];
  for (let at = 0; at < RUNS; at++) times.push(await run());
  return [times.toSorted((a, b) => a - b)[RUNS >> 1]!, times];
}

/** Frames in which the page drew while a pointer went over the chart, per second. */
async function brushing(page: Page): Promise<number> {
  const box = (await page.locator("canvas.chart").boundingBox())!;
  await page.evaluate(`
    globalThis.frames = 0; globalThis.stop = false;
    const count = () => { globalThis.frames++; if (!globalThis.stop) requestAnimationFrame(count); };
    requestAnimationFrame(count);
  `);
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.mouse.down();
  const begin = performance.now();
  for (let x = 200; x < 1000; x += 4) await page.mouse.move(box.x + x, box.y + 60);
  const seconds = (performance.now() - begin) / 1000;
  const frames = await page.evaluate<number>("(globalThis.stop = true, globalThis.frames)");
  await page.mouse.up();
  return frames / seconds;
}

async function measure(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(WATCH);
  page.on("request", (request) => waiting += request.url().includes("/api/ping") ? 0 : 1);
  const answered = (request: { url(): string }): void => {
    waiting -= request.url().includes("/api/ping") ? 0 : 1;
  };
  page.on("requestfinished", answered);
  page.on("requestfailed", answered);
  await page.goto(address);
  const view = (name: string) => page.getByRole("navigation").getByRole("button", { name, exact: true });
  const report = (what: string, [middle, all]: readonly [number, readonly number[]]): void =>
    say(`${what}\t${middle.toFixed(0)}\t${all.map((each) => each.toFixed(0)).join(" ")}\t${TARGET_MS}`);
  say("picture\tmedian ms\tall\ttarget");
  // A picture of another stretch each time: what is shown already would not be asked for again.
  const fresh = async (range: number): Promise<void> => {
    const hash = new URL(page.url()).hash.replace(/&range=[^&]*/, "");
    await page.evaluate(`location.hash = ${JSON.stringify(`${hash}&range=${range}-${range + 500_000}`)}`);
    await untilQuiet(page);
  };
  let next = 1_000_000;
  for (const name of ["Timeline", "Flame graph", "Memory map", "Source"]) {
    if (await view(name).count() === 0) continue;
    report(
      name,
      await median(async () => {
        await view("Tables").click();
        await fresh(next += 100_000);
        await view(name).click();
        return await untilQuiet(page);
      }),
    );
  }
  await view("Timeline").click();
  await untilQuiet(page);
  const box = (await page.locator("canvas.chart").boundingBox())!;
  report(
    "zoom of the timeline",
    await median(async () => {
      await page.mouse.move(box.x + 600, box.y + 60);
      await page.mouse.wheel(0, -100);
      return await untilQuiet(page);
    }),
  );
  await page.getByRole("button", { name: "Whole trace" }).click();
  await untilQuiet(page);
  let x = 300;
  report(
    "click: what was live then",
    await median(async () => {
      await page.mouse.click(box.x + (x += 50), box.y + 60);
      return await untilQuiet(page);
    }),
  );
  say(`frames per second while brushing\t${(await brushing(page)).toFixed(0)}`);
  await page.close();
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));
}

if (import.meta.main) {
  const [events = "10000000", given] = Deno.args;
  const executablePath = programPath("chromium");
  if (!executablePath) throw new Error("needs Chromium");
  const folder = Deno.makeTempDirSync({ prefix: "quarry-workbench-" });
  const path = given ?? `${folder}/trace.mtrc`;
  if (!given) writePieces(path, generateMtrc({ events: Number(events) }));
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("cli.ts", ROOT).pathname, "serve", "--port", "0", path],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    let text = "";
    for await (const piece of server.stdout) {
      text += new TextDecoder().decode(piece);
      if (text.includes("\n")) break;
    }
    say(`load of the machine\t${Deno.loadavg().map((each) => each.toFixed(1)).join(" ")}`);
    await measure(browser, text.trim());
  } finally {
    await browser.close();
    server.kill("SIGINT");
    await server.status;
    Deno.removeSync(folder, { recursive: true });
  }
}
