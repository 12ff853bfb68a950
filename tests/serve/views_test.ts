/** Views of recordings of calls, of memory and of campaigns, in a real browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { writeReport } from "../../src/report/write_report.ts";
import { generateReport } from "../bench/generate_sp_rtrace.ts";
import { atFullEffort } from "../support/effort.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import {
  axeFindings,
  goTo,
  inBrowser,
  ServedWorkbench,
  type TestBrowser,
  typeAndRun,
} from "./browser_support.ts";
import { writeRecording } from "./drawn_recording.ts";

const POOL = "testdata/mpatrol/pool-threads-le64/trace.mtrc";
const INDEX = "testdata/sp-rtrace/c01-jsonidx.resolved.txt";
const COVERED = "testdata/gnatcov/wordfreq";

/** The select box labelled with this word. */
function chosen(page: Page, word: string): Locator {
  return page.locator("label.choice", { has: page.locator(`span:text-is("${word}")`) }).locator("select");
}

/** A report of sp-rtrace whose calls have many timestamps. */
const GENERATED: readonly string[] = [...generateReport(300_000)];

async function writeGenerated(): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: ".txt" });
  await Deno.writeTextFile(path, GENERATED.join(""));
  return path;
}

/** A test over traces, in a browser. */
function viewTest(
  name: string,
  traces: () => Promise<Readonly<Record<string, string>>>,
  run: (bench: ServedWorkbench, browser: TestBrowser) => Promise<void>,
): void {
  Deno.test(inBrowser(atFullEffort(name, ["chromium"]), async (browser) => {
    const paths = await traces();
    const bench = await ServedWorkbench.open(paths);
    try {
      await run(bench, browser);
    } finally {
      await bench.close();
      for (const path of Object.values(paths)) if (path.startsWith("/tmp/")) await Deno.remove(path);
    }
  }));
}

viewTest(
  "the calls of a frame are a tree with groups, repeats, arguments and pictures, usable with keys alone",
  async () => ({ a: await writeRecording(3) }),
  async (bench, browser) => {
    await browser.look(bench.address, async (page) => {
      await goTo(page, "Calls");
      const tree = page.getByRole("tree");
      const lines = tree.getByRole("treeitem");
      await tree.getByText("glTexImage2D").waitFor();
      // Down to the call with the texture, and into its arguments.
      await lines.first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      const picture = tree.locator("canvas.picture");
      await picture.waitFor();
      const drawn = await page.evaluate<number[]>(
        "[...document.querySelector('canvas.picture').getContext('2d').getImageData(0, 0, 2, 2).data]",
      );
      assertEquals(drawn, [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
      await page.keyboard.press("ArrowLeft");
      await picture.waitFor({ state: "detached" });
      // The group is a separate line, and its calls are below it.
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowUp");
      assertMatch(await page.locator(":focus").innerText(), /<img src=x.*outer/);
      assertEquals(await tree.getByText("glUseProgram").count(), 0);
      await page.keyboard.press("Enter");
      await tree.getByText("repeats the call before").waitFor();
      assertEquals(await tree.getByText("glUseProgram").count(), 2);
      assertEquals(await tree.getByText("repeats the call before").count(), 1);
      await tree.getByText("inner", { exact: true }).click();
      await tree.getByText("glDrawArrays").waitFor();
      assertEquals(await page.locator("img").count(), 0);
      assertEquals(await page.evaluate(() => (globalThis as { hurt?: number }).hurt), undefined);
      assertEquals(await axeFindings(page), []);
      await goTo(page, "Objects");
      await page.locator(".gallery canvas.picture").waitFor();
      await page.getByText("1 objects").waitFor();
      // A brush also filters objects and their textures: the texture is passed in the first frame.
      await page.evaluate("location.hash = location.hash + '&range=1-2'");
      await page.getByText("where no in", { exact: false }).waitFor({ state: "detached" }).catch(() => {});
      await page.getByText("0 calls", { exact: true }).waitFor();
    });
  },
);

viewTest(
  "two recordings are shown side by side, and only differences are marked",
  async () => ({ before: await writeRecording(3), after: await writeRecording(3, true) }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=compare&trace=after&at=1`, async (page) => {
      await page.getByText("7 calls alike, 2 in one of them").waitFor();
      assertMatch(await page.locator("td.went").innerText(), /− glDrawArrays\(.*count = 4\)/);
      assertMatch(await page.locator("td.came").innerText(), /\+ glDrawArrays\(.*count = 99\)/);
      // Shifted by a frame, other calls are beside each other.
      await page.getByLabel("Frame number in after minus that in before").fill("1");
      await page.keyboard.press("Tab");
      await page.getByText("Frame 0 of before and frame 1 of after").waitFor();
      assertEquals(await axeFindings(page), []);
    });
  },
);

viewTest(
  "a campaign shows what each run adds, in total and for each line",
  () =>
    Promise.resolve(
      Object.fromEntries(["missing", "numbers", "words"].map((name) => [name, `${COVERED}/${name}.trace`])),
    ),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=source`, async (page) => {
      await page.getByText("What each run adds").waitFor();
      const added = page.locator("table.lines th").getByText("added by");
      await added.waitFor();
      const said = await page.locator("table.lines td").allInnerTexts();
      assert(said.includes("words alone") && said.includes("words and 2"), said.join());
      await chosen(page, "of").selectOption("one");
      await added.waitFor({ state: "detached" });
      // Compared with another run, whose values are beside it.
      await chosen(page, "compared with").selectOption("=words");
      await page.locator("td.differs").first().waitFor();
      assertEquals(await axeFindings(page), []);
    });
  },
);

viewTest(
  "traces with the same kind of records are drawn below one another on one axis",
  () =>
    Promise.resolve({
      a: "testdata/mpatrol/shapes-cpp-le64/trace.mtrc",
      b: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
      c: POOL,
      d: "testdata/apitrace/real-es2gears-sigterm.trace",
    }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=timeline`, async (page) => {
      const lanes = chosen(page, "of");
      await lanes.selectOption("each");
      await page.getByText("live bytes of each trace").waitFor();
      const said = await page.locator("main").innerText();
      for (const [name, most] of [["a", "120.6 KiB"], ["b", "12.0 KiB"]]) {
        assert(said.includes(`${name} at most ${most}`), said);
        assert(said.includes(`events of "${name}" | timeline`), said);
      }
      assert(said.includes("c at most ") && !said.includes("d at most "), said);
      assertEquals(await axeFindings(page), []);
      // The address keeps it; traces of other records have no choice.
      assert(page.url().includes("lanes=each"), page.url());
      await lanes.selectOption("one");
      await page.getByText("live blocks at most").waitFor();
      await chosen(page, "Trace").selectOption("d");
      await chosen(page, "of").waitFor({ state: "detached" });
    });
  },
);

for (
  const path of [
    `${COVERED}/words.trace`,
    `${COVERED}/missing.trace`,
    "testdata/lcov/shapes.llvm.json",
    "testdata/heaptrack/heaptrack.shapes.zst",
  ]
) {
  viewTest(
    `sources of ${path} are shown as in a report`,
    () => Promise.resolve({ a: path }),
    async (bench, browser) => {
      const file = await Deno.makeTempFile({ suffix: ".html" });
      let html = "";
      await writeReport(await sampleSession({ a: path }), (text) => Promise.resolve(void (html += text)), {
        version: "1",
        command: "quarry",
      });
      await Deno.writeTextFile(file, html);
      // The name of each table, and the state and content of each row.
      const tables = (page: Page, kind: string): Promise<string[][]> =>
        page.evaluate<string[][]>(
          `[...document.querySelectorAll("${kind}")].map((table) => [table.caption.textContent, ` +
            `...[...table.rows].map((row) => row.className + [...row.cells].map((cell) => cell.textContent).join("|"))])`,
        );
      const inReport: { files: string[][]; functions: string[][]; lines: string[][] } = {
        files: [],
        functions: [],
        lines: [],
      };
      await browser.look(`file://${file}`, async (page) => {
        const places = await tables(page, ".sources table.places");
        inReport.files = places.filter(([name]) => name!.includes(": files"));
        inReport.functions = places.filter(([name]) => name!.startsWith("Functions of"));
        inReport.lines = await tables(page, ".sources table.lines");
      });
      await Deno.remove(file);
      await browser.look(`${bench.address}#view=source`, async (page) => {
        await page.locator("table.lines").waitFor();
        const files = await tables(page, "table.places");
        const rows = (found: string[][]): string[] => found.flatMap((table) => table).sort();
        assertEquals(rows(files), rows(inReport.files));
        const found: string[][] = [];
        const links = page.locator("table.places button.link");
        for (let at = 0; at < await links.count(); at++) {
          const name = (await links.nth(at).getAttribute("title"))!;
          await links.nth(at).click();
          await page.getByRole("group", { name: `Lines of ${name}`, exact: true }).waitFor();
          found.push(...await tables(page, "table.lines"));
        }
        assertEquals(found.sort(), inReport.lines.sort());
        await chosen(page, "List").selectOption("functions");
        await page.getByRole("group", { name: "Functions", exact: true }).waitFor();
        const functions = (await tables(page, "table.places"))[0]!.slice(2);
        assertEquals(functions.sort(), inReport.functions.flatMap((table) => table.slice(2)).sort());
        assertEquals(await axeFindings(page), []);
      });
    },
  );
}

viewTest(
  "the memory map shows blocks, sizes and owners, and compares two points",
  () => Promise.resolve({ a: POOL }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=map`, async (page) => {
      await page.getByText("908 blocks by address").waitFor();
      const map = page.locator("canvas.map");
      await map.focus();
      await page.keyboard.press("End");
      await page.getByText(/0x[0-9a-f]+ .*allocated at .*below it 0x/).waitFor();
      await chosen(page, "Show").selectOption("sizes");
      await page.getByText("Blocks by size and record").waitFor();
      await page.locator("canvas.map").focus();
      await page.keyboard.press("ArrowDown");
      await page.getByText(/4.0 KiB to 8.0 KiB, from record .* blocks/).waitFor();
      await chosen(page, "Show").selectOption("tree");
      await chosen(page, "compared with").selectOption("@25%");
      await page.locator(".legend").getByText("against @ 25%").waitFor();
      await page.locator("canvas.map").focus();
      await page.keyboard.press("ArrowRight");
      await page.getByText("pool_mt.c, make_job: 334.3 KiB in 446 blocks; 98.1 KiB before").waitFor();
      await goTo(page, "Flame graph");
      await page.getByText("live @ 25% | by").waitFor();
      await goTo(page, "Timeline");
      await chosen(page, "Show").selectOption("live.func");
      await page.getByText("make_job at most 334.3 KiB").waitFor();
    });
  },
);

viewTest(
  "the axis shows times if the trace has them, and a brush over times selects records",
  async () => ({ a: await writeGenerated() }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=timeline`, async (page) => {
      await page.getByText("time", { exact: true }).nth(1).waitFor();
      await page.getByText("live bytes at most").waitFor();
      const box = (await page.locator("canvas.chart").boundingBox())!;
      await page.mouse.move(box.x + 400, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + 800, box.y + 60, { steps: 4 });
      await page.mouse.up();
      await page.waitForURL(/range=/);
      const [, from, to] = /range=(\d+)-(\d+)/.exec(page.url())!;
      const events = GENERATED.join("").match(/^\d+\. /gm)!.length;
      assert(1 < Number(from) && Number(from) < Number(to) && Number(to) < events, `${from} ${to}`);
      await chosen(page, "over").selectOption("record");
      await page.getByText(/^events \| timeline every \d+ live_bytes/).waitFor();
    });
  },
);

viewTest(
  "a trace with few times is shown by record, and over time on request",
  () => Promise.resolve({ a: "testdata/heaptrack/heaptrack.pool.zst" }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=timeline`, async (page) => {
      await page.getByText(/^events \| timeline every \d+ live_bytes/).waitFor();
      await chosen(page, "over").selectOption("time");
      await page.getByText(/^events \| timeline every \d+ns live_bytes/).waitFor();
      await page.reload();
      await page.getByText(/^events \| timeline every \d+ns live_bytes/).waitFor();
    });
  },
);

viewTest(
  "each result gets a suitable view, and tables have small curves",
  () => Promise.resolve({ a: POOL, c: `${COVERED}/words.trace` }),
  async (bench, browser) => {
    await browser.look(bench.address, async (page) => {
      const pressed = page.locator('.views button[aria-pressed="true"]');
      for (
        const [query, view] of [
          ["events of a | timeline every 10% n = count()", "Timeline"],
          ["events of a | timeline every 10% by kind: n = count()", "Timeline"],
          ["allocs of a | hist size", "Bars"],
          ["lines of c", "Source"],
        ] as const
      ) {
        await typeAndRun(page, query);
        await page.getByText(/rows, .* ms/).waitFor();
        await pressed.waitFor();
        assertEquals(await pressed.innerText(), view, query);
      }
      await typeAndRun(page, "allocs of a | by func");
      await page.locator("svg.spark").first().waitFor();
      assertMatch(
        (await page.locator("svg.spark").first().getAttribute("aria-label"))!,
        /^most in step \d+ of 25/,
      );
      assertEquals(await axeFindings(page), []);
    });
  },
);

viewTest(
  "text typed in two tabs stays in both, and is available in a third",
  () => Promise.resolve({ a: POOL }),
  async (
    bench,
    browser,
  ) => {
    const long = `-- ${"x".repeat(5000)}\nleaks | count`;
    await browser.look(bench.address, async (page) => {
      await typeAndRun(page, long);
      const other = await page.context().newPage();
      await other.goto(bench.address);
      await typeAndRun(other, "allocs | count");
      // The state is too long for the address, and the other tab has overwritten the saved state for new
      // tabs.
      await page.reload();
      await page.locator(".cm-content").waitFor();
      const kept = await page.evaluate<string>(
        "JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage)[0]))[0]",
      );
      assertEquals(kept, long);
      const third = await page.context().newPage();
      await third.goto(bench.address);
      await third.getByText("History", { exact: true }).click();
      // It begins with the last saved state, the cells of the reloaded tab.
      await third.getByRole("button", { name: "allocs | count", exact: true }).first().click();
      const cells = await third.evaluate<string>("JSON.stringify(sessionStorage)");
      assert(cells.includes("leaks | count") && cells.includes("allocs | count"));
    });
  },
);

viewTest(
  "a brush filters coverage to the lines that first ran within it",
  () => Promise.resolve({ missing: `${COVERED}/missing.trace`, words: `${COVERED}/words.trace` }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=source&trace=words`, async (page) => {
      await page.getByText("What each run adds").waitFor();
      await page.evaluate("location.hash = '#view=source&trace=words&range=40-60'");
      // Runs together have no order: the brushed run is shown alone.
      await page.getByText(
        `lines of "words" | where file is not null | by file, line: ran = max(first >= 40 and first < 60)`,
      ).waitFor();
      await page.getByText("if they first ran within the selection").waitFor();
      await page.locator("table.lines th").getByText("first").waitFor();
      assertEquals(await page.locator("table.lines th").getByText("added by").count(), 0);
      const rows = await page.locator("table.lines tbody tr").allInnerTexts();
      const [line8, line12] = [8, 12].map((line) => rows.find((row) => row.startsWith(`${line}\t`))!);
      assertMatch(line8!, /^8\t[+!]/);
      assertMatch(line12!, /^12\t–/);
      await chosen(page, "List").selectOption("functions");
      await page.getByText("by func, file, line: ran = max(first >= 40 and first < 60)").waitFor();
      assertEquals(await axeFindings(page), []);
    });
  },
);

viewTest(
  "a brush filters both sides of a comparison, and cells that run within it",
  () => Promise.resolve({ a: POOL, b: "testdata/mpatrol/wordfreq-le64/trace.mtrc" }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=compare&trace=a&range=100-200`, async (page) => {
      await page.getByText(
        'diff (allocs of "a" | where seq >= 100 and seq < 200), (allocs of "b" | where seq >= 100 and seq < 200) by func',
      ).waitFor();
      // The trace that was opened first counts as the earlier one, until they are swapped.
      await page.getByRole("button", { name: "Swap" }).click();
      await page.getByText('diff (allocs of "b" | where seq >= 100').waitFor();
      await page.getByRole("button", { name: "Swap" }).click();
      await page.getByText('diff (allocs of "a" | where seq >= 100').waitFor();
      await chosen(page, "compared with").selectOption("@25%");
      await page.getByText('diff (live @ 25% of "a" | where seq >= 100').waitFor();
      await chosen(page, "with").selectOption("#199");
      await page.getByText('live @ #199 of "a"').waitFor();
      await goTo(page, "Queries");
      await typeAndRun(page, "allocs of a | count");
      await page.getByRole("gridcell").getByText("908", { exact: true }).waitFor();
      const inBrush = page.getByRole("button", { name: "In brush" });
      await inBrush.click();
      await page.locator(".output .query code").getByText(
        "allocs of a | where seq >= 100 and seq < 200 | count",
      )
        .waitFor();
      const some = Number(await page.getByRole("gridcell").innerText());
      assert(some > 0 && some < 101, String(some));
      // Another brush runs it again; without one the query is as typed.
      await page.evaluate("location.hash = location.hash.replace('range=100-200', 'range=100-103')");
      await page.locator(".output .query code").getByText("seq < 103 | count").waitFor();
      await page.getByRole("button", { name: /events 100/ }).click();
      await page.getByRole("gridcell").getByText("908", { exact: true }).waitFor();
      assertEquals(await page.locator(".output .query").count(), 0);
      await page.evaluate("location.hash = location.hash + '&range=1-9'");
      await page.locator(".output .query code").getByText("seq < 9").waitFor();
      await typeAndRun(page, "traces");
      await page.getByText("it cannot be limited to the selection").waitFor();
      assertEquals(await axeFindings(page), []);
    });
  },
);

viewTest(
  "views are prepared while the page is idle, and no query runs twice",
  () => Promise.resolve({ a: POOL }),
  async (bench, browser) => {
    await browser.look(`${bench.address}#view=timeline`, async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/run")) asked.push(JSON.parse(request.postData()!).text);
      });
      const settled = async (): Promise<void> => {
        for (let before = -1; before < asked.length; await page.waitForTimeout(1500)) before = asked.length;
      };
      await page.evaluate("location.hash = '#view=timeline&range=100-300'");
      const stretch = "where seq < 300 and (freed is null or freed >= 100)";
      while (!asked.some((text) => text.includes(stretch))) await page.waitForRequest(/\/run$/);
      await settled();
      const before = asked.length;
      await goTo(page, "Memory map");
      await page.getByText("blocks by address, each from its allocation").waitFor();
      await page.locator("canvas.map").waitFor();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      // The view was prepared before; the new requests are for its other choices.
      await settled();
      assertEquals(asked.slice(before).filter((text) => text.includes("sort addr")), []);
      const chosenAhead = asked.length;
      await chosen(page, "Show").selectOption("sizes");
      await page.getByText("Blocks by size and record").waitFor();
      assertEquals(asked.length, chosenAhead);
    });
  },
);

viewTest(
  "a brush filters the blocks live at a point, in the treemap and in the flame graph",
  () => Promise.resolve({ a: POOL }),
  async (bench, browser) => {
    const brush = "&range=100-200&at=300";
    await browser.look(`${bench.address}#view=map&v.map=tree&v.mapof=peak${brush}`, async (page) => {
      const shown = (query: string): Promise<void> =>
        page.locator(".query code").getByText(`${query} | where seq >= 100 and seq < 200 | `).waitFor();
      await shown("live @ peak");
      for (const [which, point] of [["end", "end"], ["moment", "#300"]] as const) {
        await chosen(page, "of blocks").selectOption(which);
        await shown(`live @ ${point}`);
      }
      await chosen(page, "compared with").selectOption("@25%");
      await shown("live @ 25%");
      await goTo(page, "Flame graph");
      await shown("live @ 25%");
      await chosen(page, "Show").selectOption("end");
      await shown("live @ end");
    });
  },
);

viewTest(
  "functions of a flame graph are listed beside it, and choosing one highlights it",
  () => Promise.resolve({ a: INDEX }),
  async (bench, browser) => {
    const session = await sampleSession({ a: INDEX });
    const own = await rowsOf(session, "allocs | where func is not null | by func | sort bytes desc, func");
    const expected = own.map(([func]) => `Find ${func} in the graph`);
    session.closeAll();
    await browser.look(`${bench.address}#view=flame`, async (page) => {
      await page.getByRole("button", { name: "Functions", exact: true }).click();
      const table = page.getByRole("group", { name: "Functions" });
      const rows = table.locator("tbody tr");
      await rows.first().waitFor();
      const names = await rows.locator("button").evaluateAll((all) => all.map((each) => each.title));
      assert(expected.length > 2);
      assertEquals(names.slice(0, expected.length), expected);
      await table.getByRole("button", { name: "With callees" }).click();
      assertEquals(await table.locator("th[aria-sort=descending]").textContent(), "With callees");
      await rows.locator("button").first().click();
      await page.locator(".found").getByText(/^Found 1 time: .*100.0%/).waitFor();
      // Only the function with exactly this name, not `__libc_start_main_impl`.
      assertEquals(await page.locator(".flame .hit").allTextContents(), ["main"]);
      assertEquals(await axeFindings(page), []);
      // The address keeps the choice, and a comparison hides it.
      await page.reload();
      await table.waitFor();
      await chosen(page, "compared with").selectOption("@25%");
      await table.waitFor({ state: "hidden" });
    });
  },
);
