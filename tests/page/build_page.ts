/**
 * Builds the page without a server.
 * @module
 */

import { run } from "../../tools/commands.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Builds the page into a folder. */
export async function buildPage(folder: string): Promise<void> {
  await run(Deno.execPath(), [
    ...["run", "-A", "--config", "tools/package/deno.json", "--lock", "tools/package/deno.lock"],
    ...["tools/package/build_page.ts", folder],
  ], { cwd: ROOT });
}
