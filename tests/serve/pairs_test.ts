/** Pairs of allocating and freeing functions: sums of pairs and their blocks, and the table in a browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { pairKeys, pairQueries, pairRows } from "../../src/serve/pair_queries.ts";
import { traceFacts } from "../../src/serve/trace_facts.ts";
import type { Session } from "../../src/engine/session.ts";
import { endText, type PairEnd, pairsOf, pairTest, readEnd } from "../../workbench/pairs.ts";
import { readSelection, selectionText } from "../../workbench/selection.ts";
import { atFullEffort } from "../support/effort.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import { axeFindings, goTo, inBrowser, type Page, ServedWorkbench } from "./browser_support.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
/** Samples that record who freed a block: by function, by place and by thread, by the name of the call. */
const SAMPLES = [
  WORDS,
  "testdata/mpatrol/pool-threads-le64/trace.mtrc",
  "testdata/memray/v13-cache.bin",
  "testdata/torch/train.pickle",
  "testdata/mtrace/lists.mtrace",
  "testdata/sp-rtrace/c01-jsonidx.resolved.txt",
  "testdata/apitrace/real-shaders.trace",
];

const RANGE = { from: 20, to: 400 };

async function numbersOf(session: Session, text: string): Promise<{ cells: (string | number | null)[][] }> {
  const rows = await rowsOf(session, text);
  const width = text.includes("freed_by") ? 4 : 3;
  const cells = Array.from({ length: width }, (_, at) =>
    rows.map((row) => {
      const value = row[at] ?? null;
      return value === null ? null : at < width - 2 ? String(value) : Number(value);
    }));
  return { cells };
}

for (const path of SAMPLES) {
  Deno.test(`every pair of ${path} is the sum of the blocks that match its filter`, async () => {
    const session = await sampleSession({ a: path });
    const [trace] = traceFacts(session).traces;
    const keys = pairKeys(trace!);
    assert(keys.length > 0);
    for (const key of keys) {
      for (const [range, most] of [[null, 2], [RANGE, 3]] as const) {
        const rows = pairRows(trace!, range);
        const queries = pairQueries(rows, key);
        const pairs = pairsOf(
          await numbersOf(session, queries.pairs),
          await numbersOf(session, queries.kept),
          most,
        );
        assert(pairs.rows.length <= most + 2 && pairs.columns.length <= most + 3);
        for (const [row, from] of pairs.rows.entries()) {
          for (const [column, to] of pairs.columns.entries()) {
            const filter = pairTest(pairs, key, [from, to]);
            const [found] = await rowsOf(
              session,
              `${rows}${filter} | summarize blocks = count(), bytes = sum(size)`,
            );
            const { blocks, bytes } = pairs.sums[row]![column]!;
            assertEquals([blocks, bytes], found!.map((each) => Number(each ?? 0)), `${key.name}: ${filter}`);
          }
        }
      }
    }
    session.closeAll();
  });
}

Deno.test("pairKeys() is empty for traces without frees by function", async () => {
  for (const path of ["heaptrack/heaptrack.shapes.zst", "heaptrack-raw/pool.raw.zst", "lcov/calc.info"]) {
    const session = await sampleSession({ a: `testdata/${path}` });
    assertEquals(pairKeys(traceFacts(session).traces[0]!), [], path);
    session.closeAll();
  }
});

Deno.test("pairTest() uses the full name of a function if its short name is ambiguous", () => {
  const key = { name: "func", allocated: "func", freed: "free.func" };
  const cells = [["put", "put(int)", "main"], ["put", "main", "main"], [3, 2, 1], [30, 20, 10]];
  const pairs = pairsOf({ cells }, { cells: [[], [], []] }, 1);
  const [from, others] = pairs.rows;
  assertEquals(
    pairTest(pairs, key, [from!, { is: "place", name: "main" }]),
    ' | where full(func) == "put" and free.func == "main"',
  );
  assertEquals(
    pairTest(pairs, key, [others!, { is: "kept" }]),
    ' | where not (full(func) in {"put"}) and freed is null',
  );
  assertEquals(pairTest(pairs, key, [{ is: "all" }, { is: "all" }]), "");
});

Deno.test("a pair in an address is read back as the selected pair, and other values are rejected", () => {
  const ends: readonly PairEnd[] = [
    { is: "place", name: 'a"] | b\n' },
    { is: "place", name: "others" },
    ...(["nameless", "others", "all", "kept"] as const).map((is) => ({ is })),
  ];
  for (const from of ends) {
    assertEquals(readEnd(endText(from)), from);
    for (const to of ends) {
      const selection = { kind: "pair", by: "func", most: 10, ends: [from, to] } as const;
      assertEquals(readSelection(selectionText(selection)), selection);
    }
  }
  for (
    const text of [
      "pair",
      'pair func 10 ["=a"]',
      'pair func 10 ["=a","b"]',
      "pair func 10 [",
      'pair func -1 ["all","all"]',
    ]
  ) assertEquals(readSelection(text), null, text);
});

/** The cell with the focus: its headers, and its accessible text. */
async function focusedCell(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const cell = document.activeElement;
    const head = document.querySelectorAll(".pairs thead th")[cell.cellIndex - 1];
    return [cell.parentElement.cells[0].innerText, head.innerText, cell.querySelector(".offscreen").innerText].join("; ");
  })()`);
}

Deno.test(inBrowser(
  atFullEffort(
    "keys move through the matrix of allocating and freeing functions, and the blocks of a cell are in the details and the address",
    [
      "chromium",
    ],
  ),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: WORDS });
    try {
      await browser.look(bench.address, async (page) => {
        await goTo(page, "Who frees");
        const grid = page.getByRole("grid", { name: "bytes by func that allocated" });
        await grid.getByRole("columnheader", { name: "never freed" }).waitFor();
        await grid.locator("td[tabindex='0']").focus();
        assertMatch(await focusedCell(page), /^\(no name\); /);
        const seen: string[] = [];
        for (const key of ["ArrowDown", "End", "PageDown", "ArrowUp", "Home", "ArrowLeft", "ArrowRight"]) {
          await page.keyboard.press(key);
          seen.push(await focusedCell(page));
        }
        assertEquals(seen, [
          "lookup; main; 1.9 KiB in 82 blocks",
          "lookup; all; 1.9 KiB in 82 blocks",
          "all; all; 13.8 KiB in 452 blocks",
          "main; all; 656 in 1 block",
          "main; main; 656 in 1 block",
          "main; main; 656 in 1 block",
          "main; grow_table; no blocks",
        ]);
        // A cell without blocks has no details.
        await page.keyboard.press("Enter");
        for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
        assertEquals(await focusedCell(page), "grow_table; grow_table; 896 in 3 blocks");
        const details = page.getByRole("complementary", { name: "Details" });
        const title = details.getByText("Allocated by grow_table, freed by grow_table");
        await title.waitFor();
        const filter = 'allocs | where func == "grow_table" and free.func == "grow_table"';
        await details.getByText(`${filter} | sort size desc`).waitFor();
        assertMatch(await details.innerText(), /blocks\s+3\s+bytes\s+896\s+largest\s+512/);
        assertEquals(await grid.locator("[aria-selected=true]").innerText(), "896\n896 in 3 blocks");
        assertEquals(await axeFindings(page), []);
        // A link leads to the same cell; within a range it has fewer blocks.
        const link = page.url();
        await page.goto("about:blank");
        await page.goto(link);
        await title.waitFor();
        await grid.locator("[aria-selected=true]", { hasText: "896 in 3 blocks" }).waitFor();
        await page.goto("about:blank");
        await page.goto(`${link}&range=20-120`);
        await grid.locator("[aria-selected=true]", { hasText: "384 in 2 blocks" }).waitFor();
        await details.getByText("where seq >= 20 and seq < 120").first().waitFor();
        assertMatch(await details.innerText(), /blocks\s+2\s/);
      });
    } finally {
      await bench.close();
    }
  },
));
