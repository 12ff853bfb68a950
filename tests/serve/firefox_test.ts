/** A user's first steps in the page, in Firefox: with a server, and the built page on a file host. */
import { MEMORY_VIEWS } from "../conformance/shared_facts.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import axe from "axe-core";
import { buildPage } from "../page/build_page.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { ServedWorkbench } from "./browser_support.ts";
import { hostOf } from "./file_host.ts";
import { Firefox } from "./firefox.ts";

const POOL = "testdata/mpatrol/pool-threads-le64/trace.mtrc";

/** The findings of axe, in words. */
const axeFindings = (firefox: Firefox): Promise<string[]> =>
  firefox.evaluate(
    "axe.run({ preload: true }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );

Deno.test({
  ...atFullEffort("the workbench works in Firefox: views, keys, a range, details, and no console messages", [
    "firefox-esr",
  ]),
  // Pipes of the browser end with it.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const bench = await ServedWorkbench.open({ a: POOL });
    const firefox = await Firefox.start({ width: 1280, height: 800 });
    try {
      await firefox.goTo(bench.address);
      await firefox.until("document.querySelector('.overview .sentence')");
      await firefox.evaluate(`(() => { ${axe.source}; })()`);
      // A query by keys alone.
      await firefox.click(".cm-content");
      await firefox.press(..."allocs | by func", "Escape", "Control+Enter");
      await firefox.until("document.querySelector('[role=gridcell]')?.textContent === 'make_job'");
      for (const [at, view] of MEMORY_VIEWS.entries()) {
        await firefox.press(`Alt+${at + 1}`);
        await firefox.until(`document.querySelector("nav [aria-current=page]").textContent === "${view}"`);
        await firefox.until(
          "![...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Running')",
        );
        assertEquals(await axeFindings(firefox), [], view);
        assertEquals(await firefox.evaluate("document.querySelector('.failed')?.textContent ?? null"), null);
        assertEquals(
          await firefox.evaluate("document.documentElement.scrollWidth - innerWidth"),
          0,
          `${view} is wider than the window`,
        );
      }
      // A range on the overview, which applies to every view.
      const [x, y, width] = await firefox.evaluate<[number, number, number]>(
        "(({ x, y, width }) => [x, y, width])(document.querySelector('canvas.range').getBoundingClientRect())",
      );
      await firefox.drag([x + 0.25 * width, y + 20], [x + 0.5 * width, y + 20]);
      await firefox.until("location.hash.includes('range=')");
      // A block selected by keys, with its allocation and free.
      await firefox.press("Alt+4");
      await firefox.until(
        "/where seq < \\d+ .* blocks by address|blocks by address[^]*where seq < /.test(document.querySelector('main').innerText)",
      );
      await firefox.evaluate("document.querySelector('canvas.map').focus()");
      await firefox.press("End", "Enter");
      await firefox.until("document.querySelector('#details').innerText.includes('Block below')");
      assertMatch(await firefox.evaluate("location.hash"), /v\.selected=block/);
      await firefox.press("Control+z");
      await firefox.until("!location.hash.includes('v.selected')");
      const own = new URL(bench.address).origin;
      assertEquals(
        firefox.asked.filter((url) => !/^(?:data|blob|about):/.test(url) && !url.startsWith(own)),
        [],
      );
      assert(firefox.asked.length > 10);
      assertEquals(firefox.said, []);
    } finally {
      await firefox.close();
      await bench.close();
    }
  },
});

Deno.test({
  ...atFullEffort("the built page in Firefox opens dropped files, from disk and from a file host", [
    "firefox-esr",
  ]),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    using folder = Temporary.folder();
    await buildPage(folder.path);
    const bytes = (await Deno.readFile(POOL)).toBase64();
    const host = hostOf(folder.path);
    const firefox = await Firefox.start({ width: 390, height: 844 });
    try {
      for (const address of [`file://${folder.path}/index.html`, host.address]) {
        await firefox.goTo(address);
        await firefox.until("document.body.innerText.includes('Nothing is uploaded')");
        await firefox.evaluate(`(() => {
          const dataTransfer = new DataTransfer();
          const bytes = Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], "trace.mtrc"));
          for (const kind of ["dragover", "drop"]) {
            document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
          }
        })()`);
        await firefox.until(
          "document.querySelector('.overview .sentence')?.innerText.includes('14 blocks (5.5 KiB) never freed')",
        );
        await firefox.press("Alt+2");
        await firefox.until(
          "document.querySelector('main').innerText.includes('live bytes at most 337.4 KiB')",
        );
        assert(await firefox.evaluate<number>("document.documentElement.scrollWidth - innerWidth") <= 0);
      }
      assertEquals([...host.asked].filter((path) => path !== "/favicon.ico").sort(), [
        "/",
        "/quarry.js",
        "/style.css",
      ]);
      assertEquals(firefox.said, []);
    } finally {
      await firefox.close();
      await host.close();
    }
  },
});
