/**
 * How long a user waits for a picture of the workbench, and how smoothly a brush follows the pointer, in headless
 * Chromium: from the click to the last drawing, by the clock of the page.
 *
 *     deno run -A --config tests/deno.json --lock tests/deno.lock tests/bench/workbench_bench.ts [EVENTS] [TRACE] [--update]
 *
 * Without TRACE a trace of EVENTS mpatrol events is generated. Pictures of a range are requested three times, and the
 * median counts; those of the whole trace once, so that work which the program does only once is included in the first.
 * With --update the figures go into docs/workbench.md.
 * @module
 */

import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { programPath } from "../support/programs.ts";
import { between, table } from "./document.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { writePieces } from "./write_pieces.ts";

const ROOT = new URL("../../", import.meta.url);
const RUNS = 3;
/** Milliseconds without a change after which a picture counts as complete. */
const QUIET = 400;

/** Runs in the page before anything else: records clicks and keys, and when something was last drawn. */
const WATCH = `
  globalThis.asked = 0; globalThis.drawn = 0;
  const note = (of, name) => {
    const real = of[name];
    // Prepared views are not in the page.
    of[name] = function (...args) {
      if ((this.canvas ?? this).isConnected) globalThis.drawn = performance.now();
      return real.apply(this, args);
    };
  };
  note(CanvasRenderingContext2D.prototype, "clearRect");
  note(Element.prototype, "replaceChildren");
  for (const kind of ["pointerdown", "click", "keydown", "wheel", "pointerup"]) {
    addEventListener(kind, () => { globalThis.asked = performance.now(); }, true);
  }
`;

async function median(run: () => Promise<number>): Promise<readonly [number, readonly number[]]> {
  const times: number[] = [];
  for (let at = 0; at < RUNS; at++) times.push(await run());
  return [times.toSorted((a, b) => a - b)[RUNS >> 1]!, times];
}

/** Frames per second that the page draws while the pointer moves over the chart. */
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

/** The clicks: a view, and the choice in it. */
const PICTURES: readonly (readonly [view: string, what: string, chosen: string])[] = [
  ["Timeline", "live bytes", ""],
  ["Timeline", "live bytes by function", "&v.series=live.func"],
  ["Timeline", "events by kind", "&v.series=count.kind"],
  ["Flame graph", "allocated", ""],
  ["Flame graph", "leaked", "&v.what=leaked"],
  ["Memory map", "stretches", ""],
  ["Memory map", "pages", "&v.maprows=page"],
  ["Memory map", "size classes", "&v.maprows=size"],
  ["Memory map", "sizes", "&v.map=sizes"],
  ["Memory map", "treemap", "&v.map=tree"],
  ["Who frees", "functions", ""],
  ["Source", "files", ""],
  ["Compare", "two moments", ""],
];

/** A page, and how long it takes to draw. */
class Watched {
  readonly page: Page;
  readonly #address: string;
  #waiting = 0;
  #range = 1_000_000;

  constructor(page: Page, address: string) {
    [this.page, this.#address] = [page, address];
    const count = (by: number) => (request: { url(): string }): void => {
      if (!request.url().includes("/api/ping")) this.#waiting += by;
    };
    page.on("request", count(1));
    page.on("requestfinished", count(-1));
    page.on("requestfailed", count(-1));
  }

  /**
   * Waits until nothing is requested or drawn any more; returns the milliseconds from the click to the last drawing.
   */
  async quiet(): Promise<number> {
    let since = performance.now();
    for (;;) {
      const [asked, drawn, now] = await this.page.evaluate<number[]>(
        "[globalThis.asked, globalThis.drawn, performance.now()]",
      );
      if (this.#waiting > 0 || now! - Math.max(asked!, drawn!) < QUIET) since = performance.now();
      if (performance.now() - since > QUIET) return Math.max(0, drawn! - asked!);
      await this.page.waitForTimeout(50);
    }
  }

  view(name: string): Locator {
    return this.page.getByRole("navigation").getByRole("button", { name, exact: true });
  }

  /** Opens a new page on another view; returns the milliseconds until it can be used. */
  async open(chosen: string): Promise<number> {
    await this.page.goto("about:blank");
    const begin = performance.now();
    await this.page.goto(`${this.#address}#view=tables${chosen}`);
    await this.view("Timeline").waitFor();
    return performance.now() - begin;
  }

  /** Switches to this view from another one, in a page that was opened just now, or long ago. */
  async whole(view: string, chosen: string, isReady: boolean): Promise<number> {
    if (isReady) await this.page.evaluate(`location.hash = ${JSON.stringify(`#view=tables${chosen}`)}`);
    else await this.open(chosen);
    return await this.#click(view, isReady);
  }

  /** Switches to this view from another one, after a range was brushed just now, or a while ago. */
  async brushed(view: string, chosen: string, isReady: boolean): Promise<number> {
    this.#range += 100_000;
    const hash = `#view=tables&range=${this.#range}-${this.#range + 500_000}${chosen}`;
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    return await this.#click(view, isReady);
  }

  async #click(view: string, isReady: boolean): Promise<number> {
    await this.view(view).waitFor();
    if (isReady) await this.quiet();
    await this.view(view).click();
    return await this.quiet();
  }
}

async function measure(browser: Browser, address: string): Promise<string[][]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(120_000);
  await page.addInitScript(WATCH);
  const watched = new Watched(page, address);
  const rows: string[][] = [];
  const add = (...cells: string[]): void => {
    rows.push(cells);
    say(cells.join("\t"));
  };
  const text = ([middle]: readonly [number, readonly number[]]): string => `${middle.toFixed(0)} ms`;
  const [first, next] = [await watched.open(""), await watched.open("")];
  add(
    "the page, for the first time and again",
    ...[first, next].map((each) => `${each.toFixed(0)} ms`),
    "",
    "",
  );
  const once: string[] = [];
  for (const [view, , chosen] of PICTURES) {
    once.push(`${(await watched.whole(view, chosen, false)).toFixed(0)} ms`);
    say(`${view}${chosen}, at once\t${once.at(-1)}`);
  }
  const begin = performance.now();
  await watched.open("");
  await watched.quiet();
  say(`made ready after\t${((performance.now() - begin) / 1000).toFixed(1)} s`);
  for (const [at, [view, what, chosen]] of PICTURES.entries()) {
    // A view that was shown before would appear at once, so each is measured only once.
    const ready = `${(await watched.whole(view, chosen, true)).toFixed(0)} ms`;
    const stretch = text(await median(() => watched.brushed(view, chosen, false)));
    const stretchReady = text(await median(() => watched.brushed(view, chosen, true)));
    add(`${view}: ${what}`, once[at]!, ready, stretch, stretchReady);
  }
  await page.goto("about:blank");
  await page.goto(`${address}#view=timeline`);
  await watched.view("Timeline").waitFor();
  await watched.quiet();
  const box = (await page.locator("canvas.chart").boundingBox())!;
  const zoomed = await median(async () => {
    await page.mouse.move(box.x + 600, box.y + 60);
    await page.mouse.wheel(0, -100);
    return await watched.quiet();
  });
  add("a step of zooming into the timeline", text(zoomed), "", "", "");
  await page.getByRole("button", { name: "Whole trace" }).click();
  await watched.quiet();
  let x = 300;
  const clicked = await median(async () => {
    await page.mouse.click(box.x + (x += 50), box.y + 60);
    return await watched.quiet();
  });
  add("a click: what was live then", text(clicked), "", "", "");
  add(
    "a brush that follows the pointer",
    `${(await brushing(page)).toFixed(0)} frames per second`,
    "",
    "",
    "",
  );
  await page.close();
  return rows;
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));
}

/** Puts the figures into the page of the workbench. */
function writePage(rows: readonly (readonly string[])[], events: number): void {
  const page = new URL("docs/workbench.md", ROOT);
  const heads = ["Picture", "whole trace, at once", "made ready", "another stretch, at once", "made ready"];
  const said = `${events / 1e6} million mpatrol events, ${navigator.hardwareConcurrency} cores, ` +
    `load of the machine ${Deno.loadavg()[0]!.toFixed(0)}:`;
  Deno.writeTextFileSync(
    page,
    between(Deno.readTextFileSync(page), "workbench", `${said}\n\n${table(heads, rows)}`),
  );
}

if (import.meta.main) {
  const isUpdate = Deno.args.includes("--update");
  const [events = "10000000", given] = Deno.args.filter((each) => each !== "--update");
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
    const rows = await measure(browser, text.trim());
    if (isUpdate) writePage(rows, Number(events));
  } finally {
    await browser.close();
    server.kill("SIGINT");
    await server.status;
    Deno.removeSync(folder, { recursive: true });
  }
}
