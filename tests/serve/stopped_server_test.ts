/**
 * Every view when the server disappears in the middle of an answer: it shows a message, keeps typed text, and continues
 * when the server is back at its address.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MEMORY_VIEWS } from "../conformance/shared_facts.ts";
import { newToken } from "../../src/serve/guard.ts";
import { atFullEffort } from "../support/effort.ts";
import { goTo, inBrowser, type Page, ServedWorkbench, typeAndRun } from "./browser_support.ts";
import { serveProcess } from "./serve_process.ts";
import { Tunnel } from "./tunnel.ts";
import { LISTENERS, ViewChecks } from "./view_checks.ts";

const LOST = /Failed to load resource|net::ERR_/;
const DRAFT = "leaks | by func -- not asked yet";

const TRACES: Readonly<Record<string, readonly string[]>> = {
  "mpatrol/wordfreq-le64/trace.mtrc": MEMORY_VIEWS.slice(1),
  "apitrace/real-es2gears-sigterm.trace": [
    "Timeline",
    "Calls",
    "Objects",
    "Flame graph",
    "Memory map",
    "Tables",
  ],
  "gnatcov/wordfreq/words.trace": ["Timeline", "Source", "Tables"],
  "sp-rtrace/c01-jsonidx.resolved.txt": MEMORY_VIEWS.slice(1),
};

/** Performs the actions of a view, whether or not they have an effect. */
async function use(page: Page): Promise<void> {
  const chart = page.locator("main canvas.chart");
  if (await chart.first().isVisible()) {
    const box = (await chart.first().boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 40);
    await page.mouse.wheel(0, -200);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.mouse.click(box.x + 300, box.y + 40);
  } else await page.evaluate("location.hash += '&range=4-40&at=9'");
  const choices = page.locator("main .tools select");
  for (let at = 0; at < await choices.count(); at++) {
    const options = await choices.nth(at).locator("option").count();
    if (options > 1 && await choices.nth(at).isEnabled()) await choices.nth(at).selectOption({ index: 1 });
  }
  const canvas = page.locator("main canvas").first();
  if (await canvas.isVisible()) {
    await canvas.focus();
    for (const key of ["ArrowRight", "ArrowDown", "Enter", "+"]) await page.keyboard.press(key);
  }
  const opened = page.locator("main summary, main [role=treeitem]").first();
  if (await opened.isVisible()) await opened.click();
}

/** Errors of a page without a server. */
const WITHOUT = `(() => {
  const found = [];
  const alert = document.querySelector(".gone");
  if (!/does not answer/.test(alert.textContent) || !alert.checkVisibility()) found.push("nothing says that the server is gone");
  for (const each of document.querySelectorAll("[role=status]")) {
    if (each.checkVisibility() && each.textContent === "Running") found.push("it seems to run");
  }
  const main = document.querySelector("main");
  if (main.innerText.trim() === "" && !main.querySelector("canvas")) found.push("nothing is shown");
  return found;
})()`;

/** A page of a server behind a tunnel. */
async function behindTunnel(
  sample: string,
  use: (tunnel: Tunnel, address: string) => Promise<void>,
): Promise<void> {
  const tunnel = new Tunnel();
  const token = newToken();
  const bench = await ServedWorkbench.open({ a: `testdata/${sample}` }, {
    door: { token, port: tunnel.port, address: "127.0.0.1" },
  });
  tunnel.leadTo(bench.port);
  try {
    await use(tunnel, `http://127.0.0.1:${tunnel.port}/${token}/`);
  } finally {
    tunnel.close();
    await bench.close();
  }
}

for (const [sample, views] of Object.entries(TRACES)) {
  Deno.test(inBrowser(
    atFullEffort(`every view of ${sample} outlives its server`, ["chromium"]),
    async (browser) => {
      const found: string[] = [];
      await behindTunnel(sample, (tunnel, address) =>
        browser.look(
          address,
          async (page) => {
            const checks = new ViewChecks(page);
            const add = (where: string, more: readonly string[]): void =>
              void found.push(...more.map((each) => `${where}: ${each}`));
            await page.locator(".cm-content").waitFor();
            await page.locator(".cm-content").last().click();
            await page.keyboard.insertText(DRAFT);
            for (const [at, view] of views.entries()) {
              await checks.settled();
              // None of this was requested before.
              await page.evaluate(`location.hash = "#view=tables&range=${3 + at}-${60 + at}"`);
              tunnel.cutNext();
              await goTo(page, view);
              if (view !== "Tables") await tunnel.closed;
              else tunnel.close();
              await page.getByRole("alert").getByText("does not answer").waitFor();
              await use(page);
              await page.waitForTimeout(300);
              add(`${view}, without a server`, await page.evaluate<string[]>(WITHOUT));
              await goTo(page, "Queries");
              assertStringIncludes(await page.locator(".cm-content").last().innerText(), DRAFT);
              await goTo(page, view);
              tunnel.open();
              await page.locator(".gone:empty").waitFor({ state: "attached", timeout: 20_000 });
              add(`${view}, with a server again`, await checks.look());
              await use(page);
              add(`${view}, used again`, await checks.look());
            }
            assertEquals(found, []);
          },
          { before: LISTENERS },
          LOST,
        ));
    },
  ));
}

Deno.test(inBrowser(
  atFullEffort("rows of a table appear when the server is back, without constant requests", [
    "chromium",
  ]),
  async (browser) => {
    await behindTunnel(
      "mpatrol/wordfreq-le64/trace.mtrc",
      (tunnel, address) =>
        browser.look(
          address,
          async (page) => {
            await typeAndRun(page, "events");
            const grid = page.getByRole("grid");
            await grid.waitFor();
            tunnel.close();
            let asked = 0;
            page.on("request", (request) => void (request.url().endsWith("/rows") && asked++));
            await grid.focus();
            await page.keyboard.press("End");
            await grid.getByText("…").first().waitFor();
            await page.getByRole("alert").getByText("does not answer").waitFor();
            // The page keeps looking for the server, and sends no other requests.
            await page.waitForRequest(/\/api\/ping$/);
            assert(asked < 20, `asked ${asked} times`);
            tunnel.open();
            await page.locator(".gone:empty").waitFor({ state: "attached", timeout: 20_000 });
            await page.locator("[role=grid]:not(:has-text('…'))").waitFor();
          },
          {},
          LOST,
        ),
    );
  },
));

Deno.test(inBrowser(
  atFullEffort(
    "a killed and restarted server has the typed text, at the address that it prints",
    [
      "chromium",
    ],
  ),
  async (browser) => {
    const trace = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
    const first = await serveProcess(["--port", "0", trace]);
    const { port } = new URL(first.address);
    await browser.look(
      first.address,
      async (page) => {
        await typeAndRun(page, "leaks | count");
        await page.getByRole("grid").waitFor();
        await goTo(page, "Timeline");
        await page.getByText("live bytes at most").waitFor();
        first.process.kill("SIGKILL");
        await first.process.status;
        await page.evaluate("location.hash += '&range=10-90&at=20'");
        await page.getByRole("alert").getByText("The server does not answer").waitFor();
        await goTo(page, "Queries");
        await page.locator(".cm-content").last().click();
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText(DRAFT);
        const second = await serveProcess(["--port", port, trace]);
        try {
          await page.getByRole("alert").getByText("was restarted").waitFor({ timeout: 20_000 });
          const hash = new URL(page.url()).hash;
          // The part of the address after # is the state: it leads to the same view.
          await page.goto(second.address + hash);
          await page.locator(".cm-content").last().getByText(DRAFT).waitFor();
          await goTo(page, "Timeline");
          await page.getByText("live bytes at most").waitFor();
          assert(page.url().includes("range=10-90"));
        } finally {
          second.process.kill("SIGINT");
          await second.process.status;
        }
      },
      {},
      LOST,
    );
  },
));
