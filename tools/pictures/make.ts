/**
 * `deno task pictures`: renews the pictures of README.md from the real program. The prompt needs tmux, the report
 * Chromium; missing tools are named, and their pictures stay unchanged.
 * @module
 */

import { lacks, programPath } from "../../tests/support/programs.ts";
import { programCommand } from "../../tests/cli/program.ts";
import { serveProcess } from "../../tests/serve/serve_process.ts";
import { withText } from "./png_text.ts";
import { PROMPT_PICTURE, promptPicture } from "./prompt_picture.ts";
import { pageMark, picturePage, REPORT_ARGUMENTS, REPORT_PICTURE } from "./report_page.ts";
import { WORKBENCH_PICTURE, WORKBENCH_TRACE, workbenchMark } from "./workbench_page.ts";
import { Temporary } from "../../tests/support/temporary.ts";
import { tell } from "../commands.ts";

const ROOT = new URL("../../", import.meta.url);
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const WINDOW = "1180,1044";
const WORKBENCH_WINDOW = "1180,580";
const PAGE_MS = 8000;

/** A screenshot of an address in a browser, after the page has had a few seconds. */
async function screenshot(
  browser: string,
  folder: string,
  address: string,
  window: string,
): Promise<Uint8Array> {
  const { success, stderr } = await new Deno.Command(browser, {
    args: [
      ..."--headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1".split(" "),
      `--virtual-time-budget=${PAGE_MS}`,
      `--user-data-dir=${folder}/profile`,
      `--window-size=${window}`,
      `--screenshot=${folder}/page.png`,
      address,
    ],
    stdout: "null",
  }).output();
  if (!success) throw new Error(`${browser}: ${new TextDecoder().decode(stderr)}`);
  return await Deno.readFile(`${folder}/page.png`);
}

async function reportPicture(browser: string): Promise<Uint8Array> {
  const { stdout } = await programCommand(REPORT_ARGUMENTS).output();
  const page = picturePage(new TextDecoder().decode(stdout));
  using folder = Temporary.folder();
  await Deno.writeTextFile(`${folder.path}/report.html`, page);
  const picture = await screenshot(browser, folder.path, `file://${folder.path}/report.html`, WINDOW);
  return withText(picture, "Page", await pageMark(page));
}

/** The picture of the workbench after it opens. */
async function workbenchPicture(browser: string): Promise<Uint8Array> {
  using folder = Temporary.folder();
  const { process, address } = await serveProcess([WORKBENCH_TRACE, "--port", "0"]);
  try {
    const picture = await screenshot(browser, folder.path, address, WORKBENCH_WINDOW);
    const style = await (await fetch(`${address}style.css`)).text();
    const answer = await fetch(`${address}api/headline`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    return withText(picture, "Page", await workbenchMark({ style, headlines: await answer.json() }));
  } finally {
    process.kill("SIGTERM");
    await process.status;
  }
}

const lacking = lacks("tmux");
if (lacking !== null) tell(`${PROMPT_PICTURE} stays: ${lacking}`);
else {
  await Deno.writeTextFile(new URL(PROMPT_PICTURE, ROOT), await promptPicture());
  tell(`${PROMPT_PICTURE} is new`);
}
const browser = BROWSERS.find((name) => programPath(name) !== null);
if (browser === undefined) {
  tell(`${REPORT_PICTURE} and ${WORKBENCH_PICTURE} stay: there is none of ${BROWSERS.join(", ")}`);
} else {
  await Deno.writeFile(new URL(REPORT_PICTURE, ROOT), await reportPicture(browser));
  tell(`${REPORT_PICTURE} is new`);
  await Deno.writeFile(new URL(WORKBENCH_PICTURE, ROOT), await workbenchPicture(browser));
  tell(`${WORKBENCH_PICTURE} is new`);
}
