/** A real browser over a real server. */
import { assertEquals } from "@std/assert";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
export type { Page };
import { newToken } from "../../src/serve/guard.ts";
import { Workbench, type WorkbenchOptions } from "../../src/serve/handler.ts";
import type { HttpServer } from "../../src/serve/http/server.ts";
import { serveAt } from "./http_support.ts";
import { programPath } from "../support/programs.ts";
import { readNamedTrace } from "../../src/library/read_named_trace.ts";
import { sampleSession } from "../support/sample_session.ts";

/** With 24 other programs on two cores, a page took more than ten seconds to open. */
const PATIENCE_MS = 60_000;

/** Options of opening a page. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** Runs in the page before its own script. */
  readonly before?: string;
}

/** A workbench that a browser can reach. */
export class ServedWorkbench {
  readonly address: string;
  readonly port: number;
  readonly #server: HttpServer;

  private constructor(address: string, server: HttpServer) {
    this.address = address;
    this.port = Number(new URL(address).port);
    this.#server = server;
  }

  static async open(
    traces: Readonly<Record<string, string>>,
    options: Partial<WorkbenchOptions> = {},
  ): Promise<ServedWorkbench> {
    const session = await sampleSession(traces);
    const token = newToken();
    const { server, port } = serveAt((port) =>
      new Workbench({
        session,
        door: { token, port, address: "127.0.0.1" },
        sources: null,
        read: readNamedTrace,
        ...options,
      })
    );
    return new ServedWorkbench(`http://127.0.0.1:${port}/${token}/`, server);
  }

  async close(): Promise<void> {
    this.#server.stop();
    this.#server.stop();
    await this.#server.finished;
  }
}

/** A browser, and pages whose console must stay empty. */
export class TestBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<TestBrowser> {
    const executablePath = programPath("chromium")!;
    return new TestBrowser(
      await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] }),
    );
  }

  /**
   * Opens an address and lets `use` look; afterwards there must be no console messages and no requests to other hosts.
   */
  async look(
    address: string,
    use: (page: Page) => Promise<void>,
    { width = 1280, height = 800, scheme = "light", before = "" }: Look = {},
    expectedErrors = /^$/,
  ): Promise<void> {
    const context = await this.#browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    try {
      const said: string[] = [];
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      if (before !== "") await page.addInitScript(before);
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") said.push(message.text());
      });
      page.on("pageerror", (error) => said.push(String(error)));
      const { origin, protocol } = new URL(address);
      page.on("request", (request) => {
        const url = request.url();
        const isOurs = protocol === "file:"
          ? url.startsWith(new URL(".", address).href)
          : url.startsWith(origin + "/");
        if (!isOurs && !url.startsWith("data:") && !url.startsWith("blob:")) said.push(`asked for ${url}`);
      });
      await page.goto(address);
      await use(page);
      assertEquals(said.filter((text) => !expectedErrors.test(text)), []);
    } finally {
      await context.close();
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

let shared: Promise<TestBrowser> | undefined;
/** Number of registered tests that share the browser and have not run. */
let waiting = 0;

/** A test in a shared browser; each has its own window. */
export function inBrowser(
  shown: { readonly name: string; readonly ignore: boolean },
  run: (browser: TestBrowser) => Promise<void>,
): Deno.TestDefinition {
  if (!shown.ignore) waiting++;
  return {
    ...shown,
    // The driver leaves timers and pipes behind that end with the browser.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      try {
        await run(await (shared ??= TestBrowser.start()));
      } finally {
        if (--waiting === 0) await closeShared();
      }
    },
  };
}

async function closeShared(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

// If a filter excludes tests, the last one may not run.
Deno.test.afterAll(closeShared);

/** The findings of axe on a page, in words. */
export async function axeFindings(page: Page): Promise<string[]> {
  // A page that was opened as a file may not read its style sheet. The policy of the page refuses scripts in
  // it; evaluated ones are exempt.
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: { preload: boolean },
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ preload: location.protocol !== "file:" });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`
      )
    );
  });
}

/** Goes to a view by its button. */
export async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole("navigation").getByRole("button", { name: view, exact: true }).click();
}

/** Types a query into the last cell and runs it by its key. */
export async function typeAndRun(page: Page, query: string): Promise<void> {
  await page.locator(".cm-content").last().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(query);
  await page.keyboard.press("Control+Enter");
}

/**
 * Waits until a key accepts a completion of the editor: the list is disabled until its answer for the whole typed text
 * has arrived, and for a moment after it opens. An earlier key would go into the text.
 */
export async function untilCompletionTakesKeys(page: Page, selected: string): Promise<void> {
  await page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li[aria-selected]")
    .getByText(selected, { exact: true }).waitFor();
  // The editor ignores keys for 75 ms after a list has opened, by the clock of the page.
  await page.evaluate("new Promise((done) => setTimeout(done, 100))");
}
