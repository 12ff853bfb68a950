/**
 * Pages of reports in a real browser: 400 pixels, both colour schemes, no findings of axe, sorting and filtering of
 * tables.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { axeFindings, inBrowser } from "../serve/browser_support.ts";
import { atFullEffort, later } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { pageOf } from "./page_reader.ts";

const SAMPLES = [
  "testdata/mpatrol/pool-threads-le64/trace.mtrc",
  "testdata/mpatrol/wordfreq-le32/profile.mptl",
  "testdata/gnatcov/wordfreq/words.trace",
  "testdata/apitrace/real-es2gears-sigterm.trace",
];

/** A path that cannot be wrapped. */
const LONG = `quarry repl ${"a".repeat(150)}/trace.mtrc`;

for (const path of SAMPLES) {
  Deno.test(inBrowser(
    atFullEffort(
      `the page of ${path} fits into 400 pixels, in both colour schemes, and axe finds no problems`,
      [
        "chromium",
      ],
    ),
    async (browser) => {
      using file = Temporary.file(".html");
      await Deno.writeTextFile(file.path, await pageOf(await sampleSession({ a: path }), { command: LONG }));
      for (const scheme of ["light", "dark"] as const) {
        await browser.look(`file://${file.path}`, async (page) => {
          const [wide, room] = await page.evaluate<number[]>(
            "[document.documentElement.scrollWidth, innerWidth]",
          );
          assert(wide! <= room!, `${wide} of ${room} pixels`);
          assertEquals(await axeFindings(page), []);
          // Sorted with a heading: the largest first, then the smallest.
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
    },
  ));
}

async function withPage(
  traces: Readonly<Record<string, string>>,
  isComparison: boolean,
  use: (address: string) => Promise<void>,
): Promise<void> {
  using file = Temporary.file(".html");
  await Deno.writeTextFile(file.path, await pageOf(await sampleSession(traces), { isComparison }));
  await use(`file://${file.path}`);
}

Deno.test(inBrowser(
  withTools(["chromium"], "a flame graph is searched, zoomed and inverted with keys alone"),
  (browser) =>
    withPage(
      { a: "testdata/sp-rtrace/c01-jsonidx.resolved.txt" },
      false,
      (address) =>
        browser.look(address, async (page) => {
          const box = page.locator(".flamebox");
          const said = (): Promise<string | null> => box.locator(".said").textContent();
          const labels = (): Promise<string[]> => box.locator(".flame span").allTextContents();
          await box.getByLabel("Find functions").focus();
          await page.keyboard.type("json_parse");
          assertMatch(
            (await box.locator(".found").first().textContent())!,
            /^Found 1 time: 43\.\d KiB \(15\.\d%\)$/,
          );
          assertEquals(await box.locator(".flame .hit").count(), 1);
          await page.keyboard.press("Enter");
          assertMatch((await said())!, /^json_parse: 43\.\d KiB, 15\.\d% \(allocated bytes\)$/);
          await box.locator(".flame").focus();
          await page.keyboard.press("Enter");
          assertEquals((await labels()).includes("make_doc"), false, "zoomed to json_parse");
          for (let out = 0; out < 7; out++) await page.keyboard.press("Escape");
          assertEquals((await labels()).includes("make_doc"), true, "zoomed out");
          await box.getByLabel("Find functions").fill("");
          await box.getByRole("button", { name: "Inverted" }).focus();
          await page.keyboard.press("Enter");
          // The innermost functions are on top: malloc has more than calloc.
          assertEquals((await labels()).slice(0, 2), ["(all)", "malloc"]);
          await box.getByLabel("Wide by").selectOption({ label: "leaked bytes" });
          assertMatch((await said())!, /^\(all\): 15\.3 KiB, 100\.0% \(leaked bytes\)$/);
          await box.locator(".flame").focus();
          await page.keyboard.press("ArrowDown");
          assertMatch((await said())!, /^calloc: /);
          // At full effort, axe also checks the pages of all formats.
          if (later === null) assertEquals(await axeFindings(page), []);
        }),
    ),
));

Deno.test(inBrowser(
  withTools(
    ["chromium"],
    "recursion is one box of a flame graph, labelled with its depth, and a key unfolds it",
  ),
  (browser) =>
    withPage(
      { a: "testdata/memray/v13-deep-py310.bin" },
      false,
      (address) =>
        browser.look(address, async (page) => {
          const box = page.locator(".flamebox").first();
          const unfold = box.getByRole("button", { name: "Unfolded" });
          const named = (name: string): Promise<number> =>
            box.locator(`.flame [aria-label^="${name}"]`).count();
          assertEquals([await named("down ×301: "), await named("down: ")], [1, 0]);
          assertMatch(
            (await box.locator('.flame [aria-label^="down ×301"]').getAttribute("aria-label"))!,
            /recursion up to 301 deep$/,
          );
          await box.locator(".flame").focus();
          await page.keyboard.press("u");
          assertEquals(await unfold.getAttribute("aria-pressed"), "true");
          assertEquals([await named("down ×301: "), await named("down: ") > 100], [0, true]);
          await unfold.click();
          assertEquals([await named("down ×301: "), await named("down: ")], [1, 0]);
        }),
    ),
));

Deno.test(inBrowser(
  atFullEffort("a chart shows its values by pointer and keys, and a table is filtered by words", [
    "chromium",
  ]),
  (browser) =>
    withPage(
      { a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" },
      false,
      (address) =>
        browser.look(address, async (page) => {
          const panel = page.locator(".panel:has(h3:text-is('Live bytes over the trace'))");
          const svg = panel.locator("svg");
          const usual = await panel.locator(".said").textContent();
          await svg.hover({ position: { x: 5, y: 50 } });
          assertMatch((await panel.locator(".said").textContent())!, /^from \d+, to \d+, live bytes /);
          await page.mouse.move(0, 0);
          assertEquals(await panel.locator(".said").textContent(), usual);
          await svg.focus();
          await page.keyboard.press("End");
          const rows = panel.locator(".numbers tbody tr");
          const [from] = await rows.last().locator("td").allTextContents();
          assertMatch((await panel.locator(".said").textContent())!, new RegExp(`^from ${from}, `));
          const table = page.locator(".panel:has(h3:text-is('Requested sizes'))");
          const count = await table.locator("tbody tr").count();
          await table.getByRole("searchbox").fill("1 -16");
          const texts = await table.locator("tbody tr:visible").allTextContents();
          assert(texts.length > 0 && texts.length < count);
          assert(texts.every((text) => text.includes("1") && !text.includes("16")));
          assertEquals(await table.locator(".found").textContent(), `${texts.length} of ${count} rows`);
        }),
    ),
));

for (
  const [what, isComparison, traces] of [
    ["of several runs", false, {
      a: "testdata/gnatcov/wordfreq/missing.trace",
      b: "testdata/gnatcov/wordfreq/numbers.trace",
    }],
    ["about two traces", true, {
      a: "testdata/heaptrack/heaptrack.pool.zst",
      b: "testdata/heaptrack/heaptrack.shapes.zst",
    }],
  ] as const
) {
  Deno.test(inBrowser(
    atFullEffort(
      `the page ${what} fits into 400 pixels, in both colour schemes, follows its links, and axe finds no problems`,
      [
        "chromium",
      ],
    ),
    (browser) =>
      withPage(traces, isComparison, async (address) => {
        for (const scheme of ["light", "dark"] as const) {
          await browser.look(address, async (page) => {
            const [wide, room] = await page.evaluate<number[]>(
              "[document.documentElement.scrollWidth, innerWidth]",
            );
            assert(wide! <= room!, `${wide} of ${room} pixels`);
            if (!isComparison) {
              await page.locator(".sources td a").first().click();
              assert(await page.locator("table.lines").first().isVisible());
            }
            assertEquals(await axeFindings(page), []);
          }, { width: 400, scheme });
        }
      }),
  ));
}
