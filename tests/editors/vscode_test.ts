/** The extension in a real VS Code: its server is code-server, its window a page of Chromium. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { run } from "../../tools/commands.ts";
import { atFullEffort } from "../support/effort.ts";
import { removeBusy } from "../support/busy_folder.ts";
import { programPath } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const SAMPLE = new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT).pathname;
const SCRIPT = `leaks | wher size > 4

leaks | by func | top 3 by bytes

assert leaks | count == 26 : "what leaks"
`;
/** The machine may be busy with other work. */
const PATIENCE_MS = 90_000;

/** A VS Code with the extension and a folder with a script and a trace. */
class Editor {
  readonly #folder: string;
  #server: Deno.ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Installs the extension and starts the server; returns its address. */
  async start(): Promise<string> {
    const [vsix, command] = [`${this.#folder}/quarry.vsix`, `${this.#folder}/quarry`];
    await run(Deno.execPath(), ["task", "vsix", vsix], { cwd: ROOT });
    const program = [Deno.execPath(), "run", "-A", "--quiet", "--config", `${ROOT.pathname}deno.json`];
    const script = `#!/bin/sh\nexec ${[...program, `${ROOT.pathname}cli.ts`].join(" ")} "$@"\n`;
    await Deno.writeTextFile(command, script, { mode: 0o755 });
    await Deno.mkdir(`${this.#folder}/user/User`, { recursive: true });
    await Deno.mkdir(`${this.#folder}/work`);
    const settings = {
      "quarry.command": command,
      "quarry.trace": "run.mtrc",
      "workbench.startupEditor": "none",
      "security.workspace.trust.enabled": false,
      "telemetry.telemetryLevel": "off",
      "chat.disableAIFeatures": true,
    };
    await Deno.writeTextFile(`${this.#folder}/user/User/settings.json`, JSON.stringify(settings));
    await Deno.writeTextFile(`${this.#folder}/work/a.qry`, SCRIPT);
    await Deno.copyFile(SAMPLE, `${this.#folder}/work/run.mtrc`);
    await run("code-server", [...this.#folders, "--install-extension", vsix], { cwd: ROOT });
    const port = freePort();
    this.#server = new Deno.Command("code-server", {
      args: [
        ...this.#folders,
        ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry"],
        "--disable-update-check",
      ],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    return `http://127.0.0.1:${port}/?folder=${this.#folder}/work`;
  }

  async stop(): Promise<void> {
    this.#server?.kill("SIGTERM");
    await this.#server?.status;
  }

  get #folders(): string[] {
    return ["--user-data-dir", `${this.#folder}/user`, "--extensions-dir", `${this.#folder}/extensions`];
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Opens the window; the server needs some time until it listens. */
async function windowOf(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const end = Date.now() + PATIENCE_MS;
  while (!await page.goto(address).then(() => true, () => false)) {
    assert(Date.now() < end, "code-server does not listen");
    await page.waitForTimeout(500);
  }
  return page;
}

/** Waits until a value is as expected: the editor draws lenses and panels again and again. */
async function until<T>(
  page: Page,
  what: string,
  look: () => Promise<T>,
  wanted: (found: T) => boolean,
): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (wanted(found)) return found;
    assert(Date.now() < end, `${what}: ${JSON.stringify(found)}`);
    await page.waitForTimeout(300);
  }
}

/** The table in a page inside a page inside the window; empty if there is none. */
const TABLE = `document.querySelector("table") === null ? "" : document.body.innerText`;

/** The text of the panel with the results of a run. */
async function panelText(page: Page): Promise<string> {
  for (const frame of page.frames()) {
    const text = await frame.evaluate<string>(TABLE).catch(() => "");
    if (frame !== page.mainFrame() && text !== "") return text;
  }
  return "";
}

Deno.test({
  ...atFullEffort(
    "VS Code with the extension has colours, diagnostics, completion, a lens, its panel and a prompt",
    [
      "chromium",
      "code-server",
    ],
  ),
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "quarry-vscode" });
    const editor = new Editor(folder);
    const browser = await chromium.launch({
      executablePath: programPath("chromium")!,
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const address = await editor.start();
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      const page = await windowOf(context, address);
      const file = (name: string) =>
        page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
      await file("a.qry").dblclick();
      const lenses = page.locator(".codelens-decoration a");
      const wanted = "Run, Explain, Run, Explain, Check";
      await until(
        page,
        "lenses",
        async () => (await lenses.allInnerTexts()).join(", "),
        (all) => all === wanted,
      );
      assertEquals(await page.locator("#status\\.editor\\.mode").innerText(), "Quarry");

      // Words of the grammar have different classes: a source, a stage, a number and a name differ.
      const classOf = async (text: string): Promise<string> =>
        /mtk\d+/.exec(
          await page.locator(".view-line span span", { hasText: text }).first().getAttribute("class") ?? "",
        )?.[0] ?? "";
      const classes = [
        await classOf("leaks"),
        await classOf("top"),
        await classOf("func"),
        await classOf("26"),
      ];
      assertEquals(new Set(classes).size, 4, classes.join());
      await page.locator(".squiggly-error").first().waitFor();
      assertEquals(await page.locator(".squiggly-error").count(), 1);

      await lenses.filter({ hasText: "Run" }).nth(1).click();
      const panel = await until(page, "panel", () => panelText(page), (text) => text !== "");
      assertMatch(panel, /func\s+count\s+bytes\s+2\s+8192\s+read_word\s+24\s+75\s+2 rows/);

      await page.locator(".view-line").nth(2).click();
      await page.keyboard.press("End");
      await page.keyboard.type(" | ", { delay: 50 });
      await page.keyboard.press("Control+Space");
      const first = page.locator(".suggest-widget .monaco-list-row").first();
      await first.waitFor();
      assertMatch(await first.innerText(), /^where/);
      await page.keyboard.press("Escape");

      await file("run.mtrc").click({ button: "right" });
      await page.locator(".context-view .action-label", { hasText: "Open Trace in Quarry" }).click();
      await page.locator(".terminal-tabs-entry, .single-terminal-tab", { hasText: "Quarry" }).first()
        .waitFor();
    } finally {
      await browser.close();
      await editor.stop();
      await removeBusy(folder);
    }
  },
});
