/** Copying from the page: links, queries, rows and pictures, by keyboard alone. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { csvOf, markdownOf } from "../../workbench/row_text.ts";
import { byEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { axeFindings, goTo, inBrowser, type Page, ServedWorkbench, typeAndRun } from "./browser_support.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

const COLUMNS = [
  { name: 'a "b", c', written: "a", kind: "text", type: "text" },
  { name: "n|m", written: "n", kind: "number", type: "u64" },
] as const;
const CELLS = [["x,y", 'say "hi"\nthere', null], ["18446744073709551615", "0", "2"]];

Deno.test("CSV has exact values, quotes where needed, and empty fields for null", () => {
  assertEquals(
    csvOf({ columns: COLUMNS, cells: CELLS }),
    '"a ""b"", c",n|m\r\n"x,y",18446744073709551615\r\n"say ""hi""\nthere",0\r\n,2\r\n',
  );
});

Deno.test("a Markdown table has one line per row, whatever characters its texts have", () => {
  assertEquals(
    markdownOf({ columns: COLUMNS, cells: CELLS }),
    '| a "b", c | n\\|m |\n| --- | --: |\n| x,y | 18446744073709551615 |\n| say "hi" there | 0 |\n|  | 2 |\n',
  );
});

Deno.test("CSV and Markdown of the page are quoted like those of the program", () => {
  const columns = [COLUMNS[0]];
  const cells = [["", null, " led", "<lambda>", "__init__"]];
  assertEquals(csvOf({ columns, cells }).split("\r\n").slice(1), [
    '""',
    "",
    '" led"',
    "<lambda>",
    "__init__",
    "",
  ]);
  assertEquals(markdownOf({ columns, cells }).split("\n").slice(2), [
    "|  |",
    "|  |",
    "|  led |",
    "| &lt;lambda\\> |",
    "| \\_\\_init\\_\\_ |",
    "",
  ]);
});

/** Chooses an entry of the first menu of an element, by keys; returns the message of the page. */
async function copy(page: Page, within: string, entry: string): Promise<string> {
  // A view redrawn for another width has a new menu.
  await page.waitForLoadState("networkidle");
  const menu = page.locator(`${within} .menu`).first();
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  await menu.getByRole("button", { name: entry, exact: true }).focus();
  await page.keyboard.press("Enter");
  const said = page.locator(`${within} .withmenu [role=status]`).first();
  await said.filter({ hasText: new RegExp(`${entry} copied|Not copied`) }).waitFor();
  // The focus stays where it was.
  assertEquals(await page.evaluate("document.activeElement.textContent"), "Copy");
  return await said.innerText();
}

const pasted = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

Deno.test(inBrowser(
  withTools(["chromium"], "results and views are copied as link, query, CSV, Markdown, PNG and SVG"),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: TRACE });
    try {
      const narrow = { width: 390, scheme: "dark" } as const;
      for (const look of byEffort([{}, narrow], [narrow])) {
        await browser.look(bench.address, async (page) => {
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
          const query = "events | by kind | sort count desc";
          await typeAndRun(page, query);
          await page.getByRole("gridcell", { name: "alloc", exact: true }).waitFor();
          assertEquals(await copy(page, ".result", "CSV"), "CSV copied: 5 rows");
          const csv = (await pasted(page)).split("\r\n");
          assertEquals(csv[0], "kind,count,bytes");
          assertMatch(csv[1]!, /^alloc,\d+,\d+$/);
          await copy(page, ".result", "Markdown");
          assertStringIncludes(
            await pasted(page),
            "| kind | count | bytes |\n| --- | --: | --: |\n| alloc |",
          );
          await copy(page, ".result", "Query");
          assertEquals(await pasted(page), query);
          await copy(page, ".result", "Link");
          assertEquals(await pasted(page), page.url());
          await page.locator(".menu summary").first().press("Enter");
          assertEquals(await axeFindings(page), []);
          await page.keyboard.press("Escape");
          assertEquals(await page.locator(".menu[open]").count(), 0);
          await goTo(page, "Timeline");
          await page.getByText("live bytes at most 12.0 KiB").waitFor();
          await copy(page, "main", "SVG");
          const svg = await pasted(page);
          assertMatch(
            svg,
            /^<svg xmlns=[^]*<path d="M[^]*>12 KiB<[^]*live bytes at most 12.0 KiB[^]*<\/svg>\n$/,
          );
          // It refers to no other files and nothing in the page; a PNG could not be made of malformed SVG.
          assert(!/href|color-mix|var\(/.test(svg));
          await copy(page, "main", "PNG");
          const size = await page.evaluate<number>(`navigator.clipboard.read()
            .then(([item]) => item.getType("image/png")).then((png) => createImageBitmap(png))
            .then(({ width, height }) => width * height)`);
          assert(size > 100_000, `${size} pixels`);
          await goTo(page, "Flame graph");
          await page.locator(".flame span").first().waitFor();
          await copy(page, "main", "SVG");
          assertMatch(await pasted(page), /<rect [^]*read_word[^]*<\/svg>\n$/);
        }, look);
      }
    } finally {
      await bench.close();
    }
  },
));
