/** The command palette and the list of keys, by keyboard alone. */
import { assertEquals } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { axeFindings, inBrowser, ServedWorkbench } from "./browser_support.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

Deno.test(inBrowser(
  withTools(
    ["chromium"],
    "Ctrl-K finds views, tables, columns, values, queries and help, and ? shows the keys",
  ),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: TRACE });
    try {
      await browser.look(bench.address, async (page) => {
        await page.getByText("26 blocks (8.1 KiB) never freed").first().waitFor();
        const { keyboard } = page;
        const chosen = page.locator("#palette [aria-selected=true]");
        // Also from the editor.
        await page.locator(".cm-content").first().focus();
        await keyboard.press("Control+k");
        await keyboard.insertText("memory");
        assertEquals(await chosen.innerText(), "view Memory map");
        assertEquals(await axeFindings(page), []);
        await keyboard.press("Enter");
        await page.locator("nav [aria-current=page]", { hasText: "Memory map" }).waitFor();
        await keyboard.press("Control+k");
        await keyboard.insertText("column of allocs life");
        await keyboard.press("ArrowDown");
        await keyboard.press("ArrowUp");
        await keyboard.press("Enter");
        await page.locator(".cm-content", { hasText: "allocs | by life" }).waitFor();
        await keyboard.press("Control+k");
        await keyboard.insertText("read_wor");
        await chosen.filter({ hasText: "value of func read_word – 722 rows" }).waitFor();
        await keyboard.press("Enter");
        await page.locator(".cm-content", { hasText: /where func == "read_word"/ }).waitFor();
        await keyboard.press("Control+k");
        await keyboard.insertText("help summarize");
        await chosen.filter({ hasText: "help: stage summarize – Aggregates over all rows" }).waitFor();
        await keyboard.press("Enter");
        await page.getByRole("dialog", { name: "Help: summarize" }).waitFor();
        await page.getByText("leaks | summarize count(), bytes").first().waitFor();
        assertEquals(await axeFindings(page), []);
        await keyboard.press("Enter");
        await keyboard.press("Control+k");
        await keyboard.insertText("no such thing");
        await page.getByText("There is nothing with this name").waitFor();
        await keyboard.press("Escape");
        await page.locator("main").focus();
        await keyboard.press("?");
        await page.getByRole("dialog", { name: "Keys" }).waitFor();
        assertEquals(await axeFindings(page), []);
        await keyboard.press("Enter");
        assertEquals(await page.getByRole("dialog").count(), 0);
      });
    } finally {
      await bench.close();
    }
  },
));
