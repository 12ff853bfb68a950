/** The workbench in a real browser: every view, keys alone, hostile names, a server that goes away. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { MEMORY_VIEWS } from "../conformance/shared_facts.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { atFullEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import {
  goTo,
  inBrowser,
  ServedWorkbench,
  type TestBrowser,
  typeAndRun,
  untilCompletionTakesKeys,
} from "./browser_support.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const POOL = "testdata/mpatrol/pool-threads-le64/trace.mtrc";

/** Registers a test in a browser. */
function browserTest(
  name: string,
  run: (browser: TestBrowser) => Promise<void>,
  shown = withTools(["chromium"], name),
): void {
  Deno.test(inBrowser(shown, run));
}

/** Registers a test in a browser that runs at full effort only. */
function longBrowserTest(name: string, run: (browser: TestBrowser) => Promise<void>): void {
  browserTest(name, run, atFullEffort(name, ["chromium"]));
}

browserTest(
  "a query is typed, run, sorted and filtered with keys alone, and saved in the address",
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: WORDS });
    try {
      await browser.look(bench.address, async (page) => {
        // From the top of the page to the editor and beyond, without a pointer.
        for (let at = 0; at < 20; at++) {
          await page.keyboard.press("Tab");
          if (await page.evaluate<boolean>("document.activeElement.classList.contains('cm-content')")) break;
        }
        await page.keyboard.type("leaks | by fu");
        await untilCompletionTakesKeys(page, "func");
        await page.keyboard.press("Enter");
        assertEquals(await page.locator(".cm-content").innerText(), "leaks | by func");
        await page.keyboard.press("Control+Enter");
        const grid = page.getByRole("grid");
        await grid.waitFor();
        assertEquals(await grid.getAttribute("aria-rowcount"), "3");
        await grid.focus();
        await page.keyboard.press("f");
        await page.getByText("1 row,").waitFor();
        assertMatch(
          await page.locator(".cm-content").innerText(),
          /^leaks \| by func \| where func (==|is) /,
        );
        const address = page.url();
        assert(address.includes("cells="), address);
        await page.reload();
        assertMatch(await page.locator(".cm-content").innerText(), /^leaks \| by func \| where/);
      });
    } finally {
      await bench.close();
    }
  },
);

browserTest("a suggested query runs with one click, and its answer appears below it", async (browser) => {
  const bench = await ServedWorkbench.open({ a: WORDS });
  try {
    await browser.look(bench.address, async (page) => {
      const suggested = page.locator("details", { hasText: "Suggested queries" }).last();
      const button = suggested.getByRole("button").first();
      const query = await button.innerText();
      await button.click();
      await page.getByRole("grid").first().waitFor();
      assertEquals(await page.locator(".cm-content").first().innerText(), query);
    });
  } finally {
    await bench.close();
  }
});

longBrowserTest("names in a trace are shown as plain text in every view", async (browser) => {
  const name = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
  const writer = new MtrcWriter().head();
  for (let at = 1; at <= 4; at++) {
    writer.alloc(at, 0x1000 * at, 100 * at, { thread: 1, func: `${name}${at}`, file: `${name}.c`, line: at });
  }
  const path = await Deno.makeTempFile({ suffix: ".mtrc" });
  await Deno.writeFile(path, writer.trailer().take());
  const bench = await ServedWorkbench.open({ '<b>"a"</b>': path });
  try {
    await browser.look(bench.address, async (page) => {
      await typeAndRun(page, "allocs | by func, file");
      await page.getByRole("gridcell").first().click();
      await page.locator(".detail code").waitFor();
      const [first, ...others] = MEMORY_VIEWS;
      for (const view of [...others, first!]) {
        await goTo(page, view);
        await page.waitForTimeout(150);
        assertEquals(await page.locator("img, script:not([src])").count(), 0, view);
      }
      assertEquals(await page.evaluate(() => (globalThis as { hurt?: number }).hurt), undefined);
      assert((await page.getByRole("gridcell").allInnerTexts()).some((text) => text.startsWith("<img")));
    });
  } finally {
    await bench.close();
    await Deno.remove(path);
  }
});

longBrowserTest("when the server stops, the page says so and keeps the typed text", async (browser) => {
  const bench = await ServedWorkbench.open({ a: WORDS });
  await browser.look(
    bench.address,
    async (page) => {
      await typeAndRun(page, "leaks | count");
      await page.getByRole("grid").waitFor();
      await bench.close();
      await typeAndRun(page, "leaks | by func, line");
      await page.getByRole("alert").getByText("The server does not answer").waitFor();
      assertEquals(await page.locator(".cm-content").innerText(), "leaks | by func, line");
      const kept = await page.evaluate(() => JSON.stringify(localStorage));
      assert(kept.includes("leaks | by func, line"), kept);
    },
    {},
    /ERR_CONNECTION_REFUSED|Failed to load resource/,
  );
});

longBrowserTest(
  "a key unfolds recursion in the flame graph, and the address remembers it",
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: "testdata/memray/v13-deep-py310.bin" });
    try {
      await browser.look(bench.address, async (page) => {
        await goTo(page, "Flame graph");
        const folded = page.locator('.flame [aria-label^="down ×301: "]');
        await folded.waitFor();
        await page.locator(".flame").focus();
        await page.keyboard.press("u");
        await page.waitForURL(/recursion=unfolded/);
        await page.getByText("tree down unfolded").first().waitFor();
        await page.locator('.flame [aria-label^="down: "]').first().waitFor();
        assertEquals(await folded.count(), 0);
        await page.getByRole("button", { name: "Unfolded" }).click();
        await folded.waitFor();
      });
    } finally {
      await bench.close();
    }
  },
);

longBrowserTest("a brush filters the flame graph, and a click shows the live blocks", async (browser) => {
  const bench = await ServedWorkbench.open({ a: POOL });
  try {
    await browser.look(
      bench.address,
      async (page) => {
        await goTo(page, "Timeline");
        const chart = page.locator("canvas.chart");
        await page.getByText("live bytes at most").waitFor();
        const box = (await chart.boundingBox())!;
        await page.mouse.move(box.x + 300, box.y + 60);
        await page.mouse.down();
        await page.mouse.move(box.x + 600, box.y + 60, { steps: 4 });
        await page.mouse.up();
        await page.waitForURL(/range=/);
        const [, from, to] = /range=(\d+)-(\d+)/.exec(page.url())!;
        assert(Number(from) < Number(to));
        await goTo(page, "Flame graph");
        await page.getByText(`where seq >= ${from} and seq < ${to}`).first().waitFor();
        await goTo(page, "Timeline");
        await page.mouse.click(box.x + 500, box.y + 60);
        await page.locator(".behind").getByRole("grid").waitFor();
        await page.waitForURL(/at=/);
        const [, moment] = /at=(\d+)/.exec(page.url())!;
        await page.getByText(`live @ #${moment}`).first().waitFor();
        // The link leads to the same view in another page.
        await page.goto("about:blank");
        await page.goto(`${bench.address}#view=timeline&at=${moment}&range=${from}-${to}`);
        await page.locator(".behind").getByRole("grid").waitFor();
      },
      {},
      /about:blank/,
    );
  } finally {
    await bench.close();
  }
});

longBrowserTest(
  "a table of a million rows scrolls to its end, and shows the rows at each position",
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: POOL });
    try {
      await browser.look(bench.address, async (page) => {
        await typeAndRun(page, "allocs | join (allocs) on trace | select alloc, alloc_right");
        const grid = page.getByRole("grid");
        await grid.waitFor();
        const rows = Number(await grid.getAttribute("aria-rowcount")) - 1;
        assert(rows > 800_000, String(rows));
        await grid.focus();
        await page.keyboard.press("End");
        const last = page.locator(`[role=row][aria-rowindex="${rows + 1}"]`);
        await last.waitFor();
        // The page forbids evaluating text, so waiting for a function is not possible.
        const isWaiting = "document.querySelector('[role=grid]').textContent.includes('…')";
        while (await page.evaluate<boolean>(isWaiting)) await page.waitForTimeout(20);
        assertEquals(await last.getByRole("gridcell").allInnerTexts(), ["908", "908"]);
        assert(await page.getByRole("row").count() < 60);
        await page.keyboard.press("Home");
        await page.locator('[role=row][aria-rowindex="2"]').waitFor();
      });
    } finally {
      await bench.close();
    }
  },
);

longBrowserTest("Esc cancels a long query", async (browser) => {
  const bench = await ServedWorkbench.open({ a: POOL });
  try {
    await browser.look(bench.address, async (page) => {
      await typeAndRun(
        page,
        "allocs | join (allocs) on trace | join (leaks) on trace | by size: n = count() | sort n",
      );
      await page.getByRole("button", { name: "Stop" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByText("Cancelled").waitFor();
      await typeAndRun(page, "leaks | count");
      await page.getByRole("grid").waitFor();
      assertEquals(await page.getByRole("gridcell").allInnerTexts(), ["14"]);
    });
  } finally {
    await bench.close();
  }
});
