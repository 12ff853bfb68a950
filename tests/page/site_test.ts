/** The site of the documentation, freshly built, in a real browser. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { examplesOf } from "../../tools/site/examples.ts";
import { run } from "../../tools/commands.ts";
import { hostOf } from "../serve/file_host.ts";
import { axeFindings, inBrowser } from "../serve/browser_support.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

Deno.test("every example is a query over one trace of the repository", () => {
  const block = [
    "$ quarry query testdata/a/b.mtrc \\",
    "  -e 'leaks | by func' -m markdown -e \"count\"",
    "func",
    "",
    "$ quarry query --each testdata/a/b.mtrc -e 'count'",
    "$ quarry query a=testdata/a.mtrc b=testdata/b.mtrc -e 'count'",
    "$ quarry query run.mtrc -e 'count'",
    "$ quarry info testdata/a/b.mtrc",
  ].join("\n");
  assertEquals(examplesOf(block), [{ traces: ["testdata/a/b.mtrc"], queries: ["leaks | by func", "count"] }]);
});

Deno.test(inBrowser(
  atFullEffort("the built site can be read, searched and tried, and makes no other requests", ["chromium"]),
  async (browser) => {
    using folder = Temporary.folder();
    await run(Deno.execPath(), [
      ...["run", "-A", "--config", "tools/package/deno.json", "--lock", "tools/package/deno.lock"],
      ...["tools/site/build_site.ts", folder.path],
    ], { cwd: ROOT });
    const pages = [...Deno.readDirSync(folder.path), ...Deno.readDirSync(join(folder.path, "dev"))]
      .filter(({ name }) => name.endsWith(".html"));
    assert(pages.length > 45, `${pages.length} pages`);
    const host = hostOf(folder.path);
    try {
      const looks = {
        "index.html": {},
        "language.html": { scheme: "dark" },
        "api.html": { width: 400 },
      } as const;
      for (const [path, look] of Object.entries(looks)) {
        await browser.look(host.address + path, async (page) => {
          await page.locator("main h1").first().waitFor();
          assertEquals(await axeFindings(page), [], path);
          const { wide, shown } = await page.evaluate(() => {
            const { document, innerWidth } = globalThis as unknown as {
              document: { documentElement: { scrollWidth: number } };
              innerWidth: number;
            };
            return { wide: document.documentElement.scrollWidth, shown: innerWidth };
          });
          // Line breaks inside a block are kept.
          assertStringIncludes(await page.locator("main").innerText(), "\n  ");
          assert(wide <= shown, `${path}: ${wide} pixels on a screen of ${shown}`);
        }, look);
      }
      // From the search to a passage, and from there into the workbench with the query of the page.
      await browser.look(`${host.address}dev/tests.html`, async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type("leaks no test reaches");
        await page.locator("#found a").first().waitFor();
        assertEquals(await axeFindings(page), []);
        await page.locator("#found a").first().click();
        await page.waitForURL(/\.html#/);
        await page.goto(`${host.address}rows-in-order.html`);
        const link = page.locator(".run a").first();
        assertMatch(await link.getAttribute("href") ?? "", /^workbench\/index\.html#view=queries&cells=/);
        await link.click();
        await page.getByRole("button", { name: "Run", exact: true }).first().click();
        await page.getByRole("gridcell").first().waitFor();
      });
      await browser.look(`file://${folder.path}/index.html`, async (page) => {
        await page.getByRole("searchbox").fill("parquet");
        await page.locator("#found a").first().waitFor();
      });
    } finally {
      await host.close();
    }
  },
));
