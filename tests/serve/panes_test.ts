/** The frame of panes: it fills the window, only its dividers move, and details show the selection. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { readSelection, selectionText } from "../../workbench/selection.ts";
import { atFullEffort } from "../support/effort.ts";
import { axeFindings, goTo, inBrowser, ServedWorkbench, type TestBrowser } from "./browser_support.ts";

const POOL = "testdata/mpatrol/pool-threads-le64/trace.mtrc";
const SHAPES = "testdata/heaptrack/heaptrack.shapes.zst";
const GLMARK = "testdata/apitrace/real-glmark2-build.trace";

function paneTest(
  name: string,
  traces: Readonly<Record<string, string>>,
  run: (bench: ServedWorkbench, browser: TestBrowser) => Promise<void>,
): void {
  Deno.test(inBrowser(atFullEffort(name, ["chromium"]), async (browser) => {
    const bench = await ServedWorkbench.open(traces);
    try {
      await run(bench, browser);
    } finally {
      await bench.close();
    }
  }));
}

const topOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`);
const heightOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().height`);

Deno.test("readSelection() reads the output of selectionText(), and nothing else", () => {
  for (
    const selection of [
      { kind: "block", seq: "12" },
      { kind: "call", no: "7" },
      { kind: "func", name: "a b\nline 2 c" },
      { kind: "line", file: "some dir/a.c", line: "9" },
    ] as const
  ) assertEquals(readSelection(selectionText(selection)), selection);
  for (const text of [undefined, "", "block", "block 1 or 2", "call x", "line a.c", "func "]) {
    assertEquals(readSelection(text), null, text);
  }
});

paneTest(
  "dividers between panes move by keys and pointer, and keep their position",
  { a: POOL },
  async (
    bench,
    browser,
  ) => {
    await browser.look(`${bench.address}#view=map&v.selected=block+500`, async (page) => {
      const line = page.getByRole("separator", { name: "Height of the overview" });
      const details = page.getByRole("separator", { name: "Height of the details" });
      await details.waitFor();
      const curve = await heightOf(page, "canvas.range");
      await line.focus();
      await page.keyboard.press("ArrowDown");
      assertEquals(await heightOf(page, "canvas.range"), curve + 16);
      assertEquals(await line.getAttribute("aria-valuenow"), String(curve + 16));
      await page.keyboard.press("Enter");
      assertEquals(await heightOf(page, "canvas.range"), 0);
      await page.keyboard.press("Enter");
      assertEquals(await heightOf(page, "canvas.range"), curve + 16);
      const low = await heightOf(page, "#details");
      const box = (await details.boundingBox())!;
      await page.mouse.move(box.x + 200, box.y + 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 200, box.y - 58, { steps: 3 });
      await page.mouse.up();
      assertEquals(await heightOf(page, "#details"), low + 60);
      // The view keeps a minimum size, and the window is exactly filled.
      await details.focus();
      await page.keyboard.press("End");
      assert(await heightOf(page, "main") >= 150);
      assertEquals(await page.evaluate("document.documentElement.scrollHeight - innerHeight"), 0);
      await page.keyboard.press("Home");
      await page.reload();
      await details.waitFor();
      assertEquals([await heightOf(page, "canvas.range"), await heightOf(page, "#details")], [
        curve + 16,
        40,
      ]);
      assertEquals(await axeFindings(page), []);
    });
  },
);

paneTest(
  "a selection on the overview moves nothing on the page, and is kept in every view",
  { a: POOL },
  async (
    bench,
    browser,
  ) => {
    for (const width of [1280, 390]) {
      await browser.look(`${bench.address}#view=timeline`, async (page) => {
        await page.getByText("live bytes at most").waitFor();
        const before = await topOf(page, "main");
        const box = (await page.locator("canvas.range").boundingBox())!;
        await page.mouse.move(box.x + 0.25 * box.width, box.y + 20);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.5 * box.width, box.y + 20, { steps: 4 });
        await page.mouse.up();
        await page.waitForURL(/range=/);
        assertEquals(await topOf(page, "main"), before, `${width}`);
        await goTo(page, "Flame graph");
        await page.locator(".query code").getByText(/where seq >= 5\d\d and seq < 10\d\d/).waitFor();
        await page.locator("canvas.range").focus();
        await page.keyboard.press("Escape");
        await page.waitForURL((url) => !url.hash.includes("range="));
        assertEquals(await topOf(page, "main"), before, `${width}`);
      }, { width });
    }
  },
);

paneTest("the top bar is a single line from 1280 pixels on", { before: GLMARK, after: GLMARK }, async (
  bench,
  browser,
) => {
  await browser.look(`${bench.address}#view=calls&range=3-20&at=5`, async (page) => {
    await page.getByRole("tree").waitFor();
    const tops = await page.evaluate<number[]>(
      "[...document.querySelectorAll('header button, header select')].map((each) => each.getBoundingClientRect().top)",
    );
    assert(Math.max(...tops) - Math.min(...tops) < 8, tops.join());
  });
});

paneTest("details describe a block, a function, a line and a row, and undo returns to the last one", {
  a: POOL,
  s: SHAPES,
}, async (
  bench,
  browser,
) => {
  await browser.look(`${bench.address}#view=map&trace=a`, async (page) => {
    const details = page.getByRole("complementary", { name: "Details" });
    const map = page.locator("canvas.map");
    await page.getByText("908 blocks by address").waitFor();
    assertEquals(await details.isVisible(), false);
    await map.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await details.getByRole("heading", { name: "Block above" }).waitFor();
    for (const title of ["Allocated", "Freed", "Block below"]) {
      await details.getByRole("heading", { name: title, exact: true }).waitFor();
    }
    assertMatch(page.url(), /v\.selected=block/);
    assertEquals(await axeFindings(page), []);
    await page.keyboard.press("Control+z");
    await details.waitFor({ state: "hidden" });
    // A function of the flame graph, with its callers.
    await page.goto(`${bench.address}#view=flame&trace=s`);
    const flame = page.getByRole("tree", { name: "Flame graph" });
    await flame.getByText("main", { exact: true }).click();
    await details.getByRole("heading", { name: "Callers" }).waitFor();
    await details.getByText("__libc_start_call_main").first().waitFor();
    // A line of source.
    await page.goto(`${bench.address}#view=source&trace=s&v.file=${encodeURIComponent("./source.cpp")}`);
    await page.locator("table.lines").getByRole("button", { name: "15" }).click();
    await details.getByRole("heading", { name: "./source.cpp:15" }).waitFor();
    await details.getByRole("heading", { name: "Allocated here" }).waitFor();
    await details.getByRole("button", { name: "Close details" }).click();
    await details.waitFor({ state: "hidden" });
    assert(!page.url().includes("selected"));
    // A row with all its values.
    await page.goto(`${bench.address}#view=compare&trace=s`);
    await page.getByRole("gridcell").first().click();
    await page.getByRole("button", { name: "Whole row" }).click();
    await details.getByText("bytes delta").waitFor();
  });
});

paneTest("a call is shown with its arguments", { a: GLMARK }, async (bench, browser) => {
  await browser.look(`${bench.address}#view=calls&at=0`, async (page) => {
    await page.getByRole("treeitem").first().click();
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByRole("heading", { name: "Arguments" }).waitFor();
    await details.getByText(/^Call \d+$/).waitFor();
    assertEquals(await axeFindings(page), []);
  });
});

paneTest(
  "a changed address shows its view and its trace",
  { a: POOL, s: SHAPES },
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=map&trace=a`, async (page) => {
      await page.getByText("908 blocks by address").waitFor();
      await page.evaluate("location.hash = '#view=flame&trace=s'");
      await page.getByRole("tree", { name: "Flame graph" }).waitFor();
      assertEquals(await page.locator("header label.choice select").first().inputValue(), "s");
      await page.goBack();
      await page.locator("canvas.map").waitFor();
      assertEquals(await page.locator("header label.choice select").first().inputValue(), "a");
    });
  },
);

paneTest("Tab accepts the suggestion of an open menu, and otherwise leaves the editor", {
  a: POOL,
}, async (
  bench,
  browser,
) => {
  await browser.look(bench.address, async (page) => {
    const menu = page.locator(".cm-tooltip-autocomplete li[aria-selected]");
    const isTyping = (): Promise<boolean> =>
      page.evaluate("document.activeElement.closest('.cm-editor') !== null");
    await page.locator(".cm-content").click();
    await page.keyboard.type("allocs | by fun");
    await menu.waitFor();
    // A menu that has just opened ignores keys, so that none is taken by accident.
    for (let tries = 0; tries < 50 && await menu.count() > 0; tries++) {
      await page.keyboard.press("Tab");
      assert(await isTyping());
    }
    assertEquals(await page.locator(".cm-content").innerText(), "allocs | by func");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assertEquals(await isTyping(), false);
    assertEquals(await page.locator(".cm-tooltip").count(), 0);
  });
});
