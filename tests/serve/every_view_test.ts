/**
 * Every view of traces without a memory map, and of samples that show more; those with a memory map are in the file
 * beside this.
 */
import { assertEquals } from "@std/assert";
import { MEMORY_VIEWS } from "../conformance/shared_facts.ts";
import { CONFORMANCE, conformanceOf } from "../conformance/profile.ts";
import { atFullEffort } from "../support/effort.ts";
import { inBrowser, ServedWorkbench, typeAndRun } from "./browser_support.ts";
import { LOOKS, testViewsOf } from "./every_view.ts";
import { LISTENERS } from "./view_checks.ts";
import { Walk } from "./view_walk.ts";

for (const [format, conformance] of CONFORMANCE) {
  if (!conformance.views.includes("Memory map")) testViewsOf(format, conformance);
}

/** Additional samples, for example with many frames or 32-bit words, and their views. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  "apitrace/real-es2gears-sigterm.trace": conformanceOf("apitrace").views.filter((view) =>
    view !== "Compare"
  ),
  "heaptrack/heaptrack.pool.zst": MEMORY_VIEWS.filter((view) =>
    view !== "Memory map" && view !== "Who frees"
  ),
  "sp-rtrace/c02-filesrv.txt": MEMORY_VIEWS.filter((view) => view !== "Source"),
  "mpatrol/wordfreq-le32/profile.mptl": ["Queries", "Flame graph", "Tables"],
};

for (const [sample, views] of Object.entries(MORE)) {
  Deno.test(inBrowser(
    atFullEffort(`every view of ${sample} works, in two sizes and two colour schemes`, ["chromium"]),
    async (browser) => {
      const bench = await ServedWorkbench.open({ a: `testdata/${sample}` });
      try {
        for (const each of LOOKS) {
          await browser.look(bench.address, async (page) => {
            const walk = new Walk(page, views);
            await typeAndRun(page, "traces");
            await page.getByRole("grid").waitFor();
            await walk.views();
            assertEquals(walk.found, [], `${each.width} ${each.scheme}`);
          }, { ...each, before: LISTENERS });
        }
      } finally {
        await bench.close();
      }
    },
  ));
}

Deno.test("every view of the workbench is visited, on every format", async () => {
  const titles = new Set<string>();
  for await (const { name } of Deno.readDir(new URL("../../workbench", import.meta.url))) {
    if (!name.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(new URL(`../../workbench/${name}`, import.meta.url));
    const title = /implements View \{[^}]*readonly title = "([^"]+)"/.exec(text)?.[1];
    if (title !== undefined) titles.add(title);
  }
  assertEquals(new Set([...CONFORMANCE.values()].flatMap(({ views }) => views)), titles);
});
