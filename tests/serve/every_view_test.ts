/**
 * Every view on a trace of every format, in two widths and both colour schemes: nothing said on the console, nothing wrong
 * in the page, nothing that only a pointer reaches; names that would be markup, and a network that goes away.
 */
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { MEMORY_VIEWS } from "../conformance/shared_facts.ts";
import { CONFORMANCE, conformanceOf } from "../conformance/profile.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { inBrowser, type Look, ServedWorkbench, typeAndRun } from "./browser_support.ts";
import { HOSTILE, writeRecording } from "./drawn_recording.ts";
import { hostileCopy } from "./hostile_copy.ts";
import { LISTENERS } from "./view_checks.ts";
import { Walk } from "./view_walk.ts";

const LOOKS: readonly Look[] = [
  { width: 1280, scheme: "light" },
  { width: 400, scheme: "dark" },
];

/** What is said of requests while there is no network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to load resource|about:blank/;

/** What the other trace is called. */
const SECOND = '<b>"h"</b>';

/** A line of a source file that would be markup, too. */
const SOURCE = "<i>if</i> (x) <img src=y onerror='window.hurt=1'>\n".repeat(60);

for (const [format, { trace, views }] of CONFORMANCE) {
  Deno.test(inBrowser(
    atFullEffort(`every view of ${format} is right wherever it is looked at`, ["chromium"]),
    async (browser) => {
      using folder = Temporary.folder();
      const path = `testdata/${trace}`;
      const copy = await hostileTrace(path, format, folder.path);
      const bench = await ServedWorkbench.open({ a: path, [SECOND]: copy.path }, {
        sources: {
          folder: "/sources",
          realPath: (file) => Promise.resolve(file),
          read: () => SOURCE,
        },
      });
      const found: string[] = [];
      // In which look the choices of views are tried; names that would be markup are in the other one.
      const chosen = crypto.getRandomValues(new Uint8Array(1))[0]! % LOOKS.length;
      const look = async (
        where: string,
        hash: string,
        use: (walk: Walk, page: Page) => Promise<void>,
        { said, ...look }: Look & { readonly said?: RegExp } = {},
      ): Promise<void> => {
        await browser.look(
          `${bench.address}${hash}`,
          async (page) => {
            const walk = new Walk(page, views);
            await use(walk, page);
            found.push(...walk.found.map((each) => `${where}: ${each}`));
          },
          { ...look, before: LISTENERS },
          said,
        );
      };
      try {
        for (const [at, each] of LOOKS.entries()) {
          const size = `${each.width} ${each.scheme}`;
          await look(size, "", async (walk, page) => {
            await typeAndRun(page, "traces");
            await page.getByRole("grid").waitFor();
            await walk.views();
            if (at === 0) await walk.keys();
          }, each);
          // Every look and every state come up, but not all of them together.
          if (at === chosen) {
            const hash = at === 0 ? "" : `#v.before=${encodeURIComponent(`=${SECOND}`)}`;
            await look(`choices, ${size}`, hash, (walk) => walk.choices(), each);
          } else {
            const state = `#trace=${encodeURIComponent(SECOND)}&range=2-40&at=5`;
            await look(`hostile, brushed, ${size}`, state, async (walk, page) => {
              await typeAndRun(page, copy.query);
              await page.getByRole("grid").getByText(copy.shown).first().waitFor();
              await walk.views();
            }, each);
          }
        }
        await look("offline", "", (walk) => walk.offline(bench.address), { said: OFFLINE });
        assertEquals(found, []);
      } finally {
        await bench.close();
      }
    },
  ));
}

/** Samples that show what those above do not, such as many frames and words of 32 bits, and their views. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  "apitrace/real-es2gears-sigterm.trace": conformanceOf("apitrace").views.filter((view) =>
    view !== "Compare"
  ),
  "heaptrack/heaptrack.pool.zst": MEMORY_VIEWS.filter((view) => view !== "Memory map"),
  "sp-rtrace/c02-filesrv.txt": MEMORY_VIEWS.filter((view) => view !== "Source"),
  "mpatrol/wordfreq-le32/profile.mptl": ["Queries", "Flame graph", "Tables"],
};

for (const [sample, views] of Object.entries(MORE)) {
  Deno.test(inBrowser(
    atFullEffort(`every view of ${sample}, in two sizes and two schemes`, ["chromium"]),
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

/** A trace with such names, a query that shows some of them, and how they begin. */
async function hostileTrace(
  path: string,
  format: string,
  folder: string,
): Promise<{ readonly path: string; readonly query: string; readonly shown: string }> {
  if (format !== "apitrace") {
    const { path: copy, column: [table, name] } = await hostileCopy(
      path,
      folder,
      conformanceOf(format).names,
    );
    return { path: copy, query: `${table} of '${SECOND}' | by ${name}`, shown: "<i>" };
  }
  // Names in recordings are the calls themselves: one with names of its own stands for a copy.
  const recording = `${folder}/recording.trace`;
  await Deno.rename(await writeRecording(3), recording);
  return { path: recording, query: `groups of '${SECOND}'`, shown: HOSTILE };
}

Deno.test("every view of the workbench is walked, on every format", async () => {
  const titles = new Set<string>();
  for await (const { name } of Deno.readDir(new URL("../../workbench", import.meta.url))) {
    if (!name.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(new URL(`../../workbench/${name}`, import.meta.url));
    const title = /implements View \{[^}]*readonly title = "([^"]+)"/.exec(text)?.[1];
    if (title !== undefined) titles.add(title);
  }
  assertEquals(new Set([...CONFORMANCE.values()].flatMap(({ views }) => views)), titles);
});
