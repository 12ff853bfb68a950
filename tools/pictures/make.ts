/**
 * `deno task pictures`: makes the pictures of README.md anew from the real program. The prompt needs tmux, the report
 * Chromium; what is missing is named, and its picture stays as it is.
 * @module
 */

import { lacks, programPath } from "../../tests/support/programs.ts";
import { programCommand } from "../../tests/cli/program.ts";
import { withText } from "./png_text.ts";
import { PROMPT_PICTURE, promptPicture } from "./prompt_picture.ts";
import { pageMark, picturePage, REPORT_ARGUMENTS, REPORT_PICTURE } from "./report_page.ts";
import { Temporary } from "../../tests/support/temporary.ts";
import { tell } from "../commands.ts";

const ROOT = new URL("../../", import.meta.url);
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const WINDOW = "1180,1044";

async function reportPicture(browser: string): Promise<Uint8Array> {
  const { stdout } = await programCommand(REPORT_ARGUMENTS).output();
  const page = picturePage(new TextDecoder().decode(stdout));
  using folder = Temporary.folder();
  await Deno.writeTextFile(`${folder.path}/report.html`, page);
  const { success, stderr } = await new Deno.Command(browser, {
    args: [
      ..."--headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1".split(" "),
      `--user-data-dir=${folder.path}/profile`,
      `--window-size=${WINDOW}`,
      `--screenshot=${folder.path}/report.png`,
      `file://${folder.path}/report.html`,
    ],
    stdout: "null",
  }).output();
  if (!success) throw new Error(`${browser}: ${new TextDecoder().decode(stderr)}`);
  return withText(await Deno.readFile(`${folder.path}/report.png`), "Page", await pageMark(page));
}

const lacking = lacks("tmux");
if (lacking !== null) tell(`${PROMPT_PICTURE} stays: ${lacking}`);
else {
  await Deno.writeTextFile(new URL(PROMPT_PICTURE, ROOT), await promptPicture());
  tell(`${PROMPT_PICTURE} is new`);
}
const browser = BROWSERS.find((name) => programPath(name) !== null);
if (browser === undefined) tell(`${REPORT_PICTURE} stays: there is none of ${BROWSERS.join(", ")}`);
else {
  await Deno.writeFile(new URL(REPORT_PICTURE, ROOT), await reportPicture(browser));
  tell(`${REPORT_PICTURE} is new`);
}
