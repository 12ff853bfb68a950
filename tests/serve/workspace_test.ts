/** Notes beside cells, and workspaces: files with the selection and the typed text. */
import { assertEquals, assertRejects } from "@std/assert";
import { Buffer } from "node:buffer";
import { joinNote, splitNote } from "../../workbench/note.ts";
import type { PageState } from "../../workbench/page_state.ts";
import { readWorkspace, workspaceText } from "../../workbench/workspace.ts";
import { withTools } from "../support/programs.ts";
import { axeFindings, goTo, inBrowser, ServedWorkbench, typeAndRun } from "./browser_support.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

const STATE: PageState = {
  view: "timeline",
  trace: "a",
  range: { from: 3, to: 9 },
  moment: 7,
  cells: ["leaks"],
  more: { series: "kinds" },
};

Deno.test("a note is the comment at the beginning of a cell, whatever its content", () => {
  for (const note of ["", "one line", "two\nlines", "with\n\nan empty one", "cell", "-- dashes"]) {
    for (const query of ["leaks", "", "leaks\n-- a comment of its own"]) {
      const text = joinNote(note, query);
      // This line separates cells in scripts.
      assertEquals(text.split("\n").includes("-- cell"), false, text);
      const found = splitNote(text);
      assertEquals([found.note.trim(), found.query], [note, query], text);
    }
  }
  assertEquals(splitNote("leaks -- by func"), { note: "", query: "leaks -- by func" });
});

Deno.test("a workspace restores the state, and lists left-out parts about traces that are not open", async () => {
  const file = new Blob([workspaceText(STATE, ["a", "b"])]);
  assertEquals(await readWorkspace(file, ["a", "b"]), { state: STATE, missing: [] });
  assertEquals(await readWorkspace(file, ["c"]), {
    state: { ...STATE, trace: "c", range: null, moment: null, more: {} },
    missing: ["a", "b"],
  });
});

Deno.test("a file that is not a workspace is refused, and invalid values of a workspace are left out", async () => {
  for (const text of ["", "{", "[]", "null", "{}", '{"kind":"quarry workspace","version":2}']) {
    await assertRejects(() => readWorkspace(new Blob([text]), ["a"]), Error, "his ");
  }
  const odd = {
    range: { from: 9, to: 3 },
    moment: -1,
    cells: ["leaks", 1, null],
    more: { a: 1, b: "c" },
    view: 7,
  };
  const text = JSON.stringify({ kind: "quarry workspace", version: 1, traces: [1], trace: "a", ...odd });
  assertEquals(await readWorkspace(new Blob([text]), ["a"]), {
    state: { view: "queries", trace: "a", range: null, moment: null, cells: ["leaks"], more: { b: "c" } },
    missing: [],
  });
});

Deno.test(inBrowser(
  withTools(
    ["chromium"],
    "notes stay with their cells, and a workspace restores the same place in another tab",
  ),
  async (browser) => {
    const bench = await ServedWorkbench.open({ a: TRACE });
    try {
      let saved: Uint8Array = new Uint8Array();
      await browser.look(bench.address, async (page) => {
        await typeAndRun(page, "leaks | count");
        await page.getByRole("gridcell", { name: "26", exact: true }).waitFor();
        await page.getByRole("button", { name: "Note", exact: true }).press("Enter");
        await page.keyboard.insertText("Twenty-six,\nas last week");
        assertEquals(await axeFindings(page), []);
        // The note is not part of the query.
        await typeAndRun(page, "leaks | summarize n = count() | where n > 0");
        await page.getByRole("gridcell", { name: "26", exact: true }).waitFor();
        await page.reload();
        assertEquals(
          await page.getByRole("textbox", { name: "Note" }).inputValue(),
          "Twenty-six,\nas last week",
        );
        await goTo(page, "Memory map");
        const download = page.waitForEvent("download");
        await page.locator("header .menu summary", { hasText: "Workspace" }).press("Enter");
        await page.locator("header .menu").getByRole("button", { name: "Save" }).press("Enter");
        saved = await Deno.readFile(await (await download).path());
        assertEquals(await axeFindings(page), []);
      }, { width: 390 });
      await browser.look(bench.address, async (page) => {
        await page.getByText("26 blocks (8.1 KiB) never freed").first().waitFor();
        const open = async (name: string, bytes: Uint8Array): Promise<void> => {
          await page.getByLabel("Workspace", { exact: true }).setInputFiles({
            name,
            mimeType: "application/json",
            buffer: Buffer.from(bytes),
          });
        };
        await open("notes.json", new TextEncoder().encode("[]"));
        await page.getByText("Cannot open notes.json: This file is not a workspace of Quarry").waitFor();
        await open("saved.json", saved);
        await page.locator("nav [aria-current=page]", { hasText: "Memory map" }).waitFor();
        await goTo(page, "Queries");
        assertEquals(
          await page.getByRole("textbox", { name: "Note" }).inputValue(),
          "Twenty-six,\nas last week",
        );
        await page.locator(".cm-content", { hasText: "leaks | summarize n" }).waitFor();
      });
    } finally {
      await bench.close();
    }
  },
));
