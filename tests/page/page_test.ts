/** The page without a server, freshly built, in a real browser: from a plain file host, and as a file. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { join } from "node:path";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { writePieces } from "../bench/write_pieces.ts";
import { hostOf } from "../serve/file_host.ts";
import { axeFindings, goTo, inBrowser, typeAndRun } from "../serve/browser_support.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { buildPage } from "./build_page.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const TRACES = ["testdata/mpatrol/wordfreq-le64/trace.mtrc", "testdata/heaptrack/heaptrack.wordfreq.zst"];
const VIEWS = ["Queries", "Timeline", "Flame graph", "Memory map", "Source", "Compare", "Tables"];

/** Drops a file on the page. */
async function drop(page: Page, path: string): Promise<void> {
  const bytes = (await Deno.readFile(join(ROOT, path))).toBase64();
  const dataTransfer = await page.evaluateHandle(([content, name]) => {
    const { DataTransfer } = globalThis as unknown as {
      DataTransfer: { new (): { readonly items: { add(file: File): void } } };
    };
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(content!), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], name!));
    return transfer;
  }, [bytes, path.split("/").at(-1)!]);
  await page.dispatchEvent("body", "dragover", { dataTransfer });
  await page.dispatchEvent("body", "drop", { dataTransfer });
}

/** The steps of a user with two traces. */
async function dropAndLook(page: Page): Promise<void> {
  await page.getByText("Nothing is uploaded").waitFor();
  assertEquals(await axeFindings(page), []);
  await drop(page, "README.md");
  await page.getByText('Cannot load "README.md"').waitFor();
  await drop(page, TRACES[0]!);
  await page.getByText("26 blocks (8.1 KiB) never freed").first().waitFor();
  await page.getByText("Nothing is uploaded").waitFor();
  await drop(page, TRACES[1]!);
  await page.getByRole("combobox", { name: "Trace" }).waitFor();
  await typeAndRun(page, 'leaks of "trace.mtrc" | count');
  await page.getByRole("gridcell", { name: "26", exact: true }).waitFor();
  for (const view of VIEWS) {
    await goTo(page, view);
    assertEquals(await axeFindings(page), [], view);
    assertEquals(await page.locator("main .wrong, main .error").count(), 0, view);
  }
}

Deno.test(inBrowser(
  atFullEffort(
    "a built page opens dropped files, from disk and from a file host, and makes no other requests",
    [
      "chromium",
    ],
  ),
  async (browser) => {
    using folder = Temporary.folder();
    await buildPage(folder.path);
    await browser.look(`file://${folder.path}/index.html`, dropAndLook);
    await Deno.copyFile(join(ROOT, TRACES[0]!), join(folder.path, "run.mtrc"));
    const host = hostOf(folder.path);
    try {
      const site = host.address;
      await browser.look(site, dropAndLook, { width: 400, scheme: "dark" });
      assertEquals([...host.asked].sort(), ["/", "/quarry.js", "/style.css"]);
      await browser.look(`${site}#url=run.mtrc&view=timeline`, async (page) => {
        await page.getByText("live bytes at most 12.0 KiB").waitFor();
        assertMatch(page.url(), /&url=run\.mtrc$/);
      });
      await browser.look(`${site}#url=https://elsewhere.example/run.mtrc`, async (page) => {
        await page.getByText("Only traces of this site can be opened").waitFor();
      });
    } finally {
      await host.close();
    }
  },
));

/** Cells of the last result, row by row. */
async function lastRows(page: Page, count: number): Promise<string[][]> {
  const grid = page.getByRole("grid").last();
  await grid.getByRole("row").nth(count).waitFor();
  const rows = await grid.getByRole("row").all();
  return await Promise.all(rows.map(async (row) => await row.getByRole("gridcell").allInnerTexts()));
}

Deno.test({
  ...inBrowser(
    atFullEffort(
      "a cross-origin isolated page uses several threads, and gives the same answers as with one",
      [
        "chromium",
      ],
    ),
    async (browser) => {
      using folder = Temporary.folder();
      await buildPage(folder.path);
      writePieces(join(folder.path, "run.mtrc"), generateMtrc({ events: 800_000 }));
      const query = "events | by page(addr), func: n = count(), b = sum(size) | top 5 by b";
      const answers: string[][][] = [];
      for (const isolates of [true, false]) {
        const host = hostOf(folder.path, isolates);
        try {
          await browser.look(`${host.address}#url=run.mtrc&view=queries`, async (page) => {
            await page.getByRole("navigation").waitFor();
            assertEquals(await page.evaluate("crossOriginIsolated"), isolates);
            const threads = new Set<string>();
            // Threads start only when there is work for them, and take part once they are ready.
            for (
              let tries = 0;
              tries < 40 && !(isolates && threads.has("2")) && (isolates || tries < 3);
              tries++
            ) {
              await typeAndRun(page, `${query} | explain -- ${tries}`);
              await page.getByText(`explain -- ${tries}`).last().waitFor();
              const rows = await lastRows(page, 3);
              const heads = await page.getByRole("grid").last().getByRole("columnheader").allInnerTexts();
              const at = heads.findIndex((each) => each.startsWith("threads"));
              for (const row of rows.slice(1)) threads.add(row[at]!);
            }
            assertEquals(threads.has("2"), isolates, [...threads].join());
            await typeAndRun(page, query);
            await page.getByRole("gridcell").nth(0).waitFor();
            answers.push(await lastRows(page, 5));
          });
        } finally {
          await host.close();
        }
      }
      assertEquals(answers[0], answers[1]);
      assert(answers[0]!.length > 5);
    },
  ),
  ...navigator.hardwareConcurrency > 1 ? {} : { ignore: true },
});
