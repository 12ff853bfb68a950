/**
 * Every view on a trace of every format, in two widths and both colour schemes: no console messages, no errors in the
 * page, nothing that needs a pointer; also with names that look like markup, and without a network.
 */
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { type Conformance, conformanceOf } from "../conformance/profile.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { inBrowser, type Look, ServedWorkbench, typeAndRun } from "./browser_support.ts";
import { HOSTILE, writeRecording } from "./drawn_recording.ts";
import { hostileCopy } from "./hostile_copy.ts";
import { LISTENERS } from "./view_checks.ts";
import { Walk } from "./view_walk.ts";

/** The widths and colour schemes of the page. */
export const LOOKS: readonly Look[] = [
  { width: 1280, scheme: "light" },
  { width: 400, scheme: "dark" },
];

/** Console messages about requests without a network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to load resource|about:blank/;

/** The name of the other trace. */
const SECOND = '<b>"h"</b>';

/** A source line that also looks like markup. */
const SOURCE = "<i>if</i> (x) <img src=y onerror='window.hurt=1'>\n".repeat(60);

/** Registers the test of a format. */
export function testViewsOf(format: string, { trace, views }: Conformance): void {
  Deno.test(inBrowser(
    atFullEffort(`every view of ${format} is right in every width and colour scheme`, ["chromium"]),
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
      // The look in which choices of views are tested; names that look like markup are tested in the other
      // one.
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
          // Every look and every state is used in some runs, but not in all combinations.
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

/** A trace with such names, a query that shows some of them, and their beginning. */
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
  // Names in recordings are the calls themselves: a recording with hostile names replaces the copy.
  const recording = `${folder}/recording.trace`;
  await Deno.rename(await writeRecording(3), recording);
  return { path: recording, query: `groups of '${SECOND}'`, shown: HOSTILE };
}
