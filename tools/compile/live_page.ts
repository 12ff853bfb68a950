/**
 * Puts the page of `quarry report --live` into the bundle of the program.
 * @module
 */

import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../commands.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE_NAME = "page.html.gz";
/** The constant of `src/cli/live/template.ts`. */
const PLACE = "@page-of-the-bundle@";

/** Builds the page into a bundle, and writes its path into the scripts that need it. */
export async function addLivePage(folder: string, scripts: readonly string[], deno: string): Promise<void> {
  const page = join(folder, PAGE_NAME);
  const settings = ["--config", "tools/package/deno.json", "--lock", "tools/package/deno.lock"];
  await run(deno, ["run", "-A", ...settings, "tools/package/build_page.ts", "--live", page], { cwd: ROOT });
  for (const path of scripts) {
    const text = await Deno.readTextFile(path);
    if (!text.includes(PLACE)) continue;
    const address = relative(dirname(path), page).replaceAll("\\", "/");
    await Deno.writeTextFile(path, text.replaceAll(PLACE, address));
  }
}
