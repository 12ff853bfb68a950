/** Pages of reports in a real browser: 400 pixels, both schemes, no finding of axe, tables that are sorted and filtered. */
import { assert, assertEquals } from "@std/assert";
import { writeReport } from "../../src/report/write_report.ts";
import { axeFindings, TestBrowser } from "../serve/browser_support.ts";
import { atFullEffort } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";

const SAMPLES = [
  "testdata/mpatrol/pool-threads-le64/trace.mtrc",
  "testdata/mpatrol/wordfreq-le32/profile.mptl",
  "testdata/gnatcov/wordfreq/words.trace",
  "testdata/apitrace/real-es2gears-sigterm.trace",
];

/** A path without a place to break it. */
const LONG = `quarry repl ${"a".repeat(150)}/trace.mtrc`;

for (const path of SAMPLES) {
  Deno.test({
    ...atFullEffort(`the page of ${path} fits into 400 pixels, in both schemes, and axe finds nothing`, [
      "chromium",
    ]),
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      let html = "";
      await writeReport(await sampleSession({ a: path }), (text) => Promise.resolve(void (html += text)), {
        version: "1",
        command: LONG,
      });
      const file = await Deno.makeTempFile({ suffix: ".html" });
      await Deno.writeTextFile(file, html);
      const browser = await TestBrowser.start();
      try {
        for (const scheme of ["light", "dark"] as const) {
          await browser.look(`file://${file}`, async (page) => {
            const [wide, room] = await page.evaluate<number[]>(
              "[document.documentElement.scrollWidth, innerWidth]",
            );
            assert(wide! <= room!, `${wide} of ${room} pixels`);
            assertEquals(await axeFindings(page), []);
            // By a heading: the largest first, then the smallest.
            const table = page.locator(".bars table:has(thead button)").first();
            const sizes = async (): Promise<bigint[]> =>
              (await page.evaluate<string[]>(
                "[...document.querySelector('.bars table:has(thead button)').tBodies[0].rows]" +
                  ".map((row) => [...row.querySelectorAll('td.n data')].at(-1).value)",
              )).map(BigInt);
            const head = table.locator("thead th.n button").last();
            for (const order of [-1, 1]) {
              await head.click();
              const found = await sizes();
              const sorted = found.toSorted((a, b) => order * (a < b ? -1 : a > b ? 1 : 0));
              assertEquals(found, sorted);
            }
          }, { width: 400, scheme });
        }
      } finally {
        await browser.close();
        await Deno.remove(file);
      }
    },
  });
}
