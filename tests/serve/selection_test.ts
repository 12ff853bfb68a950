/** Undo and redo of selections, the browser's back button, and the choice of a theme. */
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { axeFindings, goTo, inBrowser, type Page, ServedWorkbench } from "./browser_support.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

const shown = (page: Page): Promise<string> => page.locator("nav [aria-current=page]").innerText();

Deno.test(inBrowser(
  withTools(["chromium"], "undo and redo step through selections, like the buttons of the browser"),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: TRACE });
    try {
      await browser.look(bench.address, async (page) => {
        const undo = page.getByRole("button", { name: "Undo", exact: true });
        const redo = page.getByRole("button", { name: "Redo", exact: true });
        await page.getByText("26 blocks (8.1 KiB) never freed").first().waitFor();
        assertEquals([await undo.getAttribute("aria-disabled"), await redo.getAttribute("aria-disabled")], [
          "true",
          "true",
        ]);
        // Without an earlier selection, the button does nothing.
        await undo.focus();
        await page.keyboard.press("Enter");
        await page.locator("main").press("Control+z");
        await goTo(page, "Timeline");
        await goTo(page, "Flame graph");
        await page.locator(".choice", { hasText: "Show" }).locator("select").selectOption("peak");
        await page.waitForFunction(() => location.hash.includes("peak"));
        assertEquals(await axeFindings(page), []);
        await undo.click();
        await page.waitForFunction(() => !location.hash.includes("peak"));
        assertEquals(await shown(page), "Flame graph");
        await page.locator("main").press("Control+z");
        await page.locator("nav [aria-current=page]", { hasText: "Timeline" }).waitFor();
        await page.goBack();
        await page.locator("nav [aria-current=page]", { hasText: "Queries" }).waitFor();
        assertEquals(await undo.getAttribute("aria-disabled"), "true");
        await page.locator("main").press("Control+Shift+z");
        await page.locator("nav [aria-current=page]", { hasText: "Timeline" }).waitFor();
        await redo.click();
        await page.locator("nav [aria-current=page]", { hasText: "Flame graph" }).waitFor();
        // A different step from here: the steps to redo are gone.
        await goTo(page, "Tables");
        assertEquals(await redo.getAttribute("aria-disabled"), "true");
        // Typed text is undone by the editor.
        await goTo(page, "Queries");
        await page.locator(".cm-content").first().click();
        await page.keyboard.insertText("leaks");
        await page.keyboard.press("Control+z");
        assertEquals(
          await (await page.locator(".cm-content").first().innerText()).trim(),
          "A query, such as: leaks | by func | top 10 by bytes",
        );
        assertEquals(await shown(page), "Queries");
      });
    } finally {
      await bench.close();
    }
  },
));

Deno.test(inBrowser(
  withTools(["chromium"], "the theme follows the system until one is chosen, and then keeps it"),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: TRACE });
    const colors = (page: Page): Promise<readonly string[]> =>
      page.evaluate(
        "[getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.body).backgroundColor]",
      );
    try {
      await browser.look(bench.address, async (page) => {
        const theme = page.getByRole("combobox", { name: "Theme" });
        await goTo(page, "Timeline");
        await page.getByText("live bytes at most 12.0 KiB").waitFor();
        const dark = await colors(page);
        assertEquals(dark[0], "dark");
        const before = await page.locator("canvas").first().screenshot();
        await theme.selectOption("light");
        const light = await colors(page);
        assertEquals(light[0], "light");
        assertNotEquals(light[1], dark[1]);
        // Drawings have the new colours at once.
        assertNotEquals(await page.locator("canvas").first().screenshot(), before);
        assertEquals(await axeFindings(page), []);
        await page.reload();
        await theme.waitFor();
        assertEquals([await theme.inputValue(), await colors(page)], ["light", light]);
        await page.keyboard.press("Control+k");
        await page.keyboard.insertText("system theme");
        await page.keyboard.press("Enter");
        assertEquals([await theme.inputValue(), await colors(page)], ["system", dark]);
        await page.emulateMedia({ colorScheme: "light" });
        // The page is notified a moment later.
        await page.locator('html[data-theme="light"]').waitFor();
        assertEquals(await colors(page), light);
        assertMatch(await page.evaluate(() => localStorage.getItem("quarry.theme") ?? ""), /^system$/);
      }, { scheme: "dark", width: 390 });
    } finally {
      await bench.close();
    }
  },
));
