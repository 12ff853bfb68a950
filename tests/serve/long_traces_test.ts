/**
 * Every view of long traces, ten million events of mpatrol among them: views appear, without console messages, and the
 * bytes received and elements held by the page do not grow with the trace.
 */
import { assertEquals } from "@std/assert";
import { SnappyWriter } from "../../src/containers/snappy_writer.ts";
import { generateStream } from "../bench/generate_apitrace.ts";
import { generateTrace } from "../bench/generate_gnatcov.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { generateReport } from "../bench/generate_sp_rtrace.ts";
import { writePieces } from "../bench/write_pieces.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { goTo, inBrowser, type Page, ServedWorkbench, typeAndRun } from "./browser_support.ts";
import { LISTENERS, ViewChecks } from "./view_checks.ts";
import { Walk } from "./view_walk.ts";

/** Maximum bytes received for one view: a hundredth of ten million rows. */
const MOST_BYTES = 4e6;
/** Maximum number of elements of the page in any view. */
const MOST_ELEMENTS = 15_000;

/** Traces, and how to generate each. */
const TRACES: readonly {
  readonly format: string;
  readonly views: readonly string[];
  write(path: string): Promise<void> | void;
}[] = [
  {
    format: "mtrc",
    views: ["Queries", "Timeline", "Flame graph", "Memory map", "Who frees", "Source", "Compare", "Tables"],
    write: (path) => writePieces(path, generateMtrc({ events: 10_000_000 })),
  },
  {
    format: "sp-rtrace",
    views: ["Queries", "Timeline", "Flame graph", "Memory map", "Who frees", "Compare", "Tables"],
    write: (path) => writePieces(path, generateReport(40e6)),
  },
  {
    format: "apitrace",
    views: ["Queries", "Timeline", "Calls", "Flame graph", "Tables"],
    write: writeRecording,
  },
  {
    format: "gnatcov",
    views: ["Queries", "Timeline", "Tables"],
    write: (path) => writePieces(path, generateTrace({ entries: 10_000_000, pcSize: 8, bigEndian: false })),
  },
];

async function writeRecording(path: string): Promise<void> {
  const packer = new SnappyWriter();
  await packer.open();
  const pieces: Uint8Array[] = [];
  generateStream(1_000_000, (bytes) => pieces.push(...packer.write(bytes)));
  writePieces(path, [...pieces, ...packer.finish()]);
}

/** Bytes that a page has received since the last check. */
class Received {
  #bytes = 0;

  static async of(page: Page): Promise<Received> {
    const received = new Received();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.dataReceived", ({ dataLength }) => received.#bytes += dataLength);
    return received;
  }

  take(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }
}

/** A walk that also checks the amount of data. */
class LongWalk {
  readonly found: string[] = [];
  readonly #page: Page;
  readonly #checks: ViewChecks;
  readonly #received: Received;

  constructor(page: Page, received: Received) {
    [this.#page, this.#received, this.#checks] = [page, received, new ViewChecks(page)];
  }

  /** Performs an action, waits for its effects, and checks the page. */
  async look(what: string, act: () => Promise<void>): Promise<void> {
    this.#received.take();
    await act();
    this.found.push(...(await this.#checks.look()).map((each) => `${what}: ${each}`));
    const bytes = this.#received.take();
    if (bytes > MOST_BYTES) this.found.push(`${what}: ${bytes} bytes were received`);
    const elements = await this.#page.evaluate<number>("document.querySelectorAll('*').length");
    if (elements > MOST_ELEMENTS) this.found.push(`${what}: ${elements} elements`);
  }
}

for (const { format, views, write } of TRACES) {
  Deno.test(inBrowser(
    atFullEffort(`every view of a long ${format} trace works`, ["chromium"]),
    async (browser) => {
      using folder = Temporary.folder();
      const path = `${folder.path}/long.trace`;
      await write(path);
      const bench = await ServedWorkbench.open({ a: path });
      try {
        await browser.look(bench.address, async (page) => {
          const walk = new LongWalk(page, await Received.of(page));
          await walk.look("a table of all rows", async () => {
            await typeAndRun(page, format === "gnatcov" ? "blocks" : "events");
            await page.getByRole("grid").waitFor();
            await page.getByRole("grid").focus();
            await page.keyboard.press("Control+End");
          });
          for (const view of views.slice(1)) await walk.look(view, () => goTo(page, view));
          await walk.look("a brush", async () => {
            await goTo(page, "Timeline");
            const box = (await page.locator("canvas.chart").first().boundingBox())!;
            await page.mouse.move(box.x + 400, box.y + 60);
            await page.mouse.down();
            await page.mouse.move(box.x + 600, box.y + 60, { steps: 8 });
            await page.mouse.up();
            await page.waitForURL(/range=/);
          });
          await walk.look("a step of zooming", async () => {
            await page.locator("canvas.chart").first().hover({ position: { x: 500, y: 60 } });
            await page.mouse.wheel(0, -300);
          });
          await walk.look("a click", async () => {
            await page.locator("canvas.chart").first().click({ position: { x: 500, y: 60 } });
            await page.waitForURL(/at=/);
          });
          for (const view of views.slice(1)) await walk.look(`${view}, brushed`, () => goTo(page, view));
          assertEquals(walk.found, []);
          const choices = new Walk(page, views.slice(1));
          await choices.choices();
          assertEquals(choices.found, []);
        }, { before: LISTENERS });
      } finally {
        await bench.close();
      }
    },
  ));
}
