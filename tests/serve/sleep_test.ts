/** A laptop that is closed and opened again: the page, the network and the server are suspended, each alone. */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { atFullEffort } from "../support/effort.ts";
import { goTo, inBrowser, typeAndRun } from "./browser_support.ts";
import { serveProcess } from "./serve_process.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** A test with a server in its own process, which can be stopped. */
function sleepTest(
  name: string,
  run: (page: Page, server: Deno.ChildProcess) => Promise<void>,
): void {
  Deno.test(inBrowser(atFullEffort(name, ["chromium"]), async (browser) => {
    const { process: server, address } = await serveProcess(["--port", "0", WORDS]);
    try {
      await browser.look(address, (page) => run(page, server), {}, /Failed to load resource|net::ERR_/);
    } finally {
      server.kill("SIGCONT");
      server.kill("SIGINT");
      await server.status;
    }
  }));
}

/** The text of the last cell, and whether the browser has saved it. */
async function typed(page: Page): Promise<readonly [string, boolean]> {
  const text = await page.locator(".cm-content").last().innerText();
  return [text, (await page.evaluate<string>("JSON.stringify(localStorage)")).includes(text)];
}

/** Waits until the page shows a message about the server, or none. */
async function waitForStatus(page: Page, words: string | null): Promise<void> {
  const gone = page.locator(
    words === null ? ".gone:empty" : ".gone",
    words === null ? {} : { hasText: words },
  );
  await gone.waitFor({ state: "attached", timeout: 40_000 });
}

sleepTest(
  "the page reports a stopped server, which answers pending requests when it continues",
  async (page, server) => {
    await typeAndRun(page, "leaks | count");
    await page.getByRole("grid").waitFor();
    server.kill("SIGSTOP");
    await typeAndRun(page, "leaks | by func, line");
    await page.locator(".waits", { hasText: "Running" }).waitFor();
    await waitForStatus(page, "does not answer");
    assertEquals(await page.locator(".waits").isVisible(), false);
    await typeAndRun(page, "allocs | by func, line");
    assertEquals(await typed(page), ["allocs | by func, line", true]);
    server.kill("SIGCONT");
    await waitForStatus(page, null);
    await page.getByRole("grid").getByText("read_word").first().waitFor({ timeout: 40_000 });
    await goTo(page, "Timeline");
    await page.getByText("live bytes at most").waitFor();
  },
);

sleepTest("requests that failed without a network are repeated when it is back", async (page) => {
  await typeAndRun(page, "leaks | count");
  await page.getByRole("grid").waitFor();
  await page.context().setOffline(true);
  await typeAndRun(page, "leaks | by func, line");
  await waitForStatus(page, "does not answer");
  assertEquals(await typed(page), ["leaks | by func, line", true]);
  await goTo(page, "Timeline");
  // Views prepared before are available without a network.
  await page.locator(".failed").or(page.getByText("live bytes at most")).first().waitFor();
  await page.context().setOffline(false);
  await page.getByText("live bytes at most").waitFor({ timeout: 20_000 });
  await goTo(page, "Queries");
  await page.getByRole("grid").getByText("read_word").first().waitFor();
  assertEquals(await page.locator(".failed").count(), 0);
});

sleepTest("a page continues where it was after its process was stopped", async (page) => {
  await typeAndRun(page, "leaks | by func, line");
  await page.getByRole("grid").waitFor();
  await page.locator(".cm-content").last().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" | take 1");
  const browser = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const tabs = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  assert(tabs.length > 0);
  for (const pid of tabs) Deno.kill(pid, "SIGSTOP");
  let answered = false;
  const answer = page.evaluate("1").then(() => answered = true);
  await new Promise((wait) => setTimeout(wait, 500));
  assertEquals(answered, false, "a page that is stopped does nothing");
  for (const pid of tabs) Deno.kill(pid, "SIGCONT");
  await answer;
  await page.waitForRequest(/\/api\/ping$/);
  assertEquals(await typed(page), ["leaks | by func, line | take 1", true]);
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 row,").waitFor();
  await waitForStatus(page, null);
});
